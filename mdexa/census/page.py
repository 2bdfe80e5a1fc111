"""A census as one web page that stands by itself: it can be mailed, printed and kept."""

from pathlib import Path

from mdexa.census.pictures import picture
from mdexa.census.shapes import Census
from mdexa.drawing.plots import share

_TEMPLATES = Path(__file__).parent / "templates"


def page(made: Census) -> str:
    """HTML without any outside reference. Needs the package of the extra `pages`."""
    from mdexa.pages import Markup, environment

    look = (_TEMPLATES / "census.css").read_text(encoding="utf-8")
    return (
        environment(_TEMPLATES)
        .get_template("census.html")
        .render(
            census=made,
            look=Markup(look),
            pictures={section.id: Markup(picture(section)) for section in made.sections},
            share=share,
            left=lambda section: max(len(section.lines) - (section.drawn or len(section.lines)), 0),
        )
    )
