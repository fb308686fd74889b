"""The Lambda functions, one folder each, and what they share. Handlers import `shared`, that imports the engine."""
