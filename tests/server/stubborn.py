"""Players who go on by themselves whatever happens to the server: they reconnect, catch up with since, and send the command
again that was under way. Each keeps every command that was acknowledged."""
import random
import threading
import time

from ws import Closed, Player


LATER = ("rate", "busy", "storage")  # sent again as it is


class Stubborn(threading.Thread):
    """Plays one match after the other against a bot, whatever happens to the server."""

    def __init__(self, number, arena, seed):
        super().__init__(daemon=True)
        self.luck = random.Random(seed * 1000 + number)
        self.arena, self.number = arena, number
        self.token = self.player = self.error = self.match = self.wanted = None
        self.acknowledged, self.texts = [], {}
        self.ended = self.n = self.ids = 0

    def connect(self):
        if self.player is not None:
            self.player.socket.close()
        self.player = Player(self.arena.port, token=self.token, name="P%d" % self.number, match=self.wanted)
        if self.player.welcome.get("code") in LATER:
            raise Closed()
        if not self.player.welcome["ok"]:
            raise AssertionError("no welcome: %s" % self.player.welcome)
        self.token = self.player.token
        if self.match:
            self.watch()

    def watch(self):
        """The latest message comes again: it says whether it is our turn."""
        since = max(0, self.n - 1)
        answer = self.player.ask(cmd="watch", match=self.match, seat=0, since=since)
        while answer.get("code") in LATER:
            time.sleep(0.3)
            answer = self.player.ask(cmd="watch", match=self.match, seat=0, since=since)
        if answer.get("code") == "elsewhere":
            self.wanted = self.match
            raise Closed()
        if answer["n"] < self.n:
            raise AssertionError("the server forgot messages: %s < %s" % (answer["n"], self.n))

    def command(self, **command):
        """Until it is answered, over as many connections as it takes."""
        self.ids += 1
        command["id"] = "%d-%d" % (self.number, self.ids)
        while not self.arena.over:
            try:
                if self.player is None:
                    self.connect()
                answer = self.player.ask(**command)
                if answer.get("code") in LATER:
                    time.sleep(0.1)
                    continue
                if answer.get("code") == "elsewhere":
                    self.wanted, self.player = command["match"], None
                    continue
                if answer["ok"]:
                    self.acknowledged.append((command, answer))
                return answer
            except (Closed, OSError):
                self.player = None
                time.sleep(0.02)
        return None

    def take_updates(self):
        for update in self.player.updates:
            if update["match"] != self.match:
                continue
            if update["type"] == "update" and update["n"] > self.n + 1:
                raise AssertionError("a gap: %d after %d" % (update["n"], self.n))
            self.n = max(self.n, update["n"])
        for key, text in self.player.seen.items():
            if self.texts.setdefault(key, text) != text:
                raise AssertionError("message %s has changed" % (key,))
        latest = [u for u in self.player.updates if u["match"] == self.match][-1:]
        self.player.updates = latest
        self.player.seen = {}
        return latest[0] if latest else None

    def step(self):
        if self.match is None:
            made = self.command(cmd="create", game="apoca", options={"turns": 8, "map": "duel"},
                                seats=["me", {"bot": self.luck.choice(["random", "greedy"])}])
            if made is None:
                return
            self.match, self.n = made["match"], 0
            self.watch()
        latest = self.take_updates()
        if latest and latest["state"] == "over":
            self.match, self.ended = None, self.ended + 1
        elif latest and latest["act"]:
            order = self.luck.choice(["hire N", "hire S", "build house 1,0", "done", "done", "done"])
            self.command(cmd="order", match=self.match, text=order)
        else:
            self.player.read()

    def run(self):
        while not self.arena.over:
            try:
                if self.player is None:
                    self.connect()
                self.step()
            except (Closed, OSError):
                self.player = None
                time.sleep(0.02)
            except Exception as error:  # a broken promise: tell it, and stop
                self.error = "%s: %s" % (type(error).__name__, error)
                return


def end(players, arena):
    """They stop, also those that wait for an answer."""
    arena.over = True
    for player in players:
        if player.player is not None:
            try:
                player.player.socket.sock.shutdown(2)
            except OSError:
                pass
        player.join(60)


def ask_again(player, port, command):
    """Until it is answered, over as many connections as it takes."""
    match = None
    while True:
        try:
            if getattr(player, "judge", None) is None:
                player.judge = Player(port, token=player.token, match=match)
            again = player.judge.ask(**command)
        except (Closed, OSError):
            again = {"code": "closed"}
        if again.get("code") not in (*LATER, "elsewhere", "closed"):
            return again
        if again["code"] != "elsewhere":
            time.sleep(0.1)
        if again["code"] not in LATER:
            match, player.judge = command.get("match"), None


def judge(players, port):
    """Every acknowledged command again: (how many, how many were answered otherwise)."""
    lost = count = 0
    for player in players:
        for command, answer in player.acknowledged:
            count += 1
            lost += ask_again(player, port, command) != answer
    return count, lost
