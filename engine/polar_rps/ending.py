"""After the last round: rewards, tokens, the Elimination Candidate, the gift (P55 to P73).

Tokens and candidates are worked out from the scores and from what has been decided; nothing else is kept. Players are
positions in the roster.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import add

from engine.draws import Draws
from engine.polar_rps.entries import ChoiceEntry
from engine.polar_rps.state import INDEX, SEATS, Ending, How, PolarState
from engine.refusals import Refused

POINTS_A_GARNET = 7
MOST_TIED_FIRST = 4


def reward(score: int) -> int:
    """The garnets for a final score: one for every 7 points, none for negative ones (P55)."""
    return max(0, score) // POINTS_A_GARNET


def best(scores: Sequence[int], among: Sequence[int]) -> list[int]:
    """Those of `among` who have its highest score."""
    most = max(scores[index] for index in among)
    return [index for index in among if scores[index] == most]


def first(scores: Sequence[int]) -> list[int]:
    """Who is on first place."""
    return best(scores, range(len(scores)))


def second(scores: Sequence[int]) -> list[int]:
    """Who is on second place behind a sole first; nobody where the first place is shared."""
    leaders = first(scores)
    return best(scores, [index for index in range(len(scores)) if index not in leaders]) if len(leaders) == 1 else []


def tokens_won(scores: Sequence[int], chosen: int | None) -> tuple[int, ...]:
    """The Tokens of Life that everybody has won; `chosen` is who of those tied for second was chosen, so far nobody.

    A sole first wins two and a sole second one (P56). Up to four who share the first place win one each and nobody else
    any (P57), more than four none (P58). If the second place is shared, the sole first wins one and the chosen one the
    other (P59, P60).
    """
    leaders, seconds = first(scores), second(scores)
    won = [0] * len(scores)
    if len(leaders) > MOST_TIED_FIRST:
        return tuple(won)
    for index in leaders:
        won[index] = 1
    if len(seconds) == 1:
        won[leaders[0]] = 2
        won[seconds[0]] = 1
    elif chosen is not None:
        won[chosen] = 1
    return tuple(won)


def tokens_held(scores: Sequence[int], ending: Ending) -> tuple[int, ...]:
    """The tokens that everybody holds: what was won, after the gift (P62)."""
    held = list(tokens_won(scores, ending.chosen))
    if ending.receiver is not None:
        held[first(scores)[0]] -= 1
        held[ending.receiver] += 1
    return tuple(held)


def tied_seconds(scores: Sequence[int]) -> list[int]:
    """Among whom the sole winner has to choose; nobody where the second place is not shared (P59)."""
    seconds = second(scores)
    return seconds if len(seconds) > 1 else []


def candidates(scores: Sequence[int], chosen: int | None) -> list[int]:
    """Who may be eliminated: all on the lowest score, except who has won a token (P64)."""
    won, lowest = tokens_won(scores, chosen), min(scores)
    return [index for index, score in enumerate(scores) if score == lowest and not won[index]]


def voters(scores: Sequence[int], chosen: int | None) -> list[int]:
    """Who votes on a tie for elimination: everybody who has won a token, the chosen one too (P60, P66)."""
    return [index for index, tokens in enumerate(tokens_won(scores, chosen)) if tokens]


def receivers(scores: Sequence[int], ending: Ending) -> list[int]:
    """To whom the winner of two tokens may give one: who holds none and is not the candidate (P62)."""
    won = tokens_won(scores, ending.chosen)
    if max(won) < 2:  # noqa: PLR2004  # the sheet's "two Tokens of Life"
        return []
    return [index for index, tokens in enumerate(won) if not tokens and index != ending.candidate]


def rewarded(state: PolarState, draws: Draws) -> PolarState:
    """The state after the last round: balances with the rewards, the first of the closing steps opened (P73)."""
    garnets = tuple(map(add, state.garnets, map(reward, state.scores)))
    ending = Ending(step="second-place")
    if not tied_seconds(state.scores):
        ending = settled(state.scores, ending, draws)
    return replace(state, garnets=garnets, ending=ending)


def towards_candidate(scores: Sequence[int], ending: Ending, draws: Draws) -> Ending:
    """The candidate, where no vote is needed (P65, P71, P72), else the vote opened (P66)."""
    tied = candidates(scores, ending.chosen)
    if len(tied) == 1:
        return replace(ending, candidate=tied[0], how="last")
    if not voters(scores, ending.chosen):
        return replace(ending, candidate=drawn(tied, draws), how="random")
    return replace(ending, step="elimination-vote")


def towards_gift(scores: Sequence[int], ending: Ending) -> Ending:
    """Once the candidate is known, the gift opened where there can be one, else the end (P62)."""
    if ending.candidate is None:
        return ending
    return replace(ending, step="gift" if receivers(scores, ending) else "over")


def drawn(tied: Sequence[int], draws: Draws) -> int:
    """One of those tied for elimination, by lot."""
    return draws.choice(tied, "elimination-vote", "candidate")


def awaited(scores: Sequence[int], ending: Ending) -> list[int]:
    """Whose answer the open step waits for."""
    if ending.step == "elimination-vote":
        return voters(scores, ending.chosen)
    return first(scores)


def choices(scores: Sequence[int], ending: Ending) -> list[int]:
    """Whom the open step lets one choose."""
    if ending.step == "second-place":
        return tied_seconds(scores)
    if ending.step == "elimination-vote":
        return candidates(scores, ending.chosen)
    return receivers(scores, ending)


RULING = {"second-place": "P59", "elimination-vote": "P68", "gift": "P62"}


def judge_choice(scores: Sequence[int], ending: Ending, entry: ChoiceEntry) -> None:
    """Let pass a choice that counts; there is nothing in it that could be ignored.

    Raises:
        Refused: the seat cannot be chosen.
    """
    if entry.choice is None and ending.step == "gift":
        return
    if entry.choice is None or INDEX.get(entry.choice) not in choices(scores, ending):
        names = ", ".join(SEATS[index] for index in choices(scores, ending))
        keep = " Or send null to keep it." if ending.step == "gift" else ""
        raise Refused("choice-not-possible", f"Choose one of these seats: {names}.{keep}", RULING[ending.step])


def settled(scores: Sequence[int], ending: Ending, draws: Draws) -> Ending:
    """How it goes on after a step: what follows by itself is done, the next step that is needed is open (P73)."""
    if ending.candidate is None:
        ending = towards_candidate(scores, ending, draws)
    return towards_gift(scores, ending)


def answered(entry: ChoiceEntry | None) -> int | None:
    """Whom an answer names; None if it is missing or names nobody."""
    return None if entry is None or entry.choice is None else INDEX[entry.choice]


def second_chosen(scores: Sequence[int], answer: ChoiceEntry | None, draws: Draws) -> int:
    """Who has the other token: whom the winner chose, else one of the tied by lot (P61)."""
    chosen = answered(answer)
    return draws.choice(tied_seconds(scores), "second-place", "choice") if chosen is None else chosen


def voted(
    tied: Sequence[int], ballots: Mapping[str, ChoiceEntry], garnets: Sequence[int], draws: Draws
) -> tuple[int, How]:
    """Who is the candidate, and by what.

    Only ballots that were cast count; without any, all are level at nothing (P67). Of those with most votes it is the
    one whose voters have most garnets together, rewards included (P69); if that is level too, one of them by lot (P70).

    Args:
        tied: who may be voted for.
        ballots: by voter.
        garnets: everybody's balance after the rewards.
        draws: for the lot.
    """
    votes, backing = [0] * len(garnets), [0] * len(garnets)
    for voter, ballot in ballots.items():
        vote = answered(ballot)
        if vote is not None:
            votes[vote] += 1
            backing[vote] += garnets[INDEX[voter]]
    leading = best(votes, tied)
    if len(leading) == 1:
        return leading[0], "vote"
    richest = best(backing, leading)
    if len(richest) == 1:
        return richest[0], "garnets"
    return drawn(richest, draws), "random"
