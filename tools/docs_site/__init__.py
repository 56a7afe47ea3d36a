"""The docs site: what `make docs` adds to the pages of docs/ when it builds them with MkDocs."""
