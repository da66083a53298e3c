"""Three servers on one PostgreSQL that all play: what they share is right at each of them, and while servers and the database
are killed, and servers stand still beyond their lease, nothing that was acknowledged is lost, and nothing is done twice.

usage: cluster_test.py REDOUBT [FAULTS [SEED]] [--gate]    --gate: seats come back within 2 s, too (for a quiet machine)
"""
import json
import os
import random
import signal
import sys
import time
import urllib.error
import urllib.request

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
PLAYERS, NODES, LEASE_MS, GATE_S = 6, 3, 1500, 2.0
PACE_S = 0.05  # they are people: what is taken over is every match that nobody has put to sleep yet
SLOW_LEASE_MS = 20000  # nobody takes over by mistake on a busy machine


def page(node, path):
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d%s" % (node.port, path), timeout=LIMIT_S) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


# ---- what they share ----

def insist(player, **command):
    """The server may be about to hear of it."""
    command.setdefault("id", "%s-%d" % (player.prefix, random.randrange(10 ** 9)))
    answer = player.ask(**command)
    while answer.get("code") in stubborn.LATER:
        time.sleep(0.05)
        answer = player.ask(**command)
    return answer


def sit_down(node, token, match):
    """By way of a server that may not have heard of the match yet, as any client does it."""
    player = ws.Player(node.port, token=token, match=match)
    joined = insist(player, cmd="join", match=match)
    while joined.get("code") == "elsewhere":
        player = ws.Player(node.port, token=token, match=match)
        joined = insist(player, cmd="join", match=match)
    check("a seat is taken by way of another server", joined["ok"] and joined["seat"] == 1, joined)
    return player


def accounts(one, two):
    ada = ws.Player(one.port)
    made = ada.ask(cmd="register", name="Ada Lovelace", password="difference engine")
    check("an account is made at one server", made["ok"], made)
    again = ws.Player(two.port, token=made["token"])
    check("its token is known at another one at once", again.welcome["ok"], again.welcome)
    other = ws.Player(two.port, name="Eve")
    taken = insist(other, cmd="register", name="ada lovelace", password="difference engine")
    check("its name is taken there", taken.get("code") == "name_taken", taken)
    there = other.ask(cmd="login", version=1, name="Ada Lovelace", password="difference engine")
    check("its password is known there", there["ok"] and there["player"] == made["player"], there)
    left = insist(ws.Player(one.port, token=made["token"]), cmd="logout")
    check("it leaves at one", left["ok"], left)
    late = ws.Player(two.port, token=made["token"])
    wait_until("and at the other one nobody knows the token", lambda: not ws.Player(two.port, token=made["token"]).welcome["ok"])
    late.socket.close()


class Afar(ws.Player):
    """Somebody with an address, as a proxy of this machine tells it."""

    def connect(self, port, token=None, name="Eve", match=None):
        self.socket = ws.Socket(port, headers="X-Forwarded-For: 198.51.100.7\r\n")
        self.welcome = self.ask(cmd="hello", version=1, name=name)


def guesses(nodes):
    """Ten wrong passwords in ten minutes, wherever they are tried."""
    codes = []
    for number in range(10):
        eve = Afar(nodes[number % 2].port)
        codes.append(insist(eve, cmd="login", version=1, name="Ada Lovelace", password="guess number %d" % number)["code"])
        eve.socket.close()
    check("ten wrong passwords are told to be wrong", codes == ["bad_login"] * 10, codes)
    for node in nodes:
        code = ""
        while code in ("", "bad_login", "busy", "storage"):  # it may not have heard of the last one yet
            eve = Afar(node.port)
            code = eve.ask(cmd="login", version=1, name="Ada Lovelace", password="one more")["code"]
            eve.socket.close()
            codes.append(code)
        check("then no server takes another one from there", code == "rate", code)
    check("hardly one more was tried", codes.count("bad_login") <= 12, codes)
    fine = ws.Player(nodes[0].port).ask(cmd="login", version=1, name="Ada Lovelace", password="difference engine")
    check("from elsewhere the owner comes in", fine["ok"], fine)


def both_at_once(database, nodes):
    """One command that reaches two servers makes one match."""
    ada = ws.Player(nodes[0].port)
    doors = [ws.Player(node.port, token=ada.token) for node in nodes]
    command = {"cmd": "create", "id": "once", "game": "apoca", "options": {"turns": 30, "map": "duel"}, "seats": ["me", "open"]}
    for door in doors:
        door.send(**command)
    made = {insist(door, **command)["match"] for door in doors}
    check("a command that reaches three servers makes one match", len(made) == 1, made)
    count = database.sql("SELECT count(*) FROM record WHERE body::json->>'command' = 'once'")
    check("which is stored once", count == "1", count)


