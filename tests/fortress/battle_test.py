#!/usr/bin/env python3
"""Random turns of Fortress Frontiers come out as in model.py, a second, slow version of the rules: battle_test.py REDOUBT [SEED [COUNT]]

Crowded positions on small boards that both players know entirely. Both get orders until the program has taken enough of them;
then the model plays the turn, and the program must come to the same position with the same luck.
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check_none, end  # noqa: E402

import field  # noqa: E402
import model  # noqa: E402

SEED, COUNT = 4, 400
COLUMNS, ROWS = 10, 9
TYPES = ["archer", "soldier", "soldier", "scout", "miner", "crystal_miner", "builder", "phalanx", "cavalry", "wizard"]
SITES = ["fortification", "fortification", "road", "road", "rail", "trap", "trap"]
BASES = [(0, 4), (9, 4)]
TOWERS = [[(2, 4), (7, 4)], [(2, 4), (7, 4)], [(4, 4), (6, 4)]]  # the last so close that both may buy for one tile
CRAFTS = ["builder", "miner", "crystal_miner", "cavalry", "soldier"]


def around(tile, far, tiles):
    return [t for t in tiles if field.distance(t, tile) <= far]


def some_board(chance, towers):
    plain = [["."] * COLUMNS for _ in range(ROWS)]
    free = [(x, y) for y in range(ROWS) for x in range(COLUMNS) if (x, y) not in BASES + towers]
    chance.shuffle(free)
    for letter, count in (("f", 8), ("^", 2), ("~", 5), ("o", 4), ("$", 4), ("c", 2), ("D", 2)):
        for _ in range(chance.randint(0, count)):
            x, y = free.pop()
            plain[y][x] = letter
    return ["".join(row) for row in plain]


def some_health(chance):
    return chance.choice((100, 100, chance.randint(1, 100), chance.randint(1, 30), 1))


def some_units(chance, rows, crowd, towers, types):
    letter = {(x, y): rows[y][x] for y in range(ROWS) for x in range(COLUMNS)}
    units = []
    for tile in sorted(letter):
        if letter[tile] in "cD" and chance.random() < 0.7:
            kind = "dragon" if letter[tile] == "D" else "camp_archer"
            units.append({"id": 1000001 + len(units), "owner": None, "type": kind, "at": list(tile), "hp": some_health(chance)})
    taken = [tuple(u["at"]) for u in units]
    places = [t for t in around(crowd, 3, letter) if letter[t] != "^" and t not in taken]
    chance.shuffle(places)
    for i, tile in enumerate(places[:chance.randint(4, 18)]):
        seat = chance.randint(0, 1)
        if tile in (BASES[1 - seat], towers[1 - seat]):
            seat = 1 - seat
        units.append({"id": 9 + 2 * i + seat, "owner": seat, "type": chance.choice(types), "at": list(tile), "hp": some_health(chance)})
    chance.shuffle(units)
    units += [{"id": i, "owner": 1 - i % 2, "type": "tower" if i < 3 else "base", "at": list((towers if i < 3 else BASES)[1 - i % 2]),
               "hp": some_health(chance)} for i in (1, 2, 3, 4)]
    return units


def some_site(chance, tile, kinds):
    state = chance.choice(("intact", "intact", "intact", "disabled", "building"))
    kinds = [*kinds, "spawn_tower"] if state == "building" else kinds
    site = {"type": chance.choice(kinds), "owner": chance.randint(0, 1), "at": list(tile), "state": state}
    return dict(site, left=1) if state == "building" else site


def some_position(chance, crowd):
    towers = chance.choice(TOWERS)
    rows = some_board(chance, towers)
    cells = {(x, y): rows[y][x] for y in range(ROWS) for x in range(COLUMNS)}
    paved = chance.random() < 0.4  # roads for many: there they hop
    units = some_units(chance, rows, crowd, towers, CRAFTS if paved else TYPES)
    stands = [tuple(u["at"]) for u in units if u["owner"] is None]
    sites = [some_site(chance, t, ("road", "rail") if paved else SITES) for t in around(crowd, 3, cells)
             if cells[t] == "." and t not in BASES + towers and chance.random() < (0.8 if paved else 0.3)]
    for site in sites:
        builder = next((u for u in units if u["at"] == site["at"] and u["type"] == "builder"), None)
        if builder is not None and chance.random() < 0.5:  # it goes on with what it began
            site.update(owner=builder["owner"], state="building", left=chance.randint(1, 2))
    return {"turn": 5, "board": {"origin": [0, 0], "rows": rows, "bases": [list(b) for b in BASES], "towers": [[list(t)] for t in towers]},
            "players": [{"gold": chance.choice((4, 60, 500)), "mana": chance.choice((20, 45, 90, 300)), "melee_bonus": chance.choice((0, 0, 3)),
                         "ranged_bonus": chance.choice((0, 0, 3, 6)), "mana_rewards": 3} for _ in (0, 1)],
            "units": units, "buildables": sites,
            "mines": [{"at": list(t), "owner": chance.choice((None, 0, 1))} for t in cells if cells[t] == "$"],
            "camps": [{"at": list(t), "respawn": 0 if t in stands else chance.choice((0, 1, 3))} for t in cells if cells[t] == "c"],
            "lairs": [{"at": list(t), "respawn": 0 if t in stands else chance.choice((0, 1, 5)), "reward": chance.choice(field.REWARDS)}
                      for t in cells if cells[t] == "D"]}


def attack_order(chance, unit, position):
    foes = [u for u in position["units"] if u["owner"] != unit["owner"]
            and field.distance(tuple(u["at"]), tuple(unit["at"])) <= (3 if unit["type"] in ("archer", "wizard", "tower", "base") else 1)]
    if not foes:
        return None
    verb = {"archer": "ranged", "wizard": chance.choice(("fireball", "lightning"))}.get(unit["type"], "melee")
    verb = chance.choice(("fireball", "lightning")) if unit["type"] in field.STRUCTURES else verb
    return {"verb": verb if verb != "ranged" or chance.random() < 0.8 else "melee", "unit": unit["id"], "at": chance.choice(foes)["at"]}


def special_order(chance, unit, position):
    """What only some can do."""
    kind, number = unit["type"], unit["id"]
    homes = [unit["at"]] + [u["at"] for u in position["units"] if u["type"] in field.STRUCTURES and field.distance(tuple(u["at"]), tuple(unit["at"])) <= 1]
    if kind == "builder":
        begun = [b["type"] for b in position["buildables"] if b["at"] == unit["at"] and b["state"] == "building"]
        structure = begun[0] if begun else chance.choice(("fortification", "road", "rail", "trap"))
        return chance.choice(({"verb": "build", "unit": number, "structure": structure},
                              {"verb": "sabotage", "unit": number}, {"verb": "repair", "unit": number, "at": chance.choice(homes)}))
    if kind in ("wizard", "tower", "base"):
        friends = [u["at"] for u in position["units"] if u["owner"] == unit["owner"]]
        verb = chance.choice(("spell_heal", "spell_buff"))
        return dict({"verb": verb, "unit": number, "at": chance.choice(friends)}, **({"mana": chance.choice((5, 15, 40))} if verb == "spell_buff" else {}))
    return {"verb": "defend", "unit": number}


def some_order(chance, unit, position, wished):
    """An order that is often legal."""
    here = tuple(unit["at"])
    what = chance.random()
    if what < 0.3:
        return attack_order(chance, unit, position)
    if what < 0.45 or unit["type"] in field.STRUCTURES:
        return special_order(chance, unit, position)
    if what < 0.6:
        return {"verb": chance.choice(("defend", "defend", "heal")), "unit": unit["id"]}
    tiles = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
    far = chance.choice((2, 2, 3, 4))
    near = [t for t in wished if field.distance(t, here) in (1, 2)]
    return {"verb": "move", "unit": unit["id"], "to": list(chance.choice(near if near and chance.random() < 0.6 else around(here, far, tiles)))}


def some_steps(chance, position, crowd):
    tiles = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
    wished = chance.sample(around(crowd, 2, tiles), 3)
    units = [u for u in position["units"] if u["owner"] is not None] * 2
    chance.shuffle(units)
    steps = [[u["owner"], some_order(chance, u, position, wished)] for u in units]
    steps += ring_steps(chance, position) if chance.random() < 0.5 else []
    for seat in (0, 1):
        both = [tuple(t[0]) for t in position["board"]["towers"]]
        shared = [t for t in tiles if field.distance(t, both[0]) == 1 == field.distance(t, both[1])]
        for _ in range(chance.choice((0, 1, 3))):
            places = shared if shared and chance.random() < 0.5 else around(both[seat], 1, tiles)
            steps.append([seat, {"verb": "buy", "type": chance.choice(TYPES), "at": list(chance.choice(places))}])
    return [s for s in steps if s[1] is not None]


def ring_steps(chance, position):
    """Two or three who stand together go round, and perhaps somebody else wants one of their tiles."""
    units = [u for u in position["units"] if u["owner"] is not None and u["type"] not in field.STRUCTURES]
    chance.shuffle(units)
    near = lambda a, b: field.distance(tuple(a["at"]), tuple(b["at"])) == 1
    for a in units:
        for b in [u for u in units if near(a, u)]:
            thirds = [u for u in units if near(a, u) and near(b, u)]
            ring = [a, b] + thirds[:chance.randint(0, 1)]
            others = [(u, chance.choice(ring)) for u in units if u not in ring]
            others = [(u, r) for u, r in others if near(u, r)][:2]
            wishes = [(u, ring[i - 1]) for i, u in enumerate(ring)] + others
            return [[u["owner"], {"verb": "move", "unit": u["id"], "to": r["at"]}] for u, r in wishes]
    return []


def ask(redoubt, scenarios):
    """The lines of each scenario."""
    done = subprocess.run([redoubt, "scenario", "-"], input=json.dumps(scenarios), capture_output=True, text=True, timeout=600)
    lines = {}
    for line in map(json.loads, done.stdout.splitlines()):
        lines.setdefault(line["scenario"], []).append(line)
    if len(lines) != len(scenarios):
        raise AssertionError(done.stderr)
    return list(lines.values())


def model_end(battle):
    units = [[u.id, u.owner, u.type, list(u.at), max(0, u.hp), u.buff] for u in battle.mobiles()]
    units += sorted([u.id, u.owner, u.type, list(u.at), max(0, u.hp), u.buff] for u in battle.units if not u.mobile)
    return {"over": battle.over, "turn": battle.turn, "gold": battle.gold, "mana": battle.mana,
            "bonus": [[b["melee"], b["ranged"], b["mana"]] for b in battle.bonus], "units": units, "left": 0,
            "sites": sorted([b["type"], b["owner"], list(b["at"]), b["state"], b.get("left", 0) if b["state"] == "building" else 0]
                            for b in battle.site.values()),
            "mines": sorted([list(t), -1 if o is None else o] for t, o in battle.mine.items()),
            "camps": sorted([list(t), n] for t, n in battle.camp.items()),
            "lairs": sorted([list(t), n[0], n[1] if n[0] == 0 and battle.on(t) and battle.on(t).type == "dragon" else "-"]
                            for t, n in battle.lair.items())}


def program_end(line):
    p = line["position"]
    units = [[u["id"], u["owner"], u["type"], u["at"], u["hp"], u.get("buff", 0)] for u in p["units"]]
    stands = sorted(u for u in units if u[2] in field.STRUCTURES)
    dragons = [u[3] for u in units if u[2] == "dragon"]
    return {"over": line["over"], "turn": p["turn"], "gold": [q["gold"] for q in p["players"]], "mana": [q["mana"] for q in p["players"]],
            "bonus": [[q["melee_bonus"], q["ranged_bonus"], q["mana_rewards"]] for q in p["players"]],
            "units": [u for u in units if u[2] not in field.STRUCTURES] + stands, "left": line["rolls_left"],
            "sites": sorted([b["type"], b["owner"], b["at"], b["state"], b.get("left", 0)] for b in p["buildables"]),
            "mines": sorted([m["at"], -1 if m["owner"] is None else m["owner"]] for m in p["mines"]),
            "camps": sorted([c["at"], c["respawn"]] for c in p.get("camps", [])),
            "lairs": sorted([c["at"], c["respawn"], c.get("reward", "gold") if c["at"] in dragons else "-"] for c in p.get("lairs", []))}


def difference(wanted, found, scenario):
    wrong = ["%s: wanted %s\nbut found %s" % (k, json.dumps(wanted[k]), json.dumps(found[k])) for k in wanted if wanted[k] != found[k]]
    return "%s\nScenario: %s" % ("\n".join(wrong), json.dumps(scenario)) if wrong else None


def roll_for(chance):
    return lambda low, high: chance.choice((low, high)) if chance.random() < 0.1 else chance.randint(low, high)


def main(redoubt, seed=SEED, count=COUNT):
    chance = random.Random(int(seed))
    first = []
    for _ in range(int(count)):
        crowd = chance.choice(((4, 4), (5, 3), (2, 4), (8, 4), (4, 6)))
        position = some_position(chance, crowd)
        first.append({"game": "fortress", "position": position, "steps": some_steps(chance, position, crowd)})
    ordered = [lines[-1]["position"] for lines in ask(redoubt, first)]
    battles = [model.Battle(position, roll_for(chance)) for position in ordered]
    for battle in battles:
        battle.play()
    done = [[0, {"verb": "done"}], [1, {"verb": "done"}]]
    second = [{"game": "fortress", "position": p, "rolls": b.rolls, "steps": done} for p, b in zip(ordered, battles)]
    ends = [lines[-1] for lines in ask(redoubt, second)]
    problems = [difference(model_end(b), program_end(e), s) for b, e, s in zip(battles, ends, second)]
    check_none("%s random turns come out as the model says" % count, [p for p in problems if p][:2])
    return end()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
