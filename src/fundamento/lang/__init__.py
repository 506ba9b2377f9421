"""The languages that are read: data only, a folder a language."""
