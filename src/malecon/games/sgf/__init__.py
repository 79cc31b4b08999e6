"""Game records: moves with variations, comments and headers, read from and written to SGF and HGF files.

Start with `record` (the public class) and `node` (the game tree). `grammar` parses bytes into properties (with
sgfmill), `reader` turns properties into moves, `writer` writes records, and `results` interprets RE. `dialect` is the
interface that each game implements in its module `sgf`.
"""
