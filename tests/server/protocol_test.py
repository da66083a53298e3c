"""docs/protocol.md is true: its examples are sent to a real server and answered as it says; its tables of codes, fields,
limits and capabilities are those of the server.

usage: protocol_test.py REDOUBT
"""
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(HERE, "..", "cli"))
import kit
from kit import check
from ws import TEXT, Closed, Player, Server, Socket

PROGRAM = sys.argv[1]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


DOC = read("docs", "protocol.md")

# ---- reading the page -------------------------------------------------------------------------------------------


def loosely(text):
    """JSON in which ... stands for whatever is left out."""
    text = re.sub(r",\s*\.\.\.[^\"}\]]*(?=[}\]])", "", text)
    text = re.sub(r",\s*\.\.\.\s*,", ",", text)
    text = re.sub(r"(?<=[{\[])\s*\.\.\.\s*(?=[}\]])", "", text)
    text = re.sub(r":\s*\.\.\.", ":null", text)
    return json.loads(text)


def examples():
    """What is sent, by its id, and what is answered, by the same; messages without one in a list."""
    sent, answered, told = {}, {}, []
    blocks = re.findall(r"(?:^    .*\n)+", DOC, re.M)
    for block in blocks:
        for sign, text in re.findall(r"^    ([<>]) (.*(?:\n       .*)*)", block, re.M):
            message = loosely(text.replace("\n", " "))
            if sign == ">":
                sent[message["id"]] = message
            elif "re" in message:
                answered[message["re"]] = message
            else:
                told.append(message)
        told += [loosely(text.replace("\n", " ")) for text in re.findall(r'^    (\{"type".*(?:\n     .*)*)', block, re.M)]
    return sent, answered, told


def table(title):
    """The first column of the table that begins with this line."""
    rows = DOC[DOC.index(title):].split("\n\n")[0].split("\n")[2:]
    return [word for row in rows for word in re.findall(r"`([a-z_]+)`", row.split("|")[1])]


SENT, ANSWERED, TOLD = examples()

# ---- the examples, in an order that makes sense -------------------------------------------------------------------


class Story:
    """Plays the page: whoever an example belongs to sends it, with real ids in the place of those of the page."""

    def __init__(self, port):
        self.port, self.tried = port, set()
        self.ada = self.stranger()
        self.match = self.secret = None

    def stranger(self):
        player = Player.__new__(Player)
        player.ids, player.updates, player.moments, player.answers, player.seen, player.prefix = 0, [], [], {}, {}, "x"
        player.socket = Socket(self.port)
        player.mail = []
        return player

    def tell(self, player, name, **changes):
        """The answer to an example, whose keys must be those of the page where it has an answer."""
        command = dict(SENT[name])
        for key, value in (("match", self.match), ("secret", self.secret)):
            if key in command:
                command[key] = value
        command.update(changes)
        self.tried.add(name)
        message = self.heard(player, command)
        while message.get("code") == "rate" and "second" in message["why"]:
            time.sleep(1)  # what the refusal asks for: these stories are told faster than people type
            message = self.heard(player, command)
        wanted = ANSWERED.get(name)
        if wanted is not None and wanted["ok"]:
            missing, more = set(wanted) - set(message), set(message) - set(wanted)
            check("%s %s is answered as the page says" % (command["cmd"], name),
                  message["ok"] and not missing and (not more or name in ("1b", "1e")), (message, missing, more))
        return message

    @staticmethod
    def heard(player, command):
        """What is answered to a command; other messages are kept."""
        player.socket.frame(TEXT, json.dumps(command).encode())
        while True:
            message = player.read()
            if message.get("re") == command["id"]:
                return message
            if "type" in message:
                player.mail.append(message)

    def fine(self, player, name, **changes):
        answer = self.tell(player, name, **changes)
        check("%s %s is accepted" % (SENT[name]["cmd"], name), answer["ok"], answer)
        return answer

    def refused(self, player, name, *codes, **changes):
        answer = self.tell(player, name, **changes)
        check("%s %s is understood" % (SENT[name]["cmd"], name), answer.get("code") in codes, answer)

    def fresh_match(self, bob, **more):
        """Ada against Bob, both looking."""
        made = self.ada_asks(cmd="create", game="apoca", seats=["me", "open"], options={"turns": 50, "map": "duel"},
                             id="again%d" % len(self.tried), **more)
        self.match, self.secret = made["match"], made["secret"]
        bob.ask(cmd="join", match=self.match, secret=self.secret)
        self.ada_asks(cmd="watch", match=self.match, id="w%d" % len(self.tried))

    def ada_asks(self, **command):
        return self.ada.ask(**command)


