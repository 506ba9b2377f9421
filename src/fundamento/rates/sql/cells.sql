-- All that is summed, in one pass: a row for each group of answers, part of the trend, period and check; without a check
-- it is of all of them together. Whatever is asked for is a sum of these. What could not be verified is no violation and
-- no pass: it is an error, and in no other figure. Of a check, only the answers count that it looked at and on which it
-- could run. `foreseen` are answers that a candidate ran beside, `stopped` those of them that it would not have let
-- through as they came, and `told` says that the check had something to say.
CREATE TABLE cells AS
WITH placed AS (
    SELECT *, {places} FROM answers
),
together AS (
    SELECT
        {names},
        count(*) FILTER (verified) AS answers,
        count(*) FILTER (rejected) AS rejected,
        count(*) FILTER (NOT verified) AS errors,
        count(stopped) AS foreseen,
        count(*) FILTER (stopped) AS stopped,
        count(*) FILTER (verified AND claims > 0) AS with_claims,
        sum(claims) FILTER (verified) AS claims,
        sum(claims_failed) FILTER (verified) AS failed,
        sum(claims_failed * claims_failed) FILTER (verified) AS failed_squared,
        sum(claims_failed * claims) FILTER (verified) AS failed_by_claims,
        sum(claims * claims) FILTER (verified) AS claims_squared
    FROM placed
    GROUP BY {names}
),
alike AS (
    SELECT {names}, look, look_beside, stopped IS NOT NULL AS foreseen, count(*) AS answers
    FROM placed
    GROUP BY ALL
),
looked AS (
    SELECT
        {names},
        "check",
        sum(answers) AS answers,
        sum(answers) FILTER (foreseen) AS foreseen,
        sum(answers) FILTER (looked > 0) AS with_claims,
        sum(answers * looked) AS claims,
        sum(answers * looked * looked) AS claims_squared
    FROM alike
    JOIN looks USING (look)
    GROUP BY {names}, "check"
),
looked_beside AS (
    SELECT {names}, "check", sum(answers) AS foreseen
    FROM (SELECT alike.*, "check" FROM alike JOIN looks ON looks.look = alike.look_beside)
    ANTI JOIN looks USING (look, "check")
    GROUP BY {names}, "check"
),
failing_claims AS (
    SELECT answer, "check", claim, bool_or(first) AS first FROM findings GROUP BY answer, "check", claim
),
failing AS (
    SELECT answer, "check", bool_or(first) AS first, count(claim) FILTER (first) AS failed
    FROM failing_claims
    GROUP BY answer, "check"
),
told AS (
    SELECT answer, "check", first, failed, false AS missed, false AS halted FROM failing
    UNION ALL
    SELECT DISTINCT answer, "check", false, 0, true, false
    FROM faults
    ANTI JOIN failing USING (answer, "check")
    WHERE "check" IS NOT NULL
    UNION ALL
    SELECT answer, "check", false, 0, false, true FROM foreseen
),
counted AS (
    SELECT {names}, told.*, stopped, looked, least(failed, coalesce(looked, 0)) AS failing
    FROM told
    JOIN placed USING (answer)
    LEFT JOIN looks USING (look, "check")
),
checks AS (
    SELECT
        {names},
        "check",
        -count(looked) FILTER (missed) AS answers,
        count(*) FILTER (first) AS rejected,
        count(*) FILTER (missed) AS errors,
        -count(looked) FILTER (missed AND stopped IS NOT NULL) AS foreseen,
        count(*) FILTER (halted) AS stopped,
        -count(*) FILTER (missed AND looked > 0) AS with_claims,
        -sum(looked) FILTER (missed) AS claims,
        sum(failing) AS failed,
        sum(failing * failing) AS failed_squared,
        sum(failing * looked) AS failed_by_claims,
        -sum(looked * looked) FILTER (missed) AS claims_squared,
        count(*) AS told
    FROM counted
    GROUP BY {names}, "check"
)
SELECT * FROM together
UNION ALL BY NAME
SELECT * FROM looked
UNION ALL BY NAME
SELECT * FROM looked_beside
UNION ALL BY NAME
SELECT * FROM checks
