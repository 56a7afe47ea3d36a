"""Durak: rules, sampler, policy, search, solver, bots."""
