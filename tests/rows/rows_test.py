#!/usr/bin/env python3
"""Rows against everything that is written about them by hand: rows_test.py REDOUBT ROOT [GAME...]

For each row of a *.def file: the numbers of the program in the tables and sentences of RULES.md, the
paragraph that it names with an example, and its drawing in the page's skin. A failure says what to add
where.
"""
import sys

from rows import Book, Tap, compare_table, def_rows, first_cell, glyph_problems, number, paragraph_problems, \
    pieces_of, root_of

NTH = {1: "turn", 2: "2nd turn", 3: "3rd turn"}

# file of rows -> block of drawings in the game's skin
DRAWN = {
    "apoca": {"towers.def": "TOWERS", "units.def": "UNITS"},
    "civ": {"terrains.def": "TEXTURES", "products.def": "GLYPHS"},
}


# ---- ApocaWarlords

def tower_does(card):
    """What the last column of R7.1 says."""
    damage = number(card, "damage")
    return {
        "earns": "%d money for its owner" % number(card, "income"),
        "shoots": "%d damage to one unit" % damage
                  + (", %d to its neighbours (R7.7)" % number(card, "splash") if number(card, "splash") else ""),
        "sprays": "%d damage to *every* hostile unit in range" % damage,
        "blesses": "%d health and %d damage more for own mercenaries in range" % ((number(card, "blessing"),) * 2),
    }[card["traits"][0]]


def tower_line(card):
    every = number(card, "cooldown") + 1
    return "| %s | %d | %d | %s | %s | %s |" % (
        card["name"].capitalize(), number(card, "first price"), number(card, "cooldown"),
        NTH.get(every, "%dth turn" % every), number(card, "range") or "-", tower_does(card))


def price_line(first):
    prices = [first]
    while len(prices) < 15:
        prices.append(prices[-1] + prices[-1] // 4)
    return "| " + " | ".join(map(str, prices)) + " |"


def price_problems(book, towers):
    lines = book.table("R5.5")
    problems = ["RULES.md R5.5: the row of %s should be\n%s" % (first_cell(line), price_line(int(first_cell(line))))
                for line in lines if line != price_line(int(first_cell(line)))]
    known = {int(first_cell(line)) for line in lines}
    return problems + ["RULES.md R5.5 has no row for the price of a %s: add\n%s"
                       % (card["name"], price_line(number(card, "first price")))
                       for card in towers if number(card, "first price") not in known]


def check_apoca(tap, book, folder, pieces):
    towers = [pieces[name] for _, name, _ in def_rows(folder / "towers.def") if name in pieces]
    mercenary, demon = pieces["mercenary"], pieces["demon"]
    tap.check("apoca: R7.1 has the rows of towers.def",
              compare_table(book, "R7.1", [tower_line(card) for card in towers], "towers.def"))
    tap.check("apoca: R5.5 has the prices that follow from towers.def", price_problems(book, towers))
    both = [number(mercenary, name) for name in ("health", "damage", "health under megaminer", "damage under megaminer")]
    grown = [number(demon, name) for name in ("health", "health more for each before it", "damage",
                                              "damage more for each before it")]
    price = number(mercenary, "first price")
    tap.check("apoca: R5.3, R6.1 and R11.1 have the numbers of units.def",
              book.misses("R6.1", "A mercenary has %d health and deals %d damage." % tuple(both[:2]),
                          "has %d + %dk health and deals %d + %dk damage" % tuple(grown))
              + book.misses("R11.1", "A mercenary has %d health and deals %d damage." % tuple(both[2:]))
              + book.misses("R5.3", "you need %d money" % price, "You pay %d " % price)
              + book.misses("R3.1", "a base with %d health" % number(pieces["base"], "health")))


# ---- civ

def yields(card, ending):
    return " / ".join(str(number(card, name + ending)) for name in ("food", "production", "trade"))


def terrain_line(place, sign, card):
    return "| %s | %d | `%s` | %s | %s | %.1f |" % (
        card["name"], place, sign, yields(card, ""), yields(card, " under civ-final"),
        number(card, "percent of strength under civ-final") / 100)


def check_civ(tap, book, folder, pieces):
    rows = [row for row in def_rows(folder / "terrains.def") if row[1] in pieces]
    tap.check("civ: R2.2 has the rows of terrains.def",
              compare_table(book, "R2.2", [terrain_line(i, sign, pieces[name])
                                           for i, (_, name, sign) in enumerate(rows)], "terrains.def"))
    cost = {name: (number(pieces[name], "price"), number(pieces[name], "price under civ-final"))
            for _, name, _ in def_rows(folder / "products.def")}
    tap.check("civ: R2.1, R9.1 and R9.2 have the prices of products.def",
              book.misses("R2.1", "| an army, a worker costs | %d production | %d |" % cost["army"],
                          "| a city costs | %d production | %d |" % cost["city"])
              + book.misses("R9.1", "`produce worker [x,y]`: %d production" % cost["worker"][0])
              + book.misses("R9.2", "%d production" % cost["city"][0])
              + (["army and worker have one price in R2.1"] if cost["army"] != cost["worker"] else []))


# ---- all of them

def check_game(tap, redoubt, root, game):
    folder = root / "games" / game
    book = Book(folder / "RULES.md")
    pieces = pieces_of(redoubt, game)
    for source, block in DRAWN[game].items():
        names = [name for _, name, _ in def_rows(folder / source)]
        tap.check("%s: every row of %s has its paragraph and example" % (game, source),
                  paragraph_problems(book, "games/" + game, source, names, pieces))
        skin = root / "clients" / "web" / "src" / "skins" / (game + ".ts")
        tap.check("%s: every row of %s has its drawing" % (game, source), glyph_problems(skin, block, names))
    {"apoca": check_apoca, "civ": check_civ}[game](tap, book, folder, pieces)


def main():
    redoubt, root = sys.argv[1], root_of(sys.argv[2])
    tap = Tap()
    for game in sys.argv[3:] or DRAWN:
        check_game(tap, redoubt, root, game)
    return tap.end()


sys.exit(main())
