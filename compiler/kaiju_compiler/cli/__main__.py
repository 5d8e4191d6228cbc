"""``python -m kaiju_compiler.cli``: the same as ``kaiju``."""

import sys

from kaiju_compiler.cli import main

if __name__ == "__main__":
    sys.exit(main())
