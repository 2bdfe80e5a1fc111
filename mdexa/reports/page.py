"""A report as one HTML file: no script, nothing loaded, for the screen, for paper and to be read aloud."""

from pathlib import Path

from mdexa.reports import wording
from mdexa.reports.overview import overview
from mdexa.reports.shapes import Report

_TEMPLATES = Path(__file__).parent / "templates"


def page(report: Report) -> bytes:
    """The file. It needs the template engine, which the other formats do without."""
    from mdexa.pages import Markup, environment

    made = environment(_TEMPLATES)
    made.filters.update(
        spoken=wording.spoken,
        column=wording.column_words,
        columns=wording.columns_words,
        dates=wording.dates,
        sought=wording.sought,
        speaker=lambda word: wording.SPEAKERS.get(word, wording.spoken(word)),
        access=lambda word: wording.ACCESS.get(word, wording.spoken(word)),
        handling=lambda word: wording.HANDLING.get(word, wording.spoken(word)),
    )
    # Our own file, no text of others.
    own = Markup((_TEMPLATES / "report.css").read_text(encoding="utf-8"))
    return (
        made.get_template("report.html")
        .render(report=report, words=wording, told=wording.told, overview=overview(report), own_style=own)
        .encode()
    )
