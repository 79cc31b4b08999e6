"""A board for notebooks: play and analyse by clicking; `pip install "malecon[notebook]"` installs what it needs."""
