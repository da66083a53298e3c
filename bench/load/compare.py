#!/usr/bin/env python3
"""The part play of server-load on a file and on PostgreSQL, one after the other: acknowledgements, commits a second, and
where the time goes. PostgreSQL is started in a temporary folder, with fsync.

usage: compare.py BUILD-FOLDER [SEATS...]    1000 and 4000 seats by default; after ninja redoubt tests/server/server-load
"""
import os
import re
import subprocess
import sys
import threading
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


def main():
    if len(sys.argv) < 2 or programs() is None:
        sys.exit(__doc__)
    print("load average %.1f" % os.getloadavg()[0])
    with Postgres() as database:
        for seats in [int(word) for word in sys.argv[2:]] or [1000, 4000]:
            play(sys.argv[1], seats)
            play(sys.argv[1], seats, database)


if __name__ == "__main__":
    main()
