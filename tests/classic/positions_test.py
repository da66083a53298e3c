#!/usr/bin/env python3
"""Bad positions of Fortress Frontiers Classic are refused by their field: positions_test.py REDOUBT

And whatever was printed, in the middle of orders too, is read back as the same position.
"""
import copy
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402

GOOD = {
    "turn": 3, "players": [{"gold": 20}, {"gold": 7}],
    "units": [
        {"id": 3, "owner": 0, "type": "soldier", "at": [8, 4], "hp": 60,
         "order": {"verb": "move", "to": [10, 4], "path": [[9, 4], [10, 4]], "priority": 2}},
        {"id": 5, "owner": 0, "type": "archer", "at": [8, 6], "order": {"verb": "ranged", "at": [8, 8], "priority": 1}},
        {"id": 4, "owner": 1, "type": "scout", "at": [8, 8], "order": {"verb": "heal"}},
        {"id": 7, "owner": 0, "type": "scout", "at": [0, 7], "bought": True,
         "order": {"verb": "move", "path": [[1, 7]], "priority": 5}},
        {"id": 1, "owner": 0, "type": "base", "at": [-1, 7], "hp": 80},
    ],
    "mines": [{"at": [8, 7], "owner": 1}], "priority": [6, 0], "done": [True, False], "next_id": [9, 10], "trace": 77,
}

# Where, what, and the beginning of the complaint.
BAD = [
    (("units", 0, "at"), [99, 0], "units[0].at: [99,0] is not on the board"),
    (("units", 0, "at"), [-1, 4], "units[0].at: [-1,4] is not on the board"),
    (("units", 0, "at"), [-1, 7], "units[4].at: unit 3 is there already"),
    (("units", 0, "at"), [17, 7], "units[0]: the base of seat 1 stands there"),
    (("units", 0, "hp"), 0, "units[0].hp"),
    (("units", 0, "hp"), 101, "units[0].hp"),
    (("units", 0, "id"), 4, "units[0].id: ids of owner 0 are odd"),
    (("units", 0, "id"), 2049, "units[0].id"),
    (("units", 0, "owner"), 2, "units[0].owner"),
    (("units", 0, "owner"), None, "units[0].owner"),
    (("units", 0, "type"), "dragon", "units[0].type"),
    (("units", 0, "rank"), 1, "units[0]"),
    (("units", 0, "order", "verb"), "fly", "units[0].order.verb"),
    (("units", 0, "order", "path"), [[9, 4], [11, 4]], "units[0].order.path[1]: choose a tile beside"),
    (("units", 0, "order", "path"), [], "units[0].order.path"),
    (("units", 0, "order", "to"), [9, 4], "units[0].order.to: is not where the path ends"),
    (("units", 0, "order", "priority"), 0, "units[0].order.priority"),
    (("units", 0, "order", "priority"), 1, "two orders have the same priority"),
    (("units", 1, "order", "at"), [8, 4], "units[1].order.at: that is one of your own"),
    (("units", 1, "order", "at"), [8, 9], "units[1].order.at: nobody is there"),
    (("units", 2, "order"), {"verb": "melee", "at": [8, 7]}, "units[2].order.at: a scout takes no melee orders"),
    (("units", 2, "order"), {"verb": "heal", "priority": 2}, "units[2].order.priority: an order to heal"),
    (("units", 2, "id"), 3, "units[2].id: ids of owner 1 are even"),
    (("units", 3, "at"), [3, 3], "units[3]: can't have been bought: a unit is bought for a tile beside"),
    (("units", 3, "hp"), 50, "units[3].bought: what was bought is a unit of full health"),
    (("units", 3, "order", "verb"), "defend", "units[3].order"),
    (("units", 3, "type"), "soldier", "units[3].order.path[0]: it was bought this turn"),
    (("units", 4, "at"), [0, 6], "units[4].at: the base of seat 0 stands at [-1,7]"),
    (("units", 4, "order"), {"verb": "heal"}, "units[4].order: a base takes no orders"),
    (("units", 4, "hp"), 0, "units[3]: can't have been bought"),
    (("mines", 0, "at"), [8, 8], "mines[0].at: there is no mine"),
    (("mines", 0, "owner"), 2, "mines[0].owner"),
    (("players",), [{"gold": 1}], "players"),
    (("players", 0, "gold"), -1, "players[0].gold"),
    (("players", 0, "mana"), 1, "players[0]"),
    (("turn",), 0, "turn"),
    (("turn",), 2001, "turn"),
    (("priority",), [4, 0], "priority[0]"),
    (("done",), [True, True], "done: both are done"),
    (("done",), [1, 0], "done[0]: must be true or false"),
    (("next_id",), [7, 10], "next_id[0]"),
    (("next_id",), [9, 9], "next_id[1]: ids of seat 1 are even"),
    (("trace",), -1, "trace"),
    (("outcome",), {"reason": "rain"}, "outcome.reason: \"rain\" is no way for a game to end"),
    (("outcome",), {"reason": "P1 resigned"}, "units[3]: can't have been bought"),
    (("camps",), [], "camps"),
]


