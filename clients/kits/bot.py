#!/usr/bin/env python3
"""A bot for any game of Redoubt, to begin with: it gives orders as long as it finds one that it has not
given in this turn, then ends the turn. See docs/bot-protocol.md.

    redoubt match apoca 'cmd:python3 clients/kits/bot.py' random
"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)  # without flush the other side waits


class Bot:
    def __init__(self, hello):
        self.random = random.Random(hello["seed"])  # the same match twice: the same game
        self.given = set()
        say(ready=True, name="Kit in Python")

    def choose(self, view, legal):
        """The index of one of the legal orders. Put your own ideas here; view is what you know."""
        fresh = [i for i, order in enumerate(legal) if json.dumps(order) not in self.given]
        active = [i for i in fresh if legal[i]["verb"] not in ("done", "end_turn")]
        if not active or len(self.given) > 5:
            self.given.clear()
            ends = [i for i, order in enumerate(legal) if order["verb"] in ("done", "end_turn")]
            return ends[0] if ends else self.random.randrange(len(legal))
        choice = self.random.choice(active)
        self.given.add(json.dumps(legal[choice]))
        return choice


bot = None
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        bot = Bot(message)
    elif "ask" in message:
        if "refused" in message:
            print("refused: %s" % message["refused"]["why"], file=sys.stderr)
        say(choose=bot.choose(message["view"], message["legal"]))
    elif "end" in message:
        break
