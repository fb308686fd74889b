from random import Random

from tests.benchmarks.engine import made_up_match, play_by_match, play_by_rules, report


def test_both_ways_of_playing_come_to_the_same_state() -> None:
    phases = made_up_match(Random(0))
    assert play_by_rules(phases) == play_by_match(phases)


def test_the_benchmark_runs_and_tells_what_it_measured() -> None:
    told = report(goes=1, count=2)
    assert "by the game's own methods" in told
    assert "per import of boto3" in told
