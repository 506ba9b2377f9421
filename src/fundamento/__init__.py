"""Traceability as a contract for the generation step of RAG assistants."""
