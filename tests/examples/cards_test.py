#!/usr/bin/env python3
"""Binds the cards of a game's pieces to its rulebook, its examples and its glyphs:
cards_test.py REDOUBT SOURCE_FOLDER [GAME]

For each game that has cards (struct rd_piece_card), or only for GAME: the paragraph that a card
cites exists and names the piece; every number of a card stands in a table of RULES.md, and every
number there is the card's; an example shows the piece; the page has a glyph for it. Each of these
checks is seen to fail on a broken copy of what it reads.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from examples_test import Tap, files_below, paragraphs_of, read  # noqa: E402


class Book:
    """What the checks read of one game; a mutant is a copy with one thing changed."""

    def __init__(self, game, cards, source):
        self.game = game
        self.cards = cards
        folder = os.path.join(source, "games", game)
        self.rules = read(os.path.join(folder, "RULES.md"))
        examples = os.path.join(folder, "examples")
        self.examples = "\n".join(read(os.path.join(examples, e)) for e in files_below(examples, ".json"))
        skins = os.path.join(source, "clients", "web", "src", "skins")
        self.skin = read(os.path.join(skins, game + ".ts"))
        self.shared_glyphs = read(os.path.join(skins, "glyphs.ts"))
        # A game that writes numbers into its sentences has a test of its own that finds them there.
        self.in_tables = not os.path.exists(os.path.join(source, "tests", game, "rows_test.py"))

    def but(self, **changes):
        other = object.__new__(Book)
        other.__dict__.update(self.__dict__)
        other.__dict__.update(changes)
        return other


# ---- paragraphs and examples ----

def heading_of(rules, rule):
    """That of the chapter of a paragraph."""
    found = re.search(r"^## %s .*$" % rule.split(".")[0], rules, re.M)
    return found.group() if found else ""


def paragraph_problems(book):
    paragraphs = paragraphs_of(book.rules)
    for card in book.cards:
        text = paragraphs.get(card["rule"])
        if text is None:
            yield ("games/%s/RULES.md has no paragraph %s, which the card of %s cites: write it, beginning with **%s**"
                   % (book.game, card["rule"], card["name"], card["rule"]))
        elif card["title"].lower() not in (heading_of(book.rules, card["rule"]) + text).lower():
            yield ("paragraph %s of games/%s/RULES.md does not name the %s, whose card cites it: add a sentence or a row"
                   % (card["rule"], book.game, card["title"]))


def example_problems(book):
    for card in book.cards:
        words = {card["name"], card["title"]}
        if not any(re.search(r"\b%s\b" % re.escape(word), book.examples, re.I) for word in words):
            yield ("no example of %s has a \"%s\": add games/%s/examples/%s-%s.json, and a link to it in paragraph %s"
                   % (book.game, card["name"], book.game, card["rule"], card["name"].replace("_", "-"), card["rule"]))


# ---- tables ----

def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables_of(text):
    """(header, rows) of each table, in small letters."""
    tables, lines = [], text.lower().splitlines()
    for i, line in enumerate(lines):
        if not re.match(r"^\|[-| ]+\|$", line) or i == 0 or not lines[i - 1].startswith("|"):
            continue
        rows = []
        for row in lines[i + 1:]:
            if not row.startswith("|"):
                break
            rows.append(cells_of(row))
        tables.append((cells_of(lines[i - 1]), rows))
    return tables


def number_in(cell):
    found = re.match(r"-?\d+", cell)
    return int(found.group()) if found else 0


def row_for(header, card):
    """The row that a table should have."""
    values = [card["numbers"].get(column, "") for column in header[1:]]
    return "| %s |" % " | ".join(str(v) for v in [card["title"]] + values)


def table_problems(book):
    numbers = {name for card in book.cards for name in card["numbers"]}
    by_title = {card["title"].lower(): card for card in book.cards}
    tables = [(header, rows) for header, rows in tables_of(book.rules) if book.in_tables
              if numbers & set(header) and any(row[0] in by_title for row in rows)]
    told = set()
    for header, rows in tables:
        for row in rows:
            card = by_title.get(row[0])
            for column, cell in zip(header[1:], row[1:]):
                if card is None or column not in numbers:
                    continue
                told.add((card["title"], column))
                wanted = card["numbers"].get(column, 0)
                if number_in(cell) != wanted:
                    yield ("games/%s/RULES.md says %s %s of the %s, its row in the code says %d: make them equal"
                           % (book.game, column, cell or "nothing", card["title"], wanted))
    for card in book.cards:
        lacking = [name for name in card["numbers"] if book.in_tables and (card["title"], name) not in told]
        if lacking:
            header = max((h for h, _ in tables), key=lambda h: len(set(h) & set(card["numbers"])), default=["unit"])
            yield ("no table of games/%s/RULES.md tells %s of the %s: add the row %s to the table that begins with %s"
                   % (book.game, ", ".join(lacking), card["title"], row_for(header, card), "| %s |" % " | ".join(header[:2])))


def ground_problems(book):
    """A column `ground` lists traits."""
    by_title = {card["title"].lower(): card for card in book.cards}
    traits = {trait for card in book.cards for trait in card["traits"]}
    for header, rows in tables_of(book.rules):
        if "ground" not in header[1:] or not any(row[0] in by_title for row in rows):
            continue
        at = header.index("ground")
        words = {row[0]: set(row[at].split(", ")) & traits for row in rows}
        known = set().union(*words.values())
        for title, said in words.items():
            wanted = set(by_title[title]["traits"]) & known if title in by_title else said
            if said != wanted:
                yield ("games/%s/RULES.md says ground %s of the %s, its row in the code says %s: make them equal"
                       % (book.game, ", ".join(sorted(said)) or "nothing", title, ", ".join(sorted(wanted)) or "nothing"))


# ---- glyphs ----

def block_of(text, name):
    found = re.search(r"const %s\b[^=]*= \{(.*?)\};" % name, text, re.S)
    return found.group(1) if found else ""


def keys_of(block):
    """Names before a colon; paths have none."""
    return {quoted or plain for quoted, plain in re.findall(r'(?:"([^"]+)"|\b([a-z_]+))\s*:', block)}


def glyph_problems(book):
    glyphs, classes = block_of(book.skin, "GLYPHS"), block_of(book.skin, "CLASSES")
    drawn = keys_of(glyphs) | keys_of(classes) | set(re.findall(r'"([a-z ]+)"', classes))
    drawn |= keys_of(block_of(book.skin, "LAND"))
    for card in book.cards:
        if card["title"] not in drawn:
            yield ("the page has no glyph for the %s: add it to GLYPHS in clients/web/src/skins/%s.ts%s"
                   % (card["title"], book.game, ", or to LAND if it is a terrain" if "const LAND" in book.skin else ""))
    shared = keys_of(block_of(book.shared_glyphs, "arms"))
    for name in sorted(set(re.findall(r"\barms\.(\w+)", book.skin)) - shared):
        yield "clients/web/src/skins/%s.ts uses arms.%s: add it to clients/web/src/skins/glyphs.ts" % (book.game, name)


CHECKS = [
    ("every card's paragraph is there and names it", paragraph_problems),
    ("every number of a card is in RULES.md, and the same", table_problems),
    ("the ground of every work is the same in RULES.md", ground_problems),
    ("an example shows every piece", example_problems),
    ("every piece has a glyph", glyph_problems),
]


# ---- can the checks fail? ----

def mutants_of(book):
    """(what is broken, the check that must notice, the book, a word that its sentence must have)."""
    card = book.cards[0]
    title = card["title"]
    other = [dict(card, rule="R99.1")] + book.cards[1:]
    yield "a paragraph is missing", paragraph_problems, book.but(cards=other), "R99.1"
    other = [dict(card, title="zeppelin")] + book.cards[1:]
    yield "a paragraph does not name it", paragraph_problems, book.but(cards=other), "zeppelin"
    row = re.compile(r"^\| %s \|.*\n" % re.escape(title), re.M)
    if book.in_tables and row.search(book.rules):
        yield "a row is missing", table_problems, book.but(rules=row.sub("", book.rules)), "add the row"
        name = next(iter(card["numbers"]))
        changed = dict(card, numbers=dict(card["numbers"], **{name: card["numbers"][name] + 1}))
        yield "a number differs", table_problems, book.but(cards=[changed] + book.cards[1:]), "make them equal"
    yield "an example is missing", example_problems, book.but(examples=""), "add games/"
    skin = re.sub(r'"?\b%s\b"?' % re.escape(title), "zeppelin", book.skin)
    yield "a glyph is missing", glyph_problems, book.but(skin=skin), "add it to GLYPHS"
    if "arms" in book.skin:
        yield "a shared glyph is missing", glyph_problems, book.but(shared_glyphs=""), "glyphs.ts"
    grounds = [c for c in book.cards if "open" in c["traits"]]
    if grounds:
        poor = [dict(c, traits=["work"]) if c is grounds[0] else c for c in book.cards]
        yield "a ground differs", ground_problems, book.but(cards=poor), "says ground"


def main(argv):
    redoubt, source = argv[1:3]
    done = subprocess.run([redoubt, "games", "--json"], capture_output=True, text=True, check=True)
    tap = Tap()
    for game in json.loads(done.stdout):
        if not game.get("pieces") or (len(argv) > 3 and game["id"] != argv[3]):
            continue
        book = Book(game["id"], game["pieces"], source)
        for name, check in CHECKS:
            tap.check_none("%s: %s" % (book.game, name), list(check(book)))
        for what, check, mutant, word in mutants_of(book):
            said = list(check(mutant))
            tap.check_none("%s: noticed when %s" % (book.game, what),
                      [] if any(word in s for s in said) else ["nothing was said of it: %s" % said])
    return tap.end()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(sys.argv))
