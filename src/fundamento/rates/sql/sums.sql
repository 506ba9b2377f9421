-- The sums of each group, those of a check only where it had something to say.
SELECT
    {names}
    coalesce(sum(answers), 0)::BIGINT,
    coalesce(sum(rejected), 0)::BIGINT,
    coalesce(sum(errors), 0)::BIGINT,
    coalesce(sum(foreseen), 0)::BIGINT,
    coalesce(sum(stopped), 0)::BIGINT,
    coalesce(sum(with_claims), 0)::BIGINT,
    coalesce(sum(claims), 0)::BIGINT,
    coalesce(sum(failed), 0)::BIGINT,
    coalesce(sum(failed_squared), 0)::BIGINT,
    coalesce(sum(failed_by_claims), 0)::BIGINT,
    coalesce(sum(claims_squared), 0)::BIGINT
FROM cells
WHERE {which}
{grouping}
