"""Moved to `mdexa.verdict`."""

from mdexa.verdict import *  # noqa: F403
