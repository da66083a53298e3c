#!/usr/bin/env python3
"""Drawn maps of Fortress Frontiers come out as in a second, slow drawing: drawn_test.py REDOUBT [SEED [COUNT]]

Draft draws a map as the specification of R17 says, step by step, with luck of its own; the program gets what was drawn as a
script, must use all of it, and must come to the same board.
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check_none, end  # noqa: E402

SEED, COUNT = 17, 40
EVEN = ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))
ODD = ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))
LETTERS = {"forest": "f", "mountain": "^", "river": "~", "lake": "o", "mine": "$", "camp": "c", "lair": "D"}


def distance(a, b):
    ax, bx = (c[0] - (c[1] - (c[1] & 1)) // 2 for c in (a, b))
    dx, dz = ax - bx, a[1] - b[1]
    return max(abs(dx), abs(dz), abs(dx + dz))


def beside(cell):
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in (ODD if cell[1] & 1 else EVEN)]


class Draft:
    def __init__(self, chance, options):
        self.chance, self.options, self.rolls = chance, options, []
        self.board()
        for _ in range(17):  # the first, and 16 more
            self.tile, self.river = {}, set()  # a river may flow through a mine, which then hides it
            self.features()
            self.terrain()
            if self.is_connected():
                break
        else:
            self.tile = {c: t for c, t in self.tile.items() if t != "mountain"}
        self.lairs = [self.roll(0, 3) for c in self.cells if self.tile.get(c) == "lair"]

    def roll(self, low, high, middle=None):
        # Small and large draws more often: so ends of ranges and both sides of a chance are seen.
        rare = (low, high) if middle is None else (middle,)
        value = self.chance.choice(rare) if self.chance.random() < 0.02 else self.chance.randint(low, high)
        self.rolls.append(value)
        return value

    def happens(self, thousandths):
        return self.roll(0, 999) < thousandths

    # ---- step 1: the board, its bases and towers ----

    def board(self):
        small, columns, rows = self.options["size"] == "small", self.options["columns"], self.options["rows"]
        first, last = (0, rows - 1) if columns else (6, 24) if small else (0, 30)
        right = columns - 1 if columns else 29 if small else 35
        self.cells = [(x, y) for y in range(first, last + 1) for x in range(-1 if y & 1 else 0, right + 1)]
        self.exists = set(self.cells)
        self.left, self.right = min(x for x, _ in self.cells), right
        self.top, self.bottom = first, last
        if not columns and small:
            self.bases = [(-1, 15), (29, 15)]
            self.towers = [(1, 10), (2, 15), (1, 20), (28, 10), (26, 15), (28, 20)]
        elif not columns:
            self.bases = [(-1, 15), (35, 15)]
            self.towers = [(2, 10), (2, 15), (2, 20), (33, 10), (32, 15), (33, 20)]
        else:
            middle = (first + last) // 2
            base = next(c for c in self.cells if c[1] == middle)
            ys = [min(max(y, first + 1), last - 1) for y in (middle - 5, middle, middle + 5)]
            own = [(base[0] + (2 if small and i != 1 else 3), y) for i, y in enumerate(ys)]
            self.bases = [base, self.mirror(base)]
            self.towers = own + sorted((self.mirror(t) for t in own), key=lambda t: t[1])
        self.stands = self.bases + self.towers

    def mirror(self, cell):
        x, y = cell
        return (self.right - x - (y & 1), self.top + self.bottom - y)

    def is_primary(self, cell):
        x, y = self.mirror(cell)
        return cell[0] < x or (cell[0] == x and cell[1] <= y)

    def far(self, cell, others, least):
        """A cell and its mirror image."""
        return all(distance(c, o) >= least for c in (cell, self.mirror(cell)) for o in others)

    def of(self, kind):
        return [c for c in self.cells if self.tile.get(c) == kind]

    # ---- steps 2 to 4: mines, camps, lairs ----

    def wanted(self, option, least, most, area_each):
        area = (self.right - self.left + 1) * (self.bottom - self.top + 1)
        count = self.options[option] or min(most, max(least, area // area_each))
        return count - count % 2

    def suits(self, kind, cell, later):
        if self.mirror(cell) == cell or cell in self.stands or cell in self.tile:
            return False
        if kind == "mine":
            return self.far(cell, self.stands, 3) and self.far(cell, self.of("mine"), 3)
        if kind == "camp":
            return self.far(cell, self.stands, 3) and self.far(cell, self.of("camp"), 4 if later else 3) \
                and self.far(cell, self.of("lair") if later else [], 4)
        return self.far(cell, self.towers, 7) and self.far(cell, self.of("camp"), 4)

    def pair(self, kind, later):
        for _ in range(200):
            cell = self.cells[self.roll(0, len(self.cells) - 1)]
            if self.suits(kind, cell, later):
                self.tile[cell] = self.tile[self.mirror(cell)] = kind
                return True
        return False

    def features(self):
        for kind, count in (("mine", self.wanted("mines", 2, 40, 120)), ("camp", self.wanted("camps", 2, 10, 140)),
                            ("lair", self.wanted("dragons", 1, 3, 320))):
            for _ in range(count // 2):
                if not self.pair(kind, False):
                    break
        for kind in ("mine", "camp", "lair"):
            pairs = len([c for c in self.of(kind) if self.is_primary(c)])
            for _ in range((8 * pairs + 50) // 100):
                here = [c for c in self.of(kind) if self.is_primary(c)][self.roll(0, pairs - 1)]
                del self.tile[here], self.tile[self.mirror(here)]
                if not self.pair(kind, True):
                    self.tile[here] = self.tile[self.mirror(here)] = kind

    # ---- steps 5 to 10: terrain ----

    def terrain(self):
        percent = {k: self.options[k] for k in ("forest", "mountain", "river", "lake")}
        total = sum(percent.values())
        share = {"forest": 85, "mountain": 70, "river": 60, "lake": 100}
        target = {k: (len(self.cells) * (p * 90 // total if total > 90 else p) * share[k] + 5000) // 10000
                  for k, p in percent.items()}
        self.rivers(target["river"])
        self.groups("mountain", target["mountain"], max(12, 2 * target["mountain"]), 3, 6)
        self.lakes(target["lake"])
        self.groups("forest", target["forest"], max(30, 5 * target["forest"]), 2, 4)
        for cell in self.cells:
            if self.tile.get(cell) in share and min(distance(cell, s) for s in self.stands) <= 2:
                del self.tile[cell]

    def is_open(self, cell):
        return cell not in self.tile and self.far(cell, self.stands, 2)

    def open(self):
        """Step 6"""
        for _ in range(200):
            cell = self.cells[self.roll(0, len(self.cells) - 1)]
            if self.is_primary(cell) and self.is_open(cell):
                return cell
        return None

    def rivers(self, target):
        if target == 0:
            return
        edges = [c for c in self.cells if (c[0] in (self.left, self.right) or c[1] in (self.top, self.bottom))
                 and self.is_primary(c) and self.far(c, self.stands, 2)]
        start = edges[self.roll(0, len(edges) - 1)] if edges and self.happens(600) else self.open()
        if start is None:
            return
        goal = self.open()
        if goal is None:
            row = (self.top + self.bottom) // 2
            goal = next(c for c in self.cells if c[1] == row and c[0] >= self.right // 2)
        self.lay(start, goal, False, 120)
        tries = 0
        while len(self.river) < target and tries < 4 * max(3, target // 6):
            start = self.branch()
            if start is None:
                return
            nearest = min((c for c in self.cells if c in self.river), key=lambda r, s=start: distance(s, r))
            self.lay(start, nearest, True, 280)
            tries += 1

    def branch(self):
        for _ in range(200):
            cell = self.cells[self.roll(0, len(self.cells) - 1)]
            if self.is_primary(cell) and self.far(cell, self.stands, 2) and all(distance(cell, r) >= 3 for r in self.river):
                return cell
        return None

    def lay(self, start, goal, stop_on_river, bias):
        path, last, at = [], None, start
        longest = max(6, 6 * distance(start, goal) // 5 + 4)
        while at is not None and len(path) < max(20, len(self.cells) // 3):
            path.append(at)
            if (len(path) >= longest and self.happens(bias)) or at == goal \
                    or (stop_on_river and at in self.river) \
                    or (distance(at, goal) <= 2 and self.happens(6 * bias // 10)):
                break
            at, last = self.onward(path, goal, last)
        for cell in path:
            for one in (cell, self.mirror(cell)):
                self.tile.setdefault(one, "river")
                self.river.add(one)

    def onward(self, path, goal, last):
        choices = []
        for direction, cell in enumerate(beside(path[-1])):
            is_river = cell in self.river
            if cell in self.exists and cell not in path and self.far(cell, self.stands, 2) and (is_river or cell not in self.tile):
                score = 100 * max(0, distance(cell, goal) - 2 * is_river) + self.roll(0, 54)
                score += 0 if last is None else 80 if direction == last else -15
                choices.append((score, cell, direction))
        if not choices:
            return None, None
        choices.sort(key=lambda c: c[0])
        index = self.roll(0, min(3, len(choices)) - 1) if len(choices) > 1 and self.happens(300) else 0
        return choices[index][1:]

    def groups(self, kind, left, most, low, high):
        for _ in range(most):
            seed = self.open() if left else None
            if seed is None:
                return
            wished = self.roll(low, high)
            left -= self.grow(seed, min(left, wished), kind)

    def width(self, cell):
        return 1 if self.mirror(cell) == cell else 2

    def grow(self, seed, limit, kind):
        frontier, seen, made = [seed], set(), 0
        while frontier and made < limit:
            cell = frontier.pop(self.roll(0, len(frontier) - 1))
            if cell in seen:
                continue
            seen.add(cell)
            if self.is_open(cell) and made + self.width(cell) <= limit:
                self.tile[cell] = self.tile[self.mirror(cell)] = kind
                made += self.width(cell)
                frontier += [n for n in beside(cell) if n in self.exists and n not in seen]
        return made

    def lakes(self, left):
        tries = 0
        while left and tries < 200:
            tries += 1
            cell = self.cells[self.roll(0, len(self.cells) - 1, len(self.cells) // 2)]  # the middle more often
            if self.is_open(cell) and self.width(cell) == (1 if left == 1 or (left % 2 and self.mirror(cell) == cell) else 2):
                self.tile[cell] = self.tile[self.mirror(cell)] = "lake"
                left -= self.width(cell)
                tries = 0

    # ---- step 11 ----

    def is_connected(self):
        reached = [self.bases[0]]
        for cell in reached:
            reached += [n for n in beside(cell) if n in self.exists and n not in reached and self.tile.get(n) != "mountain"]
        return self.bases[1] in reached

    def rows(self):
        return ["".join(LETTERS.get(self.tile.get((x, y)), ".") if (x, y) in self.exists else " "
                        for x in range(self.left, self.right + 1)) for y in range(self.top, self.bottom + 1)]


def some_options(chance):
    standard = chance.random() < 0.15
    percents = chance.choice((0, 0, 6, 18, 40, 90)), chance.choice((0, 6, 6, 12, 50)), chance.choice((0, 4, 9)), chance.choice((0, 3, 5))
    return dict(zip(("forest", "mountain", "river", "lake"), percents), map="procedural", size=chance.choice(("normal", "small")),
                columns=0 if standard else chance.randint(12, 20), rows=0 if standard else chance.choice((11, 13, 15, 17)),
                mines=chance.choice((0, 0, 1, 5, 14, 40)), camps=chance.choice((0, 0, 2, 9, 10)), dragons=chance.choice((0, 0, 2, 3)))


def difference(draft, options, line):
    board, rewards = line["position"]["board"], ["gold", "melee", "ranged", "mana"]
    wanted = [draft.rows(), [list(b) for b in draft.bases], [[list(t) for t in draft.towers[i:i + 3]] for i in (0, 3)], 0,
              [rewards[i] for i in draft.lairs]]
    found = [board["rows"], board["bases"], board["towers"], line["rolls_left"],
             [lair["reward"] for lair in line["position"]["lairs"]]]
    return None if wanted == found else "%s\n%s\n%s" % (json.dumps(options), wanted, found)


def main(redoubt, seed=SEED, count=COUNT):
    chance = random.Random(int(seed))
    options = [some_options(chance) for _ in range(int(count))]
    drafts = [Draft(chance, option) for option in options]
    scenarios = [{"game": "fortress", "options": option, "rolls": draft.rolls, "steps": []} for option, draft in zip(options, drafts)]
    done = subprocess.run([redoubt, "scenario", "-"], input=json.dumps(scenarios), capture_output=True, text=True, timeout=300)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    problems = [difference(*case) for case in zip(drafts, options, lines)]
    problems += [None] if len(lines) == len(drafts) else [done.stderr]
    check_none("%s maps are drawn as the specification says" % count, [p for p in problems if p])
    return end()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
