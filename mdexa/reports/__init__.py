"""The use report: a document on 1 to 500 datasets and some purposes, by which somebody can decide. It stands alone.

`making` makes it from a catalogue and names; `page`, `markdown`, `sheet` and `document` write it as HTML, Markdown, CSV
and JSON; `inputs` reads names from lists, tables, model cards and Croissant files; `files` puts files in place.
This file imports nothing: a check on a terminal needs one module of the package, and not the others.
"""
