"""The C library as ctypes sees it: structs and functions of include/redoubt/*.h, and nothing more."""
from __future__ import annotations

import ctypes as c
import os
import pathlib
from typing import Any

from .errors import NotInstalled

SEATS_MAX, OPTIONS_MAX, ARGS_MAX, EVENT_ARGS_MAX, STEPS = 7, 32, 3, 6, 4
CELLS_MAX = TOKENS_MAX = MARKS_MAX = 4096
COUNTERS_MAX = 64
SPECTATOR = 7
BATCH_ALIGN = 64
AUTO_RESET, NOOP = 1, 2


class Verdict(c.Structure):
    _fields_ = [("code", c.c_uint16), ("why", c.c_uint16), ("detail", c.c_uint16), ("zero", c.c_uint16)]


class Action(c.Structure):
    _fields_ = [("verb", c.c_uint16), ("arg", c.c_uint16 * ARGS_MAX)]


class Setup(c.Structure):
    _fields_ = [("seats", c.c_uint8), ("zero", c.c_uint8 * 3), ("map_size", c.c_uint32),
                ("option", c.c_int32 * OPTIONS_MAX), ("map", c.c_void_p)]


class Option(c.Structure):
    _fields_ = [("key", c.c_char_p), ("title", c.c_char_p), ("help", c.c_char_p), ("min", c.c_int32),
                ("max", c.c_int32), ("preset", c.c_int32), ("choices", c.POINTER(c.c_char_p))]


class Arg(c.Structure):
    _fields_ = [("name", c.c_char_p), ("type", c.c_uint16), ("limit", c.c_uint16),
                ("choices", c.POINTER(c.c_char_p)), ("role", c.c_uint32)]


class Verb(c.Structure):
    _fields_ = [("name", c.c_char_p), ("help", c.c_char_p), ("flags", c.c_uint32), ("arg", Arg * ARGS_MAX)]


class Refusal(c.Structure):
    _fields_ = [("rule", c.c_char_p), ("text", c.c_char_p)]


class Tensor(c.Structure):
    _fields_ = [("name", c.c_char_p), ("help", c.c_char_p), ("shape", c.c_uint16 * 3), ("zero", c.c_uint16)]


class Cells(c.Structure):
    _fields_ = [("stride", c.c_uint16), ("rows", c.c_uint16), ("x0", c.c_int16), ("y0", c.c_int16),
                ("style", c.c_uint16), ("zero", c.c_uint16)]


class Luck(c.Structure):
    _fields_ = [("key", c.c_uint64 * 2), ("drawn", c.c_uint64), ("script", c.c_void_p), ("script_count", c.c_uint32),
                ("script_next", c.c_uint32), ("script_bad", c.c_uint32), ("zero", c.c_uint32)]


class Outcome(c.Structure):
    _fields_ = [("over", c.c_uint8), ("seats", c.c_uint8), ("ending", c.c_uint16),
                ("rank", c.c_uint8 * (SEATS_MAX + 1)), ("score", c.c_int32 * (SEATS_MAX + 1))]


class SceneCell(c.Structure):
    _fields_ = [("x", c.c_int16), ("y", c.c_int16), ("terrain", c.c_uint8), ("owner", c.c_uint8),
                ("light", c.c_uint8), ("zero", c.c_uint8)]


class SceneToken(c.Structure):
    _fields_ = [("cell", c.c_uint16), ("unit", c.c_uint16), ("kind", c.c_uint8), ("owner", c.c_uint8),
                ("mood", c.c_uint8), ("zero", c.c_uint8), ("health", c.c_int32), ("health_max", c.c_int32),
                ("badge", c.c_int32)]


class SceneCounter(c.Structure):
    _fields_ = [("value", c.c_int32), ("name", c.c_uint8), ("owner", c.c_uint8), ("zero", c.c_uint16)]


class SceneMark(c.Structure):
    _fields_ = [("from_", c.c_uint16), ("to", c.c_uint16), ("name", c.c_uint8), ("owner", c.c_uint8),
                ("zero", c.c_uint16)]


