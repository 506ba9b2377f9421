-- Each answer once, as asked for. Of lines that differ the first in order counts, so that every run gives the same.
CREATE TABLE answers AS
WITH ours AS (
    SELECT answer, moment, verified, rejected, claims, claims_failed, stopped, checked, beside, {keys}
    FROM lines
    WHERE kind = 1
),
once AS (
    SELECT * FROM ours ANTI JOIN repeated USING (answer)
    UNION ALL BY NAME
    (SELECT DISTINCT ON (answer) * FROM ours SEMI JOIN repeated USING (answer) ORDER BY ALL)
)
SELECT * EXCLUDE (checked, beside), hash(checked) AS look, hash(beside) AS look_beside, checked IS NULL AS unsaid
FROM once
WHERE {filter}
