"""A real server over real sockets: a whole match, a kill, hostile clients, a full disk.

usage: server_test.py REDOUBT
"""
import gzip
import hashlib
import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from ws import BINARY, TEXT, Closed, Player, Server, Socket

PROGRAM = sys.argv[1]


def get(port, path, **headers):
    """(status, headers, body) of a page."""
    request = urllib.request.Request("http://127.0.0.1:%d%s" % (port, path), headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def create(player, **more):
    fields = {"game": "apoca", "options": {"turns": 6, "map": "duel"}, "seats": ["me", {"bot": "greedy"}]}
    fields.update(more)
    return player.ask(cmd="create", **fields)


def play_turn(player, match):
    """Hire if there is money for it, take it back, hire again, done. The commands with their answers."""
    given = []
    for command in ({"cmd": "order", "text": "hire N"}, {"cmd": "undo"},
                    {"cmd": "order", "order": {"verb": "hire", "dir": "S"}},
                    {"cmd": "order", "order": {"verb": "done"}}):
        command = dict(command, match=match, id="%s-t%d" % (player.prefix, player.ids))
        answer = player.ask(**command)
        if answer["ok"]:
            given.append((command, answer))
    return given


def whole_match(folder):
    server = Server(PROGRAM, os.path.join(folder, "a.db"))
    ada = Player(server.port)
    check("hello gives a token, the limits and the version",
          ada.welcome["ok"] and len(ada.token) >= 32 and ada.welcome["version"] == 1 and
          ada.welcome["limits"]["message"] == 65536, ada.welcome)
    made = create(ada)
    match = made["match"]
    watch = ada.ask(cmd="watch", match=match, json=True)
    first = ada.wait(lambda u: u["match"] == match)
    check("watching gives a snapshot first, with the view as JSON where asked",
          first["type"] == "snapshot" and first["n"] == watch["n"] and first["position"] and first["act"], first)
    check("the replay is not given out before the end", get(server.port, "/v1/matches/%s/replay" % match)[0] == 409)

    kept = []
    for _ in range(3):
        kept += play_turn(ada, match)
        ada.wait(lambda u: u["act"] or u["state"] == "over")
    texts = " ".join(e["text"] for u in ada.updates for e in u.get("events", []))
    check("events come with sentences, and the bot plays", "Blue" in texts and "Red hires" in texts, texts[-500:])
    numbers = [u["n"] for u in ada.updates]
    check("numbers have no gap", numbers == list(range(numbers[0], numbers[0] + len(numbers))), numbers)

    seen, latest, token = ada.seen, ada.updates[-1]["n"], ada.token
    server.kill()
    server = Server(PROGRAM, os.path.join(folder, "a.db"))
    bob = Player(server.port, token=token)
    same = [bob.ask(**command) == answer for command, answer in kept]
    check("after kill -9 every acknowledged order is there, answered as before (%d)" % len(kept), all(same) and same, same)
    watch = bob.ask(cmd="watch", match=match, seat=0, json=True, since=latest - 5)
    while not bob.updates or bob.updates[-1]["n"] < watch["n"]:
        bob.read()
    again = {key: text for key, text in bob.seen.items() if key in seen}
    check("since gives the missed messages as they were, also after the kill",
          len(again) == 5 and all(seen[key] == text for key, text in again.items()), len(again))
    while True:
        bob.wait(lambda u: u["act"] or u["state"] == "over")
        if bob.updates[-1]["state"] == "over":
            break
        play_turn(bob, match)
    check("the match goes on to its end", bob.updates[-1]["outcome"]["rank"] in ([1, 2], [2, 1], [1, 1]), bob.updates[-1])
    ending(server, bob, match, watch["commitment"], folder)
    pages(server, match)
    status = server.stop()
    log = "".join(server.log)
    check("SIGTERM ends it in order", status == 0 and "event=stopped" in log, log)
    check("the log tells no token and no order", token not in log and "hire" not in log and "event=started" in log, log)


def ending(server, player, match, commitment, folder):
    key = player.updates[-1]["key"]
    text = "redoubt-luck-1:%s:%s" % (match, key)
    check("the key that is shown at the end is the one that was committed to",
          hashlib.blake2b(text.encode(), digest_size=32).hexdigest() == commitment, text)
    status, headers, body = get(server.port, "/v1/matches/%s/replay" % match)
    path = os.path.join(folder, "match.rdr")
    with open(path, "wb") as file:
        file.write(body)
    check("the replay is a download", status == 200 and ".rdr" in headers["content-disposition"], headers)
    verified = kit.run(PROGRAM, "replay", path, "--verify")
    check("redoubt replay --verify accepts it, and names what was committed to",
          verified.status == 0 and commitment in verified.out and "of 0 seats" in verified.out, verified)
    shown = json.loads(kit.run(PROGRAM, "replay", path, "--json").out)
    check("and its seed is that key", int(shown["header"]["seed"], 16) == int(key, 16), shown["header"]["seed"])


def pages(server, match):
    status, _, body = get(server.port, "/v1/games")
    check("/v1/games lists the games", status == 200 and "apoca" in [g["id"] for g in json.loads(body)])
    status, headers, body = get(server.port, "/v1/matches/" + match)
    about = json.loads(body)
    check("/v1/matches/ID tells how it ended", about["state"] == "over" and about["outcome"]["reason"], about)
    check("pages forbid what they don't need", "default-src 'none'" in headers["content-security-policy"] and
          headers["x-content-type-options"] == "nosniff", headers)
    check("/healthz is fine", get(server.port, "/healthz")[0] == 200)
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3 + b"HEAD /v1/games HTTP/1.1\r\nConnection: close\r\n\r\n")
        answers = b"".join(iter(lambda: sock.recv(65536), b""))
    check("requests may follow each other on one connection", answers.count(b"HTTP/1.1 200 OK") == 4 and
          answers.endswith(b"\r\n\r\n"), answers[-300:])
    check("no such match, no such page", get(server.port, "/v1/matches/m23")[0] == 404 and
          get(server.port, "/../../etc/passwd")[0] == 404 and get(server.port, "/%2e%2e/%2e%2e/etc/passwd")[0] == 404)


