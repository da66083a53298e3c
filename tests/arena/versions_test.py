"""Entrants as command and files: versions, tournaments that grow, programs that are checked first, and the lines of docs/arena.md.

usage: versions_test.py REDOUBT SOURCES
"""
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import time

import bench
from bench import check

SOURCES = sys.argv[2]
KIT = os.path.join(SOURCES, "clients", "kits", "bot.py")
PATIENT = ["--limit", "turn_ms=20000", "--limit", "start_ms=60000", "--sandbox", "off"]


def arena(*words, cwd):
    return bench.run("arena", *words, "--quiet", cwd=cwd)


def shown(done):
    return json.loads(done.out) if done.out.startswith("{") else {"standings": [], "run": {"games": -1}, "games": -1}


def names(done):
    return sorted(row["name"] for row in shown(done)["standings"])


def versions(folder):
    shutil.copy(KIT, os.path.join(folder, "mine.py"))
    words = ["run", "null", "greedy", "mine=cmd:%s mine.py" % sys.executable, "--pairs", "2", "--db", "v.db", "--json", "--seed", "5", *PATIENT]
    first = arena(*words, cwd=folder)
    check("a program plays", first.status == 0 and shown(first)["run"]["games"] == 4, first)
    check("its files have a fingerprint", re.fullmatch("[0-9a-f]{16}", {r["name"]: r for r in shown(first)["standings"]}["mine"]["files"]), first.out)
    again = arena(*words, cwd=folder)
    check("nothing has changed: nothing is played", shown(again)["run"]["games"] == 0 and again.err.count("\n") <= 1, again)
    with open(os.path.join(folder, "mine.py"), "a", encoding="utf-8") as file:
        file.write("# better\n")
    edited = arena(*words, cwd=folder)
    check("an edited program is a new version that plays", names(edited) == ["greedy", "mine", "mine@2"] and shown(edited)["run"]["games"] == 4, edited)
    check("changed files are told", "the files of mine have changed" in edited.err and "mine@2" in edited.err, edited.err)
    rows = {row["name"]: row for row in shown(edited)["standings"]}
    check("the old one keeps its games", rows["mine"]["games"] == 4 and rows["mine"]["retired"] and rows["mine@2"]["version"] == 2, rows)
    shutil.copy(KIT, os.path.join(folder, "mine.py"))
    back = arena(*words, cwd=folder)
    check("with the first files again it is the first version", shown(back)["run"]["games"] == 0 and names(back) == names(edited), back)
    os.mkdir(os.path.join(folder, "parts"))
    bench.script(os.path.join(folder, "parts"), "data.txt", "1")
    words = ["run", "null", "greedy", "mine=cmd:%s mine.py" % sys.executable, "--files", "mine=parts", "--pairs", "1", "--db", "f.db", "--json", *PATIENT]
    arena(*words, cwd=folder)
    bench.script(os.path.join(folder, "parts"), "data.txt", "2")
    edited = arena(*words, cwd=folder)
    check("a declared folder counts, whatever the command names", "mine@2" in names(edited), edited)
    wrong = arena(*words[:4], "--files", "mine=nowhere", "--db", "x.db", cwd=folder)
    check("a folder that is none", wrong.status == 2 and "is no folder" in wrong.err, wrong)
    swiss = ["run", "null", "greedy", "random", "mine=cmd:%s mine.py" % sys.executable, "--format", "swiss", "--pairs", "1", "--db", "s.db", *PATIENT]
    arena(*swiss, cwd=folder)
    with open(os.path.join(folder, "mine.py"), "a", encoding="utf-8") as file:
        file.write("# worse\n")
    late = arena(*swiss, cwd=folder)
    check("a swiss goes on only with those who began it, and says so", late.status == 2 and "mine have changed" in late.err and "--db" in late.err, late)


