"""Compiling kernels before they are needed. Start with `steps`."""
