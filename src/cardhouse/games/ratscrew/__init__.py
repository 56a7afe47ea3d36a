"""Ratscrew: rules and sampler."""
