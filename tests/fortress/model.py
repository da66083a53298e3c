"""The Execution of Fortress Frontiers a second time, from its specification alone: slow, short, and made to be read beside it.

A Battle is a position in the middle of Orders as the program prints it, orders included; play() executes the turn and the next
Upkeep. It draws luck of its own and keeps what it drew (rolls), so that the program can be given the same. What it does not
know: fog, queues, standing orders, wards, pools and pumps.
"""
from field import CARRIERS, COST, ONE, PRICE, QUICK_HEALERS, RANGED, REWARDS, STEPS, Field, Unit, beside, distance


class Over(Exception):
    """A base has fallen."""


class Battle(Field):
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
