"""One game, order by order, for people who try things out."""
from __future__ import annotations

from typing import Any

import numpy as np

from .env import ACTION, ACTION_SIZE, Batch
from .errors import BadCall
from .games import Game
from .picture import render


class Match:
    """One game. Orders are (verb, arg, arg, arg), or the verb's name with its arguments.

    >>> match = Match("fate", seed=1)
    >>> match.play(match.legal_sample())
    """

    def __init__(self, game: str, *, seed: int = 0, seats: int | None = None, **options: Any) -> None:
        self._batch = Batch(game, 1, seed=seed, seats=seats, threads=1, auto_reset=False, **options)
        self._told = self._batch.look()
        self._drawn = 0

    @property
    def game(self) -> Game:
        """Its tables."""
        return self._batch.game

    @property
    def to_act(self) -> list[int]:
        """The seats that have an order to give now; none: the game is over."""
        bits = int(self._told.to_act[0])
        return [seat for seat in range(self._batch.seats) if bits >> seat & 1]

    @property
    def over(self) -> bool:
        """Is it over?"""
        return bool(self._told.terminated[0])

    @property
    def rewards(self) -> list[float]:
        """Of each seat: 1 for who beat all others, -1 for who was beaten by all; 0 while it goes on."""
        return [float(value) for value in self._told.reward[0]]

    @property
    def scores(self) -> list[int]:
        """Of each seat, in the game's own points."""
        return [int(value) for value in self._told.info["score"][0]]

    def action(self, order: Any) -> tuple[int, int, int, int]:
        """An order as four numbers: of ("move", 3, 40), of four numbers, or of an array of them."""
        row = list(order) if hasattr(order, "__iter__") else []
        if row and isinstance(row[0], str):
            names = [verb.name for verb in self.game.verbs]
            if row[0] not in names:
                raise BadCall(f"{self.game.id} has no verb {row[0]!r}; it has {', '.join(names)}")
            row[0] = names.index(row[0])
        if not 0 < len(row) <= ACTION_SIZE or not all(0 <= int(value) <= 0xffff for value in row):
            raise BadCall(f"an order is a verb and at most three numbers, not {order!r}")
        filled = [int(value) for value in row] + [0] * (ACTION_SIZE - len(row))
        return (filled[0], filled[1], filled[2], filled[3])

    def legal_sample(self, seat: int | None = None) -> tuple[int, int, int, int]:
        """A legal order of a seat (the lowest to act), all equally likely."""
        seat = self._seat(seat)
        self._drawn += 1
        return self.action(self._batch.sample(self._drawn)[0, seat])

    def legal(self, seat: int | None = None) -> list[tuple[int, int, int, int]]:
        """All legal orders of a seat, ascending. There can be very many: masks are for learners."""
        found: list[tuple[int, int, int, int]] = []
        self._climb(self._seat(seat), 0, np.zeros((1, 1, ACTION_SIZE), ACTION), found)
        return found

    def _climb(self, seat: int, step: int, chosen: Any, found: list[tuple[int, int, int, int]]) -> None:
        if step == ACTION_SIZE:
            found.append(self.action(chosen[0, 0]))
            return
        mask = self._batch.mask(step, chosen, seats=[seat])
        for value in np.flatnonzero(mask[0, 0]):
            next_ = chosen.copy()
            next_[0, 0, step] = value
            self._climb(seat, step + 1, next_, found)

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            if not self.to_act:
                raise BadCall("the game is over")
            return self.to_act[0]
        if seat not in self.to_act:
            raise BadCall(f"seat {seat!r} is not to act; {self.to_act} are")
        return seat

    def play(self, *orders: Any) -> None:
        """The orders of the seats that are to act, lowest seat first: as many as seats are to act."""
        seats = self.to_act
        if len(orders) != len(seats):
            raise BadCall(f"{len(seats)} seats are to act, so {len(seats)} orders are wanted, not {len(orders)}")
        actions = np.zeros((1, self._batch.seats, ACTION_SIZE), ACTION)
        for seat, order in zip(seats, orders):
            actions[0, seat] = self.action(order)
        self._told = self._batch.step(actions)

    def play_random(self) -> None:
        """A random legal order of every seat that is to act."""
        self._drawn += 1
        self._told = self._batch.step(self._batch.sample(self._drawn))

    def observe(self, seat: int) -> dict[str, Any]:
        """What the seat sees, as tensors by name."""
        return self._batch.split(self._batch.observe([seat])[0, 0])

    def scene(self, game: int = 0, seat: int = 7) -> Any:
        """What it looks like to a seat, or to a spectator (7): a struct rd_scene."""
        return self._batch.scene(game, seat)

    def render(self, seat: int = 7) -> Any:
        """The board as SVG, as a seat or a spectator (7) sees it; a notebook shows it."""
        return render(self, 0, seat)

    def save(self) -> bytes:
        """The game as bytes."""
        return self._batch.save(0)

    def load(self, saved: bytes) -> None:
        """The game that save() wrote."""
        self._batch.load(saved, 0)
        self._told = self._batch.look()

    def hash(self) -> int:
        """A fingerprint of the state."""
        return int(self._batch.hash()[0])

    def close(self) -> None:
        """Gives its memory back."""
        self._batch.close()
