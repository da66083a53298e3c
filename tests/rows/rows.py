"""What the tests of rows share: TAP, the rows of *.def files, the tables of a rulebook, the glyphs of a skin."""
import json
import pathlib
import re
import subprocess
import sys

PARAGRAPH = re.compile(r"^\*\*(R\d+\.\d+)\*\*", re.M)
ROW = re.compile(r'^[A-Z]+\((\w+),\s*"([^"]+)",\s*"([^"]*)"', re.M)


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, problems):
        """One TAP line; problems are sentences, none when all is well."""
        self.count += 1
        self.failed += bool(problems)
        print("%sok %d - %s" % ("not " if problems else "", self.count, name))
        for problem in problems:
            for line in problem.splitlines():
                print("# " + line)
        sys.stdout.flush()
        return not problems

    def end(self):
        print("1..%d" % self.count)
        return 1 if self.failed else 0


def def_rows(path):
    """[(ID, name, third column)] of a file of rows."""
    return ROW.findall(path.read_text(encoding="utf-8"))


def pieces_of(redoubt, game):
    """{name: card} as the program tells them, numbers that it leaves out are 0."""
    told = subprocess.run([redoubt, "games", game, "--json"], capture_output=True, text=True, check=True)
    return {card["name"]: card for card in json.loads(told.stdout)["pieces"]}


def number(card, name):
    return card["numbers"].get(name, 0)


class Book:
    """A RULES.md: its paragraphs by number, and the tables in them."""

    def __init__(self, path):
        self.path = path
        text = path.read_text(encoding="utf-8")
        starts = list(PARAGRAPH.finditer(text))
        ends = [start.start() for start in starts[1:]] + [len(text)]
        self.paragraphs = {start.group(1): text[start.start():end] for start, end in zip(starts, ends)}

    def plain(self, rule):
        """A paragraph on one line, without emphasis."""
        return " ".join(self.paragraphs.get(rule, "").replace("*", "").split())

    def table(self, rule):
        """The lines of the first table of a paragraph below its head."""
        lines = [line.strip() for line in self.paragraphs.get(rule, "").splitlines() if line.startswith("|")]
        return lines[2:]

    def misses(self, rule, *sentences):
        """Sentences about numbers that a paragraph ought to contain."""
        return ["%s %s should say: %s" % (self.path.name, rule, sentence)
                for sentence in sentences if " ".join(sentence.split()) not in self.plain(rule)]


def first_cell(line):
    return line.strip("|").split("|")[0].strip()


def compare_table(book, rule, expected, source):
    """Each line of a table against the line that the rows give, in the same order."""
    there = {first_cell(line): line for line in book.table(rule)}
    wanted = {first_cell(line): line for line in expected}
    problems = []
    for name, line in wanted.items():
        if name not in there:
            problems.append('RULES.md %s has no row for "%s", which stands in %s: add\n%s' % (rule, name, source, line))
        elif there[name] != line:
            problems.append("RULES.md %s and %s differ: the row is\n%s\nand should be\n%s" % (rule, source, there[name], line))
    problems += ['RULES.md %s has a row "%s", and %s has none: remove one or add the other' % (rule, name, source)
                 for name in there if name not in wanted]
    if not problems and list(there) != list(wanted):
        problems.append("RULES.md %s: the rows should come in the order of %s" % (rule, source))
    return problems


def paragraph_problems(book, folder, source, names, pieces):
    """Each row has a card, a paragraph that tells of it, and that paragraph an example."""
    problems = []
    for name in names:
        card = pieces.get(name)
        if card is None:
            problems.append("%s/%s has a row %s, but the program has no card of it" % (folder, source, name))
            continue
        rule = card["rule"]
        if rule not in book.paragraphs:
            problems.append("%s/RULES.md has no paragraph %s, which the row of %s in %s names: add \"**%s** ...\" that "
                            "tells what is special about it" % (folder, rule, name, source, rule))
        elif name not in book.plain(rule).lower():
            problems.append("%s/RULES.md %s, the paragraph of the row %s in %s, doesn't mention it" % (folder, rule, name, source))
        elif not list(book.path.parent.glob("examples/%s-*.json" % rule)):
            problems.append("%s %s, the paragraph of %s, has no example: add one as %s/examples/%s-%s.json and a link to it"
                            % ("RULES.md", rule, name, folder, rule, name))
    return problems


def glyph_problems(path, block, names):
    """Each name is a key of this block of drawings."""
    text = path.read_text(encoding="utf-8")
    start = text.find("const %s" % block)
    body = text[start:text.find("\n};", start)] if start >= 0 else ""
    keys = set(re.findall(r'^\s+"?([\w -]+?)"?:\s*"[Mm]', body, re.M))
    return ['%s draws no "%s": add a line\n  %s: "M...",\nto %s' % (path.name, name, name, block)
            for name in names if name not in keys]


def root_of(argument):
    return pathlib.Path(argument).resolve()
