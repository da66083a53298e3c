#!/usr/bin/env python3
"""Rooms: docs/overview.md says which folder may use which, the build gives each target no other
include paths, and every include in the tree agrees with both.

usage: rooms_test.py COMMANDS    (compile_commands.json of a build)
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402
LIB = "include/redoubt/"
GAME, HOSTED = "games/<id>/", "games/<id>/hosted/"
LIBRARIES = {"jansson.h": "jansson", "zstd.h": "zstd", "sodium.h": "libsodium", "sqlite3.h": "SQLite"}
# Made by the build, and named by those who compile a module.
GENERATED = re.compile(r"games\.def|older\.def|card_facts\.h|\w+/builtin_maps\.h")
NAMED_BY_MACRO = {"RD_GAMES_DEF", "RD_ABSENT_DEF", "RD_OLDER_DEF"}
# Files that a test lays into a copy of the tree, and where.
LAID = {"tests/fate/new_hero/": "games/fate/heroes/"}
# Rooms of several programs: each is given what it needs of the row.
SEVERAL = {"bindings/"}
# Who may look into a game besides the game itself.
INTERNAL_FOR = ("bench/", "laws/", "tests/")


def read_table(text):
    """{folder: (folders it may use, libraries)}; folders None: everything."""
    table, alias = {}, {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        folders = re.findall(r"`([\w/<>]+/)`", cells[0]) if len(cells) == 3 else []
        for folder in folders:
            alias[folder] = folders[0]
            words = {word.strip() for word in re.sub(r"`[^`]*`", "", cells[2]).replace(";", ",").split(",")}
            uses = None if "everything" in words else re.findall(r"`([\w/<>]+/)`", cells[2])
            table[folder] = (uses, words & set(LIBRARIES.values()))
    return {folder: (None if uses is None else {alias[use] for use in uses}, libraries)
            for folder, (uses, libraries) in table.items()}, alias


TABLE, ALIAS = read_table((ROOT / "docs/overview.md").read_text())


def room_of(path):
    """The row of the table that a file belongs to, by its longest folder; None: no row."""
    general = re.sub(r"^(games|older)/\w+/", r"\1/<id>/", path)
    rows = [folder for folder in TABLE if general.startswith(folder)]
    return ALIAS[max(rows, key=len)] if rows else None


def resolve(path, include):
    """Where an include in quotes leads, from the top of the tree; None: nowhere."""
    for folder in (os.path.dirname(path), "", "include", "tests", "tests/parity"):
        found = os.path.normpath(os.path.join(folder, include))
        if (ROOT / found).is_file():
            return found
    return None


def game_of(path):
    match = re.match(r"(?:games|older)/(\w+)/", path)
    return match.group(1) if match else None


def problem_of_use(path, target):
    """May the file include the other one? None: yes."""
    mine, other = room_of(path), room_of(target)
    if mine is None or other is None:
        return f"{path if mine is None else target} is in no room of docs/overview.md"
    uses = TABLE[mine][0]
    if mine != other and uses is not None and other not in uses:
        return f"{path} includes {target}, but {mine} may not use {other}"
    own = game_of(path)
    if own is not None and game_of(target) not in (None, own):
        return f"{path} includes {target} of another game"
    if target.endswith("_internal.h") and own is None and not path.startswith(INTERNAL_FOR):
        return f"{path} includes {target}, which is private to its game"
    return None


def problem_of_include(path, include):
    if GENERATED.fullmatch(include):
        return None
    target = resolve(path, include)
    if target is None:
        return f"{path} includes {include}, which is not there"
    if ".." in include.split("/") and room_of(target) != room_of(path):
        return f'{path} leaves its room by "{include}"'
    return problem_of_use(path, target)


def problem_of_library(path, header):
    library = LIBRARIES.get(header)
    mine = room_of(path)
    if library is None or mine is None or TABLE[mine][0] is None or library in TABLE[mine][1]:
        return None
    return f"{path} includes <{header}>, but {mine} may not use {library}"


def problems_of(path, text):
    for mark, name in re.findall(r'^\s*#\s*include\s*(["<]?)([\w./+-]+)', text, re.M):
        if mark == '"':
            yield problem_of_include(path, name)
        elif mark == "<":
            yield problem_of_use(path, "include/" + name) if name.startswith("redoubt/") else problem_of_library(path, name)
        elif name not in NAMED_BY_MACRO:
            yield f"{path} includes {name}, a macro that this test does not know"


def sources():
    return subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.c", "*.h"], cwd=ROOT,
                          capture_output=True, text=True, check=True).stdout.split()


def forbidden_includes():
    for path in sources():
        if (ROOT / path).exists():
            lies = next((to + path.removeprefix(own) for own, to in LAID.items() if path.startswith(own)), path)
            yield from filter(None, problems_of(lies, (ROOT / path).read_text()))


def unused_libraries():
    used = {}
    for path in filter(lambda path: (ROOT / path).exists(), sources()):
        headers = re.findall(r"^\s*#\s*include\s*<([\w.]+)>", (ROOT / path).read_text(), re.M)
        used.setdefault(room_of(path), set()).update(LIBRARIES[one] for one in headers if one in LIBRARIES)
    for room in set(ALIAS.values()):
        for library in TABLE[room][1] - used.get(room, set()):
            yield f"{room} may use {library}, and does not"


# ---- what the compiler is given -------------------------------------------------------------------

def include_paths(command):
    return [word[2:] for word in command if word.startswith("-I")]


def seen_by(entry):
    """Rows of the table that a compile command can reach; None: everything."""
    seen = set()
    for folder in include_paths(shlex.split(entry["command"])):
        path = os.path.normpath(os.path.join(entry["directory"], folder))
        inside = os.path.relpath(path, os.path.join(entry["directory"], "rooms"))
        if path in (str(ROOT), os.path.normpath(entry["directory"])):
            return None
        if path == str(ROOT / "include"):
            seen.add(LIB)
        elif not inside.startswith("..") and os.path.isdir(path) and inside != "generated":
            seen.add(next(ALIAS[row] for row in TABLE if row.replace("<id>/", "").replace("/", "_") == inside + "_"))
    return seen


def told_to_see(room):
    """The same, from the table. A game needs no path to itself, and is seen together with its hosted side."""
    own = {GAME: set(), HOSTED: set(), "older/<id>/hosted/": set(), "bench/load/": {"bench/"}}.get(room, {room})
    uses = TABLE[room][0]
    return own | (uses - {HOSTED} | {GAME} if HOSTED in uses else uses)


def wrong_paths(commands):
    for path, entry in commands.items():
        room = room_of(path)
        if room is None or TABLE[room][0] is None:
            continue
        seen, told = seen_by(entry), told_to_see(room)
        if seen is None:
            yield f"{path} is compiled with everything in sight"
        elif seen != told and not (room in SEVERAL and seen <= told):
            yield (f"{path} is compiled with {', '.join(sorted(seen - told)) or 'nothing'} too much and "
                   f"{', '.join(sorted(told - seen)) or 'nothing'} too few")


def compile_copy(entry, path, first_line):
    """Compiles the file from a copy of its folder, with one more line on top. What the compiler says; None: fine."""
    with tempfile.TemporaryDirectory() as folder:
        for one in filter(Path.is_file, (ROOT / path).parent.iterdir()):
            shutil.copy(one, folder)
        copy = Path(folder) / Path(path).name
        copy.write_text(first_line + "\n" + copy.read_text())
        words, command = iter(shlex.split(entry["command"])), []
        for word in words:
            if word in ("-o", "-MF", "-MQ"):
                next(words)
            elif word not in ("-c", "-MD", "ccache"):
                command.append(str(copy) if word == entry["file"] else word)
        done = subprocess.run([*command, "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True)
        return None if done.returncode == 0 else done.stderr


# A file, a header that it must not see, and one that it may.
PAIRS = [("games/apoca/orders.c", "host/text.h", "redoubt/luck.h"),
         ("server/core/store.c", "server/shell/net.h", "host/text.h"),
         ("arena/game_run.c", "server/core/core.h", "storage/sql.h"),
         ("host/json_game.c", "games/civ/civ.h", "bots/bot.h"),
         ("bots/plans.c", "host/text.h", "games/civ/civ.h"),
         ("doors/civ.c", "server/shell/net.h", "net/http.h")]


def pair_problems(commands, path, forbidden, allowed):
    entry = commands[path]
    for line in ("", f'#include "{allowed}"'):
        said = compile_copy(entry, path, line)
        if said is not None:
            yield f"{path} with {line or 'no more line'} does not compile: {said.splitlines()[0]}"
    said = compile_copy(entry, path, f'#include "{forbidden}"')
    if said is None:
        yield f"{path} compiles with {forbidden}"
    elif forbidden not in said:
        yield f"{path} with {forbidden} fails for another reason: {said.splitlines()[0]}"


# ---- the test can fail ----------------------------------------------------------------------------

WRONG = [("games/apoca/orders.c", '#include "host/text.h"'), ("server/core/store.c", '#include "server/shell/net.h"'),
         ("arena/game_run.c", '#include "../server/core/core.h"'), ("games/apoca/orders.c", '#include "../civ/civ.h"'),
         ("games/fate/orders.c", "#include <jansson.h>"), ("host/text.c", '#include "games/civ/civ.h"'),
         ("bots/plans.c", '#include "games/civ/civ_internal.h"'), ("tests/check.h", '#include "../host/text.h"'),
         ("lib/hash.c", '#include "nowhere.h"'), ("lib/hash.c", "#include SOME_MACRO"),
         ("prove/run.c", "  #  include <sodium.h>")]
RIGHT = [("games/apoca/orders.c", '#include "apoca_internal.h"'), ("games/fate/heroes/kesh.c", '#include "heroes.h"'),
         ("games/civ/hosted/codec.c", '#include "host/text.h"\n#include "games/civ/civ.h"'), ("lib/hash.c", "#include RD_GAMES_DEF"),
         ("server/core/store.c", "#include <jansson.h>\n#include <string.h>"), ("tests/check.h", '#include "host/text.h"')]


def blind_spots():
    for path, text in WRONG:
        if not any(problems_of(path, text)):
            yield f"{text} in {path} is not noticed"
    for path, text in RIGHT:
        yield from (f"{text} in {path}: {problem}" for problem in problems_of(path, text) if problem)


def main():
    build = Path(sys.argv[1])
    commands = {}
    for entry in json.loads(build.read_text()):
        path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), ROOT)
        commands.setdefault(path, entry)
    tap.check_none("the table is read", [] if len(TABLE) > 15 else [f"only {len(TABLE)} rows"])
    tap.check_none("a wrong include is noticed, a right one is not", blind_spots())
    tap.check_none("every include stays within the table", forbidden_includes())
    tap.check_none("no library is promised for nothing", unused_libraries())
    tap.check_none("every target sees what the table says", wrong_paths(commands))
    for path, forbidden, allowed in PAIRS:
        tap.check_none(f"{path} can't include {forbidden}", pair_problems(commands, path, forbidden, allowed))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
