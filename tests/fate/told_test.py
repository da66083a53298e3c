#!/usr/bin/env python3
"""What players of FATE are told, which positions are refused, and that the greedy bot can play:
told_test.py REDOUBT"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402


def scenario(units, steps, rolls=(), **state):
    return {"game": "fate", "rolls": list(rolls), "steps": steps,
            "position": {"state": dict({"queue": list(units), "units": units}, **state)}}


def run(redoubt, what, *flags):
    done = subprocess.run([redoubt, "scenario", *flags, "-"], input=json.dumps(what),
                          capture_output=True, text=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def events_of(redoubt, what, seat=None):
    """Events of the last step, as everybody or as one seat hears them."""
    lines, said = run(redoubt, what)
    events = lines[-2]["events"]
    if seat is None:
        return events
    return [e for e in events if seat in e["seen_by"]]


def kinds(events):
    return [e["kind"] for e in events]


HIDDEN = {"at": "E4", "st": 1, "sl": 3}


def moves(redoubt):
    what = scenario({"P1-assassin": HIDDEN, "P2-knight": {"at": "A8"}}, [[0, {"verb": "move", "to": "E6"}]])
    check("the owner is told of a hidden unit's move", kinds(events_of(redoubt, what, 0)) == ["moved"])
    heard = events_of(redoubt, what, 1)
    check("the other hears that something moves", kinds(heard) == ["something_moved"], heard)
    check("and not from where or whereto", not any(k in heard[0] for k in ("from", "to", "unit")), heard)
    check("spectators hear the same", kinds(events_of(redoubt, what, "spectator")) == ["something_moved"])


def order_of_events(redoubt):
    what = scenario({"P1-knight": {"at": "E4"}, "P2-trickster": {"at": "E5", "hp": 1}, "P2-knight": {"at": "A8"}},
                    [[0, {"verb": "attack", "target": "P2-trickster"}]], [6, 6, 1, 2])
    heard = events_of(redoubt, what)
    check("dice, death, then the hit", kinds(heard) == ["rolled", "rolled", "died", "hit"], heard)
    check("the dice are told with who and why",
          [(e["unit"], e["why"], e["first"], e["second"]) for e in heard[:2]]
          == [("P1-knight", "attack", 6, 6), ("P2-trickster", "defence", 1, 2)], heard)
    check("the hit tells totals, damage and what is left",
          [heard[3][k] for k in ("attack", "defence", "damage", "hp")] == [12, 3, 1, 0], heard)
    check("and comes from the attacker's roll, like the death", [e.get("cause") for e in heard] == [None, 0, 0, 0], heard)


def causes(redoubt):
    what = scenario({"P1-rider": {"at": "A4"}, "P2-archer": {"at": "C4"}, "P2-knight": {"at": "E4"}},
                    [[0, {"verb": "move", "to": "G4"}]], [6, 5, 1, 2, 1, 2, 6, 5])
    heard = events_of(redoubt, what)
    blows = [heard[e["cause"]]["kind"] for e in heard if e["kind"] == "rolled" and e["why"] == "attack"]
    check("each attack of a ride comes from the ride", blows == ["moved", "moved"], heard)
    ends = [heard[e["cause"]]["why"] for e in heard if e["kind"] in ("hit", "missed")]
    check("and its result from its own roll", ends == ["attack", "attack"], heard)


def ties(redoubt):
    what = scenario({"P1-archer": {"at": "A0"}, "P2-rider": {"at": "G6"}},
                    [[0, {"verb": "attack", "target": "P2-rider"}]], [4, 2, 5, 1, 3, 3, 6, 2])
    heard = [e for e in events_of(redoubt, what) if e["kind"] == "tie_rolled"]
    check("each tie is told", [(e["first"], e["second"]) for e in heard] == [(3, 3), (6, 2)], heard)


def doubles(redoubt):
    """A double that decides is named, of either side; one that changes nothing is not."""
    def heard(attacker, defender, rolls):
        what = scenario({attacker: {"at": "E4"}, defender: {"at": "E5"}},
                        [[0, {"verb": "attack", "target": defender}]], rolls)
        return [(e["unit"], e["what"]) for e in events_of(redoubt, what) if e["kind"] == "double_decides"]
    knight, archer, spear, rider = "P1-knight", "P1-archer", "P2-spearman", "P2-rider"
    for name, got, want in (
            ("a Knight's double that makes a hit is named", heard(knight, rider, [1, 1, 6, 5]), [(knight, "a hit")]),
            ("and not if it was a hit anyway", heard(knight, rider, [6, 6, 1, 2]), []),
            ("a Spearman's that dodges", heard(archer, spear, [6, 5, 2, 2]), [(spear, "a dodge")]),
            ("and not if it was a miss anyway", heard(archer, spear, [1, 2, 6, 6]), []),
            ("of two doubles the Knight's", heard(knight, spear, [6, 6, 2, 2]), [(knight, "a hit")]),
            ("a double of others is none", heard(archer, rider, [1, 1, 6, 6]), [])):
        check(name, got == want, got)
    what = scenario({"P1-trickster": {"at": "E4"}, spear: {"at": "E5"}}, [[0, {"verb": "area_attack"}]], [6, 5, 2, 2])
    check("a double decides in an area too", "double_decides" in kinds(events_of(redoubt, what)), events_of(redoubt, what))


def searches(redoubt):
    units = {"P1-knight": {"at": "E4"}, "P2-assassin": {"at": "E5", "st": 1, "sl": 2}, "P2-knight": {"at": "A8"}}
    what = scenario(units, [[0, {"verb": "search", "slot": "action"}]], [3])
    check("the searcher hears for whom the die was", kinds(events_of(redoubt, what, 0)) == ["searched", "search_rolled"])
    check("the other hears of the search alone", kinds(events_of(redoubt, what, 1)) == ["searched"])


def tries(redoubt):
    what = scenario({"P1-assassin": {"at": "E4"}, "P2-knight": {"at": "A8"}}, [[0, {"verb": "stealth"}]], [5])
    check("the owner sees the die", "die_rolled" in kinds(events_of(redoubt, what, 0)))
    heard = kinds(events_of(redoubt, what, 1))
    check("the other sees the try and that it is gone", heard == ["stealth_tried", "hid"], heard)


def prompts(redoubt):
    what = scenario({"P1-knight": {"at": "E4"}, "P2-berserker": {"at": "E5"}},
                    [[0, {"verb": "attack", "target": "P2-berserker"}]], [6, 1])
    asked = [e for e in events_of(redoubt, what) if e["kind"] == "prompt"]
    check("everybody hears that somebody is asked, and about what",
          [(e["seat"], e["card"]) for e in asked] == [(1, "auto_defence")], asked)


def secret_cards(redoubt):
    units = {"P1-spearman": {"at": "E4", "hero": "brannoch", "ch": {"sow_caltrops": 2}}, "P2-knight": {"at": "A8"}}
    what = scenario(units, [[0, {"verb": "sow_caltrops", "at": "E6"}], [0, {"verb": "choose", "option": "E5"}]])
    check("caltrops are laid before their owner's eyes", kinds(events_of(redoubt, what, 0)).count("token_laid") == 2)
    check("and nobody else's", "token_laid" not in kinds(events_of(redoubt, what, 1)))


def bad_positions(redoubt):
    """Each is refused with words that name the field."""
    knights = {"P1-knight": {"at": "E4"}, "P2-knight": {"at": "A8"}}
    cases = (
        ("a cell off the board", {"P1-knight": {"at": "J4"}}, "units.P1-knight.at"),
        ("too many HP", {"P1-knight": {"at": "E4", "hp": 7}}, "units.P1-knight.hp"),
        ("more HP than anybody has", {"P1-knight": {"at": "E4", "hero": "odwin", "hp": 21}}, "units.P1-knight.hp"),
        ("more HP than its most", {"P1-knight": {"at": "E4", "hero": "odwin", "hp": 9, "max": 8}}, "units.P1-knight.hp"),
        ("a used card that it has not", {"P1-knight": {"at": "E4", "hero": "odwin", "used": ["banner"]}}, "used[0]"),
        ("a hero of another class", {"P1-knight": {"at": "E4", "hero": "ilse"}}, "units.P1-knight.hero"),
        ("a counter that it has not", {"P1-knight": {"at": "E4", "ad": 3}}, "units.P1-knight.ad"),
        ("slots that there are not", {"P1-knight": {"at": "E4", "slots": "X"}}, "units.P1-knight.slots"),
        ("an unknown unit", {"P3-knight": {"at": "E4"}}, "P3-knight"),
        ("a hidden Knight", {"P1-knight": {"at": "E4", "st": 1}}, "hidden"),
        ("two on a cell", {"P1-rider": {"at": "A8"}}, "where it can't be"),
        ("an effect that there is not", {"P1-knight": {"at": "E4", "fx": [{"kind": "luck", "by": "P1-rider"}]}}, "fx[0].kind"),
    )
    for name, change, words in cases:
        units = dict(knights, **change)
        lines, said = run(redoubt, {"game": "fate", "steps": [], "position": {"state": {"units": units}}})
        check("refused: " + name, lines == [] and words in said, said)
    state = {"units": knights, "queue": ["P1-knight", "P1-knight"]}
    lines, said = run(redoubt, {"game": "fate", "steps": [], "position": {"state": state}})
    check("refused: twice in the queue", lines == [] and "queue[1]" in said, said)
    units = {"P1-archer": {"hero": "gauge", "alive": 1, "at": None, "hp": 4}, "P1-turret": {"alive": 1, "at": None, "hp": 2}}
    state = {"units": units, "phase": "placement", "cur": "P1"}
    lines, said = run(redoubt, {"game": "fate", "steps": [], "position": {"state": state}})
    check("refused: a summon that waits for its place", lines == [] and "where it can't be" in said, said)


def secret_cells(redoubt):
    """Where the first caltrop will lie is nobody else's business, also while the second is asked for."""
    units = {"P1-spearman": {"at": "E4", "hero": "brannoch", "ch": {"sow_caltrops": 2}}, "P2-knight": {"at": "A8"}}
    seen = {}
    for viewer in ("0", "1", "spectator"):
        seen[viewer] = [run(redoubt, scenario(units, [[0, {"verb": "sow_caltrops", "at": cell}]]), "--view", viewer)[0][-1]
                        for cell in ("E6", "D5")]
    check("its owner sees where a caltrop is to lie", seen["0"][0] != seen["0"][1])
    check("the other does not", seen["1"][0] == seen["1"][1], seen["1"])
    check("nor do spectators", seen["spectator"][0] == seen["spectator"][1], seen["spectator"])


