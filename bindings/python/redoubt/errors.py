"""What can go wrong, one class for each kind. All are RedoubtError."""
from __future__ import annotations


class RedoubtError(Exception):
    """Anything that this package refuses."""


class NotInstalled(RedoubtError, ImportError):
    """The library or something optional is not there."""


class UnknownGame(RedoubtError, LookupError):
    """No game has this name."""


class BadSetup(RedoubtError, ValueError):
    """An option, a number of seats or of games that does not exist."""


class BadArray(RedoubtError, ValueError):
    """An array of a wrong shape, type, layout or device."""


class BadCall(RedoubtError, ValueError):
    """A seat, game or step that does not exist, or nothing to ask for."""


class IllegalAction(RedoubtError, ValueError):
    """An order that its game refuses. `game`, `seat` and `action` say which."""

    def __init__(self, text: str, game: int, seat: int, action: tuple[int, ...]) -> None:
        super().__init__(text)
        self.game, self.seat, self.action = game, seat, action


class Closed(RedoubtError, RuntimeError):
    """The environment was closed."""


class Busy(RedoubtError, RuntimeError):
    """Another thread is using the environment."""


class Forked(RedoubtError, RuntimeError):
    """The environment belongs to the process that made it."""


class BadSave(RedoubtError, ValueError):
    """Bytes that save() of such an environment did not write."""


class BadReplay(RedoubtError, ValueError):
    """A file that is no replay, or one that can't be played: damaged, of other rules, or begun from a position."""


class Differs(RedoubtError, ValueError):
    """A replay that is not what its rules make of it. `turn` says which turn was being played."""

    def __init__(self, text: str, turn: int) -> None:
        super().__init__(text)
        self.turn = turn


class NoCard(RedoubtError, RuntimeError):
    """No driver of NVIDIA, or no such card."""


class OutOfMemory(RedoubtError, MemoryError):
    """Not that much memory is left; the text says how much was asked for."""


class CardFailed(RedoubtError, RuntimeError):
    """The driver refused the kernels, or a launch failed or never ended."""
