#!/usr/bin/env python3
"""A unit is one row, one glyph, and one paragraph with its example, in every game that has rows: one_row_test.py SOURCE_FOLDER

What is added stands in tests/GAME/one_row_test.py, which tries its own game alone. Here one copy of the sources gets all of
it, as building a copy is what takes long.
"""
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from one_row import run  # noqa: E402

GAMES = ["apoca", "civ", "classic", "fortress"]


def addition_of(game):
    path = os.path.join(HERE, "..", game, "one_row_test.py")
    spec = importlib.util.spec_from_file_location("one_row_of_" + game, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ADDITION


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], *map(addition_of, GAMES)))
