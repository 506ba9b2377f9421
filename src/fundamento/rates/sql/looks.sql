-- What a check looked at, by the hash of the text that says it. A check that this version does not know has no place in
-- it, and no rate; a count that no answer has is none.
CREATE TABLE looks AS
WITH texts AS (
    SELECT DISTINCT checked AS text FROM lines WHERE kind = 1 AND checked IS NOT NULL
    UNION
    SELECT DISTINCT beside FROM lines WHERE kind = 1 AND beside IS NOT NULL
)
SELECT hash(text) AS look, key AS "check", max(try_cast(value AS USMALLINT))::BIGINT AS looked
FROM texts, json_each(text)
WHERE key IN ({checks}) AND try_cast(value AS USMALLINT) IS NOT NULL
GROUP BY text, key
