#!/usr/bin/env python3
"""Random turns of Fortress Frontiers Classic come out as in model.py, written from the rulebook alone: model_test.py REDOUBT [SEED [COUNT]]

Crowded positions, orders of all kinds, legal or not, and scripted luck: which orders are refused, everything that is told and
to whom, and the position afterwards.
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check_none, end  # noqa: E402

import model  # noqa: E402

SEED, COUNT = 20, 400
CENTRES = [(0, 7), (16, 7), (8, 7), (12, 2), (5, 12), (3, 0), (13, 14)]
VERBS = ["move"] * 10 + ["ranged"] * 6 + ["melee"] * 6 + ["heal", "defend", "defend", "defend", "extend", "extend", "cancel"]


def around(tile, far):
    """The tiles at most so far away."""
    reached = [tile]
    for _ in range(far):
        reached += [n for r in reached for n in model.beside(r) if n not in reached]
    return sorted(set(reached))


def some_units(chance, centre):
    health = [100] * chance.choice((1, 6)) + [chance.randint(1, 100) for _ in range(3)] + [chance.randint(1, 40), 1]
    bases = [{"id": 1 + seat, "owner": seat, "type": "base", "at": list(model.BASES[seat]), "hp": chance.choice((100, chance.choice(health)))}
             for seat in (0, 1)]
    tiles = [t for t in around(centre, 2) if t not in model.BASES]
    count = min(len(tiles) - 1, chance.randint(3, 13))
    units = [{"id": 3 + 2 * i + seat, "owner": seat, "type": chance.choice(sorted(model.COST)),
              "at": list(tile), "hp": chance.choice(health)}
             for i, tile in enumerate(chance.sample(tiles, count)) for seat in [chance.randint(0, 1)]]
    return units + bases


def some_position(chance, centre):
    return {"turn": chance.choice((1, 7, 7, 7, 99, 100, 101, 2000)),
            "players": [{"gold": chance.choice((0, 5, 12, 40, 60, 999996))} for _ in (0, 1)], "units": some_units(chance, centre),
            "mines": [{"at": list(m), "owner": chance.choice((None, 0, 1))} for m in model.MINES]}


def some_order(chance, game, seat):
    """An order that is often legal."""
    if chance.random() < 0.15:
        place = chance.choice(around(model.BASES[seat], 2) if chance.random() < 0.8 else sorted(model.TILES))
        return {"verb": "buy", "type": chance.choice(sorted(model.COST)), "at": list(place)}
    unit = chance.choice([u for u in game.units if u.seat == seat or chance.random() < 0.05])
    verb = chance.choice(VERBS)
    order = {"verb": verb, "unit": unit.id if chance.random() < 0.97 else 2000}
    wished = [t for t in game.wished if verb == "move" and t != unit.tile and model.distance(t, unit.tile) <= 2]
    if wished and chance.random() < 0.5:
        order["to"] = list(chance.choice(wished))
    elif verb in ("move", "extend"):
        order["to"] = list(chance.choice(around(unit.tile, 3 if chance.random() < 0.1 else chance.choice((1, 2)))))
    elif verb in ("ranged", "melee"):
        foes = [u.tile for u in game.units if u.seat != unit.seat and model.distance(u.tile, unit.tile) <= 2]
        order["at"] = list(chance.choice(foes if foes and chance.random() < 0.9 else around(unit.tile, 3)))
    return order


def good_order(chance, game, seat):
    """The same, and nearly always legal."""
    for _ in range(12):
        order = some_order(chance, game, seat)
        if game.may(seat, order) and order["verb"] != "cancel" or chance.random() < 0.03:
            break
    return order


def ring_orders(game):
    """Three units that stand together go round."""
    for unit in game.units:
        near = [u for u in game.units if model.distance(u.tile, unit.tile) == 1]
        for second in near:
            for third in near:
                if model.distance(second.tile, third.tile) == 1 and "base" not in (unit.kind, second.kind, third.kind):
                    ring = (unit, second, third)
                    return [(who.seat, {"verb": "move", "unit": who.id, "to": list(ring[i - 2].tile)}) for i, who in enumerate(ring)]
    return []


def some_steps(chance, game):
    """Orders for both, in any sequence, and then they are done; sometimes they change their minds."""
    for _ in range(chance.randint(2, int(1.5 * len(game.units)))):
        seat = chance.randint(0, 1)
        yield seat, good_order(chance, game, seat)
    yield from ring_orders(game) if chance.random() < 0.1 else []
    first = chance.randint(0, 1)
    yield first, {"verb": "done"}
    if chance.random() < 0.3:
        yield first, chance.choice(({"verb": "done"}, some_order(chance, game, first)))
        yield chance.randint(0, 1), {"verb": "undone"}
        yield first, some_order(chance, game, first)
        yield first, {"verb": "done"}
    if chance.random() < 0.9:
        yield 1 - first, {"verb": "done"}
        yield 1 - first, chance.choice(({"verb": "undone"}, some_order(chance, game, 1 - first)))


def order_json(unit):
    if unit.verb in ("heal", "defend"):
        return {"verb": unit.verb}
    if unit.verb == "move":
        return {"verb": "move", "to": list(unit.path[-1]), "path": [list(t) for t in unit.path], "priority": unit.priority}
    return {"verb": unit.verb, "at": list(unit.at), "priority": unit.priority}


def units_json(game):
    """By id, with what is not preset."""
    for unit in sorted(game.units, key=lambda u: u.id):
        fields = {"id": unit.id, "owner": unit.seat, "type": unit.kind, "at": list(unit.tile), "hp": unit.hp}
        fields.update({"order": order_json(unit)} if unit.verb else {}, **{"bought": True} if unit.waits else {})
        yield fields


def wanted_end(game):
    """The last line of the program, but for what the rulebook does not say."""
    winner = None if game.ending is None else game.winner()
    return {"over": game.ending is not None, "reason": game.ending, "rolls_left": len(game.rolls),
            "rank": None if game.ending is None else [1 if winner in (None, s) else 2 for s in (0, 1)],
            "score": None if game.ending is None else [game.cost(0), game.cost(1)],
            "turn": game.turn, "gold": [game.gold[s] - game.spent[s] for s in (0, 1)], "units": list(units_json(game)),
            "mines": [[list(m), game.owner[m]] for m in model.MINES], "done": game.done}


def found_end(line):
    position, outcome = line["position"], line["outcome"] or {}
    return {"over": line["over"], "reason": outcome.get("reason"), "rolls_left": line["rolls_left"],
            "rank": outcome.get("rank"), "score": outcome.get("score"),
            "turn": position["turn"], "gold": [p["gold"] for p in position["players"]],
            "units": sorted(position["units"], key=lambda u: u["id"]),
            "mines": [[m["at"], m["owner"]] for m in position["mines"]], "done": position.get("done", [False, False])}


def one_case(chance):
    """A scenario, and what must come of it: a list for each step, then the end."""
    options = {"turn_limit": chance.choice((0, 100, 100)), "free_placement": chance.choice((0, 0, 1)),
               "steady": chance.choice((0, 0, 1))}
    centre = chance.choice(CENTRES)
    position = some_position(chance, centre)
    rolls = [] if options["steady"] else [chance.choice((0, 512, chance.randint(0, 512))) for _ in range(150)]
    game = model.Game(position, options, rolls)
    game.wished = chance.sample(around(centre, 2), 3)  # many want to go there
    steps, wanted = [], []
    for seat, order in some_steps(chance, game):
        steps.append([seat, order])
        wanted.append([game.give(seat, order), game.events])
    scenario = {"game": "classic", "options": options, "position": position, "rolls": rolls, "steps": steps}
    return scenario, wanted + [wanted_end(game)]


def found_step(line):
    if "final" in line:
        return found_end(line)
    events = [{k: v for k, v in e.items() if k not in ("text", "rule", "cause")} for e in line.get("events", [])]
    return [line["ok"], events]


def difference(scenario, wanted, lines):
    for number, (want, line) in enumerate(zip(wanted, lines)):
        found = found_step(line)
        if want != found:
            return "step %d: wanted %s\nFound: %s\nScenario: %s" % (number, json.dumps(want), json.dumps(found), json.dumps(scenario))
    return None if len(wanted) == len(lines) else "%d lines in %s" % (len(lines), json.dumps(scenario))


def main(redoubt, seed=SEED, count=COUNT):
    chance = random.Random(int(seed))
    cases = [one_case(chance) for _ in range(int(count))]
    done = subprocess.run([redoubt, "scenario", "-"], input=json.dumps([scenario for scenario, _ in cases]),
                          capture_output=True, text=True, timeout=600)
    lines = {}
    for line in map(json.loads, done.stdout.splitlines()):
        lines.setdefault(line["scenario"], []).append(line)
    problems = [difference(scenario, wanted, found) for (scenario, wanted), found in zip(cases, lines.values())]
    problems += [None] if len(lines) == len(cases) else ["%d of %d cases were played: %s" % (len(lines), len(cases), done.stderr)]
    check_none("%s random turns come out as the model says" % count, [p for p in problems if p][:3])
    return end()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
