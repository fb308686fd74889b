"""A match's whole way over HTTP: created, joined, started, entered, closed by hand and by deadline, revealed, over."""

from datetime import timedelta

from infra.local.cloud import Cloud
from tests.functions.story import START, Hosted, everybody, good, moment, pending, problem, wanted

DAY = timedelta(days=1)


def test_from_creation_to_the_result(cloud: Cloud) -> None:
    hosted = Hosted.create(cloud)
    joining = hosted.public()
    assert (joining["status"], joining["phase"], joining["state"]) == ("joining", None, None)
    assert [seat["seat"] for seat in joining["seats"]] == ["s1", "s2", "s3", "s4", "s5", "s6"]
    assert joining["commit"] == hosted.created["commit"]

    joined = good(hosted.join("s1", "ab" * 16))
    assert (joined["seat"], joined["joined"], joined["can"]["entry"]) == ("s1", True, None)
    assert hosted.public()["fairness"]["entropy"]["s1"] == "ab" * 16
    assert [one["seat"] for one in hosted.desk()["attendance"] if one["joined"]] == ["s1"]

    assert good(hosted.start())["phase"]["key"] == "pregame"
    assert hosted.deadline == START + 2 * DAY
    for seat in everybody(hosted):
        good(hosted.enter(seat, 0, room="rock", sign="+", bombs=["double", "double"]))
    reveal = good(hosted.close(0))
    assert (reveal["phase"], reveal["key"]) == (0, "pregame")
    assert (
        hosted.public()["state"]["rooms"]
        == reveal["rooms"]
        == {seat: {"room": "rock", "sign": "+"} for seat in hosted.keys}
    )

    good(hosted.enter("s1", 1, ticket="paper"))
    hosted.pass_deadline()
    assert hosted.public()["state"]["scores"] == {"s1": 5, "s2": -1, "s3": -1, "s4": -1, "s5": -1, "s6": -1}
    for _ in range(2):
        hosted.pass_deadline()
    assert hosted.public()["phase"]["key"] == "second-place"
    hosted.pass_deadline()
    assert hosted.public()["phase"]["key"] == "elimination-vote"
    hosted.pass_deadline()

    over = hosted.public()
    assert (over["status"], over["phase"]) == ("over", None)
    assert over["result"]["garnets"] == {"s1": 2}
    assert over["result"]["how"] == "random"
    told = hosted.reveals()
    assert [reveal["key"] for reveal in told] == [
        "pregame",
        "round-1",
        "round-2",
        "round-3",
        "second-place",
        "elimination-vote",
    ]
    assert [reveal["phase"] for reveal in told] == [0, 1, 2, 3, 4, 5]
    for reveal in told:
        assert good(cloud.request("GET", f"{hosted.path}/reveals/{reveal['phase']}")) == reveal
    assert pending(cloud) == []
    problem(hosted.enter("s1", 6, sign_swap=True), 409, "match-over")
    assert hosted.seat("s1")["can"] == {"entry": None, "acts": []}


def test_p73_an_ending_step_closes_when_everybody_has_answered(started: Hosted) -> None:
    """By the table's stream, so that the last answer costs its player no more than any other."""
    for phase in range(4):
        good(started.close(phase, force=True, reason="on to the end"))
    public = started.public()
    step = public["phase"]["key"]
    desk = started.desk()
    awaited = [one["seat"] for one in desk["attendance"] if one["awaited"]]
    assert step in {"second-place", "elimination-vote"}
    for seat in awaited:
        assert started.phase == 4
        choices = [option["value"] for option in started.seat(seat)["can"]["entry"]["fields"][0]["options"]]
        good(started.enter(seat, 4, choice=choices[0]))
    started.cloud.run_due()
    assert started.reveals()[4]["key"] == step
    assert moment(started.reveals()[4]["closed_at"]) == START
    assert started.cloud.messages("FailedInvocations") == []


def test_three_matches_side_by_side_know_nothing_of_each_other(cloud: Cloud) -> None:
    first, second, third = (Hosted.create(cloud, wanted(seats=5)) for _ in range(3))
    for hosted in (first, second):
        good(hosted.start())
    good(first.enter("s1", 0, room="paper", sign="-"))
    assert (second.seat("s1")["entry"], third.public()["status"]) == (None, "joining")
    good(first.close(0, force=True, reason="alone"))
    assert (first.phase, second.phase) == (1, 0)
    problem(second.cloud.request("GET", f"{second.path}/seat", key=first.keys["s1"]), 401, "key-unknown")
