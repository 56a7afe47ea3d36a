"""The house inside the page: the same lobby and tables in a worker of the browser, with nobody else in it.

A worker of the page runs this with Pyodide. `house` answers what the page asks, `storage` keeps everything in a file of
the browser, and `thinking` has a second worker think for the bots.
"""
