-- What could not run, by part and error.
SELECT part, "check", error, count(*) AS faults, count(DISTINCT answer) AS answers
FROM faults
GROUP BY part, "check", error
ORDER BY faults DESC, part, "check", error
