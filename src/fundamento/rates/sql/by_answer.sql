-- Sums over answers. What could not be verified is no violation and no pass: it is counted apart. `foreseen` are those
-- that a candidate ran beside, `stopped` those of them that it would not have let through as they came.
WITH judged AS (
    SELECT *, first_outcome <> 'unverified' AS verified FROM answers
)
SELECT
    {dimensions}
    count(*) AS answers,
    count(*) FILTER (verified) AS verified,
    count(*) FILTER (first_outcome = 'rejected') AS rejected,
    count(candidate_action) AS foreseen,
    count(*) FILTER (candidate_action <> 'allowed') AS stopped,
    count(*) FILTER (verified AND claims > 0) AS with_claims,
    coalesce(sum(claims) FILTER (verified), 0)::BIGINT AS claims,
    coalesce(sum(claims_failed) FILTER (verified), 0)::BIGINT AS failed,
    coalesce(sum(claims_failed * claims_failed) FILTER (verified), 0)::BIGINT AS failed_squared,
    coalesce(sum(claims_failed * claims) FILTER (verified), 0)::BIGINT AS failed_by_claims,
    coalesce(sum(claims * claims) FILTER (verified), 0)::BIGINT AS claims_squared
FROM judged
{grouping}
