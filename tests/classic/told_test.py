#!/usr/bin/env python3
"""What players of Fortress Frontiers Classic are told, and what the bots make of it: told_test.py REDOUBT"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402


def unit(number, kind, at, health=100):
    return {"id": number, "owner": 0 if number % 2 else 1, "type": kind, "at": at, "hp": health}


def scenario(units, steps, options=None, gold=(0, 0)):
    done = [[0, {"verb": "done"}], [1, {"verb": "done"}]]
    return {"game": "classic", "options": dict({"steady": 1}, **(options or {})), "steps": steps + done,
            "position": {"turn": 3, "players": [{"gold": g} for g in gold], "units": units}}


def run(redoubt, what, *flags):
    done = subprocess.run([redoubt, "scenario", *flags, "-"], input=json.dumps(what),
                          capture_output=True, text=True, timeout=60)
    return done.stdout


def events_of(redoubt, what, *flags):
    """The events of the last step, which executes the turn; and the final line."""
    lines = [json.loads(line) for line in run(redoubt, what, *flags).splitlines()]
    return lines[-2]["events"], lines[-1]


def order(verb, number, at=None, key="to"):
    return {"verb": verb, "unit": number} if at is None else {"verb": verb, "unit": number, key: at}


GANG = scenario([unit(3, "soldier", [8, 4]), unit(5, "archer", [8, 5], 60), unit(4, "soldier", [9, 4], 50)],
                [[0, order("melee", 3, [9, 4], "at")], [0, order("melee", 5, [9, 4], "at")]])


def why(redoubt):
    """From a death back to everything that led to it."""
    events, _ = events_of(redoubt, GANG)
    died = [e for e in events if e["kind"] == "died"]
    check("one unit dies", len(died) == 1 and died[0]["who"] == 4, events)
    chain, event = [], died[0]
    while True:
        chain.append(event)
        if "cause" not in event:
            break
        event = events[event["cause"]]
    kinds = [e["kind"] for e in chain]
    check("its death goes back to its wounds, both blows and the strengths behind them",
          kinds == ["died", "hurt", "struck", "strength", "strength", "struck", "strength"], kinds)
    check("every link has a rule and a sentence", all(e["rule"][0] == "R" and e["text"] for e in chain))
    weak = [e for e in chain if e["kind"] == "strength" and e["who"] == 4][0]
    check("the crowd and the wounds of the target are named",
          (weak["points"], weak["penalty"], weak["health"], weak["strength"]) == (10, 2, 50, 1200), weak)
    check("in decimals for people", "strength 6." in weak["text"], weak["text"])


def explained(redoubt):
    said = run(redoubt, GANG, "--explain")
    for part in ("3 strikes 4: strength 10 against 6, luck 1: 35.205 damage. (R6.7)",
                 "5: 5 less 0 at 60 health makes strength 4. (R6.3)",
                 "4 dies at 9,4. (R6.4)", "3 advances from 8,4 to 9,4. (R6.9)"):
        check("explained: " + part, part in said, said)


def heard_by(redoubt, what, kind):
    events, _ = events_of(redoubt, what)
    return [e["seen_by"] for e in events if e["kind"] == kind]


def secrets(redoubt):
    blocked = scenario([unit(3, "soldier", [8, 4]), unit(5, "soldier", [9, 4])], [[0, order("move", 3, [9, 4])]])
    check("a bounce off a friend is told to its owner alone", heard_by(redoubt, blocked, "blocked") == [[0]])
    others = scenario([unit(3, "soldier", [8, 4]), unit(5, "soldier", [9, 4]), unit(7, "scout", [2, 2])],
                      [[0, order("move", 3, [9, 4])], [0, order("move", 7, [2, 3])], [0, order("extend", 7, [2, 4])]])
    check("and once, however long others walk", heard_by(redoubt, others, "blocked") == [[0]]
          and len(heard_by(redoubt, others, "moved")) == 2)
    gone = scenario([unit(3, "archer", [8, 4]), unit(5, "soldier", [9, 5]), unit(4, "scout", [10, 4], 20)],
                    [[0, order("ranged", 3, [10, 4], "at")], [0, order("melee", 5, [10, 4], "at")]])
    check("so is a blow at nobody", heard_by(redoubt, gone, "target_gone") == [[0]])
    queue = scenario([unit(4, "soldier", [5, 6]), unit(6, "soldier", [6, 7])],
                     [[1, order("move", 4, [6, 6])], [1, order("move", 6, [6, 6])]])
    check("so is a place in a queue", heard_by(redoubt, queue, "left_out") == [[1]])
    check("a move is watched by everybody", heard_by(redoubt, queue, "moved") == [[0, 1, "spectator"]])
    bought = scenario([], [[0, {"verb": "buy", "type": "scout", "at": [0, 7]}]], gold=(5, 0))
    first = json.loads(run(redoubt, bought).splitlines()[0])["events"]
    check("a purchase is told to the buyer", [(e["kind"], e["seen_by"]) for e in first] == [("bought", [0])], first)
    both = scenario([], [[seat, {"verb": "buy", "type": "scout", "at": [8, 4]}] for seat in (0, 1)],
                    {"free_placement": 1}, gold=(5, 5))
    check("so is one that was paid back", heard_by(redoubt, both, "refunded") == [[1]])
    check("who appears is seen by everybody", heard_by(redoubt, both, "appeared") == [[0, 1, "spectator"]])
    rest = scenario([unit(3, "soldier", [8, 4], 100)], [[0, order("defend", 3)]])
    kinds = [e["kind"] for e in events_of(redoubt, rest)[0]]
    scratch = scenario([unit(3, "soldier", [8, 4], 99)], [[0, order("heal", 3)]])
    healed = [e for e in events_of(redoubt, scratch)[0] if e["kind"] not in ("turn_began", "income")]
    check("who gets one health back is told", len(healed) == 1 and healed[0]["who"] == 3, healed)
    check("of a defence that nobody tested there is nothing to tell", kinds == ["turn_began", "income", "income"], kinds)


def traces(redoubt):
    still = scenario([unit(3, "scout", [8, 4])], [])
    away = scenario([unit(3, "scout", [8, 4])], [[0, order("move", 3, [9, 4])], [0, order("extend", 3, [8, 4])]])
    one, other = (events_of(redoubt, s)[1]["position"] for s in (still, away))
    check("a walk there and back leaves the units as they were", one["units"] == other["units"])
    check("a walk there and back leaves a trace", "trace" not in one and other.get("trace", 0) > 0, other)
    later = dict(away, position=dict(away["position"], trace=77))
    check("it is that of the last turn alone", events_of(redoubt, later)[1]["position"].get("trace") == other["trace"])
    said, _ = events_of(redoubt, away, "--view", "1")
    check("the other watched it", [e["kind"] for e in said].count("moved") == 2, said)


def bots(redoubt):
    done = subprocess.run([redoubt, "match", "classic", "greedy", "random", "--games", "40", "--swap", "--json",
                           "--seed", "1"], capture_output=True, text=True, timeout=100)
    rows = json.loads(done.stdout.splitlines()[-1])["bots"]
    check("greedy beats random in 95 of 100 games", [r["win_rate"] >= 0.95 for r in rows if r["bot"] == "greedy"] == [True],
          done.stdout[-600:])


WHOLE = scenario([unit(3, "soldier", [8, 4]), unit(5, "archer", [8, 6]), unit(7, "scout", [3, 3]),
                  unit(4, "soldier", [9, 4])],
                 [[0, {"verb": "buy", "type": "scout", "at": [0, 7]}], [0, order("ranged", 5, [9, 4], "at")],
                  [0, order("melee", 3, [9, 4], "at")], [0, order("move", 7, [5, 3])]], gold=(20, 0))


def steps(redoubt):
    """A turn is shown step by step, up to the money of the next one."""
    events, _ = events_of(redoubt, WHOLE, "--frames")
    frames = [json.loads(line) for line in run(redoubt, WHOLE, "--frames").splitlines()][-2]["frames"]
    names = [frame["step"] for frame in frames]
    check("every step of a turn is shown", names == ["purchases", "arrows", "blades", "movement", "movement", "upkeep"], names)
    told = [event["kind"] for frame in frames for event in frame["events"]]
    check("and what was told is told in its step", told == [event["kind"] for event in events], (told, events))
    check("the money of the next turn comes last", [e["kind"] for e in frames[-1]["events"]] ==
          ["turn_began", "income", "income"], frames[-1]["events"])


def main(redoubt):
    why(redoubt)
    steps(redoubt)
    explained(redoubt)
    secrets(redoubt)
    traces(redoubt)
    bots(redoubt)
    return end()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
