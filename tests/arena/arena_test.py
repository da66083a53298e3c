"""redoubt arena as its users see it: formats, reports, going on after kill -9.

usage: arena_test.py REDOUBT
"""
import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time

import bench
from bench import check


def arena(*words, cwd):
    return bench.run("arena", *words, "--quiet", cwd=cwd)


def results(db):
    with sqlite3.connect("file:%s?mode=ro" % db, uri=True) as base:
        return base.execute("SELECT id, result FROM game ORDER BY id").fetchall()


def formats(folder):
    bots = ["greedy", "random", "r2=random", "r3=random", "r4=random"]
    for name in ("round-robin", "gauntlet", "swiss", "single", "double", "ladder"):
        done = arena("run", "null", *bots, "--format", name, "--pairs", "4", "--seed", "3", "--db", name + ".db", "--json", cwd=folder)
        shown = json.loads(done.out) if done.status == 0 else {}
        first = (shown.get("standings") or [{}])[0]
        check("%s: completes, greedy first" % name, first.get("name") == "greedy", done)
        check("%s: no game without a result" % name, all(row[1] for row in results(os.path.join(folder, name + ".db"))))
        again = arena("run", "null", *bots, "--format", name, "--pairs", "4", "--seed", "3", "--db", name + ".db", "--json", cwd=folder)
        check("%s: the same command again plays nothing" % name, json.loads(again.out)["run"]["games"] == 0, again)
    four = arena("run", "civ", "greedy", "random", "r2=random", "r3=random", "--pairs", "1", "--set", "rounds=4", "--db", "civ.db",
                 "--json", cwd=folder)
    shown = json.loads(four.out) if four.status == 0 else {"standings": [], "balance": []}
    check("four seats: everybody in every seat", shown["games"] == 4 and len(shown["balance"]) == 4
          and all(row["games"] == 4 for row in shown["standings"]), four)
    maps = arena("run", "apoca", "random", "r2=random", "--pairs", "4", "--maps", "duel,crossroads", "--set", "turns=5", "--db", "maps.db",
                 "--json", cwd=folder)
    rows = json.loads(maps.out)["balance"] if maps.status == 0 else []
    check("maps in turn, balance by map and seat", [(row["map"], row["games"]) for row in rows]
          == [("duel", 4), ("duel", 4), ("crossroads", 4), ("crossroads", 4)], maps)


