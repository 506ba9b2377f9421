-- Each finding once, of the answers that count.
CREATE TABLE findings AS
SELECT DISTINCT answer, "check", claim, fragment, attempt, final, coalesce(exempted, false) AS exempted
FROM lines
WHERE kind = 2 AND answer IN (SELECT answer FROM answers)
