"""The rules in plain words, as players read them. Each paragraph ends with the rulings that it tells."""

TEXT = """
Eight players are divided by lot into two teams of four, A and B. Everybody is dealt three cards, numbered from 1 to
12. Unless the match's settings say otherwise, each team's twelve cards are exactly the numbers 1 to 12. Otherwise two
such sets are shuffled together, or every card is drawn for itself, and then a hand can hold a number twice. Copies of
a number are interchangeable. (T1, T2, T3, T4)

Three rounds are played, whatever the score. Each begins with an Order Selection (72 hours in round 1, 48 in rounds 2
and 3) and goes on with a Card Selection (24 hours), unless the match's settings say otherwise. (T44, T45)

In an Order Selection propose the order in which your four go out; name each of your team exactly once. You see your
team-mates' proposals and they see yours; the other team does not. If all of you who have proposed anything have
proposed the same when it closes, that is your team's order. Otherwise it is drawn by lot, each of the 24 orders
equally likely. The settings may ask for all four to propose the same, or for three of the four. The first in A's order
meets the first in B's, and so on. Then everybody sees the four pairs. The same pair may meet again. (T18, T19, T20,
T21, T22)

In a Card Selection choose one of your cards to play against your opponent. You may change it until it closes, and it
closes as soon as all eight cards are in, unless the settings say that it waits for its deadline. If you choose none,
one of your hand is played, drawn by lot. A card that has been played is gone. (T23, T24, T25, T26)

The higher card gains its team a point. Equal cards gain nothing, two 1s included. But a 1 against a 10, 11 or 12 gains
two points, and the other card none. (T27, T28, T29, T30)

After each round everybody is told how many points each team has gained, and nothing else: not who gained them, not
even whether you did, and no card. (T31, T32)

You may trade cards with anybody, team-mates or not, as long as a phase is open: as many cards for as many, from one to
all, never cards for nothing and never for garnets. Make an offer; if the other accepts, both hands change at once.
Only the two of you see it. You may ask for any card: an offer says nothing about whether it is there. An offer binds
neither of you: if the cards are gone when it is accepted, nothing happens. Offers end when they are declined or
withdrawn, and when the phase closes. You may have eight open at a time, and make twenty in a phase. (T5, T6, T7, T9,
T10, T11)

A card that you have submitted in a Card Selection is locked: it cannot be traded until you choose another instead.
(T8)

The host sells packs. In round 1's Order Selection you may give your three cards and 2, 4 or 6 garnets for three new
ones; in round 3's Order Selection your last card and 1, 2 or 3 garnets for a new one. Unless the settings say
otherwise, the cards of the cheapest pack are from 4 to 12, those of the middle one from 7 to 12 and those of the
dearest from 10 to 12, each number equally likely and each card drawn for itself. You may buy one in each of the two
rounds, or as many as the settings say. It is yours at once and for good, what you gave leaves the game, and nobody
else sees it. There is no credit. (T12, T13, T14, T15, T16, T17)

The team with more points wins, and each of its four players gets a Token of Life. They also give one Token to a player
of the losing team, by vote: whoever has most of the votes cast gets it, a tie is settled by lot among the tied, and
without any vote it goes to one of the four by lot. (T33, T34)

Who gets that Token chooses one of the three team-mates to be the Elimination Candidate; without an answer one of the
three is drawn by lot. (T35)

If the teams are level, everybody's cards played are added up, a 1 counting 1, bought cards and cards played by lot
included. Of all eight, whoever has the highest sum wins a Token (two, if the settings say so and nobody shares it),
and whoever has the lowest is Elimination Candidate. All who share the highest sum win one each; all who share the
lowest are candidates, unless the settings let the winners vote for one of them; then most votes decide, and the lot if
they are level. If all eight sums are equal, nobody wins and one of the eight is candidate by lot. (T36, T37, T38, T39,
T40)

If you have gained points in each of the three rounds you get 10 garnets, whichever team wins and after a tie too. You
see it in your own balance; nobody else is told. (T41, T42, T43)

Each of the two choices at the end has its own deadline (24 hours unless the settings say otherwise), and closes at
once when everybody whom it waits for has answered. (T46)

A seat that does nothing plays on by these rules: the others settle the order, its cards are drawn by lot, and so is
what it does not choose. (T47)

Whatever is drawn by lot comes from a secret number to which the match is bound before anybody joins, mixed with
numbers from the players' own devices. When the host publishes the match's record, anybody can check every draw. (T2)
"""

PARAGRAPHS = tuple(" ".join(paragraph.split()) for paragraph in TEXT.strip().split("\n\n"))
