"""The HTTP door of civ, byte for byte, against a client that knows only sockets.

usage: civ_test.py REDOUBT
"""
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.parse
import zlib

import bench
from bench import check

FORM = "application/x-www-form-urlencoded"


class Server:
    all = []

    def __init__(self, *words, **env):
        self.run = subprocess.Popen([bench.REDOUBT, "serve-civ", "--port", "0", *words], stdout=subprocess.PIPE, text=True,
                                    env=bench.kit.environment(**env))
        self.port = int(self.run.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        self.socket = None
        Server.all.append(self)

    def raw(self, data):
        """Send bytes on the one connection; the whole answer as bytes."""
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), 20)
        self.socket.sendall(data)
        got = b""
        while b"\r\n\r\n" not in got:
            got += self.more()
        head, body = got.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
        if data.startswith(b"HEAD"):
            length = 0
        while len(body) < length:
            body += self.more()
        if b"Connection: close" in head:
            self.socket.close()
            self.socket = None
        return head.decode(), body.decode("latin-1")

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise EOFError("the server hung up")
        return data

    def get(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        return self.raw(("GET %s?%s HTTP/1.1\r\nHost: x\r\n\r\n" % (path, query)).encode())[1]

    def post(self, path, **parameters):
        form = urllib.parse.urlencode(parameters)
        return self.raw(("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                         % (path, FORM, len(form), form)).encode())[1]

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.run.send_signal(signal.SIGTERM)
        self.run.wait(timeout=30)
        return self.run.returncode


OK = '{"error": null}'


def no(text):
    return '{"error": "%s" }' % text


def points_of(png):
    """The rows of a PNG of 32 times 32 points in two colours; fails for anything else."""
    parts, at = {}, 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        parts[kind] = png[at + 8:at + 8 + size]
        assert zlib.crc32(png[at + 4:at + 8 + size]) == struct.unpack(">I", png[at + 8 + size:at + 12 + size])[0]
        at += 12 + size
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and parts[b"IHDR"] == struct.pack(">IIBBBBB", 32, 32, 1, 3, 0, 0, 0)
    rows = zlib.decompress(parts[b"IDAT"])
    assert len(parts[b"PLTE"]) == 6 and len(rows) == 32 * 5
    return rows + parts[b"PLTE"]


def transport(s):
    head, body = s.raw(b"GET /api/info?key=secret0 HTTP/1.1\r\nHost: x\r\n\r\n")
    want = '{"error": null, "version": "1.3.6", "observeRefreshRate": 500, "playerRefreshRate": 500}'
    check("a whole answer", (head, body) == ("HTTP/1.1 200 OK\r\nContent-Type: application/json;charset=UTF-8\r\nContent-Length: %d"
                                             % len(want), want), (head, body))
    check("two slashes at the beginning", s.get("//api/info", key="secret0") == want)
    check("a slash at the end", s.get("/api/info/", key="secret0") == want)
    check("paths know case", '"status":404' in s.get("/API/info", key="secret0"))
    head, body = s.raw(b"HEAD /api/info?key=secret0 HTTP/1.1\r\nHost: x\r\n\r\n")
    check("HEAD: the same without a body", "Content-Length: %d" % len(want) in head and body == "", (head, body))
    check("plus and percent", s.post("/api/set_name", key="secret3", name="a b&c=ü") == OK)
    check("a parameter in the query of a POST", s.raw(b"POST /api/set_name?key=secret3&name=x HTTP/1.1\r\nHost: x\r\n"
                                                      b"Content-Length: 0\r\n\r\n")[1] == OK)
    chunks = b"POST /api/set_name HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n" % FORM.encode()
    check("a form in chunks", s.raw(chunks + b"b\r\nkey=secret3\r\n7;a=b\r\n&name=C\r\n0\r\n\r\n")[1] == OK
          and '"name": "C"' in s.get("/api/players", key="secret0"))
    for name, data in (("a chunk longer than it says", chunks + b"2\r\nkey\r\n0\r\n\r\n"),
                       ("a chunk that is too large", chunks + b"fffffffff\r\n"),
                       ("a chunk without its size", chunks + b"x\r\n\r\n"),
                       ("chunks and a length", chunks.replace(b"Host: x", b"Content-Length: 5") + b"0\r\n\r\n"),
                       ("a body that is packed", chunks.replace(b"chunked", b"gzip") + b"0\r\n\r\n")):
        head, body = s.raw(data)
        check(name + " is no request", "400" in head and body == "", (head, body))  # one without a key has words
    check("unknown parameters are ignored", s.get("/api/player_index", key="secret2", more="1") == '{"error": null, "player": 2}')
    both = b"GET /api/player_index?key=secret1 HTTP/1.1\r\nHost: x\r\n\r\n"
    s.socket.sendall(both + both)
    got, answer = "", '{"error": null, "player": 1}'
    while got.count(answer) < 2 and (more := s.socket.recv(65536)):
        got += more.decode()
    check("two requests at once, two answers", got.count(answer) == 2, got)
    head, _ = s.raw(b"GET /api/info?key=secret0 HTTP/1.0\r\n\r\n")
    check("HTTP/1.0: the connection ends", "Connection: close" in head, head)
    check("what is no HTTP", "400" in s.raw(b"hello\r\n\r\n")[0])
    for name, path, method, status, message in (
            ("no such path", "/api/nothing", "GET", 404, "No message available"),
            ("a wrong method", "/api/board", "POST", 405, "Request method 'POST' not supported"),
            ("no key", "/api/board", "GET", 400, "Required String parameter 'key' is not present"),
            ("no number", "/api/move_army?key=secret0", "POST", 400, "Required int parameter 'srcX' is not present"),
            ("a word for a number", "/api/technology?key=secret0&type=two", "POST", 400, "Failed to convert value of type"),
            ("too large a number", "/api/technology?key=secret0&type=2147483648", "POST", 400, "Failed to convert value of type"),
            ("produce without x", "/api/produce?key=secret0&type=0&y=1", "POST", 500, "Optional int parameter")):
        head, body = s.raw(("%s %s HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" % (method, path)).encode())
        told = json.loads(body)
        check(name, head.startswith("HTTP/1.1 %d " % status) and list(told) == ["timestamp", "status", "error", "message", "path"]
              and told["status"] == status and told["message"].startswith(message) and told["path"] == path.split("?")[0], body)
    check("health", s.get("/actuator/health") == '{"status":"UP"}')
    for path, kind, words in (("/", "text/html", "<title>civ, live</title>"), ("/1", "text/html", "<title>civ, live</title>"),
                              ("/main.js", "text/javascript", "player_index"), ("/main.css", "text/css", ".side-3")):
        head, body = s.raw(("GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path).encode())
        check("the page that shows the game: " + path, kind in head and words in body, head)
    tiles = set()
    for land in ("ocean", "grassland", "hills", "forest", "mountains"):
        head, body = s.raw(("GET /images/%s.png HTTP/1.1\r\nHost: x\r\n\r\n" % land).encode())
        tiles.add(points_of(body.encode("latin-1")))
        check("a picture of " + land, "Content-Type: image/png" in head, head)
    check("five pictures", len(tiles) == 5)
    head, body = s.raw(b"GET /favicon.ico HTTP/1.1\r\nHost: x\r\n\r\n")
    check("the icon", "image/x-icon" in head and body.startswith("\0\0\1\0\1\0  ") and points_of(body.encode("latin-1")[22:]), head)
    s.post("/api/set_name", key="secret3", name="ü" * 200)
    check("a name that is too long ends with a whole letter", '"name": "%s"' % ("ü" * 127).encode().decode("latin-1")
          in s.get("/api/players", key="secret0"))


def deaf(s):
    """Asks and asks and never reads: it has to wait, and nobody else does."""
    ask = b"GET /api/board?key=observe0 HTTP/1.1\r\nHost: x\r\n\r\n" * 1000
    client = socket.create_connection(("127.0.0.1", s.port), 20)
    client.settimeout(1)
    stopped = False
    for _ in range(200):
        try:
            client.sendall(ask)
        except TimeoutError:
            stopped = True
            break
    check("who never reads is not read any more", stopped)
    check("and others are served", s.get("/api/player_index", key="secret2") == '{"error": null, "player": 2}')
    client.close()


def observing(s):
    board = json.loads(s.get("/api/board", key="observe0"))
    text = s.get("/api/board", key="observe0")
    rows = ", ".join("[" + ", ".join(map(str, column)) + "]" for column in board["board"])
    check("the board, blank by blank", text == '{"error": null, "size": 32, "board": [%s]}' % rows)
    check("all of it for observers", all(0 <= tile <= 4 for column in board["board"] for tile in column) and len(board["board"]) == 32)
    fogged = json.loads(s.get("/api/board", key="secret0"))["board"]
    check("fog for players", fogged[31][31] == -1 and fogged[0][0] == board["board"][0][0], fogged[31][31])
    check("cities", s.get("/api/cities", key="observe0") ==
          '{"error": null, "cities": [[{"x": 0, "y": 0}], [{"x": 31, "y": 0}], [{"x": 0, "y": 31}], [{"x": 31, "y": 31}]]}',
          s.get("/api/cities", key="observe0"))
    check("a player sees its own", s.get("/api/cities", key="secret0") == '{"error": null, "cities": [[{"x": 0, "y": 0}], [], [], []]}')
    check("no armies yet", s.get("/api/armies", key="secret0") == '{"error": null, "armies": [[], [], [], []]}')
    check("no workers either", s.get("/api/workers", key="secret0") == '{"error": null, "workers": [[], [], [], []]}')
    resources = s.get("/api/resources", key="secret1")
    one = r'\{"production": -?\d+, "food": -?\d+, "trade": -?\d+\}'
    check("resources", re.fullmatch(r'\{"error": null, "resources": \[' + ", ".join([one] * 4) + r'\]\}', resources), resources)
    s.post("/api/set_name", key="secret0", name='Ada "the bot"')
    s.post("/api/set_name", key="secret3", name="Unnamed AI 3")
    check("players, with names escaped", s.get("/api/players", key="secret0") == '{"error": null, "players": ['
          '{"name": "Ada \\"the bot\\"", "offense": 1.0, "defense": 1.0}, ' +
          ", ".join('{"name": "Unnamed AI %d", "offense": 1.0, "defense": 1.0}' % i for i in (1, 2, 3)) + ']}', s.get("/api/players", key="secret0"))
    check("who is to move", s.get("/api/current_player", key="observe0") == '{"error": null, "turn": 0}')
    for route, words in (("board", "invalid key"), ("cities", "invalid key"), ("player_index", "invalid key"), ("info", "not a valid key")):
        check("%s with a bad key" % route, s.get("/api/" + route, key="x") == no(words))
    check("player_index of an observer", s.get("/api/player_index", key="observe0") == no("key is not a player key"))


def save_up(s):
    """Turns until there is enough for a worker or an army."""
    for _ in range(60):
        if json.loads(s.get("/api/resources", key="secret0"))["resources"][0]["production"] >= 8:
            break
        for seat in range(4):
            s.post("/api/end_turn", key="secret%d" % seat)


def acting(s):
    move = {"srcX": 0, "srcY": 0, "dstX": 0, "dstY": 1}
    cases = (
        ("not a player key", "produce", dict(key="observe0", type=0, x=0, y=0)),
        ("position is not on board", "produce", dict(key="secret1", type=0, x=32, y=0)),
        ("position is not on board", "produce", dict(key="secret0", type=0, x=-1, y=0)),
        ("not current player", "produce", dict(key="secret1", type=0, x=0, y=0)),
        ("invalid production type", "produce", dict(key="secret0", type=3, x=0, y=0)),
        ("invalid production type", "produce", dict(key="secret0", type=-1, x=0, y=0)),
        ("player doesn't have enough production", "produce", dict(key="secret0", type=0, x=0, y=0)),
        ("not current player", "technology", dict(key="secret2", type=0)),
        ("invalid technology type", "technology", dict(key="secret0", type=2)),
        ("not enough trade", "technology", dict(key="secret0", type=1)),
        ("not current player", "move_worker", dict(key="secret2", **move)),
        ("src position is not on board", "move_worker", dict(key="secret0", **{**move, "srcX": -1})),
        ("src position is not on board", "move_army", dict(key="secret0", **{**move, "srcY": 99})),
        ("dst position is not on board", "move_army", dict(key="secret0", **{**move, "dstX": -1, "dstY": 0})),
        ("dst position is not on board", "move_army", dict(key="secret0", **{**move, "dstX": 500})),
        ("no army at specified source location", "move_army", dict(key="secret0", **move)),
        ("no worker at specified source location", "move_worker", dict(key="secret0", srcX=5, srcY=5, dstX=5, dstY=6)),
        ("not current player", "end_turn", dict(key="secret3")),
    )
    for words, route, parameters in cases:
        got = s.post("/api/" + route, **parameters)
        check("%s: %s" % (route, words), got == no(words), got)
    save_up(s)
    got = s.post("/api/produce", key="secret0", type=1, x=0, y=0)
    check("produce a worker", got == OK and s.get("/api/workers", key="secret0")
          == '{"error": null, "workers": [[{"x": 0, "y": 0}], [], [], []]}', got)
    x, y = 0, 0
    got = s.post("/api/move_worker", key="secret0", srcX=x, srcY=y, dstX=x + 2, dstY=y)
    check("move_worker: too far", got == no("invalid move (too far)"), got)
    got = s.post("/api/move_worker", key="secret0", srcX=x, srcY="  +%d " % y, dstX="0x%x" % x, dstY=y)
    check("a stay order is accepted; numbers with blanks, signs and 0x", got == OK, got)
    got = s.post("/api/end_turn", key="secret0")
    check("end_turn", got == OK and s.get("/api/current_player", key="secret0") == '{"error": null, "turn": 1}', got)
    for seat in (1, 2, 3):
        s.post("/api/end_turn", key="secret%d" % seat)
    check("after the last seat comes the first", s.get("/api/current_player", key="secret0") == '{"error": null, "turn": 0}')
    save_up(s)
    got = s.post("/api/produce", key="secret0", type=0, x=0, y=0)
    armies = s.get("/api/armies", key="secret0")
    check("an army, with its hitpoints", got == OK and '[{"x": 0, "y": 0, "hitpoints":100}], [], [], []]}' in armies, (got, armies))


def whole_game(folder):
    """Bots that end their turns until the last round; then the replay."""
    s = Server("--set", "rounds=3", "--seed", "5", "--replays", folder)
    s.post("/api/set_name", key="secret0", name="Ada")
    check("no replay for players before the end", s.get("/api/replay", key="secret0") == no("the game is not over"))
    for _ in range(3):
        for seat in range(4):
            s.post("/api/end_turn", key="secret%d" % seat)
    check("after the end: turn -1, so bots go on waiting", s.get("/api/current_player", key="secret0")
          == '{"error": "no active game", "turn": -1}')
    check("orders: no active game", s.post("/api/end_turn", key="secret0") == no("no active game"))
    check("observing works on", s.get("/api/cities", key="secret0").startswith('{"error": null, "cities"'))
    check("the result", '"reason": "the last round is over"' in s.get("/api/result", key="secret0"), s.get("/api/result", key="secret0"))
    download = os.path.join(folder, "download.rdr")
    with open(download, "wb") as file:
        file.write(s.get("/api/replay", key="secret0").encode("latin-1"))
    for path in (download, os.path.join(folder, "civ-1.rdr")):
        done = bench.run("replay", path, "--verify")
        check("its replay holds: " + os.path.basename(path), done.status == 0, done)
    check("with the names", "Ada" in bench.run("replay", download, "--json").out)
    check("it ends on SIGTERM", s.close() == 0)


def admin(folder):
    s = Server("--games", "2", "--seed", "1", CIV_ENABLE_ADMIN_CONTROL="1", CIV_ADMIN_KEY="boss", CIV_PLAYER0_KEY="p0")
    check("before the start", s.get("/api/current_player", key="p0") == '{"error": "no active game", "turn": -1}')
    check("nothing is to be seen but the board", s.get("/api/cities", key="p0") == no("no active game")
          and s.get("/api/board", key="p0").startswith('{"error": null'))
    check("keys from the environment", s.get("/api/player_index", key="secret0") == no("invalid key"))
    check("not everybody may start", s.post("/api/admin/start", key="p0") == no("not admin key"))
    board = s.get("/api/board", key="boss")
    check("another map before the start", s.post("/api/admin/new_map", key="boss") == OK and s.get("/api/board", key="boss") != board)
    check("start", s.post("/api/admin/start", key="boss") == OK and s.get("/api/current_player", key="p0") == '{"error": null, "turn": 0}')
    check("the second game has not begun", '"turn": -1' in s.get("/2/api/current_player", key="p0"))
    check("and is another one", s.get("/2/api/board", key="boss") != s.get("/1/api/board", key="boss"))
    check("the first is also at its number", s.post("//1//api/end_turn", key="p0") == OK
          and s.get("/api/current_player", key="p0") == '{"error": null, "turn": 1}')
    board, kept = s.get("/api/board", key="boss"), [s.get("/api/" + what, key="boss") for what in ("cities", "resources", "current_player")]
    check("another map under a game that goes on", s.post("/api/admin/new_map", key="boss") == OK and s.get("/api/board", key="boss") != board)
    check("cities, stocks and the turn stay",
          kept == [s.get("/api/" + what, key="boss") for what in ("cities", "resources", "current_player")])
    check("stop", s.post("/api/admin/stop", key="boss") == OK and s.post("/api/end_turn", key="secret1") == no("no active game"))
    stocks = lambda: [p["production"] for p in json.loads(s.get("/api/resources", key="boss"))["resources"]]
    s.post("/api/admin/start", key="boss")
    check("started again, the seat on move harvests once more", stocks() == [1, 2, 0, 0], stocks())
    s.post("/api/admin/start", key="boss")
    check("and at every further start", stocks() == [1, 3, 0, 0], stocks())
    download = os.path.join(folder, "admin.rdr")
    with open(download, "wb") as file:
        file.write(s.get("/api/replay", key="boss").encode("latin-1"))
    done = bench.run("replay", download, "--verify")
    check("all of which is in the replay", done.status == 0, done)
    log = bench.run("replay", download, "--log").out
    check("as the host's doing", log.count("begin again") == 2 and log.count("another map") == 2, log)
    s.close()
    s = Server("--set", "host=off")
    check("a game without a host has one map", s.post("/api/admin/new_map", key="admin0") == no("only in a game with the option host"))
    s.close()
    s = Server("--strict", CIV_ENABLE_ADMIN_CONTROL="1")
    check("strict: the old words", s.get("/api/current_player", key="secret0") == no("no active game"))
    s.close()


def clock():
    s = Server("--turn-ms", "300")
    deadline = time.monotonic() + 20
    while '"turn": 0' in s.get("/api/current_player", key="secret0") and time.monotonic() < deadline:
        time.sleep(0.05)
    late = s.post("/api/end_turn", key="secret0")
    check("with a clock a turn ends by itself, and late orders are told so", late == no("not current player"), late)
    s.close()


def strengths():
    s = Server("--set", "rules=civ", "--set", "seats=2")
    got = s.get("/api/players", key="secret0")
    check("two seats: four entries all the same", got.count('"offense": 1.0') == 4, got)
    s.close()


# Tries what leads out of a network in which nobody else is, then plays.
OUTWARDS = """import socket, sys
for kind, what in ((socket.AF_INET, socket.SOCK_DGRAM), (socket.AF_INET6, socket.SOCK_STREAM), (socket.AF_UNIX, socket.SOCK_STREAM)):
    try: socket.socket(kind, what); sys.stderr.write("HAD %s\\n" % kind)
    except OSError as why: sys.stderr.write("refused\\n")
try: socket.create_connection(("127.0.0.1", int(sys.argv.pop(1))), 2); sys.stderr.write("CALLED\\n")
except OSError: sys.stderr.write("nobody\\n")
"""


def old_bots(folder):
    """Bots of the older contest at the seats of matches, each with a server of its own."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "old_settler.py"), encoding="utf-8") as file:
        settler = file.read()
    bench.script(folder, "settler.py", settler)
    bench.script(folder, "outwards.py", OUTWARDS + settler)
    bench.script(folder, "idle.py", settler[:settler.index("while True")] + "time.sleep(600)\n")
    patient = ["--set", "rounds=20", "--limit", "turn_ms=20000", "--limit", "start_ms=60000"]

    def plays(name, sandbox, *words):
        program = "civ-http:%s %s" % (sys.executable, name)
        games, done = bench.match("civ", program, "random", program, "random", *patient, "--sandbox", sandbox, *words, cwd=folder)
        check("%s, sandbox %s: the game was played" % (name, sandbox), len(games) == 1, done)
        return games[0]["programs"][0:3:2], games[0]
    replay = os.path.join(folder, "old.rdr")
    for sandbox in ("on", "off") if bench.works_in_sandbox() else ("off",):
        seats, game = plays("settler.py", sandbox, "--replay", replay)
        for seat in seats:
            check("it plays as it is", (seat["name"], seat["fate"], seat["faults"]) == ("Old Settler", "fine", 0), seat)
            check("and sees what its orders do", "moved: True" in seat["stderr"] and "moved: False" not in seat["stderr"], seat)
        with open(replay + ".seat0.log", encoding="utf-8") as file:
            check("refused with the words of the contest", "far: no army at specified source location" in file.read())
        check("to the last round, by its own orders", game["turns"] == 80 and game["orders"] > 80, game)
        done = bench.run("replay", replay, "--verify")
        check("the replay verifies", done.status == 0, done)
    seats, _ = plays("idle.py", "off", "--limit", "turn_ms=50", "--limit", "faults=2")
    check("who gives no order loses its turns, then its seat", all(seat["fate"] == "too many faults" for seat in seats), seats)
    if bench.works_in_sandbox():
        with socket.create_server(("127.0.0.1", 0)) as door:
            seats, _ = plays("outwards.py %d" % door.getsockname()[1], "on", "--replay", replay)
            with open(replay + ".seat0.log", encoding="utf-8") as file:
                log = file.read()
            check("its network has nobody else in it", "nobody" in log and log.count("refused") == 3 and "HAD" not in log and "CALLED" not in log, log)
            door.settimeout(0)
            try:
                heard = door.accept() is not None
            except OSError:
                heard = False
            check("nobody called", not heard)


try:
    with bench.folder() as place:
        old_bots(place)
        server = Server("--seed", "3")
        transport(server)
        observing(server)
        acting(server)
        deaf(server)
        server.close()
        whole_game(place)
        admin(place)
        clock()
        strengths()
finally:
    for server in Server.all:
        server.run.kill()
sys.exit(bench.end())
