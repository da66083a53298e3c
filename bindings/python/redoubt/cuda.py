"""Many games on a card of NVIDIA: the same calls as on this machine, with arrays that lie on the card."""
from __future__ import annotations

import ctypes as c
import functools
import pathlib
from typing import Any

import numpy as np

from . import _native
from ._native import lib
from .dlpack import CardArray, take
from .env import Batch
from .errors import BadCall, BadSave, BadSetup, CardFailed, IllegalAction, NoCard, NotInstalled, OutOfMemory, RedoubtError

_KINDS: dict[int, type[RedoubtError]] = {2: NoCard, 3: OutOfMemory, 4: BadCall, 5: CardFailed, 6: CardFailed,
                                         7: CardFailed, 8: BadSave}
ILLEGAL = 1
_LAYOUTS = {"rows": 0, "copies": 1, "columns": 2}


def kernels_of(game: str) -> bytes:
    """The kernels of a game as the package has them: a cubin if one lies beside the PTX, else that."""
    folder = pathlib.Path(__file__).parent / "kernels"
    for name in (f"rules-{game}.cubin", f"rules-{game}.ptx"):
        if (folder / name).is_file():
            return (folder / name).read_bytes() + b"\0"
    raise NotInstalled(f"this package was built without kernels of {game} (they need clang-19): device='cpu' works")


class CudaBatch(Batch):
    """A Batch on a card. All arrays are CardArray or what others make of them: torch.from_dlpack() and back.

    layout, block, watchdog_s: how kernels run; results do not depend on it."""

    def __init__(self, game: str, n: int = 1, *, device: str = "cuda", layout: str = "rows", block: int = 0,
                 watchdog_s: int = 0, **options: Any) -> None:
        number = device[len("cuda:"):] if device.startswith("cuda:") else "0"
        if not number.isdigit():
            raise BadSetup(f"device is 'cuda' or 'cuda:NUMBER', not {device!r}")
        if layout not in _LAYOUTS:
            raise BadSetup(f"layout is one of {', '.join(_LAYOUTS)}, not {layout!r}")
        self.device, self._number_of_card = device, int(number)
        self._how = _native.CudaPlan(None, int(number), _LAYOUTS[layout], block, watchdog_s, 0, 0)
        super().__init__(game, n, **options)

    def _open(self) -> None:
        image = kernels_of(self.game.id)
        self._problem = _native.CudaProblem()
        self._how.module = c.cast(c.c_char_p(image), c.c_void_p)
        handle = c.c_void_p()
        code = lib.rd_cuda_open(c.byref(self._plan), c.byref(self._how), c.byref(handle), c.byref(self._problem))
        if code != 0:
            raise self._wrong(code)
        self._handle = handle
        self._core: Any = _Core(handle)
        self._told = self._results()

    def _wrong(self, code: int) -> RedoubtError:
        return _KINDS[code](self._problem.text.decode(errors="replace"))

    def _call(self, function: Any, *arguments: Any) -> None:
        super()._call(_Checked(self, function), *arguments)

    # ---- arrays --------------------------------------------------------------------------------

    def _new(self, shape: tuple[int, ...], dtype: Any) -> CardArray:
        self._alive()
        size = max(1, int(np.prod(shape)) * np.dtype(dtype).itemsize)
        address = self._core.reuse(size)
        if address is None:
            got = c.c_uint64()
            self._call(lib.rd_cuda_memory, size, c.byref(got))
            address = got.value
        return CardArray(address, shape, dtype, self._number_of_card, functools.partial(self._core.give_back, size),
                         self._core.copy)

    def _take(self, array: Any, shape: tuple[int, ...], dtype: Any, what: str) -> Any:
        take(array, shape, dtype, self._number_of_card, what)
        return array

    def _address(self, array: Any) -> Any:
        return 0 if array is None else int(array.__cuda_array_interface__["data"][0])

    def _out(self, out: Any, shape: tuple[int, ...], dtype: Any, what: str) -> Any:
        return self._new(shape, dtype) if out is None else self._take(out, shape, dtype, what)

    def put(self, array: Any) -> CardArray:
        """A numpy array as one on the card."""
        array = np.ascontiguousarray(array)
        there = self._new(array.shape, array.dtype)
        self._call(lib.rd_cuda_to_card, there.address, array.ctypes.data, array.nbytes)
        return there

    # ---- the library ---------------------------------------------------------------------------

    def _illegal(self) -> IllegalAction:
        fault = lib.rd_cuda_fault(self._handle)
        return IllegalAction(f"game {fault.game}, seat {fault.seat}: its order is illegal", fault.game, fault.seat, ())

    def _do_reset(self, key: int, which: Any) -> None:
        self._call(lib.rd_cuda_reset, key, which)

    def _do_step(self, actions: Any, result: Any) -> None:
        self._call(lib.rd_cuda_step, actions, result)

    def _do_look(self, result: Any) -> None:
        self._call(lib.rd_cuda_look, result)

    def _do_observe(self, bits: int, final: bool, out: Any) -> None:
        self._call(lib.rd_cuda_observe, bits, int(final), out)

    def _do_pack(self, bits: int, final: bool, out: Any) -> None:
        self._call(lib.rd_cuda_pack, bits, int(final), out)

    def _do_unpack(self, views: int, packed: Any, out: Any) -> None:
        self._call(lib.rd_cuda_unpack, views, packed, out)

    def _do_mask(self, bits: int, step: int, chosen: Any, out: Any) -> None:
        self._call(lib.rd_cuda_masks, bits, step, chosen, out)

    def _do_sample(self, bits: int, key: int, out: Any) -> None:
        self._call(lib.rd_cuda_sample, bits, key, out)

    def _do_hash(self, out: Any) -> None:
        self._call(lib.rd_cuda_hash, out)

    def _save_size(self) -> int:
        return int(lib.rd_cuda_save_size(self._alive()))

    def _do_save(self, game: int | None, buffer: Any) -> None:
        self._call(lib.rd_cuda_save_all, buffer) if game is None else self._call(lib.rd_cuda_save, game, buffer)

    def _do_load(self, game: int | None, buffer: Any) -> None:
        self._call(lib.rd_cuda_load_all, buffer) if game is None else self._call(lib.rd_cuda_load, game, buffer)

    def playout(self, steps: int, key: int = 0) -> CardArray:
        """Random play of so many steps in one launch; how many orders were given in each game: uint32 [n]."""
        given = self._new((self.n,), np.uint32)
        self._call(lib.rd_cuda_playout, key, steps, given.address, c.byref(_native.BatchResult()))
        return given

    def wait(self) -> None:
        """Everything that was asked for is done when this comes back."""
        self._call(lib.rd_cuda_wait)

    def scene(self, game: int = 0, seat: int = _native.SPECTATOR) -> Any:
        raise BadCall("scenes are for games on the CPU")

    def close(self) -> None:
        """Ends it. Arrays stay what they are; the card's memory is given back with the last of them."""
        self._handle = None
        self._core = None


