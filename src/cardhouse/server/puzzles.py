"""Puzzles and deals of the day at a house: which comes next, what came of a try, and where everybody stands.

What is a person's own is kept in their notes: tries by puzzle (`TRIES`), strengths by game (`STRENGTHS`), rated tries
by day and game (`DAILY`). The house keeps for itself how the puzzles are rated here, and who played a deal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from ..bots import cat_levels, make_bot
from ..contract.kept import read_kept, text_of
from ..contract.ladder import DayStreak
from ..contract.puzzles import (
    CatsFound,
    DailyDeal,
    DailyPlace,
    DailyStanding,
    KeptDaily,
    KeptStrength,
    KeptTry,
    LevelResults,
    Missed,
    PuzzleAnswer,
    PuzzleGame,
    PuzzleTask,
    PuzzleTry,
)
from ..contract.replays import Frame
from ..contract.requests import Person
from ..engine.cards import cards_text
from ..engine.errors import Refused
from ..engine.event import Event
from ..engine.game import Game
from ..engine.view import PlainEvent, PlainView
from ..games import games, spec
from ..games.puzzling import Ending
from ..games.slapping.seen import slaps_in
from ..puzzles.library import library
from ..puzzles.pool import Deal, daily_of, deal_of_day, pool
from ..puzzles.puzzle import Puzzle
from ..rating import STEADY, Result, updated
from ..rating import Strength as Rating
from ..storage import FOREVER, Storage
from .ladder import day_streak, note_day, strength_of

if TYPE_CHECKING:
    from .lobby import Lobby

TRIES, STRENGTHS, DAILY = "puzzle", "puzzles", "daily"
# Under no person's name: what the house itself keeps.
HOUSE = ""
# How sure the first rating of a puzzle is, from the cats' tries.
FIRST_DEVIATION = 120.0
# The next puzzle is drawn from the nearest ones to what is wanted; this is how many.
NEAR = 20
# A slap game's cards are turned at this pace, in milliseconds: that of the medium cats.
TURNS = 1250
LATEST = 50
BEST_DAYS = 5
SLAP_TIMES = 25


def _rating_of(text: str | None, otherwise: Rating) -> tuple[Rating, KeptStrength]:
    kept = read_kept(text, KeptStrength) if text is not None else None
    if kept is None:
        return otherwise, KeptStrength(*otherwise)
    return Rating(kept.rating, kept.deviation, kept.volatility), kept


def find(name: str) -> Puzzle:
    """The shipped puzzle of this name; `Refused` if there is none."""
    found = library(name.rpartition("-")[0]).get(name)
    if found is None:
        raise Refused("refused.server.no_puzzle", puzzle=name[:40])
    return found


def task_of(puzzle: Puzzle) -> PuzzleTask:
    """A puzzle as it is asked: nothing in it tells the answer, or a card that the seat can't know."""
    game = spec(puzzle.game)
    shows_all = game.puzzles is not None and game.puzzles.open
    names = [f"{seat + 1}" for seat in range(puzzle.record.seats)]
    frames: list[Frame] = []

    def view_of(position: Game) -> PlainView:
        view = position.open_view(puzzle.seat) if shows_all else position.view(puzzle.seat)
        return msgspec.convert(view.plain(), PlainView)

    position = puzzle.record.start()
    if puzzle.start == 0:
        frames.append(Frame(None, "", 0.0, [], [], view_of(position)))
    for number, (entry, after, events) in enumerate(puzzle.record.replay(), 1):
        if number >= puzzle.start:
            seen = [event if shows_all else event.seen_by(puzzle.seat) for event in events]
            words = [event.words(puzzle.game, names) for event in seen]
            action = entry.action if shows_all or game.slaps else ""
            frames.append(Frame(entry.seat, action, entry.seconds, [_plain(e) for e in seen], words, view_of(after)))
        position = after
    last = msgspec.structs.replace(frames[-1], view=view_of(position))
    return PuzzleTask(
        id=puzzle.id,
        game=puzzle.game,
        seats=puzzle.record.seats,
        seat=puzzle.seat,
        options=dict(position.setup.options),
        open=shows_all,
        proof="" if game.slaps else puzzle.proof,
        within=puzzle.within,
        turns=TURNS if game.slaps else 0,
        patterns=[rule.name for rule in slaps_in(position.view(puzzle.seat))] if game.slaps else [],
        rating=puzzle.rating,
        frames=[*frames[:-1], last],
    )