def accounts(story):
    ada = story.ada
    welcome = story.fine(ada, "1")
    documented = ANSWERED["1"]
    check("the capabilities are those of the page", welcome["capabilities"] == documented["capabilities"], welcome)
    check("so are the limits", welcome["limits"] == documented["limits"], welcome["limits"])
    code = story.fine(ada, "1a")["codes"][0]
    check("a code looks as on the page", re.fullmatch("([a-z2-9]{4}-){3}[a-z2-9]{4}", code) is not None, code)
    guest = story.stranger()
    guest.ask(cmd="hello", version=1, name="Guest")
    no_version = dict(SENT["1b"], id="nv")
    del no_version["version"]
    check("login needs the version", guest.ask(**no_version).get("code") == "bad_message")
    answer = story.fine(guest, "1b")
    check("login answers as hello", set(welcome) <= set(answer) and answer["account"], answer)
    changed = story.fine(guest, "1c")
    check("password answers with a new token", set(changed) == {"re", "ok", "token"}, changed)
    try:
        while True:
            ada.read()
    except Closed as closed:
        check("and ends what came in with other tokens", closed.code == 1008, closed.code)
    check("logout is answered, and the connection closed", story.tell(guest, "1d")["ok"] and closes(guest))
    keys(story, code)
    story.ada = story.stranger()
    story.ada.ask(cmd="hello", version=1, name="Grace")


def moderators(story):
    """Somebody who was appointed sees what was reported just now."""
    mod, eve = Player(story.port, name="Mod"), Player(story.port, name="Eve")
    mod.mail = []
    mod.ask(cmd="register", name="Mod", password="correct horse")
    check("others are refused", mod.ask(**SENT["8k"])["code"] == "not_allowed")
    kit.run(PROGRAM, "admin", "--db", story.db, "appoint", mod.welcome["player"])
    SENT["8j"]["player"] = eve.welcome["player"]
    story.fine(mod, "8j")
    told = story.fine(mod, "8k")["reports"]
    for mine, theirs in zip(ANSWERED["8k"]["reports"], (told[0], told[2])): # between them: that it was appointed
        check("a report has the fields of the page", set(mine) == set(theirs), theirs)
    check("and tells how who it is about is now", set(told[0]["player"]) == set(ANSWERED["8k"]["reports"][0]["player"]), told[0])


def keys(story, code):
    """A code opens the account again; a second factor; sessions."""
    ada = story.stranger()
    check("another code does not open it", ada.ask(**dict(SENT["1e"], id="code"))["code"] == "bad_login")
    answer = story.fine(ada, "1e", code=code)
    check("recover answers as login does", answer["account"] and answer["token"] and "limits" in answer, answer)
    check("there are eight codes", len(set(story.fine(ada, "1f")["codes"])) == 8)
    secret = base64.b32decode(story.fine(ada, "1g")["secret"])
    check("other digits are refused", ada.ask(**dict(SENT["1h"], id="none", digits="none"))["code"] == "bad_login")
    story.fine(ada, "1h", digits=totp(secret, time.time()))
    login = dict(SENT["1b"], id="needs", password=SENT["1e"]["password"])
    other = story.stranger()
    check("from then on digits are asked for", other.ask(**login)["code"] == "needs_digits")
    check("and accepted, those of the next step", other.ask(**dict(login, id="has", digits=totp(secret, time.time() + 30)))["ok"])
    sessions = story.fine(ada, "1i")["sessions"]
    shown = set(ANSWERED["1i"]["sessions"][0])
    check("sessions have the fields of the page", all(set(one) == shown for one in sessions) and len(sessions) == 2, sessions)
    story.fine(ada, "1j", session=[one["session"] for one in sessions if not one["mine"]][0])
    check("a session that has ended has no connections", closes(other))
    story.fine(ada, "1k")
    check("who is forgotten is let go", story.tell(ada, "1l")["ok"] and closes(ada))


