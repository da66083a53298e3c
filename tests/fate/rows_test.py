#!/usr/bin/env python3
"""The rows of FATE against its rulebook and its page: rows_test.py REDOUBT SOURCE_ROOT

Every class, hero, summon and ability of games/fate/units.def must stand in RULES.md with the same
numbers, and every token must have a glyph. What the rows say comes from `redoubt games fate --json`.
Then each kind of mistake is made in a copy of the texts, and must be found."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check_none, end  # noqa: E402

PRICE = re.compile(r"\d+/\d+/\d+/\d+")
ABILITY = re.compile(r" ([A-Z][^().]*?) \((passive|active|impulse|phantasm)((?:, [^()]*)?)\): ")
RULES = "games/fate/RULES.md"
SKIN = "clients/web/src/skins/fate.ts"

MOVES = {
    "rides": "any distance along row or column, or 1 across",
    "steps": "1 step",
    "dashes": "1 or 2 in one direction",
    "jumps by die": "by die, within 2 or anywhere (R7.6)",
    "reels by die": "by die (R7.6)",
}
FEATURES = {"dodges": "a double of its defence dice is a miss", "strikes true": "a double of its attack dice is a hit"}


def attacks_of(piece):
    """As the table of classes writes it."""
    reach = piece["numbers"].get("reach", 0)
    if "shoots" in piece["traits"]:
        return "first visible enemy on a line"
    if "strikes on lines" in piece["traits"]:
        return " or ".join(str(i) for i in range(1, reach + 1)) + " on a line"
    return f"within {reach}" if "strikes around it" in piece["traits"] else f"distance {reach}"


def abilities_of(piece):
    """[(title, kind, slots, price, price by the book)] out of the text of a card."""
    found = []
    for title, kind, rest in ABILITY.findall(piece["text"]):
        words = [word for word in rest.split(", ") if word]
        slots = [w for w in words if re.fullmatch(r"[MACS](\+[MACS])*", w)]
        book = [w for w in words if w.startswith("by the book ")]
        price = [w for w in words if w not in slots and w not in book]
        found.append((title, kind, "".join(slots), ", ".join(price), book[0][12:] if book else ""))
    return found


def bracket_of(ability):
    """How R13.2 writes it."""
    _, kind, slots, price, book = ability
    parts = [kind] + ([slots] if slots else []) + ([price] if price else [])
    return " | ".join(parts) + (f" (book: {book})" if book else "")


def same_bracket(found, wanted):
    """Words that are no numbers may follow a part: once, reveals her."""
    found_parts, wanted_parts = found.split(" | "), wanted.split(" | ")
    extra = [p for p in found_parts[1:] if p in ("once", "once, reveals him", "once, reveals her")]
    found_parts = [p for p in found_parts if p not in extra]
    return len(found_parts) == len(wanted_parts) and all(
        one == other or one.startswith(other + ",") for one, other in zip(found_parts, wanted_parts))


def table_after(text, heading):
    """Rows of the first table after a heading, as {first cell: cells}."""
    start = text.find(heading)
    rows = {}
    for line in text[start:].splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            rows[cells[0]] = cells
        elif rows:
            break
    return rows


def check_classes(pieces, text):
    problems = []
    table = table_after(text, "**R2.1**")
    classes = [p for p in pieces if "base unit" in p["traits"]]
    for piece in classes:
        title = piece["text"].split(".")[0]
        row = table.get(title)
        if row is None:
            problems.append(f"{RULES}: add a row for {title} to the table of R2.1")
            continue
        numbers, traits = piece["numbers"], piece["traits"]
        move = [MOVES[t] for t in traits if t in MOVES][0]
        feature = [FEATURES[t] for t in traits if t in FEATURES]
        hides = ", ".join(str(i) for i in range(numbers["hides from"], 7)) if "hides from" in numbers else ""
        wanted = [(1, str(numbers["HP"]), "HP"), (2, str(numbers["damage"]), "damage"), (3, move, "moves"),
                  (4, attacks_of(piece), "attacks"), (5, hides, "hides on")]
        for column, value, name in wanted:
            if row[column].split(", from")[0] != value:
                problems.append(f"{RULES}, table of R2.1, {title}: {name} is {row[column]!r}, its row in units.def says {value!r}")
        if ("strikes harder from hiding" in traits) != ("from hiding 2" in row[2]):
            problems.append(f"{RULES}, table of R2.1, {title}: damage from hiding does not fit its row in units.def")
        problems += [f"{RULES}, table of R2.1, {title}: say that {f}" for f in feature if f not in row[6]]
    if len(table) != len(classes) + 2:
        problems.append(f"{RULES}: the table of R2.1 has another number of classes than units.def")
    return problems


def chapter_of(text, title):
    match = re.search(r"^## R(\d+) " + re.escape(title) + r"\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return (match.group(1), " ".join(match.group(2).split())) if match else (None, "")


def check_ability(title, number, index, ability, chapter):
    rule, name = f"R{number}.{index}", ability[0]
    match = re.search(rf"\*\*{re.escape(rule)}\*\* \*{re.escape(name)}\* \[(.*?)\]:(.*?)(?=\*\*R\d|\Z)", chapter)
    wanted = bracket_of(ability)
    if match is None:
        return [f"{RULES}, chapter of {title}: add the paragraph \"**{rule}** *{name}* [{wanted}]: what it does.\" "
                f"with a link to its example, examples/{rule}-{name.lower().replace(' ', '-')}.json"]
    if not same_bracket(match.group(1), wanted):
        return [f"{RULES}, {rule} *{name}*: [{match.group(1)}] is [{wanted}] in its row in units.def"]
    if f"](examples/{rule}-" not in match.group(2):
        return [f"{RULES}, {rule} *{name}*: link to its example, examples/{rule}-{name.lower().replace(' ', '-')}.json"]
    return []


def check_hero(piece, classes, text):
    title = piece["text"].split(".")[0]
    mine = [t for t in piece["traits"] if t in classes][0]
    number, chapter = chapter_of(text, title)
    numbers = piece["numbers"]
    book = f" (book: {numbers['HP by the book']})" if "HP by the book" in numbers else ""
    line = f"*{mine.capitalize()}, HP {numbers['HP']}{book}, damage {numbers['damage']}.*"
    if number is None:
        return [f"{RULES}: add a chapter for {piece['name']}: \"## R<number> {title}\", then \"{line}\", "
                "then a paragraph with an example for each ability"]
    problems = [] if line in chapter else [f"{RULES}, chapter of {title}: its line of numbers must be \"{line}\""]
    if piece["rule"] != f"R{number}.1":
        problems.append(f"games/fate/units.def: the row of {piece['name']} names {piece['rule']}, its chapter is R{number}")
    if numbers.get("reach") != classes[mine]["numbers"].get("reach") and f"1 to {numbers.get('reach')}" not in chapter:
        problems.append(f"{RULES}, chapter of {title}: it reaches 1 to {numbers.get('reach')}, which is not said")
    if (numbers.get("hides from") != classes[mine]["numbers"].get("hides from")
            and f"hides with {numbers.get('hides from')} or more" not in chapter):
        problems.append(f"{RULES}, chapter of {title}: it hides with {numbers.get('hides from')} or more, which is not said")
    abilities = abilities_of(piece)
    if len(re.findall(rf"\*\*R{number}\.\d+\*\*", chapter)) > len(abilities):
        problems.append(f"{RULES}, chapter of {title}: it has more paragraphs than abilities in its row in units.def")
    for index, ability in enumerate(abilities, 1):
        problems += check_ability(title, number, index, ability, chapter)
    return problems


def check_two_sets(pieces, text):
    """R13.9: those whose numbers differ, and only those."""
    table = table_after(text, "**R13.9**")
    problems, wanted = [], set()
    for piece in pieces:
        turret = [p for p in pieces if "summon" in p["traits"] and piece["text"].split()[0] + " made it" in p["text"]]
        books = [(a[0], a[3], a[4]) for a in abilities_of(piece) if a[4]]
        if "hero" not in piece["traits"] or ("HP by the book" not in piece["numbers"] and not books):
            continue
        names = [n for n in table if n.lower() == piece["name"]]
        if not names:
            problems.append(f"{RULES}: add {piece['name']} to the table of R13.9")
            continue
        wanted.add(names[0])
        row = table[names[0]]
        numbers = piece["numbers"]
        if "HP by the book" in numbers and not (
                row[1].startswith(f"{numbers['HP by the book']} HP") and row[2].startswith(f"{numbers['HP']} HP")):
            problems.append(f"{RULES}, table of R13.9, {names[0]}: the HP are {numbers['HP by the book']} and {numbers['HP']}")
        for title, price, book in books:
            if f"{title} {book}" not in row[1] or price not in row[2]:
                problems.append(f"{RULES}, table of R13.9, {names[0]}: {title} is {book} and {price}")
        if PRICE.findall(row[1]) != [b for _, _, b in books] or PRICE.findall(row[2]) != [p for _, p, _ in books]:
            problems.append(f"{RULES}, table of R13.9, {names[0]}: other prices than in its row in units.def")
        for made in turret:
            if "HP by the book" in made["numbers"] and not (
                    f", {made['numbers']['HP by the book']} HP" in row[1] and f", {made['numbers']['HP']} HP" in row[2]):
                problems.append(f"{RULES}, table of R13.9, {names[0]}: the {made['name']}'s HP do not fit its row in units.def")
    problems += [f"{RULES}, table of R13.9: {n} has only one set of numbers" for n in set(table) - wanted - {"hero", "---"}]
    return problems


def glyphs_of(skin):
    """Names with a glyph: the keys of GLYPHS and CLASSES, and the heroes named there."""
    names = set()
    for start in ("const CLASSES", "const GLYPHS"):
        body = skin[skin.index(start):]
        body = body[body.index("{"):body.index("\n};")]
        names |= set(re.findall(r"^\s*(\w+):", body, re.M))
        if start == "const CLASSES":
            names |= set(re.findall(r'"(\w+)"', body))
    return names


def check_glyphs(pieces, skin):
    classes = {p["name"] for p in pieces if "base unit" in p["traits"]}
    names = glyphs_of(skin)
    problems = []
    for piece in pieces:
        if piece["name"] in names:
            continue
        mine = [t for t in piece["traits"] if t in classes]
        where = f'"{piece["name"]}" to the heroes of {mine[0]} in CLASSES' if mine else f"{piece['name']} to GLYPHS"
        problems.append(f"{SKIN} has no glyph for {piece['name']}: add {where}")
    return problems


def all_problems(pieces, text, skin):
    classes = {p["name"]: p for p in pieces if "base unit" in p["traits"]}
    problems = {"classes": check_classes(pieces, text), "two sets of numbers": check_two_sets(pieces, text),
                "glyphs": check_glyphs(pieces, skin)}
    for piece in pieces:
        if "hero" in piece["traits"]:
            problems[piece["name"]] = check_hero(piece, classes, text)
    return problems


MUTANTS = [
    ("HP of a class", "| Spearman | 5 |", "| Spearman | 6 |", "Spearman"),
    ("reach of a class", "| 1 or 2 on a line |", "| 1 on a line |", "Spearman"),
    ("stealth of a class", "| 5, 6 |", "| 6 |", "Assassin"),
    ("HP of a hero", "HP 3 (book: 4)", "HP 3 (book: 5)", "Gauge"),
    ("damage of a hero", "*Rider, HP 7, damage 1.*", "*Rider, HP 7, damage 2.*", "Kesh"),
    ("price of an ability", "[impulse | 2/2/2/1]", "[impulse | 2/2/1/1]", "Interpose"),
    ("slot of an ability", "*Trample* [active | A+C |", "*Trample* [active | A |", "Trample"),
    ("kind of an ability", "*Mire* [impulse", "*Mire* [active", "Mire"),
    ("Embers of an ability", "[impulse | 3 Embers]", "[impulse | 2 Embers]", "Spiteful Sweep"),
    ("reach of a hero", "she reaches 1 to 3", "she reaches 1 to 4", "Ilse"),
    ("no paragraph", "**R19.2** *Trial of Steel*", "Trial of Steel", 'add the paragraph "**R19.2**'),
    ("no link to an example", "(examples/R19.2-", "(elsewhere/R19.2-", "link to its example"),
    ("no chapter", "## R25 Vesper Coil", "## R25 Somebody", "add a chapter for vesper"),
    ("a paragraph without an ability", "## R26 Quill", "**R25.4** *More* [passive]: x.\n\n## R26 Quill", "more paragraphs"),
    ("a price in the table of two sets", "6 HP; Give the Order 3/3/1/1", "6 HP; Give the Order 3/3/2/1", "R13.9, Ruska"),
    ("HP in the table of two sets", "| Odwin | 8 HP | 7 HP |", "| Odwin | 8 HP | 6 HP |", "R13.9, Odwin"),
]


def main():
    redoubt, root = sys.argv[1:3]
    said = subprocess.run([redoubt, "games", "fate", "--json"], capture_output=True, text=True, check=True).stdout
    pieces = json.loads(said)["pieces"]
    with open(os.path.join(root, RULES), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(root, SKIN), encoding="utf-8") as file:
        skin = file.read()
    for name, problems in all_problems(pieces, text, skin).items():
        check_none(f"{name}: rows and rulebook agree" if name != "glyphs" else "every token has a glyph", problems)
    for name, old, new, words in MUTANTS:
        found = [p for l in all_problems(pieces, text.replace(old, new, 1), skin).values() for p in l]
        good = old in text and any(words in p for p in found)
        check_none(f"a wrong {name} is found" if not name.startswith(("no ", "a ")) else f"{name}: found",
              [] if good else [f"found instead: {found}"])
    found = [p for l in all_problems(pieces, text, skin.replace('"gauge"', '"gouge"')).values() for p in l]
    check_none("no glyph: found", [] if any("no glyph for gauge" in p for p in found) else [f"found instead: {found}"])
    return end()


sys.exit(main())
