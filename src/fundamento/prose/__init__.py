"""Answers in prose, as assistants write them: sentences with inline markers in place of the contract's JSON."""
