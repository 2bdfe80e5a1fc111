"""The rules on meaning: one small function each, one line each in the table.

A rule gets everything that has passed its shape and gives findings back. One that raises is a bug.
"""

from mdexa.compiler.draft import Rule
from mdexa.compiler.rules import identity, licences, parts, readings, statements

RULES: tuple[Rule, ...] = (
    identity.id_is_file_name,
    identity.names_belong_to_one_card,
    parts.ids_are_unique,
    parts.ids_are_not_reserved,
    parts.some_part_is_current,
    parts.copies_copy_an_original,
    parts.separable_parts_say_how,
    parts.counts_have_units,
    parts.named_parts_exist,
    parts.every_part_has_a_route,
    statements.ids_are_unique,
    statements.something_is_said,
    statements.no_column_is_said_twice,
    statements.unstated_stands_alone,
    statements.text_read_is_told,
    statements.upstream_terms_stand_alone,
    statements.scope_reaches_its_parts,
    readings.silence_was_read_by_us,
    readings.absence_has_a_source,
    licences.keys_exist,
    licences.entries_are_unique,
    licences.keys_are_spdx,
    licences.unread_texts_permit_nothing_by_text,
    licences.words_state_nothing,
    licences.conditions_are_named,
    licences.entries_are_used,
)
