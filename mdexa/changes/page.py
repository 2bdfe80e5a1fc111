"""The changes as one self-contained web page."""

from pathlib import Path

from mdexa.results import ChangesResult

_TEMPLATES = Path(__file__).parent / "templates"


def page(changes: ChangesResult) -> str:
    """HTML without any outside reference: it can be mailed, printed and kept."""
    # Inside, since all but the page works without the engine of templates.
    from mdexa.pages import environment

    return environment(_TEMPLATES).get_template("changes.html").render(changes=changes)
