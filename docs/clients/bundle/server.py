"""What a desktop client starts: the server over standard input and output."""  # noqa: INP001  a script, no package

import sys

from mdexa.cli import main

sys.exit(main(["serve"]))
