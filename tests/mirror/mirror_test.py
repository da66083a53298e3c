#!/usr/bin/env python3
"""A hex board is itself when turned by half a turn: mirror_test.py REDOUBT GAMES_FOLDER GAME

Plays every worked case of a game (adjudication/ and examples/) as it is, and again turned by 180 degrees with
the seats exchanged: P1's units become P2's, odd ids even ones. The same must come of it, but for the cases
that uneven.json names with a reason: they must differ.
"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

# The last column and the sum of the first and last row, of games whose positions show no board.
FIXED_BOARDS = {"classic": (17, 14)}
CELLS = {"at", "to", "source", "pool", "expected"}
CELL_LISTS = {"path"}
SEAT_LISTS = {"players", "rank", "score", "done", "priority", "bases", "towers", "explored", "memory"}
NEUTRAL = 1000000
# Texts of refusals and endings are compared as they are; these name a player.
NAMES = {"P1": "P2", "P2": "P1"}
DRAWN = {"move", "extend", "move_to"}


def turn_id(number):
    if number > NEUTRAL:
        return number
    return number + 1 if number % 2 else number - 1


class HalfTurn:
    """Any part of a scenario with cells, ids and seats exchanged."""

    def __init__(self, last_column, row_sum):
        self.last_column, self.row_sum = last_column, row_sum

    def cell(self, cell):
        x, y = cell
        shift = 1 if self.row_sum % 2 == 0 and y % 2 else 0
        return [self.last_column - shift - x, self.row_sum - y]

    def board(self, board):
        x0, y0 = board.get("origin", [0, 0])
        tiles = {tuple(self.cell([x0 + i, y0 + j])): tile for j, row in enumerate(board["rows"])
                 for i, tile in enumerate(row) if tile != " "}
        left, top = min(x for x, _ in tiles), min(y for _, y in tiles)
        right, bottom = max(x for x, _ in tiles), max(y for _, y in tiles)
        rows = ["".join(tiles.get((x, y), " ") for x in range(left, right + 1)).rstrip()
                for y in range(top, bottom + 1)]
        rest = {k: self.part(v, k) for k, v in board.items() if k not in ("origin", "rows")}
        return {"origin": [left, top], "rows": rows, **rest}

    def places(self, value):
        """A cell, or lists of cells, or a word."""
        if isinstance(value, list):
            if len(value) == 2 and all(isinstance(v, int) for v in value):
                return self.cell(value)
            return [self.places(v) for v in value]
        return value

    def seats(self, value, key):
        turned = list(reversed(value))
        if key == "explored":  # cells as they are printed, row by row
            return [v if v == "all" else sorted(self.places(v), key=lambda cell: cell[::-1]) for v in turned]
        if key in ("bases", "towers"):
            return [self.places(v) for v in turned]
        return [self.part(v) for v in turned]

    def part(self, value, key=None):
        if isinstance(value, dict):
            if key == "views":
                seats = {"0": "1", "1": "0"}
                return {seats.get(k, k): self.part(v) for k, v in value.items()}
            if key == "board" and "rows" in value:
                return self.board(value)
            return {k: self.part(v, k) for k, v in value.items()}
        if value is None:
            return None
        if key in CELLS or key in CELL_LISTS:
            return self.places(value)
        if key in ("id", "unit"):
            return turn_id(value)
        if key == "gone":
            return [turn_id(i) for i in value]
        if key == "remembered" and isinstance(value, list):
            return sorted(1 - seat for seat in value)
        if key == "owner":
            return 1 - value
        if key == "next_id":
            return [turn_id(value[1]), turn_id(value[0]), *value[2:]]
        if key == "reason":
            return " ".join(NAMES.get(w, w) for w in value.split(" "))
        if isinstance(value, list):
            return self.seats(value, key) if key in SEAT_LISTS else [self.part(v) for v in value]
        return value


# ---- running ---------------------------------------------------------------------------------------


def write_list(scenarios):
    file = tempfile.NamedTemporaryFile("w", suffix=".json")
    json.dump(scenarios, file)
    file.flush()
    return file


def played(redoubt, scenarios):
    """For each scenario the positions after its steps, the final one last."""
    with write_list(scenarios) as file:
        done = subprocess.run([redoubt, "scenario", "--each", file.name], capture_output=True, text=True,
                              timeout=300)
    if done.returncode != 0:
        sys.exit("redoubt scenario --each says: " + done.stderr[:2000])
    runs = []
    for line in map(json.loads, done.stdout.splitlines()):
        if line.get("step", 0) == 0 and (not runs or runs[-1][-1].get("final")):
            runs.append([])
        runs[-1].append(line)
    return runs


def failures(redoubt, scenarios):
    """{index: what is wrong} of those that don't come out as they say."""
    with write_list(scenarios) as file:
        done = subprocess.run([redoubt, "scenario", "--check", file.name], capture_output=True,
                              text=True, timeout=300)
    lines = (done.stdout + done.stderr).splitlines()
    found = {int(m.group(1)): m.group(2) for m in
             (re.match(r".*" + re.escape(file.name) + r"\[(\d+)\]([^:]*: .*)", line) for line in lines)
             if m}
    if not any(line.endswith(", %d failed" % len(found)) for line in lines):
        sys.exit("redoubt scenario --check says: " + "\n".join(lines)[:2000])
    return found


