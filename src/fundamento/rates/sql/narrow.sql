-- Leaves the answers of one regime only.
DELETE FROM answers
WHERE
    fingerprint IS DISTINCT FROM $fingerprint::VARCHAR
    OR prompt_sha256 IS DISTINCT FROM $prompt::VARCHAR
    OR model_asked IS DISTINCT FROM $asked::VARCHAR
    OR (model_answered IS DISTINCT FROM $answered::VARCHAR AND model_answered IS NOT NULL)
    OR ($after::TIMESTAMP IS NOT NULL AND (moment IS NULL OR moment <= $after::TIMESTAMP))
