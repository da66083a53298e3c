"""What strangers may try against a server with its settings as shipped, and what others notice of it.

usage: strangers_test.py REDOUBT
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from ws import Closed, Player, Server, Socket

PROGRAM = sys.argv[1]


def request(port, path, **headers):
    """(status, body) of one page."""
    lines = {"Host": "127.0.0.1:%d" % port, "Connection": "close", **{k.replace("_", "-"): v for k, v in headers.items()}}
    with socket.create_connection(("127.0.0.1", port), timeout=60) as sock:
        sock.sendall(("GET %s HTTP/1.1\r\n%s\r\n" % (path, "".join("%s: %s\r\n" % l for l in lines.items()))).encode())
        whole = b""
        while True:
            part = sock.recv(65536)
            if not part:
                break
            whole += part
    head, _, body = whole.partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode(errors="replace")


# ---- pages ----

class Pipeline(threading.Thread):
    """Asks for a page again and again without waiting, until it is stopped."""

    def __init__(self, port, path):
        super().__init__(daemon=True)
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.line = ("GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % path).encode() * 100
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.got = 0

    def run(self):
        self.reader.start()
        try:
            while True:
                self.sock.sendall(self.line)
        except OSError:
            pass

    def read(self):
        try:
            while True:
                part = self.sock.recv(1 << 20)
                if not part:
                    return
                self.got += part.count(b"HTTP/1.1 200")
        except OSError:
            pass

    def stop(self):
        self.sock.shutdown(socket.SHUT_RDWR)
        self.join(30)
        self.sock.close()


def slowest(player, times=60):
    """The second slowest of so many answers, in milliseconds: one may meet something else on this machine."""
    took = []
    for _ in range(times):
        begun = time.monotonic()
        player.ask(cmd="lobby", on=False)
        took.append((time.monotonic() - begun) * 1000)
    return sorted(took)[-2]


def used(server):
    """Seconds of a core that the server has used."""
    with open("/proc/%d/stat" % server.process.pid, encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pages(server):
    ada = Player(server.port, name="Ada")
    path = "/v1/players/" + ada.welcome["player"]
    quiet = slowest(ada)
    for what, paths in (("all games", ["/v1/games"]), ("a player's page and others", ["/v1/games", path, "/healthz"])):
        pipes = [Pipeline(server.port, paths[i % len(paths)]) for i in range(2 * len(paths))]
        for pipe in pipes:
            pipe.start()
        time.sleep(0.3)
        busy = slowest(ada)
        status, _ = request(server.port, "/healthz")
        check("while %s are asked for without end, others are answered soon" % what, busy < max(200, 8 * quiet), (quiet, busy))
        check("and get their own page", status == 200, status)
        check("those who ask get theirs too", all(pipe.got > 0 for pipe in pipes), [pipe.got for pipe in pipes])
        for pipe in pipes:
            pipe.stop()


def counted(folder):
    """Pages have a part of the time. Sending them is most of what they take, and is counted with it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    web = os.path.join(folder, "web")
    os.mkdir(web)
    for name, size in (("index.html", 100), ("large.wasm", 4 << 20)):
        with open(os.path.join(web, name), "wb") as file:
            file.write(b" " * size)
    server = Server(PROGRAM, os.path.join(folder, "counted.db"), "--set", "metrics_port=%d" % port, "--web", web)

    def seconds():
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=60) as reply:
            return float(re.search(r"\nredoubt_page_seconds_total ([0-9.e-]+)", reply.read().decode()).group(1))
    told, before = seconds(), used(server)
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        sock.sendall(b"GET /large.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 99 + b"GET /large.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        size = 0
        while part := sock.recv(1 << 20):
            size += len(part)
    check("all pages came", size > 100 << 22, size)
    told, took = seconds() - told, used(server) - before
    check("and their sending was counted", told > took / 4, (told, took))
    server.stop()


def in_one_packet(server):
    """Whoever sends all requests at once gets all answers, in their sequence."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        paths = ["/healthz", "/v1/games", "/v1/nothing", "/healthz"] * 50
        text = "".join("GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n" % (path, "Connection: close\r\n" if i == 199 else "")
                       for i, path in enumerate(paths))
        sock.sendall(text.encode())
        whole = b""
        while True:
            part = sock.recv(1 << 20)
            if not part:
                break
            whole += part
    statuses = [int(part[:3]) for part in whole.split(b"HTTP/1.1 ")[1:]]
    check("two hundred requests in one packet: two hundred answers in their sequence",
          statuses == [200, 200, 404, 200] * 50, statuses[:8])


def answers_until(sock, due):
    """How many answers came, of so many."""
    whole = b""
    while whole.count(b"HTTP/1.1 200") < due:
        part = sock.recv(1 << 20)
        if not part:
            break
        whole += part
    return whole.count(b"HTTP/1.1 200")


def waited_for_its_turn(server):
    """A connection that asked so fast that it had to wait is heard as before when it asks again."""
    asked = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    answers = 0
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        try:
            for many in [600] + [1] * 20:  # 400 at once are served without waiting
                sock.sendall(asked * many)
                answers += answers_until(sock, many)
        except OSError as error:
            print("#", error)
    check("who waited for a turn is heard again on the same connection", answers == 620, answers)


# ---- names of the server ----

def hosts(server, folder):
    status, body = request(server.port, "/v1/games", Host="evil.example")
    check("a page by another name than the server's is refused", status == 421 and "hosts" in body, (status, body[:80]))
    for host in ("localhost:%d" % server.port, "127.0.0.1", "[::1]:80"):
        check("%s is fine" % host, request(server.port, "/healthz", Host=host)[0] == 200)
    try:
        Socket(server.port, headers="Origin: http://evil.example\r\nHost: evil.example\r\n")
        refused = False
    except Closed as closed:
        refused = closed.code in (400, 403, 421)
    check("a WebSocket too", refused)
    other = Server(PROGRAM, os.path.join(folder, "hosts.db"), "--set", "hosts=play.example.org")
    check("with the setting it is fine", request(other.port, "/healthz", Host="play.example.org")[0] == 200)
    check("and others are not", request(other.port, "/healthz", Host="x.example.org")[0] == 421)
    Socket(other.port, headers="Host: play.example.org\r\n").close()
    other.stop()
    check("the log tells of a proxy that tells no addresses", any("event=proxy" in line for line in other.log), other.log)
    check("the log tells of it once", sum("unknown_host" in line for line in other.log) == 1, other.log)


def settings(folder):
    path = os.path.join(folder, "server.conf")
    with open(path, "w") as file:
        file.write("port = 0\nper_address = 5\n# per_address = 7\nper_address=500\n")
    run = subprocess.run([PROGRAM, "serve", "--config", path, "--show-config"], capture_output=True, text=True)
    check("a setting that stands there twice is refused, with its line",
          run.returncode != 0 and "line 4" in run.stderr and "per_address" in run.stderr, (run.returncode, run.stderr))


# ---- systemd ----

def watched(folder):
    """The one who started the server is told that it is ready, and that it goes on."""
    path = os.path.join(folder, "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(path)
        sock.settimeout(60)
        server = Server(PROGRAM, os.path.join(folder, "watched.db"),
                        env=dict(os.environ, NOTIFY_SOCKET=path, WATCHDOG_USEC="1000000"))
        told = [sock.recv(100) for _ in range(3)]
        check("it says that it is ready, and then that it goes on", told == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"], told)
        server.stop()
    unit = os.path.join(os.path.dirname(PROGRAM), "server", "system", "redoubt.service")
    if shutil.which("systemd-analyze") is None or not os.path.exists(unit):
        kit.skip("the service is closed up", "no systemd-analyze here")
        return
    said = subprocess.run(["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True)
    found = re.search(r"exposure level[^:]*: ([0-9.]+)", said.stdout)
    check("the service is closed up", found and float(found.group(1)) <= 1.2, said.stdout[-200:])


# ---- memory ----

def resident_mb(server):
    with open("/proc/%d/statm" % server.process.pid) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20


def memory(folder):
    """A flood of large matches is refused when memory gets short; those who are there play on."""
    env = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=1")
    probe = Server(PROGRAM, os.path.join(folder, "probe.db"), env=env)
    Player(probe.port).ask(cmd="create", game="civ", seats=["me", "me"])
    budget = max(64, resident_mb(probe) + 40)
    probe.stop()
    server = Server(PROGRAM, os.path.join(folder, "memory.db"), "--set", "memory=%dM" % budget, "--set", "burst=100000",
                    "--set", "per_second=100000", env=env)
    ada = Player(server.port, name="Ada")
    match = ada.ask(cmd="create", game="apoca", seats=["me", "me"])["match"]
    ada.ask(cmd="watch", match=match, seat=0)
    codes, end = set(), time.monotonic() + 60
    while "busy" not in codes and time.monotonic() < end:
        try:
            flood = Player(server.port, name="Flood")
        except Closed:
            codes.add("busy")
            break
        answer = {"ok": True}
        while answer["ok"]:
            answer = flood.ask(cmd="create", game="civ", seats=["me", "me"])
            if answer["ok"]:
                flood.ask(cmd="watch", match=answer["match"], seat=0)
        codes.add(answer["code"])
    check("near the budget new matches are refused with busy", "busy" in codes, codes)
    check("who is there plays on", ada.ask(cmd="order", match=match, seat=0, text="done")["ok"])
    check("the budget is kept", resident_mb(server) <= budget, (resident_mb(server), budget))
    check("the server ends in order", server.stop() == 0)
    check("the log tells why", any("memory_short" in line for line in server.log), server.log[-5:])
    for size in ("12", "1X", "-1", "63M"):
        run = kit.run(PROGRAM, "serve", "--port", "0", "--db", os.path.join(folder, "x.db"), "--set", "memory=" + size)
        check("memory=%s is refused with a word" % size, run.status == 1 and "512M" in run.err, run)


def faults(folder):
    """A stop that nobody asked for says so."""
    server = Server(PROGRAM, os.path.join(folder, "fault.db"), env=dict(os.environ, ASAN_OPTIONS="handle_abort=0"))
    os.kill(server.process.pid, signal.SIGABRT)
    status = server.wait()
    check("a fault leaves a line", status == -signal.SIGABRT and any("event=died" in line for line in server.log),
          (status, server.log))


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, os.path.join(folder, "a.db"))
        pages(server)
        in_one_packet(server)
        waited_for_its_turn(server)
        hosts(server, folder)
        settings(folder)
        server.stop()
        counted(folder)
        watched(folder)
        memory(folder)
        faults(folder)
    return kit.end()


sys.exit(main())
