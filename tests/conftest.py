"""Hypothesis, the same on every machine: no randomness of its own, no memory of earlier runs, no stopwatch."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "main-match", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("main-match")
