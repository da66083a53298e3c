"""A unit is one row: adds something to a copy of the sources, and sees that everything works with it.

A game's test describes what it adds as an Addition and calls run(); one_row_test.py beside this runs
those of all games. The sources are copied to a
temporary folder, the edits are made there, the command and the laws are built, and then: the laws
hold, the examples pass, rulebook, cards and glyphs agree, bots play to the end and buy it. Last, each
edit that is not code is left out once: then a test has to fail with the sentence that says what to
add. Golden files are not looked at: they say how the game played before.

What is added in another way, a hero or a whole game, is a Part: it brings its own checks.

ccache makes all but the first run quick, if it is there.
"""
import dataclasses
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

# As `make build` compiles, so that what a copy does not change comes out of its ccache.
OPTIONS = (["-Dbuildtype=release"] + ["-Dwerror=true"] * ("CI" in os.environ)
           + ["-D%s=disabled" % f for f in ("wasm", "ptx", "man", "web")])


@dataclasses.dataclass
class Insert:
    """Text that goes in front of the first line that begins so, behind it with after=True."""
    path: str
    line: str
    text: str
    after: bool = False

    def apply(self, root):
        path = os.path.join(root, self.path)
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)
        at = next((i for i, one in enumerate(lines) if one.startswith(self.line)), None)
        if at is None:
            raise SystemExit("one_row: no line of %s begins with %r" % (self.path, self.line))
        lines.insert(at + 1 if self.after else at, self.text)
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(lines))


@dataclasses.dataclass
class Create:
    """A new file."""
    path: str
    text: str

    def apply(self, root):
        with open(os.path.join(root, self.path), "w", encoding="utf-8") as file:
            file.write(self.text)


@dataclasses.dataclass
class Match:
    """A game of bots; whether one of them has to use what was added."""
    bots: list
    options: list
    uses: bool = False


@dataclasses.dataclass
class Addition:
    game: str
    name: str  # as orders write it
    row: list  # edits of code
    others: dict  # edit: ([Insert or Create, ...], what a test has to say when it is left out)
    matches: list
    laws: list  # arguments of the program that runs the laws
    programs: list = dataclasses.field(default_factory=list)  # more tests to build and run
    scripts: list = dataclasses.field(default_factory=list)  # more tests that are given the command and games/
    used: object = None  # tells by the last position whether it was used; None: an order has to name it


@dataclasses.dataclass
class Part:
    """Something else that is added to the copy."""
    name: str
    add: object  # add(tap, root), before the copy is built
    programs: list  # that are built for it, besides the command and the laws
    check: object  # check(tap, root), afterwards


def files_of(source):
    """Everything that git keeps or would keep; without git everything but build folders."""
    done = subprocess.run(["git", "-C", source, "ls-files", "-z", "-c", "-o", "--exclude-standard"],
                          capture_output=True, check=False)
    if done.returncode == 0 and done.stdout:
        return sorted(name for name in done.stdout.decode().split("\0") if name)
    found = []
    for here, folders, names in os.walk(source):
        folders[:] = [f for f in folders if f not in (".git", "node_modules") and not f.startswith("build")]
        found += [os.path.relpath(os.path.join(here, name), source) for name in names]
    return sorted(found)


def copy_tree(source, root):
    for name in files_of(source):
        path = os.path.join(source, name)
        if os.path.isfile(path):
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            shutil.copy(path, os.path.join(root, name))


def run_in(root, command):
    """(all is well, what it said)"""
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode == 0, done.stdout + done.stderr


def failures_of(said):
    """The failed checks of a TAP test and the sentences below them."""
    return "".join(re.findall(r"^not ok.*\n(?:#.*\n?)*", said, re.M)) or said


def build(tap, root, additions):
    """additions: parts too."""
    targets = ["redoubt", "tests/laws/laws"] + sorted({program for one in additions for program in one.programs})
    fine, said = run_in(root, ["meson", "setup", "build"] + OPTIONS)
    fine, said = run_in(root, ["ninja", "-C", "build"] + targets) if fine else (fine, said)
    return tap.check("it builds with a %s" % " and a ".join(one.name for one in additions), fine, said)


def book_tests(addition):
    """Tests of the rulebook, examples, cards and glyphs; they need no building."""
    return [("examples", [sys.executable, "tests/examples/examples_test.py", "build/redoubt", "games", addition.game]),
            ("cards", [sys.executable, "tests/examples/cards_test.py", "build/redoubt", ".", addition.game])] + [
                (script, [sys.executable, script, "build/redoubt", "games"]) for script in addition.scripts]


def check_tests(tap, root, addition):
    tests = [("laws", ["build/tests/laws/laws", "--game", addition.game] + addition.laws)] + book_tests(addition)
    tests += [(os.path.basename(p), ["build/" + p]) for p in addition.programs]
    for name, command in tests:
        fine, said = run_in(root, command)
        tap.check("%s with a %s: %s" % (addition.game, addition.name, name), fine, failures_of(said))


def is_used(root, replay, addition):
    if addition.used is not None:
        return addition.used(json.loads(run_in(root, ["build/redoubt", "replay", replay, "--at", "end"])[1]))
    fine, said = run_in(root, ["build/redoubt", "replay", replay, "--json"])
    turns = json.loads(said)["turns"] if fine else []
    return any(addition.name in step["order"].values() for turn in turns for step in turn["steps"])


def check_match(tap, root, addition, match):
    replay = os.path.join(root, "match.rep")
    fine, said = run_in(root, ["build/redoubt", "match", addition.game] + match.bots + match.options
                        + ["--json", "--replay", replay])
    result = json.loads(said.splitlines()[0]) if fine else {}
    fine = fine and "outcome" in result and not any(result.get("turns_ended_for", [0]))
    tap.check("%s with a %s: %s play to the end" % (addition.game, addition.name, " and ".join(match.bots)), fine, said)
    if match.uses:
        used = fine and is_used(root, replay, addition)
        tap.check("%s: %s use a %s" % (addition.game, " or ".join(match.bots), addition.name), used,
                  "nothing of theirs shows it\n" + said)


def check_left_out(tap, source, root, addition, left_out):
    """The copy without one edit: a test of the rulebook says what is missing."""
    edits, sentence = addition.others[left_out]
    for edit in edits:
        original = os.path.join(source, edit.path)
        if os.path.exists(original):
            shutil.copy(original, os.path.join(root, edit.path))
        else:
            os.remove(os.path.join(root, edit.path))
    results = [run_in(root, command) for _, command in book_tests(addition)]
    said = "".join(failures_of(text) for fine, text in results if not fine)
    tap.check("%s without its %s fails, and says: %s" % (addition.name, left_out, sentence), sentence in said,
              said or "nothing failed")
    for edit in edits:
        edit.apply(root)


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check_all(tap, source, root, addition):
    check_tests(tap, root, addition)
    for match in addition.matches:
        check_match(tap, root, addition, match)
    for left_out in addition.others:
        check_left_out(tap, source, root, addition, left_out)


def run(source, *additions, parts=()):
    """Prints TAP; the exit status. Additions of several games and parts share a copy, which is built once."""
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="one-row-") as root:
        copy_tree(source, root)
        for addition in additions:
            for edit in addition.row + [e for edits, _ in addition.others.values() for e in edits]:
                edit.apply(root)
        for part in parts:
            part.add(tap, root)
        if build(tap, root, [*additions, *parts]):
            print("# built in %.0f s of CPU" % cpu_seconds())
            for addition in additions:
                check_all(tap, source, root, addition)
            for part in parts:
                part.check(tap, root)
    print("# %.0f s of CPU" % cpu_seconds())
    return tap.end()
