#!/usr/bin/env python3
"""Assertions: none of them does anything but ask, and the rules and the server have enough of them.

A condition with an effect reads as a check and works as a step: whoever takes the check away
takes the step away too. So the functions that a condition may call are listed here.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402

# Functions that only answer. Members of a game's table stand here by their own names.
ASKING = set("""
    audit check_setup turns to_act
    cell_count is_named_unit is_room scene_cell strlen strcmp memcmp
    rd_action_count rd_action_in_range rd_block_limit rd_bot_at rd_bot_memory rd_grid_directions rd_pack_fits
    game_at
    burns fate_card_place fate_counts fate_in_pair fate_is_summon fate_judge_ban fate_judge_pick fate_top
    fate_traits_of likeness_of heal_limit original_of
""".split())
# Those of a game are named after it: fate_judge, civ_seats_in_play.
ASKING_ENDS = ("_judge", "_check_setup", "_audit", "_seats_in_play")
# One assertion for so many lines of functions, in every game and in the server's core. Tables have
# nothing to assert.
LINES = 50
NOT_YET = set()
NOT_CALLS = {"sizeof", "RD_SEAT_BIT", "INT64_C", "UINT64_C", "UINT32_C", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def conditions(text):
    """(line, condition) of every RD_ASSERT that is not its definition."""
    for match in re.finditer(r"(?<!define )\bRD_ASSERT\(", text):
        depth, at = 1, match.end()
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        yield text.count("\n", 0, match.start()) + 1, " ".join(text[match.end():at - 1].split())


def effect_of(condition):
    """What the condition does besides asking; None: nothing."""
    bare = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', '""', condition)
    if re.search(r"\+\+|--", bare):
        return "counts"
    if re.search(r"(?<![=!<>])=(?!=)", bare):
        return "assigns"
    for name in re.findall(r"\b([A-Za-z_]\w*)\s*\(", bare):
        if name not in ASKING and name not in NOT_CALLS and not name.endswith(ASKING_ENDS):
            return f"calls {name}, which is not in the list of functions that only answer"
    return None


def sources(*patterns):
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.split()
    return [ROOT / name for name in names]


def found_effects():
    for path in sources("*.c", "*.h"):
        for line, condition in conditions(without_comments(path.read_text())):
            effect = effect_of(condition)
            if effect is not None:
                yield f"{path.relative_to(ROOT)}:{line}: RD_ASSERT({condition}) {effect}"


def density(texts):
    """Lines of functions, and assertions in them."""
    lines = assertions = 0
    for text in texts:
        for body in re.findall(r"^\{\n.*?^\}", without_comments(text), re.M | re.S):
            lines += body.count("\n") + 1
            assertions += len(list(conditions(body)))
    return lines, assertions


def folders():
    games = {str(path.relative_to(ROOT).parent) for path in ROOT.glob("games/*/RULES.md")}
    return sorted(games - NOT_YET) + ["server/core"]


def bare_folders():
    for folder in folders():
        lines, assertions = density(path.read_text() for path in sorted((ROOT / folder).rglob("*.c")))
        if assertions * LINES < lines:
            yield f"{folder}: {assertions} assertions in {lines} lines of functions; {-(-lines // LINES)} are due"


# What must be found, and what must not.
WRONG = ["match_state_apply(&now, scratch, &entry, &update)", "fclose(page) == 0", "++count < LIMIT", "(size = room) > 0",
         "judge(s, seat, action, &who, &draft).code == RD_OK", "core != NULL && sodium_init() >= 0"]
RIGHT = ["a <= b && c >= d && e == f && g != h", "sizeof(x) == 8", "fate_judge(s, seat, action).code == RD_OK",
         "strcmp(name, \"a = b(c)\") != 0", "game->audit(state) == NULL", "s->done == (seat == 0)"]


def main():
    tap.check_none("an effect in a condition is found",
           [one for one in WRONG if effect_of(one) is None] + [one for one in RIGHT if effect_of(one) is not None])
    sample = "int f(void)\n{ /* RD_ASSERT(run()) */\n    RD_ASSERT(a(b) &&\n        c);\n}\n"
    tap.check_none("conditions are read over several lines, comments are not",
           [] if list(conditions(without_comments(sample))) == [(3, "a(b) && c")] else [str(list(conditions(sample)))])
    tap.check_none("no assertion has an effect", list(found_effects()))
    sample = "int t[] = {\n    1,\n};\nint f(void)\n{\n    RD_ASSERT(1);\n    /* RD_ASSERT(2); */\n}\n"
    tap.check_none("lines of functions are counted, tables are not", [] if density([sample]) == (4, 1) else [str(density([sample]))])
    tap.check_none(f"games and server/core have an assertion in {LINES} lines", list(bare_folders()))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
