"""Everything that the slap games share: patterns, rings of cards, reflexes and bots."""