def lobby(one, two):
    ada, ben = ws.Player(one.port), ws.Player(two.port, name="Ben")
    check("somebody looks at the lobby", ben.ask(cmd="lobby")["ok"])
    made = insist(ada, cmd="create", game="apoca", options={"turns": 30, "map": "duel"}, seats=["me", "open"], public=True)
    match = made["match"]
    while not any(m.get("line", {}).get("match") == match for m in ben.moments):
        ben.read()
    check("a match of another server comes into the lobby", True)
    away = ben.ask(cmd="join", match=match)
    check("who wants it is told that another server plays it", away.get("code") == "elsewhere", away)
    there = sit_down(two, ben.token, match)
    there.ask(cmd="watch", match=match, seat=1)
    insist(ada, cmd="watch", match=match, seat=0)
    insist(ada, cmd="say", match=match, text="Good luck")
    there.wait(lambda update: any("Good luck" in str(event) for event in [update]))
    check("what one says the other one hears", True)
    status, text = page(two, "/v1/matches/" + match)
    check("its page is the same at every door", status == 200 and text == page(one, "/v1/matches/" + match)[1], (status, text))
    mine = ws.Player(two.port, token=ada.token).ask(cmd="list")["matches"]
    check("one's own matches are listed everywhere", [m for m in mine if m["match"] == match and m["mine"] == [0]] != [], mine)
    return ada, there, match


def rating(one, two):
    """The result of a match at one server counts at all of them."""
    people = [ws.Player(node.port, name=name) for node, name in ((one, "Cyd"), (two, "Dot"))]
    for person, name in zip(people, ("Cyd Rated", "Dot Rated")):
        person.account = insist(person, cmd="register", name=name, password="difference engine")
    made = insist(people[0], cmd="create", game="apoca", options={"turns": 30, "map": "duel"}, seats=["me", "open"], public=True,
                  rated=True)
    match = made["match"]
    there = sit_down(two, people[1].account["token"], match)
    for person, seat in ((people[0], 0), (there, 1)):
        insist(person, cmd="watch", match=match, seat=seat)
    for person in (people[0], there):
        update = person.wait(lambda update: update["act"] or update["state"] == "over")
        insist(person, cmd="order", match=match, text="done")
    insist(there, cmd="resign", match=match)

    def games(node):
        return [json.loads(page(node, "/v1/players/" + person.account["player"])[1])["ratings"] for person in people]
    wait_until("it is rated", lambda: all(ratings and ratings[0]["games"] == 1 for ratings in games(one)))
    wait_until("everywhere", lambda: games(two) == games(one))
    check("a result counts at every server", True)


def takeover(one, two, ada, ben, match):
    one.kill()
    answer = {"ok": False}
    while not answer["ok"]:
        try:
            again = ws.Player(two.port, token=ada.token, match=match)
            answer = again.ask(cmd="watch", match=match, seat=0)
        except ws.Closed:  # it was passed on to the one that is dead
            time.sleep(0.05)
    check("a seat of a server that died is there at another one", answer["seat"] == 0, answer)
    check("and its orders are heard", insist(again, cmd="order", match=match, text="hire N")["ok"])
    ben.socket.close()


def shared(database):
    address = database.address()
    check("the tables are made", kit.run(PROGRAM, "admin", "--db", address, "migrate").status == 0)
    nodes = [Node(PROGRAM, address, lease) for lease in (LEASE_MS * 4, SLOW_LEASE_MS)]
    wait_until("both play", lambda: all(node.plays() for node in nodes))
    check("two servers play at once", True)
    accounts(*nodes)
    guesses(nodes)
    both_at_once(database, nodes)
    rating(*nodes)
    takeover(*nodes, *lobby(*nodes))
    for node in nodes:
        node.kill()


# ---- while everything fails ----

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


def visitor_of(node):
    """None: it has just stopped, since the machine was so busy that it lost its lease."""
    try:
        return ws.Player(node.port)
    except (ws.Closed, OSError):
        return None


def hears_nothing(visitor):
    """Until the end of the connection."""
    try:
        return visitor.read() is None
    except (ws.Closed, OSError):
        return True


class Wanderer(stubborn.Stubborn):
    """Comes to one server now and to another one then."""

    def step(self):
        if self.luck.random() < 0.03:
            self.player.socket.close()
            self.player = None
        else:
            time.sleep(PACE_S)
            super().step()


class Cluster:
    def __init__(self, database, address):
        self.database, self.over, self.luck = database, False, random.Random(SEED)
        self.nodes = [Node(PROGRAM, address, LEASE_MS, "burst=2000", "per_second=2000", "sleep_after=3") for _ in range(NODES)]
        wait_until("all play", lambda: all(node.plays() for node in self.nodes))

    @property
    def port(self):
        return self.luck.choice(self.nodes).port


