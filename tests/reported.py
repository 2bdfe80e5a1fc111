"""What each format of a use report says, read back out of it: verdicts by dataset, part and column, and names."""

import csv
import json
import re
from html.parser import HTMLParser
from io import StringIO

from markdown_it import MarkdownIt

from mdexa.reports.names import Given
from mdexa.reports.shapes import Origin
from mdexa.reports.wording import column_words, columns_words


def given(*names):
    """Names as if they were typed."""
    return [Given(name=name, origin=Origin(source="arguments", place=f"name {at}")) for at, name in enumerate(names, 1)]


def said_by_json(content):
    """(verdicts of parts, verdicts of wholes, unresolved names, digest) of the JSON."""
    report = json.loads(content)
    parts = {
        (dataset["id"], part["id"], columns_words(group["columns"]), group["value"])
        for dataset in report["datasets"]
        for group in dataset["parts"]
        for part in group["parts"]
    }
    wholes = {
        (dataset["id"], column_words(row["column"]), row["value"])
        for dataset in report["datasets"]
        for row in dataset["verdicts"]
    }
    return parts, wholes, {row["name"] for row in report["unresolved"]}, report["digest"]


def said_by_csv(content, spoken):
    """The same of the CSV; `spoken` are the column groups of the JSON, which a row a column does not have."""
    rows = list(csv.DictReader(StringIO(content.decode(), newline="")))
    judged = [row for row in rows if row["dataset"]]
    cells = {(row["dataset"], row["part"], row["column"], row["value"]) for row in judged}
    wholes = {(row["dataset"], column_words(row["column"]), row["whole"]) for row in judged}
    parts = {
        (dataset, part, words, value)
        for dataset, part, words, value, columns in spoken
        if all((dataset, part, column, value) in cells for column in columns)
    }
    assert len(cells) == sum(len(columns) for *_, columns in spoken)
    missing = {row["asked"] for row in rows if not row["dataset"]}
    return parts, wholes, missing, {row["digest"] for row in rows}.pop()


class _Page(HTMLParser):
    """Elements as (path of tags, text), and the attributes that matter."""

    def __init__(self):
        super().__init__()
        self.events, self.links, self.tags = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.events.append(("begin", tag, dict(attrs)))
        self.links += [value for name, value in attrs if name in ("href", "src", "action")]

    def handle_endtag(self, tag):
        self.events.append(("end", tag, {}))

    def handle_data(self, data):
        self.events.append(("text", data, {}))


def parsed(content):
    """The page, parsed."""
    page = _Page()
    page.feed(content if isinstance(content, str) else content.decode())
    page.close()
    return page


def said_by_html(content):
    """The same of any HTML that has our headings, tables and groups: that of the page, or made from the Markdown."""
    text = content if isinstance(content, str) else content.decode()
    parts, wholes = set(), set()
    for section in re.split(r"<h2[^>]*>", text)[1:]:
        ids = re.findall(r"<code>([^<]+)</code>", section)
        if "<h3>Verdict" not in section:
            continue
        dataset = ids[0]
        table = section[section.index("<h3>Verdict") :].partition("</table>")[0]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)[1:]:
            cells = [_plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
            wholes.add((dataset, cells[0], cells[1].replace(" ", "_")))
        why = section[section.index("Why, by part") :].partition("What to keep to")[0]
        for group in re.split(r"<h4>", why)[1:]:
            head, _, rest = group.partition("</h4>")
            named = rest.partition("<ul>")[0]
            parts |= {(dataset, part, *_head(_plain(head))) for part in _parts(named)}
    missing = re.split(r"<h2[^>]*>What was asked", text)[1].partition("<h2")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", missing, re.DOTALL)[1:]
    cells = [[_plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]
    names = {row[0] for row in cells if row[2] == "not resolved"}
    return parts, wholes, names, re.search(r"Digest.*?<code>([0-9a-f]+)</code>", text, re.DOTALL)[1]


VALUES = "allowed with conditions|allowed|needs permission|undeclared|unverifiable|conflicting|not allowed"


def _head(words):
    value, columns = re.match(rf"({VALUES}):? (.*)$", words).groups()
    return columns.removesuffix(" (evidence is old)"), value.replace(" ", "_")


def _parts(named):
    if "The whole dataset." in named:
        return ["all"]
    return [_plain(part) for part in re.findall(r"<code>(.*?)</code>", named)]


def _plain(markup):
    from html import unescape

    return " ".join(unescape(re.sub(r"<[^>]+>", "", markup)).split())


def said_by_markdown(content):
    """The same of the Markdown, made into HTML as GitHub does."""
    return said_by_html(rendered(content))


def rendered(content):
    """The Markdown as HTML; raw HTML in it comes through, as far as a reader would let it."""
    return MarkdownIt("gfm-like", {"linkify": False}).render(content.decode())
