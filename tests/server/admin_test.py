"""Running a server: settings, metrics, a socket of systemd's, redoubt admin.

usage: admin_test.py REDOUBT
"""
import json
import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from ws import Closed, Player, Server

PROGRAM = sys.argv[1]


def settings(folder):
    shown = kit.run(PROGRAM, "serve", "--show-config", XDG_CONFIG_HOME=folder)
    check("--show-config prints every setting with a sentence",
          shown.status == 0 and shown.out.count("\n# ") >= 15 and "port = 7777" in shown.out, shown)
    path = os.path.join(folder, "redoubt", "server.conf")
    os.makedirs(os.path.dirname(path))
    with open(path, "w", encoding="utf-8") as file:
        file.write("# mine\nport = 1234\n\n  burst=7 \nforwarded = yes\n")
    again = kit.run(PROGRAM, "serve", "--show-config", XDG_CONFIG_HOME=folder)
    check("a file under XDG_CONFIG_HOME is read", "port = 1234" in again.out and "burst = 7\n" in again.out and
          "forwarded = yes" in again.out, again)
    flags = kit.run(PROGRAM, "serve", "--port", "5", "--show-config", "--set", "queue=9", "--config", path)
    check("flags override it, wherever they stand", "port = 5\n" in flags.out and "queue = 9\n" in flags.out and
          "burst = 7\n" in flags.out, flags)
    with open(path, "a", encoding="utf-8") as file:
        file.write("queue = many\n")
    bad = kit.run(PROGRAM, "serve", "--config", path)
    check("a bad line is named", bad.status == 2 and "line 6" in bad.err and "queue: must be a number from 1 to" in bad.err, bad)
    with open(path, "w", encoding="utf-8") as file:
        file.write("prot = 1\n")
    bad = kit.run(PROGRAM, "serve", "--config", path)
    check("so is a setting that there is not, with those there are", bad.status == 2 and "port" in bad.err, bad)
    check("a file that isn't there is a mistake", kit.run(PROGRAM, "serve", "--config", folder + "/none").status == 2)