def totp(secret, now):
    """Six digits by RFC 6238."""
    mac = hmac.new(secret, int(now // 30).to_bytes(8, "big"), "sha1").digest()
    at = mac[-1] & 15
    return "%06d" % ((int.from_bytes(mac[at:at + 4], "big") & 0x7fffffff) % 1000000)


def closes(player):
    try:
        while True:
            player.read()
    except Closed:
        return True


def matches(story):
    made = story.fine(story.ada, "2")
    story.match, story.secret = made["match"], made["secret"]
    check("the link is for a browser", made["link"] == "/#/m/%s/%s" % (made["match"], made["secret"]), made)
    story.ada.ask(cmd="abort", match=story.match)
    made = story.ada.ask(cmd="create", game="apoca", options={"turns": 50, "map": "duel"}, seats=["me", "open"],
                         clock={"bank": 300, "increment": 5})
    story.match, story.secret = made["match"], made["secret"]
    bob = Player(story.port, name="Bob")
    bob.mail = []
    joined = story.tell(bob, "3")
    check("join gives the seat", joined["seat"] == 1, joined)
    story.fine(story.ada, "4")
    story.fine(story.ada, "k3f9-17")
    story.fine(story.ada, "7")
    story.fine(story.ada, "5")
    story.fine(story.ada, "6")
    numbers(story)
    return bob


def numbers(story):
    """Orders and events as numbers of the tables."""
    watched = story.fine(story.ada, "4n")
    tables = watched["tables"]
    check("the hash of the tables is one of 16 digits", re.fullmatch("[0-9a-f]{16}", tables) is not None, tables)
    refusal = story.tell(story.ada, "5o", tables=tables)
    check("a refusal in numbers has the fields of the page", set(refusal) == set(ANSWERED["5o"]), refusal)
    check("and its numbers, as they are in the table",
          (refusal["code"], refusal["rule"], refusal["verdict"]) ==
          tuple(ANSWERED["5o"][key] for key in ("code", "rule", "verdict")), refusal)
    story.refused(story.ada, "5n", "other_tables", id="5n")
    done = story.fine(story.ada, "5n", tables=tables)
    story.ada.wait(lambda message: message["n"] >= done["n"])
    story.ada_asks(cmd="undo", match=story.match)
    hired = story.ada_asks(cmd="order", match=story.match, order=[0, 0, 0, 0], tables=tables)
    check("a hire in numbers is accepted", hired["ok"], hired)


def pace(story):
    """A turn that both watch together, step by step."""
    ada = story.ada
    made = ada.ask(cmd="create", game="apoca", seats=["me", "open"], pace="together")
    check("the terms tell the pace", ada.ask(cmd="watch", match=made["match"], frames=True)["terms"]["pace"] == "together")
    bob = Player(story.port, name="Ben")
    bob.ask(cmd="join", match=made["match"], secret=made["secret"])
    bob.ask(cmd="watch", match=made["match"], frames=True)
    for player in (ada, bob):
        player.ask(cmd="order", match=made["match"], text="done")
    kept, story.match = story.match, made["match"]
    shown = paced(ada, lambda message: message["turn"] == 1)
    documented = [m for m in TOLD if m.get("type") == "pace"][0]
    check("a pace has the fields of the page", set(shown) == set(documented), shown)
    check("and begins with the first step", shown["step"] == documented["step"], shown)
    story.fine(ada, "13", turn=1)
    bob.ask(cmd="ready", match=story.match, turn=1, step=None)
    check("the next step comes when both are ready", paced(ada)["step"] == "mercenaries")
    bob.socket.close()
    ada.ask(cmd="ready", match=story.match, turn=1, step=None)
    check("who hangs up is not waited for", paced(ada, lambda message: message["step"] is None)["turn"] == 1)
    ada.ask(cmd="resign", match=story.match)
    story.match = kept


def luck(story):
    """Both add to the luck, by the formulas of the page."""
    ada, share = story.ada, SENT["14"]["share"]
    seal = hashlib.blake2b(("redoubt-share-1:" + share).encode(), digest_size=32).hexdigest()
    made = ada.ask(cmd="create", game="apoca", seats=["me", "open"], options={"turns": 50, "map": "duel"}, seal=seal)
    kept, story.match = story.match, made["match"]
    watched = ada.ask(cmd="watch", match=story.match)
    check("who watches is told the seals", watched["luck"] == {"seals": [seal, None], "shares": [None, None], "wanted": []}, watched)
    ben = Player(story.port, name="Ken")
    ben.ask(cmd="join", match=story.match, secret=made["secret"], seal=seal)
    check("nothing is ordered before", ada.ask(cmd="order", match=story.match, text="done")["code"] == "not_begun")
    story.fine(ada, "14")
    ben.ask(cmd="share", match=story.match, share=share)
    ben.ask(cmd="watch", match=story.match)
    ben.ask(cmd="resign", match=story.match)
    end = ben.wait(lambda message: message["state"] == "over")
    text = "redoubt-luck-2:%s:%s:%s:%s" % (story.match, end["key"], share, share)
    with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s/replay" % (story.port, story.match), timeout=60) as reply:
        path = os.path.join(story.folder, "luck.rdr")
        with open(path, "wb") as file:
            file.write(reply.read())
    header = json.loads(kit.run(PROGRAM, "replay", path, "--json").out)["header"]
    check("the seed of the replay is made as the page says",
          int(header["seed"], 16) == int(hashlib.blake2b(text.encode(), digest_size=16).hexdigest(), 16), header)
    check("and its header has all of it", header["luck"] == {
        "match": story.match, "commitment": watched["commitment"], "key": end["key"], "seals": [seal, seal], "shares": [share, share]}, header["luck"])
    verified = kit.run(PROGRAM, "replay", path, "--verify")
    check("it verifies, with both shares", verified.status == 0 and "of 2 seats" in verified.out, verified)
    story.match = kept


def paced(player, wanted=lambda message: True):
    while True:
        while player.moments:
            message = player.moments.pop(0)
            if message["type"] == "pace" and wanted(message):
                return message
        player.read()


def around(story, bob):
    story.fine(story.ada, "8a")
    story.fine(bob, "8b")
    story.refused(bob, "8c", "not_allowed")
    story.refused(story.ada, "8d", "not_allowed")
    with_seat = story.ada.ask(cmd="abort", match=story.match, seat=0)
    check("abort takes no seat", with_seat.get("code") == "bad_message", with_seat)
    story.fine(bob, "8f")
    story.fine(story.ada, "8g")
    story.fine(story.ada, "8h")
    moderators(story)
    story.fine(story.ada, "8e")
    story.refused(bob, "8", "game_over")
    story.fresh_match(bob)
    story.fine(bob, "8", id="8")
    line = story.fine(story.ada, "10")["matches"][0]
    wanted = set(ANSWERED["10"]["matches"][0])
    over = {"outcome", "key", "replay", "ended", "ratings", "rematch"}
    check("lines of lists have the fields of the page", wanted <= set(line) and set(line) - wanted <= over, line)
    story.fine(story.ada, "11")
    story.fine(story.ada, "12")
    story.fine(story.ada, "9")


def lobby(story, bob):
    mia = Player(story.port, name="Mia")
    mia.mail = []
    mia.ask(cmd="lobby", game="apoca", speed="live")
    made = bob.ask(cmd="create", game="apoca", seats=["me", "open"], public=True, clock={"turn": 60})
    shown = next(m for m in iter(mia.read, None) if m.get("type") == "lobby")
    bob.ask(cmd="abort", match=made["match"])
    gone = next(m for m in iter(mia.read, None) if m.get("type") == "lobby")
    keys = [set(m) for m in TOLD if m.get("type") == "lobby"]
    check("the lobby speaks as the page says", [set(shown), set(gone)] == keys, (shown, gone, keys))


# ---- tables -------------------------------------------------------------------------------------------------------


def codes():
    told = set(table("| code | means |"))
    core = "".join(read("server", "core", name) for name in sorted(os.listdir(os.path.join(ROOT, "server", "core")))
                   if name.endswith(".c"))
    used = set(re.findall(r'(?:refuse|answer_refused|finish_refused)\([^;]*?,\s*"([a-z_]+)",', core))
    check("every code of the server is in the table", used <= told and len(used) > 15, used - told)
    rules = set(re.findall(r'"([a-z_]+)"', read("host", "json_game.c") + read("host", "notation.c") + core))
    check("every code of the table is one of the server or the rules", told <= used | rules, told - used - rules)


def messages(story, bob):
    """Every field of every message that anybody got is explained."""
    told = set(table("| field | |\n|---|---|\n| `type`")) | {"match", "n"}
    seen = set()
    for player in (story.ada, bob):
        for message in player.mail + player.updates:
            if message["type"] in ("update", "note", "snapshot"):
                seen |= set(message)
    check("every field of a message is in the table", len(seen) > 15 and seen <= told, seen - told)
    check("the examples of updates have no others", all(set(m) <= told for m in TOLD if m["type"] == "update"))
    presence = [[set(m) for m in mail if m["type"] == "presence"][0] for mail in (TOLD, story.ada.mail)]
    check("presence is what the page says", presence[0] == presence[1], presence)


def pages(story):
    rows = re.findall(r"^\| `(/[^`]*)` \| (.*) \|$", DOC, re.M)
    for path, text in rows:
        real = path.replace("matches/ID", "matches/" + story.match).replace("players/ID", "players/" + story.player).replace("GAME", "apoca")
        with urllib.request.urlopen("http://127.0.0.1:%d%s" % (story.port, real), timeout=60) as reply:
            body = reply.read()
            check("%s is there" % path, reply.status == 200 and body)
        shape = re.search(r"`\{([^`]*)\}`", text)
        if shape and path != "/healthz":
            keys = {re.match(r'"(\w+)"', part).group(1) for part in re.split(r",(?![^\[]*\])", shape.group(1))}
            extra = {"outcome", "luck", "key", "replay", "ended", "ratings", "rematch"}
            check("%s has the fields of the page" % path, keys <= set(json.loads(body)) <= keys | extra,
                  keys ^ set(json.loads(body)))


def main():
    check("the page has its examples", len(SENT) >= 25 and len(ANSWERED) > 8 and len(TOLD) > 3, (len(SENT), len(ANSWERED)))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, os.path.join(folder, "doc.db"))
        story = Story(server.port)
        story.db = os.path.join(folder, "doc.db")
        accounts(story)
        bob = matches(story)
        around(story, bob)
        lobby(story, bob)
        pace(story)
        story.folder = folder
        luck(story)
        codes()
        messages(story, bob)
        story.player = bob.welcome["player"]
        pages(story)
        check("no example is left out", story.tried == set(SENT), set(SENT) - story.tried)
        server.stop()
    return kit.end()


sys.exit(main())
