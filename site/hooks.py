"""Hooks of MkDocs for the reference site; mkdocs.yml names this file."""
