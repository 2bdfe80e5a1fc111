"""Quality gates: what a curator should mend, or say why it stays. One small function each, one line each in the table.

The rules on meaning run on what was written; the gates run on a catalogue without errors and on what was derived from
it. They give warnings, never errors: a gate doubts, it does not refuse. `exemptions.yaml` says which doubts stay.
"""

from mdexa.compiler.draft import Drafts
from mdexa.compiler.finding import Finding
from mdexa.compiler.gates import evidence, labels, leftovers, lineage
from mdexa.compiler.gates.judgements import Gate, Judgements
from mdexa.verdict import Judged

GATES: tuple[Gate, ...] = (
    evidence.silence_names_what_was_read,
    evidence.verdicts_rest_on_more_than_a_copy,
    evidence.commercial_use_rests_on_the_data,
    evidence.permissions_are_dated,
    evidence.permissions_are_fresh,
    lineage.named_datasets_are_related,
    labels.labels_agree_with_keys,
    labels.labels_are_no_sentences,
    leftovers.parts_differ_from_their_kind,
    leftovers.aliases_add_a_name,
    leftovers.concepts_are_used,
)


def pass_gates(drafts: Drafts, verdicts: dict[str, Judged]) -> list[Finding]:
    """What the gates find in a catalogue that is sound and judged."""
    judgements = Judgements(drafts, verdicts)
    return [finding for gate in GATES for finding in gate(judgements)]
