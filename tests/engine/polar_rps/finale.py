"""The end of a match from given scores on: the last round is played without anything happening in it."""

from typing import Any

from engine.draws import Draws
from engine.game import Phase, Resolved, Table
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.entries import ChoiceEntry
from engine.polar_rps.game import PolarTable
from engine.polar_rps.reveals import RoundReveal
from engine.polar_rps.state import PolarState
from engine.polar_rps.views import EndingView, Result
from tests.engine.polar_rps.board import GAME, board, draws, with_entries


class Finale:
    """The steps after the last round, one after the other.

    Args:
        scores: final ones, in roster order.
        garnets: balances before the rewards.
        config: the match's configuration.
    """

    def __init__(self, *scores: int, garnets: tuple[int, ...] | None = None, config: PolarConfig | None = None) -> None:
        everywhere = " ".join(["R+"] * len(scores))
        balances = (0,) * len(scores) if garnets is None else garnets
        self.draws: Draws = draws()
        self.table: PolarTable = board(everywhere, number=9, scores=scores, garnets=balances, config=config)
        self.reveals: list[Any] = []
        self._close(self.table)

    def _close(self, table: PolarTable) -> None:
        resolved: Resolved[PolarState] = GAME.close(table, self.draws)
        self.reveals.append(resolved.reveal)
        self.table = Table(table.players, table.config, resolved.state, table.number + 1, {})

    def answered(self, **choices: str | None) -> "Finale":
        """The open step closed with these choices, by seat."""
        entries = {seat: {"choice": choice} for seat, choice in choices.items()}
        for seat, entry in with_entries(self.table, ChoiceEntry, entries).entries.items():
            assert GAME.judge(self.table, seat, entry) == ()
        self._close(with_entries(self.table, ChoiceEntry, entries))
        return self

    @property
    def phase(self) -> Phase | None:
        """The open step."""
        return GAME.phase(self.table)

    @property
    def key(self) -> str | None:
        """The open step's key; None at the end."""
        return self.phase.key if self.phase else None

    @property
    def awaits(self) -> tuple[str, ...]:
        """Whom the open step waits for."""
        assert self.phase
        return self.phase.awaits

    @property
    def ending(self) -> EndingView:
        """What everybody may know of it."""
        view: EndingView = GAME.public(self.table).ending
        return view

    @property
    def result(self) -> Result:
        """The result; there must be one."""
        result: Result | None = GAME.result(self.table)
        assert result is not None
        return result

    @property
    def last_round(self) -> RoundReveal:
        """The last round's reveal."""
        assert isinstance(self.reveals[0], RoundReveal)
        return self.reveals[0]

    @property
    def labels(self) -> list[str]:
        """What has been drawn."""
        return [draw.label for draw in self.draws.taken]

    def options(self, seat: str) -> list[Any]:
        """Whom the seat's form offers."""
        form = GAME.can(self.table, seat).entry
        assert form is not None
        return [option.value for option in form.fields[0].options]
