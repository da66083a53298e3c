#!/usr/bin/env python3
"""A terrain is one row, one glyph, and one paragraph with its example: one_row_test.py SOURCE_FOLDER

See tests/one_row/one_row.py. A map of marsh lets bots play on it: no board grows any.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "one_row"))
from one_row import Addition, Create, Insert, Match, run  # noqa: E402

NUMBER = 5  # of the row, from 0

ROW = '''TERRAIN(MARSH,     "marsh",     "m", "R2.3",  0,                          2, 0, 1, 2, 0, 1, 1,
        "Feeds people and brings a little trade, and is bad ground to fight from.")
'''

GROUND = '''  marsh: "meadow",
'''

PARAGRAPH = '''**R2.3** Marsh is found only on maps: no board grows it (R3.3).

| terrain | number | in maps | food | production | trade | final food | final production | final trade | strength |
|---|---|---|---|---|---|---|---|---|---|
| marsh | 5 | `m` | 2 | 0 | 1 | 2 | 0 | 1 | 50 |

[marsh](examples/R2.3-marsh.json)

'''

EXAMPLE = '''[
  {
    "game": "civ",
    "title": "a city on marsh",
    "position": {
      "size": 8,
      "board": [
        [5, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]
      ],
      "state": {
        "current": 3,
        "round": 1,
        "players": [
          {"food": 5, "cities": [[0, 0]]}, {"cities": [[7, 0]]}, {"cities": [[0, 7]]},
          {"cities": [[7, 7]]}
        ]
      }
    },
    "steps": [[3, {"verb": "end_turn"}]],
    "expect": {
      "over": false,
      "position": {"state": {"players": [{"food": 7, "production": 0, "trade": 1}, {}, {}, {}]}}
    }
  }
]
'''

FEN = '''grid:
gmmffmmg
mmhmmhmm
mhgffghm
fmfmmfmf
fmfmmfmf
mhgffghm
mmhmmhmm
gmmffmmg
'''


def stands_on_marsh(position):
    """Does anything of anybody stand on it?"""
    return any(position["board"][x][y] == NUMBER
               for player in position["state"]["players"] for what in ("cities", "workers", "armies")
               for x, y, *_ in player[what])


ADDITION = Addition(
    game="civ",
    name="marsh",
    row=[Insert("games/civ/terrains.def", "/* clang-format on */", ROW),
         Create("games/civ/maps/fen.map", FEN), Insert("games/civ/maps/ORDER", "caldera", "fen\n")],
    others={
        "glyph": ([Insert("clients/web/src/skins/civ.ts", "  mountains:", GROUND)],
                  "the page has no glyph for the marsh: add it to GLYPHS in clients/web/src/skins/civ.ts, or to LAND"),
        "paragraph": ([Insert("games/civ/RULES.md", "## R3 How a board grows", PARAGRAPH)],
                      "games/civ/RULES.md has no paragraph R2.3, which the card of marsh cites"),
        "example": ([Create("games/civ/examples/R2.3-marsh.json", EXAMPLE)],
                    'no example of civ has a "marsh": add games/civ/examples/R2.3-marsh.json'),
    },
    matches=[
        Match(["greedy", "strong", "casual", "random"], ["--seed", "5", "--set", "map=fen", "--set", "rounds=30"], uses=True),
        Match(["expert", "beginner", "greedy", "random"], ["--seed", "5", "--set", "rounds=4"]),
    ],
    laws=["--games", "1", "--seed", "1"],
    scripts=["tests/civ/prose_test.py"],
    programs=["tests/civ/civ_%s_test" % name for name in ("board", "codec", "rules")],
    used=stands_on_marsh)

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], ADDITION))
