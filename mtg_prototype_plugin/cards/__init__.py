"""Where card facts come from."""
