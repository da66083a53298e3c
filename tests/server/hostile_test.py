"""Clients that mean no good: too many, too slow, too large, too late; and what others notice of them.

usage: hostile_test.py REDOUBT SERVER_LOAD [SECONDS]
"""
import json
import os
import re
import socket
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from ws import PING, TEXT, Closed, Player, Server, Socket

PROGRAM, LOAD = sys.argv[1], sys.argv[2]
SECONDS = sys.argv[3] if len(sys.argv) > 3 else "2"
HALF_OPEN = 1000


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def figure(port, name):
    with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=60) as reply:
        return float(re.search(r"^redoubt_%s (\S+)$" % name, reply.read().decode(), re.M).group(1))


def wait_for(condition, limit_s=60):
    end = time.monotonic() + limit_s
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


def resident_mb(server):
    with open("/proc/%d/statm" % server.process.pid) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20


def half_open(server, metrics):
    socks = []
    for i in range(HALF_OPEN):
        sock = socket.create_connection(("127.0.0.1", server.port))
        sock.sendall((b"", b"G", b"GET /v1/ws HTTP/1.1\r\nHost: x\r\n", b"GET / HT")[i % 4])
        socks.append(sock)
    check("a thousand half-open connections: others are let in and answered",
          Player(server.port, name="Ada").ask(cmd="list")["ok"])
    check("they are counted", wait_for(lambda: figure(metrics, "connections") >= HALF_OPEN * 0.9),
          figure(metrics, "connections"))
    check("and end by themselves", wait_for(lambda: figure(metrics, "connections") < 20), figure(metrics, "connections"))
    for sock in socks:
        sock.close()


def deaf(server, metrics):
    """Asks, and never reads."""
    sock = Socket(server.port)
    sock.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.frame(TEXT, json.dumps({"cmd": "hello", "id": "1", "version": 1, "name": "Deaf"}).encode())
    sock.text()
    sock.frame(TEXT, json.dumps({"cmd": "create", "id": "2", "game": "apoca", "seats": ["me", "me"]}).encode())
    made = json.loads(sock.text())
    watch = json.dumps({"cmd": "watch", "id": "w", "match": made["match"], "seat": 0, "json": True}).encode()
    before = figure(metrics, "slow_readers_total")
    try:
        for _ in range(2000):
            sock.frame(TEXT, watch)
            time.sleep(0.002)
            if figure(metrics, "slow_readers_total") > before:
                break
    except Closed:
        pass
    check("who never reads is cut off", wait_for(lambda: figure(metrics, "slow_readers_total") > before))
    check("and is gone soon, without reading a reason", wait_for(lambda: figure(metrics, "websockets") == 1),
          figure(metrics, "websockets"))
    sock.close()


def half_closed(server):
    """Stops reading when much is on its way, then says that nothing more will come."""
    socks = []
    for _ in range(5):
        sock = Socket(server.port)
        sock.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.frame(TEXT, json.dumps({"cmd": "hello", "id": "1", "version": 1, "name": "Half"}).encode())
        sock.frame(TEXT, json.dumps({"cmd": "create", "id": "2", "game": "apoca", "seats": ["me", "me"]}).encode())
        sock.text()
        match = json.loads(sock.text())["match"]
        for _ in range(200):
            sock.frame(TEXT, json.dumps({"cmd": "watch", "id": "w", "match": match, "seat": 0, "json": True}).encode())
        sock.sock.shutdown(socket.SHUT_WR)
        socks.append(sock)
    check("who stops reading and half-closes stops nobody else", Player(server.port, name="Zoe").ask(cmd="list")["ok"])
    for sock in socks:
        sock.close()


def silent(server, metrics):
    """Says hello, then neither speaks nor answers pings."""
    before = figure(metrics, "websockets")
    sock = Socket(server.port)
    check("a silent connection is there", wait_for(lambda: figure(metrics, "websockets") == before + 1))
    check("and ends when it answers no ping", wait_for(lambda: figure(metrics, "websockets") == before),
          figure(metrics, "websockets"))
    sock.close()


def proxied(folder):
    """Behind a proxy addresses are counted as it tells them, and only the last one is believed."""
    server = Server(PROGRAM, os.path.join(folder, "p.db"), "--set", "forwarded=yes", "--set", "per_address=3")

    def come(address):
        try:
            return Socket(server.port, headers="X-Forwarded-For: %s\r\n" % address)
        except Closed:
            return None
    socks = [come("192.0.2.7") for _ in range(5)]
    check("an address has so many connections and no more", [s is not None for s in socks] == [True] * 3 + [False] * 2)
    other = come("192.0.2.8")
    check("others are not meant", other is not None)
    check("made-up addresses before it don't help", come("203.0.113.9, 192.0.2.7") is None)
    socks[0].close()
    check("who leaves makes room", wait_for(lambda: come("192.0.2.7") is not None, 10))
    server.stop()
    server = Server(PROGRAM, os.path.join(folder, "q.db"), "--set", "per_address=1")
    socks = [come("192.0.2.7"), come("192.0.2.7")]
    check("an address that a proxy tells counts even where nobody said that there is one", socks[1] is None, socks)
    server.stop()
    check("and the log says so", any("event=proxy" in line for line in server.log), server.log)


