"""The rules: what a match is and how its games are played.

Standard library only, no clock, no input or output, no global randomness: the same inputs give the same outputs on any
machine. Start reading at `engine.match`, then `engine.game`, then a game's own package.
"""
