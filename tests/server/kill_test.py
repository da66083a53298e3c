"""Kill -9 at random moments while people and bots play over real sockets; nothing acknowledged is lost.

usage: kill_test.py REDOUBT [KILLS [SEED]]

Several players go on by themselves: they reconnect, catch up with since, and send the command again that
was under way. A thread for each keeps every command that was acknowledged.
"""
import os
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from ws import Closed, Player, Server

PROGRAM = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
PLAYERS = 4


class Stubborn(threading.Thread):
    """Plays one match after the other against a bot, whatever happens to the server."""

    def __init__(self, number, arena):
        super().__init__(daemon=True)
        self.luck = random.Random(SEED * 1000 + number)
        self.arena, self.number = arena, number
        self.token = self.player = self.error = self.match = None
        self.acknowledged, self.texts = [], {}
        self.ended = self.n = self.ids = 0

    def connect(self):
        if self.player is not None:
            self.player.socket.close()
        self.player = Player(self.arena.port, token=self.token, name="P%d" % self.number)
        if not self.player.welcome["ok"]:
            raise AssertionError("no welcome: %s" % self.player.welcome)
        self.token = self.player.token
        if self.match:
            self.watch()

    def watch(self):
        answer = self.player.ask(cmd="watch", match=self.match, seat=0, since=self.n)
        while answer.get("code") == "rate":
            time.sleep(0.3)
            answer = self.player.ask(cmd="watch", match=self.match, seat=0, since=self.n)
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
                if answer.get("code") == "rate":
                    time.sleep(0.1)
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


class Arena:
    def __init__(self, folder):
        self.db = os.path.join(folder, "kill.db")
        self.over = False
        self.start()
        self.broken = 0

    def start(self):
        # a short log of writes is carried over all the time, so that kills hit that as well
        self.server = Server(PROGRAM, self.db, "--set", "log_pages=16")
        self.port = self.server.port

    def restart(self):
        self.server.kill()
        self.start()
        self.broken += any("event=broken_record" in line for line in self.server.log)


def main():
    luck = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(folder)
        players = [Stubborn(number, arena) for number in range(PLAYERS)]
        for player in players:
            player.start()
        for _ in range(KILLS):
            time.sleep(luck.uniform(0.02, 0.3))
            arena.restart()
        time.sleep(0.3)
        arena.over = True
        for player in players:
            if player.player is not None:
                try:
                    player.player.socket.sock.shutdown(2)
                except OSError:
                    pass
            player.join(60)
        arena.restart()
        lost = count = 0
        for player in players:
            judge = Player(arena.port, token=player.token)
            for command, answer in player.acknowledged:
                again = judge.ask(**command)
                while again.get("code") == "rate":
                    time.sleep(0.1)
                    again = judge.ask(**command)
                count += 1
                lost += again != answer
        check("no promise was broken", not any(p.error for p in players), [p.error for p in players])
        check("every log agreed with its hashes at every start", arena.broken == 0)
        check("%d kills: of %d acknowledged commands none is lost" % (KILLS, count), lost == 0 and count > KILLS, lost)
        check("games went on and ended", sum(p.ended for p in players) > 0, [p.ended for p in players])
        print("# %d kills, %d commands, %d matches ended" % (KILLS, count, sum(p.ended for p in players)))
        arena.server.stop()
    return kit.end()


sys.exit(main())
