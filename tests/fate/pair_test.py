#!/usr/bin/env python3
"""Pell and his Image: every order that names a unit, and what meets one without naming it, with the two told
apart or not, Pell on the earlier cell or on the later, for either owner, against the rule of R23.1:
pair_test.py REDOUBT

The rule is written here once more, in meant(): who gives the order and what it names say which unit is meant."""
import itertools
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402


def tables(redoubt):
    done = subprocess.run([redoubt, "games", "fate", "--json"], capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


def verbs_that_name_units(redoubt):
    return {v["name"] for v in tables(redoubt)["verbs"]
            if any("P1-rider" in a.get("choices", []) for a in v["arguments"])}


def run_all(redoubt, scenarios, *flags):
    """The lines of each scenario, in one process for all."""
    done = subprocess.run([redoubt, "scenario", *flags, "-"], input=json.dumps(scenarios), capture_output=True,
                          text=True, timeout=300)
    if done.returncode not in (0, 1) or done.stderr:
        sys.exit("the scenarios are bad: " + done.stderr)
    lines = [[] for s in scenarios]
    place = {s["id"]: i for i, s in enumerate(scenarios)}
    for line in map(json.loads, done.stdout.splitlines()):
        lines[place[line["scenario"].rsplit(" ", 1)[1]]].append(line)
    return lines


class Pair:
    """One way in which the two may stand: whose they are, whether they can be told apart, where he is."""

    def __init__(self, owner, untold, crossed, cells=("D4", "E5")):
        self.owner, self.untold, self.crossed, self.cells = owner, untold, crossed, cells
        self.pell, self.image = "P%d-trickster" % (owner + 1), "P%d-image" % (owner + 1)
        self.at = dict(zip((self.pell, self.image), reversed(cells) if crossed else cells))

    def meant(self, seat, name):
        """R23.1: for the others the one on the earlier cell goes by Pell's name."""
        if name not in self.at or seat == self.owner or not self.untold or not self.crossed:
            return name
        return self.image if name == self.pell else self.pell

    def like_pell(self, seat, name):
        """Is it judged as if it were Pell?"""
        return name == self.pell or (self.untold and seat != self.owner)

    def units(self, pell):
        return {self.pell: dict({"hp": 5, "at": self.at[self.pell], "hero": "pell"}, **pell),
                self.image: {"hp": 1, "at": self.at[self.image]}}

    def mine(self, unit):
        return "P%d-%s" % (self.owner + 1, unit)

    def theirs(self, unit):
        return "P%d-%s" % (2 - self.owner, unit)

    def text(self):
        return "P%d's pair, %s, Pell at %s" % (self.owner + 1, "not told apart" if self.untold else "told apart",
                                               self.at[self.pell])


HIT, MISS = [6, 5, 1, 2], [1, 2, 6, 5]


class Case:
    """A position, one order (and answers), and what must come of it."""

    def __init__(self, title, pair, seat, order, units, rolls=(), pell=None, answers=(), **state):
        self.title, self.pair, self.seat, self.rolls = title, pair, seat, list(rolls)
        self.refused, self.apart, self.silent = False, pair.untold, False
        self.after = {pair.pell: {"hp": (pell or {}).get("hp", 5), "at": pair.at[pair.pell]},
                      pair.image: {"hp": 1, "at": pair.at[pair.image]}}
        self.fx = {}
        names = list(units)
        every = dict(units, **pair.units(pell or {}))
        queue = names + [pair.pell]
        self.scenario = {"game": "fate", "rolls": self.rolls, "options": {"numbers": "book"},
                         "steps": [[seat, order]] + [list(a) for a in answers],
                         "position": {"state": dict({"phase": "battle", "queue": queue, "units": every, "numbers": "book",
                                                     "mirror": [int(pair.untold and pair.owner == s) for s in (0, 1)]},
                                                    **state)}}

    def hurt(self, unit, damage):
        """It loses HP, so everybody knows who it is."""
        left = self.after[unit]["hp"] - damage if unit in self.after else None
        self.apart = True
        self.after[unit] = {"hp": left, "at": self.after[unit]["at"]} if left and left > 0 else None
        if unit == self.pair.pell and self.after[unit] is None:
            self.after[self.pair.image] = None

    def refuse(self):
        self.refused = True

    def faults(self, lines):
        """What is not as the rule says."""
        final, found = lines[-1], []
        state = final["position"]["state"]
        if (0 in refused_steps(lines)) != self.refused:
            return ["refused: %s, wanted %s" % (not self.refused, self.refused)]
        if self.refused:
            return found
        if len(refused_steps(lines)) or final.get("rolls_left", 0):
            found.append("steps refused %s, rolls left %s" % (refused_steps(lines), final.get("rolls_left")))
        if state.get("mirror", [0, 0])[self.pair.owner] != int(self.pair.untold and not self.apart):
            found.append("told apart: %s, wanted %s" % (not self.apart, self.apart))
        for unit, want in self.after.items():
            got = state["units"].get(unit)
            gone = got is None or not got["alive"]
            if gone != (want is None) or (want and {k: got[k] for k in want} != want):
                found.append("%s: %s, wanted %s" % (unit, got, want))
        for unit, kinds in self.fx.items():
            got = sorted(f["kind"] for f in (state["units"].get(unit) or {}).get("fx", []))
            if got != sorted(kinds):
                found.append("%s has %s, wanted %s" % (unit, got, kinds))
        heard = [e["text"] for line in lines[:-1] for e in line["events"] if e["seen_by"] != [self.pair.owner]]
        if self.silent and heard:
            found.append("the others hear: %s" % heard)
        return found + self.wrong_names(lines)

    def wrong_names(self, lines):
        """Each seat hears of the defender by the name that it knows it by: of a defence of the pair, one event for its
        owner and one for the others if their names differ."""
        found, told = [], self.pair.untold
        for event in (e for line in lines[:-1] for e in line.get("events", [])):
            if event["kind"] == "told_apart":
                told = False
            if event["kind"] not in ("rolled", "missed") or not told:
                continue
            name = event["target" if event["kind"] == "missed" else "unit"]
            if name not in self.pair.at:
                continue
            truth = {self.pair.meant(s, name) for s in event["seen_by"]}
            if len(truth) != 1:
                found.append("%s to %s names two units at once" % (event["text"], event["seen_by"]))
            hp = {self.pair.owner: {self.pair.pell: 5, self.pair.image: 1}[truth.pop()]}
            if event["kind"] == "missed" and any(event["hp"] != hp.get(s, 5) for s in event["seen_by"]):
                found.append("%s: wrong HP for %s" % (event["text"], event["seen_by"]))
        return found


def refused_steps(lines):
    return [line["step"] for line in lines[:-1] if not line["ok"]]


# ---- orders of the others ----

def strike(title, pair, seat, order, units, name, damage, hit, **more):
    """An attack: a hit finds whom it meant and tells the two apart, a miss tells nothing."""
    case = Case(title, pair, seat, dict(order), units, HIT if hit else MISS, **more)
    if hit:
        case.hurt(pair.meant(seat, name), damage)
    else:
        case.apart = False
    return case


def attack(pair, name, hit):
    enemy = 1 - pair.owner
    return strike("attack", pair, enemy, {"verb": "attack", "target": name}, {pair.theirs("knight"): {"at": "D5"}}, name, 2, hit)


def trample(pair, name, hit):
    enemy = 1 - pair.owner
    case = strike("trample", pair, enemy, {"verb": "trample", "target": name},
                  {pair.theirs("rider"): {"at": "D5", "hero": "kesh", "ch": {"trample": 2}}}, name, 1, hit)
    if hit and pair.meant(enemy, name) == pair.pell:
        case.after[pair.pell]["at"] = {"D4": "D3", "E5": "F5"}[pair.at[pair.pell]]
    case.fx = {u: ["hunted"] if u == pair.meant(enemy, name) and case.after[u] else [] for u in pair.at}
    return case


def axe_throw(pair, name, hit):
    return strike("axe_throw", pair, 1 - pair.owner, {"verb": "axe_throw", "target": name},
                  {pair.theirs("berserker"): {"at": "D5", "hero": "hroka", "ch": {"axe_throw": 2}}}, name, 1, hit)


def trial_of_steel(pair, name, hit):
    """A second attack follows a hit on one who lives; it misses, and her player ends it."""
    enemy = 1 - pair.owner
    case = strike("trial_of_steel", pair, enemy, {"verb": "trial_of_steel", "target": name},
                  {pair.theirs("knight"): {"at": "D5", "hero": "odwin", "ch": {"trial_of_steel": 5}}}, name, 2, hit)
    again = hit and pair.meant(enemy, name) == pair.pell
    case.scenario["rolls"] += MISS if again else []
    if again or not hit:
        case.scenario["steps"].append([enemy, {"verb": "choose", "option": "decline"}])
    return case


def give_the_order(pair, name, hit):
    units = {pair.theirs("knight"): {"at": "B5", "hero": "ruska", "ch": {"give_the_order": 3}},
             pair.theirs("berserker"): {"at": "D5"}}
    return strike("give_the_order", pair, 1 - pair.owner,
                  {"verb": "give_the_order", "unit": pair.theirs("berserker"), "target": name}, units, name, 2, hit)


def hand_of_the_pairs_side(pair, name, hit):
    """An enemy's Quill makes an ally of the two strike one of them."""
    units = {pair.theirs("assassin"): {"at": "C6", "hero": "quill", "ch": {"borrowed_hand": 3}}, pair.mine("knight"): {"at": "D5"}}
    return strike("borrowed_hand at it", pair, 1 - pair.owner,
                  {"verb": "borrowed_hand", "unit": pair.mine("knight"), "target": name}, units, name, 2, hit)


def hand_of_the_other_side(pair, name, hit):
    """Their own Quill makes an enemy strike one of them: he names whom he means."""
    units = {pair.mine("assassin"): {"at": "C6", "hero": "quill", "ch": {"borrowed_hand": 3}}, pair.theirs("knight"): {"at": "D5"}}
    return strike("borrowed_hand at the own one", pair, pair.owner,
                  {"verb": "borrowed_hand", "unit": pair.theirs("knight"), "target": name}, units, name, 2, hit)


def borrowed(pair, name, hit):
    """One of the two is the hand: he strikes, an Image does nothing, one that is known is no hand."""
    enemy, victim = 1 - pair.owner, pair.mine("knight")
    units = {pair.theirs("assassin"): {"at": "D5", "hero": "quill", "ch": {"borrowed_hand": 3}}, victim: {"hp": 6, "at": "D6"}}
    meant = pair.meant(enemy, name)
    rolls = (HIT if hit else MISS) if meant == pair.pell else []
    case = Case("borrowed_hand of it", pair, enemy, {"verb": "borrowed_hand", "unit": name, "target": victim}, units, rolls)
    case.apart = True
    case.after[victim] = {"hp": 5 if hit and meant == pair.pell else 6, "at": "D6"}
    if not pair.like_pell(enemy, name):
        case.refuse()
    return case


def each_other(pair, name, hit):
    """The one that is named is made to strike the other."""
    enemy = 1 - pair.owner
    other = pair.image if name == pair.pell else pair.pell
    units = {pair.theirs("assassin"): {"at": "D5", "hero": "quill", "ch": {"borrowed_hand": 3}}}
    strikes = pair.meant(enemy, name) == pair.pell
    case = Case("borrowed_hand at the other one", pair, enemy, {"verb": "borrowed_hand", "unit": name, "target": other}, units,
                (HIT if hit else MISS) if strikes else [])
    case.apart = True
    if strikes and hit:
        case.after[pair.image] = None
    if not pair.like_pell(enemy, name):
        case.refuse()
    return case


def last_signature(pair, name, weak):
    """Judged by his HP; who meets it loses 2."""
    enemy, hp = 1 - pair.owner, 2 if weak else 5
    case = Case("last_signature", pair, enemy, {"verb": "last_signature", "target": name},
                {pair.theirs("assassin"): {"at": "D5", "hero": "quill"}, pair.mine("knight"): {"at": "A8"}}, pell={"hp": hp})
    if pair.like_pell(enemy, name) and not weak:
        case.refuse()
    else:
        case.hurt(pair.meant(enemy, name), 2)
    return case


def black_thread(pair, name, full):
    """On an Image that is taken for him it does nothing: older marks stay."""
    enemy, vesper = 1 - pair.owner, pair.theirs("assassin")
    marks = [pair.mine("rider"), pair.mine("knight")]
    units = {vesper: {"at": "D5", "hero": "vesper"}}
    for i, unit in enumerate(marks):
        units[unit] = {"at": "AC"[i] + "0"}
        if full:
            units[unit]["fx"] = [{"kind": "mark", "by": vesper, "left": i}]
    case = Case("black_thread", pair, enemy, {"verb": "black_thread", "target": name}, units)
    case.apart = True
    nothing = pair.untold and pair.meant(enemy, name) == pair.image
    case.fx = {pair.pell: [], pair.image: [], marks[0]: ["mark"] * (full and nothing), marks[1]: ["mark"] * full}
    if not nothing:
        case.fx[pair.meant(enemy, name)] = ["mark"]
    return case


# ---- orders of their own side: they mean whom they name ----

def follower(pair, name, hit):
    victim = pair.theirs("knight")
    units = {pair.mine("knight"): {"at": "D6", "hero": "ruska", "ch": {"give_the_order": 3}}, victim: {"hp": 6, "at": "D5"}}
    case = Case("give_the_order to it", pair, pair.owner, {"verb": "give_the_order", "unit": name, "target": victim}, units,
                (HIT if hit else MISS) if name == pair.pell else [])
    case.apart = True
    banner = pair.at[pair.pell] == "E5"  # beside Ruska: 1 more
    case.after[victim] = {"hp": 6 - (hit and 1 + banner), "at": "D5"}
    if name == pair.image:
        case.refuse()
    return case


def pillion(pair, name, _):
    units = {pair.mine("rider"): {"at": "D5", "hero": "tamsin"}, pair.theirs("knight"): {"at": "A8"}}
    case = Case("pillion", pair, pair.owner, {"verb": "pillion", "unit": name, "to": "D7"}, units,
                answers=[(pair.owner, {"verb": "choose", "option": "D8"})])
    case.apart = True
    case.after[pair.pell]["at"] = "D8"
    if name == pair.image:
        case.refuse()
    return case


def switch(pair, name, ally):
    """With the Image: nobody learns of it. With an ally: everybody."""
    knight = pair.mine("knight")
    case = Case("switch", pair, pair.owner, {"verb": "switch", "unit": knight if ally else name}, {},
                pell={"ch": {"switch": 3}})
    case.scenario["position"]["state"]["units"].update({knight: {"at": "A0"}, pair.theirs("knight"): {"at": "A8"}})
    case.scenario["position"]["state"]["queue"] += [knight, pair.theirs("knight")]
    case.apart = bool(ally)
    case.silent = pair.untold and not ally
    if ally:
        case.after[pair.pell]["at"] = "A0"
        case.after[knight] = {"at": pair.at[pair.pell]}
    elif name == pair.image:
        case.after[pair.pell]["at"], case.after[pair.image]["at"] = pair.at[pair.image], pair.at[pair.pell]
    else:
        case.refuse()
    return case


def shatter(pair, name, hit):
    """Around whom it names, an enemy each."""
    pair = Pair(pair.owner, pair.untold, pair.crossed, ("B4", "G4"))
    beside = {"B4": pair.theirs("knight"), "G4": pair.theirs("berserker")}
    case = Case("shatter", pair, pair.owner, {"verb": "shatter", "unit": name}, {}, HIT if hit else MISS,
                pell={"ch": {"laughing_glass": 5}})
    state = case.scenario["position"]["state"]
    state["units"].update({beside["B4"]: {"at": "B5"}, beside["G4"]: {"at": "G5", "ad": 0}})
    state["queue"] += list(beside.values())
    case.apart = True
    for cell, unit in beside.items():
        full = 6 if cell == "B4" else 8
        case.after[unit] = {"hp": full - 2 * (hit and pair.at[name] == cell)}
    if name == pair.image:
        case.after[pair.image] = None
    return case


# ---- what meets units without naming them ----

def area_attack(pair, name, ends):
    """In the order of their names as shown when it was cast: trickster, berserker, image. It hits the two ends of that order,
    or the first alone; that the first hit tells the two apart changes nothing."""
    if name == pair.image:
        return None
    enemy, middle = 1 - pair.owner, pair.mine("berserker")
    hit, miss = [1, 2], [5, 6]
    units = {pair.theirs("trickster"): {"at": "D5"}, middle: {"at": "C5", "ad": 0}}
    case = Case("area_attack", pair, enemy, {"verb": "area_attack"}, units,
                [4, 3] + hit + miss + (hit if ends else miss))
    case.after[middle] = {"hp": 8}
    case.hurt(pair.meant(enemy, pair.pell), 1)
    if ends:
        case.hurt(pair.meant(enemy, pair.image), 1)
    return case


def no_further(pair, name, both):
    """Holds Pell and not the Image, and tells them apart whichever it meets."""
    if name == pair.image:
        return None
    at = "D5" if both else "D3"  # beside D4 alone
    case = Case("no_further", pair, 1 - pair.owner, {"verb": "no_further"},
                {pair.theirs("spearman"): {"at": at, "hero": "ilse", "ch": {"no_further": 6}}})
    met = [u for u in pair.at if both or pair.at[u] == "D4"]
    case.apart = True
    case.fx = {u: ["held"] if u in met and (u == pair.pell or not pair.untold) else [] for u in pair.at}
    return case


def dust_wall(pair, name, both):
    if name == pair.image:
        return None
    kesh, knight = pair.theirs("rider"), pair.mine("knight")
    case = Case("dust_wall", pair, pair.owner, {"verb": "end_turn"},
                {knight: {"at": "I8"}, kesh: {"at": "D5" if both else "D3", "hero": "kesh", "ch": {"dust_wall": 2}}},
                answers=[(1 - pair.owner, {"verb": "choose", "option": "accept"})])
    met = [u for u in pair.at if both or pair.at[u] == "D4"]
    case.apart = True
    case.fx = {u: ["dust"] if u in met and (u == pair.pell or not pair.untold) else [] for u in pair.at}
    return case


def drowning_rain(pair, name, drowns):
    """His turn begins: he rolls, never the Image."""
    if name == pair.image:
        return None
    sedge = pair.theirs("trickster")
    case = Case("drowning_rain", pair, 1 - pair.owner, {"verb": "end_turn"}, {sedge: {"at": "I8", "hero": "sedge"}},
                [2 if drowns else 3], tokens=[{"kind": "rain", "by": sedge, "at": None, "left": 3}])
    case.apart = False
    if drowns:
        case.hurt(pair.pell, 1)
    return case


def ragged(pair, name, switched):
    """Kesh's prey is whom he attacked, wherever it is by now: 1 more damage for Pell if it was he."""
    if not pair.untold:
        return None
    enemy, kesh = 1 - pair.owner, pair.theirs("rider")
    case = Case("run_them_ragged", pair, enemy, {"verb": "attack", "target": name}, {kesh: {"at": "D5", "hero": "kesh"}},
                MISS + HIT, pell={"ch": {"switch": 3}})
    end = {"verb": "end_turn"}
    swap = [[pair.owner, {"verb": "switch", "unit": pair.image}]] if switched else []
    case.scenario["steps"] += [[enemy, end], *swap, [pair.owner, {"verb": "search", "slot": "move"}], [pair.owner, end],
                               [enemy, {"verb": "attack", "target": pair.pell}]]
    if switched:
        case.after[pair.pell]["at"], case.after[pair.image]["at"] = pair.at[pair.image], pair.at[pair.pell]
    case.hurt(pair.pell, 1 + (pair.meant(enemy, name) == pair.pell))
    return case


BY_VERB = {
    "attack": [attack],
    "trample": [trample],
    "axe_throw": [axe_throw],
    "trial_of_steel": [trial_of_steel],
    "give_the_order": [give_the_order, follower],
    "borrowed_hand": [hand_of_the_pairs_side, hand_of_the_other_side, borrowed, each_other],
    "last_signature": [last_signature],
    "black_thread": [black_thread],
    "pillion": [pillion],
    "switch": [switch],
    "shatter": [shatter],
    "choose": [],        # no prompt offers units: an assertion says so
    "place": [],         # before the battle, when nobody has an Image
    "lantern_path": [],  # Sedge leads allies, and Pell is of her own class: they are never on one side
}
UNNAMED = [area_attack, no_further, dust_wall, drowning_rain, ragged]


def play(redoubt, builders, name):
    cases = []
    ways = itertools.product(builders, (0, 1), (True, False), (False, True), ("pell", "image"), (True, False))
    for builder, owner, untold, crossed, named, way in ways:
        pair = Pair(owner, untold, crossed)
        case = builder(pair, getattr(pair, named), way)
        if case is not None:
            case.label = "%s, names %s, %s: %s" % (case.title, named, way, case.pair.text())
            case.scenario["id"] = str(len(cases))
            cases.append(case)
    faults = []
    for case, lines in zip(cases, run_all(redoubt, [c.scenario for c in cases])):
        faults += ["%s: %s" % (case.label, f) for f in case.faults(lines)]
    check("%s: %d cases" % (name, len(cases)), cases != [] and not faults, "\n".join(faults[:12]))


def views(redoubt):
    """Nobody but the owner sees a difference, before and after an attack that misses; the owner sees the truth."""
    for owner, missed in itertools.product((0, 1), (False, True)):
        scenarios = []
        for crossed in (False, True):
            pair = Pair(owner, True, crossed)
            case = trample(pair, pair.pell, False)
            scenarios.append(dict(case.scenario, id=str(crossed), **({} if missed else {"steps": [], "rolls": []})))
        for viewer in ("0", "1", "spectator"):
            one, two = [lines[-1] for lines in run_all(redoubt, scenarios, "--view", viewer)]
            one, two = [{k: v for k, v in view.items() if k != "scenario"} for view in (one, two)]
            check("P%d's pair%s: %s sees %s" % (owner + 1, ", after a miss" if missed else "", viewer,
                                                "the truth" if viewer == str(owner) else "two Pells"),
                  (one == two) == (viewer != str(owner)), (one, two))


def proof(redoubt):
    """Kesh's prey is the Image, a Switch is possible: whatever Kesh's player is shown or told, it is the same in all positions
    that it can't tell apart."""
    pair = Pair(1, True, True)
    kesh = {"kind": "prey", "by": pair.theirs("rider")}
    units = pair.units({"hp": 3, "slots": "MA", "ch": {"switch": 3}})
    units[pair.image]["fx"] = [kesh]
    units.update({pair.theirs("rider"): {"hero": "kesh", "at": "D5"}, pair.mine("knight"): {"at": "I8", "fx": [kesh]}})
    opening = {"game": "fate", "options": {"rounds": 2}, "position": {"state": {
        "queue": [pair.pell, pair.theirs("rider"), pair.mine("knight")], "mirror": [0, 1], "units": units}}}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "prey.json")
        with open(path, "w") as file:
            json.dump(opening, file)
        done = subprocess.run([redoubt, "prove", "fate", path, "--transitions", "3000", "--workers", "1", "--json", "--folder",
                               folder], capture_output=True, text=True, timeout=120)
        check("a Switch with the prey stays secret", done.returncode == 0 and "broken" not in done.stdout, done.stdout[:600] + done.stderr)


def main(argv):
    redoubt = argv[1]
    missing = verbs_that_name_units(redoubt) ^ set(BY_VERB)
    check("every order that names a unit is tried", not missing, sorted(missing))
    for verb, builders in sorted(BY_VERB.items()):
        if builders:
            play(redoubt, builders, verb)
    for builder in UNNAMED:
        play(redoubt, [builder], builder.__name__)
    views(redoubt)
    proof(redoubt)
    return end()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv))
