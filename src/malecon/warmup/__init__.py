"""Compiling and loading kernels before they are needed.

`steps` says what there is to compile and shows progress, `compile` runs one step, `second_process` and
`parallel_kernels` use a second core, and `load` loads a player's code before a clock runs.
"""