def two_people(folder):
    server = Server(PROGRAM, os.path.join(folder, "b.db"))
    ada, bob = Player(server.port, name="Ada"), Player(server.port, name="Bob")
    made = create(ada, seats=["me", "open"])
    match = made["match"]
    early = ada.ask(cmd="order", match=match, text="done")
    check("nobody orders before all sit", early["code"] == "not_begun", early)
    check("a wrong secret is no invitation", bob.ask(cmd="join", match=match, secret="x")["code"] == "not_allowed")
    joined = bob.ask(cmd="join", match=match, secret=made["secret"])
    check("the link's secret is", joined["ok"] and joined["seat"] == 1, joined)
    for player, seat in ((ada, 0), (bob, 1)):
        player.ask(cmd="watch", match=match)
        player.wait(lambda u: u["act"])
    foreign = bob.ask(cmd="watch", match=match, seat=0)
    check("nobody watches with another's eyes", foreign["code"] == "not_allowed", foreign)
    check("or orders for another's seat", bob.ask(cmd="order", match=match, seat=0, text="done")["code"] == "not_allowed")
    count = len(bob.updates)
    play_turn(ada, match)
    bob.ask(cmd="list")
    check("sealed orders tell the other nothing", len(bob.updates) == count, bob.updates[count:])
    bob.ask(cmd="order", match=match, text="hire N")
    bob.ask(cmd="order", match=match, text="done")
    check("the turn is resolved when both are done", bob.wait(lambda u: u["turn"][0] == 1)["events"])
    kinds = [e["kind"] for e in ada.wait(lambda u: u["turn"][0] == 1)["events"] if e.get("seat") == 1]
    check("each sees the events that are for its eyes", "recruited" in kinds and "hired" not in kinds, kinds)
    check("and not who else sees them", "seen_by" not in json.dumps(ada.updates))
    refused = bob.ask(cmd="order", match=match, text="build castle 1,1")
    check("a refusal says what would be right", not refused["ok"] and "house" in refused["why"], refused)
    listed = ada.ask(cmd="list")["matches"]
    check("list has one's own matches", [m["match"] for m in listed] == [match] and listed[0]["mine"] == [0], listed)
    check("resigning ends it", bob.ask(cmd="resign", match=match)["ok"] and
          bob.wait(lambda u: u["state"] == "over")["outcome"]["rank"] == [1, 2])
    second = kit.run(PROGRAM, "serve", "--port", "0", "--db", os.path.join(folder, "b.db"))
    check("a second server on the same file is refused", second.status == 1 and "another server" in second.err, second)
    third = kit.run(PROGRAM, "serve", "--port", str(server.port), "--db", os.path.join(folder, "x.db"))
    check("so is a port that is taken", third.status == 1 and "listen" in third.err, third)
    server.stop()


