#!/usr/bin/env python3
"""Numbers of the rows that RULES.md of ApocaWarlords repeats in sentences and in the table of prices:
prose_test.py REDOUBT GAMES_FOLDER

What stands in tables by the names of towers and units is compared by tests/examples/cards_test.py.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))
from examples_test import Tap, paragraphs_of, read  # noqa: E402


def price_line(first):
    prices = [first]
    while len(prices) < 15:
        prices.append(prices[-1] + prices[-1] // 4)
    return "| " + " | ".join(map(str, prices)) + " |"


def price_problems(paragraphs, towers):
    """R5.5: a row for every first price, and in each row what follows from it."""
    rows = re.findall(r"^\| (\d+) \|.*\|$", paragraphs["R5.5"], re.M)
    for first in map(int, rows):
        if price_line(first) not in paragraphs["R5.5"]:
            yield "RULES.md R5.5: the row of %d should be %s" % (first, price_line(first))
    for card in towers:
        if str(card["numbers"]["first price"]) not in rows:
            yield ("RULES.md R5.5 has no row for the first price of a %s: add %s"
                   % (card["title"], price_line(card["numbers"]["first price"])))


def sentences(cards):
    """(paragraph, what it says)"""
    mercenary, demon, base = (cards[name]["numbers"] for name in ("mercenary", "demon", "base"))
    has = "A mercenary has %d health and deals %d damage."
    yield "R6.1", has % (mercenary["health"], mercenary["damage"])
    yield "R6.1", "has %d + %dk health and deals %d + %dk damage" % (
        demon["health"], demon["more health"], demon["damage"], demon["more damage"])
    yield "R11.1", has % (mercenary["megaminer health"], mercenary["megaminer damage"])
    yield "R5.3", "you need %d money" % mercenary["first price"]
    yield "R5.3", "You pay %d and one mercenary" % mercenary["first price"]
    yield "R3.1", "a base with %d health" % base["health"]
    yield "R7.8", "%d health and %d damage more" % ((cards["church"]["numbers"]["blessing"],) * 2)
    yield "R7.9", "A house pays %d to its owner" % cards["house"]["numbers"]["income"]
    yield "R7.9", "hits each hostile unit in range for %d" % cards["minigun"]["numbers"]["damage"]
    yield "R7.7", "also lose %d," % cards["cannon"]["numbers"]["splash"]


def sentence_problems(paragraphs, cards):
    for rule, sentence in sentences(cards):
        if sentence not in " ".join(paragraphs[rule].split()):
            yield "RULES.md %s should say, by the rows: %s" % (rule, sentence)



def main(argv):
    redoubt, games = argv[1:3]
    done = subprocess.run([redoubt, "games", "apoca", "--json"], capture_output=True, text=True, check=True)
    cards = {card["name"]: card for card in json.loads(done.stdout)["pieces"]}
    towers = [card for card in cards.values() if "tower" in card["traits"]]
    paragraphs = paragraphs_of(read(os.path.join(games, "apoca", "RULES.md")))
    broken = {rule: text.replace("2", "7").replace("5", "6") for rule, text in paragraphs.items()}
    tap = Tap()
    tap.check_none("apoca: R5.5 has the prices of all towers", list(price_problems(paragraphs, towers)))
    tap.check_none("apoca: sentences have the numbers of the rows", list(sentence_problems(paragraphs, cards)))
    tap.check_none("apoca: other prices would be noticed", [] if list(price_problems(broken, towers)) else ["nothing was said"])
    said = len(list(sentence_problems(broken, cards)))
    tap.check_none("apoca: other sentences would be noticed", [] if said >= 7 else ["only %d problems were named" % said])
    return tap.end()


sys.exit(main(sys.argv))
