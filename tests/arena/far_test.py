"""redoubt arena serve and redoubt arena work: tournaments that other processes play. Whatever is killed, the results are those
of one run on one machine: no game is lost, none counts twice.

usage: far_test.py REDOUBT TESTS_OF_SERVER [KILLS [PART...]]
"""
import http.client
import http.server
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading

import bench
from bench import check, skip

sys.path.insert(0, sys.argv[2])
import postgres  # noqa: E402
from node import free_port, wait_until  # noqa: E402

KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 12
EACH = 6  # kills of a tournament
STARTED = []


class Program:
    """One that runs beside the test."""

    def __init__(self, *words, cwd):
        self.lines = []
        self.process = subprocess.Popen([bench.REDOUBT, "arena", *words], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=bench.kit.environment())
        STARTED.append(self.process)
        self.out = []
        self.readers = [threading.Thread(target=to.extend, args=(of,), daemon=True)
                        for to, of in ((self.lines, self.process.stderr), (self.out, self.process.stdout))]
        for reader in self.readers:
            reader.start()

    def says(self, words):
        return any(words in line for line in self.lines)

    def end(self):
        status = self.process.wait(120)
        for reader in self.readers:
            reader.join(120)
        return status

    def kill(self):
        self.process.kill()
        self.end()

    def __str__(self):
        return "".join(self.lines[-10:])


class Hub(Program):
    def __init__(self, *words, cwd, port=0):
        super().__init__("serve", *words, "--listen", "127.0.0.1:%d" % port, "--quiet",
                         *(() if "--lease" in words else ("--lease", "2")), cwd=cwd)
        wait_until("the arena is open", lambda: self.says("workers may come") or self.process.poll() is not None)
        found = re.search(r"http://[\d.]+:(\d+)", "".join(self.lines))
        self.port = found and int(found[1])
        self.url = "http://127.0.0.1:%s" % self.port

    def ask(self, path, body=None, secret=None):
        """(status, answer)"""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        line.request("GET" if body is None else "POST", path, text, {"Authorization": "Bearer " + secret} if secret else {})
        answer = line.getresponse()
        told = json.loads(answer.read())
        line.close()
        return answer.status, told

    def done(self):
        """Games so far; None: nobody answers."""
        try:
            return self.ask("/arena/progress")[1]["done"]
        except (OSError, http.client.HTTPException):
            return None


def worker(hub, *words, cwd):
    return Program("work", hub.url, "--jobs", "1", *words, cwd=cwd)


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def same_replays(folder, one, other):
    """How many there are; None: they differ."""
    names = sorted(os.listdir(os.path.join(folder, one)))
    if names != sorted(os.listdir(os.path.join(folder, other))):
        return None
    for name in names:
        with open(os.path.join(folder, one, name), "rb") as a, open(os.path.join(folder, other, name), "rb") as b:
            if a.read() != b.read():
                return None
    return len(names)


# ---- two workers ----

def together(folder):
    plan = ["run", "apoca", "random", "r2=random", "r3=random", "--format", "swiss", "--rounds", "2", "--pairs", "6", "--set", "turns=12",
            "--seed", "5"]
    alone = bench.run("arena", *plan, "--db", "alone.db", "--csv", "alone.csv", "--quiet", cwd=folder)
    hub = Hub(*plan, "--db", "both.db", "--csv", "both.csv", cwd=folder)
    workers = [worker(hub, cwd=folder) for _ in range(2)]
    check("a tournament of two rounds is played by two workers", hub.end() == 0 and alone.status == 0, hub)
    check("workers end well when it is over", [each.end() for each in workers] == [0, 0], workers[0])
    check("the results are those of one machine", read(folder, "alone.csv") == read(folder, "both.csv"))
    check("replays too, byte by byte", same_replays(folder, "alone.db.replays", "both.db.replays") == 24)
    played = sum(int(re.search(r"played (\d+) games", str(each))[1]) for each in workers)
    check("each game was played once", played == 24, played)
    again = bench.run("arena", *plan, "--db", "both.db", "--json", "--quiet", cwd=folder)
    check("one machine can go on with the file", again.status == 0 and json.loads(again.out)["run"]["games"] == 0, again)


