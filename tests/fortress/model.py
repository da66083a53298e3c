"""The Execution of Fortress Frontiers a second time, from its specification alone: slow, short, and made to be read beside it.

A Battle is a position in the middle of Orders as the program prints it, orders included; play() executes the turn and the next
Upkeep. It draws luck of its own and keeps what it drew (rolls), so that the program can be given the same. What it does not
know: fog, queues, standing orders, wards, pools and pumps.
"""
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


class Over(Exception):
    """A base has fallen."""


class Battle:
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

    # ---- the turn ----

    def play(self):
        self.aim()
        try:
            for step in (self.spawns, self.spells, self.attacks, self.engineering, self.movement, self.neutrals):
                step()
                self.test_bases()
        except Over:
            self.over = True
            for unit in self.units:
                unit.buff = 0
            return
        self.turn += 1
        self.upkeep()

    def test_bases(self):
        if any(u.type == "base" and u.hp <= 0 for u in self.units):
            raise Over

    def spawns(self):
        self.healing = [u for u in self.units if u.order["verb"] in ("heal", "heal_until_full")]
        for unit in sorted((u for u in self.units if u.waits), key=lambda u: u.id):
            if self.on(unit.at) is None:
                unit.waits = False
                self.enter(unit, unit.at)
            else:
                self.units.remove(unit)
                self.gold[unit.owner] += COST[unit.type]

    def pays(self, unit, mana):
        if self.mana[unit.owner] < mana:
            return False
        self.mana[unit.owner] -= mana
        return True

    def spells(self):
        for unit in self.by_id():
            verb = unit.order["verb"]
            if verb not in ("spell_heal", "spell_buff"):
                continue
            target = self.aimed[unit.id]
            if target in self.units and self.pays(unit, 15 if verb == "spell_heal" else unit.order["mana"]):
                if verb == "spell_heal":
                    target.hp = min(100, target.hp + 25)
                else:
                    target.buff = unit.order["mana"]

    def aim(self):
        """Whom the orders of this turn are about, when they are given."""
        self.aimed = {}
        for unit in self.units:
            verb = unit.order["verb"]
            if verb in ("spell_heal", "spell_buff"):
                tile = tuple(unit.order["at"])
                bought = next((u for u in self.units if u.waits and u.owner == unit.owner and u.at == tile), None)
                self.aimed[unit.id] = next((u for u in (self.on(tile), bought, self.structure(tile))
                                            if u is not None and u.owner == unit.owner), None)
            elif verb in ("ranged", "melee", "fireball", "lightning"):
                tile = tuple(unit.order["at"])
                there = [self.structure(tile), self.on(tile)] if verb != "lightning" else [self.on(tile)]
                self.aimed[unit.id] = next(u for u in there if u is not None and u.owner != unit.owner)
            elif verb == "repair":
                tile = tuple(unit.order["at"])
                self.aimed[unit.id] = self.structure(tile)

    # ---- 10.3 ----

    def strike_all(self, batch, target, attackers, mode, n):
        for who in attackers:
            batch.setdefault(target.id, []).append((who.owner, self.damage(who, target, mode, n)))
            back = self.answerer(target, who, mode)
            if back is not None:
                home = self.structure(who.at)
                victim = home if home is not None and home.owner == who.owner else who
                how = "melee" if mode == "ranged" and back.type not in RANGED else mode
                batch.setdefault(victim.id, []).append((back.owner, self.damage(back, victim, how)))

    def magic(self, batch):
        for unit in self.by_id():
            if unit.order["verb"] == "fireball" and self.pays(unit, 40):
                target = self.aimed[unit.id]
                loss = 10 if not target.mobile else 15 if target.type == "dragon" else 50
                batch.append((target.id, unit.owner, loss * ONE))
            elif unit.order["verb"] == "lightning" and self.pays(unit, 50):
                layer, hit, loss = [self.aimed[unit.id]], [], 32
                while layer and loss > 0:
                    batch += [(u.id, unit.owner, loss * ONE) for u in layer]
                    hit += layer
                    layer = [u for u in self.mobiles() if u.owner != unit.owner and u not in hit
                             and any(distance(u.at, x.at) == 1 for x in layer)]
                    loss //= 2

    def attacks(self):
        shots, blows, spells = {}, {}, []
        for unit in self.by_id():
            if unit.order["verb"] in ("ranged", "melee"):
                table = shots if unit.order["verb"] == "ranged" else blows
                table.setdefault(self.aimed[unit.id].id, []).append(unit)
        self.magic(spells)
        arrows, blades = {}, {}
        who = {u.id: u for u in self.units}
        for target in sorted(set(shots) | set(blows)):
            n = len(shots.get(target, [])) + len(blows.get(target, []))
            self.strike_all(arrows, who[target], shots.get(target, []), "ranged", n)
            attackers = sorted(blows.get(target, []), key=lambda u: (u.order["priority"], u.id))
            self.strike_all(blades, who[target], attackers, "melee", n)
            blows[target] = attackers
        for target, side, loss in spells:
            arrows.setdefault(target, []).append((side, loss))
        self.last_breaths(arrows, blades)
        self.apply_arrows(arrows, who)
        self.apply_blades(blades, who, blows)

    def last_breaths(self, arrows, blades):
        dying = []
        for unit in self.mobiles((None,)):
            left = unit.hp
            for batch in (arrows, blades):
                left = (left * ONE - sum(loss for _, loss in batch.get(unit.id, []))) // ONE if left > 0 else left
            dying += [unit] if left <= 0 else []
        for unit in dying:
            for target, mode in self.neutral_targets(unit):
                batch = arrows if mode == "ranged" else blades
                batch.setdefault(target.id, []).append((None, self.damage(unit, target, mode)))

    def apply_arrows(self, batch, who):
        for target in sorted(batch):
            unit = who[target]
            self.lose(unit, sum(loss for _, loss in batch[target]))
            self.settle_credit(unit, batch[target])
            if unit.hp <= 0:
                self.remove(unit)

    def apply_blades(self, batch, who, blows):
        alive = [t for t in sorted(batch) if who[t].hp > 0]
        for target in alive:
            self.lose(who[target], sum(loss for _, loss in batch[target]))
        for target in alive:
            unit = who[target]
            if unit not in self.units:
                continue  # a trap killed it as it advanced
            self.settle_credit(unit, batch[target])
            if unit.hp <= 0:
                there = self.on(unit.at)
                if there is None or there is unit:
                    self.advance(unit, [a for a in blows.get(target, []) if a.hp > 0 and a in self.units])
                self.remove(unit)

    def advance(self, slain, attackers):
        if not attackers:
            return
        first = attackers[0]
        self.enter(first, slain.at, slain.rank if slain.mobile else None)
        self.spring(first)

    def spring(self, unit):
        """A trap under a unit: whether it sprang."""
        site = self.site.get(unit.at)
        if not self.intact(unit.at, "trap") or site["owner"] == unit.owner:
            return False
        site["state"] = "disabled"
        unit.hp -= 30
        unit.stop()
        if unit.hp <= 0:
            self.remove(unit)
        return True

    # ---- 10.4 ----

    def engineering(self):
        spoiled = set()
        for unit in self.by_id():
            if unit.order["verb"] == "sabotage" and unit.at in self.site:
                site = self.site[unit.at]
                spoiled.add(unit.at)
                if site["state"] == "intact":
                    site["state"] = "disabled"
                else:
                    del self.site[unit.at]
        for unit in self.by_id():
            if unit.order["verb"] == "repair":
                self.repair(unit)
        for unit in self.by_id():
            if unit.order["verb"] == "build" and unit.at not in spoiled:
                self.build(unit, unit.order["structure"])

    def repair(self, unit):
        target, tile = self.aimed[unit.id], tuple(unit.order["at"])
        if target is not None:
            if target in self.units:
                target.hp = min(100, target.hp + 30)
            return
        site = self.site.get(tile)
        if site is not None and site["state"] == "disabled" and site["owner"] == unit.owner:
            site["state"] = "intact"

    def build(self, unit, kind):
        site = self.site.get(unit.at)
        paved = kind == "rail" and site is not None and site["type"] == "road" and site["state"] == "intact"
        begun = site is not None and site["type"] == kind and site["state"] == "building"
        if self.gold[unit.owner] < PRICE[kind] or (site is not None and not (site["owner"] == unit.owner and (paved or begun))):
            return
        if not begun:
            left = STEPS[kind] + (self.tile[unit.at] == "~" and kind in ("road", "rail"))
            site = self.site[unit.at] = {"type": kind, "owner": unit.owner, "at": unit.at, "state": "building", "left": left}
        self.gold[unit.owner] -= PRICE[kind]
        site["left"] -= 1
        if site["left"] > 0:
            return
        site["state"] = "intact"
        if kind == "spawn_tower":
            del self.site[unit.at]
            tower = {"id": self.next[unit.owner], "owner": unit.owner, "type": "tower", "at": unit.at, "hp": 100, "spawned": True}
            self.next[unit.owner] += 2
            self.units.append(Unit(tower, 0))

    # ---- section 12 ----

    def movement(self):
        for _ in range(20):
            before = self.traces()
            self.tick()
            self.test_bases()
            if not any(len(u.path) > 1 for u in self.units) or before == self.traces():
                break
        for unit in self.units:
            unit.stop()

    def traces(self):
        return [(u.id, u.at, u.hp, tuple(u.path)) for u in self.units]

    def is_track(self, unit, tile):
        site, home = self.site.get(tile), self.structure(tile)
        if site is not None and (site["type"] == "road" and site["state"] == "intact"
                                 or site["type"] == "rail" and site["state"] != "disabled"):
            return True
        return self.mine.get(tile) == unit.owner and tile in self.mine or home is not None and home.owner == unit.owner and home.hp > 0

    def find_dest(self, unit):
        """12.1, 12.2: where it goes in this tick, and how many steps that uses."""
        if len(unit.path) > 2 and not unit.hopped:
            over, landing = self.on(unit.path[1]), unit.path[2]
            if over is not None and over.owner == unit.owner and over.type in CARRIERS and not over.moving \
                    and self.on(landing) is None and all(self.is_track(unit, t) for t in unit.path[:3]):
                return landing, 2
        return unit.path[1], 1

    def tick(self):
        start = {u.id: u.at for u in self.mobiles()}
        for unit in self.units:
            unit.moved = unit.armed = False
        self.dest = {u: self.find_dest(u) for u in self.mobiles() if u.moving}
        self.swaps()
        self.rotate()
        if self.contest_cycles():
            self.rotate()
        self.sinks()
        for unit in self.mobiles():
            if unit.armed:
                unit.stop()
            unit.armed = False
        changed = [u for u in self.mobiles() if start.get(u.id) != u.at]
        entered = [u for u in changed if not self.spring(u) or u.hp > 0]
        for unit in entered:
            if self.camp.get(unit.at, 0) > 0:
                self.camp[unit.at] = self.roll(8, 12)
            if unit.at in self.lair and self.lair[unit.at][0] > 0:
                self.lair[unit.at][0] = self.roll(14, 20)
        for unit in self.units:
            unit.moved = False

    def to(self, unit):
        return self.dest[unit][0]

    def movers(self):
        return [u for u in self.mobiles() if u in self.dest and u.moving]

    def step_to(self, unit, tile):
        """Along its order."""
        self.enter(unit, tile)
        count = self.dest[unit][1]
        unit.hopped = unit.hopped or count == 2
        unit.path = unit.path[count:] if not unit.armed else []
        unit.path = unit.path if len(unit.path) > 1 else []
        unit.armed, unit.moved = False, True

    def clash(self, a, b):
        losses = self.damage(b, a, "melee"), self.damage(a, b, "melee")
        for unit, loss in zip((a, b), losses):
            self.lose(unit, loss)
            unit.stop()
        for unit in (a, b):
            if unit.hp <= 0:
                self.remove(unit)

    def swaps(self):
        movers, pairs = self.movers(), []
        for i, a in enumerate(movers):
            pairs += [(a, b) for b in movers[i + 1:] if a.owner != b.owner and self.to(a) == b.at and self.to(b) == a.at]
        for a, b in pairs:
            places = {a: b.at, b: a.at}
            self.clash(a, b)
            alive = [u for u in (a, b) if u.hp > 0]
            if len(alive) == 1:
                self.enter(alive[0], places[alive[0]])
                alive[0].moved = True

    def cycle_from(self, unit):
        """The movers of the cycle that the walk from here meets first, in its order; or nobody."""
        walk = []
        while unit is not None and unit in self.dest and unit.moving and unit not in walk:
            walk.append(unit)
            unit = self.on(self.to(unit))
        return walk[walk.index(unit):] if unit in walk else []

    def rotate(self):
        """12.4, step 2, with ruling 10."""
        done = []
        for unit in self.movers():
            cycle = self.cycle_from(unit)
            if unit not in cycle or unit in done:
                continue
            done += cycle
            rivals = [u for u in self.movers() if u not in cycle
                      and any(self.to(u) == self.to(own) and u.owner != own.owner for own in cycle)]
            if not rivals:
                places = [self.to(u) for u in cycle]
                # The list starts with the tile of the lowest rank, and the last of the cycle enters that.
                for i in range(-1, len(cycle) - 1):
                    self.step_to(cycle[i], places[i])

    def contest_cycles(self):
        """12.4, step 3: whether anything was contested."""
        walked, cycles = [], []
        for unit in self.movers():
            if unit not in walked:
                walk, at = [], unit
                while at is not None and at in self.dest and at.moving and at not in walk and at not in walked:
                    walk.append(at)
                    at = self.on(self.to(at))
                walked += walk
                if at in walk:
                    cycles.append(walk[walk.index(at):])
        for cycle in cycles:
            tiles = [u.at for u in cycle]
            for tile in tiles:
                entrants = [u for u in self.movers() if self.to(u) == tile]
                if len(entrants) >= 2:
                    winner = self.contest(entrants)
                    if winner is not None and not winner.moving:
                        winner.armed = True
                        winner.path = [winner.at, tile]
        return bool(cycles)

    def contest(self, entrants):
        """12.5"""
        first = entrants[0].owner
        queues = [[(u, False) for u in entrants if (u.owner == first) == own] for own in (True, False)]
        return self.fight_out(queues)

    def fight_out(self, queues):
        while True:
            picks = []
            for queue in queues:
                fresh = next((item for item in queue if not item[1]), None)
                picks.append(fresh)
                if fresh is not None:
                    queue.remove(fresh)
            if None in picks:
                for queue, item in zip(queues, picks):
                    if item is not None:
                        queue.insert(0, item)
                break
            a, b = picks[0][0], picks[1][0]
            self.clash(a, b)
            for queue, unit, other in ((queues[0], a, b), (queues[1], b, a)):
                if unit.hp > 0 and other.hp <= 0:
                    queue.append((unit, True))
        left = [q for q in queues if q]
        return left[0][0][0] if len(left) == 1 else None

    def sinks(self):
        """12.6"""
        listed = []
        for unit in self.movers():
            tile = self.to(unit)
            there = self.on(tile)
            if tile not in listed and (there is None or not there.moving):
                listed.append(tile)
        for sink in listed:
            work = [sink]
            for tile in work:
                entrants = [u for u in self.movers() if self.to(u) == tile]
                work += [u.at for u in entrants if u.at not in work]
                if entrants:
                    self.resolve(tile, entrants)

    def resolve(self, tile, entrants):
        home, there = self.structure(tile), self.on(tile)
        if home is not None and home.hp > 0 and any(u.owner != home.owner for u in entrants):
            inside = there if there is not None and there.owner == home.owner and not there.moving else None
            winner = self.defended(tile, entrants, home, inside)
        elif there is not None and not there.moving:
            winner = self.defended(tile, entrants, there, None)
        else:
            winner = self.contest(entrants)
        if winner is None:
            return
        there = self.on(tile)
        if there is not None:
            if not there.moving:
                winner.stop()
        elif winner.path and winner.path[0] == winner.at:
            self.step_to(winner, tile)
        else:
            self.enter(winner, tile)
            winner.moved = True

    def hit(self, enemy, defender, inside):
        """One entrant strikes a defender that stands still."""
        loss, answer = self.damage(enemy, defender, "melee"), 0
        back = self.answerer(defender, enemy, "melee")
        if back is not None and (back is defender or back is inside):
            answer = self.counter(enemy, defender, "melee") if back is defender else self.damage(back, enemy, "melee")
        self.lose(defender, loss)
        if answer:
            self.lose(enemy, answer)
        defender.credit = enemy.owner
        if defender.hp <= 0 and defender.owner is None:
            self.breathe_last(defender, enemy)
        enemy.stop()
        for unit in (defender, enemy):
            if unit.hp <= 0 and unit in self.units:
                self.remove(unit)

    def breathe_last(self, neutral, enemy):
        losses = {}
        for target, mode in self.neutral_targets(neutral):
            losses[target] = losses.get(target, 0) + self.damage(neutral, target, mode)
        for unit in sorted(losses, key=lambda u: u.id):
            self.lose(unit, losses[unit])
            if unit.hp <= 0 and unit is not enemy:
                self.remove(unit)

    def defended(self, tile, entrants, defender, inside):
        friends = [u for u in entrants if u.owner == defender.owner]
        enemies = [u for u in entrants if u.owner != defender.owner]
        killer, fought, side = None, False, defender.owner
        while True:
            enemies = [u for u in enemies if u.hp > 0]
            if not enemies:
                there = self.on(tile)
                if fought and there is not None and not there.moving:
                    self.fresh_rank(there)
                return None
            enemy = enemies.pop(0)
            self.hit(enemy, defender, inside)
            fought = True
            if defender.hp > 0:
                continue
            killer = enemy if enemy.hp > 0 else killer
            if inside is not None and inside.hp > 0:
                defender, inside = inside, None
                continue
            break
        killer = killer if killer is not None and killer.hp > 0 else None
        alive = lambda units: [(u, False) for u in units if u.hp > 0]
        if side is None:
            queues = [alive([u for u in enemies if u.owner == s]) for s in (0, 1)]
            if killer is not None:
                queues[killer.owner].append((killer, True))
        else:
            queues = [alive(friends), alive(enemies) + ([(killer, True)] if killer is not None else [])]
        return self.fight_out(queues)

    # ---- section 15 ----

    def pick(self, neutral, candidates, factor):
        """One by weight; none from nobody."""
        if not candidates:
            return None
        weights = [12 * (400 - 3 * u.hp) // (distance(neutral.at, u.at) + 1) * factor(u) for u in candidates]
        left = self.roll(0, sum(weights) - 1)
        for unit, weight in zip(candidates, weights):
            left -= weight
            if left < 0:
                return unit
        raise AssertionError("the weights are wrong")

    def neutral_targets(self, neutral):
        """15.3: whom it attacks, and how."""
        units = [u for u in self.player_units() if u.hp > 0]
        if neutral.type == "camp_archer":
            reach = self.flood(neutral.at, 2)
            one = self.pick(neutral, [u for u in units if u.at in reach], lambda u: 1)
            return [] if one is None else [(one, "ranged")]
        near, cleft = [u for u in units if distance(u.at, neutral.at) == 1], []
        for _ in range(3):
            pool = [u for u in near if u not in cleft and (not cleft or any(distance(u.at, c.at) == 1 for c in cleft))]
            one = self.pick(neutral, pool, lambda u: 1)
            cleft += [] if one is None else [one]
            if one is None:
                break
        reach = self.flood(neutral.at, 3)
        far = [u for u in units if u.at in reach]
        factor = lambda u: 2 if u in cleft else 5
        first = self.pick(neutral, far, factor)
        burnt = [] if first is None else [first]
        if burnt:
            second = self.pick(neutral, [u for u in far if distance(u.at, first.at) == 1], factor)
            burnt += [] if second is None else [second]
        return [(u, "melee") for u in cleft] + [(u, "ranged") for u in burnt]

    def neutrals(self):
        losses, answers = {}, {}
        for neutral in self.mobiles((None,)):
            targets = self.neutral_targets(neutral)
            if not targets:
                neutral.hp = min(100, neutral.hp + 10)
            for target, mode in targets:
                losses[target] = losses.get(target, 0) + self.damage(neutral, target, mode)
                back = self.answerer(target, neutral, mode)
                if back is None:
                    continue
                how = "melee" if mode == "ranged" and back.type not in RANGED else mode
                loss = self.counter(neutral, target, how) if back is target else self.damage(back, neutral, how)
                answers.setdefault(neutral, []).append((back.owner, loss))
        for unit in sorted(losses, key=lambda u: u.id):
            self.lose(unit, losses[unit])
            if unit.hp <= 0:
                self.remove(unit)
        for unit in sorted(answers, key=lambda u: u.id):
            self.lose(unit, sum(loss for _, loss in answers[unit]))
            self.settle_credit(unit, answers[unit])
            if unit.hp <= 0:
                self.remove(unit)

    # ---- section 8 ----

    def controls(self, seat, tile):
        there = self.on(tile)
        return there is None or there.owner == seat

    def net(self, seat, kind):
        """13.8: tiles that the own base and towers are connected with."""
        kinds = {"road": ("road", "rail"), "rail": ("rail",)}[kind]
        def counts(tile):
            site, home = self.site.get(tile), self.structure(tile)
            if home is not None and home.owner == seat or tile in self.mine and self.mine[tile] == seat:
                return True
            if site is None or site["owner"] != seat or site["type"] not in kinds:
                return False
            return site["state"] == "intact" or (kind == "road" and site["type"] == "rail" and site["state"] == "building")
        reached = [u.at for u in self.units if u.owner == seat and not u.mobile]
        for tile in reached:
            reached += [n for n in beside(tile) if n in self.tile and n not in reached and counts(n)]
        return reached

    def income(self, seat):
        base = next(u for u in self.units if u.type == "base" and u.owner == seat)
        towers = [u for u in self.units if u.type == "tower" and u.owner == seat and not u.spawned]
        gold, mana = (10 if self.controls(seat, base.at) else 0) + 5 * len(towers), 10 * self.bonus[seat]["mana"]
        rails, roads = self.net(seat, "rail"), self.net(seat, "road")
        for tile in [t for t, o in self.mine.items() if o == seat and self.controls(seat, t)]:
            there = self.on(tile)
            kind = None if there is None else there.type
            gold += 10 + 15 * (kind == "miner") + (20 if tile in rails else 10 if tile in roads else 0)
            mana += 10 * (kind == "crystal_miner")
        return gold, mana

    def upkeep(self):
        for seat in (0, 1):
            gold, mana = self.income(seat)
            self.gold[seat] += gold
            self.mana[seat] = min(100 * self.bonus[seat]["mana"], self.mana[seat] + mana)
        for unit in self.units:
            unit.buff, unit.order = 0, {"verb": None}
            if unit in self.healing and unit.mobile:
                unit.hp = min(100, unit.hp + (15 if unit.type in QUICK_HEALERS else 10))
        self.respawn()

    def respawn(self):
        for kind, places in (("camp_archer", self.camp), ("dragon", self.lair)):
            for tile in sorted(places):
                left = places[tile] if kind == "camp_archer" else places[tile][0]
                if left == 0:
                    continue
                if self.on(tile) is not None:
                    left = self.roll(8, 12) if kind == "camp_archer" else self.roll(14, 20)
                else:
                    left -= 1
                if kind == "camp_archer":
                    places[tile] = left
                else:
                    places[tile][0] = left
                if left == 0:
                    if kind == "dragon":
                        places[tile][1] = REWARDS[self.roll(0, 3)]
                    unit = Unit({"id": self.neutral_id, "owner": None, "type": kind, "at": tile, "hp": 100}, 0)
                    self.neutral_id += 1
                    self.units.append(unit)
                    self.fresh_rank(unit)
