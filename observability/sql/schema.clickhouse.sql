-- The table that rates.clickhouse.sql reads. Insert the log lines as they are, as JSONEachRow with
-- input_format_skip_unknown_fields = 1 and date_time_input_format = 'best_effort'; other software's lines may come along.
CREATE TABLE IF NOT EXISTS fundamento_events
(
    event LowCardinality(String),
    schema UInt32,
    timestamp Nullable(DateTime64(6, 'UTC')),
    answer_id Nullable(String),
    bundle LowCardinality(Nullable(String)),
    bundle_version Nullable(UInt32),
    fingerprint LowCardinality(Nullable(String)),
    tenant LowCardinality(Nullable(String)),
    route LowCardinality(Nullable(String)),
    first_outcome LowCardinality(Nullable(String)),
    claims Nullable(UInt32),
    claims_failed Nullable(UInt32),
    checked Map(LowCardinality(String), UInt32),
    candidate_bundle LowCardinality(Nullable(String)),
    candidate_version Nullable(UInt32),
    candidate_action LowCardinality(Nullable(String)),
    candidate_checked Map(LowCardinality(String), UInt32),
    prompt_name LowCardinality(Nullable(String)),
    prompt_version Nullable(UInt32),
    prompt_lang LowCardinality(Nullable(String)),
    prompt_sha256 LowCardinality(Nullable(String)),
    model_asked LowCardinality(Nullable(String)),
    model_answered LowCardinality(Nullable(String)),
    check LowCardinality(Nullable(String)),
    claim Nullable(UInt32),
    fragment Nullable(String),
    attempt Nullable(UInt32),
    final Nullable(Bool),
    mode LowCardinality(Nullable(String)),
    part LowCardinality(Nullable(String)),
    error LowCardinality(Nullable(String))
)
ENGINE = MergeTree
ORDER BY (event, ifNull(answer_id, ''))
SETTINGS index_granularity = 8192
