"""The door for MegaMiner programs and the stand-in for their backend, byte for byte.

usage: megaminer_test.py REDOUBT

What the door must write is put together here with Python's own json module, which is what the old
backend used; the positions are worked out by hand from the rules.
"""
import json
import os
import subprocess
import sys
import time

import bench
from bench import check, match

ROWS = ["rrrrrr   bbbbbb", "rOOOOOOOOOOOOOb", "rOrrrr   bbbbOb", "rOOOOOOOOOOOOOb", "rrrrrr   bbbbbb"]
MAP = {"FloorTiles": ROWS, "PlayerBaseR": {"x": 1, "y": 2}, "PlayerBaseB": {"x": 13, "y": 2}, "DemonSpawners": []}
PRICES = {"House": 10, "Crossbow": 8, "Cannon": 10, "Minigun": 20, "Church": 15}
NOTHING = {"action": "nothing", "x": 0, "y": 0, "tower_type": "", "merc_direction": "", "provoke_demons": False}


def state(turn=0, names=("", ""), money=(30, 30), towers=(), mercs=(), prices=(PRICES, PRICES), limit=300, health=(200, 200)):
    grid = [["" for _ in ROWS[0]] for _ in ROWS]
    for thing in [*towers, *mercs]:
        if thing.get("State") != "dead":
            grid[thing["y"]][thing["x"]] = thing["Name"]
    return json.dumps({
        "TeamNameR": names[0], "TeamNameB": names[1], "Victory": None, "VictoryReason": "",
        "TurnsRemaining": limit - turn, "CurrentTurn": turn,
        "PlayerBaseR": {"Team": "r", "Health": health[0], "Money": money[0], "x": 1, "y": 2},
        "PlayerBaseB": {"Team": "b", "Health": health[1], "Money": money[1], "x": 13, "y": 2},
        "RedTeamMoney": money[0], "BlueTeamMoney": money[1], "FloorTiles": ROWS, "EntityGrid": grid,
        "Towers": list(towers), "Mercenaries": list(mercs), "Demons": [], "DemonSpawners": [],
        "TowerPricesR": prices[0], "TowerPricesB": prices[1]})


def line(**changes):
    return json.dumps({**NOTHING, **changes})


# Keeps what it hears, and answers as agents do: name and first action before it reads on, nothing flushed by hand.
AGENT = """
import sys
try:
    out = open(%(heard)r, "w", encoding="utf-8")
except OSError:  # in a sandbox
    out = open("/dev/null", "w")
answers = %(answers)r
def hear(last):
    while True:
        text = input()
        out.write(text + "\\n")
        out.flush()
        if text == last:
            return
hear("--END INITIAL GAME STATE--")
print(%(name)r)
while True:
    print(answers.pop(0) if answers else %(rest)r)
    hear("--END OF TURN--")
"""


def agent(folder, name, answers, rest=None, called=None):
    return bench.script(folder, name + ".py", AGENT % {
        "heard": os.path.join(folder, name + ".heard"), "answers": answers, "name": called or name, "rest": rest or line()})


def heard(folder, name):
    with open(os.path.join(folder, name + ".heard"), encoding="utf-8") as file:
        return file.read()


def play(folder, red, blue, *more, turns=3):
    patient = [] if "--limit" in more else ["--limit", "turn_ms=20000", "--limit", "start_ms=60000"]  # the machine may be busy
    return match("apoca", red, blue, *patient, "--set", "rules=megaminer", "--set", "map=" + os.path.join(folder, "t1.json"),
                 "--set", "turns=%d" % turns, "--sandbox", "off", *more, cwd=folder)


def program(folder, name):
    return "megaminer:%s %s" % (sys.executable, os.path.join(folder, name + ".py"))


def conversation(folder):
    agent(folder, "red", [line(action="build", x=2, y=2, tower_type="house"), line(merc_direction="N")], called="  Réd \"team\"  ")
    agent(folder, "blue", [line(merc_direction=" s ")])
    games, done = play(folder, program(folder, "red"), program(folder, "blue"))
    names = ('Réd "team"', "blue")
    house = {"Name": "R_H_0", "Type": "House", "Team": "r", "x": 2, "y": 2, "Targets": [], "Cooldown": 4}

    def merc(name, team, x, y):
        return {"Name": name, "Team": team, "x": x, "y": y, "Health": 20, "Damage": 15, "State": "moving"}

    dearer = {**PRICES, "House": 12}
    begin = state(limit=3) + "\n--END INITIAL GAME STATE--\n"
    first = state(1, names, (20, 20), [house], [merc("b0", "b", 13, 3)], (dearer, PRICES), 3)
    second = state(2, names, (10, 20), [{**house, "Cooldown": 3}], [merc("b0", "b", 12, 3), merc("r1", "r", 1, 1)],
                   (dearer, PRICES), 3)
    turns = first + "\n--END OF TURN--\n" + second + "\n--END OF TURN--\n"
    for seat, name in (("RED", "red"), ("BLUE", "blue")):
        want, got = "--YOU ARE %s--\n" % seat + begin + turns, heard(folder, name)
        check("what %s hears, byte for byte" % name, got == want, "%s\n%s" % (got, want))
    check("nobody lost a turn", [s["faults"] for s in games[0]["programs"]] == [0, 0], done)
    check("three turns were played", games[0]["turns"] == 3, done)


