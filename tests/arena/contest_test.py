"""redoubt contest: the lines of docs/contest.md, its rules, what hostile people hand in, and kills on the way.

usage: contest_test.py REDOUBT SOURCES [KILLS | clone]

With KILLS only what is killed on the way, so often; with `clone` only the lines of the page, by a program that is built from a fresh
clone of SOURCES first.
"""
import hashlib
import io
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
import uuid
import zipfile

import bench
from bench import check

SOURCES = sys.argv[2]
MORE = sys.argv[3] if len(sys.argv) > 3 else ""
KILLS = int(MORE) if MORE.isdigit() else 6
MARK = "mark" + uuid.uuid4().hex
GOOD = """import sys
for line in sys.stdin:
    if '"hello"' in line: print('{"ready":1,"want":[]}', flush=True)
    elif '"ask"' in line: print('{"choose":0}', flush=True)
    else: break
"""


def contest(*words, cwd, timeout=300):
    return bench.run("contest", *words, cwd=cwd, timeout=timeout)


def conf(folder, name, *lines):
    with open(os.path.join(folder, name, "contest.conf"), "a", encoding="utf-8") as file:
        file.write("\n".join(("pairs = 1", "final_pairs = 1", "limit = turn_ms=20000", "limit = start_ms=60000", *lines)) + "\n")


def state(folder, name):
    return json.loads(contest("show", name, cwd=folder).out)


def results(db):
    with sqlite3.connect("file:%s?mode=ro" % db, uri=True) as base:
        return base.execute("SELECT id, seats, result FROM game ORDER BY id").fetchall()


def documented(folder, redoubt=bench.REDOUBT):
    with open(os.path.join(SOURCES, "docs", "contest.md"), encoding="utf-8") as file:
        text = file.read()
    lines = re.findall("^    ([a-z].*)$", text.split("## Ten minutes")[1].split("\n## ")[0], re.M)
    began = time.monotonic()
    bin_folder = os.path.join(folder, "bin")
    os.mkdir(bin_folder)
    os.symlink(redoubt, os.path.join(bin_folder, "redoubt"))
    env = dict(os.environ, PATH=bin_folder + ":" + os.environ["PATH"])
    for line in lines:
        done = subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, text=True, env=env, timeout=300)
        check("typed: " + line, done.returncode == 0, done)
    seconds = time.monotonic() - began
    print("# a contest of five bots in three languages took %.0f s" % seconds)
    check("which is less than ten minutes", seconds < 600, seconds)
    with open(os.path.join(folder, "cup", "public", "results.json"), encoding="utf-8") as file:
        shown = json.load(file)
    final = [part for part in shown["results"] if part["part"] == "final"][0]
    check("everybody played everybody in the final", final["games"] == 20 and len(final["standings"]) == 5, final["games"])
    with open(os.path.join(folder, "cup", "public", "secret.json"), "rb") as file:
        check("the secret has the hash that was told", hashlib.sha256(file.read()).hexdigest() == shown["contest"]["commitment"])
    with open(os.path.join(folder, "cup", "public", "index.html"), encoding="utf-8") as file:
        page = file.read()
    with open(os.path.join(folder, "cup", "public", "final.html"), encoding="utf-8") as file:
        links = re.findall('href="([^"]*)"', file.read())
    there = [link for link in links if os.path.exists(os.path.join(folder, "cup", "public", link)) and ".." not in link]
    check("all replays, and a page of each, lie within the folder that is put on a server", len(links) == 40 == len(there), links)
    check("the page needs nothing else", "<script" not in page and "http" not in page and "blue" in page and "cleo" in page, page[:300])