def watching(folder):
    """Whoever sees everything could tell a player: not before the end."""
    server = Server(PROGRAM, os.path.join(folder, "w.db"))
    ada, bob = Player(server.port, name="Ada"), Player(server.port, name="Bob")
    open_war = create(ada, seats=["me", "me"])["match"]
    check("a spectator who knows no more than the seats may watch", bob.ask(cmd="watch", match=open_war)["seat"] == "spectator")
    fog = create(ada, game="civ", options={"size": 8}, seats=["me", "me"])["match"]
    check("one who would see through the fog may not", bob.ask(cmd="watch", match=fog).get("code") == "not_allowed")
    check("a player may not watch as a spectator in the fog", ada.ask(cmd="watch", match=fog, seat="spectator").get("code") == "not_allowed")
    check("a player sees with its own eyes", ada.ask(cmd="watch", match=fog)["seat"] == 0)
    ada.ask(cmd="resign", match=fog, seat=0)
    check("when it is over everybody may look", bob.ask(cmd="watch", match=fog)["seat"] == "spectator")
    server.stop()


def undoing(folder):
    server = Server(PROGRAM, os.path.join(folder, "u.db"))
    ada = Player(server.port)
    match = create(ada, seats=["me", "me"])["match"]
    ada.ask(cmd="watch", match=match, seat=0)
    before = ada.wait(lambda u: u["act"])["view"]

    def undo(seat):
        return ada.ask(cmd="undo", match=match, seat=seat)

    def order(seat, text):
        return ada.ask(cmd="order", match=match, seat=seat, text=text)

    check("nothing to undo at the beginning", undo(0)["code"] == "nothing_to_undo")
    order(0, "hire N")
    n = order(0, "done")["n"]
    check("done ends one's turn", not ada.wait(lambda u: u["n"] == n)["act"])
    n = undo(0)["n"]
    update = ada.wait(lambda u: u["n"] == n)
    check("done can be withdrawn", update["act"] and update["undone"], update)
    order(1, "hire S")
    n = undo(0)["n"]
    check("then the order before it, whatever others did meanwhile",
          ada.wait(lambda u: u["n"] == n)["view"] == before)
    check("nothing more can be taken back", undo(0)["code"] == "nothing_to_undo")
    order(0, "done")
    order(1, "done")
    check("a resolved turn stays resolved", undo(0)["code"] == undo(1)["code"] == "nothing_to_undo")
    open_game = create(ada, game="null", options={"heap": 9}, seats=["me", "me"])["match"]
    ada.ask(cmd="order", match=open_game, seat=0, text="take 2")
    answer = ada.ask(cmd="undo", match=open_game, seat=0)
    check("what others saw can't be taken back", answer["code"] == "nothing_to_undo", answer)
    server.stop()


def closing_code(server, *frames):
    """What a connection is closed with after these frames; "open" if it still answers."""
    sock = Socket(server.port)
    try:
        for frame in frames:
            sock.frame(*frame)
        sock.frame(TEXT, b'{"cmd":"list","id":"ping"}')
        while "ping" not in sock.text():
            pass
        return "open"
    except Closed as closed:
        return closed.code
    finally:
        sock.close()