def pairs(folder):
    """The same luck with the seats changed: a bot against itself is even, pair by pair."""
    done = arena("run", "apoca", "random", "same=random", "--pairs", "6", "--set", "turns=20", "--seed", "1", "--db", "even.db",
                 "--csv", "even.csv", "--json", cwd=folder)
    with open(os.path.join(folder, "even.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    check("both games of a pair are the same game", done.status == 0 and len(rows) == 12
          and all(a["hash"] == b["hash"] and a["bot0"] != b["bot0"] for a, b in zip(rows[::2], rows[1::2])), rows[:2])
    check("so both have half of the points", json.loads(done.out)["standings"][0]["points"] == 6, done)
    check("another pair is another game", rows[0]["hash"] != rows[2]["hash"] and json.loads(done.out)["distinct"] == 6, done)
    same = arena("run", "null", "greedy", "same=greedy", "--pairs", "6", "--db", "same.db", cwd=folder)
    check("games that are all the same are told", "only 1 of 12 games differ" in same.out, same)


def reports(folder):
    done = arena("run", "null", "greedy", "random", "<b>=random", "--db", "page.db", cwd=folder)
    check("a name that is none is refused", done.status == 2 and "no bot" in done.err, done)
    done = arena("run", "null", "greedy", "random", "r2=random", "--pairs", "5", "--db", "page.db", "--html", "page.html", cwd=folder)
    check("text: standings, cross table, balance, figures", done.status == 0 and all(word in done.out for word in (
        "Elo", "score of the row", "First", "games/s", "CPU use", "overhead")), done)
    page = open(os.path.join(folder, "page.html"), encoding="utf-8").read()
    check("ratings over time, a line for each", "Ratings over time" in page and page.count("<path") == 3, page[:200])
    rows = json.loads(bench.run("arena", "show", "page.db", "--json", cwd=folder).out)["standings"]
    between = [(a["score_95"][0] <= a["points"] / a["games"] <= a["score_95"][1] and a["score_95"][1] - a["score_95"][0] > 0.2) for row in rows for a in row["against"]]
    check("intervals in the cross table", len(between) == 6 and all(between) and page.count("<small>") == 6, rows)
    check("the page needs nothing else", "<svg" in page and "<script" not in page and "http" not in page and "src=" not in page)
    look, link = (part.split('"')[0] for part in page.split('<a href="')[1:3])
    with open(os.path.join(folder, look), encoding="utf-8") as file:
        turns = file.read()
    shown = bench.run("replay", link, "--page", cwd=folder)
    played = json.loads(bench.run("replay", link, "--verify", "--json", cwd=folder).out)
    check("each game has a page that needs nothing else", page.count(">look</a>") == 30 and shown.out == turns and "<script" not in turns and "http" not in turns, look)
    sections = re.findall('<section id="t([0-9]+)">', turns)
    check("with each of its turns, the first shown first", sections == [str(i + 1) for i in range(len(sections) - 1)] + ["0"]
          and len(sections) >= 4 and turns.count("<pre>") == len(sections), (sections, played))
    before = os.stat(os.path.join(folder, look)).st_mtime_ns
    bench.run("arena", "show", "page.db", "--html", "page.html", cwd=folder)
    check("which is made once", os.stat(os.path.join(folder, look)).st_mtime_ns == before)
    check("it links replays that are there and hold", bench.run("replay", link, "--verify", cwd=folder).status == 0, link)
    show = bench.run("arena", "show", "page.db", "--json", cwd=folder)
    check("show says the same later", json.loads(show.out)["games"] == 30 and "run" not in json.loads(show.out), show)
    none = arena("run", "null", "greedy", "random", "--db", "none.db", "--replays", "none", cwd=folder)
    some = arena("run", "null", "greedy", "random", "--db", "some.db", "--replays", "5", cwd=folder)
    kept = len([name for name in os.listdir(os.path.join(folder, "some.db.replays")) if name.endswith(".rdr")])
    check("replays none", none.status == 0 and not os.path.exists(os.path.join(folder, "none.db.replays")))
    check("replays of every fifth pair", some.status == 0 and kept == 4, kept)


def bad_usage(folder):
    arena("run", "null", "greedy", "random", "--db", "used.db", cwd=folder)
    for name, says, words in (
            ("another plan in the file", "heap is ", ["run", "null", "greedy", "random", "--set", "heap=9", "--db", "used.db"]),
            ("another format", 'format is "round-robin" there', ["run", "null", "greedy", "random", "--format", "swiss", "--db", "used.db"]),
            ("two of one name", "NAME=BOT", ["run", "null", "greedy", "greedy", "--db", "x.db"]),
            ("an unknown format", "round-robin, gauntlet", ["run", "null", "greedy", "random", "--format", "chess", "--db", "x.db"]),
            ("too few for the seats", "4 sit at a table", ["run", "civ", "greedy", "random", "--db", "x.db"]),
            ("elimination with four seats", "two seats", ["run", "civ", "greedy", "random", "a=random", "b=random", "--format", "single", "--db", "x.db"]),
            ("hypotheses the wrong way", "smaller than", ["sprt", "random", "b=random", "--elo-null", "9", "--elo-gain", "3", "--db", "x.db"]),
            ("no maps there", "no list of maps", ["run", "null", "greedy", "random", "--maps", "all", "--db", "x.db"]),
            ("no tournament", "no tournament", ["show", "even.csv"]),
            ("what?", "serve or work?", ["stop"])):
        done = arena(*words, cwd=folder)
        check("bad usage: " + name, done.status == 2 and says in done.err and len(done.err.splitlines()) == 1, done)


def sprt(folder):
    done = arena("sprt", "random", "greedy", "--game", "null", "--seed", "1", "--db", "sprt.db", "--json", cwd=folder)
    shown = json.loads(done.out)["sprt"] if done.status == 0 else {}
    check("sprt accepts what is stronger", shown.get("verdict") == "accepted" and shown["llr"] >= shown["bounds"][1], done)
    done = arena("sprt", "greedy", "random", "--game", "null", "--seed", "1", "--db", "sprt2.db", cwd=folder)
    check("and rejects what is weaker", done.out.startswith("rejected"), done)
    shown = done.out.split("\nElo ")[1].split("\n")[0] if "\nElo " in done.out else ""
    check("all pairs lost: Elo is bounded on one side only", shown.startswith("-inf, 95 % -inf .. -") and "inf" not in shown[-6:], done.out)
    shown = json.loads(arena("show", "sprt.db", "--json", cwd=folder).out)["sprt"]
    check("as JSON: null is no bound", shown["elo"] is not None or shown["elo_95"][1] is None and shown["elo_95"][0] > 100, shown)
    done = arena("sprt", "random", "r2=random", "--game", "null", "--seed", "1", "--pairs", "40", "--db", "sprt3.db", cwd=folder)
    check("equal ones within few pairs: undecided", done.out.startswith("undecided") and "pairs 40" in done.out, done)


def killed(folder):
    """kill -9 at several moments; what is there in the end is what one run would have made."""
    words = ["arena", "run", "apoca", "random", "r2=random", "r3=random", "--pairs", "40", "--set", "turns=40", "--seed", "7", "--quiet"]
    whole = bench.run(*words, "--db", "whole.db", "--csv", "whole.csv", "--replays", "none", cwd=folder)
    check("the tournament without a break", whole.status == 0 and len(results(os.path.join(folder, "whole.db"))) == 240, whole)
    seen, kills = 0, 0
    for _ in range(40):
        run = subprocess.Popen([bench.REDOUBT, *words, "--db", "broken.db", "--replays", "none"], cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while run.poll() is None and time.monotonic() < deadline:
            try:
                now = sum(1 for row in results(os.path.join(folder, "broken.db")) if row[1])
            except sqlite3.Error:
                now = 0
            if now >= seen + 30:
                break
            time.sleep(0.005)
        if run.poll() is None:
            run.send_signal(signal.SIGKILL)
            kills += 1
        run.wait()
        rows = results(os.path.join(folder, "broken.db"))
        seen = sum(1 for row in rows if row[1])
        if rows and seen == len(rows):
            break
    last = bench.run(*words, "--db", "broken.db", "--csv", "broken.csv", "--replays", "none", cwd=folder)
    check("it was killed on the way", kills >= 3, kills)
    check("it completes after the kills", last.status == 0 and "240" not in last.err, last)
    a, b = (open(os.path.join(folder, name), encoding="utf-8").read() for name in ("whole.csv", "broken.csv"))
    check("no game twice, none lost, the same results", a == b and len(a.splitlines()) == 241, (len(a), len(b)))


with bench.folder() as place:
    formats(place)
    pairs(place)
    reports(place)
    bad_usage(place)
    sprt(place)
    killed(place)
sys.exit(bench.end())
