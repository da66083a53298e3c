"""Replays: games that were kept, to look at, to check and to learn from."""
from __future__ import annotations

import hashlib
import os
from typing import Any, NamedTuple

import numpy as np

from . import _file, _native
from ._position import Position, rewards
from .errors import BadCall, BadReplay, BadSetup, Differs, UnknownGame
from .games import Game
from .picture import render

RESIGN = 0xffff


class Order(NamedTuple):
    """An order of a replay, in the order they were carried out."""
    turn: int  # that it belongs to, from 1
    seat: int
    verb: str  # "resign": the seat gave up
    action: tuple[int, int, int, int]


class Replay:
    """A game that was kept: a path, or the bytes of such a file.

    >>> replay = Replay("game.rdr")
    >>> replay.verify()
    >>> data = replay.arrays()

    A file that was cut or damaged can be read up to there; `problem` says so. It stands before its first order, and goes on
    by step()."""

    def __init__(self, source: str | os.PathLike[str] | bytes) -> None:
        if isinstance(source, (bytes, bytearray)):
            data = bytes(source)
        elif isinstance(source, (str, os.PathLike)):
            try:
                with open(source, "rb") as file:
                    data = file.read()
            except OSError as error:
                raise BadReplay(f"can't be read: {error}") from error
        else:
            raise BadReplay(f"a replay is a path or bytes, not {type(source).__name__}")
        contents = _file.read(data)
        self.header, self.end, self.problem = contents.header, contents.end, contents.problem
        self._records = contents.records
        self.seat_names = [seat["name"] for seat in self.header["seats"]]
        self.seats = len(self.seat_names)
        self._game: Game | None = None
        self._unplayable = self._why_not()
        self._position: Position | None = None
        self._at = 0
        self.orders = self._orders()

    # ---- what stands in the file ---------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Was it read to its end, and does it have one?"""
        return not self.problem

    @property
    def turns(self) -> int:
        """The number in its last end of a turn."""
        ends = self._records[self._records["kind"] == _file.TURN]
        return _file.turn_of(ends[-1]) if len(ends) else 0

    def _orders(self) -> list[Order]:
        verbs = self.header.get("verbs")
        names = [verb.get("name") if isinstance(verb, dict) else None for verb in verbs] if isinstance(verbs, list) else []
        found, turn = [], 1
        for record, kind in zip(self._records, self._records["kind"]):
            if kind == _file.TURN:
                turn = _file.turn_of(record) + 1
                continue
            numbers = tuple(int(value) for value in record["action"])
            verb = "resign" if numbers[0] == RESIGN else str(names[numbers[0]]) if numbers[0] < len(names) else "?"
            found.append(Order(turn, int(record["seat"]), verb, numbers))  # type: ignore[arg-type]
        return found

    # ---- can it be played? ---------------------------------------------------------------------

    def _why_not(self) -> str:
        """Why it can't be played here; an empty text if it can."""
        header = self.header
        try:
            self._game = Game(header["game"])
        except UnknownGame:
            return f"this package has no game called {header['game']!r}"
        if header["rules_version"] != self._game.rules_version:
            return (f"it was played by version {header['rules_version']} of the rules of {self._game.title}, and this package "
                    f"plays version {self._game.rules_version}")
        if header.get("verbs") != _verbs(self._game):
            return "the orders have other numbers than in this package"
        return self._why_no_setup()

    def _why_no_setup(self) -> str:
        options = self.header.get("options")
        if not isinstance(options, dict):
            return "damaged: the beginning has no options"
        if "position" in self.header or isinstance(options.get("map"), dict):
            return "it begins from a position or on a map of its own, which `redoubt replay` can play and this package can't"
        options = {key: value for key, value in options.items() if key != "seats"}
        try:
            assert self._game is not None
            self._setup = self._game.setup(self.seats, **options)
        except BadSetup as error:
            return str(error)
        if self._game._pointer.contents.check_setup(self._setup).code != 0:
            return f"{self._game.id} refuses this setup: these options don't go together"
        try:
            self._key, self._drawn = _key(self.header.get("seed")), self.header.get("drawn", 0)
        except ValueError:
            return "damaged: the seed is no number, nor 32 hexadecimal digits"
        if not _file._is_count(self._drawn):
            return "damaged: the beginning does not say how much luck was used"
        return ""

    @property
    def game(self) -> Game:
        """The tables of its game. BadReplay: this package plays other rules, and says which."""
        if self._unplayable or self._game is None:
            raise BadReplay(self._unplayable)
        return self._game

    # ---- playing it ----------------------------------------------------------------------------

    def rewind(self) -> None:
        """Back before the first order."""
        position = Position(self.game, self._setup, self._key, self._drawn)
        if self.header.get("hash") != f"{position.hash():016x}":
            raise Differs("the first position differs from the recorded one", 0)
        self._position, self._at = position, 0
        self._turn, self._due = position.turn(), False

    def _now(self) -> Position:
        if self._position is None:
            self.rewind()
        assert self._position is not None
        return self._position

    def step(self) -> Order | None:
        """Carries out the next order and gives it back; None: there are no more. Differs: the rules refuse it, or a state is
        not the recorded one."""
        position, number = self._now(), self._at
        while number < len(self._records) and self._records[number]["kind"] == _file.TURN:
            self._check_turn(position, self._records[number])  # only before the first order
            number += 1
        if number == len(self._records):
            self._at = number
            if self._due:
                raise self._differs("it ends when played again, but not in the file")
            return None
        order = self._carry_out(position, self._records[number])
        number += 1
        while number < len(self._records) and self._records[number]["kind"] == _file.TURN:
            self._check_turn(position, self._records[number])
            number += 1
        self._at = number
        return order

    def _carry_out(self, position: Position, record: Any) -> Order:
        if self._due:
            raise self._differs("it ends when played again, but not in the file")
        seat, numbers = int(record["seat"]), [int(value) for value in record["action"]]
        action = _native.Action(numbers[0], tuple(numbers[1:]))
        verb = "resign" if numbers[0] == RESIGN else None
        if verb is not None:
            outcome = position.outcome()
            if outcome.over or seat >= outcome.seats:
                raise self._differs(f"seat {seat} can't resign")
            position.resign(seat)
        else:
            verdict = position.judge(seat, action)
            if verdict.code != 0:
                raise self._differs(f"the rules refuse {tuple(numbers)} of seat {seat}: {self.game.refusal(verdict)}")
            position.apply(seat, action)
            verb = self.game.verbs[numbers[0]].name
        order = Order(self._turn + 1, seat, verb, tuple(numbers))  # type: ignore[arg-type]
        self._due = position.turn() != self._turn
        return order

    def _check_turn(self, position: Position, record: Any) -> None:
        if _file.turn_of(record) != position.turn():
            raise self._differs("it ends in the file, but not when played again")
        if _file.hash_of(record) != position.hash():
            raise self._differs("the state differs from the recorded one")
        self._turn, self._due = position.turn(), False

    def _differs(self, text: str) -> Differs:
        return Differs(f"turn {self._turn + 1}: {text}", self._turn + 1)

    def verify(self) -> int:
        """Plays all of it again, order by order: how many turns were equal. BadReplay: the file is cut, damaged or of other
        rules. Differs: it was not played by the rules, or its luck is not what was committed to."""
        _check_luck(self.header)
        self.rewind()
        while self.step() is not None:
            pass
        if not self.complete:
            raise BadReplay(self.problem)
        self._check_end()
        return self._turn

    def _check_end(self) -> None:
        position, end = self._now(), self.end
        assert end is not None
        if end["hash"] != f"{position.hash():016x}" or end["turns"] != self._turn:
            raise Differs(f"after turn {self._turn}: the last state differs from the recorded one", self._turn)
        if end.get("outcome") != self._result():
            raise Differs(f"after turn {self._turn}: the result differs from the recorded one", self._turn)

    def _result(self) -> Any:
        """The outcome as a file has it."""
        outcome = self._now().outcome()
        if not outcome.over:
            return None
        ending = self.game._pointer.contents.endings[outcome.ending]
        return {"rank": list(outcome.rank[:outcome.seats]), "score": list(outcome.score[:outcome.seats]),
                "rule": ending.rule.decode(), "reason": ending.text.decode()}

    # ---- where it stands -----------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Turns completed where it stands."""
        return self._now().turn()

    @property
    def to_act(self) -> list[int]:
        """The seats that have an order to give where it stands."""
        return self._now().to_act()

    @property
    def over(self) -> bool:
        """Is the game over where it stands?"""
        return bool(self._now().outcome().over)

    @property
    def rewards(self) -> list[float]:
        """Of each seat: 1 for who beat all others, -1 for who was beaten by all; 0 while it goes on."""
        return [float(value) for value in rewards(self._now().outcome())]

    def hash(self) -> int:
        """A fingerprint of the state where it stands."""
        return self._now().hash()

    def observe(self, seat: int) -> dict[str, Any]:
        """What the seat sees where it stands, as tensors by name."""
        out = np.zeros(self.game.tensor_size, np.int8)
        self._now().observe(self._seat(seat), False, out)
        return self.game.split(out)

    def scene(self, game: int = 0, seat: int = _native.SPECTATOR) -> Any:
        """What it looks like to a seat, or to a spectator (7): a struct rd_scene."""
        return self._now().scene(seat if seat == _native.SPECTATOR else self._seat(seat))

    def render(self, seat: int = _native.SPECTATOR) -> Any:
        """The board where it stands as SVG, as a seat or a spectator (7) sees it; a notebook shows it."""
        return render(self, 0, seat)

    def _seat(self, seat: int) -> int:
        if not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.seats:
            raise BadCall(f"a seat is a number from 0 to {self.seats - 1}, not {seat!r}")
        return int(seat)

    # ---- for learners --------------------------------------------------------------------------

    def arrays(self, *, packed: bool = True, masks: Any = ()) -> dict[str, Any]:
        """All orders as arrays, a row for each, with what its seat saw before it: for learning offline.

        `obs` (packed: int32, Game.packed_words; else int8, Game.tensor_size), `action` (uint16, 4), `seat`, `turn`, `reward`
        (what the seat got at the end of the game; 0 if it was broken off) and `mask0` to `mask3` for the steps in `masks`:
        what could be chosen in that step, given what was chosen before. A resignation is no row. It leaves the replay at its end."""
        steps = [int(step) for step in masks]
        if any(not 0 <= step < _native.STEPS for step in steps):
            raise BadCall(f"masks are of the steps 0 to {_native.STEPS - 1}, not {masks!r}")
        self.rewind()
        found = self._room(packed, steps)
        rows = 0
        for order in self.orders:
            if order.verb != "resign":
                self._record(found, rows, order, packed, steps)
                rows += 1
            self.step()
        self.step()
        found["reward"] = rewards(self._now().outcome())[found["seat"]]
        return found

    def _room(self, packed: bool, steps: list[int]) -> dict[str, Any]:
        """Arrays for all orders; reward is made at the end."""
        game, rows = self.game, sum(order.verb != "resign" for order in self.orders)
        width, dtype = (game.packed_words, np.int32) if packed else (game.tensor_size, np.int8)
        found: dict[str, Any] = {"obs": np.zeros((rows, width), dtype), "action": np.zeros((rows, 4), np.uint16),
                                 "seat": np.zeros(rows, np.uint8), "turn": np.zeros(rows, np.uint32)}
        found.update({f"mask{step}": np.zeros((rows, game.widths[step]), np.uint8) for step in steps})
        return found

    def _record(self, found: dict[str, Any], row: int, order: Order, packed: bool, steps: list[int]) -> None:
        if not order.seat < self.seats:
            raise self._differs(f"there is no seat {order.seat}")
        position = self._now()
        position.observe(order.seat, packed, found["obs"][row])
        found["action"][row], found["seat"][row], found["turn"][row] = order.action, order.seat, order.turn
        if steps:
            action = _native.Action(order.action[0], tuple(order.action[1:]))
            position.masks(order.seat, action, [(step, found[f"mask{step}"][row]) for step in steps])

    def __repr__(self) -> str:
        return f"<Replay {self.header['game']}: {', '.join(self.seat_names)}; {len(self.orders)} orders, {self.turns} turns>"


