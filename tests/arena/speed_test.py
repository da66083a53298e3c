"""How many games of two Python bots a core plays, and what part of its time the judge takes: processor time, which others on the machine change little.

usage: speed_test.py REDOUBT [PAIRS]
"""
import json
import os
import resource
import sys

import bench
from bench import check

PAIRS = sys.argv[2] if len(sys.argv) > 2 else "20"


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(folder, game):
    for name in ("a", "b"):
        bench.run("kit", game, "python", os.path.join(folder, game + name))
    python = os.path.realpath(sys.executable)
    bots = ["%s=cmd:cd %s && exec %s bot.py" % (name, game + name, python) for name in ("a", "b")]
    before = seconds()
    done = bench.run("arena", "run", game, *bots, "--pairs", PAIRS, "--db", game + ".db", "--jobs", "1", "--quiet", "--json", "--limit", "turn_ms=30000",
                     "--limit", "start_ms=60000", cwd=folder, timeout=3600)
    shown = json.loads(done.out)
    games, used = shown["games"], seconds() - before
    programs, rules = sum(row["cpu_ms"] for row in shown["standings"]) / 1000, shown["run"]["engine_s"]
    check("%s: all games were played, without a fault" % game, games == 2 * int(PAIRS) and not any(row["faults"] for row in shown["standings"]), done)
    judge = used - programs - rules
    print("# %s: %.0f games an hour and core; of a game's %.0f ms programs take %.0f (their start and sandbox too), rules and views %.0f, the judge %.0f: %.1f %%"
          % (game, 3600 * games / used, 1000 * used / games, 1000 * programs / games, 1000 * rules / games, 1000 * judge / games, 100 * judge / used))
    check("%s: a thousand games an hour and core" % game, 3600 * games / used >= 1000, used)
    check("%s: the judge takes less than 15 %%" % game, judge < 0.15 * used, (judge, used))


with bench.folder() as place:
    for each in ("null", "apoca"):
        measure(place, each)
sys.exit(bench.end())
