"""Fortress Frontiers a second time: the board, who stands where, what a blow does, and losses. The turn is in model.py."""
import math

EVEN = ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))
ODD = ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))
ONE = 1 << 32
COST = {"archer": 100, "soldier": 85, "scout": 50, "miner": 75, "crystal_miner": 50, "builder": 50, "phalanx": 100,
        "cavalry": 125, "wizard": 150}
MELEE = {"archer": 15, "soldier": 28, "scout": 4, "miner": 1, "crystal_miner": 1, "builder": 3, "phalanx": 15, "cavalry": 25,
         "wizard": 4, "tower": 40, "base": 45, "camp_archer": 20, "dragon": 40}
RANGED = {"archer": 30, "camp_archer": 40, "dragon": 40}
QUICK_HEALERS = ("scout", "miner", "crystal_miner")
STRUCTURES = ("tower", "base")
CARRIERS = ("builder", "miner", "crystal_miner")
# Melee attack, melee defence, ranged defence: by the letters of a board.
GROUND = {"f": (0, 2, 2), "~": (-2, -2, -2), "o": (-2, 3, -3)}
STEPS = {"fortification": 2, "road": 2, "rail": 2, "spawn_tower": 6, "trap": 2, "ward": 2, "mana_pool": 3, "mana_pump": 3}
PRICE = {"fortification": 15, "road": 5, "rail": 5, "spawn_tower": 20, "trap": 15, "ward": 10, "mana_pool": 10, "mana_pump": 10}
REWARDS = ("gold", "melee", "ranged", "mana")


def beside(tile):
    return [(tile[0] + dx, tile[1] + dy) for dx, dy in (ODD if tile[1] & 1 else EVEN)]