def hidden_slots(redoubt):
    """What a hidden unit did in its turn does not show."""
    units = {"P1-assassin": HIDDEN, "P2-knight": {"at": "A8"}}
    views = []
    for steps in ([], [[0, {"verb": "move", "to": "E6"}]]):
        what = scenario(units, steps + [[0, {"verb": "end_turn"}]])
        views.append(run(redoubt, what, "--view", "1")[0][-1])
    check("nobody sees whether a hidden unit has moved", views[0] == views[1], views)


def last_breath(redoubt):
    """Whoever has one HP left still reacts."""
    units = {"P2-knight": {"at": "E6"},
             "P1-assassin": {"hero": "quill", "at": "E4", "hp": 1, "st": 1, "sl": 2, "ch": {"slip_the_knife": 2}}}
    what = scenario(units, [[1, {"verb": "move", "to": "E5"}], [0, {"verb": "choose", "option": "accept"}]], [6, 5, 1, 2])
    lines, said = run(redoubt, what)
    check("a hero with one HP is asked", [line.get("ok") for line in lines[:2]] == [True, True], lines)


def scores(redoubt):
    """The score of a side is what its units have left."""
    units = {"P1-knight": {"at": "E4", "hp": 5}, "P2-trickster": {"at": "E5", "hp": 1}, "P1-rider": {"at": "A0", "hp": 3}}
    what = scenario(units, [[0, {"verb": "attack", "target": "P2-trickster"}], [0, {"verb": "end_turn"}]],
                    [6, 6, 1, 2])
    outcome = run(redoubt, what)[0][-1]["outcome"]
    check("the score is the HP that are left", outcome is not None and outcome["score"] == [8, 0], outcome)


