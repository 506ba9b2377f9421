"""Rates of rejection out of event logs: what would be rejected, whatever the modes were; the extra is `rates`."""
