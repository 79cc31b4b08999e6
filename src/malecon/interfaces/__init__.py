"""User interfaces, the only layer that prints.

`cli` is the command `malecon`, with its displays and prompts in `terminal`; `gtp` serves the Go Text Protocol, `web`
the page in the browser. `technique_reference` generates the list of presets and techniques.
"""
