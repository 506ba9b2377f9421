-- The fragments, or the documents, behind most findings on outputs as they first came. An ID that the library made
-- names its document: document@version:start-end.
WITH named AS (
    SELECT DISTINCT answer, "check", claim, {source} AS source
    FROM findings
    WHERE first AND fragment IS NOT NULL
)
SELECT source, count(*) AS findings, count(DISTINCT answer) AS answers
FROM named
WHERE source IS NOT NULL AND source <> ''
GROUP BY source
ORDER BY findings DESC, answers DESC, source
LIMIT $top