class Scene(c.Structure):
    _fields_ = [("topology", c.c_uint16), ("columns", c.c_uint16), ("rows", c.c_uint16),
                ("cell_count", c.c_uint16), ("token_count", c.c_uint16), ("counter_count", c.c_uint16),
                ("cell", SceneCell * CELLS_MAX), ("token", SceneToken * TOKENS_MAX),
                ("counter", SceneCounter * COUNTERS_MAX), ("mark_count", c.c_uint32), ("mark", SceneMark * MARKS_MAX)]


class Turns(c.Structure):
    _fields_ = [("done", c.c_uint32), ("limit", c.c_uint32)]


class Factors(c.Structure):
    _fields_ = [("factor", c.c_void_p), ("word", c.c_void_p), ("factor_cap", c.c_uint32), ("word_cap", c.c_uint32),
                ("factor_count", c.c_uint32), ("word_count", c.c_uint32), ("last", c.c_uint8 * 16)]


class FactorsRoom(c.Structure):
    _fields_ = [("factors", c.c_uint32), ("words", c.c_uint32)]


_STATE, _VIEW = c.c_void_p, c.c_void_p


class Game(c.Structure):
    """struct rd_game; it is only ever used through a pointer. A function that Python never calls is an address."""
    _fields_ = [
        ("id", c.c_char_p), ("title", c.c_char_p), ("summary", c.c_char_p), ("rules_version", c.c_uint32),
        ("seats_min", c.c_uint8), ("seats_max", c.c_uint8), ("seats_preset", c.c_uint8), ("topology", c.c_uint8),
        ("spectators_see_all", c.c_uint8), ("zero", c.c_uint8 * 3), ("state_size", c.c_uint32),
        ("view_size", c.c_uint32), ("map_size", c.c_uint32), ("legal_max", c.c_uint32), ("events_max", c.c_uint32),
        ("tensor_size", c.c_uint32), ("cells", Cells), ("options", c.POINTER(Option)), ("verbs", c.POINTER(Verb)),
        ("events", c.c_void_p), ("refusals", c.POINTER(Refusal)), ("endings", c.POINTER(Refusal)),
        ("tensors", c.POINTER(Tensor)), ("seat_names", c.POINTER(c.c_char_p)),
        ("terrain_names", c.POINTER(c.c_char_p)), ("token_names", c.POINTER(c.c_char_p)),
        ("mood_names", c.POINTER(c.c_char_p)), ("counter_names", c.POINTER(c.c_char_p)),
        ("mark_names", c.POINTER(c.c_char_p)), ("pieces", c.c_void_p), ("trait_names", c.POINTER(c.c_char_p)),
        ("number_names", c.POINTER(c.c_char_p)), ("check_map", c.c_void_p),
        ("check_setup", c.CFUNCTYPE(Verdict, c.POINTER(Setup))),
        ("init", c.CFUNCTYPE(None, _STATE, c.POINTER(Setup), c.POINTER(Luck))),
        ("to_act", c.CFUNCTYPE(c.c_uint8, _STATE)), ("legal", c.c_void_p), ("factors", c.c_void_p),
        ("judge", c.CFUNCTYPE(Verdict, _STATE, c.c_uint8, Action)),
        ("apply", c.CFUNCTYPE(None, _STATE, c.c_uint8, Action, c.POINTER(Luck), c.c_void_p)),
        ("resign", c.CFUNCTYPE(None, _STATE, c.c_uint8, c.c_void_p)),
        ("observe", c.CFUNCTYPE(None, _STATE, c.c_uint8, _VIEW)), ("encode", c.CFUNCTYPE(None, _VIEW, c.c_void_p)),
        ("scene", c.CFUNCTYPE(None, _VIEW, c.POINTER(Scene))), ("guess", c.c_void_p),
        ("outcome", c.CFUNCTYPE(None, _STATE, c.POINTER(Outcome))), ("turns", c.CFUNCTYPE(Turns, _STATE)),
        ("audit", c.c_void_p), ("step_names", c.c_void_p), ("frames_max", c.c_uint32), ("zero_too", c.c_uint32),
        ("apply_steps", c.c_void_p), ("packing", c.c_void_p), ("pack", c.CFUNCTYPE(None, _VIEW, c.c_void_p))]


class BatchPlan(c.Structure):
    _fields_ = [("game", c.POINTER(Game)), ("setup", c.POINTER(Setup)), ("seed", c.c_uint64), ("games", c.c_uint32),
                ("threads", c.c_uint32), ("flags", c.c_uint32), ("steps", c.c_uint32)]


