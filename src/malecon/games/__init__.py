"""Games: rules, notation, board drawings and game records.

Each game is a package: `geometry` and `rules` (kernels over structs), `position` (its public class), `notation`, `sgf`
and drawings. All positions share `position.Position`; `contract` declares the kernel functions that a search calls, and
`catalogue` lists the games. Games on boards of squares share `squares` and `square_position`.
"""