def play(redoubt, position, options=None, steps=()):
    what = {"game": "classic", "position": position, "steps": list(steps), "options": options or {}}
    done = subprocess.run([redoubt, "scenario", "-"], input=json.dumps(what), capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def changed(path, value):
    position = copy.deepcopy(GOOD)
    place = position
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return position


def survives(redoubt, name, position, options=None):
    status, out, err = play(redoubt, position, options)
    check(name + " is read", status == 0, err)
    if status == 0:
        printed = json.loads(out.splitlines()[-1])["position"]
        again = json.loads(play(redoubt, printed, options)[1].splitlines()[-1])["position"]
        check(name + " is the same when read again", printed == again, "%s\n%s" % (printed, again))
        return printed
    return {}


def crowd(redoubt):
    """R2.3: 119 units of a player are enough."""
    cells = [[x, y] for y in range(15) for x in range(3, 14)][:118]
    units = [{"id": 3 + 2 * i, "owner": 0, "type": "scout", "at": at} for i, at in enumerate(cells)]
    buy = [[0, {"verb": "buy", "type": "scout", "at": at}] for at in ([0, 7], [0, 6])]
    _, out, err = play(redoubt, {"players": [{"gold": 100}, {"gold": 0}], "units": units}, None, buy)
    said = [json.loads(line).get("ok") for line in out.splitlines()[:2]]
    check("the 119th unit is bought, the 120th is not", said == [True, False], out[:400] + err)
    survives(redoubt, "a crowd with what it bought", json.loads(out.splitlines()[-1])["position"])


def main(redoubt):
    printed = survives(redoubt, "a position in the middle of orders", GOOD)
    check("and says all that was given",
          printed.get("done") == [True, False] and printed.get("priority") == [6, 0]
          and printed.get("next_id") == [9, 10] and printed.get("trace") == 77
          and [u["id"] for u in printed["units"]] == [3, 4, 5, 7, 1, 2], printed)
    empty = survives(redoubt, "an empty position", {})
    check("has two bases with the lowest ids", [(u["id"], u["type"], u["hp"]) for u in empty["units"]]
          == [(1, "base", 100), (2, "base", 100)], empty)
    shifted = survives(redoubt, "a base that is not listed", {"units": [{"id": 1, "owner": 0, "type": "scout", "at": [3, 3]}]})
    check("gets the lowest free id", [u["id"] for u in shifted["units"]] == [1, 3, 2], shifted)
    survives(redoubt, "a resigned game", {"outcome": {"reason": "P2 resigned"}})
    survives(redoubt, "a fallen base", {"units": [{"id": 2, "owner": 1, "type": "base", "at": [17, 7], "hp": 0}]})
    survives(redoubt, "rival purchases", {"units": [
        {"id": i, "owner": i % 2 ^ 1, "type": "scout", "at": [5, 5], "bought": True} for i in (3, 4)]}, {"free_placement": 1})
    crowd(redoubt)
    for path, value, complaint in BAD:
        status, out, err = play(redoubt, changed(path, value))
        name = "refused: %s = %s" % (".".join(str(p) for p in path), json.dumps(value))
        check(name, status == 2 and out == "" and complaint in err, "%d %s%s" % (status, out, err))
    return end()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
