"""The players' and the public's part of the API."""