class BatchResult(c.Structure):
    _fields_ = [("reward", c.c_void_p), ("terminated", c.c_void_p), ("truncated", c.c_void_p), ("to_act", c.c_void_p),
                ("illegal", c.c_void_p), ("score", c.c_void_p)]


class BatchFault(c.Structure):
    _fields_ = [("game", c.c_uint32), ("seat", c.c_uint32), ("order", Action), ("verdict", Verdict)]


class CudaProblem(c.Structure):
    _fields_ = [("text", c.c_char * 400)]


class CudaPlan(c.Structure):
    _fields_ = [("module", c.c_void_p), ("device", c.c_uint32), ("layout", c.c_uint32), ("block", c.c_uint32),
                ("watchdog_s", c.c_uint32), ("stack", c.c_uint32), ("registers_max", c.c_uint32)]


class CudaKernel(c.Structure):
    _fields_ = [("registers", c.c_int32), ("local_bytes", c.c_int32), ("threads_max", c.c_int32), ("zero", c.c_int32)]


_GAME, _BATCH, _CUDA = c.POINTER(Game), c.c_void_p, c.c_void_p
_RESULT, _PROBLEM = c.POINTER(BatchResult), c.POINTER(CudaProblem)

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "rd_game_find": (_GAME, [c.c_char_p]),
    "rd_game_at": (_GAME, [c.c_uint32]),
    "rd_setup_presets": (None, [_GAME, c.POINTER(Setup)]),
    "rd_packed_size": (c.c_uint32, [_GAME]),
    "rd_pack_lost": (c.c_uint32, [_GAME, c.c_void_p]),
    "rd_step_width": (c.c_uint32, [c.POINTER(Verb), c.c_uint32]),
    "rd_tables_hash": (c.c_uint64, [_GAME]),
    "rd_hash": (c.c_uint64, [c.c_void_p, c.c_uint32]),
    "rd_siphash": (c.c_uint64, [c.POINTER(c.c_uint64 * 2), c.c_char_p, c.c_size_t]),
    "rd_luck_from_key": (Luck, [c.c_uint64, c.c_uint64]),
    "rd_factors_room": (FactorsRoom, [_GAME]),
    "rd_legal_factors": (None, [_GAME, _STATE, c.c_uint8, c.c_void_p, c.POINTER(Factors)]),
    "rd_step_mask": (None, [c.POINTER(Factors), c.c_uint32, Action, c.c_void_p, c.c_uint32]),
    "rd_batch_check": (Verdict, [c.POINTER(BatchPlan)]),
    "rd_batch_size": (c.c_uint64, [c.POINTER(BatchPlan)]),
    "rd_batch_open": (_BATCH, [c.POINTER(BatchPlan), c.c_void_p, c.c_uint64]),
    "rd_batch_close": (None, [_BATCH]),
    "rd_batch_seats": (c.c_uint32, [_BATCH]),
    "rd_batch_threads": (c.c_uint32, [_BATCH]),
    "rd_batch_reset": (c.c_int, [_BATCH, c.c_uint64, c.c_void_p]),
    "rd_batch_step": (c.c_int, [_BATCH, c.c_void_p, _RESULT]),
    "rd_batch_look": (c.c_int, [_BATCH, _RESULT]),
    "rd_batch_fault": (BatchFault, [_BATCH]),
    "rd_batch_observe": (c.c_int, [_BATCH, c.c_uint8, c.c_void_p]),
    "rd_batch_observe_final": (c.c_int, [_BATCH, c.c_uint8, c.c_void_p]),
    "rd_batch_pack": (c.c_int, [_BATCH, c.c_uint8, c.c_void_p]),
    "rd_batch_pack_final": (c.c_int, [_BATCH, c.c_uint8, c.c_void_p]),
    "rd_batch_unpack": (c.c_int, [_BATCH, c.c_uint32, c.c_void_p, c.c_void_p]),
    "rd_batch_masks": (c.c_int, [_BATCH, c.c_uint8, c.c_uint32, c.c_void_p, c.c_void_p]),
    "rd_batch_sample": (c.c_int, [_BATCH, c.c_uint8, c.c_uint64, c.c_void_p]),
    "rd_batch_scene": (c.c_int, [_BATCH, c.c_uint32, c.c_uint8, c.POINTER(Scene)]),
    "rd_batch_hash": (c.c_int, [_BATCH, c.c_void_p]),
    "rd_batch_save_size": (c.c_uint32, [_BATCH]),
    "rd_batch_save": (c.c_int, [_BATCH, c.c_uint32, c.c_void_p]),
    "rd_batch_load": (c.c_int, [_BATCH, c.c_uint32, c.c_void_p]),
    "rd_batch_save_all": (c.c_int, [_BATCH, c.c_void_p]),
    "rd_batch_load_all": (c.c_int, [_BATCH, c.c_void_p]),
    "rd_cuda_open": (c.c_int, [c.POINTER(BatchPlan), c.POINTER(CudaPlan), c.POINTER(_CUDA), _PROBLEM]),
    "rd_cuda_close": (None, [_CUDA]),
    "rd_cuda_reset": (c.c_int, [_CUDA, c.c_uint64, c.c_uint64, _PROBLEM]),
    "rd_cuda_step": (c.c_int, [_CUDA, c.c_uint64, _RESULT, _PROBLEM]),
    "rd_cuda_look": (c.c_int, [_CUDA, _RESULT, _PROBLEM]),
    "rd_cuda_fault": (BatchFault, [_CUDA]),
    "rd_cuda_observe": (c.c_int, [_CUDA, c.c_uint8, c.c_uint32, c.c_uint64, _PROBLEM]),
    "rd_cuda_pack": (c.c_int, [_CUDA, c.c_uint8, c.c_uint32, c.c_uint64, _PROBLEM]),
    "rd_cuda_unpack": (c.c_int, [_CUDA, c.c_uint32, c.c_uint64, c.c_uint64, _PROBLEM]),
    "rd_cuda_masks": (c.c_int, [_CUDA, c.c_uint8, c.c_uint32, c.c_uint64, c.c_uint64, _PROBLEM]),
    "rd_cuda_sample": (c.c_int, [_CUDA, c.c_uint8, c.c_uint64, c.c_uint64, _PROBLEM]),
    "rd_cuda_playout": (c.c_int, [_CUDA, c.c_uint64, c.c_uint32, c.c_uint64, _RESULT, _PROBLEM]),
    "rd_cuda_hash": (c.c_int, [_CUDA, c.c_uint64, _PROBLEM]),
    "rd_cuda_save_size": (c.c_uint32, [_CUDA]),
    "rd_cuda_save": (c.c_int, [_CUDA, c.c_uint32, c.c_void_p, _PROBLEM]),
    "rd_cuda_load": (c.c_int, [_CUDA, c.c_uint32, c.c_void_p, _PROBLEM]),
    "rd_cuda_save_all": (c.c_int, [_CUDA, c.c_void_p, _PROBLEM]),
    "rd_cuda_load_all": (c.c_int, [_CUDA, c.c_void_p, _PROBLEM]),
    "rd_cuda_wait": (c.c_int, [_CUDA, _PROBLEM]),
    "rd_cuda_memory": (c.c_int, [_CUDA, c.c_uint64, c.POINTER(c.c_uint64), _PROBLEM]),
    "rd_cuda_free": (None, [_CUDA, c.c_uint64]),
    "rd_cuda_to_card": (c.c_int, [_CUDA, c.c_uint64, c.c_void_p, c.c_uint64, _PROBLEM]),
    "rd_cuda_from_card": (c.c_int, [_CUDA, c.c_void_p, c.c_uint64, c.c_uint64, _PROBLEM]),
    "rd_cuda_kernel": (CudaKernel, [_CUDA, c.c_char_p]),
}


def _open() -> c.CDLL:
    """The library beside this file, as a wheel has it; REDOUBT_LIBRARY names another."""
    named = os.environ.get("REDOUBT_LIBRARY")
    path = pathlib.Path(named) if named else pathlib.Path(__file__).parent / "libredoubt.so.1"
    try:
        library = c.CDLL(str(path))
    except OSError as error:
        raise NotInstalled(f"the library of the rules can't be opened: {error}") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise NotInstalled(f"{path} has no {name}: it is of another version") from None
        function.restype, function.argtypes = result, arguments
    return library


lib = _open()
