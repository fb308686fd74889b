"""The rules, without any cloud: the engine's core on a toy game, and what every game must keep to."""
