"""Redoubt: turn-based war games for learners, many at once.

    import redoubt

    env = redoubt.make("fate", n=1024)
    shown = env.reset(seed=1)
    while True:
        shown = env.step(env.sample(key=1))
"""
from __future__ import annotations

from typing import Any

from .env import Batch, Step
from .errors import (BadArray, BadCall, BadReplay, BadSave, BadSetup, Busy, CardFailed, Closed, Differs, Forked, IllegalAction,
                     NoCard, NotInstalled, OutOfMemory, RedoubtError, UnknownGame)
from .games import Game, games
from .match import Match
from .picture import render
from .replay import Order, Replay

__all__ = ["BadArray", "BadCall", "BadReplay", "BadSave", "BadSetup", "Batch", "Busy", "CardFailed", "Closed", "Differs",
           "Forked", "Game", "IllegalAction", "Match", "NoCard", "NotInstalled", "Order", "OutOfMemory", "RedoubtError",
           "Replay", "Step", "UnknownGame", "games", "make", "render"]


def make(game: str, n: int = 1, device: str = "cpu", *, observe: str = "all", packed: bool = False, seed: int = 0, seats: int | None = None,
         threads: int = 0, auto_reset: bool = True, illegal: str = "error", steps: int = 0,
         **options: Any) -> Batch:
    """n games side by side. device: "cpu", "cuda" or "cuda:1"; options are those of the game's setup."""
    common: dict[str, Any] = {"observe": observe, "packed": packed, "seed": seed, "seats": seats, "threads": threads,
                              "auto_reset": auto_reset, "illegal": illegal, "steps": steps}
    if device == "cpu":
        return Batch(game, n, **common, **options)
    if isinstance(device, str) and (device == "cuda" or device.startswith("cuda:")):
        from .cuda import CudaBatch
        return CudaBatch(game, n, device=device, **common, **options)
    raise BadSetup(f"device is 'cpu', 'cuda' or 'cuda:NUMBER', not {device!r}")
