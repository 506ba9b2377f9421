-- Sums over answers for each check, of their first outputs: those that it fails, the claims that it fails, the answers on
-- which it could not run and found nothing (`unseen` is what it looked at in these), and those that a candidate would
-- not have let through for it.
WITH failing AS (
    SELECT
        answer,
        "check",
        bool_or(attempt = 1) AS first,
        count(DISTINCT claim) FILTER (attempt = 1) AS failed
    FROM findings
    GROUP BY answer, "check"
),
missed AS (
    SELECT DISTINCT answer, "check"
    FROM faults
    ANTI JOIN failing USING (answer, "check")
    WHERE "check" IS NOT NULL
),
told AS (
    SELECT answer, "check", first, failed, false AS missed, false AS foreseen FROM failing
    UNION ALL
    SELECT answer, "check", false, 0, true, false FROM missed
    UNION ALL
    SELECT answer, "check", false, 0, false, true FROM foreseen
),
counted AS (
    SELECT *, {looked} AS looked, least(failed, coalesce(looked, 0)) AS failing FROM told JOIN answers USING (answer)
)
SELECT
    {dimensions}
    "check",
    count(*) FILTER (first) AS rejected,
    count(*) FILTER (missed) AS missed,
    count(*) FILTER (foreseen) AS foreseen,
    count(*) FILTER (missed AND looked IS NOT NULL) AS unseen,
    count(*) FILTER (missed AND looked IS NOT NULL AND candidate_action IS NOT NULL) AS unforeseen,
    coalesce(sum(failing), 0)::BIGINT AS failed,
    coalesce(sum(failing * failing), 0)::BIGINT AS failed_squared,
    coalesce(sum(failing * looked), 0)::BIGINT AS failed_by_claims,
    count(*) FILTER (missed AND looked > 0) AS unseen_with_claims,
    coalesce(sum(looked) FILTER (missed), 0)::BIGINT AS unseen_claims,
    coalesce(sum(looked * looked) FILTER (missed), 0)::BIGINT AS unseen_claims_squared
FROM counted
GROUP BY ALL
