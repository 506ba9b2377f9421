"""Policy bundles: what is done about the findings of each check."""
