-- The answers that came more than once: sent twice by a log shipper, or the same file given twice.
CREATE TABLE repeated AS
SELECT answer, count(*) AS times FROM lines WHERE kind = 1 GROUP BY answer HAVING count(*) > 1
