#!/usr/bin/env python3
"""The bots of Fortress Frontiers: greedy beats random on every map, and random is lively. bots_test.py REDOUBT"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402

MAPS = pathlib.Path(__file__).resolve().parents[2] / "games/fortress/maps/ORDER"


def run(redoubt, *args):
    return subprocess.run([redoubt, *args], capture_output=True, text=True, check=True).stdout


def greedy_beats_random(redoubt, name):
    out = run(redoubt, "match", "fortress", "greedy", "random", "--set", "map=" + name, "--games", "2", "--swap",
              "--seed", "3", "--json")
    rows = json.loads(out.splitlines()[-1])["bots"]
    check("greedy beats random from both sides on " + name,
          [row["wins"] for row in rows if row["bot"] == "greedy"] == [2], out)


def random_is_lively(redoubt, folder):
    """Sixty turns: units are bought and kept, walk, work and fight, and turns end."""
    file = str(pathlib.Path(folder) / "random.rdr")
    run(redoubt, "match", "fortress", "random", "random", "--set", "map=skirmish", "--set", "turn_limit=60", "--seed", "2",
        "--replay", file)
    game = json.loads(run(redoubt, "replay", file, "--json"))
    steps = [step for turn in game["turns"] for step in turn["steps"]]
    verbs = collections.Counter(step["order"]["verb"] for step in steps)
    seen = collections.Counter(event["kind"] for step in steps for event in step["events"])
    check("sixty turns end", len(game["turns"]) == 60 and verbs["done"] >= 120, verbs)
    check("an army is bought and kept", seen["appeared"] >= 40 and seen["taken_back"] * 2 < seen["bought"], seen)
    check("it walks and works", seen["moved"] >= 300 and seen["finished"] >= 5, seen)
    check("units of the army die", seen["died"] >= 5, seen)
    check("orders are rarely taken back", verbs["cancel"] + verbs["undo_buy"] + verbs["undone"] < len(steps) // 8, verbs)
    check("a turn has no more orders than an army needs", len(steps) < 60 * 2 * 30, len(steps))


def main(redoubt):
    for name in MAPS.read_text().split() + ["procedural"]:
        greedy_beats_random(redoubt, name)
    with tempfile.TemporaryDirectory() as folder:
        random_is_lively(redoubt, folder)
    return end()


sys.exit(main(sys.argv[1]))