def sprt(folder):
    hub = Hub("sprt", "random", "greedy", "--game", "null", "--seed", "1", "--db", "sprt.db", "--json", cwd=folder)
    workers = [worker(hub, cwd=folder) for _ in range(2)]
    status = hub.end()
    shown = json.loads("".join(hub.out)) if status == 0 else {}
    check("a test decides for all workers", shown.get("sprt", {}).get("verdict") == "accepted", hub)
    check("and stops them", [each.end() for each in workers] == [0, 0] and shown["games"] < 2000, shown.get("games"))


# ---- calls by hand ----

class Hand:
    """A worker made of calls."""

    def __init__(self, hub, name, ticket):
        self.hub, self.words = hub, {"worker": name, "ticket": ticket}

    def task(self, **more):
        return self.hub.ask("/arena/task", {**self.words, "done": [], "holds": [], "want": 0, **more})


def ticket_of(hub, folder):
    """What a real worker calls with: heard by standing in its way."""
    heard = []

    class Ear(threading.Thread):
        def run(self):
            self.door = socket.create_server(("127.0.0.1", 0))
            ready.set()
            for _ in range(2):
                line, _ = self.door.accept()
                self.serve(line)
            self.door.close()

        def serve(self, line):
            file = line.makefile("rwb")
            while True:
                head, length = [], 0
                while (text := file.readline()) not in (b"\r\n", b""):
                    head.append(text)
                    if text.lower().startswith(b"content-length:"):
                        length = int(text.split(b":")[1])
                body = file.read(length)
                if not head:
                    return
                if b"/arena/plan" in head[0]:
                    answer = json.dumps(hub.ask("/arena/plan")[1]).encode()
                else:
                    heard.append(json.loads(body))
                    answer = b'{"games": [], "over": true}'
                file.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(answer) + answer)
                file.flush()
                if heard:
                    line.close()
                    return

    ready = threading.Event()
    ear = Ear(daemon=True)
    ear.start()
    ready.wait(60)
    done = bench.run("arena", "work", "http://127.0.0.1:%d" % ear.door.getsockname()[1], "--jobs", "1", cwd=folder)
    check("a worker that hears at once that it is over ends well", done.status == 0 and heard, done)
    return heard[0]["ticket"]


def leases(folder):
    plan = ["run", "null", "greedy", "random", "--pairs", "10", "--db", "lease.db", "--csv", "lease.csv", "--lease", "5", "--seed", "2"]
    hub = Hub(*plan, cwd=folder)
    ticket = ticket_of(hub, folder)
    ann, ben = Hand(hub, "ann", ticket), Hand(hub, "ben", ticket)
    status, told = ann.task(want=1000)
    games = [game["id"] for game in told["games"]]
    check("a worker is given what it wants", status == 200 and games and sorted(games) == list(range(1, 21)), told)
    check("another one nothing of that", ben.task(want=5)[1]["games"] == [])
    told = ann.task(holds=games[:15])[1]
    given = sorted(game["id"] for game in ben.task(want=100)[1]["games"])
    check("what it does not have any more goes to others", given == sorted(games[15:]), (given, told))
    late = []

    def has_more():  # ann is silent, ben is not
        late.extend(sorted(game["id"] for game in ben.task(holds=given, want=100)[1]["games"]))
        return late
    wait_until("games come back", has_more)
    check("whoever is silent for a lease gives its games back, who calls does not", late == sorted(games[:15]), late)
    result = {"rank": [1, 2], "fate": [0, 0], "faults": [0, 0], "ending": 1, "turns": 7, "orders": 7, "hash": "00000000000000aa",
              "cpu_us": 5, "replay": False, "silent": [0, 0], "used_ms": [0, 0], "cpu_ms": [0, 0], "memory_kb": [0, 0]}
    for name, bad in (("of no game", {"id": 99, "result": result}), ("of game 0", {"id": 0, "result": result}),
                      ("without ranks", {"id": 1, "result": {**result, "rank": []}}), ("no number", {"id": "1", "result": result}),
                      ("with an ending that is none", {"id": 1, "result": {**result, "ending": 999}}), ("empty", {})):
        status, told = ben.task(done=[bad], holds=given + late)
        check("a result %s counts nowhere" % name, status == 200 and hub.done() == 0, told)
    ann.task(done=[{"id": 1, "result": result}])
    ben.task(done=[{"id": 1, "result": {**result, "turns": 8}}, {"id": 1, "result": {**result, "turns": 9}}], holds=given + late)
    check("the first result of a game counts, late or not", hub.done() == 1)
    for words, status in (({"ticket": "0000000000000000"}, 409), ({"worker": "a b"}, 400), ({"worker": 7}, 400)):
        ann.words.update({"worker": "ann", "ticket": ticket, **words})
        check("a call is refused: %s" % words, ann.task()[0] == status)
    check("no JSON is refused", hub.ask("/arena/task", "{{{")[0] == 400)
    check("nothing else is there", hub.ask("/arena/other")[0] == 404)
    ben.task()
    real = worker(hub, cwd=folder)
    check("a real worker plays the rest", hub.end() == 0 and real.end() == 0, hub)
    rows = read(folder, "lease.csv").splitlines()
    check("20 games, one of them ours", len(rows) == 21 and rows[1].endswith(",00000000000000aa") and ",7,7," in rows[1], rows[1])