def matches_of(cluster, node):
    return set(cluster.database.sql(
        "SELECT match.id FROM match JOIN part ON part.id = match.part JOIN owner ON owner.fence = part.fence"
        " WHERE owner.id = '%s'" % node.name).split())


def kill_server(cluster, node):
    node.kill()
    return node.start


def kill_database(cluster, node):
    cluster.database.restart("immediate")
    return None


def pause_server(cluster, node):
    """Beyond its lease: somebody else has its matches when it goes on, and it has to stop."""
    visitor = visitor_of(node)
    node.process.send_signal(signal.SIGSTOP)
    wait_until("its lease is over", lambda: cluster.database.sql("SELECT count(*) FROM owner WHERE id = '%s'" % node.name) == "0")
    if visitor is not None:
        visitor.send(cmd="list")
    node.process.send_signal(signal.SIGCONT)
    check("a server that stood still tells nobody anything", visitor is None or hears_nothing(visitor))
    check("a server that stood still has to stop", node.end() == 1 and node.says("lease_lost"), node.log[-5:])
    return node.start


def pause_briefly(cluster, node):
    node.process.send_signal(signal.SIGSTOP)
    time.sleep(LEASE_MS / 1000 / 5)
    node.process.send_signal(signal.SIGCONT)
    return None


FAULT_KINDS = (kill_server, kill_server, kill_server, kill_database, kill_server, pause_server, pause_briefly)


def disturb(cluster, players, luck):
    """One fault after the other. How long each seat that was hit could not be used, by kind."""
    waits = {}
    kinds = [FAULT_KINDS[i % len(FAULT_KINDS)] for i in range(FAULTS)]
    luck.shuffle(kinds)
    for fault in kinds:
        time.sleep(luck.uniform(0.05, 0.4))
        node = luck.choice(cluster.nodes)
        hit = matches_of(cluster, node) if fault is not kill_database else {player.match for player in players}
        before = {player: len(player.acknowledged) for player in players if player.match in hit}
        begun = time.monotonic()
        afterwards = fault(cluster, node)

        def usable_again():
            for player in [one for one in before if len(one.acknowledged) > before[one] or one.error]:
                waits.setdefault(fault.__name__, []).append(time.monotonic() - begun)
                del before[player]
            return not before
        wait_until("play goes on after %s" % fault.__name__, usable_again)
        if afterwards:
            afterwards()
        for node in cluster.nodes:
            if node.process.poll() is not None:
                node.end()
                node.start()
        wait_until("all play again", lambda: all(node.plays() for node in cluster.nodes))
    return waits


def tell(waits):
    for kind, seconds in sorted(waits.items()):
        seconds.sort()
        print("# %s: %d seats, usable again after %.2f s (median), %.2f s (99 of 100), %.2f s (longest)" % (
            kind, len(seconds), seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.99)], seconds[-1]))
    if GATE:
        seconds = sorted(waits["kill_server"])
        check("p99 of a server's death is at most %.1f s" % GATE_S, seconds[int(len(seconds) * 0.99)] <= GATE_S, seconds[-3:])


def faults(database):
    address = database.address()
    check("the tables are made", kit.run(PROGRAM, "admin", "--db", address, "migrate").status == 0)
    ws.LIMIT_S = 3  # a server that stands still answers nobody
    cluster = Cluster(database, address)
    players = [Wanderer(number, cluster, SEED) for number in range(PLAYERS)]
    for player in players:
        player.start()
    wait_until("everybody plays", lambda: all(player.acknowledged or player.error for player in players))
    waits = disturb(cluster, players, random.Random(SEED))
    stubborn.end(players, cluster)
    ws.LIMIT_S = LIMIT_S
    check("no promise was broken", not any(p.error for p in players), [p.error for p in players])
    count, lost = stubborn.judge(players, cluster.nodes[0].port)
    check("%d faults: of %d acknowledged commands none is lost" % (FAULTS, count), lost == 0 and count > FAULTS, lost)
    broken = [line for node in cluster.nodes for line in node.log if "event=broken_record" in line]
    check("every log agreed with its hashes at every start", not broken, broken)
    check("games went on and ended", sum(p.ended for p in players) > 0, [p.ended for p in players])
    check("matches were taken over", any(node_line for node in cluster.nodes for node_line in node.log if "taken_over" in node_line))
    check_database(database)
    check_refusals(database)
    tell(waits)
    for node in cluster.nodes:
        node.kill()


def main():
    skip_unless_there("servers on PostgreSQL that all play")
    with Postgres() as database:
        shared(database)
    with Postgres() as database:
        faults(database)
    return kit.end()


if __name__ == "__main__":
    sys.exit(main())
