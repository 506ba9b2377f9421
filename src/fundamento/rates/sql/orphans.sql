-- Findings and faults whose answer's own line is not in the logs: they cannot be counted.
SELECT count(*) FROM (SELECT answer FROM lines WHERE kind IN (2, 3)) ANTI JOIN (SELECT answer FROM lines WHERE kind = 1)
USING (answer)
