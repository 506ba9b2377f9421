-- Each answer once, as asked for. Of lines that differ the first in order counts, so that every run gives the same.
CREATE TABLE answers AS
WITH ours AS (
    SELECT * EXCLUDE ("check", claim, fragment, attempt, final, mode, part, error, exempted) FROM lines WHERE kind = 1
),
once AS (
    SELECT * FROM ours ANTI JOIN repeated USING (answer)
    UNION ALL BY NAME
    (SELECT DISTINCT ON (answer) * FROM ours SEMI JOIN repeated USING (answer) ORDER BY ALL)
)
SELECT * FROM once WHERE {filter}
