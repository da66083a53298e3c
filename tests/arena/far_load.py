"""How much an arena with workers bears: calls in a second and how long they take, and what a second worker saves.

usage: far_load.py REDOUBT TESTS_OF_SERVER [--gate]    --gate: 99 of 100 calls take at most 50 ms at 1,000 a second, and two
                                                       workers at most 0.6 of the time of one (for a quiet machine)
"""
import json
import os
import re
import resource
import selectors
import socket
import subprocess
import sys
import time

import bench
from bench import check

sys.path.insert(0, sys.argv[2])
import postgres  # noqa: E402
from node import wait_until  # noqa: E402

LINES, PER_SECOND, SECONDS = 40, 1000, 8
GATE = "--gate" in sys.argv


def serve(*words, cwd):
    log = open(os.path.join(cwd, "serve.log"), "w+", encoding="utf-8")
    process = subprocess.Popen([bench.REDOUBT, "arena", "serve", *words, "--listen", "127.0.0.1:0", "--quiet"], cwd=cwd, stderr=log,
                               stdout=subprocess.DEVNULL)

    def port():
        log.seek(0)
        return re.search(r"http://[\d.]+:(\d+)", log.read())
    wait_until("the arena is open", lambda: port() or process.poll() is not None)
    return process, int(port()[1])


class Line:
    """A worker that plays nothing: it hands in what it was given, and asks for one more."""

    def __init__(self, port, number, ticket):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.words = {"worker": "load-%d" % number, "ticket": ticket, "holds": [], "want": 1}
        self.games, self.sent, self.buffer = [], 0, b""

    def ask(self, now):
        result = {"rank": [1, 2], "fate": [0, 0], "faults": [0, 0], "ending": 1, "turns": 7, "orders": 7, "hash": "00000000000000aa",
                  "cpu_us": 5, "replay": False, "silent": [0, 0], "used_ms": [0, 0], "cpu_ms": [0, 0], "memory_kb": [0, 0]}
        done = [{"id": game["id"], "result": result} for game in self.games]
        body = json.dumps({**self.words, "done": done}).encode()
        self.sent = now
        self.socket.sendall(b"POST /arena/task HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def hear(self):
        """Is the answer whole?"""
        self.buffer += self.socket.recv(65536)
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found or len(body) < int(re.search(rb"content-length: (\d+)", head)[1]):
            return False
        self.games, self.buffer = json.loads(body)["games"], b""
        return True


def ticket_of(port, folder):
    """A real worker's, from a call that a door of our own hears."""
    import http.server
    import urllib.request
    heard = []

    class Ear(http.server.BaseHTTPRequestHandler):
        def answer(self, text):
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def do_GET(self):
            self.answer(urllib.request.urlopen("http://127.0.0.1:%d%s" % (port, self.path)).read())

        def do_POST(self):
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["ticket"])
            self.answer(b'{"games": [], "over": true}')

        def log_message(self, *_):
            pass
    door = http.server.HTTPServer(("127.0.0.1", 0), Ear)
    worker = subprocess.Popen([bench.REDOUBT, "arena", "work", "http://127.0.0.1:%d" % door.server_port], cwd=folder,
                              stderr=subprocess.DEVNULL)
    while not heard:
        door.handle_request()
    worker.wait(60)
    door.server_close()
    return heard[0]


def load(folder, name, db):
    process, port = serve("run", "null", "greedy", "random", "--pairs", "20000", "--db", db, "--replays", "none", cwd=folder)
    ticket = ticket_of(port, folder)
    lines = [Line(port, number, ticket) for number in range(LINES)]
    chooser = selectors.DefaultSelector()
    for line in lines:
        chooser.register(line.socket, selectors.EVENT_READ, line)
    free, waits, begun = list(lines), [], time.monotonic()
    due = begun
    while (now := time.monotonic()) < begun + SECONDS:
        while free and due <= now:
            free.pop().ask(due)  # what should have been sent earlier has waited already
            due += 1 / PER_SECOND
        for key, _ in chooser.select(max(0, min(due - now, 0.01)) if free else 0.01):
            if key.data.hear():
                waits.append(time.monotonic() - key.data.sent)
                free.append(key.data)
    seconds = time.monotonic() - begun
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process.terminate()
    process.wait(60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    waits.sort()
    p99 = waits[int(len(waits) * 0.99)]
    print("# %s: %.0f calls a second, 50 of 100 in %.1f ms, 99 of 100 in %.1f ms, the longest %.1f ms; %.0f %% of a core" % (
        name, len(waits) / seconds, 1000 * waits[len(waits) // 2], 1000 * p99, 1000 * waits[-1],
        100 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / seconds))
    if GATE and name == "SQLite":
        check("%s: 1,000 calls a second, p99 at most 50 ms" % name, p99 <= 0.05 and len(waits) > 0.95 * PER_SECOND * SECONDS, p99)


def seconds_with(folder, cores):
    """A tournament by one worker on each of these cores: how long it took, and the processor's time of each worker, which other
    work on the machine does not change."""
    began = time.monotonic()
    process, port = serve("run", "apoca", "expert", "strong", "--pairs", "30", "--set", "turns=20", "--seed", "3", "--db",
                          "cores%d.db" % len(cores), "--replays", "none", "--lease", "1", cwd=folder)
    workers = [subprocess.Popen(["taskset", "-c", str(core), bench.REDOUBT, "arena", "work", "http://127.0.0.1:%d" % port, "--jobs", "1"],
                                stderr=subprocess.DEVNULL) for core in cores]
    used = [os.wait4(worker.pid, 0)[2] for worker in workers]
    seconds = time.monotonic() - began
    process.wait(60)
    return seconds, [each.ru_utime + each.ru_stime for each in used]


def cores(folder):
    if len(os.sched_getaffinity(0)) < 2:
        bench.skip("two workers", "there is one core")
        return
    own = sorted(os.sched_getaffinity(0))
    (one, alone), (two, both) = seconds_with(folder, own[:1]), seconds_with(folder, own[:2])
    print("# one worker: %.1f s, two workers on two cores: %.1f s, %.2f of it; processor: %.1f s, and %s, the longer %.2f of it" % (
        one, two, two / one, alone[0], " and ".join("%.1f s" % each for each in both), max(both) / alone[0]))
    if GATE:
        check("two workers take at most 0.6 of the time of one", two <= 0.6 * one, two / one)


with bench.folder() as place:
    load(place, "SQLite", "load.db")
    if postgres.programs() is not None:
        with postgres.Postgres() as database:
            load(place, "PostgreSQL", database.address())
    cores(place)
    check("measured", True)
sys.exit(bench.end())
