-- One row a line of a log, as narrow as the figures allow. `kind`: 0 no event, 1 answer, 2 finding, 3 fault, 4 policy,
-- 5 another schema, 6 somebody else's event, 7 an event of ours that lacks what it has to have.
-- An answer is known by a 64-bit hash of its ID: among ten million, two share one once in 400,000 logs.
-- What was checked stays text: there are far fewer texts than answers, and each is read once, in looks.sql.
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
    first_outcome <> 'unverified' AS verified,
    first_outcome = 'rejected' AS rejected,
    claims,
    claims_failed,
    CASE WHEN starts_with(checked, '{') THEN checked END AS checked,
    CASE WHEN starts_with(candidate_checked, '{') AND candidate_action IS NOT NULL THEN candidate_checked END AS beside,
    candidate_action <> 'allowed' AS stopped,
    "check",
    claim,
    fragment,
    attempt = 1 AS first,
    mode IS NOT DISTINCT FROM 'off' AS apart,
    coalesce(exempted, false) AS exempted,
    part,
    error,
    {keys}
FROM parsed
