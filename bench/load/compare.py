#!/usr/bin/env python3
"""The part play of server-load on a file and on PostgreSQL, one after the other: acknowledgements, commits a second, and
where the time goes. PostgreSQL is started in a temporary folder, with fsync. --pair: one server on one core, and two that share
a database, each on a core of its own and with as many seats: what a core of a server carries in each case.

usage: compare.py BUILD-FOLDER [--pair] [SEATS...]    1000 and 4000 seats by default; after ninja redoubt tests/server/server-load
"""
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "server"))
from node import free_port
from postgres import Postgres, programs

SECONDS = 10
TICKS = os.sysconf("SC_CLK_TCK")


class Metrics(threading.Thread):
    """The server's figures, as long as it runs: (commits, seconds in them, records), at each look."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.over, self.seen = port, threading.Event(), []

    def run(self):
        while not self.over.wait(0.5):
            try:
                with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % self.port, timeout=5) as page:
                    text = page.read().decode()
            except OSError:
                continue
            names = ("redoubt_commit_seconds_count", "redoubt_commit_seconds_sum", "redoubt_records_total")
            self.seen.append([float(re.search(r"^%s (\S+)" % name, text, re.M).group(1)) for name in names])

    def of_play(self):
        """Of the last SECONDS: commits a second, milliseconds of each, records in each."""
        looks = self.seen[-2 * SECONDS:]
        commits, seconds, records = (last - first for first, last in zip(looks[0], looks[-1]))
        span = (len(looks) - 1) * 0.5
        return commits / span, 1000 * seconds / commits, records / commits


def cpu_s(parent):
    """Of a process and its children, those that have ended included."""
    total = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % pid, encoding="ascii", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(pid) == parent:
            total += sum(int(field) for field in fields[11:15])
        elif int(fields[1]) == parent:
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def play(build, seats, database=None):
    port = free_port()
    command = [os.path.join(build, "tests/server/server-load"), os.path.join(build, "redoubt"), "play", "--matches",
               str(seats // 2), "--seconds", str(SECONDS), "--metrics", "metrics_port=%d" % port]
    if database:
        address = database.make("load%d" % seats)
        subprocess.run([os.path.join(build, "redoubt"), "admin", "--db", address, "migrate"], check=True, capture_output=True)
        command += ["--db", address]
    metrics = Metrics(port)
    metrics.start()
    before = cpu_s(database.process.pid) if database else 0
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = cpu_s(database.process.pid) if database else 0
    metrics.over.set()
    metrics.join()
    commits, each_ms, records = metrics.of_play()
    p99 = re.search(r"p99 of an acknowledgement, ms: (\S+?),", done.stdout)
    orders = re.search(r"orders per second and seat: (\S+?),", done.stdout)
    server = re.search(r"the server used (\S+) of a core", done.stdout)
    print("%4d seats, %-10s: p99 %s ms, %s orders/s a seat, %.0f commits/s of %.1f ms with %.1f records, server %s of a core%s"
          % (seats, "PostgreSQL" if database else "file", p99 and p99.group(1), orders and orders.group(1), commits, each_ms,
             records, server and server.group(1),
             ", PostgreSQL %.1f s of processor in all" % (after - before) if database else ""), flush=True)
    if not (p99 and orders and server):
        print(done.stdout + done.stderr)


# ---- two servers ----

PAIR_GATE = 1.7  # so many times the matches of one server on one core
ROUNDS = 3  # one and two in turn, since a machine has its moods


class Usage(threading.Thread):
    """What PostgreSQL has used, at each look."""

    def __init__(self, database):
        super().__init__(daemon=True)
        self.database, self.over, self.seen = database, threading.Event(), []

    def run(self):
        while not self.over.wait(0.5):
            self.seen.append((time.monotonic(), cpu_s(self.database.process.pid)))

    def of_play(self):
        """Of a core, in the middle of play: not at the end, when servers stop."""
        looks = self.seen[-2 * SECONDS:-4]
        return (looks[-1][1] - looks[0][1]) / (looks[-1][0] - looks[0][0])


def pinned(folder, program, core):
    """The program as one that runs on this core only."""
    path = os.path.join(folder, "on-core-%d" % core)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexec taskset -c %d %s \"$@\"\n" % (core, program))
    os.chmod(path, 0o755)
    return path


def figure(pattern, text):
    found = re.search(pattern, text)
    if found is None:
        sys.exit("server-load did not say what it measured:\n" + text)
    return float(found.group(1))


def play_on_cores(build, seats, database, folder, servers, number):
    """So many servers at once, each with as many seats: (orders a second, cores that the servers used)."""
    address = database.make("pair%d_%d_%d" % (servers, seats, number))
    program = os.path.abspath(os.path.join(build, "redoubt"))
    subprocess.run([program, "admin", "--db", address, "migrate"], check=True, capture_output=True)
    usage = Usage(database)
    usage.start()
    runs = [subprocess.Popen([os.path.join(build, "tests/server/server-load"), pinned(folder, program, core), "play", "--matches",
                              str(seats // 2), "--seconds", str(SECONDS), "--db", address], stdout=subprocess.PIPE, text=True)
            for core in range(servers)]
    texts = [run.communicate()[0] for run in runs]
    usage.over.set()
    usage.join()
    orders = sum(figure(r"orders per second and seat: ([0-9.]+)", text) for text in texts) * seats
    used = sum(figure(r"the server used ([0-9.]+) of a core", text) for text in texts)
    slowest = max(figure(r"p99 of an acknowledgement, ms: ([0-9.]+)", text) for text in texts)
    database_used = usage.of_play()
    print("%d server%s, %4d seats each: %.0f orders/s, servers %.2f cores, %.0f us an order; PostgreSQL %.2f, %.0f us; p99 %.0f ms"
          % (servers, "s" * (servers > 1), seats, orders, used, used / orders * 1e6, database_used, database_used / orders * 1e6,
             slowest), flush=True)
    return orders, used


def compare_pair(build, database, seats):
    rounds = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(2 * ROUNDS):
            servers = 1 + number % 2
            rounds[servers].append(play_on_cores(build, seats, database, folder, servers, number))
    one, each = (sum(orders for orders, _ in rounds[n]) / sum(used for _, used in rounds[n]) for n in (1, 2))
    print("%4d seats: two servers on two cores carry %.2f times the matches of one on one core (at least %.1f): %s"
          % (seats, 2 * each / one, PAIR_GATE, "met" if 2 * each / one >= PAIR_GATE else "NOT MET"), flush=True)


def main():
    if len(sys.argv) < 2 or programs() is None:
        sys.exit(__doc__)
    print("load average %.1f" % os.getloadavg()[0])
    pair = "--pair" in sys.argv
    with Postgres() as database:
        for seats in [int(word) for word in sys.argv[2:] if word != "--pair"] or [1000, 4000]:
            if pair:
                compare_pair(sys.argv[1], database, seats)
                continue
            play(sys.argv[1], seats)
            play(sys.argv[1], seats, database)


if __name__ == "__main__":
    main()
