"""Small convolutional nets, evaluated by kernels: policy per cell and value, on boards of any shape and size.

Nothing here belongs to a game: a game describes its grid (`structs`), writes its planes and maps its moves to the
outputs. Start with `forward`, which has the whole net; `convolution` is its inner loop, `weights` the file format.
"""