def hostile(folder):
    server = Server(PROGRAM, os.path.join(folder, "c.db"))
    check("a frame that is too large closes with 1009", closing_code(server, (TEXT, b" " * 70000)) == 1009)
    check("so do fragments that add up to one",
          closing_code(server, (TEXT, b" " * 40000, False), (0, b" " * 40000, False)) == 1009)
    check("bad UTF-8 closes with 1007", closing_code(server, (TEXT, b'{"id":"\xff\xfe"}')) == 1007)
    check("binary frames close with 1003", closing_code(server, (BINARY, b"hello")) == 1003)
    check("garbage is answered, and the connection goes on", closing_code(server, (TEXT, b"}{")) == "open")
    check("so is deep nesting", closing_code(server, (TEXT, b"[" * 60000)) == "open")
    for path, headers in (("/v1/other", ""), ("/v1/ws", "Origin: http://evil.example\r\n")):
        try:
            Socket(server.port, path, headers)
            check("no WebSocket at %s %s" % (path, headers.strip()), False)
        except Closed:
            check("no WebSocket at %s %s" % (path, headers.strip()), True)
    eve = Player(server.port, name="Eve")
    for command, code in (({"cmd": "dance"}, "unknown_command"), ({"cmd": "watch", "match": "m1"}, "no_such_match"),
                          ({"cmd": "list", "extra": 1}, "bad_message"), ({"cmd": "watch", "match": 7}, "bad_message"),
                          ({"cmd": "create", "game": "chess"}, "bad_setup"),
                          ({"cmd": "create", "game": "apoca", "options": {"map": "/etc/passwd"}}, "bad_setup"),
                          ({"cmd": "create", "game": "apoca", "seats": ["me"]}, "bad_setup"),
                          ({"cmd": "hello", "version": 1, "name": "Mallory"}, "not_allowed")):
        answer = eve.ask(**command)
        check("%s: %s" % (json.dumps(command), code), answer.get("code") == code and answer["why"], answer)
    forged = Player(server.port, token="forged")
    check("a forged token is refused", forged.welcome["code"] == "bad_token" and
          forged.ask(cmd="list")["code"] == "no_hello", forged.welcome)
    answers = [eve.ask(cmd="list").get("code") for _ in range(100)]
    check("a flood is slowed down", "rate" in answers and answers[0] is None, answers[-3:])
    check("the server lives", Player(server.port, name="Zoe").welcome["ok"] and server.process.poll() is None)
    server.stop()


def full_disk(folder):
    path = os.path.join(folder, "d.db")

    def small_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))

    server = Server(PROGRAM, path, preexec_fn=small_disk)
    ada = Player(server.port)
    match = create(ada, options={"turns": 300, "map": "duel"}, seats=["me", "me"])["match"]
    ada.ask(cmd="watch", match=match)
    kept, refused = [], None
    for i in range(2000):
        command = {"cmd": "order", "match": match, "id": "f%d" % i, "seat": 0, "text": "hire N" if i % 2 else "hire S"}
        answer = ada.ask(**command)
        if answer.get("code") == "rate":
            time.sleep(0.2)
            continue
        if not answer["ok"]:
            refused = answer
            break
        kept.append((command, answer))
    check("a full disk refuses orders and says so", refused and refused["code"] == "storage", refused)
    check("health says so too", get(server.port, "/healthz")[0] == 503)
    check("what is there can still be read", ada.ask(cmd="watch", match=match)["ok"] and
          ada.wait(lambda u: u["type"] == "snapshot")["view"])
    server.kill()
    server = Server(PROGRAM, path)
    ada = Player(server.port, token=ada.token)
    sample = kept[-30:]
    check("nothing that was acknowledged is lost (%d orders)" % len(kept),
          len(kept) > 20 and all(ada.ask(**command) == answer for command, answer in sample))
    check("with room on the disk it goes on", ada.ask(cmd="order", match=match, seat=0, text="done")["ok"])
    server.stop()


def people(folder):
    """Accounts with real hashes, a clock that runs out, and a match that sleeps through a restart."""
    path = os.path.join(folder, "people.db")
    server = Server(PROGRAM, path)
    ada, other = Player(server.port, name="Ada"), Player(server.port, name="Other")
    check("a guest registers", ada.ask(cmd="register", name="Ada", password="correct horse")["account"], ada.answers)
    wrong = other.ask(cmd="login", version=1, name="ada", password="wrong horse")
    right = other.ask(cmd="login", version=1, name="ada", password="correct horse")
    check("and logs in with the right password only", wrong["code"] == "bad_login" and
          right["ok"] and right["player"] == ada.welcome["player"], (wrong, right))
    with open(path, "rb") as file, open(path + "-wal", "rb") as wal:
        kept = file.read() + wal.read()
    check("of passwords and tokens only hashes are kept", b"$argon2id$" in kept and b"horse" not in kept and
          ada.token.encode() not in kept)
    match = create(ada, seats=["me", "me"], clock={"turn": 1})["match"]
    ada.ask(cmd="watch", match=match, seat=0)
    late = ada.wait(lambda u: u["turn"][0] >= 1)
    check("a clock runs out and the draft stands", late["late"] and late["clock"]["left"][0] > 0, late)
    ada.ask(cmd="say", match=match, text="Hello")
    check("what is said is a note", ada.wait(lambda u: u["type"] == "note")["chat"][0]["text"] == "Hello")
    still = create(ada)["match"]
    server.stop()
    server = Server(PROGRAM, path)
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    pages = []
    for path in (still, match, still):
        line.request("GET", "/v1/matches/" + path)
        pages.append(json.loads(line.getresponse().read()))
    line.close()
    check("matches that slept through a restart have their pages, one after the other on one connection",
          [page["match"] for page in pages] == [still, match, still] and pages[0]["state"] == "running", pages)
    ada = Player(server.port, token=ada.token)
    check("a match that slept through a restart is played on", ada.ask(cmd="order", match=still, text="done")["ok"], ada.answers)
    server.stop()


