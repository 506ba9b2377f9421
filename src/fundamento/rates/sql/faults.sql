-- Each fault once, of the answers that count.
CREATE TABLE faults AS
SELECT DISTINCT answer, "check", claim, part, error
FROM lines
WHERE kind = 3 AND answer IN (SELECT answer FROM answers)
