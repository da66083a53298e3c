"""Many games of one setup, played side by side on the cores of this machine."""
from __future__ import annotations

import ctypes as c
import mmap
import threading
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import lib
from .errors import (BadArray, BadCall, BadSave, BadSetup, Busy, Closed, Forked, IllegalAction, OutOfMemory,
                     RedoubtError)
from .games import Game

#: An order: the number of a verb and three arguments, the unused ones 0.
ACTION = np.dtype(np.uint16)
ACTION_SIZE = 4

Array = NDArray[Any]


class Step(NamedTuple):
    """What a step came to. `obs` and `mask` are of the seats that were asked for."""
    obs: Any
    mask: Any
    to_act: Any
    reward: Any
    terminated: Any
    truncated: Any
    info: dict[str, Any]


ILLEGAL, BUSY = 1, 2
_CODES: dict[int, tuple[type[RedoubtError], str]] = {
    2: (Busy, "another thread is using this environment: give each thread its own, or take turns"),
    3: (Forked, "this environment belongs to the process that made it: make another after the fork"),
    4: (BadCall, "a game, seat or step that does not exist, or no final states are kept (auto_reset=False)"),
    5: (BadSave, "not what save() of such an environment wrote"),
}


def _refusal(code: int) -> RedoubtError:
    kind, text = _CODES[code]
    return kind(text)


def check_array(array: Any, shape: tuple[int, ...], dtype: Any, what: str) -> Array:
    """The array itself, or BadArray in words."""
    if not isinstance(array, np.ndarray):
        raise BadArray(f"{what} must be a numpy array, not {type(array).__name__}")
    if array.dtype != np.dtype(dtype):
        raise BadArray(f"{what} must be of {np.dtype(dtype).name}, not {array.dtype.name}")
    if array.shape != shape:
        raise BadArray(f"{what} must have the shape {shape}, not {array.shape}")
    if not array.flags.c_contiguous:
        raise BadArray(f"{what} must be contiguous: use numpy.ascontiguousarray")
    return array


