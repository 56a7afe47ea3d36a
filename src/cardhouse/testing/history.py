"""An observer's history of a game from its first card on, and the other deals that would have looked the same.

A sampler reads what is known of hidden cards from a view alone. Here it is found without it, by the rules themselves:
the game is dealt again with other cards where the observer saw none, and played again. A deal in which every action is
legal again, and the observer sees the same again, could have been the true one; no other could.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..engine.action import Action, parse_action
from ..engine.cards import Card, cards_in
from ..engine.chance import Chance
from ..engine.errors import BadSetup, Refused
from ..engine.game import Game, Setup
from ..engine.options import Value
from ..engine.registry import game_class
from ..engine.view import View
from .playing import seen

# How often a search for a deal that leads to a position tries another one.
MOST_TRIES = 600
Place = tuple[str, int | None]


@dataclass(frozen=True)
class Heard:
    """An action of a seat (None: the timer) as the observer heard of it; a secret one showed no cards."""

    seat: int | None
    action: Action | None
    told: list[dict[str, object]]
    secret: bool


def hidden_cards(game: Game, view: View) -> dict[Place, list[int]]:
    """For each place with cards that a view does not show: these cards, in the order of the place."""
    found: dict[Place, list[int]] = {}
    for whole, shown in zip(game.open_view().zones, view.zones, strict=True):
        known = set(shown.known)
        cards = [int(card) for card in whole.known if card not in known]
        if cards:
            found[whole.name, whole.seat] = cards
    return found


class History:
    """A game that goes on by random legal actions, as one observer (None: a spectator) sees it."""

    def __init__(self, name: str, seats: int, options: Mapping[str, Value], chance: Chance, observer: int | None):
        self.kind = game_class(name)
        self.observer = observer
        self.chance = chance
        self.options = options
        self.seats = seats
        deck = cards_in(self.kind.cards(seats, options))
        self.seed = int(chance.below(2**40))
        self.deck = self._shuffled([int(card) for card in deck])
        self.game = self.dealt(self.deck, self.seed)
        self.first = self.game.view(observer).json()
        self.steps: list[Heard] = []
        # Where each card lay when the observer last did not see it; those that were visible at some time.
        self.lay: dict[int, Place] = {}
        self.ever_seen: set[int] = set()
        self._look()

    def _shuffled(self, cards: list[int]) -> list[int]:
        cards = cards[:]
        for last in range(len(cards) - 1, 0, -1):
            other = int(self.chance.below(last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def dealt(self, deck: list[int], seed: int) -> Game:
        """The game dealt from this deck."""
        game = self.kind(Setup(self.kind.name, self.seats, self.options, seed, tuple(deck)))
        game.deal()
        return game

    def _look(self) -> None:
        view = self.game.view(self.observer)
        self.hidden = hidden_cards(self.game, view)
        for place, cards in self.hidden.items():
            self.lay.update(dict.fromkeys(cards, place))
        self.ever_seen |= {int(card) for zone in view.zones for card in zone.known}

    @property
    def traceable(self) -> bool:
        """True while each hidden card lies where the first deal and the actions have brought it, never seen."""
        return not any(card in self.ever_seen for cards in self.hidden.values() for card in cards)

    def go_on(self) -> bool:
        """Let somebody do something; False once the game is over, or what is hidden can't be traced any more."""
        game = self.game
        if game.over or not self.traceable:
            return False
        choices: list[tuple[int | None, Action | None]] = [
            (seat, action) for seat in range(game.seats) for action in game.legal(seat)
        ]
        if game.timer is not None:
            choices.append((None, None))
        seat, action = choices[self.chance.below(len(choices))]
        events = game.fire() if action is None else game.apply(seat, action)
        own = [event for event in events if event.seat == seat and event.only is not None]
        secret = action is not None and bool(action.cards) and any(self.observer not in (e.only or ()) for e in own)
        self.steps.append(Heard(seat, action, seen(events, self.observer), secret))
        self._look()
        return not game.over and self.traceable

    def replay(self, deck: list[int], seed: int, secrets: Chance | None = None) -> tuple[int, Game | None]:
        """Play the same from another deck: after how many steps the observer sees a difference, and the game if none.

        The count is -1 if the deal itself looks different. Secret actions are done with the cards that lie where those
        of the true deck lay or, with chance given for ``secrets``, with any.
        """
        try:
            game = self.dealt(deck, seed)
        except BadSetup:
            return -1, None
        if game.view(self.observer).json() != self.first:
            return -1, None
        for at, step in enumerate(self.steps):
            try:
                if step.action is None:
                    events = game.fire()
                else:
                    action = step.action
                    if step.secret:
                        action = self._secret(game, step, deck, secrets)
                    events = game.apply(step.seat, action)
            except Refused:
                return at, None
            if seen(events, self.observer) != step.told:
                return at, None
        if game.view(self.observer).json() != self.game.view(self.observer).json():
            return len(self.steps), None
        return len(self.steps), game

    def _secret(self, game: Game, step: Heard, deck: list[int], secrets: Chance | None) -> Action:
        assert step.action is not None
        if secrets is None:
            where = {card: at for at, card in enumerate(self.deck)}
            cards = [str(Card(deck[where[int(card)]])) for card in step.action.cards]
            return parse_action(f"{step.action.verb} {' '.join(cards)}")
        legal = game.legal(step.seat)
        for _ in range(100):
            # By its place, since there may be hundreds that nobody looks at.
            action = legal[secrets.below(len(legal))] if legal else step.action
            if action.verb == step.action.verb and len(action.cards) == len(step.action.cards):
                return action
        return step.action

    def other_deals(self, tries: int) -> Iterator[Game]:
        """Of this many deals, each equally likely to who saw only the first, those that would have looked the same.

        What they leave of all deals is exactly what the observer knows, with no thought of how anybody plays.
        """
        start = self.dealt(self.deck, self.seed)
        unseen = {card for cards in hidden_cards(start, start.view(self.observer)).values() for card in cards}
        places = [at for at, card in enumerate(self.deck) if card in unseen]
        for _ in range(tries):
            deck = self.deck[:]
            for at, card in zip(places, self._shuffled([self.deck[at] for at in places]), strict=True):
                deck[at] = card
            game = self.replay(deck, int(self.chance.below(2**40)), self.chance)[1]
            if game is not None:
                yield game

    def could_have_been(self, wanted: Mapping[Place, list[int]], tries: int = MOST_TRIES) -> bool:
        """True if some deal leads, by what the observer saw, to a position with these cards in the hidden places.

        It is searched for: cards of one place change their places in the deck as long as more and more steps agree.
        """
        deck = self._put(wanted)
        where = self._movable(wanted)
        steps, places = self._agreed(deck, wanted)
        for _ in range(tries):
            if places == len(wanted):
                return True
            doubtful = self._doubtful(where, steps)
            if not doubtful:
                return False
            at = doubtful[self.chance.below(len(doubtful))]
            one, other = (at[self.chance.below(len(at))] for _ in range(2))
            deck[one], deck[other] = deck[other], deck[one]
            now = self._agreed(deck, wanted)
            if now < (steps, places):
                deck[one], deck[other] = deck[other], deck[one]
            else:
                steps, places = now
        return places == len(wanted)

    def _movable(self, wanted: Mapping[Place, list[int]]) -> dict[Place, list[int]]:
        """The cards of each place as positions of the true deck; those of places with an order stay where they are."""
        where: dict[Place, list[int]] = {}
        for at, card in enumerate(self.deck):
            if card in self.lay:
                where.setdefault(self.lay[card], []).append(at)
        return {
            place: at
            for place, at in where.items()
            if len(at) > 1
            and all(sorted(hidden[place]) == hidden[place] for hidden in (self.hidden, wanted) if place in hidden)
        }

    def _put(self, wanted: Mapping[Place, list[int]]) -> list[int]:
        """The true deck with these cards where those lay that are hidden now."""
        becomes: dict[int, int] = {}
        for place, cards in self.hidden.items():
            becomes.update(zip(cards, wanted[place], strict=True))
        return [becomes.get(card, card) for card in self.deck]

    def _agreed(self, deck: list[int], wanted: Mapping[Place, list[int]]) -> tuple[int, int]:
        """After how many steps the observer sees a difference; if there is none, in how many places the cards lie."""
        steps, game = self.replay(deck, self.seed)
        if game is None:
            return steps, -1
        hidden = hidden_cards(game, game.view(self.observer))
        return steps, sum(hidden.get(place) == cards for place, cards in wanted.items())

    def _doubtful(self, where: Mapping[Place, list[int]], steps: int) -> list[list[int]]:
        """The places, as positions of the deck, whose cards may be why a step did not agree."""
        seat = self.steps[steps].seat if 0 <= steps < len(self.steps) else None
        own = [at for (_, owner), at in where.items() if seat is not None and owner == seat]
        return own or list(where.values())
