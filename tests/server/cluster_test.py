"""Three servers on one PostgreSQL: servers and the database are killed, and servers stand still beyond their lease, while
people and bots play. Nothing that was acknowledged is lost, nothing is done twice, and one server writes at a time.

usage: cluster_test.py REDOUBT [FAULTS [SEED]] [--gate]    --gate: seats come back within 2 s, too (for a quiet machine)
"""
import os
import random
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
import stubborn
import ws
from node import LIMIT_S, Node, wait_until
from postgres import Postgres, skip_unless_there

PROGRAM = sys.argv[1]
FAULTS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
SEED = int(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3].isdigit() else 1
GATE = "--gate" in sys.argv
PLAYERS, NODES, LEASE_MS = 4, 3, 1500
GATE_S = 2.0


class Cluster:
    """What the players see of it: some port."""

    def __init__(self, database, address):
        self.database, self.over, self.luck = database, False, random.Random(SEED)
        self.nodes = [Node(PROGRAM, address, LEASE_MS) for _ in range(NODES)]
        wait_until("somebody plays", lambda: any(node.plays() for node in self.nodes))

    @property
    def port(self):
        """Anybody's: who stands by passes visitors on."""
        return self.luck.choice(self.nodes).port

    def player(self):
        """The one who plays. A killed one may still be in its lease: then the next one."""
        wait_until("somebody plays", lambda: any(node.plays() for node in self.nodes))
        return next(node for node in self.nodes if node.plays())

    def someone_else_plays(self, than):
        return any(node.plays() for node in self.nodes if node is not than)


def kill_server(cluster):
    node = cluster.player()
    node.kill()
    return node.start


def kill_bystander(cluster):
    playing = cluster.player()
    node = next(node for node in cluster.nodes if node is not playing)
    node.kill()
    return node.start


def kill_database(cluster):
    cluster.database.restart("immediate")
    return None


def hears_nothing(visitor):
    """Until the end of the connection."""
    try:
        return visitor.read() is None
    except (ws.Closed, OSError):
        return True


def pause_server(cluster):
    """It stands still until another one has taken over, and has to stop when it goes on."""
    node = cluster.player()
    visitor = ws.Player(node.port)
    node.process.send_signal(signal.SIGSTOP)
    wait_until("somebody takes over", lambda: cluster.someone_else_plays(node))
    visitor.send(cmd="list")

    def go_on():
        node.process.send_signal(signal.SIGCONT)
        check("a server that stood still tells nobody anything", hears_nothing(visitor))
        status = node.end()
        check("a server that stood still has to stop", status == 1 and node.says("lease_lost"), node.log[-10:])
        node.start()
    return go_on


def pause_briefly(cluster):
    """Not beyond its lease: nothing but time is lost."""
    node = cluster.player()
    node.process.send_signal(signal.SIGSTOP)
    time.sleep(LEASE_MS / 1000 / 5)
    node.process.send_signal(signal.SIGCONT)
    return None


FAULT_KINDS = (kill_server, kill_server, kill_server, kill_database, kill_database, kill_bystander, pause_server, pause_briefly)


def mend(cluster):
    """Whoever had to stop is started again, as systemd does."""
    for node in cluster.nodes:
        if node.process.poll() is not None:
            node.end()
            node.start()


def acknowledged(players):
    return sum(len(player.acknowledged) for player in players)


def disturb(cluster, players, luck):
    """One fault after the other, each when play goes on. How long seats could not be used, by kind."""
    waits = {}
    kinds = [FAULT_KINDS[i % len(FAULT_KINDS)] for i in range(FAULTS)]
    luck.shuffle(kinds)
    for fault in kinds:
        time.sleep(luck.uniform(0.02, 0.3))
        begun = time.monotonic()
        afterwards = fault(cluster)
        before = acknowledged(players)
        wait_until("play goes on after %s" % fault.__name__,
                   lambda: acknowledged(players) > before or any(player.error for player in players))
        waits.setdefault(fault.__name__, []).append(time.monotonic() - begun)
        if afterwards:
            afterwards()
        mend(cluster)
    return waits


def check_numbers(database):
    """A server with an older number may take over; but a number that was taken away never writes again."""
    back = database.sql("SELECT count(*) FROM (SELECT match FROM (SELECT match, fence, coalesce(fence <> lag(fence) OVER"
                        " (PARTITION BY match ORDER BY n), true) AS begins FROM record) AS step"
                        " GROUP BY match HAVING count(*) FILTER (WHERE begins) <> count(DISTINCT fence)) AS log")
    check("in no log a number comes back", back == "0", back)


