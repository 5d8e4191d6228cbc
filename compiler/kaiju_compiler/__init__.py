"""The compiler of Kaiju: from packs of YAML to programs that ``kaiju_runtime`` plays."""

__version__ = "0.1.0"
