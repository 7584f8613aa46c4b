"""Card facts from other projects' data: each reader gives records in Scryfall's keys, for ``cards.record`` to read.

A field that the other data does not have is left out. No data comes with this package.
"""
