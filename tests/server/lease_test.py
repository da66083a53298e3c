"""Leases in the moments that chance rarely hits: a server that hangs in the middle of a batch, and one that loads for longer
than its lease lasts. And visitors of a match that another server has, who are passed on.

usage: lease_test.py REDOUBT
"""
import os
import socket
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
import ws
from node import LIMIT_S, Node, wait_until
from postgres import SYNC, Between, Postgres, skip_unless_there
from stubborn import LATER

PROGRAM = sys.argv[1]
LEASE_MS = 1000
LOADING_MS = 4000  # long enough that a busy machine renews it in time
SLOW_S = 9.0  # as long as the slow one reads


class Hang:
    """When armed, the end of the next batch never comes: PostgreSQL holds what belongs to it."""

    def __init__(self):
        self.armed, self.hangs = threading.Event(), threading.Event()

    def __call__(self, talk, source, data):
        if source == "near" and self.armed.is_set() and b"begin_batch\x00" in data and data.endswith(SYNC):
            self.armed.clear()
            self.hangs.set()
            return data[:-len(SYNC)]
        return data


def hanging(database, folder):
    database.make("hanging")
    hang = Hang()
    Between(database, folder, hang).start()
    direct = database.address("hanging")
    check("the tables are made", kit.run(PROGRAM, "admin", "--db", direct, "migrate").status == 0)
    first = Node(PROGRAM, database.address("hanging", host=folder), LEASE_MS)
    wait_until("the first plays", first.plays)
    second = Node(PROGRAM, direct, LEASE_MS)
    wait_until("the second plays", second.plays)
    ada = ws.Player(first.port)
    match = ada.ask(cmd="create", game="apoca", options={"turns": 30, "map": "duel"}, seats=["me", "me"])["match"]
    hang.armed.set()
    order = {"cmd": "order", "match": match, "seat": 0, "id": "stuck", "text": "hire N"}
    ada.send(**order)
    check("a batch hangs", hang.hangs.wait(LIMIT_S))
    wait_until("the second takes over: who hangs in the middle of a batch is not waited for", lambda: second.says("taken_over"))
    check("who hangs in the middle of a batch has to stop", first.end() == 1 and first.says("lease_lost"), first.log[-5:])
    stored = database.sql("SELECT count(*) FROM record WHERE body LIKE '%stuck%'", "hanging")
    check("the batch is not stored", stored == "0", stored)
    again = insist(ws.Player(second.port, token=ada.token), **order)
    check("the order can be given to the other one", again["ok"], again)
    second.kill()


class Slow:
    """What is read of logs comes late."""

    def __call__(self, talk, source, data):
        if source == "near" and b"FROM match AS m" in data:
            talk["logs"] = True
        if source == "far" and talk.get("logs"):
            talk["logs"] = False
            time.sleep(SLOW_S)
        return data


def loading(database, folder):
    direct = database.make("loading")
    check("the tables are made", kit.run(PROGRAM, "admin", "--db", direct, "migrate").status == 0)
    Between(database, folder, Slow()).start()
    slow = Node(PROGRAM, database.address("loading", host=folder), LOADING_MS)
    wait_until("the slow one has a lease", lambda: database.sql("SELECT count(*) FROM owner", "loading") == "1")
    other = Node(PROGRAM, direct, LOADING_MS)
    wait_until("the other one plays", other.plays)
    wait_until("the slow one plays", slow.plays)
    check("a server that loads for long keeps its lease", not slow.says("lease_lost"), slow.log)
    numbers = database.sql("SELECT min(fence) FROM owner", "loading")
    check("under the same number", numbers == "1", numbers)
    slow.kill()
    other.kill()


# ---- visitors of a match that another server has ----


def insist(player, **command):
    """Until the server that it asks has taken the match over."""
    answer = player.ask(**command)
    while answer.get("code") in (*LATER, "elsewhere"):
        time.sleep(0.05)
        answer = player.ask(**command)
    return answer


def make_match(player):
    made = player.ask(cmd="create", game="apoca", options={"turns": 30, "map": "duel"}, seats=["me", "open"])
    check("a match is made", made["ok"], made)
    return made


def heard_of(node, match):
    wait_until("the other server has heard of it", lambda: b" 200 OK" in page("127.0.0.1", node.port, "/v1/matches/" + match))

