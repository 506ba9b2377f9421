-- Sums over answers. What could not be verified is no violation and no pass: it is counted apart. `blind` are answers
-- of which no check at all says anything: every check was off.
WITH judged AS (
    SELECT *, first_outcome <> 'unverified' AS verified FROM answers
),
faulty AS (
    SELECT DISTINCT answer FROM faults WHERE "check" IS NOT NULL
)
SELECT
    {dimensions}
    count(*) AS answers,
    count(*) FILTER (verified) AS verified,
    count(*) FILTER (first_outcome = 'rejected') AS rejected,
    count(*) FILTER (NOT verified AND faulty.answer IS NULL) AS blind,
    count(*) FILTER (verified AND claims > 0) AS with_claims,
    coalesce(sum(claims) FILTER (verified), 0)::BIGINT AS claims,
    coalesce(sum(claims_failed) FILTER (verified), 0)::BIGINT AS failed,
    coalesce(sum(claims_failed * claims_failed) FILTER (verified), 0)::BIGINT AS failed_squared,
    coalesce(sum(claims_failed * claims) FILTER (verified), 0)::BIGINT AS failed_by_claims,
    coalesce(sum(claims * claims) FILTER (verified), 0)::BIGINT AS claims_squared,
    count(*) FILTER (claims > 0 AND (verified OR faulty.answer IS NOT NULL)) AS seen_with_claims,
    coalesce(sum(claims) FILTER (verified OR faulty.answer IS NOT NULL), 0)::BIGINT AS seen_claims,
    coalesce(sum(claims * claims) FILTER (verified OR faulty.answer IS NOT NULL), 0)::BIGINT AS seen_claims_squared
FROM judged
LEFT JOIN faulty USING (answer)
{grouping}
