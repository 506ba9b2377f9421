-- One row a line of a log. `kind`: 0 no event, 1 answer, 2 finding, 3 fault, 4 policy, 5 another schema,
-- 6 somebody else's event, 7 an event of ours that lacks what it has to have.
-- An answer is known by a 64-bit hash of its ID: among ten million, two share one once in 400,000 logs.
INSERT INTO lines BY NAME
WITH parsed AS (
    SELECT
        *,
        coalesce(
            timezone('UTC', try_cast(timestamp AS TIMESTAMPTZ)),
            make_timestamp(try_cast(try_cast(timestamp AS DOUBLE) * 1000000 AS BIGINT))
        ) AS stamp
    FROM read_json($source, format = 'newline_delimited', columns = {columns}, ignore_errors = true, compression = 'none')
)
SELECT
    CASE
        WHEN event IS NULL THEN 0
        WHEN NOT starts_with(event, 'fundamento.') THEN 6
        WHEN schema IS DISTINCT FROM '{schema}' THEN 5
        WHEN event = 'fundamento.policy' THEN 4
        WHEN answer_id IS NULL THEN 7
        WHEN event = 'fundamento.answer' THEN
            CASE
                WHEN first_outcome IS NOT NULL AND claims BETWEEN 0 AND 1000000 AND claims_failed BETWEEN 0 AND claims
                THEN 1
                ELSE 7
            END
        WHEN event = 'fundamento.finding' THEN
            CASE WHEN "check" IS NOT NULL AND attempt >= 1 AND final IS NOT NULL THEN 2 ELSE 7 END
        WHEN event = 'fundamento.fault' THEN CASE WHEN part IS NOT NULL THEN 3 ELSE 7 END
        ELSE 6
    END::UTINYINT AS kind,
    hash(answer_id) AS answer,
    CASE WHEN stamp BETWEEN TIMESTAMP '1970-01-01' AND TIMESTAMP '2200-01-01' THEN stamp END AS moment,
    * EXCLUDE (event, schema, answer_id, timestamp, stamp)
FROM parsed
