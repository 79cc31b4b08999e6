"""`python -m malecon` is the command `malecon`."""

from malecon.interfaces.cli import main

main()
