"""Forms are honest."""

from random import Random

from engine.inputs import ACTS_A_PHASE, act, enter
from engine.match import Match
from engine.views import seat_view
from tests.engine.forms import filled_by, read
from tests.engine.play import asked_for, begun, did, moment, phase_of, played, some_seat


def forms_offer_nothing_that_is_refused_or_ignored(key: str, chance: Random) -> None:
    """Who is asked is offered an entry, nobody else; whatever is filled in by a form is accepted whole."""
    for step in played(begun(key, chance), chance):
        match = step.match
        seat = some_seat(match, chance)
        can = seat_view(match, seat).can
        assert (can.entry is not None) == (match.phase is not None and seat in asked_for(match).awaits)
        _accepted(match, seat, chance)


def forms_offer_no_act_too_many(key: str, chance: Random) -> None:
    """Whoever does all that is offered, again and again, is never refused and comes to an end."""
    match = begun(key, chance)
    seat = some_seat(match, chance)
    done = 0
    for _ in range(2 * ACTS_A_PHASE):
        acts = seat_view(match, seat).can.acts
        if not acts:
            return
        form = chance.choice(acts)
        done += form.action in match.rules.numbered
        assert done <= ACTS_A_PHASE, "the form offers one act more than can be done in a phase"
        body = read(match.rules.acts[form.action], filled_by(form, chance))
        match = act(match, seat, form.action, body, moment(match, chance)).match


def _accepted(match: Match, seat: str, chance: Random) -> None:
    can = seat_view(match, seat).can
    if can.entry:
        assert can.entry.action == "entry"
        entry = read(asked_for(match).entry, filled_by(can.entry, chance))
        receipt = enter(match, seat, phase_of(match).number, entry, moment(match, chance)).receipt
        assert receipt.ignored == (), f"{can.entry.title} offers what is ignored"
    for form in can.acts:
        body = read(match.rules.acts[form.action], filled_by(form, chance))
        did(match, seat, form, body, moment(match, chance))
