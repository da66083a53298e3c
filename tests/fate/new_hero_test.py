#!/usr/bin/env python3
"""A hero is a file and a row: Wren joins FATE in a copy of the tree, and everything knows her.

The four pieces lie in tests/fate/new_hero: her file, her row for units.def, her chapter of the rulebook
and its example. With a word for her glyph that is all; docs/adding-a-unit.md tells the same story.
Everything but the golden games must pass, and what is left out must be asked for in a sentence.

new_hero_test.py REDOUBT: the command without her, which must play the same games. tests/one_row/one_row_test.py runs this beside
others."""
import contextlib
import importlib.util
import io
import json
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "one_row"))
import one_row  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PIECES = ROOT / "tests/fate/new_hero"
EXAMPLE = "R29.1-light-feet.json"
# Three heroes of her class, so two of them may be banned.
DRAFT = {
    "game": "fate",
    "title": "with three heroes a class may lose two",
    "options": {"mode": "draft"},
    "rolls": [6, 6, 1, 1],
    "steps": [[0, {"verb": "ban", "hero": "nettle"}], [1, {"verb": "ban", "hero": "gauge"}],
              [1, {"verb": "ban", "hero": "wren"}], [1, {"verb": "ban", "hero": "quill"}],
              [0, {"verb": "ban", "hero": "kesh"}], [0, {"verb": "pick", "hero": "wren"}]],
    "expect": {"refused": [2], "over": False, "position": {"state": {
        "banned": ["kesh", "quill", "nettle", "gauge"], "chosen": ["P1-archer"], "units": {"P1-archer": {"hero": "wren", "hp": 4}}}}},
}
OTHERS = ("heroes1.archer=gauge", "heroes2.trickster=pell", "heroes1.berserker=grum", "heroes2.rider=kesh")


def run(*command, cwd):
    """(all is well, what it said)"""
    return one_row.run_in(cwd, [str(word) for word in command])


def step(tap, name, *command, cwd):
    return tap.check(name, *run(*command, cwd=cwd))


def replace(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1, f"{path}: {old!r} stands there {text.count(old)} times"
    path.write_text(text.replace(old, new))


def add_wren(_, root):
    """A file, a row, a word for the glyph, a chapter and its example."""
    tree = pathlib.Path(root)
    fate = tree / "games/fate"
    shutil.copy(PIECES / "wren.c", fate / "heroes")
    row = (PIECES / "row.def").read_text()
    replace(fate / "units.def", "/* ---- summons, R13.8 ---- */", row + "\n/* ---- summons, R13.8 ---- */")
    replace(tree / "clients/web/src/skins/fate.ts", '"nettle", "gauge"]', '"nettle", "gauge", "wren"]')
    with open(fate / "RULES.md", "a", encoding="utf-8") as book:
        book.write((PIECES / "chapter.txt").read_text())
    shutil.copy(PIECES / EXAMPLE, fate / "examples")


def check_rows(tree):
    return run(sys.executable, tree / "tests/fate/rows_test.py", tree / "build/redoubt", tree, cwd=tree)


def book(tree):
    """What tests/examples says about the rulebook of FATE: (good, output)."""
    spec = importlib.util.spec_from_file_location("examples_test", tree / "tests/examples/examples_test.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    counted, folder, said = module.Tap(), str(tree / "games/fate"), io.StringIO()
    with contextlib.redirect_stdout(said):
        module.check_book(counted, "fate", folder, module.files_below(folder + "/examples", module.MAP_ENDINGS))
    return counted.failed == 0, said.getvalue()


def asks_for(tap, name, path, sentence, check, tree):
    """Without what was added to this file the check fails, with this sentence."""
    kept = path.read_bytes()
    original = ROOT / path.relative_to(tree)
    if original.exists():
        shutil.copy(original, path)
    else:
        path.unlink()
    good, said = check(tree)
    path.write_bytes(kept)
    tap.check(f"wren: without {name}: {sentence}", not good and sentence in said, said)


def game_of(redoubt, path):
    """Orders, events and hashes of a game of others."""
    heroes = [word for pick in OTHERS for word in ("--set", pick)]
    played, _ = run(redoubt, "match", "fate", "greedy", "greedy", *heroes, "--seed", "7", "--replay", path, cwd=path.parent)
    shown, said = run(redoubt, "replay", path, "--json", cwd=path.parent)
    if not played or not shown:
        return None
    game = json.loads(said)
    return {key: value for key, value in game.items() if key != "header"} | {"hash": game["header"]["hash"]}


def check(tap, redoubt_before, root):
    tree = pathlib.Path(root)
    build, fate = tree / "build", tree / "games/fate"
    laws, redoubt = "tests/laws/laws", build / "redoubt"
    step(tap, "wren: obeys the laws", build / laws, "--game", "fate", "--games", "12", cwd=tree)
    examples = sorted((fate / "examples").glob("*.json"))
    step(tap, "wren: passes all examples", redoubt, "scenario", "--check", *examples, cwd=tree)
    tap.check("wren: rulebook and examples fit together", *book(tree))
    tap.check("wren: rows, rulebook and glyphs agree", *check_rows(tree))
    wren = ("--set", "heroes1.archer=wren", "--set", "heroes2.archer=wren")
    for bots in (("greedy", "casual"), ("strong", "beginner")):
        name = " and ".join(bots)
        step(tap, f"wren: {name} play her to the end", redoubt, "match", "fate", *bots, *wren, "--seed", "7", "--set", "rounds=20", cwd=tree)
    (tree / "draft.json").write_text(json.dumps(DRAFT))
    step(tap, "wren: she can be drafted", redoubt, "scenario", "--check", tree / "draft.json", cwd=tree)
    tap.check("wren: games without her are the same to the last hash",
           game_of(redoubt_before, tree / "before.rrp") == game_of(redoubt, tree / "after.rrp") is not None)
    asks_for(tap, "her glyph", tree / "clients/web/src/skins/fate.ts", "has no glyph for wren: add", check_rows, tree)
    asks_for(tap, "her chapter", fate / "RULES.md", "add a chapter for wren", check_rows, tree)
    asks_for(tap, "her example", fate / "examples" / EXAMPLE, "no examples/R29.1-*.json", book, tree)
    without = (fate / "RULES.md").read_text()
    (fate / "RULES.md").write_text(without.replace("**R29.1** *Light Feet*", "*Light Feet*"))
    good, said = check_rows(tree)
    tap.check("wren: without her paragraph: a sentence that says what to add", not good and 'add the paragraph "**R29.1**' in said, said)


def part(redoubt):
    """redoubt: the command without her."""
    before = pathlib.Path(redoubt).resolve()
    return one_row.Part("hero", add_wren, [], lambda tap, root: check(tap, before, root))


if __name__ == "__main__":
    sys.exit(one_row.run(str(ROOT), parts=[part(sys.argv[1])]))
