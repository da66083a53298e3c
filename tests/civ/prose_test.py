#!/usr/bin/env python3
"""What RULES.md of civ repeats of the rows besides numbers that cards have: prose_test.py REDOUBT GAMES_FOLDER

The columns `number` and `in maps` of R2.2, and sentences with prices. The other columns are compared by
tests/examples/cards_test.py.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))
from examples_test import Tap, paragraphs_of, read  # noqa: E402

ROW = re.compile(r'^TERRAIN\(\w+,\s*"([^"]+)",\s*"(.)"', re.M)


def terrain_problems(rules, rows):
    """Number and sign of every terrain, wherever its row stands."""
    for number, (name, sign) in enumerate(rows):
        begin = "| %s | %d | `%s` |" % (name, number, sign)
        if not re.search("^" + re.escape(begin), rules, re.M):
            yield "RULES.md: the row of %s should begin with %s, as in terrains.def" % (name, begin)


def sentence_problems(paragraphs, cards):
    for rule, what, name in (("R9.1", "`produce worker [x,y]`: %d production", "worker"),
                             ("R9.2", "`produce city [x,y]`: %d production", "city"),
                             ("R1.2", "hit points as well, %d when new", "army")):
        number = cards[name]["numbers"]["health" if name == "army" else "price"]
        if what % number not in " ".join(paragraphs[rule].split()):
            yield "RULES.md %s should say, by the rows: %s" % (rule, what % number)
    if cards["army"]["numbers"]["price"] != cards["worker"]["numbers"]["price"]:
        yield "R9.1 has one price for armies and workers, products.def has two"


def main(argv):
    redoubt, games = argv[1:3]
    done = subprocess.run([redoubt, "games", "civ", "--json"], capture_output=True, text=True, check=True)
    cards = {card["name"]: card for card in json.loads(done.stdout)["pieces"]}
    rules = read(os.path.join(games, "civ", "RULES.md"))
    rows = ROW.findall(read(os.path.join(games, "civ", "terrains.def")))
    broken = rules.replace("10 production", "11 production").replace("`h`", "`H`")
    tap = Tap()
    tap.check_none("civ: rows have their number and sign", list(terrain_problems(rules, rows)) or
              ([] if len(rows) >= 5 else ["terrains.def has no rows"]))
    tap.check_none("civ: sentences have the numbers of the rows", list(sentence_problems(paragraphs_of(rules), cards)))
    tap.check_none("civ: another sign would be noticed", [] if list(terrain_problems(broken, rows)) else ["nothing was said"])
    tap.check_none("civ: another price would be noticed",
              [] if list(sentence_problems(paragraphs_of(broken), cards)) else ["nothing was said"])
    return tap.end()


sys.exit(main(sys.argv))
