"""The site of a contest on a server: the lines of docs/contest.md, who may do what, what hostile people send, kills.

usage: site_test.py REDOUBT SOURCES [KILLS]
"""
import hashlib
import http.client
import io
import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
import threading
import time
import urllib.parse
import uuid
import zipfile

import bench
from bench import check

SOURCES = sys.argv[2]
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 6
sys.path.insert(0, os.path.join(SOURCES, "tests", "server"))
import ws  # noqa: E402

LIMIT_S = 300  # only guards against hanging
MARK = "mark" + uuid.uuid4().hex
GOOD = """import sys
sys.stderr.write("thinking of %s\\n")
for line in sys.stdin:
    if '"hello"' in line: print('{"ready":1,"want":[]}', flush=True)
    elif '"ask"' in line: print('{"choose":0}', flush=True)
    else: break
"""


def until(name, look):
    """Waits until it is there; what was seen last if it never is."""
    deadline = time.monotonic() + LIMIT_S
    seen = look()
    while not seen and time.monotonic() < deadline:
        time.sleep(0.05)
        seen = look()
    if not seen:
        check("in time: " + name, False)
    return seen


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.bytes = status, headers, body
        self.text = body.decode("utf-8", "replace")

    def __str__(self):
        return "%s %s\n%s" % (self.status, self.headers, self.text[:2000])