def distance(a, b):
    ax, bx = (c[0] - (c[1] - (c[1] & 1)) // 2 for c in (a, b))
    dx, dz = ax - bx, a[1] - b[1]
    return max(abs(dx), abs(dz), abs(dx + dz))


class Unit:
    def __init__(self, json, rank):
        self.id, self.owner, self.type, self.at = json["id"], json["owner"], json["type"], tuple(json["at"])
        self.hp, self.buff, self.rank = json["hp"], json.get("buff", 0), rank
        self.waits, self.spawned = json.get("bought", False), json.get("spawned", False)
        self.order = json.get("order", {"verb": None})
        self.path = [self.at] + [tuple(t) for t in self.order["path"]] if self.order["verb"] == "move" else []
        self.hopped = self.armed = self.moved = False
        self.credit = None

    mobile = property(lambda self: self.type not in STRUCTURES)
    moving = property(lambda self: self.hp > 0 and len(self.path) > 1 and not self.moved)
    defends = property(lambda self: self.order["verb"] in ("defend", "always_defend"))
    scale = property(lambda self: 100 + self.hp if self.mobile and self.owner is not None else 200)

    def stop(self):
        """The order to move is gone, any other stays: section 12."""
        self.path = []

    def points(self, table, more=0):
        """A strength of its own in 1/400: base and buff (half points), and what is scaled with them."""
        return (2 * (table.get(self.type, 0) + more) * 10 + 2 * self.buff) * self.scale // 10


class Field:
    def __init__(self, position, roll):
        self.draw, self.rolls, self.turn = roll, [], position["turn"]
        board = position["board"]
        self.tile = {(x + board["origin"][0], y + board["origin"][1]): c for y, row in enumerate(board["rows"])
                     for x, c in enumerate(row) if c != " "}
        self.gold = [p["gold"] for p in position["players"]]
        self.mana = [p["mana"] for p in position["players"]]
        self.bonus = [{"melee": p["melee_bonus"], "ranged": p["ranged_bonus"], "mana": p["mana_rewards"]} for p in position["players"]]
        self.units = [Unit(u, rank) for rank, u in enumerate(position["units"])]
        self.rank = len(self.units)
        self.site = {tuple(b["at"]): dict(b) for b in position["buildables"]}
        self.mine = {tuple(m["at"]): m["owner"] for m in position["mines"]}
        self.camp = {tuple(c["at"]): c["respawn"] for c in position["camps"]}
        self.lair = {tuple(c["at"]): [c["respawn"], c.get("reward", "gold")] for c in position["lairs"]}
        self.next = [max([u.id for u in self.units if u.owner == s] + [s - 1]) + 2 for s in (0, 1)]
        self.neutral_id = max([u.id for u in self.units if u.owner is None] + [1000000]) + 1
        for seat, at in enumerate(position.get("next_id", [])):
            if seat < 2:
                self.next[seat] = at
            else:
                self.neutral_id = at
        self.over = False

    def roll(self, low, high):
        self.rolls.append(self.draw(low, high))
        return self.rolls[-1]

    # ---- who is where ----

    def mobiles(self, owners=(0, 1, None)):
        return sorted((u for u in self.units if u.mobile and not u.waits and u.owner in owners), key=lambda u: u.rank)

    def on(self, tile):
        return next((u for u in self.units if u.mobile and not u.waits and u.at == tile), None)

    def structure(self, tile):
        return next((u for u in self.units if not u.mobile and u.at == tile), None)

    def player_units(self):
        """Section 3.5."""
        return [u for s in (0, 1) for u in self.mobiles((s,)) + [t for t in self.units if t.owner == s and not t.mobile]]

    def by_id(self, owners=(0, 1)):
        """P1 then P2, ascending."""
        return sorted((u for u in self.units if u.owner in owners and not u.waits), key=lambda u: (u.owner, u.id))

    def intact(self, tile, kind):
        site = self.site.get(tile)
        return site is not None and site["type"] == kind and site["state"] == "intact"

    def on_tower(self, unit):
        home = self.structure(unit.at)
        return unit.mobile and home is not None and home.type == "tower" and home.owner == unit.owner

    def fresh_rank(self, unit):
        self.rank += 1
        unit.rank = self.rank

    def enter(self, unit, tile, rank=None):
        unit.at = tile
        self.fresh_rank(unit)
        unit.rank = rank if rank is not None else unit.rank
        if tile in self.mine and unit.owner is not None:
            self.mine[tile] = unit.owner

    def flood(self, start, far):
        """Section 2.1, normal."""
        reached, edge = {start}, [start]
        for _ in range(far):
            edge = [n for c in edge if c == start or self.tile[c] not in "f^" for n in beside(c) if n in self.tile]
            edge = [c for c in dict.fromkeys(edge) if c not in reached]
            reached.update(edge)
        return reached

    # ---- section 11: what a blow does, in 1/400 ----

    def beside_phalanx(self, unit):
        return unit.owner is not None and any(u.type == "phalanx" and u.owner == unit.owner and u.defends and u is not unit
                                              and distance(u.at, unit.at) == 1 for u in self.mobiles())

    def common(self, unit):
        return 3 * self.intact(unit.at, "fortification") + 3 * self.on_tower(unit) + 2 * self.beside_phalanx(unit)

    def reward(self, unit, kind):
        return 0 if unit.owner is None else self.bonus[unit.owner][kind]

    def ground(self, unit, which):
        return GROUND.get(self.tile[unit.at], (0, 0, 0))[which]

    def attack(self, a, mode):
        ranged = mode == "ranged"
        flat = self.common(a) + self.reward(a, "ranged" if ranged else "melee") + (0 if ranged else self.ground(a, 0))
        return a.points(RANGED if ranged else MELEE) + 400 * flat

    def penalty(self, d, n):
        return 0 if d.owner is None or d.type == "phalanx" else 2 * (n - 1)

    def defence(self, d, mode, n, counter=False):
        pen = self.penalty(d, n)
        flat = self.common(d) + self.ground(d, 2 if mode == "ranged" else 1)
        if counter and mode == "ranged" and d.type in RANGED:
            return d.points(RANGED, -pen) + 400 * (flat + self.reward(d, "ranged"))
        stand = 20 + pen if d.type == "phalanx" and d.defends else 0
        trees = 5 if mode == "ranged" and not counter and d.type == "scout" and self.tile[d.at] == "f" else 0
        return d.points(MELEE, stand - pen) + 400 * (flat + self.reward(d, "melee") + trees)

    @staticmethod
    def power(k):
        return round(30 * math.exp(math.log(1.041) * max(-40000, min(40000, k)) / 400) * ONE)

    def damage(self, a, d, mode, n=1):
        return self.power(self.attack(a, mode) - self.defence(d, mode, n))

    def counter(self, a, d, mode, n=1):
        """11.2: what d deals to a; a stands there with its bare strength."""
        bare = 2 * MELEE[a.type] * a.scale
        return self.power(self.defence(d, mode, n, True) - bare)

    def answerer(self, target, attacker, mode):
        """11.4 a: who answers for a target, if anybody."""
        who = target
        if not target.mobile:
            who = self.on(target.at)
            who = who if who is not None and who.owner == target.owner else None
        if who is None or not who.defends or who.hp <= 0:
            return None
        near = distance(who.at, attacker.at) == 1
        return who if near or (mode == "ranged" and who.type in RANGED) else None

    # ---- losses: 11.6, 11.7 ----

    @staticmethod
    def lose(unit, loss):
        unit.hp = (unit.hp * ONE - loss) // ONE

    def remove(self, unit):
        unit.stop()
        if unit.type == "base":
            unit.hp = 0
            return
        self.units.remove(unit)
        if unit.owner is None:
            self.neutral_dies(unit)

    def neutral_dies(self, unit):
        """15.6, 15.7"""
        if unit.type == "camp_archer":
            self.camp[unit.at] = self.roll(8, 12)
            if unit.credit is None:
                return
            self.gold[unit.credit] += 150 + 5 * self.roll(0, 20)
            return
        self.lair[unit.at][0] = self.roll(14, 20)
        kind = self.lair[unit.at][1]
        if unit.credit is None:
            return
        if kind == "gold":
            self.gold[unit.credit] += 1000
        else:
            self.bonus[unit.credit][kind] += 1 if kind == "mana" else 3

    def settle_credit(self, unit, parts):
        """Parts: (side, loss) in the sequence of contributions."""
        totals = {}
        for side, loss in parts:
            totals[side] = totals.get(side, 0) + loss
        best = [s for s in totals if totals[s] == max(totals.values())]
        dies = unit.owner is None and unit.hp <= 0
        unit.credit = best[self.roll(0, len(best) - 1)] if len(best) > 1 and dies else best[0]
