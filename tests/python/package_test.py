#!/usr/bin/env python3
"""The Python package: what it plays, what it refuses, and the snippets of its guide. TAP.

    package_test.py LIBRARY CARDS DRIVER [PRELOAD]

LIBRARY: libredoubt.so. CARDS: the folder of libcard-GAME.so, DRIVER: of the driver without a card (see
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


def interpreter():
    """One that has numpy, or None."""
    for name in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(name) and subprocess.run([name, "-c", "import numpy"], capture_output=True).returncode == 0:
            return name
    return None


def lay_out(folder, library, cards):
    """The package as a wheel has it, with kernels that are libraries of this machine."""
    shutil.copytree(ROOT / "bindings/python/redoubt", folder / "redoubt",
                    ignore=shutil.ignore_patterns("__pycache__", "*.so.*", "kernels"))
    shutil.copy(library, folder / "redoubt/libredoubt.so.1")
    (folder / "redoubt/kernels").mkdir()
    for card in pathlib.Path(cards).glob("libcard-*.so"):
        game = card.stem.removeprefix("libcard-")
        (folder / f"redoubt/kernels/rules-{game}.ptx").write_text(str(card))
    for file in ("tests/python/cases.py", "tests/tap.py", "examples/train.py"):
        shutil.copy(ROOT / file, folder)
    guide = ROOT / "docs/python.md"
    text = guide.read_text() if guide.exists() else ""
    for number, snippet in enumerate(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)):
        (folder / f"snippet_{number}.py").write_text(snippet)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    python = interpreter()
    if python is None:
        tap.skip("the Python package", "needs numpy (python3-numpy)")
        return tap.end()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(folder, sys.argv[1], sys.argv[2])
        environment = dict(os.environ, PYTHONPATH=name, LD_LIBRARY_PATH=sys.argv[3], PYTHONDONTWRITEBYTECODE="1",
                           OPENBLAS_NUM_THREADS="1", ASAN_OPTIONS="detect_leaks=0")
        if len(sys.argv) > 4:
            environment["LD_PRELOAD"] = sys.argv[4]
        return subprocess.run([python, folder / "cases.py"], env=environment, cwd=name).returncode


sys.exit(main())
