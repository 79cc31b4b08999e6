"""Learning a net: self-play, shards of games, examples, training with PyTorch, the gate and the generations.

Start with `generations`, the loop. `shards` defines the data set, `examples` turns its games into planes and targets,
`model` and `train` need PyTorch; everything else runs without it.
"""
