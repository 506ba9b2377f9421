-- The lines of a file that are no JSON.
SELECT count(*) FROM read_ndjson_objects($source, ignore_errors = true, compression = 'none') WHERE json IS NULL