def course(folder):
    """Late entries, versions, withdrawals, divisions, freezing, and a secret that was touched."""
    for name in ("a", "b", "c", "d"):
        bench.script(folder, name + ".py", GOOD + "# %s\n" % name)
    check("new", contest("new", "x", "null", cwd=folder).status == 0)
    check("not twice", contest("new", "x", "null", cwd=folder).status == 2)
    done = contest("new", "Bob's cup", "null", cwd=folder)
    check("not where commands can't name it", done.status == 1 and "somewhere else" in done.err and not os.path.exists(os.path.join(folder, "Bob's cup")), done)
    conf(folder, "x", "divisions = one, two", "entrant = a ../a.py division=one", "entrant = b ../b.py division=one")
    done = contest("enter", "x", "c", "c.py", cwd=folder)
    check("nobody enters before it is open", done.status == 1 and "the contest is new" in done.err, done)
    check("open", contest("open", "x", cwd=folder).status == 0)
    check("run", contest("run", "x", cwd=folder).status == 0)
    check("the ladder of a division", len(results(os.path.join(folder, "x", "ladder-one.db"))) == 2)
    done = contest("enter", "x", "c", "c.py", "--division", "other", cwd=folder)
    check("in no division that is not named", done.status == 2 and "divisions are one, two" in done.err, done)
    done = contest("enter", "x", "c", "c.py", "--division", "one", cwd=folder)
    check("a late entry", done.status == 0 and "accepted" in done.out, done)
    contest("run", "x", cwd=folder)
    check("plays everybody, and nobody else again", len(results(os.path.join(folder, "x", "ladder-one.db"))) == 6)
    bench.script(folder, "c.py", "import nothing_like_that\n")
    done = contest("enter", "x", "c", "c.py", "--division", "one", cwd=folder)
    check("a version that is no good is refused with its last words", done.status == 1 and "nothing_like_that" in done.out, done)
    check("and the one before plays on", state(folder, "x")["entrants"]["c"]["version"] == 1)
    bench.script(folder, "c.py", GOOD + "# better\n")
    contest("enter", "x", "c", "c.py", "--division", "one", cwd=folder)
    check("a better one is taken", state(folder, "x")["entrants"]["c"]["version"] == 3)
    check("withdraw", contest("withdraw", "x", "b", cwd=folder).status == 0)
    done = contest("disable", "x", "nobody", cwd=folder)
    check("nobody by that name", done.status == 2 and "nobody does not take part" in done.err, done)
    contest("run", "x", cwd=folder)
    rows = results(os.path.join(folder, "x", "ladder-one.db"))
    check("the new version plays those who are left", len([row for row in rows if "3" in row[1] and row[2]]) == 2, rows)
    check("freeze", contest("freeze", "x", cwd=folder).status == 0)
    check("thaw: it is open again", contest("thaw", "x", cwd=folder).status == 0 and contest("enter", "x", "a", "a.py", "--division", "one", cwd=folder).status == 0)
    check("and frozen again", contest("freeze", "x", cwd=folder).status == 0)
    before = open(os.path.join(folder, "x", "public", "index.html"), "rb").read()
    done = contest("enter", "x", "d", "d.py", cwd=folder)
    check("nobody enters now", done.status == 1 and "frozen" in done.err, done)
    contest("run", "x", cwd=folder)
    check("what is shown stays", open(os.path.join(folder, "x", "public", "index.html"), "rb").read() == before)
    secret = open(os.path.join(folder, "x", "secret.json"), encoding="utf-8").read()
    bench.script(os.path.join(folder, "x"), "secret.json", secret.replace('"maps": ""', '"maps": "other"'))
    done = contest("final", "x", cwd=folder)
    check("a secret that was changed is refused", done.status == 1 and "has changed since its hash was told" in done.err, done)
    bench.script(os.path.join(folder, "x"), "secret.json", secret)
    done = contest("publish", "x", cwd=folder)
    check("not before the final", done.status == 1 and "after the final" in done.err, done)
    check("final, publish", contest("final", "x", cwd=folder).status == 0 and contest("publish", "x", cwd=folder).status == 0)
    done = contest("thaw", "x", cwd=folder)
    check("what is published is not thawed", done.status == 1 and "this one is published" in done.err, done)
    bench.script(os.path.join(folder, "x"), "contest.conf", "game = null\ncloses = <soon>\n")
    done = contest("check", "x", cwd=folder)
    check("a time that is none is told", done.status == 0 and "closes = <soon> is for people" in done.out, done)
    check("and is tame on the page", contest("publish", "x", cwd=folder).status == 0
          and "Closes &lt;soon&gt;." in open(os.path.join(folder, "x", "public", "index.html"), encoding="utf-8").read())
    bench.script(os.path.join(folder, "x"), "contest.conf", "game = null\nparis = 3\n")
    done = contest("check", "x", cwd=folder)
    check("a mistake in the file: line and what would be right", done.status == 2 and "line 2" in done.err and "pairs" in done.err, done)


