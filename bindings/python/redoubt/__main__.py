"""python3 -m redoubt parity: is a card the same as this machine, to the last byte?
python3 -m redoubt bench: how many steps, masks and observations a second, on one core, all cores and a card."""
from __future__ import annotations

import argparse
import ctypes
import sys
import time
from typing import Any, Callable

import numpy as np

import redoubt
from redoubt._native import lib


def compare(game: str, games: int, steps: int) -> str:
    """Plays the same on both; what differed, or an empty text."""
    here: Any = redoubt.make(game, games, observe="next", seed=7)
    there: Any = redoubt.make(game, games, "cuda", observe="next", seed=7)
    for step in range(steps):
        orders = here.sample(step)
        if (orders != there.sample(step).numpy()).any():
            return f"orders drawn in step {step}"
        told, told_there = here.step(orders), there.step(there.put(orders))
        for name in ("obs", "mask", "to_act", "reward", "terminated"):
            if (np.asarray(getattr(told, name)) != getattr(told_there, name).numpy()).any():
                return f"{name} after step {step}"
        if (here.hash() != there.hash().numpy()).any():
            return f"states after step {step}"
    return ""


def parity(args: argparse.Namespace) -> int:
    """All games on both; 1 if anything differs, 2 without a card."""
    status = 0
    for game in redoubt.games():
        begin = time.time()
        try:
            different = compare(game, args.games, args.steps)
        except redoubt.RedoubtError as error:
            print(f"{game}: {error}", file=sys.stderr)
            return 2
        status |= different != ""
        print(f"{game}: {different + ' differ' if different else 'equal'} ({args.games} games, {args.steps} steps, "
              f"{time.time() - begin:.1f} s)", flush=True)
    return status


def rate(env: redoubt.Batch, call: Callable[[int], Any], seconds: float) -> float:
    """Games a second that a call is done for."""
    wait = getattr(env, "wait", lambda: None)
    call(0)
    wait()
    begin, calls = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        calls += 1
        call(calls)
        wait()
    return calls * env.n / (time.perf_counter() - begin)


def figures(env: redoubt.Batch, seconds: float) -> tuple[float, ...]:
    """Of random play: draws of orders, steps; then masks of verbs and observations of the seat to act, as tensors and
    packed, and of those the tensors."""
    spent, steps, orders = 0.0, 0, env.sample(0)
    wait = getattr(env, "wait", lambda: None)
    begin = time.perf_counter()
    while time.perf_counter() - begin < 2 * seconds:
        env.sample(steps, out=orders)
        wait()
        before = time.perf_counter()
        env.step(orders)
        wait()
        spent, steps = spent + time.perf_counter() - before, steps + 1
    mask, obs, packed = env.mask(0), env.observe(), env.observe(packed=True)
    return (steps * env.n / spent, rate(env, lambda key: env.sample(key, out=orders), seconds),
            rate(env, lambda _: env.mask(0, out=mask), seconds), rate(env, lambda _: env.observe(out=obs), seconds),
            rate(env, lambda _: env.observe(packed=True, out=packed), seconds),
            rate(env, lambda _: env.unpack(packed, out=obs), seconds))


def share_of_c(games: int, seconds: float) -> float:
    """Steps of apoca from numpy, as a share of those that the C function alone makes; turn by turn, so that whatever else
    the machine does slows down both."""
    with redoubt.make("apoca", games, observe="none", seed=1) as env:
        orders = env.sample(0)
        kept, result, address = env._told, env._result(), orders.ctypes.data
        spent, turn = [0.0, 0.0], 0
        while sum(spent) < seconds:
            env.sample(turn, out=orders)
            begin = time.perf_counter()
            if turn % 2:
                env.step(orders)
            else:
                env._call(lib.rd_batch_step, address, ctypes.byref(result))
            spent[turn % 2] += time.perf_counter() - begin
            turn += 1
        assert kept["to_act"].size == games  # C wrote to them until now
        return spent[0] / spent[1]


def bench(args: argparse.Namespace) -> int:
    """A row for each game and device."""
    print(f"{'game':10}{'device':>12}{'games':>9}{'steps/s':>14}{'samples/s':>14}{'masks/s':>14}{'views/s':>14}{'packed/s':>14}"
          f"{'unpacked/s':>14}")
    why = ""
    for game in redoubt.games():
        for device, threads in (("cpu", 1), ("cpu", 0), ("cuda", 0)):
            try:
                env = redoubt.make(game, args.games, device, observe="none", illegal="noop", threads=threads)
            except redoubt.RedoubtError as error:
                why = str(error)
                continue
            name = device if device == "cuda" else "one core" if threads else "all cores"
            print(f"{game:10}{name:>12}{env.n:>9}" + "".join(f"{value:>14,.0f}" for value in figures(env, args.seconds)),
                  flush=True)
            env.close()
    print(f"from numpy apoca makes {share_of_c(args.games, 4 * args.seconds):.0%} of the steps of the C batch ({args.games} games)")
    if why:
        print(f"no figures of a card: {why}")
    return 0


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python3 -m redoubt", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, games in (("parity", 256), ("bench", 4096)):
        command = commands.add_parser(name)
        command.add_argument("--games", type=int, default=games, help="side by side")
        if name == "parity":
            command.add_argument("--steps", type=int, default=50)
        else:
            command.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    args = parser.parse_args()
    return parity(args) if args.command == "parity" else bench(args)


sys.exit(main())
