-- What a check looked at, by the hash of the text that says it. A check that this version does not know has no place in
-- it, and no rate; a count that no answer has is none.
CREATE TABLE looks AS
WITH texts AS (
    SELECT DISTINCT text
    FROM (
        SELECT checked AS text FROM lines WHERE kind = 1 AND checked IS NOT NULL
        UNION ALL
        SELECT beside FROM lines WHERE kind = 1 AND beside IS NOT NULL
    )
),
counts AS (
    SELECT hash(text) AS look, json_transform(text, '{form}') AS found FROM texts
)
SELECT *
FROM (
    SELECT look, unnest({names}) AS "check", unnest({values})::BIGINT AS looked FROM counts
)
WHERE looked IS NOT NULL
