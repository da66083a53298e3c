"""One state and its luck, played on by the functions of struct rd_game: what a replay needs."""
from __future__ import annotations

import ctypes as c
import mmap
from typing import Any

import numpy as np

from . import _native
from ._native import lib
from .games import Game


class Position:
    """A state as it goes through a game. Whoever plays on it asks judge() first."""

    def __init__(self, game: Game, setup: Any, key: tuple[int, int], drawn: int) -> None:
        self.game, self.seats = game, int(setup.seats)
        self._table = table = game._pointer.contents
        # Words, so that a state lies as its struct wants it.
        self._state = (c.c_uint64 * (table.state_size // 8))()
        self._view = (c.c_uint64 * (table.view_size // 8))()
        self._luck = lib.rd_luck_from_key(*key)
        self._luck.drawn = drawn
        self._factors: Any = None
        table.init(self._state, c.byref(setup), c.byref(self._luck))

    def judge(self, seat: int, action: Any) -> Any:
        """May the seat do this now? A struct rd_verdict."""
        return self._table.judge(self._state, seat, action)

    def apply(self, seat: int, action: Any) -> None:
        """Does it."""
        self._table.apply(self._state, seat, action, c.byref(self._luck), None)

    def resign(self, seat: int) -> None:
        """The seat gives up."""
        self._table.resign(self._state, seat, None)

    def to_act(self) -> list[int]:
        """The seats that have an order to give."""
        bits = self._table.to_act(self._state)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    def turn(self) -> int:
        """Turns completed."""
        return int(self._table.turns(self._state).done)

    def outcome(self) -> Any:
        """A struct rd_outcome."""
        outcome = _native.Outcome()
        self._table.outcome(self._state, c.byref(outcome))
        return outcome

    def hash(self) -> int:
        """A fingerprint of the state."""
        return int(lib.rd_hash(self._state, self._table.state_size))

    def observe(self, seat: int, packed: bool, out: Any) -> None:
        """What the seat sees, into an array of the right size."""
        self._table.observe(self._state, seat, self._view)
        (self._table.pack if packed else self._table.encode)(self._view, out.ctypes.data)

    def scene(self, seat: int) -> Any:
        """What it looks like to the seat: a struct rd_scene."""
        scene = _native.Scene()
        self._table.observe(self._state, seat, self._view)
        self._table.scene(self._view, c.byref(scene))
        return scene

    def masks(self, seat: int, action: Any, out: list[tuple[int, Any]]) -> None:
        """For pairs of a step and an array of its width: what could be chosen in it, given what the action has before."""
        if self._factors is None:
            self._make_room()
        factors: Any = self._factors
        factors.factor_count = factors.word_count = 0
        lib.rd_legal_factors(self.game._pointer, self._state, seat, self._list, c.byref(factors))
        for step, mask in out:
            lib.rd_step_mask(c.byref(factors), step, action, mask.ctypes.data, mask.size)

    def _make_room(self) -> None:
        """Room for all factors there can be. Most of it is never touched, and memory that the system maps costs nothing then."""
        room, legal = lib.rd_factors_room(self.game._pointer), self._table.legal_max + 1
        self._mapped = [mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
                        for size in (16 * room.factors + 16, 8 * room.words + 8, 8 * legal)]
        factor, word, list_ = (c.addressof(c.c_char.from_buffer(mapped)) for mapped in self._mapped)
        self._list = list_
        self._factors = _native.Factors(factor, word, room.factors, room.words, 0, 0)


def rewards(outcome: Any) -> Any:
    """Of each seat: 1 for who beat all others, -1 for who was beaten by all; 0 while it goes on."""
    ranks = np.array(outcome.rank[:outcome.seats], np.int64)
    if not outcome.over or len(ranks) < 2:
        return np.zeros(len(ranks), np.float32)
    better = (ranks[None] < ranks[:, None]).sum(axis=1)
    beaten = (ranks[None] > ranks[:, None]).sum(axis=1)
    return ((beaten - better) / (len(ranks) - 1)).astype(np.float32)
