"""Reports: results of experiments next to published ones.

`results` evaluates the games of a database; `report` writes all files of a report, using `page` (HTML), `markdown` and
`plot`. `figures` draws the plots of the papers with our curves, `overview` counts and draws all rows at once, `latex`
renders one table. `effects` holds the measured effect of each technique, `game_space` the complexities of other games.
"""
