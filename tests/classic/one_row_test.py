#!/usr/bin/env python3
"""A slinger is one row, one glyph, and one paragraph with its example: one_row_test.py SOURCE_FOLDER

See tests/one_row/one_row.py.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "one_row"))
from one_row import Addition, Create, Insert, Match, run  # noqa: E402

ROW = '''ROW_UNIT(SLINGER, "slinger",   8,  6, 14, 10, CLASSIC_T_FIGHTER, "R2.4",
         "Throws stones two tiles far, for little gold.")
'''

GLYPH = '''  slinger: "M4 20 12 8l2 1-8 12zM16 3a4 4 0 1 1-.01 0z",
'''

PARAGRAPH = '''**R2.4** A slinger shoots like an archer (R5.6). It is cheaper, and its stones are weaker.

| kind | cost | health | melee | ranged | recovers |
|---|---|---|---|---|---|
| slinger | 8 | 100 | 6 | 14 | 10 |

[a slinger](examples/R2.4-a-slinger.json)

'''


def shot(title, target, health):
    """A slinger at 8,4 and a soldier of the other side; health None: the shot is refused."""
    return {
        "game": "classic",
        "title": title,
        "options": {"steady": 1},
        "position": {"turn": 3, "players": [{"gold": 8}, {"gold": 0}],
                     "units": [{"id": 3, "owner": 0, "type": "slinger", "at": [8, 4], "hp": 100},
                               {"id": 4, "owner": 1, "type": "soldier", "at": target, "hp": 100}]},
        "steps": [[0, {"verb": "buy", "type": "slinger", "at": [0, 6]}], [0, {"verb": "ranged", "unit": 3, "at": target}],
                  [0, {"verb": "done"}], [1, {"verb": "done"}]],
        "expect": {"over": False, "refused": [1] if health is None else [],
                   "position": {"players": [{"gold": 5}, {"gold": 5}], "units": [{"id": 4, "hp": health or 100}]}},
    }


EXAMPLE = json.dumps([
    shot("it costs 8 gold and shoots two tiles far, weaker than an archer", [10, 4], 64),
    shot("three tiles are too far", [11, 4], None),
], indent=2) + "\n"

ADDITION = Addition(
    game="classic",
    name="slinger",
    row=[Insert("games/classic/units.def", 'ROW_BUILDING(BASE, "base"', ROW + "\n")],
    others={
        "glyph": ([Insert("clients/web/src/skins/classic.ts", "  scout: arms", GLYPH)],
                  "the page has no glyph for the slinger: add it to GLYPHS in clients/web/src/skins/classic.ts"),
        "paragraph": ([Insert("games/classic/RULES.md", "## R3 The beginning", PARAGRAPH)],
                      "games/classic/RULES.md has no paragraph R2.4, which the card of slinger cites"),
        "example": ([Create("games/classic/examples/R2.4-a-slinger.json", EXAMPLE)],
                    'no example of classic has a "slinger": add games/classic/examples/R2.4-slinger.json'),
    },
    matches=[
        Match(["greedy", "greedy"], ["--seed", "4", "--set", "turn_limit=60"], uses=True),
        Match(["strong", "casual"], ["--seed", "6", "--set", "turn_limit=25"], uses=True),
        Match(["expert", "beginner"], ["--seed", "5", "--set", "turn_limit=15"], uses=True),
        Match(["random", "random"], ["--seed", "3", "--set", "turn_limit=60"]),
    ],
    laws=["--games", "2", "--seed", "80"],
    programs=["tests/bots/bots_plans_test"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], ADDITION))
