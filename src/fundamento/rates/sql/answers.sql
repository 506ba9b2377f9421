-- Each answer once, as asked for. Of lines that differ the first in order counts, so that every run gives the same.
CREATE TABLE answers AS
WITH ours AS (
    SELECT
        answer,
        moment,
        verified,
        rejected,
        claims,
        claims_failed,
        stopped,
        hash(checked) AS look,
        hash(beside) AS look_beside,
        checked IS NULL AS unsaid,
        {keys}
    FROM lines
    WHERE kind = 1
),
once AS (
    SELECT * FROM ours ANTI JOIN repeated USING (answer)
    UNION ALL BY NAME
    SELECT * FROM ours SEMI JOIN repeated USING (answer)
    QUALIFY row_number() OVER (
        PARTITION BY answer
        ORDER BY moment, verified, rejected, claims, claims_failed, stopped, look, look_beside, unsaid, {keys}
    ) = 1
)
SELECT * FROM once WHERE {filter}
