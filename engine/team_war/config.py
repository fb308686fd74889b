"""What a host may set for a match, and between which bounds."""

from datetime import timedelta
from itertools import pairwise
from typing import Literal

from engine.boundary import boundary
from engine.game import MatchConfig
from engine.refusals import Refused
from engine.team_war.state import HIGHEST_CARD, LOWEST_CARD

SHORTEST = 30
LONGEST = int(timedelta(days=14).total_seconds())
HOUR = 60 * 60
TIERS = ("low", "middle", "high")
"""From the cheapest pack to the dearest."""
MOST_PACKS = 3
LENGTHS = {
    "first_orders_seconds": "T45",
    "orders_seconds": "T45",
    "cards_seconds": "T45",
    "choice_seconds": "T46",
}

Agreement = Literal["all-who-spoke", "all-four", "majority"]
Deal = Literal["team-sets", "two-sets", "independent"]


@boundary
class Tier:
    """Every card of the pack is drawn from these numbers, each equally likely and each for itself."""

    lowest: int
    """1 to 12."""
    highest: int
    """1 to 12, at least `lowest`."""


@boundary
class Tiers:
    """What is in the three packs. A dearer one must be at least as good at every level as a cheaper one (T15)."""

    low: Tier = Tier(lowest=4, highest=12)
    """The cheapest: cards from 4 to 12 unless set otherwise."""
    middle: Tier = Tier(lowest=7, highest=12)
    """Cards from 7 to 12 unless set otherwise."""
    high: Tier = Tier(lowest=10, highest=12)
    """The dearest: cards from 10 to 12 unless set otherwise."""


@boundary
class TeamWarConfig(MatchConfig):
    """The sheet's own numbers are the defaults. All of it is shown to the players before the match starts."""

    deal: Deal = "team-sets"
    """How the first hands are dealt (T3). `team-sets`: each team gets one set of the cards 1 to 12, three to each
    member. `two-sets`: two such sets are shuffled together and dealt to all eight. `independent`: every card is drawn
    for itself, so a hand may hold a number two or three times."""
    agreement: Agreement = "all-who-spoke"
    """When a team has agreed on its order (T19); if it has not, the order is drawn. `all-who-spoke`: at least one
    member has proposed an order and all proposals are the same. `all-four`: all four have proposed the same.
    `majority`: at least three of the four have proposed the same."""
    early_reveal: bool = True
    """Whether a Card Selection closes as soon as all eight cards are in (T25). If not, it closes at its deadline."""
    packs_a_round: int = 1
    """How many packs a player may buy in each of the rounds 1 and 3: 1 to 3 (T12, T13)."""
    first_packs: Tiers = Tiers()
    """The packs of three cards that are sold in round 1 for 2, 4 and 6 garnets and the hand (T12, T15)."""
    last_packs: Tiers = Tiers()
    """The packs of one card that are sold in round 3 for 1, 2 and 3 garnets and the last card (T13, T15)."""
    sole_winner_tokens: int = 1
    """How many tokens a player gets who alone has the highest sum after a tie of the teams: 1 or 2 (T38)."""
    sum_ties: Literal["all", "choose"] = "all"
    """Who is Elimination Candidate if, after a tie of the teams, several share the lowest sum (T37). `all`: all of
    them. `choose`: the players with the highest sum choose one of them; without an answer it is drawn."""
    first_orders_seconds: int = 72 * HOUR
    """How long the Order Selection of round 1 is open: 30 seconds to 14 days. The rule sheet says 72 hours (T45)."""
    orders_seconds: int = 48 * HOUR
    """How long the Order Selections of rounds 2 and 3 are open, each: 30 seconds to 14 days. The rule sheet says 48
    hours (T45)."""
    cards_seconds: int = 24 * HOUR
    """How long each Card Selection is open: 30 seconds to 14 days. The rule sheet says 24 hours (T45)."""
    choice_seconds: int = 24 * HOUR
    """How long each choice after the last round is open (spare token, elimination), unless everybody whom it waits for
    has answered: 30 seconds to 14 days (T46)."""


def check(config: TeamWarConfig) -> None:
    """Look at a configuration before a match is created with it.

    Raises:
        Refused: a number is out of bounds, or a dearer pack can be worse than a cheaper one.
    """
    for name, ruling in LENGTHS.items():
        seconds = getattr(config, name)
        if not SHORTEST <= seconds <= LONGEST:
            raise Refused(
                f"config-{name.replace('_', '-')}",
                f"{name} must be from {SHORTEST} (half a minute) to {LONGEST} (14 days), not {seconds}.",
                ruling,
            )
    if not 1 <= config.packs_a_round <= MOST_PACKS:
        raise Refused(
            "config-packs-a-round", f"packs_a_round must be from 1 to {MOST_PACKS}, not {config.packs_a_round}.", "T12"
        )
    if config.sole_winner_tokens not in (1, 2):
        raise Refused(
            "config-sole-winner-tokens", f"sole_winner_tokens must be 1 or 2, not {config.sole_winner_tokens}.", "T38"
        )
    check_tiers("first_packs", config.first_packs)
    check_tiers("last_packs", config.last_packs)


def check_tiers(name: str, tiers: Tiers) -> None:
    """Look at one table of packs (T15).

    Of two packs with evenly drawn cards the dearer is at least as good at every level if and only if neither its lowest
    nor its highest card is lower.

    Raises:
        Refused: there are no such cards, or a dearer pack can be worse than a cheaper one.
    """
    code = f"config-{name.replace('_', '-')}"
    for title in TIERS:
        tier = getattr(tiers, title)
        if not LOWEST_CARD <= tier.lowest <= tier.highest <= HIGHEST_CARD:
            raise Refused(
                code, f"{name}.{title} must run from a lowest card to a highest one, both from 1 to 12.", "T15"
            )
    for cheaper, dearer in pairwise(TIERS):
        less, better = getattr(tiers, cheaper), getattr(tiers, dearer)
        if better.lowest < less.lowest or better.highest < less.highest:
            raise Refused(
                code,
                f"{name}.{dearer} costs more than {name}.{cheaper}: no card in it may be worse at any level.",
                "T15",
            )
