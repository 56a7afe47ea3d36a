"""Spades with partners, for Cardhouse: a package that adds a game to the house."""
