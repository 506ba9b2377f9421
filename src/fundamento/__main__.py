"""`python -m fundamento` is the command `fundamento`."""

from fundamento.cli import main

main()
