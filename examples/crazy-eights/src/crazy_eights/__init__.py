"""Crazy Eights, for two to five: a game that another package adds to Cardhouse."""
