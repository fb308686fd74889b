"""Each check of the conformance suite goes red on a game, or an engine, that breaks what it is about."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

import engine.closing
import engine.inputs
import engine.views
from engine.boundary import boundary
from engine.deadlines import opened
from engine.draws import Draws
from engine.forms import Can, Field, Form, Option
from engine.game import OpenPhase, Phase, Resolved
from engine.match import Match
from engine.refusals import Refused
from tests.engine.conformance import CHECKS, deadlines, forms, inputs, phases, record, views
from tests.engine.toy_game import Bid, LoneNumber, ToyConfig, ToyHoldings, ToyPublic, ToyState

Check = Callable[[str, Random], None]
Break = Callable[[pytest.MonkeyPatch], None]
BREAKS: list[tuple[Check, Break]] = []
RED = (AssertionError, Refused, LookupError, ValueError, ArithmeticError, pytest.fail.Exception)

# As they should be, for the broken ones to lean on.
act, begin, can, close, phase = LoneNumber.act, LoneNumber.begin, LoneNumber.can, LoneNumber.close, LoneNumber.phase
go_on, public_view = engine.closing.go_on, engine.views.public_view


def breaks(check: Check) -> Callable[[Break], Break]:
    def note(broken: Break) -> Break:
        BREAKS.append((check, broken))
        return broken

    return note


def method(patch: pytest.MonkeyPatch, name: str, broken: Callable[..., Any]) -> None:
    patch.setattr(LoneNumber, name, broken)


@breaks(phases.every_phase_ends_though_nobody_enters_anything)
def a_round_that_nobody_entered_is_played_again(patch: pytest.MonkeyPatch) -> None:
    def again(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        resolved = close(self, table, draws)
        return resolved if table.entries else replace(resolved, state=table.state)

    method(patch, "close", again)


@breaks(phases.every_phase_ends_though_nobody_enters_anything)
def a_match_ends_without_a_result(patch: pytest.MonkeyPatch) -> None:
    method(patch, "result", lambda *_: None)


@breaks(phases.phases_count_up_without_a_gap)
def a_phase_no_longer_awaits_who_has_entered(patch: pytest.MonkeyPatch) -> None:
    def forgetful(self: LoneNumber, table: Any) -> Phase | None:
        asked = phase(self, table)
        left = tuple(seat for seat in asked.awaits if seat not in table.entries) if asked else ()
        return replace(asked, awaits=left) if asked else None

    method(patch, "phase", forgetful)


@breaks(phases.phases_count_up_without_a_gap)
def every_round_has_the_same_key(patch: pytest.MonkeyPatch) -> None:
    def same(self: LoneNumber, table: Any) -> Phase | None:
        asked = phase(self, table)
        return replace(asked, key="round") if asked else None

    method(patch, "phase", same)


@breaks(phases.phases_count_up_without_a_gap)
def a_reveal_tells_another_phase(patch: pytest.MonkeyPatch) -> None:
    def shifted(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        resolved = close(self, table, draws)
        return replace(resolved, reveal=replace(resolved.reveal, phase=table.number + 1))

    method(patch, "close", shifted)


def any_phase(match: Match, _number: int) -> OpenPhase:
    assert match.phase is not None
    return match.phase


@breaks(phases.nothing_closes_twice)
def a_close_is_taken_for_any_phase(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine.closing, "open_phase", any_phase)


@breaks(inputs.an_entry_for_another_phase_is_refused)
def an_entry_is_taken_for_any_phase(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine.inputs, "open_phase", any_phase)


@breaks(deadlines.c1_an_entry_counts_until_a_millisecond_before_the_deadline)
def the_deadline_itself_is_in_time(patch: pytest.MonkeyPatch) -> None:
    def closed_interval(open_phase: OpenPhase, now: datetime) -> None:
        if now > open_phase.deadline:
            raise Refused("deadline-passed", "Too late.")

    patch.setattr(engine.inputs, "in_time", closed_interval)


@breaks(deadlines.c2_a_phase_lasts_as_long_as_it_says)
def a_phase_is_an_hour_longer_after_the_clocks_change(patch: pytest.MonkeyPatch) -> None:
    def longer(asked: Phase, number: int, now: datetime, base: datetime) -> OpenPhase:
        as_it_was = opened(asked, number, now, base)
        return replace(as_it_was, deadline=as_it_was.deadline + timedelta(hours=1))

    patch.setattr(engine.closing, "opened", longer)


@breaks(deadlines.c3_a_late_reveal_moves_the_next_deadline_only_beyond_the_grace)
def deadlines_drift(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine.closing, "base_of_next", lambda _due, now, *_: now)


@breaks(deadlines.c3_a_late_reveal_moves_the_next_deadline_only_beyond_the_grace)
def a_very_late_reveal_leaves_a_short_phase(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine.closing, "base_of_next", lambda due, *_: due)


@breaks(inputs.refused_inputs_change_nothing)
def a_purchase_is_paid_before_it_is_refused(patch: pytest.MonkeyPatch) -> None:
    def paid_first(self: LoneNumber, table: Any, seat: str, body: Any, draws: Draws) -> Any:
        done = act(self, table, seat, replace(body, count=1), draws)
        if body.count != 1:
            table.state.garnets[seat] = done.outcome.garnets
            raise Refused("one-at-a-time", "Buy one at a time.")
        return done

    method(patch, "act", paid_first)


@breaks(inputs.nothing_is_changed_in_place)
def scores_are_added_up_in_place(patch: pytest.MonkeyPatch) -> None:
    def in_place(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        resolved = close(self, table, draws)
        table.state.scores.update(resolved.state.scores)
        return resolved

    method(patch, "close", in_place)


@breaks(inputs.entries_that_no_form_gives_break_no_rule)
def a_number_that_does_not_exist_breaks_the_judge(patch: pytest.MonkeyPatch) -> None:
    method(patch, "judge", lambda _self, _table, _seat, entry: ((), (), ())[getattr(entry, "number", 1) - 1])


@breaks(inputs.entries_that_no_form_gives_break_no_rule)
def a_number_that_was_accepted_breaks_the_close(patch: pytest.MonkeyPatch) -> None:
    def dividing(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        assert all(6 / entry.number for entry in table.entries.values() if isinstance(entry, Bid))
        return close(self, table, draws)

    method(patch, "judge", lambda *_: ())
    method(patch, "close", dividing)


@breaks(inputs.c8_entries_outlive_the_acts_that_they_rest_on)
def a_charm_that_was_entered_must_be_there_at_the_close(patch: pytest.MonkeyPatch) -> None:
    def trusting(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        for seat, entry in table.entries.items():
            assert not getattr(entry, "charm", False) or table.state.charms[seat]
        return close(self, table, draws)

    method(patch, "close", trusting)


@breaks(forms.forms_offer_nothing_that_is_refused_or_ignored)
def a_charm_is_offered_to_those_who_have_none(patch: pytest.MonkeyPatch) -> None:
    rich = Form(
        action="entry",
        title="Round",
        fields=(
            Field(name="number", label="", kind="choice", required=True, options=(Option(value=1, label="1"),)),
            Field(name="charm", label="", kind="flag"),
        ),
    )

    def offered(self: LoneNumber, table: Any, seat: str) -> Can:
        offers = can(self, table, seat)
        return replace(offers, entry=rich) if table.number == 0 else offers

    method(patch, "can", offered)


@breaks(forms.forms_offer_nothing_that_is_refused_or_ignored)
def a_purchase_is_offered_to_those_who_cannot_pay(patch: pytest.MonkeyPatch) -> None:
    def offered(self: LoneNumber, table: Any, seat: str) -> Can:
        return replace(can(self, table, seat), acts=(Form(action="charms", title="Buy a charm"),))

    method(patch, "can", offered)


@breaks(forms.forms_offer_nothing_that_is_refused_or_ignored)
def nobody_is_offered_anything(patch: pytest.MonkeyPatch) -> None:
    method(patch, "can", lambda *_: Can())


@breaks(forms.forms_offer_no_act_too_many)
def acts_are_offered_without_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine.views, "acts_left", lambda *_: True)


@boundary
class RicherState(ToyState):
    memory: int = 1


@breaks(record.saving_and_loading_at_every_step_changes_nothing)
def the_state_holds_what_its_shape_does_not(patch: pytest.MonkeyPatch) -> None:
    def richer(self: LoneNumber, players: Any, config: ToyConfig, draws: Draws) -> ToyState:
        state = begin(self, players, config, draws)
        return RicherState(round=1, lucky=1, scores=state.scores, garnets=state.garnets, charms=state.charms)

    method(patch, "begin", richer)


@breaks(record.saving_and_loading_at_every_step_changes_nothing)
def the_game_remembers_what_its_state_does_not(patch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def remembering(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        seen.append(id(table.state))
        resolved = close(self, table, draws)
        return replace(resolved, state=replace(resolved.state, lucky=len(seen)))

    method(patch, "close", remembering)


@breaks(record.the_same_seed_and_inputs_give_the_same_record)
def a_number_comes_from_global_randomness(patch: pytest.MonkeyPatch) -> None:
    def dicing(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        resolved = close(self, table, draws)
        return replace(resolved, state=replace(resolved.state, lucky=random.randrange(10**9)))

    method(patch, "close", dicing)


@breaks(record.a_phase_can_be_computed_again_from_its_record)
def a_purchase_looks_at_what_was_entered_before(patch: pytest.MonkeyPatch) -> None:
    def dearer(self: LoneNumber, table: Any, seat: str, body: Any, draws: Draws) -> Any:
        done = act(self, table, seat, body, draws)
        dear = replace(done.state, lucky=len(table.entries))
        return replace(done, state=dear)

    method(patch, "act", dearer)


@breaks(record.every_draw_has_a_label_of_its_own)
def two_seats_share_a_label(patch: pytest.MonkeyPatch) -> None:
    def sharing(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        for _ in table.players:
            draws.below(6, f"round-{table.number}", "luck")
        return close(self, table, draws)

    method(patch, "close", sharing)


@breaks(record.the_order_in_which_entries_came_is_no_input)
def who_enters_first_becomes_the_lucky_one(patch: pytest.MonkeyPatch) -> None:
    def racing(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        resolved = close(self, table, draws)
        told: Any = resolved.reveal
        return replace(resolved, reveal=replace(told, toasted=next(iter(table.entries), "")))

    method(patch, "close", racing)


@breaks(views.c11_no_view_tells_what_others_do_while_a_phase_is_open)
def everybody_sees_how_many_have_entered(patch: pytest.MonkeyPatch) -> None:
    method(patch, "public", lambda _self, table: ToyPublic(scores={"entered": len(table.entries)}))


@breaks(views.c11_no_view_tells_what_others_do_while_a_phase_is_open)
def everybody_sees_what_has_been_bought(patch: pytest.MonkeyPatch) -> None:
    method(patch, "public", lambda _self, table: ToyPublic(scores=table.state.charms))


@breaks(views.c11_no_view_tells_what_others_do_while_a_phase_is_open)
def the_scoreboard_is_sorted_by_time(patch: pytest.MonkeyPatch) -> None:
    def sorted_by_time(_self: LoneNumber, table: Any) -> ToyPublic:
        entered = {seat: table.state.scores[seat] for seat in table.entries}
        return ToyPublic(scores={**entered, **table.state.scores})

    method(patch, "public", sorted_by_time)


@breaks(views.c11_no_view_tells_what_others_do_while_a_phase_is_open)
def a_seat_sees_the_entries_of_others(patch: pytest.MonkeyPatch) -> None:
    method(patch, "holdings", lambda _self, table, _seat: ToyHoldings(garnets=0, charms=len(table.entries)))


@breaks(views.c11_no_view_tells_what_others_do_while_a_phase_is_open)
def a_view_shares_every_entry_with_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine.views, "sharing", lambda match, _seat: tuple(match.entries))


@breaks(views.what_is_not_revealed_stays_hidden_after_the_close)
def what_was_bought_shows_after_the_close(patch: pytest.MonkeyPatch) -> None:
    def telling(self: LoneNumber, table: Any, draws: Draws) -> Resolved[ToyState]:
        resolved = close(self, table, draws)
        return replace(resolved, state=replace(resolved.state, lucky=sum(resolved.state.garnets.values())))

    method(patch, "close", telling)
    method(patch, "public", lambda _self, table: ToyPublic(scores={"left": table.state.lucky}))
    method(patch, "result", lambda self, table: None if phase(self, table) else "over")


@breaks(views.replaced_and_withdrawn_entries_leave_no_trace_but_the_record)
def replaced_entries_are_carried_into_the_next_phase(patch: pytest.MonkeyPatch) -> None:
    def carrying(match: Match, state: Any, closed: OpenPhase, now: datetime) -> Match:
        return replace(go_on(match, state, closed, now), superseded=match.superseded)

    patch.setattr(engine.closing, "go_on", carrying)


@breaks(views.c12_no_view_holds_the_seed_a_draw_or_a_record)
def the_seed_is_published(patch: pytest.MonkeyPatch) -> None:
    def careless(self: LoneNumber, players: Any, config: ToyConfig, draws: Draws) -> ToyState:
        return replace(begin(self, players, config, draws), toasted=draws._seed.hex())

    method(patch, "begin", careless)
    method(patch, "public", lambda _self, table: ToyPublic(scores={table.state.toasted: 0}))


@breaks(views.c12_no_view_holds_the_seed_a_draw_or_a_record)
def a_view_tells_what_was_drawn(patch: pytest.MonkeyPatch) -> None:
    def telling(match: Match) -> Any:
        return replace(public_view(match), result=match.draws)

    patch.setattr(views, "public_view", telling)


@breaks(views.views_and_outcomes_have_the_shapes_they_declare)
def holdings_have_another_shape_than_declared(patch: pytest.MonkeyPatch) -> None:
    method(patch, "holdings", lambda *_: ToyPublic(scores={}))


@breaks(views.views_and_outcomes_have_the_shapes_they_declare)
def a_view_does_not_come_back_from_json(patch: pytest.MonkeyPatch) -> None:
    method(patch, "public", lambda *_: ToyPublic(scores={"s1": 0.5}))  # type: ignore[dict-item]  # that is the point


def sixty_times(check: Check) -> None:
    for seed in range(60):
        check("toy", Random(seed))


@pytest.mark.parametrize(("check", "broken"), BREAKS, ids=[broken.__name__ for _, broken in BREAKS])
def test_the_check_goes_red(monkeypatch: pytest.MonkeyPatch, check: Check, broken: Break) -> None:
    broken(monkeypatch)
    with pytest.raises(RED):
        sixty_times(check)


def test_every_check_has_been_seen_to_go_red() -> None:
    assert {check for check, _ in BREAKS} == set(CHECKS)
