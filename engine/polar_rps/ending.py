"""After the last round: rewards, tokens, the Elimination Candidate, the gift (P55 to P73).

Tokens and candidates are worked out from the scores and from what has been decided; nothing else is kept. Players are
positions in the roster.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import add

from engine.draws import Draws
from engine.polar_rps.entries import ChoiceEntry
from engine.polar_rps.state import INDEX, SEATS, Ending, How, PolarState, more
from engine.refusals import Refused

POINTS_A_GARNET = 7
MOST_TIED_FIRST = 4
WINNERS_TOKENS = 2
RULING = {"second-place": "P59", "elimination-vote": "P68", "gift": "P62"}
"""What decides who may be chosen."""


def rewards(scores: Sequence[int]) -> list[int]:
    """Everybody's garnets for the final score: one for every 7 points, none for negative ones (P55)."""
    return [score // POINTS_A_GARNET if score > 0 else 0 for score in scores]


def best(numbers: Sequence[int], among: Sequence[int]) -> tuple[int, ...]:
    """Those of `among` who have its highest number."""
    most = max([numbers[index] for index in among])
    return tuple([index for index in among if numbers[index] == most])


@dataclass(frozen=True, slots=True)
class Standings:
    """What the final scores come to."""

    leaders: tuple[int, ...]
    """Who is on first place."""
    tied_seconds: tuple[int, ...]
    """Among whom a sole leader has to choose; nobody unless the second place is shared (P59)."""
    won: tuple[int, ...]
    """The Tokens of Life that everybody has won."""
    candidates: tuple[int, ...]
    """Who may be eliminated: all on the lowest score, except who has won a token (P64)."""

    @property
    def voters(self) -> list[int]:
        """Who votes on a tie for elimination: all who have won a token, the chosen one too (P60, P66)."""
        return [index for index, tokens in enumerate(self.won) if tokens]


@lru_cache(maxsize=64)
def standings(scores: tuple[int, ...], chosen: int | None) -> Standings:
    """What the final scores come to; kept, since every step and every view asks for it again.

    A sole first wins two tokens and a sole second one (P56). Up to four who share the first place win one each and
    nobody else any (P57), more than four none (P58). If the second place is shared behind a sole first, that one wins
    one token and the chosen one the other (P59, P60).

    Args:
        scores: after the last round.
        chosen: who of those tied for second was chosen; None before.
    """
    leaders, lowest = best(scores, range(len(scores))), min(scores)
    seconds: tuple[int, ...] = ()
    won = [0] * len(scores)
    if len(leaders) == 1:
        seconds = best(scores, [index for index in range(len(scores)) if index != leaders[0]])
        won[leaders[0]] = WINNERS_TOKENS if len(seconds) == 1 else 1
        if len(seconds) == 1:
            won[seconds[0]] = 1
        elif chosen is not None:
            won[chosen] = 1
    elif len(leaders) <= MOST_TIED_FIRST:
        for index in leaders:
            won[index] = 1
    return Standings(
        leaders,
        seconds if len(seconds) > 1 else (),
        tuple(won),
        tuple([index for index, score in enumerate(scores) if score == lowest and not won[index]]),
    )


def tokens_held(scores: tuple[int, ...], ending: Ending) -> tuple[int, ...]:
    """The tokens that everybody holds: what was won, after the gift (P62)."""
    stand = standings(scores, ending.chosen)
    if ending.receiver is None:
        return stand.won
    return more(more(stand.won, stand.leaders[0], -1), ending.receiver, 1)


def receivers(scores: tuple[int, ...], ending: Ending) -> tuple[int, ...]:
    """To whom the winner of two tokens may give one: who holds none and is not the candidate (P62)."""
    won = standings(scores, ending.chosen).won
    if max(won) < WINNERS_TOKENS:
        return ()
    return tuple([index for index, tokens in enumerate(won) if not tokens and index != ending.candidate])


def rewarded(state: PolarState, draws: Draws) -> PolarState:
    """The state after the last round: balances with the rewards, the first of the closing steps opened (P73)."""
    garnets = tuple(map(add, state.garnets, rewards(state.scores)))
    if standings(state.scores, None).tied_seconds:
        return replace(state, garnets=garnets, ending=Ending(step="second-place"))
    return replace(state, garnets=garnets, ending=settled(state.scores, None, draws))


def settled(scores: tuple[int, ...], chosen: int | None, draws: Draws) -> Ending:
    """Once the second place is settled: the candidate, where no vote is needed, else the vote opened (P66).

    No vote is needed for one who is last alone (P65), also because the others have won tokens (P64); where nobody has
    won a token, nobody can vote (P71, P72).
    """
    stand = standings(scores, chosen)
    tied = stand.candidates
    if len(tied) == 1:
        return nominated(scores, chosen, tied[0], "last")
    if not stand.voters:
        return nominated(scores, chosen, drawn(tied, draws), "random")
    return Ending(step="elimination-vote", chosen=chosen)


def nominated(scores: tuple[int, ...], chosen: int | None, candidate: int, how: How) -> Ending:
    """Once the candidate is known: the gift opened where there can be one, else the end (P62)."""
    over = Ending(step="over", chosen=chosen, candidate=candidate, how=how)
    return replace(over, step="gift") if receivers(scores, over) else over


def drawn(tied: Sequence[int], draws: Draws) -> int:
    """One of those tied for elimination, by lot."""
    return draws.choice(tied, "elimination-vote", "candidate")


def awaited(scores: tuple[int, ...], ending: Ending) -> Sequence[int]:
    """Whose answer the open step waits for."""
    stand = standings(scores, ending.chosen)
    return stand.voters if ending.step == "elimination-vote" else stand.leaders


def choices(scores: tuple[int, ...], ending: Ending) -> Sequence[int]:
    """Whom the open step lets one choose."""
    stand = standings(scores, ending.chosen)
    if ending.step == "second-place":
        return stand.tied_seconds
    return stand.candidates if ending.step == "elimination-vote" else receivers(scores, ending)


def judge_choice(scores: tuple[int, ...], ending: Ending, entry: ChoiceEntry) -> None:
    """Let pass a choice that counts; there is nothing in it that could be ignored.

    Raises:
        Refused: the seat cannot be chosen.
    """
    keeping = entry.choice is None and ending.step == "gift"
    possible = [SEATS[index] for index in choices(scores, ending)]
    if not keeping and entry.choice not in possible:
        keep = " Or send null to keep it." if ending.step == "gift" else ""
        names = ", ".join(possible)
        raise Refused("choice-not-possible", f"Choose one of these seats: {names}.{keep}", RULING[ending.step])


def answered(entry: ChoiceEntry | None) -> int | None:
    """Whom an answer names; None if it is missing or names nobody."""
    return None if entry is None or entry.choice is None else INDEX[entry.choice]


def second_chosen(scores: tuple[int, ...], answer: ChoiceEntry | None, draws: Draws) -> int:
    """Who has the other token: whom the winner chose, else one of the tied by lot (P61)."""
    chosen = answered(answer)
    return draws.choice(standings(scores, None).tied_seconds, "second-place", "choice") if chosen is None else chosen


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
