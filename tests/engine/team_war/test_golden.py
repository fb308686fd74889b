import difflib

from tests.golden.team_war import COMMAND, GOLDEN, transcript


def test_the_golden_match_is_played_as_it_was() -> None:
    kept, now = GOLDEN.read_text(encoding="utf-8").splitlines(), transcript().splitlines()
    difference = "\n".join(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=0))
    assert not difference, f"If the rules were meant to change, run `{COMMAND}`; what changed:\n{difference}"