def check_database(database):
    ask = "SELECT %s FROM record"
    twice = database.sql("SELECT count(*) FROM (SELECT match, body::json->>'player' AS who, body::json->>'command' AS id FROM record"
                         " WHERE body::json->>'command' IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1) AS doubled")
    check("no order is stored twice", twice == "0", twice)
    gaps = database.sql("SELECT count(*) FROM (SELECT match FROM record GROUP BY match HAVING count(*) <> max(n)) AS gap")
    check("no log has a gap", gaps == "0", gaps)
    check_numbers(database)
    numbers = int(database.sql(ask % "count(DISTINCT fence)"))
    check("several servers have written", numbers > 2, numbers)


def check_refusals(database):
    """The database itself refuses an old number, whatever a server believes."""
    number = int(database.sql("SELECT max(fence) FROM owner"))
    gone = int(database.sql("SELECT max(fence) FROM record WHERE fence NOT IN (SELECT fence FROM owner)"))
    done = database.run("psql", "--host", database.folder, "--username", "redoubt", "--command",
                        "SELECT begin_batch(%d, 1, 1000)" % gone, "postgres", fine=False)
    check("a batch with an old number is refused", done.returncode != 0 and "lost its lease" in done.stderr, done)
    last = int(database.sql("SELECT batch FROM owner WHERE fence = %d" % number))
    done = database.run("psql", "--host", database.folder, "--username", "redoubt", "--command",
                        "SELECT begin_batch(%d, %d, 1000)" % (number, last), "postgres", fine=False)
    check("a batch that comes a second time is refused", done.returncode != 0 and "lost its lease" in done.stderr, done)
    match = database.sql("SELECT min(id) FROM match")
    insert = ("INSERT INTO record (match, n, at_ms, kind, body, fence) VALUES ('%s', 100000, 0, 'order', '{}', (SELECT part.fence"
              " FROM match JOIN part ON part.id = match.part WHERE match.id = '%s' AND part.fence = %d))")
    done = database.run("psql", "--host", database.folder, "--username", "redoubt", "--command",
                        insert % (match, match, gone), "postgres", fine=False)
    check("a record with an old number is refused", done.returncode != 0 and "null value" in done.stderr, done)


def run(database):
    luck = random.Random(SEED)
    address = database.address()
    done = kit.run(PROGRAM, "admin", "--db", address, "migrate")
    check("the tables are made", done.status == 0, done)
    ws.LIMIT_S = 3  # a server that stands still answers nobody
    cluster = Cluster(database, address)
    standing = [node for node in cluster.nodes if not node.plays()]
    wait_until("the others stand by", lambda: all(node.says("standing_by") for node in standing))
    check("one server plays, the others stand by", len(standing) == NODES - 1)
    players = [stubborn.Stubborn(number, cluster, SEED) for number in range(PLAYERS)]
    for player in players:
        player.start()
    waits = disturb(cluster, players, luck)
    stubborn.end(players, cluster)
    ws.LIMIT_S = LIMIT_S
    check("no promise was broken", not any(p.error for p in players), [p.error for p in players])
    count, lost = stubborn.judge(players, cluster.player().port)
    check("%d faults: of %d acknowledged commands none is lost" % (FAULTS, count), lost == 0 and count > FAULTS, lost)
    broken = [line for node in cluster.nodes for line in node.log if "event=broken_record" in line]
    check("every log agreed with its hashes at every start", not broken, broken)
    check("games went on and ended", sum(p.ended for p in players) > 0, [p.ended for p in players])
    check_database(database)
    check_refusals(database)
    for kind, seconds in sorted(waits.items()):
        seconds.sort()
        print("# %s: %d times, play went on after %.2f s (median), %.2f s (99 of 100), %.2f s (longest)" % (
            kind, len(seconds), seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.99)], seconds[-1]))
    if GATE:
        seconds = sorted(waits["kill_server"])
        check("p99 of a server's death is at most %.1f s" % GATE_S, seconds[int(len(seconds) * 0.99)] <= GATE_S, seconds[-3:])
    check_end(cluster)


def check_end(cluster):
    """A server that stops in order leaves its lease to the next one at once."""
    node = cluster.player()
    node.process.terminate()
    check("a server that is stopped ends well", node.end() == 0, node.log[-5:])
    wait_until("the next one plays", lambda: cluster.someone_else_plays(node))
    for other in cluster.nodes:
        if other.process.poll() is None:
            other.kill()


def main():
    skip_unless_there("servers on PostgreSQL")
    with Postgres() as database:
        run(database)
    return kit.end()


if __name__ == "__main__":
    sys.exit(main())