def dead_units(redoubt):
    units = {"P1-spearman": {"at": "E4", "hero": "brannoch"}, "P2-knight": {"at": "A8"},
             "P2-rider": {"hp": 0, "fx": [{"kind": "root", "by": "P1-spearman"}]}}
    what = scenario(units, [])
    what["position"]["state"]["queue"] = ["P1-spearman", "P2-knight"]
    lines, said = run(redoubt, what)
    check("refused: an effect on the dead", lines == [] and "effects where none can be" in said, said)


def round_trip(redoubt):
    """A position printed in the middle of a prompt plays on as the one it was taken from."""
    units = {"P1-rider": {"at": "A4"}, "P2-berserker": {"at": "C4"}, "P2-knight": {"at": "E4"}}
    first = scenario(units, [[0, {"verb": "move", "to": "G4"}]], [6, 6])
    position = run(redoubt, first)[0][-1]["position"]
    second = {"game": "fate", "rolls": [5, 4, 1, 2], "position": position,
              "steps": [[1, {"verb": "choose", "option": "auto"}]]}
    after = run(redoubt, second)[0][-1]["position"]["state"]["units"]
    check("a ride goes on after a pause in JSON",
          (after["P2-berserker"]["ad"], after["P2-knight"]["hp"], after["P1-rider"]["at"]) == (0, 5, "G4"), after)


def bots(redoubt):
    """With base units and with heroes, in either seat."""
    for mode in ("classic", "mirror"):
        done = subprocess.run([redoubt, "match", "fate", "greedy", "random", "--games", "20", "--swap", "--seed", "5",
                               "--set", "mode=" + mode, "--json"], capture_output=True, text=True, timeout=100)
        summary = json.loads(done.stdout.splitlines()[-1])
        wins = [row["wins"] for row in summary["bots"]]
        check("greedy beats random, mode %s" % mode, wins[0] >= 18, summary)


def main(argv):
    for part in (moves, order_of_events, causes, ties, doubles, searches, tries, prompts, secret_cards, secret_cells,
                 hidden_slots, last_breath, scores, dead_units, bad_positions, round_trip, bots):
        part(argv[1])
    return end()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv))