class Site:
    """A server with the site of a contest, and somebody who looks at it."""
    all = []

    def __init__(self, folder, name):
        self.folder, self.name = folder, os.path.join(folder, name)
        self.run = None
        self.start()
        Site.all.append(self)

    def start(self):
        self.run = subprocess.Popen([bench.REDOUBT, "serve", "--port", "0", "--db", os.path.join(self.folder, "server.db"), "--quiet",
                                     "--set", "contest=" + self.name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=bench.kit.environment())
        self.port = int(self.run.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        until("the site", lambda: self.get("/contest").status == 200)

    def ask(self, method, path, body=None, headers=None):
        """One request; 503 while nobody is there."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_S)
        try:
            line.request(method, path, body, headers or {})
            got = line.getresponse()
            return Answer(got.status, got.headers, got.read())
        except (ConnectionError, http.client.HTTPException):
            return Answer(503, {}, b"")
        finally:
            line.close()

    def get(self, path, cookie=None, **headers):
        return self.ask("GET", path, None, dict(headers, **({"Cookie": "contest=" + cookie} if cookie else {})))

    def post(self, path, fields, cookie=None, **headers):
        head = {"Content-Type": "application/x-www-form-urlencoded"}
        head.update({name.replace("_", "-"): value for name, value in headers.items()})
        if cookie:
            head["Cookie"] = "contest=" + cookie
        return self.ask("POST", path, urllib.parse.urlencode(fields), head)

    def put(self, key, name, data):
        return self.ask("PUT", "/contest/upload/" + name, data, {"Authorization": "Bearer " + key})

    def mark(self, cookie, page="/contest/me"):
        """Of the forms of a page; the pages may just have been killed."""
        return until("a page with a form", lambda: re.search('name="mark" value="([0-9a-f]+)"', self.get(page, cookie).text)).group(1)

    def order(self, **fields):
        """The organiser's page; waits until the order is done."""
        with open(os.path.join(self.name, "site", "organiser.key"), encoding="utf-8") as file:
            key = file.read().strip()
        done = self.post("/contest/order", dict(fields, mark=self.mark(key, "/contest/organiser")), key)
        if done.status != 303:
            return done
        number = max(int(name) for name in os.listdir(os.path.join(self.name, "site", "jobs")) + os.listdir(os.path.join(self.name, "site", "done")) if name.isdigit())
        return until("an order", lambda: self.result(number))["text"]

    def result(self, number):
        try:
            with open(os.path.join(self.name, "site", "done", "%06d" % number, "result.json"), encoding="utf-8") as file:
                return json.load(file)
        except OSError:
            return None

    def join(self, name, **more):
        code = contest("invite", self.name, cwd=self.folder).out.strip()
        done = self.post("/contest/sign-up", dict({"code": code, "name": name}, **more))
        found = re.search('id="key">([^<]+)<', done.text)
        return found.group(1) if found else done

    def stop(self):
        self.run.send_signal(signal.SIGTERM)
        self.run.wait(timeout=LIMIT_S)
        self.run.stdout.close()


def contest(*words, cwd):
    return bench.run("contest", *words, cwd=cwd, timeout=LIMIT_S)


def make(folder, name="x", game="null", *lines):
    contest("new", name, game, cwd=folder)
    with open(os.path.join(folder, name, "contest.conf"), "a", encoding="utf-8") as file:
        file.write("\n".join(("pairs = 1", "final_pairs = 1", "limit = turn_ms=20000", "limit = start_ms=60000", *lines)) + "\n")
    contest("open", name, cwd=folder)


def rows(folder, db="ladder.db"):
    path = os.path.join(folder, "x", db)
    if not os.path.exists(path):
        return []
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as base:
        try:
            return base.execute("SELECT id, tbl, grp, rotation, seats, result FROM game ORDER BY id").fetchall()
        except sqlite3.OperationalError:  # it is being made
            return []


def plan(folder):
    with sqlite3.connect("file:%s?mode=ro" % os.path.join(folder, "x", "ladder.db"), uri=True) as base:
        return json.loads(base.execute("SELECT plan FROM tournament").fetchone()[0])


def tar(*files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text, *kind in files:
            about = tarfile.TarInfo(name)
            about.size, about.mode = len(text), 0o755
            if kind:
                about.type, about.linkname = kind
            archive.addfile(about, io.BytesIO(text))
    return out.getvalue()


def zipped(*files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files:
            about = zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6))
            about.external_attr = 0o100755 << 16
            archive.writestr(about, text)
    return out.getvalue()


# ---- the lines of the page ----

def documented(folder):
    with open(os.path.join(SOURCES, "docs", "contest.md"), encoding="utf-8") as file:
        text = file.read()
    lines = re.findall("^    (.*)$", text.split("## The same through a site")[1].split("\n## ")[0], re.M)
    script = "\n".join(lines).replace("--port 7777", "--port 0 --quiet --db server.db").replace("URL=http://localhost:7777", "while [ ! -s url ]; do sleep 0.05; done; URL=$(cat url); URL=${URL%/}")
    script = script.replace("--set contest=cup &", "--set contest=cup >url 2>serve.log & echo $! >pid")
    bin_folder = os.path.join(folder, "bin")
    os.mkdir(bin_folder)
    os.symlink(bench.REDOUBT, os.path.join(bin_folder, "redoubt"))
    began = time.monotonic()
    done = subprocess.run(["/bin/sh", "-ec", script], cwd=folder, capture_output=True, text=True, timeout=580,
                          env=dict(os.environ, PATH=bin_folder + ":" + os.environ["PATH"]))
    seconds = time.monotonic() - began
    check("the lines of the page, typed", done.returncode == 0, done)
    print("# a contest of five bots in three languages through the site took %.0f s" % seconds)
    check("less than ten minutes", seconds < 600, seconds)
    with open(os.path.join(folder, "pid"), encoding="utf-8") as file:
        os.kill(int(file.read()), signal.SIGTERM)
    check("five were accepted", done.stdout.count("accepted as version 1") == 5, done.stdout)
    with open(os.path.join(folder, "cup", "public", "results.json"), encoding="utf-8") as file:
        shown = json.load(file)
    final = [part for part in shown["results"] if part["part"] == "final"]
    check("the final was played and published", final and final[0]["games"] == 20 and len(final[0]["standings"]) == 5, shown["results"])
    with open(os.path.join(folder, "cup", "public", "secret.json"), "rb") as file:
        check("with the seed that was promised", hashlib.sha256(file.read()).hexdigest() == shown["contest"]["commitment"])


# ---- who may do what ----

def people(site):
    code = contest("invite", "x", cwd=site.folder).out.strip()
    done = site.post("/contest/sign-up", {"code": code, "name": "ada", "team": "red"})
    ada = re.search('id="key">([^<]+)<', done.text)
    check("somebody signs up with a code", done.status == 200 and ada, done)
    ada = ada.group(1)
    check("the cookie is for the site only, and for no script", re.search("^contest=ada.*Path=/contest;.*HttpOnly; SameSite=Strict", done.headers["set-cookie"]), done)
    check("which may go over an open line here", "Secure" not in done.headers["set-cookie"])
    check("a code is good once", site.post("/contest/sign-up", {"code": code, "name": "eve"}).status == 400)
    check("no code, no entrance", site.post("/contest/sign-up", {"code": "x", "name": "eve"}).status == 400)
    for name in ("ADA", "organiser", "random", "a b", "../ada", "<b>", "", "x" * 40, "a'b"):
        check("not as %r" % name, isinstance(site.join(name), Answer))
    check("nobody has such a key", site.post("/contest/sign-in", {"key": ada + "0"}).status == 403)
    check("the key signs in", site.post("/contest/sign-in", {"key": ada}).headers["location"] == "/contest/me")
    for name, more in (("a browser", {"Origin": "https://127.0.0.1:%d" % site.port}), ("a proxy", {"X_Forwarded_Proto": "https"})):
        done = site.post("/contest/sign-in", {"key": ada}, **more)
        check("behind TLS it is for TLS only, says %s" % name, done.headers["set-cookie"].endswith("; Secure"), done)
    check("without a key there is no page of one's own", site.get("/contest/me").headers["location"] == "/contest/sign-in")
    check("a wrong key in the cookie is nobody", site.get("/contest/me", ada[:-1] + "g").status == 303)
    check("nor is a key of nothing", site.get("/contest/me", "ada.").status == 303)
    check("her page", "Hand in" in site.get("/contest/me", ada).text)
    check("the organiser's page is not hers", site.get("/contest/organiser", ada).status == 403 and site.get("/contest/organiser").status == 401)
    check("nor are the tables of now", site.get("/contest/export/ladder.csv", ada).status == 403)
    for name, answer in (("without a mark", site.post("/contest/fight", {"against": "random"}, ada)),
                         ("with a wrong one", site.post("/contest/fight", {"against": "random", "mark": "0" * 64}, ada)),
                         ("from another site", site.post("/contest/fight", {"against": "random", "mark": site.mark(ada)}, ada, Origin="http://evil.example"))):
        check("a form %s is refused" % name, answer.status == 403, answer)
    check("a PUT with a cookie is refused", site.ask("PUT", "/contest/upload/x.py", b"x", {"Cookie": "contest=" + ada}).status == 403)
    check("an order of hers is refused", site.post("/contest/order", {"order": "pause", "mark": site.mark(ada)}, ada).status == 403)
    check("another host is refused", site.get("/contest", Host="evil.example").status == 421)
    answers = [site.post("/contest/sign-in", {"key": "ada.x"}, X_Forwarded_For="192.0.2.7").status for _ in range(12)]
    check("keys can't be tried without end from an address", answers[0] == 403 and answers[-1] == 429, answers)
    answers = [site.post("/contest/sign-in", {"key": ada}, X_Forwarded_For="192.0.2.9").status for _ in range(12)]
    check("a class with one address may sign in", answers == [303] * 12, answers)
    check("other addresses may sign in", site.post("/contest/sign-in", {"key": ada}, X_Forwarded_For="192.0.2.8").status == 303)
    line = ws.Player(site.port, name="Grace")
    line.ask(cmd="register", name="Grace", password="correct horse")
    wrong = site.post("/contest/sign-up", {"account": "Grace", "password": "wrong horse", "name": "grace"})
    check("a wrong password", wrong.status == 403 and "the server says" in wrong.text, wrong)
    done = site.post("/contest/sign-up", {"account": "Grace", "password": "correct horse", "name": "grace"})
    grace = re.search('id="key">(grace[^<]+)<', done.text)
    check("an account of the server signs up", grace, done)
    with open(os.path.join(site.name, "contest.conf"), "a", encoding="utf-8") as file:
        file.write("divisions = open, school\n")
    check("divisions can be chosen", "<option>open</option><option>school</option>" in site.get("/contest/sign-in").text)
    check("and no others", "there is no division" in site.join("wanda", division="wizards").text)
    with open(os.path.join(site.name, "contest.conf"), "a", encoding="utf-8") as file:
        file.write("divisions =\n")
    again = re.search('id="key">(grace[^<]+)<', site.post("/contest/sign-up", {"account": "Grace", "password": "correct horse", "name": "other"}).text)
    check("and comes back with another key, the same person", again and site.get("/contest/me", again.group(1)).status == 200, again)
    check("the one before is worth nothing", site.get("/contest/me", grace.group(1)).status == 303)
    line.socket.close()
    return ada


# ---- what is sent ----

def requests(site, ada):
    def raw(data):
        with socket.create_connection(("127.0.0.1", site.port), LIMIT_S) as line:
            line.sendall(data)
            got = b""
            while more := line.recv(65536):
                got += more
            return got.decode("latin-1")
    head = "PUT /contest/upload/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n" % ada
    check("10 GB are refused before they are read", " 413 " in raw((head + "Content-Length: 10737418240\r\n\r\n").encode()))
    check("a length that can't be counted too", " 413 " in raw((head + "Content-Length: 99999999999999999999999\r\n\r\n").encode()))
    check("without a length", " 411 " in raw((head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n").encode()))
    check("an upload of nothing is refused", " 400 " in raw((head + "Content-Length: 0\r\n\r\n").encode()))
    check("nobody uploads without a key", " 401 " in raw(b"PUT /contest/upload/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10737418240\r\n\r\n"))
    check("a form of half a gigabyte from nobody", " 413 " in raw(b"POST /contest/sign-up HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000000\r\n\r\n"))
    for path in ("/contest/public/../secret.json", "/contest/public/..%2fsecret.json", "/contest/public/.index.html", "/contest/public/ladder.db.replays/..%2f..%2fsecret.rdr", "/contest/public/../../x.db.replays/1.rdr", "/contest/public/../x.db.replays/1.html", "/contest/replay/../x.1",
                 "/contest/replay/ladder-..%2f..%2fx.1", "/contest/replay/ladder.99999999999", "/contest/ladder.db", "/contest/ladder.db.replays/..%2f..%2fsecret.json",
                 "/contest/errors/..%2f..%2fsecret.json", "/contest/job/1x", "/contest/secret.json", "/contest/site/organiser.key", "/contest/nothing"):
        got = raw(("GET %s HTTP/1.1\r\nHost: localhost\r\nCookie: contest=%s\r\n\r\n" % (path, ada)).encode())
        check("nothing at " + path, " 404 " in got and "salt" not in got, got)
    for body in (b"", b"--b\r\n", b"--b\r\n\r\n\r\n--b--", b'--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nabc',
                 b'--b\r\ncontent-disposition: form-data; filename="x"\r\n\r\nabc\r\n--b--', b"\r\n" * 50, b"--b\r\n" + b"x" * 4000 + b"\r\n\r\n\r\n--b--\r\n"):
        got = site.ask("POST", "/contest/upload", body, {"Cookie": "contest=" + ada, "Content-Type": "multipart/form-data; boundary=b"})
        check("a form in parts that makes no sense: %r" % body[:40], got.status == 400, got)
    check("it still answers", site.get("/contest").status == 200)
    half = [socket.create_connection(("127.0.0.1", site.port), LIMIT_S) for _ in range(30)]
    for line in half:
        line.sendall((head + "Content-Length: 100\r\n\r\n").encode())
    check("while thirty have sent half a request", site.get("/contest").status == 200)
    for line in half:
        line.close()
    got = until("an end of her tries", lambda: (lambda done: done if done.status == 429 else None)(site.put(ada, "x", b"")))
    check("nobody hands in without end", "too much at once" in got.text, got)


def uploads(site, ada):
    form = ('--b\r\nContent-Disposition: form-data; name="mark"\r\n\r\n%s\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="../..//$(id) ada.py"\r\n'
            'Content-Type: text/plain\r\n\r\n%s\r\n--b--\r\n' % (site.mark(ada), GOOD % "ada's secret"))
    begin = time.monotonic()
    done = site.ask("POST", "/contest/upload", form, {"Cookie": "contest=" + ada, "Content-Type": "multipart/form-data; boundary=b"})
    check("a file by the page leads to its job", done.status == 303 and re.match("/contest/job/[0-9]+$", done.headers["location"]), done)
    page = until("the job", lambda: (lambda got: got if "accepted as version 1" in got.text else None)(site.get(done.headers["location"], ada)))
    print("# shown %.1f s after it was handed in" % (time.monotonic() - begin))
    number = done.headers["location"].rsplit("/", 1)[1]
    check("its name is tame", "idada.py" in page.text and "$(" not in page.text, page)
    got = site.get("/contest/replay/job-%s.1" % number, ada)
    check("its game against random can be looked at", got.status == 200 and got.bytes[:4] == b"RDRP" or len(got.bytes) > 50, got)
    check("with what it said", "ada's secret" in site.get("/contest/errors/job-%s.1" % number, ada).text)
    bob = site.join("bob")
    for path in (done.headers["location"], "/contest/replay/job-%s.1" % number, "/contest/errors/job-%s.1" % number):
        check("not by others: " + path, site.get(path, bob).status == 404 and site.get(path).status in (303, 404))
    done = site.put(bob, "bob.tar.gz", tar(("build", b"echo '<script>alert(1)</script>' >&2\nexit 3\n"), ("bot.py", b"x")))
    check("what can't be built: its log, at once", done.status == 422 and "refused: it can't be built" in done.text and "<script>alert" in done.text, done)
    check("as text for programs", done.headers["content-type"].startswith("text/plain"))
    page = site.get("/contest/job/" + done.text.strip().rsplit("/", 1)[1], bob)
    check("and tame for browsers", "<script" not in page.text and "&lt;script&gt;alert" in page.text, page)
    policy = page.headers["content-security-policy"]
    check("no page has scripts", "default-src 'none'" in policy and "script-src" not in policy and "nosniff" in page.headers["x-content-type-options"])
    data = tar(("bot.py", (GOOD % "bob").encode()))
    done = site.put(bob, "bob.tar.gz", data)
    check("by curl: accepted", done.status == 200 and done.text.startswith("accepted as version 2"), done)
    done = site.put(bob, "bob.tar.gz", data)
    check("the same again changes nothing", done.status == 200 and "version 2: it is the same as before" in done.text, done)
    done = site.put(bob, "bob.zip", zipped(("bot.py", GOOD % "bob")))
    check("nor do the same files in another archive", done.status == 200 and "version 2: it is the same as before" in done.text, done)
    done = site.ask("POST", "/contest/fight", "against=ada", {"Authorization": "Bearer " + bob, "Content-Type": "application/x-www-form-urlencoded"})
    check("a fight at once", done.status == 200 and re.match("[12]. bob, [12]. ada; [12]. ada, [12]. bob|[12]. bob.2, [12]. ada; [12]. ada, [12]. bob.2", done.text), done)
    number = done.text.strip().rsplit("/", 1)[1]
    first = site.get("/contest/errors/job-%s.1" % number, bob).text + site.get("/contest/errors/job-%s.2" % number, bob).text
    check("with one's own errors only", "thinking of bob" in first and "ada's secret" not in first, first)
    return bob


def shown(site):
    with open(os.path.join(site.name, "site", "shown.json"), encoding="utf-8") as file:
        return json.load(file)


def ladder(site, ada, bob):
    until("the ladder", lambda: [row for row in rows(site.folder) if row[5]] and shown(site)["parts"])
    page = until("her games", lambda: (lambda got: got if "ladder 1<" in got.text or "ladder 2<" in got.text else None)(site.get("/contest/me", ada)))
    number = re.search("contest.ladder.([0-9]+)\"", page.text).group(1)
    check("her games and rating", "&plusmn;" in page.text and "<strong>" in page.text, page)
    check("a game to look at, for everybody", site.get("/contest/replay/ladder." + number).status == 200)
    check("as the tables name it, too", site.get("/contest/ladder.db.replays/%06d.rdr" % int(number)).bytes == site.get("/contest/replay/ladder." + number).bytes)
    errors = site.get("/contest/errors/ladder." + number, ada).text
    check("what she wrote beside it, nobody else's", "ada's secret" in errors and "thinking of bob" not in errors, errors)
    check("standings for everybody", "ada" in site.get("/contest").text and "bob.2" in site.get("/contest").text)
    check("games with links into the browser", 'href="/#/replay/contest.ladder.' in site.get("/contest/games").text)
    board = site.get("/contest/board")
    check("the board comes again by itself, and needs no script", board.headers["refresh"] == "5" and "Everybody against everybody" in board.text and "<script" not in board.text)
    check("all tables, and their replays beside them", "Entrants" in site.get("/contest/public/").text
          and site.get("/contest/public/ladder.db.replays/%06d.rdr" % int(number)).bytes == site.get("/contest/replay/ladder." + number).bytes)
    teams = until("teams", lambda: (lambda got: got if "<caption>Teams<" in got.text else None)(site.get("/contest")))
    check("teams in the order of their scores", re.search("<td class=\"n\">1<td>red<td class=\"n\">1<td", teams.text), teams)
    check("a picture of all tables", "style-src 'unsafe-inline'" in site.get("/contest/public/index.html").headers["content-security-policy"])


def organiser(site, ada, bob):
    check("pause", site.order(order="pause") == "done" and "has a pause" in site.get("/contest").text)
    until("the ladder to rest", lambda: not bench.processes_with(site.name + "/entrants"))
    before = rows(site.folder)
    played = [row for row in before if row[5]]
    check("rerun of a game", site.order(order="rerun", whom="ladder.%d" % played[0][0]) == "done")
    check("no game, no rerun", "which game" in site.order(order="rerun", whom="x"))
    until("its result to be gone", lambda: not [row for row in rows(site.folder) if row[0] == played[0][0]][0][5])
    check("disable, with words for everybody", site.order(order="disable", whom="bob", why="<b>too loud") == "done" and "&lt;b&gt;too loud" in site.get("/contest").text)
    check("who is not there", "does not take part" in site.order(order="disable", whom="nobody"))
    check("enable", site.order(order="enable", whom="bob") == "done" and "too loud" not in site.get("/contest").text)
    check("resume", site.order(order="resume") == "done")
    until("the game to be played again", lambda: [row for row in rows(site.folder) if row[0] == played[0][0]][0][5])
    check("quarantine", site.order(order="quarantine", whom="bob") == "done")
    done = site.put(bob, "x.py", b"x")
    check("who is in quarantine hands in nothing", done.status == 403 and "quarantine" in done.text, done)
    check("release", site.order(order="release", whom="bob") == "done" and site.get("/contest/me", bob).status == 200)
    with open(os.path.join(site.name, "site", "organiser.key"), encoding="utf-8") as file:
        key = file.read().strip()
    csv = site.get("/contest/export/ladder.csv", key)
    check("CSV", csv.status == 200 and csv.text.startswith("game,round,table") and "ada" in csv.text, csv)
    check("JSON", json.loads(site.get("/contest/export/ladder.json", key).text)["games"] > 0)
    check("no table that is not there", site.get("/contest/export/final.csv", key).status == 404)


def frozen(site, ada, bob):
    check("freeze", site.order(order="freeze") == "done")
    until("the page to say so", lambda: "<strong>frozen</strong>" in site.get("/contest").text)
    until("the last words before it", lambda: shown(site)["phase"] == "frozen")
    before = shown(site)
    count = len([row for row in rows(site.folder) if row[5]])
    check("nobody enters", site.put(bob, "late.py", b"x").status == 403)
    until("more games", lambda: len([row for row in rows(site.folder) if row[5]]) > count)
    check("they are not shown", shown(site) == before)
    late = [row[0] for row in rows(site.folder) if row[5]][-1]
    known = {game["id"] for part in before["parts"] for game in part["list"]}
    check("nor can they be looked at", late not in known and site.get("/contest/replay/ladder.%d" % late).status == 404, late)
    check("what was shown still can", site.get("/contest/replay/ladder.%d" % max(known)).status == 200)
    check("an order shows nothing either", site.order(order="disable", whom="bob") == "done" and shown(site) == before)
    check("thaw", site.order(order="thaw") == "done" and "<strong>open</strong>" in site.get("/contest").text)
    with open(os.path.join(site.name, "contest.conf"), "a", encoding="utf-8") as file:
        file.write("closes = 2001-02-03 04:05\n")
    until("the end that is named in contest.conf", lambda: "<strong>frozen</strong>" in site.get("/contest").text and shown(site)["phase"] == "frozen")
    check("it closes at its time, by itself", "It closes 2001-02-03 04:05 UTC." in site.get("/contest").text)
    check("and is not thawed after it", "it closed at 2001-02-03 04:05" in site.order(order="thaw"))
    check("what was played meanwhile is shown", until("the late game", lambda: site.get("/contest/replay/ladder.%d" % late).status == 200))


def course(folder):
    make(folder, "x", "null", "most_pairs = 100000")
    site = Site(folder, "x")
    ada = people(site)
    requests(site, site.join("mallory"))
    bob = uploads(site, ada)
    ladder(site, ada, bob)
    organiser(site, ada, bob)
    frozen(site, ada, bob)
    site.stop()
    until("all to be gone", lambda: not bench.processes_with(site.name))
    check("nothing of the site outlives the server", not bench.processes_with(site.name))


# ---- several things at once ----

def side_by_side(folder):
    """Who builds long holds nobody up: another is built meanwhile, and what the organiser wants is done at once."""
    make(folder, "x", "null", "build_seconds = 290", "workers = 2")
    site = Site(folder, "x")
    slow = [threading.Thread(target=site.put, args=(site.join("slow%d" % i), "slow.tar.gz", tar(("build", b"sleep 300\n"), ("bot.py", b"x")))) for i in range(2)]
    slow[0].start()
    until("the first to be built", lambda: os.path.exists(os.path.join(folder, "x", "entrants", ".new-slow0")))
    done = site.put(site.join("quick"), "bot.py", (GOOD % "quick").encode())
    check("another is accepted meanwhile", done.status == 200 and "accepted" in done.text and slow[0].is_alive(), done)
    slow[1].start()
    until("the second to be built", lambda: os.path.exists(os.path.join(folder, "x", "entrants", ".new-slow1")))
    check("the organiser need not wait for either", site.order(order="pause") == "done" and slow[0].is_alive() and slow[1].is_alive())
    site.stop()
    for thread in slow:
        thread.join()


# ---- hostile uploads ----

def hostile_uploads(folder, port):
    """The eleven kinds, as archives; each does its harm while it is built, or while it plays."""
    head = ("echo %s >/dev/null\n" % MARK).encode()
    good = (GOOD % "hostile").encode()

    def built(script):
        return tar(("build", head + script.encode()), ("bot.py", good))

    def played(code):
        return tar(("bot.py", ("# %s\nimport os, subprocess, sys, socket, time\n%s\n" % (MARK, code)).encode() + good))
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("zeros", "w", force_zip64=True) as file:
            for _ in range(700):
                file.write(bytes(1 << 20))
    return {
        "fork-bomb": built("b() { b | b & }; b; sleep 40\n"),
        "fork-bomb-in-play": played("try:\n    while True:\n        if os.fork() == 0: time.sleep(600)\nexcept OSError: pass"),
        "zip-bomb": bomb.getvalue(),
        "traversal": tar(("bot.py", good), ("../../../escaped", b"x")),
        "symlink": tar(("bot.py", good), ("out", b"", tarfile.SYMTYPE, folder)),
        "10-GB": built("yes | head -c 10000000000\n"),
        "compiler-bomb": built("printf '#include \"/dev/zero\"\\nint main(void) { return 0; }\\n' >x.c && cc -o bot x.c\n"),
        "reads-others": played("for path in %r:\n    try: sys.stderr.write('READ ' + open(path).read())\n    except OSError as e: sys.stderr.write('no %%s\\n' %% e)"
                               % [os.path.join(folder, "x", "secret.json"), os.path.join(folder, "x", "site", "organiser.key"), os.path.join(folder, "x", "entrants", "good", "1", "bot.py"),
                                  os.path.join(folder, "server.db"), os.path.expanduser("~/.profile"), "/etc/shadow"]),
        "network": played("try: socket.create_connection(('127.0.0.1', %d), 2); sys.stderr.write('READ the net')\nexcept OSError as e: sys.stderr.write('no %%s\\n' %% e)" % port),
        "ptrace": built("python3 -c 'import ctypes, os, sys; sys.exit(0 if ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0 else 1)'\n"),
        "outlives": played("subprocess.Popen(['setsid', 'sh', '-c', 'sleep 600; : %s'])" % MARK),
        "fills-scratch": played("try:\n    with open('/tmp/full', 'wb') as file:\n        while True: file.write(bytes(1 << 20))\nexcept OSError as e: sys.stderr.write('no %s\\n' % e)"),
    }


def hostile(folder):
    """Each of the eleven through the site, while neighbours play; they are unharmed, and each of their games counts once."""
    make(folder, "x", "null", "build_seconds = 8", "most_pairs = 4", "limit = memory_mb=256")
    site = Site(folder, "x")
    keys = {name: site.join(name) for name in ("good", "other")}
    for name, key in keys.items():
        check(name + " enters", site.put(key, name + ".py", (GOOD % name).encode()).status == 200)
    door = socket.create_server(("127.0.0.1", 0))
    answers = {}
    refused = ("fork-bomb", "zip-bomb", "traversal", "symlink", "10-GB", "compiler-bomb", "ptrace")
    for name, data in hostile_uploads(folder, door.getsockname()[1]).items():
        key = site.join(name)
        answers[name] = site.put(key, name + (".zip" if name == "zip-bomb" else ".tar.gz"), data)
        check(name + ": answered", answers[name].status in (200, 422), answers[name])
        if name in refused:
            check(name + ": refused, and told why", answers[name].status == 422 and len(answers[name].text) > 30, answers[name])
        number = answers[name].text.strip().rsplit("/", 1)[1]
        said = site.get("/contest/errors/job-%s.1" % number, key).text
        check(name + ": it read nothing", "READ" not in said and "READ" not in answers[name].text, said)
        if name in ("reads-others", "network", "fills-scratch"):
            check(name + ": it tried", "no [Errno" in said, said)
    check("the server and its site answer", site.get("/").status == 200 and site.get("/contest").status == 200)
    check("nothing was written outside", not [name for _, _, names in os.walk(folder) for name in names if name == "escaped"])
    check("nobody called", not bench.has_caller(door))
    until("all games", lambda: (lambda all_rows: len(all_rows) > 0 and all(row[5] for row in all_rows) and not bench.processes_with("--pairs"))(rows(folder)))
    names = [entrant["bot"].split("=")[0] for entrant in plan(folder)["entrants"]]
    neighbours = [row for row in rows(folder) if {names[int(seat)] for seat in row[4].split(",")} == {"good", "other"}]
    check("the neighbours played each other, each game once", len(neighbours) == 8 and len({row[1:4] for row in neighbours}) == 8, (names, neighbours))
    check("without a fault", all(json.loads(row[5])["faults"] == [0, 0] for row in neighbours), neighbours)
    site.stop()
    until("no process to be left", lambda: not bench.processes_with(MARK) and not bench.processes_with(site.name))
    check("no process is left", not bench.processes_with(MARK))
    door.close()


# ---- kills ----

def programs(site):
    """The server and its programs, by what they do. Keepers of programs look like those whose children they are."""
    seen = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as file:
                words = file.read().decode("utf-8", "replace").split("\0")
            with open("/proc/%s/stat" % pid, encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if len(words) > 3 and words[:2] == ["redoubt", "contest"] and words[3] == site.name:
            seen[int(pid)] = (words[2], parent)
        elif words[:2] == ["redoubt", "arena"] and os.path.join(site.name, "ladder.db") in words:
            seen[int(pid)] = ("arena", parent)
    found = {kind: pid for pid, (kind, parent) in seen.items() if seen.get(parent, ("",))[0] != kind}
    found["server"] = site.run.pid
    return found


def killed(folder):
    """kill -9 of the server and of each of its programs, in the middle of uploads, builds, games and the final."""
    make(folder, "x", "null", "most_pairs = 3", "final_pairs = 3")
    site = Site(folder, "x")
    names = ["p%d" % i for i in range(4)]
    keys = {name: site.join(name) for name in names}
    luck, told, last, stop = random.Random(1), {}, {}, threading.Event()

    def hand_in(name):
        """Until it is acknowledged: a line that broke tells nothing."""
        for version in range(1, 1 + max(2, KILLS // 10)):
            data = tar(("bot.py", (GOOD % (name + MARK + str(version))).encode()))
            while True:
                got = site.put(keys[name], "bot.tar.gz", data)
                if got.status == 200:
                    told.setdefault(name, []).append(got.text.split("\n")[0])
                    break
                if stop.is_set():
                    return
                if got.status != 503:
                    last.setdefault(name, {})[got.text[:200]] = got.status
                time.sleep(0.1)
    threads = [threading.Thread(target=hand_in, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    kinds, kills = ["server", "pages", "work", "run", "arena", "site", "orders"], {}
    for i in range(KILLS):
        time.sleep(luck.uniform(0.1, 1.5))  # how far it is then does not matter
        kind = kinds[i % len(kinds)]
        for _ in range(60):  # some are there for moments only
            pid = programs(site).get(kind)
            if pid is not None:
                break
            time.sleep(0.05)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            kills[kind] = kills.get(kind, 0) + 1
        if kind in ("server", "site"):
            os.kill(site.run.pid, signal.SIGKILL)
            site.run.wait()
            site.run.stdout.close()
            check("nothing of it stays", until("the end", lambda: not [p for k, p in programs(site).items() if k != "server"]) is not None)
            site.start()
    check("it was killed on the way", sum(kills.values()) >= KILLS // 2, kills)
    print("# killed: %s" % kills)
    until("everybody to be told", lambda: not any(thread.is_alive() for thread in threads))
    stop.set()
    for thread in threads:
        thread.join()
    check("everybody was told in the end", all(len(told.get(name, [])) == max(2, KILLS // 10) for name in names), (told, last))
    with open(os.path.join(folder, "x", "state.json"), encoding="utf-8") as file:
        state = json.load(file)
    for name in names:
        versions = state["entrants"][name]["versions"]
        check("%s: each version once" % name, len({version["files"] for version in versions}) == len(versions) == max(2, KILLS // 10), versions)
    until("the ladder to be played", lambda: (lambda all_rows: all(row[5] for row in all_rows) and settled(folder, names))(rows(folder)))
    for attempt in range(KILLS // 6 + 1):  # the final, by the command line
        if attempt == 0:
            site.order(order="freeze")
        run = subprocess.Popen([bench.REDOUBT, "contest", "final", "x"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            run.wait(timeout=luck.uniform(0.05, 0.8) if attempt < KILLS // 6 else LIMIT_S)
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
    check("the final", rows(folder, "final.db") and len(rows(folder, "final.db")) == 36 and all(row[5] for row in rows(folder, "final.db")), len(rows(folder, "final.db")))
    for db in ("ladder.db", "final.db"):
        all_rows = [row for row in rows(folder, db) if row[5] and row[5] != "dropped"]
        check(db + ": nothing was played twice", len({(row[2], row[3], row[4]) for row in all_rows}) == len(all_rows))
    check("no job is left", not [name for name in os.listdir(os.path.join(folder, "x", "site", "jobs")) if name.isdigit()])
    check("nothing half-built is left", not [name for name in os.listdir(os.path.join(folder, "x", "entrants")) if name.startswith(".new")])
    site.stop()
    until("no process to be left", lambda: not bench.processes_with(MARK) and not bench.processes_with(site.name))
    check("no process is left", not bench.processes_with(MARK) and not bench.processes_with(site.name))


def settled(folder, names):
    """Has every pair of the latest versions played three pairs of games?"""
    active = {str(i) for i, entrant in enumerate(plan(folder)["entrants"]) if not entrant["retired"]}
    done = [row for row in rows(folder) if row[5] and set(row[4].split(",")) <= active]
    return len(active) == len(names) and len(done) == 6 * 6


# ---- older bots ----

def old_agents(folder):
    """An agent of MegaMiner and a bot of the civ contest enter by the same page as they are."""
    for part in (old_agent, old_settler):
        inner = os.path.join(folder, part.__name__)
        os.mkdir(inner)
        part(inner)


def old_settler(folder):
    make(folder, "x", "civ", "set = rules=civ-final", "set = rounds=3", "most_pairs = 1")
    site = Site(folder, "x")
    with open(os.path.join(SOURCES, "tests", "arena", "old_settler.py"), encoding="utf-8") as file:
        settler = file.read()
    for name, code in (("old", settler), ("older", "# older\n" + settler), ("new", GOOD % "new"), ("newer", GOOD % "newer")):
        done = site.put(site.join(name), "bot.py", code.encode())
        check(name + " enters", done.status == 200 and "accepted as version 1" in done.text, done)
    with open(os.path.join(folder, "x", "state.json"), encoding="utf-8") as file:
        entrants = json.load(file)["entrants"]
    check("each by its own door", [entrants[name]["versions"][0]["door"] for name in ("old", "older", "new", "newer")] == ["civ-http", "civ-http", "cmd", "cmd"], entrants)
    until("their games", lambda: len([row for row in rows(folder) if row[5]]) == 4)
    check("without a fault", all(json.loads(row[5])["faults"] == [0, 0, 0, 0] for row in rows(folder)), rows(folder))
    site.stop()


def old_agent(folder):
    make(folder, "x", "apoca", "set = turns=10", "set = rules=megaminer", "most_pairs = 1")
    site = Site(folder, "x")
    agent = ("import sys\nprint('Old hand', flush=True)\nprint('{}', flush=True)\n"
             "for line in sys.stdin:\n    if line.startswith('--END OF'): print('{}', flush=True)\n")
    for name, code in (("old", agent), ("new", GOOD % "new")):
        done = site.put(site.join(name), "agent.py", code.encode())
        check(name + " enters", done.status == 200, done)
    until("their games", lambda: len([row for row in rows(folder) if row[5]]) == 2)
    check("without a fault", all(json.loads(row[5])["faults"] == [0, 0] for row in rows(folder)), rows(folder))
    site.stop()


if not bench.works_in_sandbox():
    bench.skip("the site of a contest", "bubblewrap does not work here, and contests want it")
    sys.exit(bench.end())
ONE = os.environ.get("SITE_PART")
with bench.folder() as place:
    parts = (hostile, killed) if len(sys.argv) > 3 else (documented, course, side_by_side, killed, old_agents)
    try:
        for part in parts:
            if ONE in (None, part.__name__):
                inner = os.path.join(place, part.__name__)
                os.mkdir(inner)
                part(inner)
    finally:
        for each in Site.all:
            each.run.kill()
            each.run.wait()
            until("the end", lambda each=each: not bench.processes_with(each.name))
sys.exit(bench.end())
