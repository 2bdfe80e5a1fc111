"""The words of a report: what columns, values, speakers and reasons are called for somebody who reads no ids."""

from collections.abc import Iterable

from mdexa.card import Licence, Source
from mdexa.explanation import LEFT_OUT, NOTES
from mdexa.purposes import COLUMNS, SPLIT_PURPOSES, is_commercial, permits
from mdexa.reports.shapes import Evidence, HowToRead, Looked, Word
from mdexa.verdict import EdgeUse

VALUES = {
    "allowed": "A yes: the use is permitted without conditions.",
    "allowed_with_conditions": (
        "A yes, as long as the conditions are kept that are listed; the user can meet them alone."
    ),
    "needs_permission": "Not a yes: somebody must first permit this use.",
    "undeclared": ("Not a yes: the place where the publisher gives the data away was read, and states no terms."),
    "unverifiable": "Not a yes: it could not be established what holds. Names that were not resolved count so.",
    "conflicting": "Not a yes: the publisher's own words contradict each other, or those of a source inside.",
    "not_allowed": "A no: the use is excluded.",
}
PURPOSES = {
    "academic_research": "research at a university or the like, from which nobody earns; noncommercial by definition",
    "teaching": "use in courses; noncommercial by definition",
    "commercial_research": "research by or for somebody who earns by it; commercial by definition",
    "commercial_product": "use in the making or running of what is sold or offered for gain; commercial by definition",
    "model_training": "training a model on the data",
    "model_release": "giving a model that was trained on the data to others",
    "redistribution": "passing the data on as they are",
    "derived_data_release": "passing on data that were made from them",
    "third_party_api": "sending records to an online service of somebody else, such as a language model",
}
WORDS = {
    "part": (
        "Whatever has its own terms: images, outlines, published weights, one version. The whole is as good as its "
        "worst part that counts."
    ),
    "beside the whole": "Weights, copies and old releases are judged and shown, and do not count for the whole.",
    "separable": "The items of the part can be told from the others, so that it can be used alone.",
    "the publisher alone": "The verdict by the publisher's own words, before the terms of the sets it is made from.",
    "reported": "What copies, registers and third parties say where the publisher was not heard. It never decides.",
    "licence status": "What the verdicts on a commercial product come to. Only “commercial ok” is a yes.",
    "our own handling": "What Mdexa itself does with its card. It says nothing on the licence.",
    "text of the source": "Words of others in quotation marks, as they were typed: data, never an instruction.",
    "evidence is old": (
        "A deciding text was read more than 18 months before the day of the catalogue, or in a copy of unknown date. "
        "Open the source before relying on it."
    ),
}
_NAMES = {"third_party_api": "third-party API"}
_SETS = {
    "every purpose": set(COLUMNS),
    "every commercial purpose": set(filter(is_commercial, COLUMNS)),
    "every noncommercial purpose": {column for column in COLUMNS if not is_commercial(column)},
}
INSTRUMENTS = {
    "licence": "licence",
    "agreement": "agreement",
    "policy": "policy or notice",
    "reply": "reply in a thread",
}
SPEAKERS = {"publisher": "publisher", "host": "host or register", "third_party": "third party"}
#: Behind a value that permits by a statement that was read long ago, or in a copy of unknown date.
OLD = "evidence is old"
STALE = "evidence_stale"
#: Whose words a label has; that they are nothing more than words is said where the words of the report are.
LABEL = "Label as it stands there (text of the source)"
COPIES = {"stored_copy": "copy", "third_party_copy": "copy held by a third party,"}
#: The result of looking at a place that could not be read at all.
UNREADABLE = "unreadable"
#: What was done with a place that gave no statement, by whether it could not be read.
LOOKED = {False: "Looked at", True: "Not read"}
#: What a statement does in a column.
GIVES = {
    "allowed": "permits it",
    "allowed_with_conditions": "permits it under conditions",
    "needs_permission": "makes it depend on a permission",
    "not_allowed": "excludes it",
    "unstated": "does not speak of it",
    "as_upstream": "leaves it to the terms of what it is made from",
    "unverifiable": "does not settle it: its text was not read, or it has limits that are not resolved",
}
CARRIES = {
    "records": "holds records of it",
    "derived_values": "holds values computed from it",
    "trained_on": "was trained on it",
    "identifiers": "holds its identifiers",
}
ACCESS = {
    "open": "open: no account, nothing to sign",
    "registration": "registration: an account with the publisher",
    "agreement": "agreement: terms to accept or sign",
    "credentialed": "credentialed: a person is checked, and signs",
    "application": "application: a committee or the publisher decides",
    "email": "email: the publisher answers requests",
    "fee": "fee: it costs money",
    "none": "none: there is no route",
}
HANDLING = {
    "link_only": "link only: Mdexa links to the publisher and hosts no file of it",
    "under_review": "under review: somebody has contested this card, and we have not finished looking into it",
}


#: What a person writes into a report that is to be signed.
DECISION = ("Product or project", "Asked by", "Decided by", "Date", "Decision, and its conditions")


#: With more datasets than this, the evidence of each is folded away on the screen. On paper it is never.
UNFOLDED = 5


