"""Threes: rules, sampler, policy, search, solver, bots."""
