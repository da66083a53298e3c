#!/usr/bin/env python3
"""What players of Fortress Frontiers are told about their ways, and of dragons: told_test.py REDOUBT"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402

DONE = [[0, {"verb": "done"}], [1, {"verb": "done"}]]
PLAIN = ["." * 14] * 5


def played(redoubt, units, steps, turns=1, rows=None, **position):
    """All lines of a run; the orders are given in the first turn."""
    board = {"rows": rows or PLAIN, "bases": [[0, 2], [13, 2]], "towers": [[], []]}
    scenario = {"game": "fortress", "steps": steps + DONE * turns,
                "position": {"turn": 3, "board": board, "players": [{"gold": 100}, {}], "units": units, **position}}
    done = subprocess.run([redoubt, "scenario", "-"], input=json.dumps(scenario), capture_output=True, text=True,
                          timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(lines, *kinds):
    """Events of these kinds: (kind, text, who sees it)."""
    return [(e["kind"], e["text"], e["seen_by"]) for line in lines for e in line.get("events", []) if e["kind"] in kinds]


def unit(number, kind, at, **more):
    return {"id": number, "owner": 0 if number % 2 else 1, "type": kind, "at": at, "hp": 100, **more}


def order(verb, number, to):
    return [0 if number % 2 else 1, {"verb": verb, "unit": number, "to": to}]


OVER = ("arrived", "way_built", "queue_ended")


def queues(redoubt):
    soldier, builder = unit(9, "soldier", [2, 2]), unit(9, "builder", [2, 2])
    near = told(played(redoubt, [soldier], [order("move_to", 9, [4, 2])]), *OVER)
    check("a way of one turn ends with arriving", near == [("arrived", "9 has arrived at 4,2.", [0, "spectator"])], near)
    far = told(played(redoubt, [soldier], [order("move_to", 9, [7, 2])], turns=3), *OVER)
    check("so does one of three turns, once", [e[1] for e in far] == ["9 has arrived at 7,2."], far)
    early = told(played(redoubt, [soldier], [order("move_to", 9, [7, 2])], turns=2), *OVER)
    check("arriving is not told before its turn", early == [], early)
    held = told(played(redoubt, [soldier, unit(11, "soldier", [4, 2])], [order("move_to", 9, [7, 2])]), *OVER)
    check("who is kept from going on is not there", [e[0] for e in held] == ["queue_ended"], held)
    road = told(played(redoubt, [builder], [order("road_to", 9, [3, 2])], turns=5), *OVER)
    check("a road is built", [e[1] for e in road] == ["9 has built its road all the way to 3,2."], road)
    sites = [{"type": "road", "owner": 0, "at": at, "state": "intact"} for at in ([2, 2], [3, 2])]
    rail = told(played(redoubt, [builder], [order("rail_to", 9, [3, 2])], turns=5, buildables=sites), *OVER)
    check("a rail is built", [e[1] for e in rail] == ["9 has built its rail all the way to 3,2."], rail)
    bare = told(played(redoubt, [builder], [order("rail_to", 9, [3, 2])], turns=5, buildables=sites[:1]), *OVER)
    check("a rail without a road at its end is not", [e[0] for e in bare] == ["queue_ended"], bare)
    taken = unit(10, "soldier", [0, 2])  # in the base, which pays nothing then
    poor = told(played(redoubt, [builder, taken], [order("road_to", 9, [3, 2])], turns=5,
                       players=[{"gold": 5}, {}]), *OVER)
    check("nor is a road without gold", [e[0] for e in poor] == ["queue_ended"], poor)


def refusals(redoubt):
    """`move` says to try move_to exactly where move_to would be accepted."""
    rows = ["." * 14, "....^^^.......", "....^.^.......", "....^^^.......", "." * 14]
    for name, to, says in (("a mountain", [4, 2], "nobody walks onto a mountain"),
                           ("a tile behind mountains", [5, 2], "no known way leads there"),
                           ("a far tile", [9, 2], "that is farther than it can walk this turn: try move_to")):
        lines = played(redoubt, [unit(9, "soldier", [2, 2])], [order("move", 9, to), order("move_to", 9, to)], rows=rows)
        check("move to %s" % name, lines[0].get("why") == says, lines[0])
        check("move_to %s" % name, lines[1]["ok"] == ("try move_to" in says), lines[1])
        lines = played(redoubt, [unit(9, "soldier", [2, 2])], [order("move", 9, [3, 2]), order("extend", 9, to)], rows=rows)
        check("extend to %s" % name, lines[1].get("why") == says, lines[1])


def ways(redoubt):
    """R14.7: waiting, trimming and stopping once, when movement is over, whatever moves unseen (unseen_test.c has
    more of that)."""
    dark = ["." * 14] * 2 + ["......^......."] + ["." * 14] * 2
    far, walk = [unit(10, "scout", [12, 0]), unit(12, "scout", [12, 4])], [order("move", 10, [9, 0]), order("move", 12, [10, 4])]
    for name, units, orders, more, says in (
            ("who finds a friend in the way stops", [unit(9, "soldier", [2, 2]), unit(11, "soldier", [3, 2])],
             [order("move", 9, [3, 2])], {}, ["9 stops at 2,2: it could not go on to 3,2."]),
            ("who had to wait a tick is told so at the end", [unit(9, "soldier", [2, 2]), unit(11, "soldier", [3, 1])],
             [order("move", 9, [4, 2]), order("move", 11, [3, 2])], {}, ["11 had to wait before 3,2."]),
            ("so is whose path was cut", [unit(9, "cavalry", [2, 2])], [order("move", 9, [6, 2])],
             {"rows": dark, "explored": [[[2, 2]], "all"]}, ["The way of 9 is shorter than ordered: it ends at 5,2."])):
        still = played(redoubt, units + far, orders, **more)
        busy = played(redoubt, units + far, orders + walk, **more)
        heard = [[(e["kind"], e["text"]) for e in lines[-2]["events"] if 0 in e["seen_by"]] for lines in (still, busy)]
        asides = ("waited", "trimmed", "stopped")
        after = [text for kind, text in heard[0][-2 - len(says):-2]]  # before the new turn and its income
        check(name, after == says and sum(kind in asides for kind, _ in heard[0]) == len(says), heard[0])
        check(name + ", while others walk unseen", heard[0] == heard[1], heard[1])


MAP = """name=Den
category=themed
size=small
base1=0,2
base2=11,2
towers1=
towers2=
origin=0,0
grid:
............
............
..D.....c...
............
............
"""


def terminal(redoubt):
    """Under its board the terminal says in words what a letter can't."""
    with tempfile.NamedTemporaryFile("w", suffix=".map") as file:
        file.write(MAP)
        file.flush()
        done = subprocess.run([redoubt, "play", "fortress", "--tty", "--set", "map=" + file.name, "--seed", "3"],
                              input="quit\n", capture_output=True, text=True, timeout=60)
    said = re.findall(r"dragon at 2,2, health 100, (\w+), guards (\w+)", done.stdout)
    colours = [("yellow", "gold"), ("red", "melee"), ("blue", "ranged"), ("green", "mana")]
    check("the terminal says the colour of a dragon", len(said) == 1 and said[0] in colours, done.stdout)
    check("and nothing of a camp that was never seen", "camp archer" not in done.stdout, done.stdout)


def numbers(redoubt):
    """R9.1: when no number is left, the orders that stand are numbered from 1 on, as they were."""
    moves = {9: 700, 11: 60000, 13: 5}
    units = [unit(n, "soldier", [6, k], order={"verb": "move", "path": [[7, k]], "priority": moves[n]})
             for k, n in enumerate(sorted(moves))] + [unit(15, "soldier", [6, 4])]
    lines = played(redoubt, units, [order("move", 15, [7, 4])], turns=0, priority=[60000, 0])
    after = lines[-1]["position"]
    given = {u["id"]: u["order"]["priority"] for u in after["units"] if "order" in u}
    check("orders are numbered anew when numbers run out", given == {13: 1, 9: 2, 11: 3, 15: 4}, given)
    check("and go on from there", after["priority"] == [4, 0], after["priority"])


def main(redoubt):
    queues(redoubt)
    numbers(redoubt)
    refusals(redoubt)
    ways(redoubt)
    terminal(redoubt)
    return end()


sys.exit(main(sys.argv[1]))