def quirks(folder):
    """One program against an idle one; how its money changes tells what was understood."""
    agent(folder, "idle", [])
    cases = {
        "upper case, blanks": [line(action=" BUILD ", x=2, y=2, tower_type=" HoUsE ")],
        "blank lines are ignored": ["\n\n" + line(action="build", x=2, y=2, tower_type="house")],
        "NaN beside the point": [line(action="build", x=2, y=2, tower_type="house")[:-1] + ', "z": NaN}'],
        "the last of two keys counts": ['{"action": "nothing", ' + line(action="build", x=2, y=2, tower_type="house")[1:]],
    }
    for name, answers in cases.items():
        agent(folder, "quirk", answers)
        play(folder, program(folder, "quirk"), program(folder, "idle"))
        after = json.loads(heard(folder, "quirk").splitlines()[3])
        check(name, after["RedTeamMoney"] == 20 and len(after["Towers"]) == 1, after["RedTeamMoney"])
    junk = {"x of a wrong type": line(action="build", x="2", y=2, tower_type="house"), "no object": "[]", "no JSON": "hello",
            "a text that is none": line(action="build", x=2, y=2, tower_type=None), "x missing": '{"action": "nothing", "y": 1}'}
    for name, answer in junk.items():
        agent(folder, "quirk", [answer])
        games, done = play(folder, program(folder, "quirk"), program(folder, "idle"))
        after = json.loads(heard(folder, "quirk").splitlines()[3])
        check("%s: the turn is nothing, the game goes on" % name, after["RedTeamMoney"] == 30 and games[0]["turns"] == 3, done)


def trouble(folder):
    agent(folder, "idle", [])
    bench.script(folder, "dead.py", "import sys\nprint('Dead')\nsys.exit(3)\n")
    bench.script(folder, "mute.py", "import time\ntime.sleep(100)\n")
    bench.script(folder, "loud.py", open(os.path.join(folder, "idle.py"), encoding="utf-8").read().replace(
        "idle.heard", "loud.heard").replace("def hear", "sys.stderr.write('x' * 300000)\ndef hear"))
    games, done = play(folder, program(folder, "dead"), program(folder, "idle"), "--replay", os.path.join(folder, "dead.rdr"))
    seat = games[0]["programs"][0]
    check("a dead program plays nothing to the end", games[0]["turns"] == 3 and seat["fate"] == "gone" and seat["name"] == "Dead", done)
    check("its end is in the log", "exit status 3" in open(os.path.join(folder, "dead.rdr.seat0.log"), encoding="utf-8").read())
    began = time.monotonic()
    games, done = play(folder, program(folder, "idle"), program(folder, "mute"), "--limit", "start_ms=2000", "--limit", "turn_ms=1000")
    seat = games[0]["programs"][1]
    check("a mute program loses its turns", games[0]["turns"] == 3 and seat["faults"] == 4 and seat["name"] == "Agent 2 (Blue) - ERROR", done)
    check("and is not waited for", time.monotonic() - began < 60)
    games, done = play(folder, program(folder, "loud"), program(folder, "idle"))
    check("standard error is drained", games[0]["turns"] == 3 and games[0]["programs"][0]["faults"] == 0, done)
    late = bench.script(folder, "late.py", open(os.path.join(folder, "idle.py"), encoding="utf-8").read().replace(
        "idle.heard", "late.heard").replace("while True:\n    print(answers", "import time\ntime.sleep(2.5)\nwhile True:\n    print(answers"))
    text = open(late, encoding="utf-8").read().replace("print('idle')", "print('late', flush=True)")
    open(late, "w", encoding="utf-8").write(text.replace("answers = []", "answers = [%r, %r]" % (
        line(action="build", x=2, y=2, tower_type="house"), line(merc_direction="N"))))
    games, done = play(folder, program(folder, "late"), program(folder, "idle"), "--limit", "turn_ms=2000", turns=4)
    after = [json.loads(text) for text in heard(folder, "late").splitlines() if text.startswith("{")]
    check("a late line is dropped when it comes, the next one counts", games[0]["programs"][0]["faults"] == 1
          and after[2]["Towers"] == [] and after[2]["RedTeamMoney"] == 20, (done, after[1:3]))


