"""Judges: does the evidence prove the claim? A cross-encoder on this machine, or a language model."""
