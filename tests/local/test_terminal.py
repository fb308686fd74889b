"""What the terminal tells of a close."""

import io
from typing import Any

from infra.local.terminal import Terminal

SEATS = [{"seat": f"s{number}", "name": f"Player {number}"} for number in (1, 2, 10)]


def told(reveal: dict[str, Any], **view: Any) -> list[str]:
    stream = io.StringIO()
    phase = {"title": "Round 3", "deadline": "2026-10-24T18:03:00Z"}
    open_match = {"match": "m1", "status": "open", "seats": SEATS, "phase": phase, "result": None}
    Terminal(stream).closed(open_match | view, reveal)
    return stream.getvalue().splitlines()


def test_a_round_is_a_table_with_the_best_first() -> None:
    lines = told(
        {
            "phase": 2,
            "key": "round-2",
            "title": "Round 2",
            "version": 1,
            "closed_at": "2026-10-24T18:02:00.123Z",
            "rooms": {
                "s1": {"room": "rock", "sign": "+"},
                "s2": {"room": "paper", "sign": "-"},
                "s10": {"room": "rock", "sign": "-"},
            },
            "bombs": {"paper": {"double": 1, "polarity": 2}},
            "points": {"s1": -1, "s2": 2, "s10": 0},
            "scores": {"s1": 0, "s2": 12, "s10": 0},
            "ending": None,
        }
    )
    assert lines == [
        "── m1 · Round 2 closed at 18:02:00 UTC ───────────────────────────────────────",
        "                  rooms    points  scores",
        "  s2   Player 2   paper -  2       12",
        "  s1   Player 1   rock +   -1      0",
        "  s10  Player 10  rock -   0       0",
        "  bombs: paper double 1, polarity 2",
        "  Next: Round 3, until 18:03:00 UTC.",
        "",
    ]


def test_teams_are_told_in_the_same_way() -> None:
    lines = told(
        {"title": "Cards", "closed_at": "2026-10-24T18:02:00Z", "scores": {"A": 3, "B": 5}, "pairs": [["s1", "s2"]]}
    )
    assert lines[1:4] == ["       scores", "  B    5", "  A    3"]
    assert lines[4] == "  pairs: s1 v s2"


def test_the_end_is_told_with_its_result() -> None:
    result = {"tokens": {"s2": 2}, "garnets": {}, "candidate": "s10", "how": "last"}
    reveal = {"title": "Gift", "closed_at": "2026-10-24T18:02:00Z", "to": None}
    lines = told(reveal, status="over", phase=None, result=result)
    assert lines[1] == "  The match is over. tokens s2 2, candidate s10, how last"


def test_a_match_that_stands_still_says_so() -> None:
    lines = told({"title": "Gift", "closed_at": "2026-10-24T18:00:00Z"}, status="stuck", phase=None)
    assert lines[1] == "  The match is stuck."