def _plain(event: Event) -> PlainEvent:
    return PlainEvent(event.kind, event.seat, cards_text(event.cards), event.facts)


def encoded_task(name: str) -> bytes:
    """A puzzle as JSON; runs in a worker."""
    return msgspec.json.encode(task_of(find(name)))


def cats_of(puzzle: Puzzle) -> list[CatsFound]:
    """Return what the cats made of a puzzle, level by level."""
    levels = cat_levels(puzzle.game)
    times = dict.fromkeys(levels, 0)
    if spec(puzzle.game).slaps and puzzle.answers:
        view = puzzle.position().view(puzzle.seat)
        for level in levels:
            moves = [make_bot(puzzle.game, level, number).move(view) for number in range(SLAP_TIMES)]
            slaps = sorted(move.after for move in moves if move is not None and move.action.verb == "slap")
            times[level] = round(1000 * slaps[len(slaps) // 2]) if slaps else 0
    return [CatsFound(level, *found, times[level]) for level, found in zip(levels, puzzle.found, strict=False)]


class Puzzles:
    """The puzzles and the deals of the day of a house."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    @property
    def storage(self) -> Storage:
        return self.lobby.storage

    def today(self) -> date:
        """The day it is, the same all over the world."""
        return datetime.fromtimestamp(self.lobby.clock(), UTC).date()

    # Puzzles.

    async def _tries(self, person: Person) -> dict[str, KeptTry]:
        notes = await self.storage.notes(person.id, TRIES)
        return {key: kept for key, text in notes.items() if (kept := read_kept(text, KeptTry)) is not None}

    async def overview(self, person: Person) -> list[PuzzleGame]:
        """All games that have puzzles, with what somebody has done there."""
        tries, strengths = await self._tries(person), await self.storage.notes(person.id, STRENGTHS)
        found = []
        for game in games():
            puzzles = library(game.name)
            today = puzzles.of_day(self.today())
            if today is None:
                continue
            mine = [kept for key, kept in tries.items() if key.rpartition("-")[0] == game.name]
            rating, kept = _rating_of(strengths.get(game.name), Rating())
            found.append(
                PuzzleGame(
                    game=game.name,
                    count=len(puzzles),
                    themes=puzzles.themes(),
                    today=today.id,
                    strength=strength_of(rating),
                    tried=len(mine),
                    found=sum(kept.first for kept in mine),
                    missed=sum(not kept.found for kept in mine),
                    streak=kept.streak,
                    storm=kept.storm,
                )
            )
        return found

    async def next(self, person: Person, game: str, theme: str, wanted: int | None) -> Puzzle:
        """A puzzle that somebody has not tried, of a rating near their own or the one wanted."""
        tries, strengths = await self._tries(person), await self.storage.notes(person.id, STRENGTHS)
        there = [one for one in library(game).puzzles if not theme or theme in one.themes]
        if not there:
            raise Refused("refused.server.no_puzzle", puzzle=f"{game} {theme}"[:40])
        fresh = [one for one in there if one.id not in tries] or there
        rating, _ = _rating_of(strengths.get(game), Rating())
        # Who is new begins with what most cats find.
        level = wanted if wanted is not None else rating.rating - rating.deviation / 2
        nearest = sorted(fresh, key=lambda one: abs(one.rating - level))[:NEAR]
        return random.choice(nearest)

    async def missed(self, person: Person) -> list[Missed]:
        """Return what somebody tried and has not found since, the latest first."""
        tries = await self._tries(person)
        found = []
        for key, kept in sorted(tries.items(), key=lambda item: -item[1].at):
            puzzle = library(key.rpartition("-")[0]).get(key)
            if not kept.found and puzzle is not None:
                found.append(Missed(key, puzzle.game, list(puzzle.themes), puzzle.rating, kept.at))
        return found[:LATEST]

    async def attempt(self, person: Person, name: str, wanted: PuzzleTry) -> PuzzleAnswer:
        """Return what comes of a try; the first one at a puzzle is rated, for who tried and for the puzzle."""
        puzzle = find(name)
        done = wanted.action or None
        decided = puzzle.is_right(done)
        late = decided and done is not None and 0 < puzzle.within < wanted.milliseconds
        right = decided and not late
        before = (await self._tries(person)).get(name)
        strengths = await self.storage.notes(person.id, STRENGTHS)
        rating, kept = _rating_of(strengths.get(puzzle.game), Rating())
        old = round(rating.rating)
        if before is None:
            rating = await self._rate(puzzle, rating, right)
        best = msgspec.structs.replace(
            kept,
            rating=rating.rating,
            deviation=rating.deviation,
            volatility=rating.volatility,
            streak=max(kept.streak, wanted.score + right) if wanted.mode == "streak" else kept.streak,
            storm=max(kept.storm, wanted.score + right) if wanted.mode == "storm" else kept.storm,
        )
        first = right if before is None else before.first
        now = KeptTry(first, right or (before is not None and before.found), self.lobby.clock(), round(rating.rating))
        await self.storage.note(person.id, TRIES, {name: text_of(now)})
        await self.storage.note(person.id, STRENGTHS, {puzzle.game: text_of(best)})
        await note_day(self.storage, person.id, self.today())
        return PuzzleAnswer(
            right=right,
            late=late,
            answers=list(puzzle.answers),
            proof=puzzle.proof,
            themes=list(puzzle.themes),
            cats=cats_of(puzzle),
            strength=strength_of(rating),
            before=old,
            rated=before is None,
        )

    async def _rate(self, puzzle: Puzzle, rating: Rating, right: bool) -> Rating:
        """Rate a first try as a game against the puzzle, and the puzzle as one against who tried it."""
        rated = await self.storage.notes(HOUSE, TRIES)
        own, _ = _rating_of(rated.get(puzzle.id), Rating(puzzle.rating, FIRST_DEVIATION, STEADY))
        after = updated(rating, [Result(own, float(right))])
        again = updated(own, [Result(rating, float(not right))])
        await self.storage.note(HOUSE, TRIES, {puzzle.id: text_of(KeptStrength(*again))})
        return after

    # Deals of the day.

    def deal(self, game: str, day: date) -> Deal:
        """The deal of a day; `Refused` if there is none."""
        found = deal_of_day(game, day)
        if found is None:
            raise Refused("refused.server.no_daily", game=game[:40])
        return found

    async def _daily(self, person: Person) -> dict[str, KeptDaily]:
        """Somebody's rated tries by day and game; those that have ended meanwhile with how they did."""
        notes = await self.storage.notes(person.id, DAILY)
        kept = {key: found for key, text in notes.items() if (found := read_kept(text, KeptDaily)) is not None}
        oldest = f"{self.today() - timedelta(days=14)}"
        waiting = {key: one for key, one in kept.items() if one.result is None and key >= oldest}
        if waiting:
            kept |= await self._ended(person, waiting)
        return kept

    async def _ended(self, person: Person, waiting: dict[str, KeptDaily]) -> dict[str, KeptDaily]:
        history = {one.record: one for one in await self.storage.history(person.id, FOREVER, LATEST)}
        found = {}
        for key, one in waiting.items():
            finished = history.get(f"{one.code}-1")
            mine = finished.seats[0] if finished is not None else None
            if finished is None or mine is None or not mine.yours or mine.notes.stand_in:
                continue
            others = [seat.score for seat in finished.seats[1:]]
            ending = Ending(mine.place, mine.score, sum(others) / len(others), mine.notes.steps)
            day, _, game = key.partition("/")
            result = daily_of(game).result(ending)
            points = round(100 * self.deal(game, date.fromisoformat(day)).share(result))
            found[key] = KeptDaily(one.code, result, points, person.name, person.face)
            await self.storage.note(person.id, DAILY, {key: text_of(found[key])})
            await self.storage.note(HOUSE, f"{DAILY}/{key}", {person.id: text_of(found[key])})
            await note_day(self.storage, person.id, date.fromisoformat(day))
        return found

    async def begin(self, person: Person, game: str, address: str) -> str:
        """A table with today's deal: the first one of a day is the rated try."""
        day = self.today()
        key, deal = f"{day}/{game}", self.deal(game, day)
        mine = (await self._daily(person)).get(key)
        if mine is not None and mine.result is None and self.lobby.unfinished(mine.code):
            return mine.code
        table = await self.lobby.make_daily(deal, person, address)
        await self.storage.note(person.id, DAILY, {key: text_of(KeptDaily(table.code))}, keep=True)
        return table.code

    async def dailies(self, person: Person) -> list[DailyDeal]:
        """Today's deal of each game, and how far somebody is with it."""
        day, mine = self.today(), await self._daily(person)
        found = []
        for game in games():
            if not pool(game.name):
                continue
            kept = mine.get(f"{day}/{game.name}")
            week = best_days(mine, game.name, day)
            over = kept is not None and (kept.result is not None or not self.lobby.unfinished(kept.code))
            points = kept.points if kept is not None else None
            found.append(DailyDeal(str(day), game.name, kept.code if kept else "", over, points, week))
        return found

    async def streak(self, person: Person) -> DayStreak:
        """On how many days in a row somebody played a deal of the day or a puzzle."""
        await self._daily(person)
        return await day_streak(self.storage, person, self.today())

    async def standing(self, person: Person, game: str, day: date) -> DailyStanding:
        """Return what came of a day's deal. How it went for cats and others is told to who has played it."""
        deal, mine = self.deal(game, day), await self._daily(person)
        kept = mine.get(f"{day}/{game}")
        over = kept is not None and (kept.result is not None or not self.lobby.unfinished(kept.code))
        tells = over or day < self.today()
        results = deal.results() if tells else {}
        places = await self._places(person, game, day) if tells else []
        return DailyStanding(
            day=str(day),
            game=game,
            unit=daily_of(game).unit,
            over=over,
            code=kept.code if kept else "",
            record=f"{kept.code}-1" if kept is not None and kept.result is not None else "",
            result=kept.result if kept else None,
            points=kept.points if kept else None,
            levels=[LevelResults(level, sorted(values, reverse=True)) for level, values in results.items()],
            places=places[:LATEST],
            played=len(places),
            week=best_days(mine, game, day),
        )

    async def _places(self, person: Person, game: str, day: date) -> list[DailyPlace]:
        """Who played a deal here, the best first."""
        weeks: dict[str, dict[str, KeptDaily]] = {}
        for one in week_of(day):
            notes = await self.storage.notes(HOUSE, f"{DAILY}/{one}/{game}")
            for who, text in notes.items():
                kept = read_kept(text, KeptDaily)
                if kept is not None and kept.result is not None:
                    weeks.setdefault(who, {})[f"{one}/{game}"] = kept
        key = f"{day}/{game}"
        played = sorted(
            ((who, days[key]) for who, days in weeks.items() if key in days), key=lambda item: -(item[1].result or 0.0)
        )
        results = [kept.result or 0.0 for _, kept in played]
        return [
            DailyPlace(
                place=1 + sum(other > result for other in results),
                name=kept.name,
                face=kept.face,
                result=result,
                points=kept.points or 0,
                week=best_days(weeks[who], game, day),
                yours=who == person.id,
            )
            for (who, kept), result in zip(played, results, strict=True)
        ]

    async def forget(self, person: Person) -> None:
        """Take somebody's results out of the deals of the day: their own notes go with their statistics."""
        for key in await self.storage.notes(person.id, DAILY):
            await self.storage.note(HOUSE, f"{DAILY}/{key}", {person.id: None})


def week_of(day: date) -> list[date]:
    """The days of the week of a day, from Monday."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(7)]


def best_days(kept: dict[str, KeptDaily], game: str, day: date) -> int:
    """The points of the five best days of a week together."""
    days: Iterable[KeptDaily | None] = (kept.get(f"{one}/{game}") for one in week_of(day))
    points = sorted((one.points or 0 for one in days if one is not None), reverse=True)
    return sum(points[:BEST_DAYS])
