#!/usr/bin/env python3
"""A new piece is one row, one drawing and one paragraph with its example: new_row_test.py GAME...

Works in a copy of the tree, so that nothing is left behind. Everything but golden games passes there, and
bots play with it; without the drawing, the paragraph or the example a test fails with a sentence that says
what to add where. The recipes are at the end of this file.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from rows import Tap

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLAIN = ("--buildtype=plain", "-Dwasm=disabled", "-Dptx=disabled", "-Dman=disabled")


def run(tree, *command):
    done = subprocess.run([str(word) for word in command], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return done.returncode, done.stdout


class Change:
    """Text that is added to a file before a mark, or a new file; and that can be left out again."""

    def __init__(self, tree, path, mark, text):
        self.path, self.mark, self.text = tree / path, mark, text

    def edit(self, change):
        self.path.write_text(change(self.path.read_text(encoding="utf-8")), encoding="utf-8")

    def put(self):
        if self.mark is None:
            self.path.write_text(self.text, encoding="utf-8")
        else:
            self.edit(lambda old: old.replace(self.mark, self.text + self.mark, 1))

    def leave_out(self):
        if self.mark is None:
            self.path.unlink()
        else:
            self.edit(lambda new: new.replace(self.text, "", 1))


class Proof:
    def __init__(self, tap, tree, recipe):
        self.tap, self.tree, self.recipe = tap, tree, recipe
        self.redoubt = tree / "build" / "redoubt"
        self.changes = {name: Change(tree, *change) for name, change in recipe["changes"].items()}

    def passes(self, name, *command):
        status, said = run(self.tree, *command)
        return self.tap.check(name, [] if status == 0 else ["exit status %d" % status, *said.splitlines()[-30:]])

    def programs(self):
        """The game's own tests that are compiled."""
        game = self.recipe["game"]
        return ["tests/%s/%s_%s_test" % (game, game, name) for name in self.recipe["tests"]]

    def checks(self):
        """The tests of rows and of examples in the copy."""
        rows = run(self.tree, "python3", "tests/rows/rows_test.py", self.redoubt, self.tree, self.recipe["game"])
        examples = run(self.tree, "python3", "tests/examples/examples_test.py", self.redoubt, self.tree / "games",
                       self.recipe["game"])
        said = [line for line in (rows[1] + examples[1]).splitlines() if not line.startswith("ok ")]
        return rows[0] == 0 and examples[0] == 0, "\n".join(said)

    def fails_without(self, name):
        change, sentence = self.changes[name], self.recipe["wanted"][name]
        change.leave_out()
        good, said = self.checks()
        change.put()
        told = " ".join(said.replace("\n#", " ").split())
        self.tap.check("%s: without its %s a test says what to add" % (self.recipe["piece"], name),
                       ["no test fails"] if good else [] if sentence in told else ["nobody says: " + sentence, said[-2000:]])

    def play(self):
        used = False
        for bots in self.recipe["matches"]:
            name = "%s: %s play to the end" % (self.recipe["piece"], " ".join(bots))
            replay = self.tree / "game.replay"
            if self.passes(name, self.redoubt, "match", self.recipe["game"], *bots, "--seed", "5", "--replay", replay):
                used = used or self.recipe["used"](run(self.tree, self.redoubt, "replay", replay, *self.recipe["show"])[1])
        self.tap.check("%s: bots use it" % self.recipe["piece"], [] if used else ["no bot did"])

    def check(self):
        piece, game = self.recipe["piece"], self.recipe["game"]
        good, said = self.checks()
        self.tap.check("%s: all tests of rows and examples pass" % piece, [] if good else said.splitlines()[-40:])
        laws = ("build/tests/laws/laws", "--game", game, "--games", self.recipe["laws"])
        self.passes("%s: the laws hold" % piece, *laws)
        for program in self.programs():
            self.passes("%s: %s passes" % (piece, pathlib.Path(program).name), self.tree / "build" / program)
        self.play()
        for name in self.recipe["wanted"]:
            self.fails_without(name)


def not_sources(folder, names):
    if pathlib.Path(folder) != ROOT:
        return [name for name in names if name in ("__pycache__", "node_modules")]
    return [name for name in names if name == ".git" or name.startswith("build")]


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="redoubt-new-row-") as scratch:
        tree = pathlib.Path(scratch) / "redoubt"
        shutil.copytree(ROOT, tree, ignore=not_sources)
        proofs = [Proof(tap, tree, RECIPES[game]) for game in sys.argv[1:] or RECIPES]
        for proof in proofs:
            for change in proof.changes.values():
                change.put()
        status, said = run(tree, "meson", "setup", *PLAIN, "build")
        if status == 0:
            own = [name for proof in proofs for name in proof.programs()]
            status, said = run(tree, "ninja", "-C", "build", "redoubt", "tests/laws/laws", *own)
        if tap.check("the copy builds", [] if status == 0 else said.splitlines()[-40:]):
            for proof in proofs:
                proof.check()
    return tap.end()


