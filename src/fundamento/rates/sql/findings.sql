-- Each finding once, of the answers that count. What has the mode off, only a candidate has.
CREATE TABLE findings AS
SELECT DISTINCT answer, "check", claim, fragment, first, exempted
FROM lines
WHERE kind = 2 AND NOT apart AND answer IN (SELECT answer FROM answers)
