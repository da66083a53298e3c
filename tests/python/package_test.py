#!/usr/bin/env python3
"""The Python package: what it plays, what it refuses, and the snippets of its guide. TAP.

    package_test.py CASES REDOUBT LIBRARY CARDS DRIVER [PRELOAD]

CASES: a file of this folder with checks. REDOUBT: the command, which plays the replays. LIBRARY: libredoubt.so. CARDS: the folder of libcard-GAME.so, DRIVER: of the driver without a card (see
tests/batch). PRELOAD: a sanitizer's library, which has to be there before Python. Needs an interpreter with
numpy: this one or Debian's.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402

# What keeps the replay of each game short.
SHORT = {"apoca": ["turns=12"], "civ": ["rounds=12", "size=12"], "classic": ["turn_limit=6"], "fate": ["rounds=4"],
         "fortress": ["turn_limit=5"]}


def interpreter():
    """One that has numpy, or None."""
    for name in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(name) and subprocess.run([name, "-c", "import numpy"], capture_output=True).returncode == 0:
            return name
    return None


def games_of(cards):
    """Each game with its library that stands in for a card."""
    return [(card.stem.removeprefix("libcard-"), card) for card in sorted(pathlib.Path(cards).glob("libcard-*.so"))]


def lay_out(folder, library, cards):
    """The package as a wheel has it, with kernels that are libraries of this machine."""
    shutil.copytree(ROOT / "bindings/python/redoubt", folder / "redoubt",
                    ignore=shutil.ignore_patterns("__pycache__", "*.so.*", "kernels"))
    shutil.copy(library, folder / "redoubt/libredoubt.so.1")
    (folder / "redoubt/kernels").mkdir()
    for game, card in games_of(cards):
        (folder / f"redoubt/kernels/rules-{game}.ptx").write_text(str(card))
    for file in (f"tests/python/{sys.argv[1]}", "tests/python/refused.py", "tests/tap.py", "examples/train.py", "examples/train_numpy.py"):
        shutil.copy(ROOT / file, folder)
    guide = ROOT / "docs/python.md"
    text = guide.read_text() if guide.exists() else ""
    for number, snippet in enumerate(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)):
        (folder / f"snippet_{number}.py").write_text(snippet)


def play(folder, redoubt, cards):
    """A replay of each game; and one whose luck has a key of two halves."""
    games = [(game, "5", SHORT.get(game, [])) for game, _ in games_of(cards)]
    for game, seed, options in games + [("null", "00112233445566778899aabbccddeeff", [])]:
        name = f"{game}.rdr" if seed == "5" else "luck.rdr"
        sets = [word for option in options for word in ("--set", option)]
        subprocess.run([redoubt, "match", game, "random", "random", "--seed", seed, *sets, "--replay", folder / name], check=True,
                       stdout=subprocess.DEVNULL)


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    python = interpreter()
    if python is None:
        tap.skip("the Python package", "needs numpy (python3-numpy)")
        return tap.end()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(folder, sys.argv[3], sys.argv[4])
        play(folder, sys.argv[2], sys.argv[4])
        environment = dict(os.environ, PYTHONPATH=name, LD_LIBRARY_PATH=sys.argv[5], PYTHONDONTWRITEBYTECODE="1",
                           OPENBLAS_NUM_THREADS="1", REDOUBT=os.path.abspath(sys.argv[2]), ASAN_OPTIONS="detect_leaks=0")
        if len(sys.argv) > 6:
            environment["LD_PRELOAD"] = sys.argv[6]
        return subprocess.run([python, folder / sys.argv[1]], env=environment, cwd=name).returncode


sys.exit(main())
