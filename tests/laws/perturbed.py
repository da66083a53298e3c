#!/usr/bin/env python3
"""The laws with other numbers: perturbed.py SOURCE BUILD GAME [--seed N] [--seeds N] [--mutant] [--keep] [--laws ARGUMENT...]

Every number in a .def file of a game may change, so no code may rely on one. This test copies the game's
folder, replaces the numbers of all rows by random ones within the bounds that the .def file states, compiles
the copy and the game's bots with the commands of the build folder, links them with the program that runs the laws,
and runs it.

Bounds are lines in a comment of the .def file; columns have the names that the file itself gives them:

    bounds ROW_UNIT: cost 0..250, move 1..4, sight 0..4, traits + A_TRAIT ANOTHER
    bounds TOWER, does = SHOOTS: range 1..8

    name low..high     a number; a bound may be the name of a column before it
    name low..high !0  the same, but 0 means "none" and stays 0
    name + A B C       flags: some of these are added

A second line with a condition holds for rows where that column has that value. In every column one row gets the
lowest number and another the highest, so that each seed has a unit that moves one step and one that is blind.
Numbers that are written as a name stay. All rows as they are have to lie within their bounds.

Last comes a mutant: the same with one line of the copy changed so that it relies on a number. Then a law has to
break.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

# Rules that rely on a number: file, what is there, what the mutant has instead.
MUTANTS = {
    # no tower waits longer than the slowest one does
    "apoca": ("games/apoca/audit.c", "apoca_tower_cooldown(tower) > apoca_tower_kinds[type].cooldown",
              "apoca_tower_cooldown(tower) > 10"),
    # an army costs 10 or 8
    "civ": ("games/civ/legal.c", "side->production >= cost[CIV_ARMY]", "side->production >= 8"),
    # nothing is cheaper than a scout
    "classic": ("games/classic/legal.c", "gold < cheapest()", "gold < cheapest() || gold < 5"),
    # a counter has nearly the same most in every form
    "fate": ("games/fate/cards.c", "*counter > most ?", "*counter > most + 9 ?"),
    # everybody can enter all ground
    "fortress": ("games/fortress/legal_paths.c",
                 "steps < FORTRESS_STEPS && 1u << steps <= fortress_step_max(type)", "steps < FORTRESS_STEPS"),
}


class Bound:
    """One column of one line of bounds."""

    def __init__(self, text):
        match = re.fullmatch(r"(.+?) (\w+)\.\.(\w+)( !0)?", text)
        self.flags = None
        if match is not None:
            self.column, self.low, self.high = match.group(1, 2, 3)
            self.keeps_none = match.group(4) is not None
            return
        match = re.fullmatch(r"(.+?) \+ (.+)", text)
        if match is None:
            raise SystemExit("perturbed: bounds are 'column low..high' or 'column + FLAG ...', not %r" % text)
        self.column, self.flags = match.group(1), match.group(2).split()


class Row:
    """A row of a .def file: where its columns lie in the text, and what they say."""

    def __init__(self, macro, columns, text, spans):
        self.macro, self.spans = macro, dict(zip(columns, spans))
        self.value = {column: text[begin:end].strip() for column, (begin, end) in self.spans.items()}


def arguments(text, begin):
    """Spans of the arguments of a macro whose parenthesis opens at begin - 1, and where it ends."""
    spans, depth, start, at = [], 0, begin, begin
    while True:
        if text[at] == '"':
            at = text.index('"', at + 1)
        elif text[at] == "(":
            depth += 1
        elif text[at] in "),":
            if depth == 0:
                spans.append((start, at))
                start = at + 1
                if text[at] == ")":
                    return spans, at
            depth -= text[at] == ")"
        at += 1


def columns_of(text, macro):
    """Names of columns: as the file has them where it mentions the macro first."""
    match = re.search(r"\b%s\(" % macro, text)
    if match is None:
        raise SystemExit("perturbed: bounds for %s, and no row of it" % macro)
    spans, end = arguments(text, match.end())
    names = [re.sub(r"\s+\*?\s*|\(.*\)", " ", text[b:e].replace("\\", "")).strip() for b, e in spans]
    return names, end


def read_bounds(text):
    """{macro: [(condition or None, [Bound])]}"""
    found = {}
    comments = " ".join(re.findall(r"/\*.*?\*/", text, re.S))
    plain = re.sub(r"\n \* {5,}(?! *bounds )(?=\S)", " ", re.sub(r"\n \*  +bounds", "\nbounds", comments))
    for macro, column, value, line in re.findall(r"^bounds (\w+)(?:, ([\w ]+) = (\w+))?: (.*)$", plain, re.M):
        condition = (column, value) if column else None
        found.setdefault(macro, []).append((condition, [Bound(one.strip()) for one in line.split(",")]))
    return found


def read_rows(text, macro):
    code = re.sub(r"/\*.*?\*/|^#(?:[^\n]*\\\n)*[^\n]*", lambda m: " " * len(m.group()), text, flags=re.S | re.M)
    columns, _ = columns_of(text, macro)
    return [Row(macro, columns, text, arguments(code, match.end())[0])
            for match in re.finditer(r"\b%s\(" % macro, code)]


def bound_of(row, bounds, column):
    """The last line whose condition fits."""
    fitting = [bound for condition, line in bounds for bound in line if bound.column == column
               and (condition is None or row.value[condition[0]] == condition[1])]
    return fitting[-1] if fitting else None


def limits(row, bound):
    """(low, high) of a number, or None where there is none."""
    now = row.value[bound.column]
    if not re.fullmatch(r"\d+", now) or (bound.keeps_none and int(now) == 0):
        return None
    return tuple(int(row.value.get(end, end)) for end in (bound.low, bound.high))


def draw_number(chance, low, high, place):
    if place in (0, 1):
        return (low, high)[place]
    return chance.choice((low, high)) if chance.random() < 0.25 else chance.randint(low, high)


def draw_flags(chance, now, flags):
    has = set(now.replace("(", " ").replace(")", " ").replace("|", " ").split()) - {"0"}
    for flag in flags:
        if chance.random() < 0.25:
            has |= {flag}
    return " | ".join(sorted(has)) or "0"


def draw_column(chance, rows, bounds, column):
    order = list(rows)
    chance.shuffle(order)
    place = 0
    for row in order:
        bound = bound_of(row, bounds, column)
        if bound is None:
            continue
        if bound.flags is not None:
            row.value[column] = draw_flags(chance, row.value[column], bound.flags)
            continue
        ends = limits(row, bound)
        if ends is not None:
            row.value[column] = str(draw_number(chance, *ends, place))
            place += 1


def tables_of(folder):
    for name in sorted(os.listdir(folder)):
        if name.endswith(".def"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield os.path.join(folder, name), file.read()


def columns_in(bounds):
    return list(dict.fromkeys(bound.column for _, line in bounds for bound in line))


def out_of_bounds(folder):
    """Sentences about rows that do not lie within their bounds; a game without any has one."""
    wrong, count = [], 0
    for path, text in tables_of(folder):
        for macro, bounds in read_bounds(text).items():
            for row in read_rows(text, macro):
                count += 1
                for column in columns_in(bounds):
                    bound = bound_of(row, bounds, column)
                    ends = limits(row, bound) if bound is not None and bound.flags is None else None
                    if ends is not None and not ends[0] <= int(row.value[column]) <= ends[1]:
                        wrong.append("%s: %s %s has %s %s, and bounds %s..%s" % (
                            os.path.basename(path), macro, next(iter(row.value.values())), column, row.value[column],
                            *ends))
    return wrong if count > 0 else ["no .def file of %s states bounds" % folder]


def perturb(folder, seed):
    """Writes other numbers into the .def files of a folder; the rows, to show them."""
    chance = random.Random("%s %d" % (os.path.basename(folder), seed))
    shown = []
    for path, text in tables_of(folder):
        edits = []
        for macro, bounds in read_bounds(text).items():
            rows = read_rows(text, macro)
            for column in columns_in(bounds):
                draw_column(chance, rows, bounds, column)
            for row in rows:
                edits += [(*row.spans[column], row.value[column]) for column in columns_in(bounds)]
                shown.append("%s %s: %s" % (macro, next(iter(row.value.values())), ", ".join(
                    "%s %s" % (column, row.value[column]) for column in columns_in(bounds))))
        for begin, end, value in sorted(edits, reverse=True):
            text = text[:begin] + " " + value + text[end:]
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return shown


# ---- building ----

LAWS = "tests/laws/laws"


def reads_game(source, path, game):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return '#include "games/%s/' % game in file.read()


def is_concerned(source, path, output, game):
    """Must this object be made anew: the game's own, its bots, laws that know its structs?"""
    library = output.split("/")[0]
    if path.startswith("games/%s/" % game):
        return library in ("librules.a.p", "librules_ieee.a.p", "libhosted.a.p")
    return (library == "libbots.a.p" and game in os.path.basename(path)) or (
        output.startswith(LAWS + ".p/") and reads_game(source, path, game))


