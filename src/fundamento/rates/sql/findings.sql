-- Each finding once, of the answers that count. What has the mode off, only a candidate has.
CREATE TABLE findings AS
SELECT DISTINCT answer, "check", claim, fragment, attempt, final, coalesce(exempted, false) AS exempted
FROM lines
WHERE kind = 2 AND mode IS DISTINCT FROM 'off' AND answer IN (SELECT answer FROM answers)