def survivor(folder):
    """Whoever is left alone in a division wins it, before the final and in the middle of it; a final with too few for a table is none."""
    for name in ("a", "b", "c", "d"):
        bench.script(folder, name + ".py", GOOD + "# %s\n" % name)
    contest("new", "x", "null", cwd=folder)
    conf(folder, "x", "final_pairs = 8", "final_format = single", *["entrant = %s ../%s.py division=%s team=%s" % each for each in (
        ("a", "a", "many", "red"), ("b", "b", "many", "red"), ("c", "c", "many", "blue"), ("d", "d", "one", "blue"))])
    contest("open", "x", cwd=folder)
    contest("freeze", "x", cwd=folder)
    final = subprocess.Popen([bench.REDOUBT, "contest", "final", "x"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    db = os.path.join(folder, "x", "final-many.db")
    while not (os.path.exists(db) and [row for row in games_so_far(db) if row[2]]):
        time.sleep(0.05)
    final.kill()
    final.wait()
    check("it was in the middle of the final", not all(row[2] for row in results(db)))
    for name in "ab":
        contest("disable", "x", name, cwd=folder)
    done = contest("final", "x", cwd=folder)
    check("the others lose the games that are left", done.status == 0 and "champion: c" in done.out and all(row[2] for row in results(db)), done)
    check("who never had anybody to play against wins", "d is alone, and wins without a game" in done.out, done)
    contest("publish", "x", cwd=folder)
    with open(os.path.join(folder, "x", "public", "results.json"), encoding="utf-8") as file:
        told = {part["division"]: part for part in json.load(file)["results"] if part["part"] == "final"}
    check("both are published", told["many"]["champion"] == "c" and told["one"]["champion"] == "d", told)
    check("with teams", told["many"]["teams"] == [{"team": "blue", "members": 1, "score": told["many"]["teams"][0]["score"]}], told["many"]["teams"])
    with open(os.path.join(folder, "x", "public", "index.html"), encoding="utf-8") as file:
        page = file.read()
    check("on the page", "Champion: <strong>c</strong>." in page and "<strong>d</strong>, without a game" in page, page)
    contest("new", "y", "civ", cwd=folder)
    conf(folder, "y", "set = rounds=3")
    with open(os.path.join(folder, "y", "state.json"), encoding="utf-8") as file:
        state_now = json.load(file)
    state_now.update(phase="frozen", entrants={name: {"version": 1, "versions": [{"number": 1, "files": name}]} for name in "ab"})
    bench.script(os.path.join(folder, "y"), "state.json", json.dumps(state_now))
    done = contest("final", "y", cwd=folder)
    check("two can't play a final for four", done.status == 1 and "2 take part in the final, and 4 sit at a table" in done.err, done)
    check("and none has begun", state(folder, "y")["phase"] == "frozen")


def games_so_far(db):
    try:
        return results(db)
    except sqlite3.OperationalError:  # it is being made
        return []


def add(archive, name, text=b"", kind=None, link=""):
    about = tarfile.TarInfo(name)
    about.size, about.mode = len(text), 0o755
    if kind is not None:
        about.type, about.linkname = kind, link
    archive.addfile(about, io.BytesIO(text))


def tar(path, *files):
    with tarfile.open(path, "w:gz") as archive:
        for file in files:
            add(archive, *file)
    return path


BUILD = "echo " + MARK + " >/dev/null\n"
HOSTILE = {
    "fork-bomb": "b() { b | b & }; b; sleep 40\n",
    "10-GB": "yes | head -c 10000000000 >big\n",
    "10-GB-said": "yes | head -c 10000000000\n",
    "compiler-bomb": "printf '#include \"/dev/zero\"\\nint main(void) { return 0; }\\n' >x.c && cc -o bot x.c\n",
    "tells-all": "printf 'before\\0behind\\n'; exit 1\n",
    "reads-others": "cat $HERE/x/entrants/*/*/* $HERE/x/secret.json $HERE/x/state.json $HOME_OF_JUDGE/.profile /etc/shadow /proc/1/environ && touch read\n",
    "network": "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", %PORT%), 2)'\n",
    "ptrace": "python3 -c 'import ctypes, os, sys; sys.exit(0 if ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0 else 1)'\n",
    "outlives": "setsid sleep 300 </dev/null >/dev/null 2>&1 &\nsetsid sh -c 'sleep 300; : %s' &\nexit 1\n" % MARK,
    "fills-scratch": "dd if=/dev/zero of=/tmp/full bs=1M count=4000 && dd if=/dev/zero of=/dev/shm/full bs=1M count=4000\n",
}