# ---- turning a scenario ----------------------------------------------------------------------------


def half_turn_of(game, run):
    board = run[-1]["position"].get("board")
    if board is None:
        return HalfTurn(*FIXED_BOARDS[game])
    x0, y0 = board["origin"]
    last = x0 + max(len(row.rstrip()) for row in board["rows"]) - 1
    return HalfTurn(last, 2 * y0 + len(board["rows"]) - 1)


def path_after(line, unit):
    """The cells that a unit is told to enter."""
    for entry in line.get("position", {}).get("units", []):
        if entry["id"] == unit:
            order = entry.get("queue") or entry.get("order") or {}
            path = order.get("path", [])
            return path[1:] if path[:1] == [entry["at"]] else path
    return []


def turned_order(half_turn, seat, order, run, index, paths):
    """An order as the orders of the other seat. The way that a unit finds by itself depends on the
    order of neighbours, which is not symmetric: so it is drawn cell by cell."""
    plain = [[1 - seat, half_turn.part(order)]]
    if order["verb"] not in DRAWN or not run[index]["ok"]:
        return plain
    path = path_after(run[index], order["unit"])
    known = len(paths.get(order["unit"], [])) if order["verb"] == "extend" else 0
    paths[order["unit"]] = path
    steps = []
    for place, cell in enumerate(path[known:], known):
        verb = order["verb"] if place == 0 else "extend"
        steps.append([1 - seat, half_turn.part(dict(order, verb=verb, to=cell))])
    return steps or plain


def mirrored(scenario, run):
    half_turn = half_turn_of(scenario["game"], run)
    out = {k: v for k, v in scenario.items() if k != "id"}
    if "position" in scenario:
        out["position"] = half_turn.part(scenario["position"])
    steps, place, paths = [], {}, {}
    for index, (seat, order) in enumerate(scenario["steps"]):
        place[index] = len(steps)
        steps += turned_order(half_turn, seat, order, run, index, paths)
    wanted = {k: v for k, v in scenario["expect"].items() if k != "told"}  # sentences can't be turned
    expect = half_turn.part(wanted)
    if "refused" in expect:
        expect["refused"] = [place[i] for i in scenario["expect"]["refused"]]
    out["steps"], out["expect"] = steps, expect
    return out


# ---- reporting -------------------------------------------------------------------------------------


def cases_of(folder):
    for part in ("adjudication", "examples"):
        for name in sorted(n for n in os.listdir(os.path.join(folder, part)) if n.endswith(".json")):
            with open(os.path.join(folder, part, name), encoding="utf-8") as file:
                content = json.load(file)
            for case in content if isinstance(content, list) else [content]:
                yield "%s/%s: %s" % (part, name, case["title"]), case


def unknown_rules(folder, cases):
    """Titles of worked cases that cite a paragraph or chapter which the rulebook does not have."""
    with open(os.path.join(folder, "RULES.md"), encoding="utf-8") as file:
        known = set(re.findall(r"^(?:\*\*|## )(R\d+(?:\.\d+)?)\b", file.read(), re.M))
    return ["%s: there is no %s" % (case["title"], rule) for case in cases if "id" in case
            for rule in re.findall(r"\bR\d+(?:\.\d+)?\b", case["title"]) if rule not in known]


def main(redoubt, games, game):
    with open(os.path.join(os.path.dirname(__file__), "uneven.json"), encoding="utf-8") as file:
        uneven = json.load(file)[game]
    cases = list(cases_of(os.path.join(games, game)))
    scenarios = [case for _, case in cases]
    straight = failures(redoubt, scenarios)
    turned = failures(redoubt, [mirrored(copy.deepcopy(scenario), run)
                                for scenario, run in zip(scenarios, played(redoubt, scenarios))])
    for index, (title, case) in enumerate(cases):
        differs = case["title"] in uneven
        problems = [straight[index]] if index in straight else []
        if index in turned and not differs:
            problems.append("mirrored: " + turned[index])
        if index not in turned and differs:
            problems.append("mirrored, the same comes of it: it is not uneven")
        tap.check_none(title, problems)
    unknown = ["no such case: " + title for title in
               sorted(set(uneven) - {case["title"] for case in scenarios})]
    unknown += unknown_rules(os.path.join(games, game), scenarios)
    tap.check_none("what is named exists", unknown if cases else ["no case was found"])
    return tap.end()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
