#!/usr/bin/env python3
"""A tower is one row, one glyph, and one paragraph with its example: one_row_test.py SOURCE_FOLDER

See tests/one_row/one_row.py.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "one_row"))
from one_row import Addition, Create, Insert, Match, run  # noqa: E402

ROW = '''TOWER(SCORPION, "scorpion", "Scorpion", "S",  "R7.11", SHOOTS, 15,   3,    4,    7,  0,     0,  0,
      "Shoots at one hostile unit, and hits hard.")
'''

GLYPH = '''  scorpion: "M3 3h18v4H3zM10 7h4v14h-4z",
'''

PARAGRAPH = '''**R7.11** A scorpion aims like a crossbow (R7.5). It does not shoot as far, but it hits harder.

| type | first price | cooldown | range | damage |
|---|---|---|---|---|
| Scorpion | 15 | 3 | 4 | 7 |

[scorpion](examples/R7.11-scorpion.json)

'''


def shot(title, other_x, targets, after):
    """A scorpion at 5,2 and a mercenary of Blue in the lane above it, and what a turn makes of them."""
    return {
        "game": "apoca",
        "title": title,
        "position": {
            "map": {
                "FloorTiles": [" brbrbr brbrbr ", "rOOOOOOOOOOOOOb", "rO rbrbrbrbr Ob", "rOOOOOOOOOOOOOb", " brbrbr brbrbr "],
                "PlayerBaseR": {"x": 1, "y": 2},
                "PlayerBaseB": {"x": 13, "y": 2},
                "DemonSpawners": [],
            },
            "state": {
                "Towers": [{"Name": "t0", "Type": "Scorpion", "Team": "r", "x": 5, "y": 2, "Cooldown": 0}],
                "Mercenaries": [{"Name": "m0", "Team": "b", "x": other_x, "y": 1, "Health": 25, "Damage": 20}],
            },
        },
        "steps": [[0, {"verb": "done"}], [1, {"verb": "done"}]],
        "expect": {"over": False,
                   "position": {"state": {"Towers": [{"Targets": targets, "Cooldown": 3}], "Mercenaries": [after]}}},
    }


EXAMPLE = json.dumps([
    shot("a scorpion shoots at one unit four tiles away, further than a cannon", 9, [[8, 1]], {"x": 8, "y": 1, "Health": 18}),
    shot("nobody stands within four tiles: the shot is wasted", 10, [], {"x": 9, "y": 1, "Health": 25}),
], indent=2) + "\n"

ADDITION = Addition(
    game="apoca",
    name="scorpion",
    row=[Insert("games/apoca/towers.def", "/* clang-format on */", ROW)],
    others={
        "glyph": ([Insert("clients/web/src/skins/apoca.ts", "  mercenary:", GLYPH)],
                  "the page has no glyph for the scorpion: add it to GLYPHS in clients/web/src/skins/apoca.ts"),
        "paragraph": ([Insert("games/apoca/RULES.md", "## R8 The end", PARAGRAPH)],
                      "games/apoca/RULES.md has no paragraph R7.11, which the card of scorpion cites"),
        "example": ([Create("games/apoca/examples/R7.11-scorpion.json", EXAMPLE)],
                    'no example of apoca has a "scorpion": add games/apoca/examples/R7.11-scorpion.json'),
    },
    matches=[
        Match(["economy", "greedy"], ["--seed", "5"], uses=True),
        Match(["bastion", "casual"], ["--seed", "5", "--set", "turns=99"]),
        Match(["expert", "random"], ["--seed", "5", "--set", "turns=12"]),
    ],
    laws=["--games", "20", "--seed", "1"],
    scripts=["tests/apoca/prose_test.py"],
    programs=["tests/apoca/apoca_%s_test" % name for name in ("rules", "codec", "mapfile", "megaminer")])

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], ADDITION))
