"""What the functions share: the store, the closing protocol, schedules, keys, problems, settings."""
