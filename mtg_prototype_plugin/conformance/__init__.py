"""Scenarios as data, and what reads them."""