def documented():
    """Flags, settings and pages tell of the same things."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

    def page(*path):
        with open(os.path.join(root, *path), encoding="utf-8") as file:
            return file.read()
    shown = kit.run(PROGRAM, "serve", "--show-config").out
    keys, told = re.findall(r"^(\w+) = ", shown, re.M), page("docs", "deploy.md")
    check("every setting is on the page for hosts", len(keys) > 20 and all(re.search(r"\b%s\b" % key, told) for key in keys),
          [key for key in keys if not re.search(r"\b%s\b" % key, told)])
    for name in ("serve", "admin"):
        flags = set(re.findall(r"--[a-z-]+", kit.run(PROGRAM, name, "--help").out))
        manual = set(re.findall(r"^\*(--[a-z-]+)\*", page("man", "redoubt-%s.1.scd" % name), re.M))
        check("redoubt %s --help and its manual have the same flags" % name, flags == manual and len(flags) > 3,
              flags ^ manual)
    for key, flag in (("port", "--port=1"), ("bind", "--bind=1"), ("db", "--db=1"), ("web", "--web=1"), ("log", "--quiet")):
        changed = kit.run(PROGRAM, "serve", flag, "--show-config").out
        before, after = (re.search(r"^%s = (.*)$" % key, text, re.M).group(1) for text in (shown, changed))
        check("%s is the setting %s" % (flag, key), before != after, (before, after))


def sleeping(folder):
    """With sleep_after = 0 a match that nobody looks at is on the disk only, and wakes up."""
    conf = os.path.join(folder, "sleep.conf")
    with open(conf, "w", encoding="utf-8") as file:
        file.write("sleep_after = 0\n")
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    server = Server(PROGRAM, os.path.join(folder, "s.db"), "--config", conf, "--set", "metrics_port=%d" % port)
    ada = Player(server.port)
    match = ada.ask(cmd="create", game="apoca", seats=["me", "me"])["match"]
    ada.ask(cmd="list")
    for _ in range(100):
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=60) as reply:
            asleep = re.search(r"^redoubt_matches_asleep (\d+)$", reply.read().decode(), re.M).group(1)
        if asleep == "1":
            break
        time.sleep(0.1)
    check("sleep_after of the file sends a match to sleep", asleep == "1", asleep)
    check("and an order wakes it", ada.ask(cmd="order", match=match, seat=0, text="done")["ok"], ada.answers)
    server.stop()


def metrics(folder):
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    server = Server(PROGRAM, os.path.join(folder, "m.db"), "--set", "metrics_port=%d" % port)
    ada = Player(server.port)
    ada.ask(cmd="create", game="apoca", seats=["me", "me"])
    with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=60) as reply:
        text, kind = reply.read().decode(), reply.headers["content-type"]
    figures = dict(re.findall(r"^(redoubt_\w+) (\S+)$", text, re.M))
    check("metrics have the form of Prometheus", kind.startswith("text/plain; version=0.0.4") and
          text.count("# TYPE") == text.count("# HELP") >= 15, text)
    check("metrics count matches and players right", figures["redoubt_matches"] == "1" and figures["redoubt_players"] == "1" and
          figures["redoubt_websockets"] == "1" and figures["redoubt_up"] == "1" and
          float(figures["redoubt_commit_seconds_count"]) >= 2, figures)
    check("they are at their own door only", fails(server.port, "/metrics") == 404 and fails(port, "/v1/games") == 404)
    server.stop()


def fails(port, path):
    try:
        urllib.request.urlopen("http://127.0.0.1:%d%s" % (port, path), timeout=60).close()
        return 200
    except urllib.error.HTTPError as error:
        return error.code


def inherited(folder):
    """As systemd does it: the socket is number 3, and LISTEN_PID says whose it is."""
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    sock.listen(16)
    port = sock.getsockname()[1]
    early = socket.create_connection(("127.0.0.1", port))  # before there is a server
    script = "import os,sys; fd=int(sys.argv[1]); os.dup2(fd, 3, True) if fd != 3 else os.set_inheritable(3, True); " \
             "os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); os.execv(sys.argv[2], sys.argv[2:])"
    process = subprocess.Popen([sys.executable, "-c", script, str(sock.fileno()), PROGRAM, "serve", "--port", "1", "--db",
                                os.path.join(folder, "i.db")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, pass_fds=[sock.fileno()])
    line = process.stdout.readline()
    check("an inherited socket is used", line == "http://127.0.0.1:%d/\n" % port, line)
    early.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    check("who knocked before is served", early.recv(100).startswith(b"HTTP/1.1 200 OK"))
    early.close()
    sock.close()
    process.terminate()
    check("and it ends in order", process.wait(60) == 0)
    process.stdout.close()


def administer(folder):
    db = os.path.join(folder, "h.db")
    server = Server(PROGRAM, db)

    def admin(*args):
        return kit.run(PROGRAM, "admin", "--db", db, *args)
    ada, eve = Player(server.port, name="Ada"), Player(server.port, name="Eve")
    made = ada.ask(cmd="create", game="apoca", options={"turns": 6, "map": "duel"}, seats=["me", "open"])
    match = made["match"]
    eve.ask(cmd="join", match=match, secret=made["secret"])
    ada.ask(cmd="watch", match=match)
    check("the socket and the database are for their owner only",
          all(stat.S_IMODE(os.stat(db + end).st_mode) == 0o600 for end in ("", "-wal", ".admin")))
    listed = json.loads(admin("--json", "list").out)["matches"]
    check("list has private matches too", [m["match"] for m in listed] == [match] and listed[0]["state"] == "running", listed)
    check("list without --json has them too", match in admin("list").out and "Ada, Eve" in admin("list").out, admin("list"))
    check("only those in a state", admin("list", "--state", "over").out == "")
    shown = json.loads(admin("--json", "show", match).out)
    check("show tells who is who", shown["players"] == [ada.welcome["player"], eve.welcome["player"]] and
          shown["watched_by"] == 1 and shown["records"] == 2, shown)
    check("pause stops it", admin("pause", match).status == 0 and
          ada.ask(cmd="order", match=match, text="hire N").get("code") == "paused")
    check("a paused match can't be paused again", admin("pause", match).status == 1)
    mine = ada.ask(cmd="resume", match=match)
    check("players can't resume it, and are told who can", mine.get("code") == "paused" and "only the host" in mine["why"] and
          ada.wait(lambda u: u.get("paused"))["held"], mine)
    check("show says so", "held" in admin("show", match).out, admin("show", match))
    check("resume lets it go on", admin("resume", match).status == 0 and ada.ask(cmd="order", match=match, text="hire N")["ok"])
    for player in (ada, eve):
        player.ask(cmd="offer", match=match, what="pause")
    check("a pause that players agreed on can be held", admin("pause", match).status == 0 and
          ada.ask(cmd="resume", match=match).get("code") == "paused" and admin("resume", match).status == 0 and
          ada.ask(cmd="order", match=match, text="hire S")["ok"], ada.answers)
    reported = ada.ask(cmd="report", match=match, who=1, why="rude")
    told = json.loads(admin("--json", "reports").out)
    check("reports are kept for the host", reported["ok"] and told[0]["why"] == "rude" and told[0]["match"] == match, told)
    muted(server, admin, eve, match)
    copy = os.path.join(folder, "copy.db")
    done = admin("backup", copy)
    with sqlite3.connect(copy) as file:
        count = file.execute("SELECT count(*) FROM record").fetchone()[0]
        whole = file.execute("PRAGMA integrity_check").fetchone()[0]
    check("backup makes a whole copy while the server runs", done.status == 0 and count >= 3 and whole == "ok" and
          stat.S_IMODE(os.stat(copy).st_mode) == 0o600, (done, count))
    check("and overwrites nothing", admin("backup", copy).status == 1)
    banned(server, admin, eve, match)
    check("end stops a match without a result", admin("end", match).status == 0 and
          ada.wait(lambda u: u["state"] == "over")["ended"] == "aborted")
    check("what is over can't be ended", "over" in admin("end", match).err)
    for args, word in ((("show", "m1"), "no such match"), (("ban", "p1"), "nobody"), (("dance",), "say what to do"),
                       (("show",), "needs one thing"), (("list", "x"), "takes nothing")):
        bad = admin(*args)
        check("admin %s: a message" % " ".join(args), bad.status != 0 and word in bad.err, bad)
    server.kill()
    server = Server(PROGRAM, db)
    check("all of it is there after a kill", json.loads(admin("--json", "list").out)["matches"][0]["state"] == "over" and
          Player(server.port, token=eve.token).welcome.get("code") == "banned")
    check("unban lets them in again", admin("unban", eve.welcome["player"]).status == 0 and
          Player(server.port, token=eve.token).welcome["ok"])
    server.stop()
    check("a copy is a database to serve", serves(copy, match))
    gone = admin("list")
    check("without a server admin says so", gone.status == 1 and "no server" in gone.err and not os.path.exists(db + ".admin"), gone)


def muted(server, admin, eve, match):
    check("mute", admin("mute", eve.welcome["player"]).status == 0)
    said = eve.ask(cmd="say", match=match, text="hello?")
    check("who is muted is told so, and plays on", said.get("code") == "not_allowed" and "muted" in said["why"] and
          eve.ask(cmd="order", match=match, text="hire N")["ok"], said)
    shown = admin("show", match).out
    check("show tells of it too", re.search(r"seat 1: %s +Eve, muted" % eve.welcome["player"], shown), shown)
    check("unmute", admin("unmute", eve.welcome["player"]).status == 0 and eve.ask(cmd="say", match=match, text="thanks")["ok"])
    log = "".join(server.log)
    check("what the host does is logged, and what players say is not", "event=admin" in log and "unmute" in log and
          eve.welcome["player"] in log and "thanks" not in log, log[-500:])


def banned(server, admin, eve, match):
    check("ban", admin("ban", eve.welcome["player"]).status == 0)
    shown = admin("show", match)
    check("show tells of it, with names", re.search(r"seat 1: %s +Eve, banned" % eve.welcome["player"], shown.out), shown)
    try:
        while True:
            eve.read()
    except Closed as closed:
        check("throws them out", closed.code == 1008, closed.code)
    check("and keeps them out", Player(server.port, token=eve.token).welcome["code"] == "banned")


def serves(db, match):
    server = Server(PROGRAM, db)
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s" % (server.port, match), timeout=60) as reply:
        state = json.loads(reply.read())["state"]
    return server.stop() == 0 and state == "running"


def main():
    with tempfile.TemporaryDirectory() as folder:
        settings(os.path.join(folder, "config"))
        documented()
        sleeping(folder)
        metrics(folder)
        inherited(folder)
        administer(folder)
    return kit.end()


sys.exit(main())