def flag_words(flag: str, old: Iterable[str]) -> str:
    """A flag as words in the summary; that of old evidence says which permissions rest on it, if any."""
    if flag != STALE:
        return spoken(flag)
    named = columns_words(old)
    return f"{OLD}: {named}" if named else OLD


def spoken(word: str) -> str:
    """A value, status or other id as words: `not_allowed` -> `not allowed`."""
    return word.replace("_", " ")


def column_words(column: str) -> str:
    """`model_training/commercial` -> `model training, commercial`."""
    purpose, slash, setting = column.partition("/")
    return f"{_NAMES.get(purpose, spoken(purpose))}{f', {setting}' if slash else ''}"


def columns_words(columns: Iterable[str]) -> str:
    """Several columns, as short as can be said: all of a setting at once, a purpose in both settings once."""
    named = tuple(columns)
    if len(named) > 1 and set(named) in _SETS.values():
        return next(words for words, one in _SETS.items() if one == set(named))
    said = []
    for column in named:
        purpose, _, setting = column.partition("/")
        if purpose in SPLIT_PURPOSES and {f"{purpose}/commercial", f"{purpose}/noncommercial"} <= set(named):
            if setting == "commercial":
                said.append(f"{column_words(purpose)}, both settings")
        else:
            said.append(column_words(column))
    return "; ".join(said)


def note(text: str) -> str:
    """A note of a ruling (`word:detail`) as a sentence, without the number of its rule."""
    word, _, detail = text.partition(":")
    sentence = NOTES[word].partition(" ")[2] if word in NOTES else spoken(word) + ": {detail}"
    for value in VALUES:
        sentence = sentence.replace(value, spoken(value))
    return sentence.format(detail=detail)


def left_out(reason: str) -> str:
    """Why a statement does not decide."""
    return LEFT_OUT.get(reason, spoken(reason)).partition(" (rule")[0]


def edge(use: EdgeUse) -> str:
    """What a source inside does to the verdict."""
    part = f", part {use.upstream_part}" if use.upstream_part else ""
    known = ", which has no card here" if use.external else ""
    text = f"This {CARRIES.get(use.carries, spoken(use.carries))}: {use.upstream}{part}{known}. "
    if use.granted:
        return f"{text}The verdict there is “{spoken(use.value)}”; a grant of that source lets it lower nothing here."
    lowered = "The verdict there does not permit more" if not permits(use.value) else "It changes the verdict"
    return f"{text}{lowered}: “{spoken(use.value)}”."


def told(instrument: str, scope: Iterable[str], speaker: str) -> str:
    """What kind of statement it is, on what, and on whose word."""
    kind = INSTRUMENTS.get(instrument, spoken(instrument))
    on = ", ".join("something that it does not name" if one == "unstated" else spoken(one) for one in scope)
    article = "the" if speaker == "publisher" else "a"
    return f"{kind} on {on}, said by {article} {SPEAKERS.get(speaker, spoken(speaker))}"


def copied(source: Source | Evidence | Looked) -> str:
    """In which copy a source was read, and of which day that is; nothing of one that was read at its place."""
    if source.read_from == "live":
        return ""
    copy = COPIES.get(source.read_from, f"{spoken(source.read_from)},")
    if source.copy_dated == "unknown":
        return f"{copy} of unknown date, looked at {source.read_on}"
    return f"{copy} of {source.copy_dated}, looked at {source.read_on}"


def dates(source: Evidence | Looked) -> str:
    """The day of a source, when it was read, and in what."""
    dated = "undated" if source.dated == "unknown" else f"dated {source.dated}"
    return f"{dated}; {copied(source) or f'read on {source.read_on}, on the page itself'}"


def sought(row: Looked) -> str:
    """What came of looking at a place, and when. Of what could not be read, no day of reading is told."""
    if row.result == UNREADABLE:
        return f"tried on {row.read_on}; could not be read"
    return f"{spoken(row.result)}; {dates(row)}"


def clauses(entry: Licence, columns: Iterable[str]) -> str:
    """Where the text of a licence speaks on some columns."""
    rulings = [entry.columns[column] for column in columns if column in entry.columns]
    found = dict.fromkeys(f"{row.clause} ({spoken(row.basis)})" for row in rulings)
    return "; ".join(found)


LIMITS = (
    "This is no legal advice. It is a reading of public statements; whoever decides should open the sources.",
    (
        "Sources were read on the days that stand beside them. What was published or changed later is not known here; "
        "the day of the catalogue stands at the top."
    ),
    "Only the publisher's own words decide. What copies, registers and others say is shown, and decides nothing.",
    "What could not be read or found is written as unknown or unverifiable, and never taken for a permission.",
    (
        "Other rights in the data, such as consent, privacy, patents, or copyright in single items, are judged only as "
        "far as the statements speak of them. Clinical use is a matter of regulation and is not judged."
    ),
    (
        "Whether you have signed, applied for or been granted something is not known here, nor are contracts of your "
        "own with a publisher."
    ),
)


def how_to_read() -> HowToRead:
    """The words of the report, and its limits."""
    return HowToRead(values=_words(VALUES), purposes=_words(PURPOSES), words=_words(WORDS), limits=LIMITS)


def _words(meanings: dict[str, str]) -> tuple[Word, ...]:
    return tuple(Word(word=word, meaning=meaning) for word, meaning in meanings.items())
