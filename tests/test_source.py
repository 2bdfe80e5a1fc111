"""YAML is read by our own rules, keeps its lines, and never ends a run with a traceback."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mdexa.compiler import source
from mdexa.compiler.assembly import DEEPEST, resolve
from mdexa.compiler.characters import HIDDEN, printable
from mdexa.compiler.source import read


def data_of(text):
    """The data of a text that has no faults."""
    document, findings = read("cards/x.yaml", text.encode())
    assert findings == []
    return document.data


def codes_of(content):
    """The codes of what is found in the bytes of a file."""
    return [finding.code for finding in read("cards/x.yaml", content)[1]]


@pytest.fixture(params=["C", "Python"])
def loader(request, monkeypatch):
    """Both parsers of PyYAML: the one in C where it was built, and the one that is always there."""
    chosen = {"C": getattr(yaml, "CSafeLoader", source._Scanner), "Python": source._Scanner}[request.param]
    monkeypatch.setattr(source, "_LOADER", chosen)


SCALARS = {
    "no": "no",
    "yes": "yes",
    "on": "on",
    "True": "True",
    "NULL": "NULL",
    "~": "~",
    "2020-01-02": "2020-01-02",
    "2020-01-02 10:00:00": "2020-01-02 10:00:00",
    "012": "012",
    "0o17": "0o17",
    "0x1F": "0x1F",
    "1:30": "1:30",
    "1_000": "1_000",
    "+1": "+1",
    "1e5": "1e5",
    ".5": ".5",
    "1.": "1.",
    ".inf": ".inf",
    ".nan": ".nan",
    "=": "=",
    "١٢": "١٢",
    "1" * 30: "1" * 30,
    "true": True,
    "false": False,
    "null": None,
    "0": 0,
    "-0": 0,
    "112120": 112120,
    "-7": -7,
    "1.10": 1.1,
    "-0.5": -0.5,
}


@pytest.mark.parametrize("typed", SCALARS)
@pytest.mark.usefixtures("loader")
def test_only_plain_numbers_and_three_words_are_not_text(typed):
    """`no` is no lie, a date no object, an octal no other number."""
    value = data_of(f"a: {typed}\n")["a"]
    assert value == SCALARS[typed]
    assert type(value) is type(SCALARS[typed])


@pytest.mark.usefixtures("loader")
def test_quoted_scalars_are_text():
    """Whatever stands in quotes or in a block is text."""
    assert data_of("a: \"1\"\nb: 'true'\nc: >-\n  null\nd: |\n  5\n") == {"a": "1", "b": "true", "c": "null", "d": "5"}


@pytest.mark.usefixtures("loader")
def test_empty_values_are_null():
    """A key without a value is there, and empty."""
    assert data_of("a:\nb: [1, null]\n") == {"a": None, "b": [1, None]}


@pytest.mark.usefixtures("loader")
def test_every_place_has_its_line():
    """A value stands in the line of its key, an item in its own, a missing place in that around it."""
    document, _ = read(
        "x", b"a:\n  - one\n  - b: 1.10\n    c:\n      d: >-\n        long\n        text\ne: {f: 1,\n  g: 2}\n"
    )
    lines = document.lines
    assert [lines.at(path) for path in ((), ("a",), ("a", 0), ("a", 1), ("a", 1, "b"))] == [1, 1, 2, 3, 3]
    assert [lines.at(path) for path in (("a", 1, "c"), ("a", 1, "c", "d"), ("e", "f"), ("e", "g"))] == [4, 5, 8, 9]
    assert [lines.at(path) for path in (("a", 1, "none"), ("a", 7), ("z", 1), ("e", "g", "h"))] == [3, 1, 1, 9]


def test_what_was_typed_is_kept():
    """A number is given back as it was typed, so that a remedy can quote it."""
    document, _ = read("x", b'version: 1.10\nflag: true\nname: "2"\n')
    assert [document.lines.typed((key,)) for key in ("version", "flag", "name", "none")] == ["1.10", "true", "", ""]


FAULTS = {
    "yaml/repeated-key": b"a: 1\nb: 2\na: {c: [1, {d: 2}]}\n",
    "yaml/alias": b"a: *x\n",
    "yaml/anchor": b"a: &x 1\n",
    "yaml/tag": b"a: !!python/object/apply:os.system ['true']\n",
    "yaml/merge-key": b"<<: {a: 1}\n",
    "yaml/key-not-text": b"{a: 1}: b\n",
    "yaml/several-documents": b"a: 1\n---\nb: 1\n",
    "yaml/empty": b"\n\n# nothing\n",
    "yaml/not-utf-8": "a: é\n".encode("utf-16"),
    "yaml/byte-order-mark": b"\xef\xbb\xbfa: 1\n",
    "yaml/tab": b"a:\t1\n",
    "yaml/hidden-character": b"a: b\x00c\n",
    "yaml/line-break": b"a: |\n  b\n  c\n",
    "yaml/too-deep": b"a: " + b"[" * 5000 + b"]" * 5000,
    "yaml/syntax": b"a: [1\n",
}


@pytest.mark.parametrize("code", FAULTS)
@pytest.mark.usefixtures("loader")
def test_each_fault_is_found_by_both_parsers(code):
    """What is refused does not depend on how PyYAML was built."""
    assert codes_of(FAULTS[code]) == [code]


SYNTAX = (
    b"a: b: c\n",
    b"a: [1\n",
    b"a: {b: 1\n",
    b"a: @b\n",
    b'a: "b\n',
    b'a: "\\q"\n',
    b"a: 1\n b: 2\n",
    b" a: 1\nb: 2\n",
    b"a: - b\n",
    b"a\nb: 1\n",
    b"a:\n  - b\n c: 1\n",
    b"a:\n  b: 1\n c: 1\n",
)


@pytest.mark.parametrize("content", SYNTAX)
def test_usual_mistakes_are_explained_alike(content, monkeypatch):
    """The two parsers use other words, and a curator reads the same explanation in the same line."""
    found = []
    for chosen in (getattr(yaml, "CSafeLoader", source._Scanner), source._Scanner):
        monkeypatch.setattr(source, "_LOADER", chosen)
        found.append(read("x", content)[1])
    assert [finding.code for finding in found[0]] == ["yaml/syntax"]
    assert "this is no YAML" not in found[0][0].message
    assert found[0][0].message == found[1][0].message


@pytest.mark.parametrize(
    "character",
    [
        "\x07",
        "\x1b",
        "\x7f",
        "\x85",
        "\xad",
        "\u061c",
        "\u200b",
        "\u200e",
        "\u2028",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\U000e0041",
    ],
)
def test_hidden_characters_are_refused_plain_and_escaped(character):
    """Neither the character itself nor its escape in double quotes comes through."""
    assert codes_of(f"a: x{character}y\n".encode()) == ["yaml/hidden-character"]
    assert codes_of(f'a: "x\\U{ord(character):08x}y"\n'.encode()) == ["yaml/hidden-character"]


def test_letters_of_all_scripts_come_through():
    """Chinese, Arabic, Hindi with its joiners, accents and symbols are text like any other."""
    text = "胸部X光 الصدر क्‍ष é µ 한국어 “quoted” – 5 °C"
    assert data_of(f"a: {text}\n") == {"a": text}


def test_line_ends_of_windows_are_line_ends():
    """A file with CR LF reads as one with LF; a CR alone is refused."""
    assert data_of("a: 1\r\nb: two\r\n") == {"a": 1, "b": "two"}
    assert codes_of(b"a: 1\rb: 2\n") == ["yaml/hidden-character"]


def test_all_faults_of_a_file_are_found_at_once():
    """One run names every fault, each with its line and place, and goes on reading behind it."""
    _, findings = read("x", b"a: &m 1\nb:\n  - *m\n  - {c: 1, c: 2}\n1: x\nd: !t y\n")
    assert [(finding.code, finding.line, finding.pointer) for finding in findings] == [
        ("yaml/anchor", 1, "/a"),
        ("yaml/alias", 3, "/b/0"),
        ("yaml/repeated-key", 4, "/b/1"),
        ("yaml/key-not-text", 5, ""),
        ("yaml/tag", 6, "/d"),
    ]


def test_first_of_a_repeated_key_is_kept():
    """What stands first is read, so that the finding and the data agree."""
    document, findings = read("x", b"a: 1\na: {b: 2, c: [3]}\nd: 4\n")
    assert len(findings) == 1
    assert document.data == {"a": 1, "d": 4}


def test_refused_keys_leave_no_trace():
    """The value of a key that was refused is not read, and what follows it is."""
    document, _ = read("x", b"a: 1\n? {x: [1, {y: 2}]}\n: {z: [3]}\n2: {q: [1]}\nb: 5\n")
    assert document.data == {"a": 1, "b": 5}


def test_depth_has_a_bottom():
    """What is as deep as allowed is read; one step more is refused."""
    assert codes_of(b"[" * DEEPEST + b"]" * DEEPEST) == []
    assert codes_of(b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1)) == ["yaml/too-deep"]


@pytest.mark.parametrize("opening", ["[", "{", "- ", "{a: "])
@pytest.mark.usefixtures("loader")
def test_depth_costs_no_time(opening):
    """Tens of thousands of open containers are refused as soon as the bottom is reached."""
    assert set(codes_of(opening.encode() * 30_000)) & {"yaml/too-deep", "yaml/syntax"}


def test_repetition_does_not_multiply():
    """A few lines of aliases that would grow to billions of items are refused without growing."""
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    assert set(codes_of(bomb.encode())) == {"yaml/anchor", "yaml/alias"}


@given(st.binary(max_size=200))
def test_bytes_never_crash_the_reader(content):
    """Whatever the bytes, there is a document or a finding, and every line is inside the file."""
    document, findings = read("x", content)
    assert document is not None or findings
    assert all(1 <= finding.line <= content.count(b"\n") + content.count(b"\r") + 2 for finding in findings)


YAMLISH = st.text(st.sampled_from("ab1:-?[]{}&*!|>'\"%@`,#. \n<~=\\"), max_size=60)


@given(YAMLISH)
def test_punctuation_never_crashes_the_reader(text):
    """Whatever the order of YAML's own signs, both parsers end in a document or a finding."""
    document, findings = read("x", text.encode())
    assert document is not None or findings


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda text: not HIDDEN.search(text)),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), inside, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), PLAIN, min_size=1, max_size=3))
def test_what_is_written_is_read(data):
    """Data that PyYAML writes with text in quotes come back unchanged."""
    text = yaml.dump(data, Dumper=Quoting, allow_unicode=True, width=1000)
    document, findings = read("x", text.encode())
    assert findings == []
    assert document.data == data


class Quoting(yaml.SafeDumper):
    """Writes every value that is text in double quotes, and repeats nothing by alias."""

    def ignore_aliases(self, _data):
        """Never."""
        return True


Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


@given(st.text(max_size=20))
def test_plain_scalars_resolve_to_themselves_or_to_numbers(text):
    """Text stays text unless it is one of three words or a plain number, which prints as the same number."""
    value = resolve(text)
    assert value == text or text in ("", "null", "true", "false") or float(text) == value


@given(st.text(max_size=30))
def test_printable_text_hides_nothing(text):
    """After escaping there is no control, bidi or invisible character left."""
    assert not HIDDEN.search(printable(text))