class _Checked:
    """A function of rd_cuda_: with the problem as its last argument, and its refusals as exceptions."""

    def __init__(self, batch: CudaBatch, function: Any) -> None:
        self._batch, self._function = batch, function

    def __call__(self, *arguments: Any) -> int:
        code = self._function(*arguments, c.byref(self._batch._problem))
        if code not in (0, ILLEGAL):
            raise self._batch._wrong(code)
        return int(code)


class _Core:
    """The batch of the library, and memory that can be used again: calls to the driver for it are slow. It ends with
    the environment and the last of its arrays."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._free: dict[int, list[int]] = {}

    def reuse(self, size: int) -> int | None:
        """An address of so many bytes that nobody has any more."""
        pieces = self._free.get(size)
        return pieces.pop() if pieces else None

    def give_back(self, size: int, address: int) -> None:
        """Who used it last did so in the same stream, so the next one comes after that."""
        self._free.setdefault(size, []).append(address)

    def copy(self, address: int, size: int) -> bytes:
        """Bytes of the card."""
        buffer, problem = c.create_string_buffer(size), _native.CudaProblem()
        code = lib.rd_cuda_from_card(self._handle, buffer, address, size, c.byref(problem))
        if code != 0:
            raise _KINDS[code](problem.text.decode(errors="replace"))
        return buffer.raw

    def __del__(self) -> None:
        for pieces in self._free.values():
            for address in pieces:
                lib.rd_cuda_free(self._handle, address)
        lib.rd_cuda_close(self._handle)
