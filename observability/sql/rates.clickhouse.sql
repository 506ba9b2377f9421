-- What `fundamento rates --by check,<dimension>` counts, for ClickHouse: the same figures from the same lines. README.md
-- beside this folder says what each of them means. `check` is empty in the rows of all checks together.
-- Parameters: since and until (an empty string: no limit). The dimension is the label below: change it there.
WITH
answers AS
(
    SELECT
        answer_id,
        ifNull(concat(bundle, '@', toString(bundle_version)), '') AS label,
        first_outcome,
        claims,
        claims_failed,
        checked
    FROM fundamento_events
    WHERE event = 'fundamento.answer' AND schema = 1 AND answer_id IS NOT NULL AND first_outcome IS NOT NULL
        AND claims IS NOT NULL AND claims_failed IS NOT NULL AND claims_failed <= claims
        AND ({since:String} = '' OR timestamp >= parseDateTime64BestEffortOrNull({since:String}, 6, 'UTC'))
        AND ({until:String} = '' OR timestamp < parseDateTime64BestEffortOrNull({until:String}, 6, 'UTC'))
    ORDER BY answer_id, timestamp
    LIMIT 1 BY answer_id
),
failing AS
(
    SELECT
        answer_id,
        check,
        countIf(attempt = 1) > 0 AS first,
        uniqExactIf(claim, attempt = 1 AND claim IS NOT NULL) AS failed
    FROM fundamento_events
    WHERE event = 'fundamento.finding' AND schema = 1 AND answer_id IS NOT NULL AND check IS NOT NULL
        AND attempt IS NOT NULL AND final IS NOT NULL AND ifNull(mode, '') != 'off'
    GROUP BY answer_id, check
),
missed AS
(
    SELECT DISTINCT answer_id, check
    FROM fundamento_events
    WHERE event = 'fundamento.fault' AND schema = 1 AND answer_id IS NOT NULL AND check IS NOT NULL
),
together AS
(
    SELECT
        label,
        count() AS answers,
        countIf(first_outcome != 'unverified') AS verified,
        countIf(first_outcome = 'rejected') AS rejected,
        ifNull(sumIf(claims, first_outcome != 'unverified'), 0) AS verified_claims,
        ifNull(sumIf(claims_failed, first_outcome != 'unverified'), 0) AS failed_claims
    FROM answers
    GROUP BY label
),
looks AS
(
    SELECT label, check, count() AS answers, sum(looked) AS claims
    FROM answers
    ARRAY JOIN mapKeys(checked) AS check, mapValues(checked) AS looked
    GROUP BY label, check
),
counted AS
(
    SELECT answer_id, check, first, failed, 0 AS unseen FROM failing
    UNION ALL
    SELECT answer_id, check, 0 AS first, 0 AS failed, 1 AS unseen
    FROM missed
    WHERE (answer_id, check) NOT IN (SELECT answer_id, check FROM failing)
),
by_check AS
(
    SELECT
        label,
        check,
        countIf(counted.first = 1) AS rejected,
        countIf(counted.unseen = 1) AS errors,
        countIf(counted.unseen = 1 AND mapContains(checked, check)) AS unseen_answers,
        ifNull(sum(least(counted.failed, checked[check])), 0) AS failed_claims,
        ifNull(sumIf(checked[check], counted.unseen = 1), 0) AS unseen_claims
    FROM counted
    INNER JOIN answers USING (answer_id)
    GROUP BY label, check
),
figures AS
(
    SELECT
        together.label,
        '' AS check,
        together.rejected,
        together.verified AS answers,
        together.failed_claims,
        together.verified_claims AS claims,
        together.answers - together.verified AS errors
    FROM together
    UNION ALL
    SELECT
        by_check.label,
        by_check.check,
        by_check.rejected,
        looks.answers - by_check.unseen_answers AS answers,
        by_check.failed_claims,
        looks.claims - by_check.unseen_claims AS claims,
        by_check.errors
    FROM by_check
    LEFT JOIN looks ON looks.label = by_check.label AND looks.check = by_check.check
)
SELECT
    label,
    check,
    rejected,
    answers,
    if(answers = 0, NULL, rejected / answers) AS answer_rate,
    failed_claims,
    claims,
    if(claims = 0, NULL, failed_claims / claims) AS claim_rate,
    errors
FROM figures
ORDER BY label, check
