"""The host's part of the API."""
