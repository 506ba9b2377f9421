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
        checked,
        candidate_action IS NOT NULL AS beside,
        ifNull(candidate_action, 'allowed') != 'allowed' AS stopped,
        if(candidate_action IS NULL, map(), candidate_checked) AS checked_beside
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
halted AS
(
    SELECT DISTINCT answer_id, check
    FROM fundamento_events
    WHERE event = 'fundamento.finding' AND schema = 1 AND answer_id IS NOT NULL AND check IS NOT NULL
        AND attempt = 1 AND final IS NOT NULL AND ifNull(candidate_action, 'allowed') != 'allowed'
),
together AS
(
    SELECT
        label,
        count() AS answers,
        countIf(first_outcome != 'unverified') AS verified,
        countIf(first_outcome = 'rejected') AS rejected,
        ifNull(sumIf(claims, first_outcome != 'unverified'), 0) AS verified_claims,
        ifNull(sumIf(claims_failed, first_outcome != 'unverified'), 0) AS failed_claims,
        countIf(beside) AS foreseen,
        countIf(stopped) AS stopped
    FROM answers
    GROUP BY label
),
looks AS
(
    SELECT
        label,
        check,
        countIf(mapContains(checked, check)) AS answers,
        sum(checked[check]) AS claims,
        countIf(beside) AS foreseen
    FROM answers
    ARRAY JOIN arrayDistinct(arrayConcat(mapKeys(checked), mapKeys(checked_beside))) AS check
    GROUP BY label, check
),
counted AS
(
    SELECT answer_id, check, first, failed, 0 AS unseen, 0 AS halts FROM failing
    UNION ALL
    SELECT answer_id, check, 0 AS first, 0 AS failed, 1 AS unseen, 0 AS halts
    FROM missed
    WHERE (answer_id, check) NOT IN (SELECT answer_id, check FROM failing)
    UNION ALL
    SELECT answer_id, check, 0 AS first, 0 AS failed, 0 AS unseen, 1 AS halts FROM halted
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
        ifNull(sumIf(checked[check], counted.unseen = 1), 0) AS unseen_claims,
        countIf(counted.halts = 1) AS stopped,
        countIf(counted.unseen = 1 AND mapContains(checked, check) AND beside) AS unforeseen
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
        together.answers - together.verified AS errors,
        together.stopped,
        together.foreseen
    FROM together
    UNION ALL
    SELECT
        by_check.label,
        by_check.check,
        least(by_check.rejected, looks.answers - by_check.unseen_answers) AS rejected,
        looks.answers - by_check.unseen_answers AS answers,
        by_check.failed_claims,
        looks.claims - by_check.unseen_claims AS claims,
        by_check.errors,
        least(by_check.stopped, looks.foreseen - by_check.unforeseen) AS stopped,
        looks.foreseen - by_check.unforeseen AS foreseen
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
    errors,
    stopped,
    foreseen,
    if(foreseen = 0, NULL, stopped / foreseen) AS candidate_rate
FROM figures
ORDER BY label, check
