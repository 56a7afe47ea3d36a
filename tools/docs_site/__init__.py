"""The docs site: what `make docs` adds to the pages of docs/ before Zensical renders them."""
