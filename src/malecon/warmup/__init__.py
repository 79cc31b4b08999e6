"""Compiling and loading kernels before they are needed.

`steps` says what there is to compile and shows progress, `compile` runs one step, `step_process` runs one in a process
that can be killed, `second_process` and `parallel_kernels` use a second core, and `load` loads a player's code before a
clock runs.
"""
