-- Sums over answers for each check: those that it fails as they first came, the claims that it fails in the output that
-- was settled on, and the answers on which it could not run and found nothing.
WITH failing AS (
    SELECT
        answer,
        "check",
        bool_or(attempt = 1) AS first,
        count(DISTINCT claim) FILTER (final) AS failed
    FROM findings
    GROUP BY answer, "check"
),
missed AS (
    SELECT DISTINCT answer, "check"
    FROM faults
    ANTI JOIN failing USING (answer, "check")
    WHERE "check" IS NOT NULL
),
counted AS (
    SELECT answer, "check", first, failed, false AS missed FROM failing
    UNION ALL
    SELECT answer, "check", false, 0, true FROM missed
)
SELECT
    {dimensions}
    counted."check" AS "check",
    count(*) FILTER (counted.first) AS rejected,
    count(*) FILTER (counted.missed) AS missed,
    sum(least(counted.failed, claims))::BIGINT AS failed,
    sum(least(counted.failed, claims) * least(counted.failed, claims))::BIGINT AS failed_squared,
    sum(least(counted.failed, claims) * claims)::BIGINT AS failed_by_claims,
    count(*) FILTER (counted.missed AND claims > 0) AS missed_with_claims,
    coalesce(sum(claims) FILTER (counted.missed), 0)::BIGINT AS missed_claims,
    coalesce(sum(claims * claims) FILTER (counted.missed), 0)::BIGINT AS missed_claims_squared
FROM counted
JOIN answers USING (answer)
GROUP BY ALL