def backend(folder):
    agent(folder, "red", [line(merc_direction="N")])
    agent(folder, "blue", [])
    command = [bench.REDOUBT, "megaminer", "t1.json", "-a1", "red.py", "-a2", "blue.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    lines = done.stdout.splitlines()
    names = ("red", "blue")
    check("header", lines[:5] == ["--BEGIN INITIAL GAME STATE--", state(names=names), "--END INITIAL GAME STATE--",
                                  "--RED TEAM NAME: red--", "--BLUE TEAM NAME: blue--"], lines[:5])
    walker = {"Name": "r0", "Team": "r", "x": 1, "y": 1, "Health": 20, "Damage": 15, "State": "moving"}
    check("the state after turn 0", lines[5:6] == [state(1, names, (20, 30), mercs=[walker])], lines[5:6])
    last = json.loads(lines[-2])
    check("a lone mercenary wins", last["Victory"] == "r" and last["VictoryReason"] == "Blue base destroyed!"
          and last["PlayerBaseB"]["Health"] == -10 and last["CurrentTurn"] == 26, last["CurrentTurn"])
    check("the last line", lines[-1] == "--WINNER: red (RED)--" and done.returncode == 0 and len(lines) == 5 + 26 + 1, lines[-1])
    log = open(os.path.join(folder, "log.txt"), encoding="utf-8").read()
    check("log.txt", log.startswith("-- TURN: 0, REMAINING TURNS: 300, BLUE: $30, RED: $30 --\n") and "-- TURN: 25," in log, log[:200])
    agent(folder, "red", [])
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    lines = done.stdout.splitlines()
    check("after 300 turns only the last line tells", json.loads(lines[-2])["Victory"] is None
          and lines[-1] == "--WINNER: TIE--" and len(lines) == 5 + 300 + 1, lines[-1])


def never(folder):
    """An agent that never plays: no winner, status 1, and its last words."""
    agent(folder, "blue", [])
    bench.script(folder, "broken.py", "import nothing_of_this_name\n")
    done = subprocess.run([bench.REDOUBT, "megaminer", "t1.json", "-a1", "broken.py", "-a2", "blue.py"], cwd=folder, capture_output=True, text=True,
                          timeout=120)
    check("an agent that never plays: no tie, status 1", done.returncode == 1 and "--WINNER" not in done.stdout, (done.returncode, done.stdout[-100:]))
    check("the last words of such an agent are shown", "broken.py" in done.stderr and "nothing_of_this_name" in done.stderr, done.stderr)


def visualizer(folder):
    agent(folder, "red", [line(merc_direction="N")])
    agent(folder, "blue", [])
    old = subprocess.Popen([bench.REDOUBT, "megaminer", "t1.json", "--ai_agent_file_1", "red.py", "--ai_agent_file_2", "blue.py", "-v"],
                           cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    lines = [old.stdout.readline().rstrip("\n") for _ in range(6)]
    while not lines[-1].startswith("--WINNER") and len(lines) < 400:
        old.stdin.write("--NEXT TURN--\n")
        old.stdin.flush()
        lines.append(old.stdout.readline().rstrip("\n"))
    check("the visualizer's way through a game", lines[-1] == "--WINNER: red (RED)--" and len(lines) == 32, lines[-1])
    old.stdin.close()
    old.wait(timeout=30)
    person = line(merc_direction="N") + "\n" + (line() + "\n") * 30
    done = subprocess.run([bench.REDOUBT, "megaminer", "t1.json", "-h1", "-a2", "blue.py"], cwd=folder, input=person,
                          capture_output=True, text=True, timeout=120)
    check("a person plays", done.stdout.endswith("--WINNER: Human Player (Red) (RED)--\n"), done.stdout[-300:])
    for words in (["t1.json", "-a1", "red.py"], ["t1.json", "-a1", "nowhere.py", "-a2", "blue.py"], ["no.json", "-h1", "-h2"], []):
        done = subprocess.run([bench.REDOUBT, "megaminer", *words], cwd=folder, capture_output=True, text=True, timeout=60)
        check("bad usage %s: a line on stdout, status 1" % words, done.returncode == 1 and len(done.stdout.splitlines()) == 1, done)


with bench.folder() as place:
    with open(os.path.join(place, "t1.json"), "w", encoding="utf-8") as file:
        json.dump(MAP, file)
    conversation(place)
    quirks(place)
    trouble(place)
    backend(place)
    never(place)
    visualizer(place)
sys.exit(bench.end())
