"""Fortress Frontiers Classic a second time, from RULES.md alone: slow, short, and made to be read beside it.

A Game is given orders like the program, and tells what it was asked to tell: which orders are refused, what happens, who sees it.
"""
import math

STEPS = ({0: (1, 0), 1: (0, -1), 2: (-1, -1), 3: (-1, 0), 4: (-1, 1), 5: (0, 1)},
         {0: (1, 0), 1: (1, -1), 2: (0, -1), 3: (-1, 0), 4: (0, 1), 5: (1, 1)})
TILES = {(x, y) for y in range(15) for x in range(-1 if y % 2 else 0, 18)}
BASES = ((-1, 7), (17, 7))
MINES = ((5, 2), (12, 2), (8, 7), (5, 12), (12, 12))
COST = {"scout": 5, "soldier": 12, "archer": 15}
MELEE = {"scout": 1, "soldier": 10, "archer": 5, "base": 10}
SHOT = 18
REGEN = {"scout": 15, "soldier": 10, "archer": 10}
ALL = [0, 1, "spectator"]
ONE = 1 << 32


def beside(tile):
    """R1.2, in this order."""
    x, y = tile
    return [(x + dx, y + dy) for dx, dy in STEPS[y % 2].values() if (x + dx, y + dy) in TILES]


def distance(a, b):
    """Steps from neighbour to neighbour, up to 2; 3 is farther."""
    near = beside(a)
    return 0 if a == b else 1 if b in near else 2 if any(b in beside(n) for n in near) else 3


class Unit:
    def __init__(self, number, seat, kind, tile, hp=100):
        self.id, self.seat, self.kind, self.tile, self.hp = number, seat, kind, tile, hp
        self.verb, self.at, self.path, self.priority, self.waits = None, None, [], 0, False

    def clear(self):
        self.verb, self.at, self.path, self.priority = None, None, [], 0

    def melee(self, less=0):
        """Points, what is taken off, health: R6.3."""
        return MELEE[self.kind], less, 100 if self.kind == "base" else self.hp


def parts(strength):
    points, less, health = strength
    return (points - less) * (100 + health)


