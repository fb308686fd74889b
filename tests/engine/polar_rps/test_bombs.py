from tests.engine.polar_rps.board import A, B, C, D, after, board, holdings, points, revealed

ON_ROCK = {"bomb": {"kind": "confetti", "room": "rock"}}


def bomb(kind: str, room: str | None = None) -> dict[str, object]:
    return {"bomb": {"kind": kind, "room": room}}


def test_p11_a_bomb_sees_the_rooms_after_the_moves() -> None:
    table = board("R+ S+", bombs={B: "confetti"})
    plain = points(table, s1={"ticket": "paper"})
    assert points(table, s1={"ticket": "paper"}, s2=bomb("confetti", "rock")) == plain
    assert points(table, s1={"ticket": "paper"}, s2=bomb("confetti", "paper")) == [plain[0] + 1, plain[1]]


def test_p17_double_includes_the_minority_point() -> None:
    table = board("R- R+ R+ S+ S+", bombs={A: "double"})
    assert points(table)[0] == 3
    assert points(table, s1=bomb("double", "rock")) == [6, 4, 4, -3, -3]


def test_p18_double_doubles_losses() -> None:
    table = board("R+ P+ P+ P+", bombs={B: "double"})
    assert points(table, s2=bomb("double", "rock")) == [-6, 1, 1, 1]


def test_p19_double_is_of_this_round_only() -> None:
    table = board("R+ S+ S+ S+", bombs={A: "double"}, scores=(10, 0, 0, 0))
    assert revealed(table, s1=bomb("double", "rock")).scores[A] == 16


def test_p20_double_does_not_touch_what_other_bombs_add() -> None:
    table = board("R- R+ R+ S+ S+", bombs={A: "double", B: "confetti", C: "polarity"})
    assert points(table)[:2] == [3, 2]
    with_all = points(table, s1=bomb("double", "rock"), s2=bomb("confetti", "rock"), s3=bomb("polarity", "rock"))
    assert with_all[:3] == [9, 5, 5]
    attacked = board("R+ P+ P+ P+", bombs={B: "double", C: "confetti"})
    assert points(attacked, s2=bomb("double", "rock"), s3=bomb("confetti", "rock"))[0] == -5


def test_p21_polarity_comes_on_top_of_the_minority_point() -> None:
    table = board("R+ R- R-", bombs={A: "polarity", B: "double"})
    assert points(table, s1=bomb("polarity", "rock")) == [3, 0, 0]
    assert points(table, s1=bomb("polarity", "rock"), s2=bomb("double", "rock")) == [4, 0, 0]


def test_p22_polarity_without_a_minority_does_nothing_but_is_spent_and_shown() -> None:
    table = board("R+ R-", bombs={A: "polarity"})
    reveal = revealed(table, s1=bomb("polarity", "rock"))
    assert list(reveal.points.values()) == [0, 0]
    assert reveal.bombs == {"rock": {"polarity": 1}}
    assert holdings(after(table, s1=bomb("polarity", "rock")), A).bombs == {}


def test_p23_a_ticket_bomb_gives_a_ticket_for_the_next_round_to_all_who_end_there() -> None:
    table = board("R+ R- P+ S+", bombs={A: "ticket"}, tickets=(0, 4, 4, 4), number=3)
    use = {"ticket": "paper", **bomb("ticket", "rock")}
    reveal = revealed(table, s1=use, s2={"ticket": "scissors"}, s3={"ticket": "rock"})
    assert reveal.rooms[A].room == "rock"
    next_round = after(table, s1=use, s2={"ticket": "scissors"}, s3={"ticket": "rock"})
    assert [holdings(next_round, seat).tickets for seat in (A, B, C, D)] == [1, 3, 4, 4]
    assert revealed(next_round, s1={"ticket": "paper"}).rooms[A].room == "paper"


def test_p23_its_user_gets_one_only_if_there() -> None:
    table = board("R+ P+", bombs={A: "ticket"})
    later = after(table, s1=bomb("ticket", "paper"))
    assert [holdings(later, seat).tickets for seat in (A, B)] == [4, 5]


def test_p24_tickets_are_never_doubled() -> None:
    table = board("P+ P-", bombs={A: "ticket", B: "double"})
    later = after(table, s1=bomb("ticket", "paper"), s2=bomb("double", "paper"))
    assert [holdings(later, seat).tickets for seat in (A, B)] == [5, 5]


def test_p24_a_ticket_bomb_in_round_nine_is_legal_and_spent() -> None:
    table = board("R+ P+ S+ S- S-", bombs={A: "ticket"}, number=9)
    later = after(table, s1=bomb("ticket", "paper"))
    assert holdings(later, A).bombs == {}
    assert revealed(table, s1=bomb("ticket", "paper")).bombs == {"paper": {"ticket": 1}}


def test_p25_duplicates_work_once_and_are_all_used_up() -> None:
    table = board("S+ S+", bombs={A: "confetti double ticket", B: "confetti double ticket"})
    for kind, scored in (("confetti", [1, 1]), ("double", [0, 0]), ("ticket", [0, 0])):
        both = {"s1": bomb(kind, "scissors"), "s2": bomb(kind, "scissors")}
        assert points(table, **both) == scored
        later = after(table, **both)
        assert kind not in holdings(later, A).bombs
        assert kind not in holdings(later, B).bombs
        assert holdings(later, A).tickets == (5 if kind == "ticket" else 4)
    winning = board("S+ S+ P+", bombs={A: "double", B: "double"})
    assert points(winning, s1=bomb("double", "scissors"), s2=bomb("double", "scissors")) == [2, 2, -2]


def test_p26_the_same_kind_works_in_each_of_two_rooms() -> None:
    table = board("R+ P+", bombs={A: "confetti", B: "confetti"})
    assert points(table, s1=bomb("confetti", "rock"), s2=bomb("confetti", "paper")) == [0, 2]


def test_p27_different_kinds_work_together_on_one_room() -> None:
    table = board("R+ S+ S+", bombs={B: "confetti", C: "double"})
    assert points(table, s2=bomb("confetti", "rock"), s3=bomb("double", "rock")) == [5, -1, -1]


def test_p28_a_bomb_lasts_for_its_round_only() -> None:
    table = board("R+ S+", bombs={A: "double"}, number=2)
    assert points(table, s1=bomb("double", "rock")) == [2, -1]
    assert points(after(table, s1=bomb("double", "rock"))) == [1, -1]


def test_p35_an_empty_room_and_any_other_can_be_bombed() -> None:
    table = board("P+ S+", bombs={A: "double", B: "confetti"})
    reveal = revealed(table, s1=bomb("double", "rock"), s2=bomb("confetti", "paper"))
    assert list(reveal.points.values()) == [0, 1]
    assert reveal.bombs == {"rock": {"double": 1}, "paper": {"confetti": 1}}
    assert holdings(after(table, s1=bomb("double", "rock")), A).bombs == {}


def test_p53_every_bomb_is_shown_with_duplicates_in_the_order_of_rooms_and_kinds() -> None:
    table = board("R+ P+ S+ S-", bombs={A: "polarity", B: "confetti", C: "confetti", D: "double"})
    uses = {
        D: bomb("double", "rock"),
        A: bomb("polarity", "scissors"),
        C: bomb("confetti", "scissors"),
        B: bomb("confetti", "scissors"),
    }
    shown = revealed(table, **uses).bombs
    assert shown == {"rock": {"double": 1}, "scissors": {"confetti": 2, "polarity": 1}}
    assert list(shown) == ["rock", "scissors"]
    assert list(shown["scissors"]) == ["confetti", "polarity"]
