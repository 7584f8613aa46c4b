"""Scenarios as data, and what reads them and acts them out.

``scenario`` reads files by the tables of ``vocabulary`` and ``forms``; ``run`` acts them out on any host. An engine in
Python is one by ``adapter``, in another language by ``stdio`` and ``protocol``. ``selection``, ``jobs`` and ``report``
are for those who run them, ``pytest_plugin`` for those who run them under pytest.
"""
