"""The shapes that other libraries know: PettingZoo's ParallelEnv and AECEnv, Gymnasium's VectorEnv.

Those packages are imported when one of these functions is called, and not before."""
from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from .env import ACTION, ACTION_SIZE, Batch
from .errors import BadCall, NotInstalled


def _need(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NotInstalled(f"this shape needs the package {name}: pip install {name}") from error


def _spaces(spaces: Any, batch: Batch) -> tuple[Any, Any]:
    """Of one seat: an observation with its mask of verbs, and an order."""
    game = batch.game
    observation = spaces.Dict({"observation": _box(spaces, batch, ()),
                               "action_mask": spaces.Box(0, 1, (game.widths[0],), np.uint8)})
    return observation, spaces.MultiDiscrete(np.array(game.widths), dtype=ACTION)


def _box(spaces: Any, batch: Batch, lead: tuple[int, ...]) -> Any:
    """Of observations, with these dimensions before their own."""
    width, dtype = batch.seen()
    limits = np.iinfo(dtype)
    return spaces.Box(limits.min, limits.max, (*lead, width), dtype.type)


def _shown(batch: Batch, seat: int) -> dict[str, Any]:
    return {"observation": batch.observe([seat])[0, 0], "action_mask": batch.mask(0, seats=[seat])[0, 0]}


def parallel_env(game: str, **options: Any) -> Any:
    """One game as PettingZoo's ParallelEnv. Seats that are not to act give an order that nobody looks at."""
    pettingzoo = _need("pettingzoo")
    spaces = _need("gymnasium").spaces
    batch = Batch(game, 1, auto_reset=False, threads=1, **options)
    seen, orders = _spaces(spaces, batch)
    names = [f"seat_{seat}" for seat in range(batch.seats)]

    class Parallel(pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
        """A game of Redoubt."""
        metadata = {"name": f"redoubt_{game}", "render_modes": []}
        possible_agents = names

        def __init__(self) -> None:
            self.agents: list[str] = []

        def observation_space(self, agent: str) -> Any:
            """The same for every seat."""
            return seen

        def action_space(self, agent: str) -> Any:
            """The same for every seat."""
            return orders

        def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
            """A new game."""
            batch.reset(seed)
            self.agents = list(names)
            return self._observed(), {name: {} for name in names}

        def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
            """An order of each seat."""
            if not self.agents:
                raise BadCall("the game is over: reset() begins another")
            told = batch.step(_orders(batch, actions, names))
            over, cut = bool(told.terminated[0]), bool(told.truncated[0])
            result: tuple[Any, ...] = (self._observed(), dict(zip(names, map(float, told.reward[0]))), dict.fromkeys(names, over),
                      dict.fromkeys(names, cut), {name: {} for name in names})
            if over or cut:
                self.agents = []
            return result

        def _observed(self) -> dict[str, Any]:
            return {name: _shown(batch, seat) for seat, name in enumerate(names)}

        def close(self) -> None:
            """Gives its memory back."""
            batch.close()

    return Parallel()


def aec_env(game: str, **options: Any) -> Any:
    """The same, one seat after the other: PettingZoo's AECEnv."""
    return _need("pettingzoo.utils.conversions").parallel_to_aec(parallel_env(game, **options))


def _orders(batch: Batch, actions: dict[str, Any], names: list[str]) -> Any:
    rows = np.zeros((1, batch.seats, ACTION_SIZE), ACTION)
    for seat, name in enumerate(names):
        if name in actions:
            rows[0, seat] = actions[name]
    return rows


def vector_env(game: str, n: int, **options: Any) -> Any:
    """n games as Gymnasium's VectorEnv: observations and orders of all seats of each game; the reward is seat 0's."""
    gymnasium = _need("gymnasium")
    batch = Batch(game, n, observe="all", **options)
    spaces = gymnasium.spaces

    class Vector(gymnasium.vector.VectorEnv):  # type: ignore[misc, name-defined]
        """Games of Redoubt."""

        def __init__(self) -> None:
            self.num_envs = n
            self.single_observation_space = _box(spaces, batch, (batch.seats,))
            self.observation_space = _box(spaces, batch, (n, batch.seats))
            highest = np.broadcast_to(np.array(batch.game.widths), (batch.seats, ACTION_SIZE))
            self.single_action_space = spaces.MultiDiscrete(highest, dtype=ACTION)
            self.action_space = spaces.MultiDiscrete(np.broadcast_to(highest, (n, *highest.shape)), dtype=ACTION)

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
            """New games."""
            told = batch.reset(seed)
            return told.obs, {"action_mask": told.mask, "to_act": told.to_act}

        def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
            """An order of each seat of each game."""
            told = batch.step(np.ascontiguousarray(actions, ACTION))
            info = dict(told.info, action_mask=told.mask, to_act=told.to_act, rewards=told.reward)
            return told.obs, told.reward[:, 0], told.terminated, told.truncated, info

        def close_extras(self, **_: Any) -> None:
            """Gives its memory back."""
            batch.close()

    return Vector()
