"""Files that were damaged, linked or copied: loss is noticed and named, and what is whole is saved.

usage: damage_test.py REDOUBT
"""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from ws import Player, Server

PROGRAM = sys.argv[1]


def play(server, matches=3, orders=40):
    """Some matches with orders in them; their ids."""
    ada = Player(server.port, name="Ada")
    made = []
    for _ in range(matches):
        match = ada.ask(cmd="create", game="apoca", options={"turns": 300, "map": "duel"}, seats=["me", "me"])["match"]
        made.append(match)
        for i in range(orders):
            while ada.ask(cmd="order", match=match, seat=i % 2, text="done").get("code") == "rate":
                time.sleep(0.2)
    return made


def logged(server, event):
    return [line for line in server.log if "event=" + event in line]


def killed(folder, name):
    """A database whose server was killed, and its matches."""
    db = os.path.join(folder, name)
    server = Server(PROGRAM, db, "--set", "burst=100000", "--set", "per_second=100000")
    made = play(server)
    server.kill()
    return db, made


def write_log(folder):
    db, made = killed(folder, "wal.db")
    server = Server(PROGRAM, db)
    server.kill()
    check("without damage nothing is missed", not logged(server, "commits_lost"), server.log)
    db, made = killed(folder, "wal2.db")
    size = os.path.getsize(db + "-wal")
    with open(db + "-wal", "r+b") as file:
        file.seek(size // 2)
        file.write(b"\x5a" * 16)
    server = Server(PROGRAM, db)
    server.kill()
    lost = logged(server, "commits_lost")
    check("16 damaged bytes in the log of writes are noticed", len(lost) == 1, server.log)
    check("what is lost is counted", int(re.search(r"count=(\d+)", lost[0]).group(1)) > 10 if lost else False, lost)
    check("a match of which something is lost is named", made[-1] in lost[0] if lost else False, lost)
    server = Server(PROGRAM, db)
    server.kill()
    check("a loss is told once", not logged(server, "commits_lost"), server.log)


def changed_record(folder):
    db, made = killed(folder, "record.db")
    base = sqlite3.connect(db)
    base.execute("UPDATE record SET body = replace(body, '\"seat\":', '\"seat\": ') WHERE match = ? AND n = 5", (made[1],))
    check("a record was changed", base.total_changes == 1)
    base.commit()
    base.close()
    server = Server(PROGRAM, db)
    server.stop()
    broken = logged(server, "broken_record")
    check("a changed record is noticed though it can be read", len(broken) == 1 and made[1] in broken[0] and
          "damaged" in broken[0], server.log)
    check("the others are fine", "broken=1" in logged(server, "started")[0])


def salvaged(folder):
    db, made = killed(folder, "page.db")
    base = sqlite3.connect(db)
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    page = base.execute("PRAGMA page_size").fetchone()[0]
    try:
        leaf = base.execute("SELECT pageno FROM dbstat WHERE name = 'record' AND pagetype = 'leaf' LIMIT 1 OFFSET 3").fetchone()[0]
    except sqlite3.OperationalError: # this SQLite can't tell
        leaf = os.path.getsize(db) // page - 4
    base.close()
    with open(db, "r+b") as file:
        file.seek((leaf - 1) * page)
        file.write(bytes(page))
    to = os.path.join(folder, "saved.db")
    done = kit.run(PROGRAM, "admin", "--db", db, "salvage", to)
    found = re.search(r"saved (\d+) matches and (\d+) players; (\d+) matches are not whole", done.out)
    check("salvage saves matches that are whole", done.status == 0 and found and int(found.group(1)) >= 1, done)
    check("and names the others", found and int(found.group(3)) >= 1 and done.out.count("lost: match") == int(found.group(3)), done)
    check("together they are all", found and int(found.group(1)) + int(found.group(3)) == len(made), done)
    server = Server(PROGRAM, to)
    server.stop()
    started = logged(server, "started")[0]
    check("a server plays on from what was saved", found and "matches=%s" % found.group(1) in started and "broken=0" in started, started)
    check("it writes over nothing", kit.run(PROGRAM, "admin", "--db", db, "salvage", to).status == 1)


def one_server(folder):
    db = os.path.join(folder, "one.db")
    server = Server(PROGRAM, db)
    link = os.path.join(folder, "link.db")
    os.symlink(db, link)

    def second(path):
        return kit.run(PROGRAM, "serve", "--port", "0", "--db", path)
    check("a second server by another name is refused", "another server" in second(link).err)
    os.unlink(db + ".lock")
    check("and when the lock was deleted", "another server" in second(db).err)
    os.link(db, os.path.join(folder, "hard.db"))
    check("and by a hard link", "another server" in second(os.path.join(folder, "hard.db")).err)
    check("the first one serves on", Player(server.port, name="Ada").ask(cmd="list")["ok"])
    server.stop()
    check("a database with two names is refused", "hard link" in second(db).err)


def followed(folder):
    """The drill: copies are made while it is played, the machine is lost, a copy plays on."""
    db, copies = os.path.join(folder, "live.db"), os.path.join(folder, "copies")
    os.mkdir(copies)
    server = Server(PROGRAM, db, "--set", "burst=100000", "--set", "per_second=100000")
    with subprocess.Popen([PROGRAM, "admin", "--db", db, "backup", "--follow", copies, "--every", "1", "--keep", "2"],
                          stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        made = play(server, matches=1, orders=10)
        process.stdout.readline()
        play(server, matches=1, orders=10)
        last = process.stdout.readline().strip()
        process.terminate()
    server.kill()
    kept = sorted(name for name in os.listdir(copies) if name.endswith(".db"))
    check("so many copies are kept, and one that has just been made", len(kept) in (2, 3) and last.startswith(copies), kept)
    restored = os.path.join(folder, "restored.db")
    shutil.copy(os.path.join(copies, kept[-1]), restored)
    os.unlink(db)
    again = Server(PROGRAM, restored)
    status = kit.run(PROGRAM, "admin", "--db", restored, "show", made[0])
    check("the match of before is there", status.status == 0 and made[0] in status.out, status)
    again.stop()
    started = logged(again, "started")[0]
    check("a server plays on from the last copy", "broken=0" in started and "matches=" in started, started)


def older_rules(folder):
    """The day after the rules changed: matches of before are there, with a sentence; others go on."""
    db = os.path.join(folder, "older.db")
    server = Server(PROGRAM, db)
    ada = Player(server.port, name="Ada")
    running, over, new = [ada.ask(cmd="create", game="apoca", seats=["me", "me"], public=True)["match"] for _ in range(3)]
    ada.ask(cmd="resign", match=over, seat=0)
    ada.ask(cmd="order", match=running, seat=0, text="done")
    server.stop()
    base = sqlite3.connect(db)
    for match in (running, over):
        body = json.loads(base.execute("SELECT body FROM record WHERE match = ? AND n = 1", (match,)).fetchone()[0])
        body["rules_version"] += 1 # any other will do
        base.execute("UPDATE record SET body = ? WHERE match = ? AND n = 1", (json.dumps(body), match))
        base.execute("UPDATE record SET chain = NULL WHERE match = ?", (match,))
    stub = json.loads(base.execute("SELECT body FROM stub WHERE id = ?", (over,)).fetchone()[0])
    stub["rules"] += 1
    base.execute("UPDATE stub SET body = ? WHERE id = ?", (json.dumps(stub), over))
    base.execute("DELETE FROM stub WHERE id = ?", (running,))
    base.commit()
    base.close()
    rules = kit.run(PROGRAM, "admin", "--db", db, "--json", "rules")
    told = [(one["rules_version"], one["matches"], one["played"]) for one in json.loads(rules.out)]
    check("before an update admin counts what can't be played on", sorted(told) == [(1, 1, True), (2, 2, False)], rules)
    server = Server(PROGRAM, db)
    ada = Player(server.port, token=ada.token)
    lines = {line["match"]: line for line in ada.ask(cmd="list")["matches"]}
    check("all of them are in the list", set(lines) == {running, over, new}, lines)
    check("with the outcome of what was over", lines[over]["outcome"]["rank"] == [2, 1] and lines[over]["older_rules"], lines[over])
    answer = ada.ask(cmd="order", match=running, seat=0, text="done")
    check("an order gets a plain sentence", answer["code"] == "older_rules" and "version" in answer["why"], answer)
    check("so does who looks", ada.ask(cmd="watch", match=over)["code"] == "older_rules")
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s" % (server.port, over), timeout=60) as reply:
        page = json.load(reply)
    check("its page is there", page["outcome"]["rank"] == [2, 1] and "why" in page, page)
    check("matches without damage go on", ada.ask(cmd="order", match=new, seat=0, text="done")["ok"])
    listed = kit.run(PROGRAM, "admin", "--db", db, "list", "--state", "older")
    check("admin lists what is affected", running in listed.out and over in listed.out and new not in listed.out, listed)
    server.stop()
    check("the start counts them", "older=2" in logged(server, "started")[0], server.log)


def found_later(folder):
    """A match that sleeps is played again when somebody wants it: only then its damage is noticed, and the log names it."""
    db = os.path.join(folder, "later.db")
    server = Server(PROGRAM, db)
    ada = Player(server.port, name="Ada")
    hurt, whole, stubless = [ada.ask(cmd="create", game="apoca", seats=["me", "me"])["match"] for _ in range(3)]
    for match in (hurt, whole, stubless):
        ada.ask(cmd="order", match=match, seat=0, text="done")
    server.stop()
    base = sqlite3.connect(db)
    body = json.loads(base.execute("SELECT body FROM record WHERE match = ? AND n = 2", (hurt,)).fetchone()[0])
    body["hash"] = "0123456789abcdef"
    base.execute("UPDATE record SET body = ? WHERE match = ? AND n = 2", (json.dumps(body), hurt))
    base.execute("UPDATE record SET chain = NULL WHERE match = ?", (hurt,))
    base.execute("UPDATE stub SET body = replace(body, '{', '[') WHERE id = ?", (stubless,))
    base.commit()
    base.close()
    server = Server(PROGRAM, db)
    ada = Player(server.port, token=ada.token)
    check("nobody notices while it sleeps", len(logged(server, "broken_record")) == 1, server.log)
    check("one whose stub is damaged is read from its log", "match=%s n=0 " % stubless in logged(server, "broken_record")[0]
          and ada.ask(cmd="order", match=stubless, seat=1, text="done")["ok"] and "broken=0" in logged(server, "started")[0], server.log)
    answer = ada.ask(cmd="order", match=hurt, seat=1, text="done")
    check("who wants to go on is told", answer["code"] == "broken", answer)
    check("another goes on", ada.ask(cmd="order", match=whole, seat=1, text="done")["ok"])
    server.stop()
    told = logged(server, "broken_record")
    check("the log names the match and its record", len(told) == 2 and "match=%s n=2 " % hurt in told[1] and "leads to another state" in told[1], server.log)


def turns(player, match, count):
    """So many turns of a match in which the player has both seats."""
    fine = [player.ask(cmd="order", match=match, seat=seat, text="done")["ok"] for _ in range(count) for seat in (0, 1)]
    return all(fine)


def kept_rules(folder):
    """A match that began by rules which this program has kept is played to its end by them."""
    db = os.path.join(folder, "kept.db")
    server = Server(PROGRAM, db)
    ada = Player(server.port, name="Ada")
    match = ada.ask(cmd="create", game="classic", seats=["me", "me"], public=True)["match"]
    now = ada.ask(cmd="watch", match=match, seat=0)
    server.stop()
    base = sqlite3.connect(db)
    body = json.loads(base.execute("SELECT body FROM record WHERE match = ? AND n = 1", (match,)).fetchone()[0])
    body["rules_version"] = 1 # as a server of 1.0 wrote it
    base.execute("UPDATE record SET body = ?, chain = NULL WHERE match = ?", (json.dumps(body), match))
    base.execute("DELETE FROM stub WHERE id = ?", (match,))
    base.commit()
    base.close()
    rules = kit.run(PROGRAM, "admin", "--db", db, "rules")
    check("before an update admin tells which rules the new program plays", "version 1 " in rules.out and "plays them" in rules.out, rules)
    for round_ in ("after an update", "and after one more start"):
        server = Server(PROGRAM, db)
        ada = Player(server.port, token=ada.token)
        check("a match of kept rules goes on " + round_, turns(ada, match, 3), round_)
        before = ada.ask(cmd="watch", match=match, seat=0)
        server.stop()
        check("none is called older", "older=0" in logged(server, "started")[0], server.log)
    check("by its own rules", before["rules_version"] == 1 and now["rules_version"] == 2 and before["tables"] != now["tables"], before)
    server = Server(PROGRAM, db)
    ada = Player(server.port, token=ada.token)
    check("a lost one ends", ada.ask(cmd="resign", match=match, seat=0)["ok"])
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s/replay" % (server.port, match), timeout=60) as reply:
        file = os.path.join(folder, "kept.rdr")
        with open(file, "wb") as out:
            out.write(reply.read())
    verified = kit.run(PROGRAM, "replay", file, "--verify")
    check("its replay is checked order by order", verified.status == 0 and "classic" in kit.run(PROGRAM, "replay", file).out, verified)
    for seat in (0, 1):
        ada.ask(cmd="offer", match=match, seat=seat, what="rematch")
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s" % (server.port, match), timeout=60) as reply:
        new = json.load(reply).get("rematch")
    check("a rematch is played by the rules of now", new and ada.ask(cmd="watch", match=new, seat=0)["rules_version"] == 2, new)
    server.stop()


def archived(folder):
    """Who keeps finished matches for some days only finds the others in an archive, and their replays too."""
    db = os.path.join(folder, "kept_days.db")
    server = Server(PROGRAM, db)
    ada, bob = Player(server.port, name="Ada"), Player(server.port, name="Bob")
    old, young, running = [ada.ask(cmd="create", game="apoca", seats=["me", "open"], public=True)["match"] for _ in range(3)]
    for match in (old, young, running):
        bob.ask(cmd="join", match=match)
        ada.ask(cmd="order", match=match, text="done")
        bob.ask(cmd="order", match=match, text="done")
    for match in (old, young):
        bob.ask(cmd="resign", match=match)
    server.stop()
    base = sqlite3.connect(db)
    year = 365 * 86400000
    base.execute("UPDATE record SET at_ms = at_ms - ?, chain = NULL WHERE match IN (?, ?)", (year, old, running))
    base.commit()
    base.close()
    server = Server(PROGRAM, db, "--set", "keep_days=30")
    ada = Player(server.port, token=ada.token)
    check("what is young or not over stays", {line["match"] for line in ada.ask(cmd="list")["matches"]} == {young, running})
    ada.ask(cmd="order", match=running, text="done")
    server.kill()
    check("what was over for long goes into the archive", ["matches=1" in line for line in logged(server, "archived")] == [True], server.log)
    server = Server(PROGRAM, db, "--set", "keep_days=30")
    server.stop()
    check("nothing is missed afterwards, and nothing goes twice", not logged(server, "commits_lost") and not logged(server, "archived"), server.log)
    server = Server(PROGRAM, db + ".archive")
    file = os.path.join(folder, "archived.rdr")
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s/replay" % (server.port, old), timeout=60) as reply, open(file, "wb") as out:
        out.write(reply.read())
    check("a server of the archive has its replay, which is whole", kit.run(PROGRAM, "replay", file, "--verify").status == 0)
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s" % (server.port, old), timeout=60) as reply:
        names = [seat["name"] for seat in json.load(reply)["seats"]]
    check("with who played", names == ["Ada", "Bob"], names)
    check("and nobody can log in there", Player(server.port, token=ada.token).welcome["code"] == "bad_token")
    server.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        write_log(folder)
        changed_record(folder)
        salvaged(folder)
        one_server(folder)
        followed(folder)
        older_rules(folder)
        found_later(folder)
        kept_rules(folder)
        archived(folder)
    return kit.end()


sys.exit(main())