def frames(server):
    def ends_with(*frames):
        sock = Socket(server.port)
        try:
            for frame in frames:
                sock.frame(*frame)
            while True:
                sock.text()
        except Closed as closed:
            return closed.code
        finally:
            sock.close()
    check("a thousand small fragments of one large message end it",
          ends_with((TEXT, b"{", False), *[(0, b" " * 64, False)] * 1100) in (1009, None))
    check("a ping that is too large ends it", ends_with((PING, b"x" * 200)) in (1002, None))
    check("so does a continuation of nothing", ends_with((0, b"x")) in (1002, None))
    check("and an opcode that there is not", ends_with((5, b"x")) in (1002, None))


def pings(folder, metrics):
    """Asks for very many small answers, and reads none of them."""
    server = Server(PROGRAM, os.path.join(folder, "pings.db"), "--set", "metrics_port=%d" % metrics)
    sock = Socket(server.port)
    before, memory = figure(metrics, "received_bytes_total"), resident_mb(server)
    ping = bytes([0x80 | PING, 0x80, 0, 0, 0, 0])
    for _ in range(100):
        sock.sock.sendall(ping * 10000)
    check("a million pings are heard", wait_for(lambda: figure(metrics, "received_bytes_total") >= before + 1000000 * len(ping)))
    check("and take no memory though nobody reads the answers", resident_mb(server) < memory + 16, (memory, resident_mb(server)))
    sock.close()
    server.stop()


def strangers(server):
    """Tokens and seats of others."""
    ada, eve = Player(server.port, name="Ada"), Player(server.port, name="Eve")
    match = ada.ask(cmd="create", game="apoca", seats=["me", "open"])
    ada_order = {"cmd": "order", "id": "same", "match": match["match"], "text": "hire N"}
    eve.ask(cmd="join", match=match["match"], secret=match["secret"])
    check("her own order is taken", ada.ask(**ada_order)["ok"])
    check("a replay of another's command is not hers", eve.ask(**dict(ada_order, seat=0))["code"] == "not_allowed")
    stolen = ada.token[:-1] + ("A" if ada.token[-1] != "A" else "B")
    check("a token that is nearly right is wrong", Player(server.port, token=stolen).welcome["code"] == "bad_token")
    check("a connection stays who it is", eve.ask(cmd="hello", version=1, token=ada.token)["code"] == "not_allowed")


def many_connections(folder):
    """More connections don't make more commands."""
    server = Server(PROGRAM, os.path.join(folder, "r.db"))
    first = Player(server.port, name="Many")
    players = [first] + [Player(server.port, token=first.token) for _ in range(9)]
    taken = sum(player.ask(cmd="list")["ok"] for player in players for _ in range(55))
    check("ten connections of one player get no more than four would", 200 <= taken < 450, taken)
    check("others have their own", all(Player(server.port, name="Else").ask(cmd="list")["ok"] for _ in range(3)))
    server.stop()


def others_keep_their_pace():
    """Real clocks: short runs on a busy machine only show that nobody is thrown out, long ones on a quiet one judge."""
    judged = float(SECONDS) >= 10
    done = kit.run(LOAD, PROGRAM, "hostile", "--matches", "400", "--seconds", SECONDS, *(["--gate"] if judged else []))
    for line in done.out.splitlines():
        print("# " + line)
    check("under attack the others play on" + (", with at most twice the p99 of peace" if judged else ""),
          done.status == 0 and "the good ones 0 were thrown out" in done.out, done.out + done.err)


def main():
    metrics = free_port()
    with tempfile.TemporaryDirectory() as folder:
        figures = "metrics_port=%d" % metrics
        server = Server(PROGRAM, os.path.join(folder, "s.db"), "--set", "silence=5", "--set", figures)
        silent(server, metrics)
        server.stop()
        server = Server(PROGRAM, os.path.join(folder, "h.db"), "--set", "handshake=3", "--set", "waiting=65536",
                        "--set", "burst=100000", "--set", "per_second=10000", "--set", figures)
        half_open(server, metrics)
        ada = Player(server.port, name="Ada")
        deaf(server, metrics)
        half_closed(server)
        frames(server)
        strangers(server)
        check("the one who behaved is still there", ada.ask(cmd="list")["ok"])
        check("the server ends in order", server.stop() == 0, server.log)
        proxied(folder)
        pings(folder, metrics)
        many_connections(folder)
    others_keep_their_pace()
    return kit.end()


sys.exit(main())
