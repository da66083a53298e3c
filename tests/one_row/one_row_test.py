#!/usr/bin/env python3
"""A unit is one row, one glyph, and one paragraph with its example, in every game that has rows; a hero is a file and a row; a game
is a call of tools/new-game: one_row_test.py SOURCE_FOLDER REDOUBT

What is added stands in tests/GAME/one_row_test.py, tests/fate/new_hero_test.py and tests/unit/new_game_test.py, each of which can be
run alone. Here one copy of the sources gets all of it, as building a copy is what takes long. REDOUBT is the command without it.
"""
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from one_row import run  # noqa: E402

GAMES = ["apoca", "civ", "classic", "fortress"]


def load(path):
    """A test as a module; its path is told from tests/."""
    spec = importlib.util.spec_from_file_location(path.replace("/", "_")[:-3], os.path.join(HERE, "..", path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], *[load(game + "/one_row_test.py").ADDITION for game in GAMES],
                 parts=[load("fate/new_hero_test.py").part(sys.argv[2]), load("unit/new_game_test.py").PART]))
