"""Game records: moves with variations, comments and headers, read from SGF and HGF files and written back.

Start with `record` (the class that people use) and `node` (the tree of moves). A file becomes a record in `grammar`
(bytes to properties, by sgfmill) and `reading` (properties to moves); `writing` is the way back, `results` knows the
words of RE, and `form` is what a game must say about itself to have records: Havannah's answer is `havannah.sgf`.
"""
