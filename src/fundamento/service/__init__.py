"""The sidecar: checks and answers over HTTP, for assistants not written in Python; it needs the extra `service`."""
