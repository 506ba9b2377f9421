-- Of each group, so many answers rejected of so many, part by part: of the trend, or of the periods that are compared.
SELECT * EXCLUDE (told)
FROM (
    SELECT
        {names}
        {part} AS part,
        coalesce(sum(rejected), 0)::BIGINT AS rejected,
        coalesce(sum(answers), 0)::BIGINT AS answers,
        sum(sum(told)) OVER ({partition}) AS told
    FROM cells
    WHERE {which}
    GROUP BY {names} part
)
WHERE part IS NOT NULL AND (told > 0 OR NOT {of_checks})
