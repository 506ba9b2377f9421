-- What each check looked at of the first outputs, a few columns a check: answers, those of which it looked at a claim,
-- claims, their squares, and answers on which it ran for the candidate.
SELECT
    {dimensions}
    {looks}
FROM answers
{grouping}