def leaving(folder):
    hub = Hub("run", "apoca", "random", "r2=random", "--pairs", "2000", "--set", "turns=12", "--db", "leave.db", "--lease", "600",
              "--replays", "none", cwd=folder)
    first = worker(hub, cwd=folder)
    wait_until("games are played", lambda: hub.done() > 3)
    first.process.terminate()
    check("a worker that is told to stop ends well", first.end() == 0, first)
    ticket = ticket_of(hub, folder)
    games = Hand(hub, "ann", ticket).task(want=1000)[1]["games"]
    done = hub.done()
    check("and has given back what it had", sorted(game["id"] for game in games)[0] <= done + 1, (games[:3], done))
    hub.process.terminate()
    check("an arena that is told to stop shows what there is", hub.end() == 0 and any("r2" in line for line in hub.out), hub)


# ---- who may play ----

def bots(folder):
    for place in ("here", "there"):
        os.mkdir(os.path.join(folder, place))
    program = 'while read line; do case "$line" in *choose*) echo 0;; esac; done\n'
    bench.script(folder, "here/bot.sh", program)
    bench.script(folder, "there/bot.sh", program + "# other\n")
    hub = Hub("run", "null", "greedy", "mine=cmd:sh bot.sh", "--pairs", "1", "--db", "bots.db", "--sandbox", "off",
              cwd=os.path.join(folder, "here"))
    other = worker(hub, "--sandbox", "off", cwd=os.path.join(folder, "there"))
    check("a program with other files is refused by name", other.end() == 1 and other.says("the files of mine are not the same"), other)
    nowhere = worker(hub, "--files", "nobody=.", cwd=folder)
    check("files of nobody are refused", nowhere.end() == 1 and nowhere.says("NAME=FOLDER"), nowhere)
    right = worker(hub, "--sandbox", "off", cwd=os.path.join(folder, "here"))
    hub.end()
    check("with the same files it plays", right.end() == 0 and right.says("played 2 games"), right)
    shown = json.loads(bench.run("arena", "show", "here/bots.db", "--json", cwd=folder).out)
    check("what was in force at the worker is kept", "sandbox" in json.dumps(shown).lower(), shown)


def strangers(folder):
    open_to_all = bench.run("arena", "serve", "run", "null", "greedy", "random", "--listen", "0.0.0.0:0", "--db", "s.db", cwd=folder)
    check("for other machines a secret is needed", open_to_all.status == 1 and "--secret" in open_to_all.err, open_to_all)
    bench.script(folder, "short", "abc\n")
    short = bench.run("arena", "serve", "run", "null", "greedy", "random", "--secret", "short", "--db", "s.db", cwd=folder)
    check("and not a short one", short.status == 1 and "at least 8" in short.err, short)
    bench.script(folder, "word", "a-long-secret\n")
    bench.script(folder, "wrong", "another-secret\n")
    hub = Hub("run", "null", "greedy", "random", "--pairs", "2", "--secret", "word", "--db", "s.db", cwd=folder)
    check("without the secret nothing is told", hub.ask("/arena/plan")[0] == 401 and hub.ask("/arena/plan", secret="x")[0] == 401)
    wrong = worker(hub, "--secret", "wrong", cwd=folder)
    check("a worker with another secret is told so", wrong.end() == 1 and wrong.says("secret"), wrong)
    right = worker(hub, "--secret", "word", cwd=folder)
    check("with the secret it plays", hub.end() == 0 and right.end() == 0, hub)
    for name, says, words in (("no address", "http://HOST:PORT", ["work", "ftp://x"]), ("for whom?", "for whom", ["work"]),
                              ("serve what?", "serve what", ["serve", "apoca"]), ("no port", "HOST:PORT", ["serve", "run", "null", "greedy",
                               "random", "--db", "s2.db", "--listen", "x:y"]),
                              ("nobody there", "can't be reached", ["work", "http://127.0.0.1:%d" % free_port(), "--wait", "1"])):
        done = bench.run("arena", *words, cwd=folder)
        check("bad usage: " + name, done.status != 0 and says in done.err, done)


