-- How reviewers judged the answers that a check fails as they first came. To reject an answer was right if one of the
-- findings that they looked at was.
WITH judged AS (
    SELECT hash(unnest($answers::VARCHAR[])) AS answer, unnest($checks::VARCHAR[]) AS "check",
        unnest($right::BOOLEAN[]) AS "right"
),
failing AS (
    SELECT DISTINCT answer, "check" FROM findings WHERE first
),
answered AS (
    SELECT answer, "check", bool_or("right") AS "right"
    FROM judged
    SEMI JOIN failing USING (answer, "check")
    SEMI JOIN answers USING (answer)
    GROUP BY answer, "check"
)
SELECT "check", count(*) AS reviewed, count(*) FILTER (NOT "right") AS wrong FROM answered GROUP BY "check"