def own_server(folder):
    """redoubt play with the web client beside it: a private server, its address, its page."""
    program = os.path.join(folder, "installed", "bin", "redoubt")
    web = os.path.join(folder, "installed", "share", "redoubt", "web")
    os.makedirs(os.path.dirname(program))
    os.makedirs(os.path.join(web, "assets"))
    shutil.copy(PROGRAM, program)
    for name, text in (("index.html", "<!doctype html>"), ("rules.wasm", "\0asm"), ("assets/app.js", "1;")):
        with open(os.path.join(web, name), "w", encoding="utf-8") as file:
            file.write(text)
    packed = gzip.compress(b"1;")
    for name, data in (("app.js.gz", packed), ("app.js.br", b"as small as can be")):
        with open(os.path.join(web, "assets", name), "wb") as file:
            file.write(data)
    terminal = kit.Terminal(program, "play", "null", XDG_STATE_HOME=os.path.join(folder, "state"), DISPLAY=None,
                            WAYLAND_DISPLAY=None)
    port = int(re.search(r"Play at http://127\.0\.0\.1:(\d+)/#/new/null", terminal.expect(r"Ctrl-C ends this")).group(1))
    status, headers, body = get(port, "/")
    check("redoubt play serves the web client", status == 200 and body == b"<!doctype html>" and
          headers["content-type"].startswith("text/html"), headers)
    check("its files have their types", get(port, "/rules.wasm")[1]["content-type"] == "application/wasm")
    check("files that are named by their contents are kept", "immutable" in get(port, "/assets/app.js")[1]["cache-control"])
    tag = headers["etag"]
    check("others are asked for again", headers["cache-control"] == "no-cache" and
          get(port, "/", **{"If-None-Match": tag})[0] == 304, headers)
    check("its files are sent packed to those who take that", get(port, "/assets/app.js", **{"Accept-Encoding": "gzip"})[2] == packed)
    headers, body = get(port, "/assets/app.js", **{"Accept-Encoding": "gzip, br"})[1:]
    check("and as small as can be to those who take brotli too", headers["content-encoding"] == "br" and body == b"as small as can be", headers)
    headers, body = get(port, "/", **{"Accept-Encoding": "br"})[1:]
    check("a file without a packed form is sent as it is", headers["content-encoding"] is None and body == b"<!doctype html>", headers)
    headers = get(port, "/assets/app.js", **{"Accept-Encoding": "gzip;q=0.5"})[1]
    check("packed files say that they are packed", headers["content-encoding"] == "gzip" and headers["vary"] == "accept-encoding" and
          headers["content-type"].startswith("text/javascript"), headers)
    status, headers, body = get(port, "/assets/app.js", **{"Accept-Encoding": "gzip;q=0, deflate"})
    check("others get them as they are", body == b"1;" and headers["content-encoding"] is None and
          headers["vary"] == "accept-encoding", headers)
    check("a packed file has no name of its own", get(port, "/assets/app.js.gz")[0] == 404 and get(port, "/assets/app.js.br")[0] == 404)
    check("its games are kept under XDG_STATE_HOME", os.path.exists(os.path.join(folder, "state/redoubt/redoubt.db")))
    terminal.key(b"\x03")
    check("Ctrl-C ends it", terminal.close() == 0, terminal.screen)


def main():
    with tempfile.TemporaryDirectory() as folder:
        whole_match(folder)
        two_people(folder)
        watching(folder)
        undoing(folder)
        hostile(folder)
        full_disk(folder)
        people(folder)
        own_server(folder)
    return kit.end()


sys.exit(main())
