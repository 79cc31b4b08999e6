"""The board in the browser: a page of plain ES modules, and the HTTP and WebSocket API that it uses.

Start with `app.py`. The page keeps the game; the server knows rules, records and engines, and forgets a page when it is
closed.
"""
