"""When two sources are one: the same place, the same file at any commit, the same speaker."""

from urllib.parse import urlsplit

#: In the path of a code host, the word before the commit or branch.
BEFORE_REVISION = ("blob", "raw", "resolve", "tree")


def place(url):
    """The url without its fragment."""
    return url.partition("#")[0]


def file_at_any_commit(url):
    """The url without fragment and, on a code host, without the commit, branch or tag."""
    bare = place(url)
    parts = urlsplit(bare)
    steps = parts.path.split("/")
    if parts.netloc == "raw.githubusercontent.com" and len(steps) > 4:
        rest = steps[6:] if steps[3] == "refs" else steps[4:]
        return ("github.com", *steps[1:3], *rest)
    for word in BEFORE_REVISION:
        if word in steps[3:-2] and parts.netloc in ("github.com", "gitlab.com", "huggingface.co"):
            at = steps.index(word, 3)
            return (parts.netloc, *(step for step in steps[1:at] if step != "-"), *steps[at + 2 :])
    return bare


def same_source(one, other):
    """Same file, same speaker, both or neither a copy held by somebody else."""
    return (
        file_at_any_commit(one.source.url) == file_at_any_commit(other.source.url)
        and one.source.speaker == other.source.speaker
        and (one.source.read_from == "third_party_copy") == (other.source.read_from == "third_party_copy")
    )
