"""Following a game that another engine plays: what an object is now, from events or from what the engine shows.

``infer(view)`` judges one view and keeps nothing. ``Board`` keeps a record of the objects that matter. ``forge``,
``xmage`` and ``arena`` translate what those engines say into the board's events and views.
"""