def compile_commands(source, build, game):
    """{path below the source folder: (command without its file and output, output)}"""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    found = {}
    for entry in entries:
        path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), source)
        if is_concerned(source, path, entry.get("output", ""), game):
            words = shlex.split(entry["command"])
            drop = {words.index(flag) + i for flag in ("-o", "-MF", "-MQ") if flag in words for i in (0, 1)}
            drop |= {words.index(flag) for flag in ("-c", "-MD", entry["file"]) if flag in words}
            found[path] = [word for i, word in enumerate(words) if i not in drop], entry["output"]
    return found


def run_in(folder, command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode == 0, done.stdout + done.stderr


class Copy:
    """A game's folder in another place, and the objects made of it."""

    def __init__(self, source, build, game, root):
        self.source, self.build, self.root = source, build, root
        self.commands = compile_commands(source, build, game)
        self.folder = os.path.join(root, "games", game)
        shutil.copytree(os.path.join(source, "games", game), self.folder,
                        ignore=lambda folder, names: [n for n in names if os.path.isfile(os.path.join(folder, n))
                                                      and not n.endswith((".c", ".h", ".def"))])
        made = {output for _, output in self.commands.values()}
        link = shlex.split(run_in(build, ["ninja", "-t", "commands", "-s", LAWS])[1])
        self.link = [word for word in link if word not in made]
        self.program = os.path.join(root, "laws")

    def object_of(self, path):
        return os.path.join(self.root, path.replace("/", "_") + ".o")

    def compile(self, path):
        """A file of the game from the copy, any other with the headers of the copy."""
        words, _ = self.commands[path]
        place = self.root if path.startswith("games/") else self.source
        at = 2 if os.path.basename(words[0]) == "ccache" else 1
        # Compiling takes longer than the few games: -O1 is best for both together.
        return run_in(self.build, words[:at] + ["-I" + self.root] + words[at:]
                      + ["-O1", "-g0", "-c", os.path.join(place, path), "-o", self.object_of(path)])

    def make(self, paths=None):
        """Compiles all files, or these, and links; (all is well, what was said)."""
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            results = list(pool.map(self.compile, paths or self.commands))
        said = "".join(text for fine, text in results if not fine)
        if said:
            return False, said
        at = self.link.index("-o")
        return run_in(self.build, self.link[:at] + ["-o", self.program] + [self.object_of(p) for p in self.commands]
                      + self.link[at + 2:])


# ---- the test ----

def broken_by(said):
    return "\n".join(line for line in said.splitlines() if not line.startswith("ok "))


def check_seed(tap, options, seed):
    # The same folder each time: its name is in the objects, and ccache knows them by it.
    root = os.path.join(options.build, "tests", "laws", "perturbed", "%s-%d" % (options.game, seed))
    shutil.rmtree(root, ignore_errors=True)
    copy = Copy(options.source, options.build, options.game, root)
    rows = "\n".join(perturb(copy.folder, seed))
    name = "%s with the numbers of seed %d" % (options.game, seed)
    fine, said = copy.make()
    if not tap.check(name + ": it builds", fine, rows + "\n" + said):
        return
    laws = [copy.program, "--game", options.game] + options.laws
    fine, said = run_in(root, laws)
    tap.check(name + ": the laws hold", fine, rows + "\n" + broken_by(said))
    if fine and options.mutant:
        check_mutant(tap, options, copy, laws)
    if not options.keep:
        shutil.rmtree(root)


def check_mutant(tap, options, copy, laws):
    path, old, new = MUTANTS[options.game]
    with open(os.path.join(copy.root, path), encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        tap.check("%s: the mutant finds its line" % path, False, "%r is there %d times" % (old, text.count(old)))
        return
    with open(os.path.join(copy.root, path), "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    fine, said = copy.make([path])
    if tap.check("%s: the mutant builds" % path, fine, said):
        fine, said = run_in(copy.root, laws)
        tap.check("%s that relies on a number breaks a law" % path, not fine and "not ok" in said, said)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("build")
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="leave the copies in BUILD/tests/laws/perturbed")
    parser.add_argument("--mutant", action="store_true", help="see a law break")
    parser.add_argument("--laws", nargs=argparse.REMAINDER, default=[])
    options = parser.parse_args()
    options.source, options.build = os.path.abspath(options.source), os.path.abspath(options.build)
    tap = Tap()
    wrong = out_of_bounds(os.path.join(options.source, "games", options.game))
    if tap.check("%s: all rows lie within their bounds" % options.game, not wrong, "\n".join(wrong)):
        for seed in range(options.seed, options.seed + options.seeds):
            check_seed(tap, options, seed)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
