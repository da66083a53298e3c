"""Arrays on a card, and DLPack capsules of them: torch, JAX and CuPy take these without a copy."""
from __future__ import annotations

import ctypes as c
import threading
from typing import Any, Callable

import numpy as np

from .errors import BadArray

CPU, CUDA = 1, 2
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Device(c.Structure):
    _fields_ = [("type", c.c_int32), ("id", c.c_int32)]


class _Type(c.Structure):
    _fields_ = [("code", c.c_uint8), ("bits", c.c_uint8), ("lanes", c.c_uint16)]


class _Tensor(c.Structure):
    _fields_ = [("data", c.c_void_p), ("device", _Device), ("ndim", c.c_int32), ("dtype", _Type),
                ("shape", c.POINTER(c.c_int64)), ("strides", c.POINTER(c.c_int64)), ("byte_offset", c.c_uint64)]


class _Managed(c.Structure):
    pass


_Deleter = c.CFUNCTYPE(None, c.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", c.c_void_p), ("deleter", _Deleter)]

_NAME = b"dltensor"
_api = c.pythonapi
_api.PyCapsule_New.restype = c.py_object
_api.PyCapsule_New.argtypes = [c.c_void_p, c.c_char_p, c.c_void_p]
_api.PyCapsule_IsValid.restype = c.c_int
_api.PyCapsule_IsValid.argtypes = [c.py_object, c.c_char_p]
_api.PyCapsule_GetPointer.restype = c.c_void_p
_api.PyCapsule_GetPointer.argtypes = [c.py_object, c.c_char_p]
_api.PyCapsule_SetName.restype = c.c_int
_api.PyCapsule_SetName.argtypes = [c.py_object, c.c_char_p]

_lent: dict[int, Any] = {}  # address of a capsule's struct: what it keeps alive
_lock = threading.RLock()  # a destructor may come while it is held


@_Deleter  # type: ignore[misc]
def _delete(managed: Any) -> None:
    with _lock:
        _lent.pop(c.addressof(managed.contents), None)


@c.CFUNCTYPE(None, c.c_void_p)  # type: ignore[misc]
def _forget(capsule: int) -> None:
    """A capsule that nobody has taken goes away."""
    get = c.pythonapi["PyCapsule_GetPointer"]
    valid = c.pythonapi["PyCapsule_IsValid"]
    valid.restype, valid.argtypes = c.c_int, [c.c_void_p, c.c_char_p]
    get.restype, get.argtypes = c.c_void_p, [c.c_void_p, c.c_char_p]
    if valid(capsule, _NAME):
        with _lock:
            _lent.pop(get(capsule, _NAME), None)


class CardArray:
    """An array on a card. torch.from_dlpack(array) shares its memory; numpy() copies it here."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: Any, device: int, free: Callable[[int], None] | None,
                 copy: Callable[[int, int], bytes]) -> None:
        self.address, self.shape, self.dtype, self.device = address, shape, np.dtype(dtype), device
        self._free, self._copy = free, copy
        self.nbytes = int(np.prod(shape)) * self.dtype.itemsize

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "version": 3,
                "strides": None, "stream": 1}

    def __dlpack_device__(self) -> tuple[int, int]:
        return (CUDA, self.device)

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule. The work that fills the array was given to the default stream."""
        shape = (c.c_int64 * len(self.shape))(*self.shape)
        managed = _Managed()
        managed.tensor = _Tensor(self.address, _Device(CUDA, self.device), len(self.shape),
                                 _Type(_KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1), shape, None, 0)
        managed.deleter = _delete
        with _lock:
            _lent[c.addressof(managed)] = (managed, shape, self)
        return _api.PyCapsule_New(c.addressof(managed), _NAME, c.cast(_forget, c.c_void_p))

    def numpy(self) -> Any:
        """A copy on this machine."""
        return np.frombuffer(self._copy(self.address, self.nbytes), self.dtype).reshape(self.shape).copy()

    def __del__(self) -> None:
        if self._free is not None:
            self._free(self.address)

    def __repr__(self) -> str:
        return f"<CardArray {self.shape} {self.dtype.name} on cuda:{self.device}>"


def take(array: Any, shape: tuple[int, ...], dtype: Any, device: int, what: str) -> int:
    """The address of an array on the card, checked; of anything with __cuda_array_interface__ (torch, CuPy, JAX)."""
    told = getattr(array, "__cuda_array_interface__", None) if not isinstance(array, np.ndarray) else None
    if told is None:
        raise BadArray(f"{what} must lie on cuda:{device}: a {type(array).__name__} does not")
    wanted = np.dtype(dtype)
    given = np.dtype(told["typestr"])
    if given != wanted and not (given.kind in "iub" and wanted.kind in "iub" and given.itemsize == wanted.itemsize):
        raise BadArray(f"{what} must be of {wanted.name}, not {given.name}")
    if tuple(told["shape"]) != shape:
        raise BadArray(f"{what} must have the shape {shape}, not {tuple(told['shape'])}")
    if told.get("strides") is not None and tuple(told["strides"]) != _dense(shape, wanted.itemsize):
        raise BadArray(f"{what} must be contiguous")
    where = array.__dlpack_device__()[1] if hasattr(array, "__dlpack_device__") else device
    if where != device:
        raise BadArray(f"{what} must lie on cuda:{device}, not on cuda:{where}")
    return int(told["data"][0])


def _dense(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    strides, step = [], size
    for length in reversed(shape):
        strides.append(step)
        step *= length
    return tuple(reversed(strides))
