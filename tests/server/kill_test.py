"""Kill -9 at random moments while people and bots play over real sockets; nothing acknowledged is lost.

usage: kill_test.py REDOUBT [KILLS [SEED]]
"""
import os
import random
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
import stubborn
from ws import Server

PROGRAM = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
PLAYERS = 4


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
        players = [stubborn.Stubborn(number, arena, SEED) for number in range(PLAYERS)]
        for player in players:
            player.start()
        for _ in range(KILLS):
            time.sleep(luck.uniform(0.02, 0.3))
            arena.restart()
        time.sleep(0.3)
        stubborn.end(players, arena)
        arena.restart()
        count, lost = stubborn.judge(players, arena.port)
        check("no promise was broken", not any(p.error for p in players), [p.error for p in players])
        check("every log agreed with its hashes at every start", arena.broken == 0)
        check("%d kills: of %d acknowledged commands none is lost" % (KILLS, count), lost == 0 and count > KILLS, lost)
        check("games went on and ended", sum(p.ended for p in players) > 0, [p.ended for p in players])
        print("# %d kills, %d commands, %d matches ended" % (KILLS, count, sum(p.ended for p in players)))
        arena.server.stop()
    return kit.end()


sys.exit(main())
