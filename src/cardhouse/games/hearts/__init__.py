"""Hearts: rules, sampler, policies, searches, bots."""
