"""What every game must keep to, and gets tested for free.

`CHECKS` is the whole list. Each check is told a game's key and a source of chance, plays at random from there, and
fails with an `AssertionError`, or with whatever the game raised where it must not. Nothing here knows any game: a new
one is one more line in `tests/engine/test_conformance.py`.
"""

from collections.abc import Callable
from random import Random

from tests.engine.conformance import deadlines, forms, inputs, phases, record, views

CHECKS: tuple[Callable[[str, Random], None], ...] = (
    phases.every_phase_ends_though_nobody_enters_anything,
    phases.phases_count_up_without_a_gap,
    phases.nothing_closes_twice,
    deadlines.c1_an_entry_counts_until_a_millisecond_before_the_deadline,
    deadlines.c2_a_phase_lasts_as_long_as_it_says,
    deadlines.c3_a_late_reveal_moves_the_next_deadline_only_beyond_the_grace,
    inputs.refused_inputs_change_nothing,
    inputs.nothing_is_changed_in_place,
    inputs.an_entry_for_another_phase_is_refused,
    inputs.entries_that_no_form_gives_break_no_rule,
    inputs.c8_entries_outlive_the_acts_that_they_rest_on,
    forms.forms_offer_nothing_that_is_refused_or_ignored,
    forms.forms_offer_no_act_too_many,
    record.saving_and_loading_at_every_step_changes_nothing,
    record.the_same_seed_and_inputs_give_the_same_record,
    record.a_phase_can_be_computed_again_from_its_record,
    record.every_draw_has_a_label_of_its_own,
    record.the_order_in_which_entries_came_is_no_input,
    views.c11_no_view_tells_what_others_do_while_a_phase_is_open,
    views.what_is_not_revealed_stays_hidden_after_the_close,
    views.replaced_and_withdrawn_entries_leave_no_trace_but_the_record,
    views.c12_no_view_holds_the_seed_a_draw_or_a_record,
    views.views_and_outcomes_have_the_shapes_they_declare,
)
"""Every rule that a game must keep to, in the order in which one would want to hear about them."""
