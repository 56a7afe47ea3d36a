"""All that crosses a border of the house or is kept, as typed structures.

Readers ignore what they don't know, so that two sides can be brought up to date in any order; writers are exact.
"""
