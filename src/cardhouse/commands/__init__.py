"""The subcommands of `cardhouse`, a module each, with ``add_to(subparsers)``."""
