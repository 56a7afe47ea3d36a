"""The words of a card table and the contract that every game keeps. Knows no game by name."""
