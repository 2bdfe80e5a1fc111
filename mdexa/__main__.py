"""`python -m mdexa`."""

import sys

from mdexa.cli import main

if __name__ == "__main__":
    sys.exit(main())
