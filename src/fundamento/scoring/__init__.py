"""A calibrated probability that evidence supports a claim, from features that can be told in words."""