def own_address():
    """Of this machine, as others see it; None: it has none but 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def page(host, port, path, headers=""):
    """The whole answer; b"": none came."""
    with socket.create_connection((host, port), timeout=LIMIT_S) as line:
        try:
            line.sendall(("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n" % (path, headers)).encode())
            answer = b""
            while part := line.recv(65536):
                answer += part
            return answer
        except ConnectionError:
            return b""


def visitors(database, folder):
    address = database.make("visitors")
    check("the tables are made", kit.run(PROGRAM, "admin", "--db", address, "migrate").status == 0)
    owner, other = Node(PROGRAM, address, LOADING_MS), Node(PROGRAM, address, LOADING_MS, "handshake=5")
    wait_until("both play", lambda: owner.plays() and other.plays())
    ada, ben = ws.Player(owner.port), ws.Player(owner.port, name="Ben")
    made = make_match(ada)
    path = "/v1/matches/" + made["match"]
    heard_of(other, made["match"])
    long = "X-Long: %s\r\n" % ("x" * 2000)
    check("a long request for its page is passed on", b" 200 OK" in page("127.0.0.1", other.port, path, long))
    check("what is no request ends", b" 200 OK" not in page("127.0.0.1", other.port, path, "X: %s\r\n" % ("x" * 40000)))
    ben = ws.Player(other.port, token=ben.token, match=made["match"])
    check("two doors lead to one match", ben.ask(cmd="join", match=made["match"], secret=made["secret"])["ok"])
    ben.ask(cmd="watch", match=made["match"])
    ada.ask(cmd="order", match=made["match"], text="hire N")
    check("and what is told comes through", ben.wait(lambda update: update["n"] >= 2)["match"] == made["match"])
    owner.kill()
    while not is_back(other, ada.token, made["match"]):
        time.sleep(0.02)
    check("a server that died is found by whoever comes for its matches", other.says("found_dead"), other.log)
    other.kill()


def is_back(node, token, match):
    """The seat, by way of this server."""
    try:
        return ws.Player(node.port, token=token, match=match).ask(cmd="watch", match=match, seat=0)["ok"]
    except ws.Closed:  # it was passed on to the one that is dead
        return False


def talkers(own, port, address, count, match):
    """So many who say that they come from there: connections that were let in."""
    lines = []
    for _ in range(count):
        line = ws.Socket.__new__(ws.Socket)
        try:
            line.open(own, port, "/v1/ws?match=" + match, "X-Forwarded-For: %s\r\n" % address)
            lines.append(line)
        except ws.Closed:
            pass
    return lines


def count_visitors(own, node, match):
    """Each by his own address, whatever he says of himself."""
    lines = [line for last in range(5) for line in talkers(own, node.port, "198.51.100.%d" % last, 1, match)]
    check("visitors are counted by their own address", len(lines) == 3, len(lines))
    for line in lines:
        line.close()


def count_proxied(name, own, port, match):
    """Those whom a proxy brings, by what it says."""
    let_in = [talkers(own, port, "198.51.100.%d" % last, 5, match) for last in (77, 78)]
    check(name, [len(lines) for lines in let_in] == [3, 3], let_in)
    for line in let_in[0] + let_in[1]:
        line.close()


def proxies(database, folder):
    own = own_address()
    if own is None:
        kit.skip("visitors are counted by their own address", "this machine has no address but its own")
        return
    settings = ("per_address=3", "bind=all", "proxies=192.0.2.1 " + own)
    alone = Node(PROGRAM, os.path.join(folder, "alone.db"), LOADING_MS, *settings)
    wait_until("one plays alone", alone.plays)
    count_proxied("a proxy on another machine is believed", own, alone.port, "none")
    alone.kill()
    address = database.make("proxies")
    kit.run(PROGRAM, "admin", "--db", address, "migrate")
    owner = Node(PROGRAM, address, LOADING_MS, "per_address=3")
    others = [Node(PROGRAM, address, LOADING_MS, "bind=all"), Node(PROGRAM, address, LOADING_MS, *settings)]
    wait_until("all play", lambda: all(node.plays() for node in (owner, *others)))
    ada = ws.Player(owner.port)
    match = make_match(ada)["match"]
    ada.socket.close()
    for node in others:
        heard_of(node, match)
    count_visitors(own, others[0], match)
    count_proxied("so it is by who passes on", own, others[1].port, match)
    for node in (owner, *others):
        node.kill()


def main():
    skip_unless_there("leases on PostgreSQL")
    with Postgres() as database:
        for test in (hanging, loading, visitors, proxies):
            with tempfile.TemporaryDirectory() as folder:
                test(database, folder)
    return kit.end()


sys.exit(main())
