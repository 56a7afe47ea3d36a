"""Slapjack: rules and sampler."""
