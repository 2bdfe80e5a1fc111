"""The verdicts of `mdexa.judgement` in the shape of the oracle's, so that the two can be laid side by side."""

from tests.oracle.judgement import Verdicts
from tests.oracle.words import COLUMNS


def judge(cards, licences, as_of):
    """What `mdexa.judgement.judge` gives, as `Verdicts` by card id."""
    from mdexa.judgement import judge as judge_for_real

    return {name: verdicts_of(judged) for name, judged in judge_for_real(cards, licences, as_of).items()}


def verdicts_of(judged):
    """One `Judged` as `Verdicts`."""
    rulings = {part.id: {column: part.ruling(column) for column in COLUMNS} for part in judged.parts}
    heard = {
        name: {column: ruling.reported.value for column, ruling in row.items() if ruling.reported is not None}
        for name, row in rulings.items()
    }
    return Verdicts(
        own={name: {column: ruling.own for column, ruling in row.items()} for name, row in rulings.items()},
        final={name: {column: ruling.value for column, ruling in row.items()} for name, row in rulings.items()},
        whole=dict(judged.whole),
        licence_status=judged.licence_status,
        # Of a dataset that is fine as a whole `Judged` names the parts too; the page speaks of them under `mixed`.
        ok_parts=tuple(sorted(judged.ok_parts)) if judged.licence_status == "mixed" else (),
        repo_only=judged.repo_only,
        flags=frozenset(flag.id for flag in judged.flags),
        reported={name: row for name, row in heard.items() if row},
    )
