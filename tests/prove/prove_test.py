#!/usr/bin/env python3
"""redoubt prove as its users see it: messages, JSON, and a run that is killed goes on.

usage: prove_test.py REDOUBT
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from kit import check, end  # noqa: E402

REDOUBT = sys.argv[1]


def prove(*words):
    return subprocess.run([REDOUBT, "prove", *words], capture_output=True, text=True, timeout=120)


def sums(text):
    found = json.loads(text)
    return found["complete"], {key: found["sum"][key] for key in ("positions", "transitions", "over")}, found["met"]


def messages(folder):
    for name, words, wanted in [
            ("no game", [], "which game?"), ("an unknown game", ["chess"], "classic"),
            ("an unknown opening", ["civ", "gambit", "--folder", folder], "there are: armies"),
            ("a word for a number", ["civ", "--seconds", "soon"], "does not fit"),
            ("no worker", ["civ", "--workers", "0"], "does not fit"),
            ("a file that is not there", ["civ", folder + "/none.json"], "none.json")]:
        got = prove(*words)
        check(f"{name}: exit status 2 and what would be right", got.returncode == 2 and wanted in got.stderr, got.stderr)
    listed = prove("fate", "--list")
    check("--list names the openings", "image" in listed.stdout and "first" in listed.stdout, listed.stdout)


def killed(folder):
    whole = prove("civ", "first", "--folder", folder + "/a", "--json")
    check("an opening is followed to its end", whole.returncode == 0 and sums(whole.stdout)[0], whole.stderr)
    took = json.loads(whole.stdout)["processor_seconds"]
    check("it took processor time, and no more than the clock's for every thread",
          0 < took <= json.loads(whole.stdout)["seconds"] * (os.cpu_count() or 1) + 1, whole.stdout)
    again = prove("civ", "first", "--folder", folder + "/a", "--json")
    check("time counts over all runs", json.loads(again.stdout)["processor_seconds"] == took, again.stdout)
    check("and is not done twice", sums(again.stdout)[1] == sums(whole.stdout)[1], again.stdout)
    for signal_number in (signal.SIGKILL, signal.SIGTERM):
        part = subprocess.Popen([REDOUBT, "prove", "civ", "first", "--folder", f"{folder}/b{signal_number}"],
                                stdout=subprocess.DEVNULL)
        level = f"{folder}/b{signal_number}/civ-first/level-0003-0"
        while part.poll() is None and not os.path.exists(level):
            time.sleep(0.005)
        part.send_signal(signal_number)
        part.wait()
        rest = prove("civ", "first", "--folder", f"{folder}/b{signal_number}", "--json")
        check(f"a run that got {signal_number.name} goes on and counts the same",
              sums(rest.stdout) == sums(whole.stdout), rest.stdout + rest.stderr)


def all_openings(folder):
    """tools/prove-all stops at its time, and goes on from there."""
    def go(seconds):
        tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/prove-all")
        done = subprocess.run([sys.executable, tool, REDOUBT, folder + "/all", "civ", "--workers", "1", "--slice", "0.1",
                               "--processor-seconds", str(seconds)], capture_output=True, text=True, timeout=200)
        with open(folder + "/all/results.json", encoding="utf-8") as file:
            return done.stdout, {line["opening"]: line for line in map(json.loads, file)}
    said, once = go(0.01)
    check("a game's share of time is spent", "civ: " in said and len(once) >= 1, said)
    check("and no more of it by another run", go(0.01)[1] == once, said)
    said, twice = go(sum(line["processor_seconds"] for line in once.values()) + 0.01)
    total = [sum(line["sum"]["transitions"] for line in lines.values()) for lines in (once, twice)]
    check("the next run goes on from there", total[1] > total[0] > 0 and set(once) <= set(twice), str(total))


def main():
    with tempfile.TemporaryDirectory() as folder:
        messages(folder)
        killed(folder)
        all_openings(folder)
    return end()


sys.exit(main())
