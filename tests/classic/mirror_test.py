#!/usr/bin/env python3
"""The board is itself when turned by half a turn: mirror_test.py REDOUBT GAMES_FOLDER

Plays every worked case of games/classic (adjudication/ and examples/) as it is, and again turned by 180
degrees with the seats exchanged: P1's units become P2's, odd ids even ones. The same must come of it, but for
the few cases named here: they must differ.
"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

STEPS = {0: ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
         1: ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))}
BASES = ([-1, 7], [17, 7])

# Where the rules treat the seats or the sides differently, and why.
UNEVEN = {
    "who shoots, how far, and at whom (R5.6)": "the missing tiles of even rows lie in the west",
    "both buy one tile: P1 keeps it, P2 is paid back and loses the order and the id (R6.2)": "P1 keeps it",
    "both bought the tile: P1 has it, P2 its gold": "P1 keeps it",
    "equal numbers: P1's mover comes first (R7.1)": "P1 goes first",
    "equal numbers: P2's mover comes second (R7.1)": "P1 goes first",
    "equal numbers: P1 first": "P1 goes first",
    "in a contest first the loss of P1's unit": "P1's loss is drawn first",
    "after 2047 there are no ids left": "P2 has one id less",
}
# Texts of refusals and endings are compared as they are; these name a player.
NAMES = {"P1": "P2", "P2": "P1"}


def beside(cell):
    return [[cell[0] + dx, cell[1] + dy] for dx, dy in STEPS[cell[1] & 1]]


def on_board(cell):
    x, y = cell
    return 0 <= y <= 14 and (0 if y % 2 == 0 else -1) <= x <= 17


def turn_cell(cell):
    x, y = cell
    return [(17 if y % 2 == 0 else 16) - x, 14 - y]


def turn_id(number):
    return number + 1 if number % 2 else number - 1


def turn(value, key=None):
    """Any part of a scenario with seats, ids and cells exchanged."""
    if isinstance(value, dict):
        if key == "views":
            seats = {"0": "1", "1": "0"}
            return {seats.get(k, k): turn(v) for k, v in value.items()}
        return {k: turn(v, k) for k, v in value.items()}
    if key in ("at", "to"):
        return turn_cell(value)
    if key == "path":
        return [turn_cell(c) for c in value]
    if key in ("id", "unit"):
        return turn_id(value)
    if key == "gone":
        return [turn_id(i) for i in value]
    if key == "owner":
        return value if value is None else 1 - value
    if key in ("players", "rank", "done", "priority") and isinstance(value, list):
        return [turn(v) for v in reversed(value)]
    if key == "next_id":
        return [turn_id(value[1]), turn_id(value[0])]
    if key == "reason":
        return " ".join(NAMES.get(w, w) for w in value.split(" "))
    if isinstance(value, list):
        return [turn(v) for v in value]
    return value


def first_step(start, end, seat):
    """The way of R5.4, in the order of neighbours that is not symmetric."""
    if end == start or end in beside(start):
        return end
    for middle in beside(start):
        if on_board(middle) and middle != BASES[1 - seat] and end in beside(middle):
            return middle
    return None


class Orders:
    """Where units stand while orders are given, so that long moves can be drawn by hand."""

    def __init__(self, scenario):
        self.at = {u["id"]: u["at"] for u in scenario.get("position", {}).get("units", [])}
        self.next = [3, 4]
        for number in self.at:
            seat = 0 if number % 2 else 1
            self.next[seat] = max(self.next[seat], number + 2)

    def turned(self, seat, order):
        """One order as the orders of the other seat: a long move becomes move and extend."""
        if order["verb"] == "buy":
            self.at[self.next[seat]] = order["at"]
            self.next[seat] += 2
        if order["verb"] == "move" and order["unit"] in self.at and on_board(order["to"]):
            middle = first_step(self.at[order["unit"]], order["to"], seat)
            if middle is not None and middle != order["to"]:
                move, extend = dict(order, to=middle), dict(order, verb="extend")
                return [[1 - seat, turn(move)], [1 - seat, turn(extend)]]
        return [[1 - seat, turn(order)]]


def mirrored(scenario):
    out = {k: v for k, v in scenario.items() if k != "id"}
    if "position" in scenario:
        out["position"] = turn(scenario["position"])
    orders, steps, place = Orders(scenario), [], {}
    for index, (seat, order) in enumerate(scenario["steps"]):
        place[index] = len(steps)
        steps += orders.turned(seat, order)
    expect = turn(scenario["expect"])
    if "refused" in expect:
        expect["refused"] = [place[i] for i in scenario["expect"]["refused"]]
    out["steps"], out["expect"] = steps, expect
    return out


def failures(redoubt, scenarios):
    """{index: what is wrong} of those that don't come out as they say."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(scenarios, file)
        file.flush()
        done = subprocess.run([redoubt, "scenario", "--check", file.name], capture_output=True,
                              text=True, timeout=300)
    lines = (done.stdout + done.stderr).splitlines()
    found = {int(m.group(1)): m.group(2) for m in
             (re.match(re.escape(file.name) + r"\[(\d+)\]: (.*)", line) for line in lines) if m}
    if not any(line.endswith(", %d failed" % len(found)) for line in lines):
        sys.exit("redoubt scenario --check says: " + "\n".join(lines)[:2000])
    return found


def cases_below(folder):
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            content = json.load(file)
        for case in content if isinstance(content, list) else [content]:
            yield name, case


def main(redoubt, games):
    cases = [("%s/%s: %s" % (part, name, case["title"]), case) for part in ("adjudication", "examples")
             for name, case in cases_below(os.path.join(games, "classic", part))]
    straight = failures(redoubt, [case for _, case in cases])
    turned = failures(redoubt, [mirrored(copy.deepcopy(case)) for _, case in cases])
    failed = 0
    for index, (title, case) in enumerate(cases):
        differs = case["title"] in UNEVEN
        problems = [straight[index]] if index in straight else []
        if index in turned and not differs:
            problems.append("mirrored: " + turned[index])
        if index not in turned and differs:
            problems.append("mirrored, the same comes of it: it is not uneven")
        failed += bool(problems)
        print("%sok %d - %s" % ("not " if problems else "", index + 1, title.replace("#", "")))
        for problem in problems:
            print("# " + problem)
    print("1..%d" % len(cases))
    unknown = set(UNEVEN) - {case["title"] for _, case in cases}
    for title in sorted(unknown):
        print("# no such case: " + title)
    return 1 if failed or unknown or not cases else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
