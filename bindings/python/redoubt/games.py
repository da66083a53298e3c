"""What the tables of a game say: options, verbs, tensors, in Python's own types: a dataclass of one form for each table."""
from __future__ import annotations

import ctypes as c
import dataclasses
from typing import Any

import numpy as np

from . import _native
from ._native import lib
from .errors import BadArray, BadSetup, UnknownGame


def _text(value: bytes | None) -> str:
    return "" if value is None else value.decode()


def _names(list_: Any) -> list[str]:
    """A list of C strings that ends with NULL."""
    names: list[str] = []
    while list_ and list_[len(names)] is not None:
        names.append(list_[len(names)].decode())
    return names


#: What an argument is: a number of a cell, of a unit, ...
ARGUMENT_TYPES = ("none", "cell", "unit", "seat", "amount", "choice", "refusal", "step")


@dataclasses.dataclass(frozen=True)
class Option:
    """One knob of a setup."""
    key: str
    title: str
    help: str
    min: int
    max: int
    preset: int
    choices: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a verb: values are 0 .. limit-1."""
    name: str
    limit: int
    type: str = "amount"
    choices: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Verb:
    """What can be ordered. In an action it is the number of this verb in `Game.verbs`."""
    name: str
    help: str
    arguments: tuple[Argument, ...]


@dataclasses.dataclass(frozen=True)
class Tensor:
    """A part of an observation."""
    name: str
    help: str
    shape: tuple[int, ...]


class Game:
    """The tables of one game. `Game("fate")`; `games()` lists all."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise UnknownGame(f"a game is named by a text, not by {name!r}")
        found = lib.rd_game_find(name.encode())
        if not found:
            raise UnknownGame(f"no game is called {name!r}; there are {', '.join(games())}")
        self._pointer = found
        table = found.contents
        self.id, self.title, self.summary = _text(table.id), _text(table.title), _text(table.summary)
        self.rules_version: int = table.rules_version
        self.seats: tuple[int, int] = (table.seats_min, table.seats_max)
        self.tensor_size: int = table.tensor_size
        self.packed_words: int = lib.rd_packed_size(found) // 4
        self.options = tuple(self._options(table))
        self.verbs = tuple(self._verbs(table))
        self.tensors = tuple(self._tensors(table))
        self.seat_names = tuple(_names(table.seat_names))
        self.widths: tuple[int, ...] = tuple(lib.rd_step_width(table.verbs, step) for step in range(_native.STEPS))

    @staticmethod
    def _options(table: Any) -> list[Option]:
        options: list[Option] = []
        while table.options and table.options[len(options)].key is not None:
            row = table.options[len(options)]
            choices = [] if not row.choices else [_text(row.choices[i]) for i in range(row.max - row.min + 1)]
            options.append(Option(_text(row.key), _text(row.title), _text(row.help), row.min, row.max, row.preset,
                                  tuple(choices)))
        return options

    @staticmethod
    def _verbs(table: Any) -> list[Verb]:
        verbs: list[Verb] = []
        while table.verbs[len(verbs)].name is not None:
            row = table.verbs[len(verbs)]
            arguments = tuple(_argument(arg) for arg in row.arg if arg.type != 0)
            verbs.append(Verb(_text(row.name), _text(row.help), arguments))
        return verbs

    @staticmethod
    def _tensors(table: Any) -> list[Tensor]:
        tensors: list[Tensor] = []
        while table.tensors[len(tensors)].name is not None:
            row = table.tensors[len(tensors)]
            tensors.append(Tensor(_text(row.name), _text(row.help), tuple(n for n in row.shape if n != 0)))
        return tensors

    def refusal(self, verdict: Any) -> str:
        """Why an order was refused, in the words of the rules."""
        table = self._pointer.contents
        if verdict.code == 6 and verdict.why:
            row = table.refusals[verdict.why]
            return f"{_text(row.text)} ({_text(row.rule)})"
        return {3: "the seat is not to act", 4: "there is no such verb",
                5: f"argument {verdict.detail + 1} is out of range", 7: "the game is over"}.get(verdict.code, "refused")

    def split(self, observation: Any) -> dict[str, Any]:
        """The tensors of an observation by name, as views of it."""
        parts: dict[str, Any] = {}
        first = 0
        if not getattr(observation, "shape", ()):
            raise BadArray(f"an observation is an array, not {type(observation).__name__}")
        if observation.shape[-1] != self.tensor_size:
            raise BadArray(f"an observation has {self.tensor_size} values, not {observation.shape[-1]}: "
                           "unpack() comes before split()")
        for tensor in self.tensors:
            size = int(np.prod(tensor.shape))
            parts[tensor.name] = observation[..., first:first + size].reshape(*observation.shape[:-1], *tensor.shape)
            first += size
        return parts

    def setup(self, seats: int | None = None, **options: int | str) -> Any:
        """A struct rd_setup with these options; names of choices may be given as text."""
        setup = _native.Setup()
        lib.rd_setup_presets(self._pointer, c.byref(setup))
        if seats is not None:
            if not isinstance(seats, int) or not self.seats[0] <= seats <= self.seats[1]:
                raise BadSetup(f"{self.id} has {self.seats[0]} to {self.seats[1]} seats, not {seats!r}")
            setup.seats = seats
        known = {option.key: (number, option) for number, option in enumerate(self.options)}
        for key, value in options.items():
            if key not in known:
                raise BadSetup(f"{self.id} has no option {key!r}; it has {', '.join(known) or 'none'}")
            number, option = known[key]
            setup.option[number] = _option_value(option, value)
        return setup

    def __repr__(self) -> str:
        return f"Game({self.id!r})"


def _argument(arg: Any) -> Argument:
    kind = ARGUMENT_TYPES[arg.type]
    named = bool(arg.choices) and kind == "choice"
    return Argument(_text(arg.name), arg.limit, kind, tuple(_text(arg.choices[i]) for i in range(arg.limit if named else 0)))


def _option_value(option: Option, value: int | str) -> int:
    if isinstance(value, str):
        if value not in option.choices:
            raise BadSetup(f"{option.key} can't be {value!r}; it can be {', '.join(option.choices) or 'a number'}")
        return option.min + option.choices.index(value)
    if not isinstance(value, int) or not option.min <= value <= option.max:
        raise BadSetup(f"{option.key} is a number from {option.min} to {option.max}, not {value!r}")
    return int(value)


def games() -> list[str]:
    """The ids of all games."""
    found: list[str] = []
    while True:
        game = lib.rd_game_at(len(found))
        if not game:
            return found
        found.append(game.contents.id.decode())