def growing(folder):
    words = ["--db", "g.db", "--json", "--seed", "9"]
    one = arena("run", "null", "greedy", "random", "--pairs", "2", *words, cwd=folder)
    two = arena("run", "null", "greedy", "random", "r3=random", "--pairs", "2", *words, cwd=folder)
    check("one more entrant plays those who are there", (shown(one)["games"], shown(two)["games"], shown(two)["run"]["games"]) == (4, 12, 8), two)
    check("the newcomer is named", "r3 is new here" in two.err, two.err)
    three = arena("run", "null", "greedy", "random", "r3=random", "--pairs", "5", *words, cwd=folder)
    check("more pairs are played beyond those there are", shown(three)["games"] == 30 and shown(three)["run"]["games"] == 18, three)
    check("every two have as many", all(a["games"] == 10 for r in shown(three)["standings"] for a in r["against"]), three.out)
    less = arena("run", "null", "greedy", "r3=random", "--pairs", "6", *words, cwd=folder)
    check("who is not named again plays no more", shown(less)["run"]["games"] == 2 and "random was not named again" in less.err, less)
    whole = arena("run", "null", "greedy", "random", "r3=random", "--pairs", "2", "--db", "w.db", "--json", "--seed", "9", "--format", "gauntlet", cwd=folder)
    more = arena("run", "null", "greedy", "random", "r3=random", "r4=random", "--pairs", "2", "--db", "w.db", "--json", "--seed", "9", "--format",
                 "gauntlet", cwd=folder)
    check("a gauntlet too", shown(whole)["games"] == 8 and shown(more)["games"] == 12, more)


def checked(folder):
    shutil.copy(KIT, os.path.join(folder, "fine.py"))
    bench.script(folder, "dies.py", "import sys\nsys.exit('no module named luck')\n")
    bench.script(folder, "wrong.py", "for line in open(0): print('{}', flush=True)\n")
    fine, dies, wrong = ("%s=cmd:%s %s.py" % (name, sys.executable, name) for name in ("fine", "dies", "wrong"))
    done = arena("check", "null", fine, *PATIENT, cwd=folder)
    check("check: a program that plays", done.status == 0 and re.search("fine +plays: ready in [0-9]+ ms", done.out), done)
    done = arena("check", "null", fine, dies, wrong, *PATIENT, cwd=folder)
    check("check: one that dies, with its last words", done.status == 1 and "no module named luck" in done.out and "exit status 1" in done.out, done)
    check("check: one that gives no order", "an answer has order" in done.out and "plays with faults" in done.out, done)
    done = arena("check", "null", dies, "--json", *PATIENT, cwd=folder)
    check("check --json", json.loads(done.out)[0]["never_played"] is True, done)
    done = arena("run", "null", "greedy", dies, "--pairs", "1", "--db", "d.db", *PATIENT, cwd=folder)
    check("run tells at once who can't play, and has status 1", done.status == 1 and "no module named luck" in done.err
          and "dies never played" in done.err, done)
    check("and what was in force is kept", "without a sandbox" in json.loads(arena("show", "d.db", "--json", cwd=folder).out).get("in_force", ""))


def named(folder):
    bots = ["greedy", "r1=random", "r2=random", "r3=random", "r4=random"]
    double = arena("run", "null", *bots, "--format", "double", "--pairs", "3", "--db", "double.db", "--seed", "3", cwd=folder)
    check("an elimination names its champion", "\nchampion: greedy\n" in double.out, double)
    swiss = arena("run", "null", *bots, "--format", "swiss", "--pairs", "3", "--db", "swiss.db", "--seed", "3", cwd=folder)
    check("a swiss shows points and who sat out", "points" in swiss.out and "sat out 1" in swiss.out, swiss)
    report = open_page(folder, "double.db")
    check("the page has champion, seed and limits", all(word in report for word in ("Champion: <b>greedy", "turn_ms", "&quot;seed&quot;")), report[-600:])


STUCK = """import sys, time
asked = 0
for line in sys.stdin:
    if '"hello"' in line: print('{"ready":1,"want":[]}', flush=True)
    elif '"ask"' in line:
        asked += 1
        if asked > 1: time.sleep(1000)
        print('{"choose":0}', flush=True)
    else: break
"""


