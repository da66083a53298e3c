#!/usr/bin/env python3
"""The same seeds on every target: the same hashes after every order, or the first that differs.

    parity.py --seeds N --steps N --games ID,ID --target NAME=COMMAND... [--skip NAME=WHY...]

The first target is what the others are compared with. Prints TAP, one line per target and game.
"""
import argparse
import itertools
import os
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def lines_of(command, game, args):
    """Start a target; its lines come as they are made."""
    return subprocess.Popen([*shlex.split(command), str(game), str(args.seeds), str(args.steps)],
                            stdout=subprocess.PIPE, text=True)


def first_difference(name, reference, command, game, args):
    """None, or a sentence that names the seed and the step."""
    ours, theirs = lines_of(reference, game, args), lines_of(command, game, args)
    count = 0
    found = None
    for want, got in itertools.zip_longest(ours.stdout, theirs.stdout, fillvalue="nothing"):
        count += 1
        if want != got:
            seed, step = (want if want != "nothing" else got).split()[:2]
            what = "state" if want.split()[2:3] != got.split()[2:3] else "answers"
            found = (f"{name}: the {what} of seed {seed} after {step} orders: "
                     f"{got.strip()}, not {want.strip()}")
            break
    for process in (ours, theirs):
        process.stdout.close()
        status = process.wait()
        if found is None and status != 0:
            found = f"{name}: a program ended with status {status} after {count} lines"
    if found is None and count < args.seeds:
        found = f"{name}: only {count} lines"
    return found, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", required=True)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--skip", action="append", default=[])
    args = parser.parse_args()
    targets = [target.split("=", 1) for target in args.target]
    for game, identity in enumerate(args.games.split(",")):
        for name, command in targets[1:]:
            found, count = first_difference(name, targets[0][1], command, game, args)
            tap.check(f"{identity}: {name} equals {targets[0][0]} ({count} lines)", found is None, found)
    for skip in args.skip:
        tap.skip(*skip.split("=", 1))
    return tap.end()


sys.exit(main())
