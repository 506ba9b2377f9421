-- Leaves the answers of one regime only, and those that took no model and go with it.
DELETE FROM answers
WHERE
    fingerprint IS DISTINCT FROM $fingerprint::VARCHAR
    OR (entry IS NOT DISTINCT FROM 'check') <> $audited::BOOLEAN
    OR NOT (
        (prompt_sha256 IS NULL AND model_asked IS NULL AND model_answered IS NULL)
        OR (
            prompt_sha256 IS NOT DISTINCT FROM $prompt::VARCHAR
            AND model_asked IS NOT DISTINCT FROM $asked::VARCHAR
            AND (model_answered IS NOT DISTINCT FROM $answered::VARCHAR OR model_answered IS NULL)
        )
    )
    OR ($after::TIMESTAMP IS NOT NULL AND (moment IS NULL OR moment <= $after::TIMESTAMP))