def stands_on(terrain):
    """Does anything of anybody stand on such land in the last position?"""
    def used(said):
        position = json.loads(said)
        return any(position["board"][x][y] == terrain
                   for player in position["state"]["players"] for what in ("cities", "workers", "armies")
                   for x, y, *_ in player[what])
    return used


# A map with marsh for the bots to play on.
FEN = "grid:\n" + "".join(row + "\n" for row in (
    "gmmffmmg", "mmhmmhmm", "mhgffghm", "fmfmmfmf", "fmfmmfmf", "mhgffghm", "mmhmmhmm", "gmmffmmg"))

# changes: (file, the text that it goes before or None for a new file, what is added). A row is a row twice,
# in the file of rows and in the table of the rulebook. "wanted" says what a test has to say without one.
RECIPES = {
    "apoca": {
        "game": "apoca",
        "piece": "scorpion",
        "changes": {
            "row": ("games/apoca/towers.def", "/* clang-format on */",
                    'TOWER(SCORPION, "scorpion", "Scorpion", "S",  "R7.11", SHOOTS, 15,   3,    4,    7,  0,     0,  0,\n'
                    '      "Shoots at one hostile unit, and hits hard.")\n'),
            "row in the table": ("games/apoca/RULES.md", "\n[towers](examples/R7.1-towers.json)",
                                 "| Scorpion | 15 | 3 | 4th turn | 4 | 7 damage to one unit |\n"),
            "paragraph": ("games/apoca/RULES.md", "## R8 The end",
                          "**R7.11** A scorpion aims like a crossbow (R7.5). It does not shoot as far, but it hits harder.\n"
                          "[scorpion](examples/R7.11-scorpion.json)\n\n"),
            "example": ("games/apoca/examples/R7.11-scorpion.json", None, (HERE / "apoca_scorpion.json").read_text()),
            "drawing": ("clients/web/src/skins/apoca.ts", "};\n/** And of units.def", '  scorpion: "M3 3h18v4H3zM10 7h4v14h-4z",\n'),
        },
        "wanted": {
            "row in the table": 'RULES.md R7.1 has no row for "Scorpion", which stands in towers.def: add | Scorpion | 15 |',
            "paragraph": "games/apoca/RULES.md has no paragraph R7.11, which the row of scorpion in towers.def names: add",
            "example": "has no example: add one as games/apoca/examples/R7.11-scorpion.json and a link to it",
            "drawing": 'apoca.ts draws no "scorpion": add a line scorpion: "M...", to TOWERS',
        },
        "laws": 20,
        "tests": ("rules", "codec", "mapfile", "megaminer"),
        "matches": [("economy", "greedy"), ("expert", "random", "--set", "turns=12"), ("casual", "bastion", "--set", "turns=99")],
        "show": ("--log",),
        "used": lambda said: "builds a scorpion" in said,
    },
    "civ": {
        "game": "civ",
        "piece": "marsh",
        "changes": {
            "row": ("games/civ/terrains.def", "/* clang-format on */",
                    'TERRAIN(MARSH,     "marsh",     "m", "R2.3",  0,                          2, 0, 1, 2, 0, 1, 1,\n'
                    '        "Feeds people and brings a little trade, and is bad ground to fight from.")\n'),
            "row in the table": ("games/civ/RULES.md", "\nUnder `civ` no worker",
                                 "| marsh | 5 | `m` | 2 / 0 / 1 | 2 / 0 / 1 | 0.5 |\n"),
            "paragraph": ("games/civ/RULES.md", "## R3 How a board grows",
                          "**R2.3** Marsh is found only on maps: no board grows it (R3.3).\n[marsh](examples/R2.3-marsh.json)\n\n"),
            "example": ("games/civ/examples/R2.3-marsh.json", None, (HERE / "civ_marsh.json").read_text()),
            "drawing": ("clients/web/src/skins/civ.ts", "};\n\nexport const civ", '  marsh: "M-12 4h8m4 0h8M-8-6v6m6-6v6",\n'),
            "map": ("games/civ/maps/fen.map", None, FEN),
            "name of the map": ("games/civ/maps/ORDER", "caldera", "fen\n"),
        },
        "wanted": {
            "row in the table": 'RULES.md R2.2 has no row for "marsh", which stands in terrains.def: add | marsh | 5 |',
            "paragraph": "games/civ/RULES.md has no paragraph R2.3, which the row of marsh in terrains.def names: add",
            "example": "has no example: add one as games/civ/examples/R2.3-marsh.json and a link to it",
            "drawing": 'civ.ts draws no "marsh": add a line marsh: "M...", to TEXTURES',
        },
        "laws": 1,
        "tests": ("board", "codec", "rules"),
        "matches": [("greedy", "strong", "casual", "random", "--set", "map=fen", "--set", "rounds=30"),
                    ("expert", "beginner", "greedy", "random", "--set", "rounds=4")],
        "show": ("--at", "end"),
        "used": stands_on(5),
    },
}

sys.exit(main())