class Game:
    def __init__(self, position, options, rolls):
        self.turn = position["turn"]
        self.gold = [p["gold"] for p in position["players"]]
        self.spent, self.done, self.given = [0, 0], [False, False], [0, 0]
        self.units = [Unit(u["id"], u["owner"], u["type"], tuple(u["at"]), u["hp"]) for u in position["units"]]
        self.next = [max([u.id for u in self.units if u.seat == s] + [1 + s]) + 2 for s in (0, 1)]
        self.owner = {tuple(m["at"]): m["owner"] for m in position["mines"]}
        self.limit, self.free, self.steady = (options[k] for k in ("turn_limit", "free_placement", "steady"))
        self.rolls, self.events, self.ending = list(rolls), [], None

    # ---- orders: R5 ----

    def unit_at(self, tile):
        return next((u for u in self.units if u.tile == tile and not u.waits), None)

    def obeys(self, seat, verb, unit):
        """Whether a unit can get an order at all."""
        if unit is None or unit.seat != seat or unit.kind == "base":
            return False
        return not unit.waits or verb == "cancel" or (unit.kind == "scout" and verb in ("move", "extend"))

    def may(self, seat, order):
        verb, tile = order["verb"], tuple(order.get("at") or order.get("to") or ())
        if self.ending is not None:
            return False
        if verb == "undone":
            return self.done[seat]
        if self.done[seat] or (tile and tile not in TILES):
            return False
        if verb == "done":
            return True
        if verb == "buy":
            return self.may_buy(seat, order["type"], tile)
        unit = next((u for u in self.units if u.id == order["unit"]), None)
        return self.obeys(seat, verb, unit) and self.may_order(unit, verb, tile)

    def may_buy(self, seat, kind, tile):
        taken = self.unit_at(tile) or any(u.waits and u.seat == seat and u.tile == tile for u in self.units)
        placed = self.free or distance(BASES[seat], tile) == 1
        return not taken and placed and self.gold[seat] - self.spent[seat] >= COST[kind]

    def may_order(self, unit, verb, tile):
        if verb == "move":
            return distance(unit.tile, tile) in (1, 2)
        if verb == "extend":
            return unit.verb == "move" and len(unit.path) == 1 and distance(unit.path[0], tile) == 1
        if verb == "cancel":
            return unit.verb is not None
        if verb in ("heal", "defend"):
            return True
        foe = self.unit_at(tile)
        if foe is None or foe.seat == unit.seat:
            return False
        if verb == "ranged":
            return unit.kind == "archer" and distance(unit.tile, tile) <= 2
        return unit.kind in ("soldier", "archer") and distance(unit.tile, tile) == 1

    def give(self, seat, order):
        """Whether the order is accepted; then it is given, and the turn played when both are done."""
        self.events = []
        if not self.may(seat, order):
            return False
        verb, tile = order["verb"], tuple(order.get("at") or order.get("to") or ())
        if verb in ("done", "undone"):
            self.done[seat] = verb == "done"
        elif verb == "buy":
            self.buy(seat, order["type"], tile)
        else:
            self.command(next(u for u in self.units if u.id == order["unit"]), verb, tile)
        if all(self.done):
            self.execute()
        return True

    def buy(self, seat, kind, tile):
        unit = Unit(self.next[seat], seat, kind, tile)
        unit.waits = True
        self.next[seat] += 2
        self.spent[seat] += COST[kind]
        self.units.append(unit)
        self.tell("bought", [seat], seat=seat, who=unit.id, type=kind, at=tile, gold=self.gold[seat] - self.spent[seat])

    def command(self, unit, verb, tile):
        if verb == "extend":
            unit.path.append(tile)
            return
        unit.clear()
        if verb == "cancel":
            return
        unit.verb = verb
        if verb in ("heal", "defend"):
            return
        self.given[unit.seat] += 1
        unit.priority = self.given[unit.seat]
        if verb != "move":
            unit.at = tile
        elif distance(unit.tile, tile) == 1:
            unit.path = [tile]
        else:
            foe = BASES[1 - unit.seat]
            unit.path = [next(n for n in beside(unit.tile) if n != foe and tile in beside(n)), tile]

    # ---- telling ----

    def tell(self, kind, seen_by=None, **facts):
        facts = {k: list(v) if isinstance(v, tuple) else v for k, v in facts.items()}
        self.events.append(dict(facts, kind=kind, seen_by=seen_by or ALL))

    def note(self, kind, unit, **facts):
        """What came to nothing: told at the end of the step, by unit (R9.2)."""
        self.notes.append((unit.seat, unit.id, kind, facts))

    def tell_notes(self):
        for seat, number, kind, facts in sorted(self.notes, key=lambda n: n[:2]):
            self.tell(kind, [seat], who=number, **facts)
        self.notes = []

    # ---- blows: R6.3, R6.4, R10 ----

    def strike(self, kind, who, whom, attack, defence):
        luck = 1024 if self.steady else 768 + self.rolls.pop(0)
        loss = round(30 * math.exp((parts(attack) - parts(defence)) * luck / 5120000) * ONE)
        for unit, (points, less, health) in ((who, attack), (whom, defence)):
            if less or health != 100:
                self.tell("strength", who=unit.id, points=points, penalty=less, health=health,
                          strength=parts((points, less, health)))
        self.tell(kind, who=who.id, whom=whom.id, attack=parts(attack), defence=parts(defence), luck=luck,
                  damage=(loss * 1000 + ONE // 2) // ONE)
        self.losses[whom] = self.losses.get(whom, 0) + loss

    def settle(self):
        """The batch is over. Whether the game is, too: R8.1, R8.2."""
        for unit in sorted(self.losses, key=lambda u: u.id):
            loss = self.losses[unit]
            unit.hp = max(0, (unit.hp * ONE - loss) // ONE)
            self.tell("hurt", who=unit.id, damage=(loss * 1000 + ONE // 2) // ONE, health=unit.hp)
            if unit.hp == 0 and unit.kind != "base":
                self.tell("died", who=unit.id, at=unit.tile)
                self.units.remove(unit)
                unit.clear()
        self.losses = {}
        fallen = [u.seat for u in self.units if u.kind == "base" and u.hp == 0]
        if fallen:
            self.ending = "both bases destroyed" if len(fallen) == 2 else "base of P%d destroyed" % (fallen[0] + 1)
        return bool(fallen)

    def enter(self, unit, tile):
        unit.tile = tile
        if tile in self.owner and self.owner[tile] != unit.seat:
            self.owner[tile] = unit.seat
            self.tell("mine_taken", seat=unit.seat, at=tile)

    def ordered(self, verb):
        """P1's, then P2's, by priority: R6.5, R6.7."""
        return sorted((u for u in self.units if u.verb == verb), key=lambda u: (u.seat, u.priority))

    # ---- a turn: R6.1 ----

    def execute(self):
        self.losses, self.notes = {}, []
        self.appear()
        for step in (self.arrows, self.blades, self.tick, self.tick):
            if self.ending is None:
                step()
        if self.ending is None and ((self.limit and self.turn >= self.limit) or self.turn >= 2000):
            self.decide()
        if self.ending is not None:
            self.finish()
            return
        self.turn += 1
        self.upkeep()

    def appear(self):
        """R6.2"""
        for seat in (0, 1):
            self.gold[seat] -= self.spent[seat]
            for unit in [u for u in self.units if u.waits and u.seat == seat]:
                facts = {"seat": seat, "who": unit.id, "type": unit.kind, "at": unit.tile}
                if self.unit_at(unit.tile):
                    self.units.remove(unit)
                    self.gold[seat] += COST[unit.kind]
                    self.tell("refunded", [seat], **facts)
                else:
                    unit.waits = False
                    self.tell("appeared", **facts)
                    self.enter(unit, unit.tile)
        self.spent = [0, 0]

    def arrows(self):
        """R6.5, R6.6"""
        shots = [(u, self.unit_at(u.at)) for u in self.ordered("ranged")]
        for shooter, target in shots:
            bow = target.kind == "archer"
            self.strike("shot", shooter, target, (SHOT, 0, shooter.hp), (SHOT if bow else MELEE[target.kind], 0, 100))
            if bow and target.verb == "defend":
                crowd = sum(t is target for _, t in shots)
                self.strike("shot_back", target, shooter, (SHOT, 2 * (crowd - 1), target.hp), (SHOT, 0, 100))
        self.settle()

    def blades(self):
        """R6.7 to R6.9"""
        targets = {}
        for unit in self.ordered("melee"):
            foe = self.unit_at(unit.at)
            if foe is None:
                self.note("target_gone", unit, at=unit.at)
            else:
                targets.setdefault(foe, []).append(unit)
        for foe, attackers in targets.items():
            defence = foe.melee(2 * (len(attackers) - 1))
            for unit in attackers:
                self.strike("struck", unit, foe, unit.melee(), defence)
                if foe.verb == "defend":
                    self.strike("struck_back", foe, unit, defence, unit.melee())
        if not self.settle():
            for foe, attackers in targets.items():
                alive = [u for u in attackers if u.hp > 0]
                if foe.hp == 0 and alive:
                    self.tell("advanced", who=alive[0].id, **{"from": alive[0].tile, "to": foe.tile})
                    self.enter(alive[0], foe.tile)
        self.tell_notes()

    # ---- movement: R7 ----

    def tick(self):
        movers = sorted((u for u in self.units if u.verb == "move"), key=lambda u: (u.priority, u.seat))
        groups, self.acted = {}, set()
        for unit in movers:
            groups.setdefault(unit.path[0], []).append(unit)
        for tile, group in groups.items():
            group = [u for u in group if self.to_step(u)]
            if len(group) > 1 and self.unit_at(tile) is None:
                self.contest(tile, group)
                continue
            for unit in group:
                if self.ending is None and self.to_step(unit):
                    self.move(unit, tile)
            if self.ending is not None:
                break
        self.tell_notes()

    def to_step(self, unit):
        return unit.hp > 0 and unit.verb == "move" and unit not in self.acted

    def drop_step(self, unit):
        self.acted.add(unit)
        unit.path.pop(0)
        if not unit.path:
            unit.clear()

    def stop(self, unit):
        self.acted.add(unit)
        unit.clear()

    def walk(self, unit, tile):
        self.tell("moved", who=unit.id, **{"from": unit.tile, "to": tile})
        self.enter(unit, tile)

    def ring(self, unit):
        """R7.3, R7.4: all who turn, the unit first; or nobody."""
        ring, seen = [unit], unit
        while seen.path[0] != unit.tile:
            seen = self.unit_at(seen.path[0])
            if seen is None or seen in ring or not self.to_step(seen):
                return []
            ring.append(seen)
        return ring

    def turn_ring(self, ring):
        if len(ring) == 2:
            self.tell("swapped", who=ring[0].id, whom=ring[1].id, at=ring[0].tile, there=ring[1].tile)
        else:
            for unit in ring:
                self.tell("turned", who=unit.id, **{"from": unit.tile, "to": unit.path[0]})
        for unit in ring:
            self.enter(unit, unit.path[0])
            self.drop_step(unit)

    def move(self, unit, tile):
        """R7.2 to R7.6"""
        holder = self.unit_at(tile)
        if holder is None:
            self.walk(unit, tile)
            self.drop_step(unit)
            return
        ring = self.ring(unit)
        if len(ring) > 2 or (ring and holder.seat == unit.seat):
            self.turn_ring(ring)
        elif holder.seat == unit.seat:
            self.note("blocked", unit, to=tile)
            self.stop(unit)
        else:
            self.charge(unit, holder)

    def charge(self, unit, foe):
        """R7.5, R7.6"""
        home, tile = unit.tile, foe.tile
        head_on = self.to_step(foe) and foe.path[0] == home
        attack, defence = unit.melee(), foe.melee()
        self.strike("charged", unit, foe, attack, defence)
        if head_on or foe.verb == "defend":
            self.strike("charge_answered", foe, unit, defence, attack)
        self.stop(unit)
        if head_on:
            self.stop(foe)
        if self.settle():
            return
        if foe.hp == 0 and unit.hp > 0:
            self.walk(unit, tile)
        elif head_on and unit.hp == 0 and foe.hp > 0:
            self.walk(foe, home)

    def contest(self, tile, group):
        """R7.8, R7.9"""
        queue = [[u for u in group if u.seat == seat] for seat in (0, 1)]
        if not all(queue):
            self.walk(group[0], tile)
            self.drop_step(group[0])
            self.leave_out(group[1:], tile)
            return
        while all(queue):
            pair = [queue[0].pop(0), queue[1].pop(0)]
            for whom, who in (pair, pair[::-1]):
                self.strike("contested", who, whom, who.melee(), (MELEE[whom.kind], 0, 100))
            self.settle()
            alive = [u for u in pair if u.hp > 0]
            if len(alive) == 1 and not queue[1 - alive[0].seat]:
                queue[alive[0].seat].insert(0, alive[0])
            else:
                self.leave_out(alive, tile)
        for units in queue:
            if units:
                self.walk(units[0], tile)
                self.stop(units[0])
                self.leave_out(units[1:], tile)

    def leave_out(self, units, tile):
        for unit in units:
            self.note("left_out", unit, to=tile)
            self.stop(unit)

    # ---- the end of a turn, and of the game ----

    def upkeep(self):
        """R4.2, R4.3"""
        self.tell("turn_began", turn=self.turn)
        for seat in (0, 1):
            income = 5 + 2 * sum(owner == seat for owner in self.owner.values())
            self.gold[seat] = min(1000000, self.gold[seat] + income)
            self.tell("income", seat=seat, amount=income, gold=self.gold[seat])
        for unit in sorted(self.units, key=lambda u: (u.seat, u.id)):
            gain = min(100 - unit.hp, REGEN[unit.kind]) if unit.verb == "heal" else 0
            if gain:
                unit.hp += gain
                self.tell("healed", who=unit.id, amount=gain, health=unit.hp)
        self.forget()

    def forget(self):
        self.done, self.given, self.spent = [False, False], [0, 0], [0, 0]
        for unit in self.units:
            unit.clear()

    def cost(self, seat):
        return sum(COST.get(u.kind, 0) for u in self.units if u.seat == seat)

    def decide(self):
        """R8.3"""
        base = [next(u.hp for u in self.units if u.kind == "base" and u.seat == s) for s in (0, 1)]
        mines = [sum(o == s for o in self.owner.values()) for s in (0, 1)]
        leads = ((base, "the base of P%d has more health", "the health of the bases"), (mines, "P%d has more mines", "mines"),
                 ([self.cost(0), self.cost(1)], "the units of P%d cost more", "the cost of units"))
        for (first, second), words, criterion in leads:
            if first != second:
                winner = int(second > first)
                self.ending = "turn limit: " + words % (winner + 1)
                self.limit_won = (winner, criterion)
                return
        self.ending = "turn limit: nobody is ahead"

    def winner(self):
        """The seat, or None: a draw."""
        if self.ending.startswith("base of"):
            return 1 if "P1" in self.ending else 0
        return None if "P" not in self.ending else 1 if "P2" in self.ending else 0

    def finish(self):
        """R8.5"""
        for unit in [u for u in self.units if u.waits]:
            self.units.remove(unit)
        self.forget()
        for unit in self.units:
            if unit.kind == "base" and unit.hp == 0:
                self.tell("base_fell", seat=unit.seat)
        if self.ending.startswith("turn limit"):
            if self.winner() is None:
                self.tell("drawn")
            else:
                self.tell("decided", seat=self.winner(), criterion=self.limit_won[1])