def left_behind(folder):
    """Where later rounds follow from results, whoever is not named again loses the games that are left, and the others go on."""
    bench.script(folder, "stuck.py", STUCK)
    stuck = "stuck=cmd:%s stuck.py" % sys.executable
    for form in ("double", "swiss"):
        bots, words = ["r1=random", "r2=random", "greedy"], ["--format", form, "--pairs", "1", "--db", form + ".db", "--seed", "3", "--jobs", "2", "--json",
                                                             "--limit", "turn_ms=600000", "--sandbox", "off", "--quiet"]
        run = subprocess.Popen([bench.REDOUBT, "arena", "run", "null", *bots[:2], stuck, bots[2], *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while run.poll() is None and not played(folder, form + ".db"):
            time.sleep(0.05)
        run.kill()
        run.wait()
        done = arena("run", "null", *bots, *words, cwd=folder)
        check(form + ": it goes on without one", done.status == 0 and "stuck was not named again: it loses the games that are left" in done.err, done)
        rows = {row["name"]: row for row in shown(done)["standings"]}
        check(form + ": who is missing has lost every game", len(rows) == 4 and rows["stuck"]["games"] == rows["stuck"]["losses"] == rows["stuck"]["seats_lost"] > 0, rows)
        again = arena("run", "null", *bots, *words, cwd=folder)
        check(form + ": nothing is played twice", shown(again)["run"]["games"] == 0 and shown(again)["games"] == shown(done)["games"], again)
        check(form + ": nobody joins it later", arena("run", "null", *bots, "r9=random", *words, cwd=folder).status == 2)


def played(folder, db):
    """How many games have a result; the file may just be made."""
    try:
        with sqlite3.connect("file:%s?mode=ro" % os.path.join(folder, db), uri=True) as base:
            return base.execute("SELECT count(result) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def open_page(folder, db):
    arena("show", db, "--html", "page.html", cwd=folder)
    with open(os.path.join(folder, "page.html"), encoding="utf-8") as file:
        return file.read()


def old_games(folder):
    """An agent of MegaMiner plays by the rules it was written for, without being told to."""
    bench.script(folder, "agent.py", "import sys\nprint('nobody', flush=True)\nprint('{}', flush=True)\n"
                 "for line in sys.stdin:\n    if line.startswith('--END OF'): print('{}', flush=True)\n")
    bot = "megaminer:%s agent.py" % sys.executable
    done = bench.run("match", "apoca", bot, "random", "--replay", "a.rdr", *PATIENT, cwd=folder)
    replay = bench.run("replay", "a.rdr", "--json", cwd=folder)
    check("match: rules=megaminer by itself", "rules=megaminer" in done.err and '"rules":"megaminer"' in replay.out.replace(" ", ""), (done, replay.out[:300]))
    done = bench.run("match", "apoca", bot, "random", "--set", "rules=seed", "--set", "turns=3", *PATIENT, cwd=folder)
    check("match: unless rules are named", "rules=megaminer" not in done.err, done)
    done = arena("run", "apoca", bot, "random", "--pairs", "1", "--db", "m.db", "--json", *PATIENT, cwd=folder)
    check("arena: the same", shown(done).get("tournament", {}).get("setups", [{}])[0].get("rules") == "megaminer", done)


def documented(folder):
    """The commands at the head of docs/arena.md, typed one after the other."""
    with open(os.path.join(SOURCES, "docs", "arena.md"), encoding="utf-8") as file:
        text = file.read()
    lines = [line.strip() for line in re.findall("^    (redoubt .*)$", text.split("\n## ")[0], re.M)]
    shutil.copy(KIT, os.path.join(folder, "mybot"))
    os.chmod(os.path.join(folder, "mybot"), stat.S_IRWXU | stat.S_IROTH | stat.S_IXOTH)
    check("docs/arena.md begins with commands", len(lines) >= 4, lines)
    for line in lines:
        line = re.sub("--pairs [0-9]+", "--pairs 1", line)
        more = "--set turns=6 --quiet --limit turn_ms=20000" if " run " in line else "--pairs 2 --set turns=6 --quiet --limit turn_ms=20000" if " sprt " in line else ""
        done = subprocess.run(["/bin/sh", "-c", line.replace("redoubt ", bench.REDOUBT + " ", 1) + " " + more], cwd=folder, capture_output=True, text=True)
        check("typed: " + line, done.returncode == 0, done)


with bench.folder() as place:
    for part in (versions, growing, checked, named, left_behind, old_games, documented):
        inner = os.path.join(place, part.__name__)
        os.mkdir(inner)
        part(inner)
sys.exit(bench.end())