def hostile(folder):
    """Eleven kinds of hostile programs, one after the other; afterwards the neighbours' contest is as it should be."""
    import socket
    bench.script(folder, "good.py", GOOD)
    contest("new", "x", "null", cwd=folder)
    conf(folder, "x", "build_seconds = 8", "entrant = good ../good.py", "entrant = other ../good.py")
    contest("open", "x", cwd=folder)
    door = socket.create_server(("127.0.0.1", 0))
    cases = []
    for name, build in HOSTILE.items():
        build = build.replace("$HERE", folder).replace("$HOME_OF_JUDGE", os.path.expanduser("~")).replace("%PORT%", str(door.getsockname()[1]))
        cases.append((name, tar(os.path.join(folder, name + ".tar.gz"), ("build", (BUILD + build).encode()), ("bot.py", GOOD.encode()))))
    cases.append(("traversal", tar(os.path.join(folder, "traversal.tar.gz"), ("bot.py", GOOD.encode()), ("../../../escaped", b"x"))))
    cases.append(("absolute", tar(os.path.join(folder, "absolute.tar.gz"), (folder + "/escaped", b"x"))))
    cases.append(("symlink", tar(os.path.join(folder, "symlink.tar.gz"), ("bot.py", GOOD.encode()), ("out", b"", tarfile.SYMTYPE, folder))))
    cases.append(("through-link", tar(os.path.join(folder, "through.tar.gz"), ("out", b"", tarfile.SYMTYPE, folder), ("out/escaped", b"x"))))
    with zipfile.ZipFile(os.path.join(folder, "up.zip"), "w") as archive:
        archive.writestr("../../escaped", "x")
    cases.append(("zip-traversal", os.path.join(folder, "up.zip")))
    with zipfile.ZipFile(os.path.join(folder, "bomb.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        piece = bytes(1 << 20)
        with archive.open("zeros", "w", force_zip64=True) as file:
            for _ in range(900):
                file.write(piece)
    cases.append(("zip-bomb", os.path.join(folder, "bomb.zip")))
    cases.append(("folder-bomb", tar(os.path.join(folder, "folders.tar.gz"), ("bot.py", GOOD.encode()), *[("f/%d" % i, b"", tarfile.DIRTYPE) for i in range(5000)])))
    cases.append(("waits-for-ever", tar(os.path.join(folder, "fifo.tar.gz"), ("bot.py", GOOD.encode()), ("run", b"", tarfile.FIFOTYPE))))
    cases.append(("loses-a-file", tar(os.path.join(folder, "long.tar.gz"), ("bot.py", GOOD.encode()), ("n" * 250, b"x"))))
    for name, path in cases:
        began = time.monotonic()
        done = contest("enter", "x", name, path, cwd=folder)
        check("%s: refused, and told why" % name, done.status == 1 and "refused: " in done.out and len(done.out.split("refused: ")[1]) > 10, done)
        check("%s: within two minutes" % name, time.monotonic() - began < 120, time.monotonic() - began)
        log = os.path.join(folder, "x", "entrants", name, "1.log")
        if name == "tells-all":
            check("a zero hides nothing of what was said", open(log, encoding="utf-8").read() == "before?behind\n", log)
        if name == "waits-for-ever":
            check("waits-for-ever: it is told by its name", "links or devices" in done.out and "./run" in done.out, done)
        if name == "reads-others" and os.path.exists(log):
            text = open(log, encoding="utf-8", errors="replace").read()
            check("reads-others: it read nothing", "seed" not in text and "hello" not in text and "root:" not in text, text)
    check("nothing was written outside", not [name for root, _, names in os.walk(folder) for name in names if name == "escaped"])
    check("nobody called", not bench.has_caller(door))
    left = bench.processes_with(MARK)
    check("no process is left", not left, left)
    check("and nothing of them stays", sorted(os.listdir(os.path.join(folder, "x", "entrants", "symlink"))) == ["1.log"])
    done = contest("run", "x", cwd=folder)
    rows = results(os.path.join(folder, "x", "ladder.db"))
    check("the neighbours play, each game once", done.status == 0 and len(rows) == 2 and all(row[2] for row in rows), done)
    check("without a fault", all(json.loads(row[2])["faults"] == [0, 0] for row in rows), rows)
    door.close()


def tools(folder):
    """Whoever keeps a contest may have installed compilers for himself: strangers use them, and see nothing else that lies there."""
    for part in ("home/.cargo/bin", "own"):
        os.makedirs(os.path.join(folder, part))
    cargo, secret_word = os.path.join(folder, "home", ".cargo", "bin", "cargo"), os.path.join(folder, "home", ".cargo", "credentials.toml")
    bench.script(folder, "home/.cargo/bin/cargo", "#!/bin/sh\necho CARGO RUNS\n")
    os.chmod(cargo, 0o755)
    bench.script(folder, "home/.cargo/credentials.toml", "token = a-secret-word\n")
    bench.script(folder, "own/build", "cargo; cat %s; exit 1\n" % secret_word)
    contest("new", "x", "null", cwd=folder)
    contest("open", "x", cwd=folder)
    env = dict(os.environ, HOME=os.path.join(folder, "home"), PATH=os.path.dirname(cargo) + ":" + os.environ["PATH"])
    subprocess.run([bench.REDOUBT, "contest", "enter", "x", "own", "own"], cwd=folder, env=env, capture_output=True, timeout=300)
    log = open(os.path.join(folder, "x", "entrants", "own", "1.log"), encoding="utf-8").read()
    check("a compiler in the home can be used", "CARGO RUNS" in log, log)
    check("the word with which its owner publishes can't be read", "a-secret-word" not in log, log)


def foreign(folder):
    """What comes from other systems: folders of a Mac beside the one that is meant, names with blanks, ends of lines of Windows."""
    with zipfile.ZipFile(os.path.join(folder, "mac.zip"), "w") as archive:
        for name, text in (("my bot/my bot.py", GOOD), ("my bot/.DS_Store", "x"), ("__MACOSX/my bot/._my bot.py", "x")):
            archive.writestr(name, text)
    tar(os.path.join(folder, "windows.tar.gz"), ("bot.py", GOOD.encode()), ("build", b"touch made\r\n"), ("run", b"exec python3 bot.py\r\n"))
    contest("new", "x", "null", cwd=folder)
    contest("open", "x", cwd=folder)
    for name in ("mac.zip", "windows.tar.gz"):
        done = contest("enter", "x", name.split(".")[0], name, cwd=folder)
        check("accepted: " + name, done.status == 0, done)
    check("its file build has made what it says", os.path.exists(os.path.join(folder, "x", "entrants", "windows", "1", "made")))
    bench.script(folder, "wrong.c", "int first = nothing;\nint main(void) { return 0; }\n")
    done = contest("enter", "x", "wrong", "wrong.c", cwd=folder)
    check("of a compiler's words the first error is told", "1:13: error" in done.out, done)
    os.mkdir(os.path.join(folder, "few"))
    os.symlink(sys.executable, os.path.join(folder, "few", "python3"))
    told = subprocess.run([bench.REDOUBT, "contest", "check", "x"], cwd=folder, env=dict(os.environ, PATH=os.path.join(folder, "few")), capture_output=True, text=True).stdout
    check("what is not installed is told beforehand", "languages here: Python; not installed: C (cc), C++ (c++), JavaScript (node)," in told and "Java (javac)" in told, told)
    with open(os.path.join(folder, "x", "state.json"), encoding="utf-8") as file:
        check("the author's words are kept", "error" in file.read())
    contest("freeze", "x", cwd=folder)
    with open(os.path.join(folder, "x", "public", "results.json"), encoding="utf-8") as file:
        told = json.load(file)["contest"]["entrants"]["wrong"]["versions"][0]
    check("and not published", told["refused"] is True, told)


def crowded(folder):
    """A tournament has room for 500 versions: what was refused takes none of it, and the last hundred are for those who have none."""
    for name in "ab":
        bench.script(folder, name + ".py", GOOD + "# %s\n" % name)
    contest("new", "x", "null", cwd=folder)
    conf(folder, "x", "versions = 1000")
    contest("open", "x", cwd=folder)
    path = os.path.join(folder, "x", "state.json")

    def others(count, **kind):
        with open(path, encoding="utf-8") as file:
            now = json.load(file)
        now["entrants"]["many"] = {"version": 0, "versions": [dict(number=i + 1, files="f%d" % i, **kind) for i in range(count)]}
        bench.script(os.path.join(folder, "x"), "state.json", json.dumps(now))
    others(600, refused="it was no good")
    done = contest("enter", "x", "a", "a.py", cwd=folder)
    check("who is refused takes no place", done.status == 0, done)
    others(450, door="cmd")
    bench.script(folder, "a.py", GOOD + "# again\n")
    done = contest("enter", "x", "a", "a.py", cwd=folder)
    check("nobody who has a place takes one of the last", done.status == 1 and "no room" in done.out, done)
    done = contest("enter", "x", "b", "b.py", cwd=folder)
    check("somebody who has none gets one", done.status == 0, done)


def killed(folder):
    """kill -9 in builds, tryouts, ladder and final: the same command goes on, nothing is played twice, nobody is left. Contest after contest, until it was enough."""
    luck, kills, contests = random.Random(1), 0, 0
    while contests == 0 or len(sys.argv) > 3 and kills < KILLS and contests < KILLS:
        inner = os.path.join(folder, str(contests))
        os.mkdir(inner)
        kills += killed_once(inner, luck)
        contests += 1
    check("it was killed on the way", kills >= KILLS // 3, (kills, contests))
    print("# killed %d times in %d contests" % (kills, contests))


def killed_once(folder, luck):
    bots, kills = ["p%d" % i for i in range(4)], 0
    for bot in bots:
        bench.script(folder, bot + ".py", GOOD + "# %s %s\n" % (MARK, bot))
    contest("new", "x", "null", cwd=folder)
    conf(folder, "x", "final_pairs = 3", *["entrant = %s ../%s.py" % (bot, bot) for bot in bots])
    for words in (["open", "x"], ["run", "x"], ["freeze", "x"], ["final", "x"]):
        most = KILLS // 3 if words[0] != "freeze" else 0
        for attempt in range(most + 1):
            run = subprocess.Popen([bench.REDOUBT, "contest", *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                if attempt < most:
                    run.communicate(timeout=luck.uniform(0.05, 1.2))
                else:
                    run.communicate(timeout=300)
                break
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.communicate()
                kills += 1
        if words[0] == "open" and state(folder, "x")["phase"] == "open":
            for bot in bots:
                contest("enter", "x", bot, bot + ".py", cwd=folder)
    now = state(folder, "x")
    check("nobody is lost, no version is there twice", all(now["entrants"][bot]["version"] == 1 and len(now["entrants"][bot]["versions"]) == 1
                                                          for bot in bots) and now["phase"] == "final", now)
    for db, count in (("ladder.db", 12), ("final.db", 36)):
        rows = results(os.path.join(folder, "x", db))
        check("%s: every game once" % db, len(rows) == count and all(row[2] for row in rows), len(rows))
    deadline = time.monotonic() + 20
    while bench.processes_with(MARK) and time.monotonic() < deadline:
        time.sleep(0.1)
    check("no process is left", not bench.processes_with(MARK), bench.processes_with(MARK))
    check("nothing half-built is left", not [name for name in os.listdir(os.path.join(folder, "x", "entrants")) if name.startswith(".new")])
    return kills


def secret(folder, **more):
    """Another value in secret.json of the contest x."""
    path = os.path.join(folder, "x", "secret.json")
    with open(path, encoding="utf-8") as file:
        now = dict(json.load(file), **more)
    bench.script(os.path.join(folder, "x"), "secret.json", json.dumps(now))


def secret_map(folder):
    """A map that is a file is fixed by its hash, too."""
    public = os.path.join(folder, "x", "public")
    with open(os.path.join(public, "secret.json"), encoding="utf-8") as file:
        told = json.load(file)["files"]["mine.json"]  # the whole file, which is long
    with open(os.path.join(public, "mine.json"), "rb") as file:
        check("the map is opened with the secret, and has its hash", hashlib.sha256(file.read()).hexdigest() == told)
    with open(os.path.join(public, "final.csv"), encoding="utf-8") as file:
        check("and was played", file.read().count("mine.json") == 2)


def old_agents(folder):
    """An agent of the older contest enters as it is, and plays a final on a secret map."""
    bench.script(folder, "agent.py", "import sys\nprint('Old hand', flush=True)\nprint('{}', flush=True)\n"
                 "for line in sys.stdin:\n    if line.startswith('--END OF'): print('{}', flush=True)\n")
    bench.script(folder, "good.py", GOOD)
    contest("new", "x", "apoca", cwd=folder)
    conf(folder, "x", "set = turns=10", "set = rules=megaminer", "limit = turn_ms=3000", "entrant = old ../agent.py", "entrant = new ../good.py")
    for maps, says in (("nowhere", "map nowhere"), ("mine.json", "mine.json"), ("../x.json", "names with commas")):
        secret(folder, maps=maps)
        done = contest("open", "x", cwd=folder)
        check("a secret map that can't be played is told when it opens: " + maps, done.status != 0 and says in done.err, done)
        check("and by check", contest("check", "x", cwd=folder).status != 0)
    drawn = bench.run("new", "apoca", "--set", "map=duel", "--map").out
    bench.script(os.path.join(folder, "x"), "mine.json", drawn)
    secret(folder, maps="mine.json", words="long " * 2000)
    done = contest("open", "x", cwd=folder)
    check("it is recognised", done.status == 0 and state(folder, "x")["entrants"]["old"]["versions"][0]["door"] == "megaminer", (done, state(folder, "x")))
    done = contest("run", "x", cwd=folder)
    rows = results(os.path.join(folder, "x", "ladder.db"))
    check("an agent of MegaMiner plays without faults", done.status == 0 and all(json.loads(row[2])["faults"] == [0, 0] for row in rows), done)
    contest("freeze", "x", cwd=folder)
    bench.script(os.path.join(folder, "x"), "mine.json", drawn.replace(" rrrr ", "  rrr ", 1))
    done = contest("final", "x", cwd=folder)
    check("a map that was changed is refused", done.status == 1 and "mine.json has changed since" in done.err, done)
    bench.script(os.path.join(folder, "x"), "mine.json", drawn)
    done = contest("final", "x", cwd=folder)
    check("final, publish", done.status == 0 and contest("publish", "x", cwd=folder).status == 0, done)
    secret_map(folder)


def cloned(folder):
    """From nothing but the sources to the published contest."""
    began = time.monotonic()
    clone = os.path.join(folder, "clone")
    subprocess.run(["git", "clone", "--quiet", SOURCES, clone], check=True)
    done = subprocess.run(["make", "build"], cwd=clone, capture_output=True, text=True)
    check("a fresh clone is built", done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:])
    documented(folder, os.path.join(clone, "build", "redoubt"))
    seconds = time.monotonic() - began
    print("# from a fresh clone to a published contest: %.0f s" % seconds)
    check("which is less than ten minutes with the clone and its build", seconds < 600, seconds)


if not bench.works_in_sandbox():
    bench.skip("contests", "bubblewrap does not work here, and contests want it")
    sys.exit(bench.end())
with bench.folder() as place:
    parts = (cloned,) if MORE == "clone" else (killed,) if MORE else (documented, course, survivor, hostile, tools, foreign, crowded, killed, old_agents)
    for part in parts:
        if os.environ.get("CONTEST_PART") in (None, part.__name__):
            inner = os.path.join(place, part.__name__)
            os.mkdir(inner)
            part(inner)
sys.exit(bench.end())
