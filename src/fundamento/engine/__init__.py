"""The engine: one request from question to result. A flow yields what it needs done, and a driver does it."""
