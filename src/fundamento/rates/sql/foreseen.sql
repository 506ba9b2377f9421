-- The checks for which a candidate would not have let the first output of an answer through, those that only it has on
-- among them.
CREATE TABLE foreseen AS
SELECT DISTINCT answer, "check"
FROM lines
WHERE kind = 2 AND first AND stopped AND answer IN (SELECT answer FROM answers)
