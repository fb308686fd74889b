"""The rules in plain words, as players read them. Each paragraph ends with the rulings that it tells."""

TEXT = """
Five or more players share three rooms: Rock, Paper and Scissors. Everybody also has a sign, + or -. The match has a
pregame and nine rounds (the match's settings say so if it has fewer), and each of them closes at its deadline.
Whoever leaves stays where they are, counts for the others and is ranked like everybody else. (P1, P74)

You begin with 4 Tickets, 2 Sign Swaps and 2 Party Bombs of your choice, two of one kind if you like. None of them can
be handed to another player. (P4, P6)

In the pregame (48 hours) choose your room, your sign and your two bombs. A room or a sign that is missing or cannot
be read is drawn by lot, each for itself and each possibility equally likely; a bomb that is missing or cannot be read
is lost, the other one is not; three bombs are refused. Entering your first room is free, nothing is scored, and
Tickets, swaps and bombs wait until round 1. (P2, P3, P5, P6)

In each round (24 hours) you may use one Ticket, to move to another room, one Sign Swap, to reverse your sign, and one
Party Bomb, on any room, with people in it or not. All three in one round are fine. (P29, P35, P39, P40, P41)

When the round closes, all moves and swaps happen at once; rooms have no limit. Only then are points scored, where
everybody is and with the signs that everybody has by then. Round 9 is like the others. (P9, P10, P11, P45)

You score 1 point for each player in the room that yours beats and lose 1 for each player in the room that beats
yours: Rock beats Scissors, Scissors beats Paper, Paper beats Rock. People in your own room and empty rooms count for
nothing. Points can be negative. (P12, P13)

If fewer people in your room, you included, have your sign than the other one, you score 1 more. Equal numbers give it
to nobody, and neither does a room in which all have one sign. (P14, P15, P16)

Confetti Bomb: everybody in the room scores 1 more. Double Bomb: what everybody in the room scores this round by the
two paragraphs above is doubled, losses too; what other bombs add is not. Polarity Bomb: whoever has the rarer sign in
the room scores 2 more, besides the 1 above; if no sign is rarer, nobody does. (P17, P18, P19, P20, P21, P22)

Ticket Bomb: everybody who ends the round in the room gets a Ticket, to be used from the next round on. It is never
doubled, and in round 9 it is of no use. (P23, P24)

Different bombs on one room all work. Several of one kind on one room work as one, and all of them are used up. The
same kind on two rooms works in both. A bomb lasts for its round only. (P25, P26, P27, P28)

Name the bomb always; you may leave its room out, and then it goes off in the room that you end the round in. A room
that does not exist, or a bomb that you do not own, counts as no bomb. (P30, P31, P32, P33, P34)

A Ticket to the room that you are in, to a room that does not exist, or without a Ticket left counts as no move. (P36,
P37, P38)

What is invalid is ignored part by part, and never spent. You are told at once what would be ignored and why, and can
send again as often as you like until the deadline: the last entry counts, whole. It is judged again at the close,
with what you own then. Write full names; capitals and blanks around them do not matter. (P42, P43, P44)

Tickets, Sign Swaps and Party Bombs can be bought with garnets, from the pregame to the last round's deadline. Your
first of an item costs 1 garnet and each further one 1 more than the last; all kinds of bombs are one item, and what
you began with does not count. It is yours at once and for good; there is no credit, and what is left at the end is
worth nothing. Nobody else sees what you buy. (P46, P47, P48, P49, P50, P51, P52)

After the pregame everybody's room and sign are revealed, and after each round everybody's room and sign, the bombs
that went off in each room with their number, and the scores. Never revealed: who used a bomb, what anybody owns or
buys, what was ignored, who sent nothing, and what was drawn by lot. (P7, P53, P54)

After the last round everybody gets 1 garnet for every 7 points of the final score, nobody fewer than 0. (P55)

Tokens of Life: a sole first wins two and a sole second one. If two, three or four share the first place, each of them
wins one and nobody else any; if five or more do, nobody wins any. If the second place is shared behind a sole first,
only two Tokens are given out: the winner has one and chooses which of the tied wins the other. Without an answer in
time that is drawn by lot. (P56, P57, P58, P59, P60, P61)

The player with the lowest score is the Elimination Candidate, but nobody who has won a Token can be. If several are
lowest, everybody who has won a Token votes on which of them it is, also one who was chosen for second place. The
second place is settled first. (P63, P64, P65, P66)

The vote: one of the tied must be named; it can be changed until it closes, and ballots stay secret unless the match's
settings say otherwise. Most votes decide, and only votes that were cast count. If that is a tie, it is the one whose
voters have most garnets together, rewards included; if that is a tie too, or nobody votes, or nobody has won a Token,
it is drawn by lot among those still tied. (P67, P68, P69, P70, P71, P72)

A winner of two Tokens may then give one of them to somebody who has none and is not the candidate, or keep it. Being
given a Token is not winning it. (P62)

Second place, vote and gift take place only if they are needed, one after the other, each with its own deadline (24
hours), and close at once when everybody whom they wait for has answered. (P73)

Whatever is drawn by lot comes from a secret number to which the match is bound before anybody joins, mixed with
numbers from the players' own devices. When the host publishes the match's record, anybody can check every draw. (P3)
"""

PARAGRAPHS = tuple(" ".join(paragraph.split()) for paragraph in TEXT.strip().split("\n\n"))
