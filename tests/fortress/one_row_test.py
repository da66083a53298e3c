#!/usr/bin/env python3
"""A Catapult is one row, one glyph, and one paragraph with its example: one_row_test.py SOURCE_FOLDER [--long]

See tests/one_row/one_row.py. --long plays more games, for `make soak`.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "one_row"))
from one_row import Addition, Create, Insert, Match, run  # noqa: E402

ROW = '''ROW_UNIT(CATAPULT,      "catapult",      "catapult",      140,  5, 35, 1, 3, 2, 10, 2, FORTRESS_T_FIGHTER, "R4.3",
         "Throws stones three tiles far, and walks one tile a turn.")
'''

GLYPH = '''  catapult: "M2 18h20v2H2zM5 14a3 3 0 1 0 .01 0zM17 14a3 3 0 1 0 .01 0zM6 12 17 3l2 2L9 14z",
'''

PARAGRAPH = '''**R4.3** The stones of a catapult count as arrows. It is slow: without a road no forest, river or lake
lets it in (R9.5).

| unit | cost | melee | ranged | move | range | sight | recovers | penalty |
|---|---|---|---|---|---|---|---|---|
| catapult | 140 | 5 | 35 | 1 | 3 | 2 | 10 | 2 |

[a catapult](examples/R4.3-a-catapult.json)

'''

EXAMPLE = '''[
  {
    "game": "fortress",
    "title": "it throws three tiles far, walks one, and enters no forest",
    "seed": "1",
    "position": {
      "turn": 3,
      "board": {"origin": [0,0], "rows": [
        "..............",
        "..............",
        "..............",
        "...f..........",
        "...f..........",
        "..............",
        "..............",
        "..............",
        ".............."],
        "bases": [[0, 4], [13, 4]], "towers": [[], []]},
      "players": [{"gold": 140}, {"gold": 25}],
      "units": [
        {"id": 7, "owner": 0, "type": "catapult", "at": [5, 6], "hp": 100},
        {"id": 9, "owner": 0, "type": "catapult", "at": [4, 4], "hp": 100},
        {"id": 11, "owner": 0, "type": "scout", "at": [6, 6], "hp": 100},
        {"id": 8, "owner": 1, "type": "soldier", "at": [8, 6], "hp": 100}]},
    "steps": [
      [0, {"verb": "buy", "type": "catapult", "at": [1, 4]}],
      [0, {"verb": "ranged", "unit": 7, "at": [8, 6]}],
      [0, {"verb": "move", "unit": 9, "to": [3, 4]}],
      [0, {"verb": "move_to", "unit": 9, "to": [3, 4]}],
      [0, {"verb": "move_to", "unit": 9, "to": [2, 4]}],
      [0, {"verb": "done"}],
      [1, {"verb": "done"}]],
    "expect": {"over": false, "refused": [2, 3], "position": {
      "players": [{"gold": 10}, {"gold": 35}],
      "units": [{"id": 8, "hp": 60}, {"id": 9, "at": [3, 5]}]}}
  }
]
'''


def catapult(long):
    most = ["--set", "turn_limit=%d" % (200 if long else 40)]
    small = ["--set", "map=skirmish"] + most
    return Addition(
        game="fortress",
        name="catapult",
        row=[Insert("games/fortress/units.def", "/*                                 melee sight penalty */", ROW + "\n")],
        others={
            "glyph": ([Insert("clients/web/src/skins/fortress.ts", "  fortification:", GLYPH)],
                      "the page has no glyph for the catapult: add it to GLYPHS in clients/web/src/skins/fortress.ts"),
            "paragraph": ([Insert("games/fortress/RULES.md", "## R5 Ground", PARAGRAPH)],
                          "games/fortress/RULES.md has no paragraph R4.3, which the card of catapult cites"),
            "example": ([Create("games/fortress/examples/R4.3-a-catapult.json", EXAMPLE)],
                        'no example of fortress has a "catapult": add games/fortress/examples/R4.3-catapult.json'),
        },
        matches=[
            Match(["greedy", "greedy"], ["--seed", "4"] + most, uses=True),
            Match(["strong", "casual"], ["--seed", "6"] + small, uses=True),
            Match(["expert", "beginner"], ["--seed", "5"] + small, uses=True),
            Match(["random", "random"], ["--seed", "3"] + most),
        ],
        # Game 80 is one in which far walks of a slow unit begin beside forests.
        laws=["--games", "40" if long else "2", "--seed", "80"],
        programs=["tests/fortress/fortress_scene_test", "tests/fortress/fortress_map_test", "tests/host/host_edit",
                  "tests/bots/bots_plans_test"])


ADDITION = catapult(long=False)

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], catapult("--long" in sys.argv)))
