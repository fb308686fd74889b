"""Every check that `make test` runs besides format, lint and types."""
