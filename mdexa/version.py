"""The version of the code, a constant: to ask the installed metadata costs several interpreter starts."""

__version__ = "0.1.0"
