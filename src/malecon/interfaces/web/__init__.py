"""Web board: a page of plain ES modules and the HTTP and WebSocket API behind it.

Start with `app.py`. `access` decides who is let in, `connections` limits what a connection may use. A request over
HTTP is answered by `positions`, `game_trees` or `catalogue`, on the threads of `work`. A WebSocket is a `session`; its
searches run as `jobs` on the threads of the `scheduler`, with engines from `engines`, and their results are converted
to JSON by `encoding`. The game itself lives in the page: the server drops all state of a page when its WebSocket
closes. Two kinds of games live here: those between `friends`, and those of the `library` if a folder was named.
`answers` has the types of what the API sends.
"""
