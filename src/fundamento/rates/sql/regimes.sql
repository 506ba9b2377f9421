-- What the answers were made under: bundle, prompt and model.
SELECT
    fingerprint,
    prompt_sha256,
    model_asked,
    model_answered,
    entry IS NOT DISTINCT FROM 'check' AS audited,
    min({bundle}) AS bundle,
    min({prompt}) AS prompt,
    count(*) AS answers,
    count(*) - count(moment) AS undated,
    min(moment) AS first_seen,
    max(moment) AS last_seen
FROM answers
GROUP BY fingerprint, prompt_sha256, model_asked, model_answered, audited
ORDER BY max(moment) DESC NULLS LAST, count(*) DESC, fingerprint, prompt_sha256, model_asked, model_answered, audited