def raw(port, data):
    """The statuses of all answers to these bytes, until the connection ends or nothing more is due."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        heard = b""
        try:
            while more := line.recv(65536):
                heard += more
        except ConnectionError:
            pass
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", heard)]


def wire(folder):
    """What comes over the wire is read strictly."""
    hub = Hub("run", "null", "greedy", "random", "--pairs", "2", "--db", "wire.db", "--lease", "1", cwd=folder)
    ask = b"GET /arena/progress HTTP/1.1\r\nHost: x\r\n\r\n"
    for name, data, statuses in (
            ("two requests at once", ask + ask, [200, 200]),
            ("a body that is longer than anything", b"POST /arena/task HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", [413]),
            ("a body in chunks", b"POST /arena/task HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
            ("a head without end", b"GET / HTTP/1.1\r\nX: " + b"x" * 9000, [431]),
            ("no HTTP", b"\x00\x01\r\n\r\n", [400]),
            ("half a request", ask[:20], []),
            ("a body that breaks off", b"POST /arena/task HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{", []),
            ("the last request of a connection", b"GET /arena/plan HTTP/1.0\r\nHost: x\r\n\r\n" + ask, [200])):
        heard = raw(hub.port, data)
        check("over the wire: " + name, heard == statuses, heard)
    real = worker(hub, cwd=folder)
    check("and it still hands out games", hub.end() == 0 and real.end() == 0, hub)


def versions(folder):
    """An arena of another version of the program."""
    door = http.server.HTTPServer(("127.0.0.1", 0), OtherVersion)
    threading.Thread(target=door.serve_forever, daemon=True).start()
    done = bench.run("arena", "work", "http://127.0.0.1:%d" % door.server_port, cwd=folder)
    check("another version is refused", done.status == 1 and "of version 0.9.0 there" in done.err, done)
    door.shutdown()
    door.server_close()


# ---- kills ----

class Kills:
    """A tournament during which workers, whoever serves, and the database are killed."""

    PLAN = ["run", "apoca", "random", "r2=random", "r3=random", "--pairs", "40", "--set", "turns=20", "--seed", "7", "--replays", "none",
            "--lease", "1"]
    GAMES = 240

    def __init__(self, folder, db, name, database=None):
        self.folder, self.name, self.database, self.luck = folder, name, database, random.Random(name)
        self.words = [*self.PLAN, "--db", db, "--csv", name + ".csv"]
        self.port, self.killed, self.lost = free_port(), {}, 0
        self.hub = Hub(*self.words, cwd=folder, port=self.port)
        self.workers = [self.worker() for _ in range(2)]

    def kill_worker(self):
        each = self.luck.randrange(len(self.workers))
        self.workers[each].kill()
        self.workers[each] = self.worker()

    def worker(self):
        """It may come when all is over: then it waits in vain."""
        return worker(self.hub, "--wait", "5", cwd=self.folder)

    def kill_hub(self):
        before = self.hub.done() or 0
        self.hub.kill()
        self.hub = Hub(*self.words, cwd=self.folder, port=self.port)
        now = self.hub.done()
        self.lost += max(0, before - (before if now is None else now))

    def kill_database(self):
        self.database.restart("immediate")

    def run(self, kills):
        kinds = [self.kill_worker, self.kill_hub] + ([self.kill_database] if self.database else [])
        seen, step = 0, self.GAMES // (4 * kills)
        for number in range(kills):
            wait_until("games go on", lambda: (self.hub.done() or 0) >= seen + step or self.hub.process.poll() is not None)
            if self.hub.process.poll() is not None:
                break
            seen = self.hub.done() or seen
            kind = kinds[number % len(kinds)]
            kind()
            self.killed[kind.__name__] = self.killed.get(kind.__name__, 0) + 1
        check("%s: completes" % self.name, self.hub.end() == 0, self.hub)
        check("%s: workers end, too" % self.name, all(each.end() == 0 or each.says("can't be reached") for each in self.workers),
              self.workers[0])
        check("%s: what was done stays done" % self.name, self.lost == 0, self.lost)
        check("%s: every kind of kill happened" % self.name, len(self.killed) == len(kinds), self.killed)
        print("# %s: %s" % (self.name, self.killed))


def killed(folder):
    whole = bench.run("arena", *[word for word in Kills.PLAN if word not in ("--lease", "1")], "--db", "whole.db", "--csv", "whole.csv",
                      "--quiet", cwd=folder)
    check("the tournament without a break", whole.status == 0, whole)
    rounds = (KILLS + 2 * EACH - 1) // (2 * EACH)
    for number in range(rounds):
        Kills(folder, "kills%d.db" % number, "file%d" % number).run(EACH)
        check("no game lost, none twice", read(folder, "whole.csv") == read(folder, "file%d.csv" % number))
    if postgres.programs() is None:
        skip("tournaments on PostgreSQL", "PostgreSQL is not installed")
        return
    with postgres.Postgres() as database:
        for number in range(rounds):
            Kills(folder, database.make("cup%d" % number), "base%d" % number, database).run(EACH)
            check("PostgreSQL: no game lost, none twice", read(folder, "whole.csv") == read(folder, "base%d.csv" % number))
        on_postgres(folder, database)


def on_postgres(folder, database):
    address = database.make("alone")
    plan = ["run", "apoca", "random", "r2=random", "r3=random", "--format", "swiss", "--rounds", "2", "--pairs", "6", "--set", "turns=12",
            "--seed", "5", "--replays", "none", "--quiet"]
    done = bench.run("arena", *plan, "--db", address, "--csv", "there.csv", cwd=folder)
    bench.run("arena", *plan, "--db", "beside.db", "--csv", "beside.csv", cwd=folder)
    check("one machine plays with PostgreSQL", done.status == 0 and read(folder, "there.csv") == read(folder, "beside.csv"), done)
    again = bench.run("arena", *plan, "--db", address, "--json", cwd=folder)
    check("the same command again plays nothing", again.status == 0 and json.loads(again.out)["run"]["games"] == 0, again)
    shown = bench.run("arena", "show", address, "--json", cwd=folder)
    check("show reads it", shown.status == 0 and json.loads(shown.out)["games"] == 24, shown)
    grown = ["run", "null", "greedy", "random", "--pairs", "2", "--replays", "none", "--quiet", "--db", database.make("grown"), "--json"]
    bench.run("arena", *grown, cwd=folder)
    more = bench.run("arena", *grown[:4], "r2=random", *grown[4:], cwd=folder)
    check("it grows there", more.status == 0 and json.loads(more.out)["games"] == 12, more)
    other = Hub("run", "null", "greedy", "random", "--db", database.make("busy"), cwd=folder)
    second = bench.run("arena", "run", "null", "greedy", "random", "--db", database.address("busy"), cwd=folder)
    check("a second arena is refused", second.status == 2 and "another arena is using it" in second.err, second)
    other.kill()
    database.sql("UPDATE arena_version SET version = 9", "busy")
    newer = bench.run("arena", "run", "null", "greedy", "random", "--db", database.address("busy"), cwd=folder)
    check("tables of another version are left alone", newer.status == 2 and "of version 9" in newer.err, newer)
    empty = bench.run("arena", "show", database.make("empty"), cwd=folder)
    check("nothing is made by looking", empty.status == 2 and "no tournament" in empty.err, empty)


class OtherVersion(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = b'{"arena": 1, "program": "0.9.0"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


try:
    with bench.folder() as place:
        for part in (together, sprt, leases, leaving, bots, strangers, wire, versions, killed):
            if len(sys.argv) < 5 or part.__name__ in sys.argv[4:]:
                part(place)
finally:
    for process in STARTED:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
sys.exit(bench.end())