class Batch:
    """n games on this machine. Arrays are game by game and seat by seat: `[n, seats, ...]`.

    observe says what reset() and step() show besides: "all" seats, the one that is to act "next" in each game, or
    "none". packed: observations are packed, see observe(). `seats` in a call is None for the one seat a game that is to
    act next (the lowest), or a list of seats; observations and masks then have that many rows a game.
    """

    device = "cpu"

    def __init__(self, game: str, n: int = 1, *, observe: str = "none", packed: bool = False, seed: int = 0,
                 seats: int | None = None, threads: int = 0, auto_reset: bool = True, illegal: str = "error",
                 steps: int = 0, **options: Any) -> None:
        self._handle: Any = None
        self._lock = threading.Lock()
        if observe not in ("all", "next", "none"):
            raise BadSetup(f"observe is 'all', 'next' or 'none', not {observe!r}")
        self.observes, self.packed = observe, bool(packed)
        self.game = Game(game)
        self._setup = self.game.setup(seats, **options)
        self.n, self.seats = n, int(self._setup.seats)
        self._plan = self._make_plan(seed, threads, auto_reset, illegal, steps)
        self.auto_reset = auto_reset
        self._open()

    def _make_plan(self, seed: int, threads: int, auto_reset: bool, illegal: str, steps: int) -> Any:
        if not isinstance(self.n, int) or isinstance(self.n, bool) or not 0 < self.n <= 1 << 24:
            raise BadSetup(f"n is a number of games from 1 to {1 << 24}, not {self.n!r}")
        if illegal not in ("error", "noop"):
            raise BadSetup(f"illegal is 'error' or 'noop', not {illegal!r}")
        if not isinstance(threads, int) or not 0 <= threads <= 256:
            raise BadSetup(f"threads is a number from 0 (all cores) to 256, not {threads!r}")
        if not isinstance(steps, int) or not 0 <= steps < 1 << 32:
            raise BadSetup(f"steps is a number from 0 (never cut off), not {steps!r}")
        flags = (_native.AUTO_RESET if auto_reset else 0) | (_native.NOOP if illegal == "noop" else 0)
        plan = _native.BatchPlan(self.game._pointer, c.pointer(self._setup), _seed(seed), self.n, threads, flags, steps)
        if lib.rd_batch_check(c.byref(plan)).code != 0:
            raise BadSetup(f"{self.game.id} refuses this setup: these options don't go together")
        return plan

    def _open(self) -> None:
        size = lib.rd_batch_size(c.byref(self._plan))
        try:
            self._block = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except (OSError, ValueError, OverflowError) as error:
            raise OutOfMemory(f"no {size / 1e9:.2f} GB for {self.n} games of {self.game.id}: {error}") from error
        address = c.addressof(c.c_char.from_buffer(self._block))
        self._handle = lib.rd_batch_open(c.byref(self._plan), address, size)
        if not self._handle:
            raise OutOfMemory("the system gives no threads")
        self._told = self._results()

    def _results(self) -> dict[str, Any]:
        n, seats = self.n, self.seats
        return {"reward": self._new((n, seats), np.float32), "terminated": self._new((n,), np.bool_),
                "truncated": self._new((n,), np.bool_), "to_act": self._new((n,), np.uint8),
                "illegal": self._new((n,), np.uint32), "score": self._new((n, seats), np.int32)}

    # ---- calls of the library ------------------------------------------------------------------

    def _alive(self) -> Any:
        if self._handle is None:
            raise Closed("this environment is closed")
        return self._handle

    def _call(self, function: Any, *arguments: Any) -> None:
        self._alive()
        if not self._lock.acquire(blocking=False):
            raise _refusal(BUSY)
        try:
            code = function(self._alive(), *arguments)
            if code == ILLEGAL:
                raise self._illegal()
            if code != 0:
                raise _refusal(code)
        finally:
            self._lock.release()

    def _illegal(self) -> IllegalAction:
        fault = lib.rd_batch_fault(self._handle)
        action = (fault.order.verb, *fault.order.arg)
        return IllegalAction(f"game {fault.game}, seat {fault.seat}: {action} is illegal: "
                             f"{self.game.refusal(fault.verdict)}", fault.game, fault.seat, action)

    def _seats(self, seats: Any) -> tuple[int, int]:
        """A set of seats as the library takes it, and how many."""
        if seats is None:
            return 0, 1
        if isinstance(seats, (int, np.integer)):
            seats = [int(seats)]
        if not hasattr(seats, "__iter__"):
            raise BadCall(f"seats are a list of numbers, one number, or None, not {seats!r}")
        bits = 0
        for seat in seats:
            if not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.seats:
                raise BadCall(f"a seat is a number from 0 to {self.seats - 1}, not {seat!r}")
            bits |= 1 << int(seat)
        if bits == 0:
            raise BadCall("no seat is asked for")
        return bits, bin(bits).count("1")

    # ---- arrays: another device has its own ----------------------------------------------------

    def _new(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array that a call writes all of."""
        return np.empty(shape, dtype)

    def _take(self, array: Any, shape: tuple[int, ...], dtype: Any, what: str) -> Any:
        """An array of the caller, checked. What only has DLPack is taken without a copy."""
        if not isinstance(array, np.ndarray) and hasattr(array, "__dlpack_device__"):
            array = _from_dlpack(array, what)
            if array.dtype == np.int16 and np.dtype(dtype) == np.uint16:
                array = array.view(np.uint16)
        return check_array(array, shape, dtype, what)

    def _address(self, array: Any) -> Any:
        return None if array is None else array.ctypes.data

    def _out(self, out: Any, shape: tuple[int, ...], dtype: Any, what: str) -> Any:
        if out is None:
            return self._new(shape, dtype)
        array = self._take(out, shape, dtype, what)
        if not array.flags.writeable:
            raise BadArray(f"{what} can't be written to")
        return array

    # ---- the library: another device has other functions ---------------------------------------

    def _do_reset(self, key: int, which: Any) -> None:
        self._call(lib.rd_batch_reset, key, which)

    def _do_step(self, actions: Any, result: Any) -> None:
        self._call(lib.rd_batch_step, actions, result)

    def _do_look(self, result: Any) -> None:
        self._call(lib.rd_batch_look, result)

    def _do_observe(self, bits: int, final: bool, out: Any) -> None:
        self._call(lib.rd_batch_observe_final if final else lib.rd_batch_observe, bits, out)

    def _do_pack(self, bits: int, final: bool, out: Any) -> None:
        self._call(lib.rd_batch_pack_final if final else lib.rd_batch_pack, bits, out)

    def _do_unpack(self, views: int, packed: Any, out: Any) -> None:
        self._call(lib.rd_batch_unpack, views, packed, out)

    def _do_mask(self, bits: int, step: int, chosen: Any, out: Any) -> None:
        self._call(lib.rd_batch_masks, bits, step, chosen, out)

    def _do_sample(self, bits: int, key: int, out: Any) -> None:
        self._call(lib.rd_batch_sample, bits, key, out)

    def _do_hash(self, out: Any) -> None:
        self._call(lib.rd_batch_hash, out)

    def _save_size(self) -> int:
        return int(lib.rd_batch_save_size(self._alive()))

    def _do_save(self, game: int | None, buffer: Any) -> None:
        self._call(lib.rd_batch_save_all, buffer) if game is None else self._call(lib.rd_batch_save, game, buffer)

    def _do_load(self, game: int | None, buffer: Any) -> None:
        self._call(lib.rd_batch_load_all, buffer) if game is None else self._call(lib.rd_batch_load, game, buffer)

    # ---- play ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, *, which: Any = None) -> Step:
        """New games of the seed: all, or those of which[game] is true; and look() of them."""
        key = int(self._plan.seed) if seed is None else _seed(seed)
        if which is not None:
            which = self._take(which, (self.n,), np.bool_, "which")
        self._do_reset(key, self._address(which))
        return self.look()

    def step(self, actions: Any) -> Step:
        """One order of each seat that is to act; rows of other seats are not looked at.

        actions: uint16, [n, seats, 4]. The arrays of a result are new each time. An illegal order refuses the step:
        nothing happens in any game; with illegal="noop" it is left out, and counted in info["illegal"]."""
        actions = self._take(actions, (self.n, self.seats, ACTION_SIZE), ACTION, "actions")
        self._alive()
        self._told = self._results()
        result = self._result()
        self._do_step(self._address(actions), c.byref(result))
        return self._step()

    def look(self) -> Step:
        """What is to be known now, without a step: observations, masks, who is to act; no rewards."""
        self._alive()
        self._told = self._results()
        result = self._result()
        self._do_look(c.byref(result))
        return self._step()

    def _result(self) -> Any:
        return _native.BatchResult(*[self._address(self._told[name]) for name in
                                     ("reward", "terminated", "truncated", "to_act", "illegal", "score")])

    def _step(self) -> Step:
        told = self._told
        seats = None if self.observes == "next" else range(self.seats)
        obs = mask = None
        if self.observes != "none":
            obs, mask = self.observe(seats), self.mask(0, seats=seats)
        return Step(obs, mask, told["to_act"], told["reward"], told["terminated"],
                    told["truncated"], {"illegal": told["illegal"], "score": told["score"]})

    # ---- what is shown -------------------------------------------------------------------------

    def seen(self, packed: bool | None = None) -> tuple[int, Any]:
        """How many values one observation has, and their type: int8, or int32 when it is packed."""
        if self.packed if packed is None else packed:
            return self.game.packed_words, np.dtype(np.int32)
        return self.game.tensor_size, np.dtype(np.int8)

    def observe(self, seats: Any = None, *, final: bool = False, packed: bool | None = None, out: Any = None) -> Any:
        """int8, [n, seats asked for, Game.tensor_size]; `split()` makes tensors of it.

        packed: as words, int32, [n, seats asked for, Game.packed_words], of which `unpack()` makes the same; None: as
        the environment was made. final: of the positions in which the last episodes ended; zeros where none has."""
        bits, count = self._seats(seats)
        width, dtype = self.seen(packed)
        array = self._out(out, (self.n, count, width), dtype, "out")
        do = self._do_pack if dtype == np.int32 else self._do_observe
        do(bits, final, self._address(array))
        return array

    def unpack(self, packed: Any, *, out: Any = None) -> Any:
        """Packed observations, int32, [..., Game.packed_words], as int8, [..., Game.tensor_size]."""
        lead = tuple(getattr(packed, "shape", ()))[:-1]
        packed = self._take(packed, (*lead, self.game.packed_words), np.int32, "packed")
        array = self._out(out, (*lead, self.game.tensor_size), np.int8, "out")
        self._do_unpack(int(np.prod(lead)), self._address(packed), self._address(array))
        return array

    def split(self, observation: Any) -> dict[str, Any]:
        """The tensors of an observation by name, as views of it."""
        return self.game.split(observation)

    def mask(self, step: int = 0, chosen: Any = None, seats: Any = None, *, out: Any = None) -> Any:
        """uint8, [n, seats asked for, Game.widths[step]]: 1 for what may be chosen in this step.

        Step 0 chooses the verb, step i its argument i - 1. chosen: uint16, [n, seats asked for, 4], what was
        chosen in the steps before."""
        bits, count = self._seats(seats)
        if not isinstance(step, int) or not 0 <= step < _native.STEPS:
            raise BadCall(f"a step is a number from 0 to {_native.STEPS - 1}, not {step!r}")
        if chosen is not None:
            chosen = self._take(chosen, (self.n, count, ACTION_SIZE), ACTION, "chosen")
        elif step > 0:
            raise BadCall(f"step {step} needs what was chosen in the steps before")
        array = self._out(out, (self.n, count, self.game.widths[step]), np.uint8, "out")
        self._do_mask(bits, step, self._address(chosen), self._address(array))
        return array

    def sample(self, key: int = 0, seats: Any = "all", *, out: Any = None) -> Any:
        """A legal order for each seat to act, all equally likely: uint16, [n, seats, 4]. The same key draws the same."""
        bits, count = self._seats(range(self.seats) if isinstance(seats, str) and seats == "all" else seats)
        array = self._out(out, (self.n, count, ACTION_SIZE), ACTION, "out")
        self._do_sample(bits, _seed(key), self._address(array))
        return array

    def hash(self) -> Any:
        """A fingerprint of each state: uint64, [n]. The same on every machine and device."""
        array = self._new((self.n,), np.uint64)
        self._do_hash(self._address(array))
        return array

    def scene(self, game: int = 0, seat: int = _native.SPECTATOR) -> Any:
        """What one game looks like to a seat, or to a spectator (7): a struct rd_scene."""
        if not isinstance(seat, (int, np.integer)) or not (0 <= seat < self.seats or seat == _native.SPECTATOR):
            raise BadCall(f"a seat is a number from 0 to {self.seats - 1}, or 7 for a spectator, not {seat!r}")
        scene = _native.Scene()
        self._call(lib.rd_batch_scene, self._number(game), int(seat), c.byref(scene))
        return scene

    # ---- saves ---------------------------------------------------------------------------------

    def _number(self, game: int) -> int:
        if not isinstance(game, (int, np.integer)) or not 0 <= game < self.n:
            raise BadCall(f"a game is a number from 0 to {self.n - 1}, not {game!r}")
        return int(game)

    def save(self, game: int | None = None) -> bytes:
        """One game, or all, as bytes: state, luck and counts. The same bytes on every device."""
        buffer = c.create_string_buffer(self._save_size() * (self.n if game is None else 1))
        self._do_save(None if game is None else self._number(game), buffer)
        return buffer.raw

    def load(self, saved: bytes, game: int | None = None) -> None:
        """What save() wrote, on any device, into any game of an environment with the same setup, or into all."""
        size = self._save_size() * (self.n if game is None else 1)
        if not isinstance(saved, (bytes, bytearray)) or len(saved) != size:
            raise BadSave(f"a save of {'all games' if game is None else 'a game'} has {size} bytes")
        self._do_load(None if game is None else self._number(game), c.create_string_buffer(bytes(saved), size))

    # ---- the end -------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends its threads and gives its memory back. A second time does nothing."""
        if not self._lock.acquire(blocking=False):
            raise _refusal(BUSY)
        try:
            handle, self._handle = self._handle, None
            if handle is not None:
                lib.rd_batch_close(handle)
                self._block.close()
        finally:
            self._lock.release()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def __repr__(self) -> str:
        state = "closed" if self._handle is None else f"{self.n} games, {self.seats} seats, {self.device}"
        return f"<{type(self).__name__} {self.game.id}: {state}>"


def _from_dlpack(array: Any, what: str) -> Array:
    if array.__dlpack_device__()[0] != 1:
        raise BadArray(f"{what} lies on another device than this environment, which is on the CPU")
    try:
        return np.from_dlpack(array)
    except (TypeError, RuntimeError, BufferError) as error:
        raise BadArray(f"{what} can't be taken as it is: {error}") from error


def _seed(seed: int) -> int:
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 64:
        raise BadSetup(f"a seed or a key is a number from 0 to 2^64 - 1, not {seed!r}")
    return int(seed)


