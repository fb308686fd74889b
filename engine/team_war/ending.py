"""After the third round: who wins, tokens, the bonus, the Elimination Candidates (T33 to T44).

Winners and tokens are worked out from the scores, the cards played and what has been decided; nothing else is kept.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import add

from engine.boundary import boundary
from engine.draws import Draws
from engine.refusals import Refused
from engine.team_war.config import TeamWarConfig
from engine.team_war.state import INDEX, PLAYERS, ROUNDS, SEATS, Ending, TeamWarState

BONUS = 10
"""Garnets for points in all three rounds (T41)."""


@boundary
class SeatChoice:
    """Your choice among the seats on offer."""

    choice: str
    """A seat, such as `s4`."""


def winner(state: TeamWarState) -> int | None:
    """The team with more points: 0 for A, 1 for B; None if they are level."""
    one, other = state.scores
    return None if one == other else int(one < other)


def losers(state: TeamWarState) -> tuple[int, ...]:
    """The players of the losing team; nobody after a tie."""
    won = winner(state)
    return () if won is None else state.teams[1 - won]


def sums(state: TeamWarState) -> list[int]:
    """For everybody the face value of the cards played, however they came to be played (T40)."""
    return [sum(cards) for cards in state.played]


def all_level(state: TeamWarState) -> bool:
    """Whether all eight sums are equal, so that nobody stands out (T39)."""
    return len(set(sums(state))) == 1


def highest(state: TeamWarState) -> list[int]:
    """Who has the highest sum of all eight, whatever the team; nobody if all are level (T36, T39)."""
    return [] if all_level(state) else on(sums(state), max(sums(state)))


def lowest(state: TeamWarState) -> list[int]:
    """Who has the lowest sum of all eight (T36)."""
    return on(sums(state), min(sums(state)))


def on(numbers: Sequence[int], number: int) -> list[int]:
    """The players who have this number."""
    return [index for index, own in enumerate(numbers) if own == number]


def tokens(state: TeamWarState, ending: Ending, config: TeamWarConfig) -> tuple[int, ...]:
    """The Tokens of Life that everybody has.

    One each for the winning team and one for the receiver (T33); after a tie one for everybody with the highest sum, or
    what the configuration says for whoever alone has it (T38), and no other (T36).
    """
    held = [0] * PLAYERS
    won = winner(state)
    if won is None:
        top = highest(state)
        for index in top:
            held[index] = config.sole_winner_tokens if len(top) == 1 else 1
        return tuple(held)
    for index in state.teams[won]:
        held[index] = 1
    if ending.receiver is not None:
        held[ending.receiver] = 1
    return tuple(held)


def finished(state: TeamWarState, config: TeamWarConfig, draws: Draws) -> TeamWarState:
    """The state after the third round: the bonus credited (T42, T43), what follows by itself done, the rest opened."""
    bonus = [BONUS * (rounds == ROUNDS) for rounds in state.scored]
    return replace(state, garnets=tuple(map(add, state.garnets, bonus)), ending=opened(state, config, draws))


def opened(state: TeamWarState, config: TeamWarConfig, draws: Draws) -> Ending:
    """The first step after the third round, or the end."""
    if winner(state) is not None:
        return Ending(step="spare-token")
    bottom = lowest(state)
    if all_level(state):
        return Ending(step="over", candidates=(drawn_candidate(bottom, draws),))
    if len(bottom) > 1 and config.sum_ties == "choose":
        return Ending(step="elimination-choice")
    return Ending(step="over", candidates=tuple(bottom))


def awaited(state: TeamWarState, ending: Ending) -> Sequence[int]:
    """Whose answer the open step waits for."""
    won = winner(state)
    if won is None:
        return highest(state)
    if ending.step == "spare-token":
        return state.teams[won]
    return () if ending.receiver is None else (ending.receiver,)


def choices(state: TeamWarState, ending: Ending) -> list[int]:
    """Whom the open step lets one choose.

    The receiver among the losing team (T34); the candidate among the receiver's three team-mates (T35), or after a tie
    among those with the lowest sum (T37).
    """
    if winner(state) is None:
        return lowest(state)
    return sorted(index for index in losers(state) if index != ending.receiver)


def judge_choice(state: TeamWarState, ending: Ending, entry: SeatChoice) -> None:
    """Let pass a choice that counts.

    Raises:
        Refused: that seat cannot be chosen: it is of the winning team, or one's own, or there is none.
    """
    if INDEX.get(entry.choice) not in choices(state, ending):
        names = ", ".join(SEATS[index] for index in choices(state, ending))
        ruling = "T34" if ending.step == "spare-token" else "T35" if ending.receiver is not None else "T37"
        raise Refused("choice-not-possible", f"Choose one of these seats: {names}.", ruling)


def leading(possible: Sequence[int], votes: Iterable[SeatChoice]) -> Sequence[int]:
    """Those with most of the votes that were cast; all who are possible if there are none (T34)."""
    counted = Counter(INDEX[vote.choice] for vote in votes)
    most = max(counted.values(), default=0)
    return [index for index in possible if counted[index] == most]


def chosen(state: TeamWarState, ending: Ending, entries: Mapping[str, SeatChoice], draws: Draws) -> Ending:
    """How it goes on when the open step closes: most votes decide, a tie or no vote at all is settled by lot."""
    first = leading(choices(state, ending), entries.values())
    if ending.step == "spare-token":
        receiver = first[0] if len(first) == 1 else draws.choice(first, "spare-token", "receiver")
        return replace(ending, step="elimination-choice", receiver=receiver)
    candidate = first[0] if len(first) == 1 else drawn_candidate(first, draws)
    return replace(ending, step="over", candidates=(candidate,))


def drawn_candidate(possible: Sequence[int], draws: Draws) -> int:
    """One of them by lot."""
    return draws.choice(possible, "elimination-choice", "candidate")
