#!/usr/bin/env python3
"""A game fresh from tools/new-game builds, obeys the laws and passes its examples: new_game_test.py

Works in a copy of the tree, so that nothing is left behind. tests/one_row/one_row_test.py runs this beside others."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/one_row"))
import one_row  # noqa: E402
NAME = "reefknot"
GOLDEN, SECRECY, QUESTIONS = "tests/golden/golden", "tests/server/server_secrecy_test", "tests/server/server_question_test"


def run(*command, cwd):
    return one_row.run_in(cwd, [str(word) for word in command])


def step(tap, name, *command, cwd):
    return tap.check(name, *run(*command, cwd=cwd))


def refuses(tap, tree, name, word):
    fine, said = run("tools/new-game", name, cwd=tree)
    tap.check(f"new-game refuses {word}", not fine and "new-game:" in said, said)


def leftovers(folder):
    """Words of the pattern that should have been renamed."""
    found = []
    for path in folder.rglob("*"):
        if "null" in path.name:
            found.append(str(path))
        if path.is_file():
            text = path.read_text()
            found += [f"{path}: {word}" for word in ("null_", "NULL_", '"null"', "null.h") if word in text]
    return found


def add(tap, root):
    tree = pathlib.Path(root)
    step(tap, "new-game makes a game", "tools/new-game", NAME, cwd=tree)
    found = leftovers(tree / "games" / NAME)
    tap.check("new-game renames everything", not found, "\n".join(found))
    refuses(tap, tree, NAME, "a name that is taken")
    refuses(tap, tree, "Bad-Name", "a bad name")


def check(tap, root):
    tree = pathlib.Path(root)
    build, examples = tree / "build", sorted((tree / "games" / NAME / "examples").glob("*.json"))
    redoubt = build / "redoubt"
    step(tap, "a new game obeys the laws", build / "tests/laws/laws", "--game", NAME, "--games", "100", cwd=tree)
    step(tap, "a new game passes its examples", redoubt, "scenario", "--check", *examples, cwd=tree)
    step(tap, "a new game keeps its secrets on the wire, or has none", build / SECRECY, "20", NAME, cwd=tree)
    step(tap, "a new game may lack any bot but random", build / QUESTIONS, cwd=tree)
    step(tap, "a new game needs no golden games yet", build / GOLDEN, "--check", tree / "tests/golden", NAME, cwd=tree)
    exported = tree / "suite"
    step(tap, "the suite is exported beside a new game", redoubt, "suite", "export", exported, cwd=tree)
    tap.check("a new game is no part of the suite before its golden games are recorded",
              (exported / "apoca").exists() and not (exported / NAME).exists(), sorted(p.name for p in exported.glob("*")))
    step(tap, "a new game plays a match", redoubt, "match", NAME, "random", "random", cwd=tree)


PART = one_row.Part("new game", add, [GOLDEN, SECRECY, QUESTIONS], check)

if __name__ == "__main__":
    sys.exit(one_row.run(str(ROOT), parts=[PART]))
