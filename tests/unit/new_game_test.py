#!/usr/bin/env python3
"""A game fresh from tools/new-game builds, obeys the laws and passes its examples.

Works in a copy of the tree, so that nothing is left behind."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402

sys.path.insert(0, str(ROOT / "tests/one_row"))
import one_row  # noqa: E402
NAME = "reefknot"


def run(*command, cwd):
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def step(name, *command, cwd):
    result = run(*command, cwd=cwd)
    return tap.check(name, result.returncode == 0, result.stdout)


def refuses(tree, name, word):
    result = run("tools/new-game", name, cwd=tree)
    tap.check(f"refuses {word}", result.returncode == 2 and "new-game:" in result.stdout, result.stdout)


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


def check(tree):
    build = tree / "build"
    game = tree / "games" / NAME
    if not step("makes a game", "tools/new-game", NAME, cwd=tree):
        return
    found = leftovers(game)
    tap.check("renames everything", not found, "\n".join(found))
    refuses(tree, NAME, "a name that is taken")
    refuses(tree, "Bad-Name", "a bad name")
    if not step("configures", "meson", "setup", *one_row.OPTIONS, build, cwd=tree):
        return
    laws, golden, secrecy = "tests/laws/laws", "tests/golden/golden", "tests/server/server_secrecy_test"
    if not step("builds", "ninja", "-C", build, "redoubt", laws, golden, secrecy, cwd=tree):
        return
    step("obeys the laws", build / laws, "--game", NAME, "--games", "100", cwd=tree)
    examples = sorted((game / "examples").glob("*.json"))
    redoubt = build / "redoubt"
    step("passes its examples", redoubt, "scenario", "--check", *examples, cwd=tree)
    step("keeps its secrets on the wire, or has none", build / secrecy, "20", NAME, cwd=tree)
    step("needs no golden games yet", build / golden, "--check", tree / "tests/golden", cwd=tree)
    exported = tree / "suite"
    step("exports the suite", redoubt, "suite", "export", exported, cwd=tree)
    tap.check("is no part of the suite before its golden games are recorded",
              (exported / "apoca").exists() and not (exported / NAME).exists(), sorted(p.name for p in exported.glob("*")))
    step("plays a match", redoubt, "match", NAME, "random", "random", cwd=tree)


def main():
    with tempfile.TemporaryDirectory(prefix="redoubt-new-game-") as scratch:
        tree = pathlib.Path(scratch) / "redoubt"
        one_row.copy_tree(str(ROOT), str(tree))
        check(tree)
    print("# %.0f s of CPU" % one_row.cpu_seconds())
    return tap.end()


sys.exit(main())
