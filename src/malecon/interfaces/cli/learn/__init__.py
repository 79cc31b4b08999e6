"""The commands of `malecon learn`: each trains one kind of knowledge from games."""