def _verbs(game: Game) -> list[dict[str, Any]]:
    """The table of verbs as a file repeats it."""
    def written(argument: Any) -> dict[str, Any]:
        row: dict[str, Any] = {"name": argument.name, "type": argument.type}
        if argument.choices:
            row["choices"] = list(argument.choices)
        return row
    return [{"name": verb.name, "arguments": [written(argument) for argument in verb.arguments]} for verb in game.verbs]


def _key(seed: Any) -> tuple[int, int]:
    """The key of the luck; ValueError if there is none in it."""
    if _file.is_hex(seed, 32):
        return int(seed[:16], 16), int(seed[16:], 16)
    if isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) <= 20:
        seed = int(seed)
    if not _file._is_count(seed, 1 << 64):
        raise ValueError(seed)
    return seed, 0


def _digest(text: str, size: int) -> str:
    return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()


def _check_luck(header: dict[str, Any]) -> None:
    """Of a match on a server: is the luck what was committed to, mixed with what the seats added?"""
    luck = header.get("luck")
    if luck is None:
        return
    if not isinstance(luck, dict) or not isinstance(luck.get("match"), str) or not _file.is_hex(luck.get("key"), 32):
        raise Differs("luck: the key is not there", 0)
    match, key = luck["match"][:40], luck["key"]
    if _digest(f"redoubt-luck-1:{match}:{key}", 32) != luck.get("commitment"):
        raise Differs("luck: the key is not the one that was committed to", 0)
    shares = _shares(luck, len(header["seats"]))
    made = key
    if any(share is not None for share in shares):
        made = _digest(f"redoubt-luck-2:{match}:{key}:" + ":".join(share or "-" for share in shares), 16)
    try:
        same = _key(header.get("seed")) == _key(made)
    except ValueError:
        same = False
    if not same:
        raise Differs("luck: the seed is not made of the key and the shares", 0)


def _shares(luck: dict[str, Any], seats: int) -> list[str | None]:
    """What each seat added, checked against what it sealed."""
    seals, opened = luck.get("seals"), luck.get("shares")
    shares: list[str | None] = []
    for seat in range(seats):
        seal = seals[seat] if isinstance(seals, list) and seat < len(seals) else None
        share = opened[seat] if isinstance(opened, list) and seat < len(opened) else None
        if (seal is None) != (share is None):
            raise Differs(f"luck: seat {seat} has no seal or no share", 0)
        if share is not None and (not _file.is_hex(share, 32) or _digest(f"redoubt-share-1:{share}", 32) != seal):
            raise Differs(f"luck: the share of seat {seat} is not what it sealed", 0)
        shares.append(share)
    return shares
