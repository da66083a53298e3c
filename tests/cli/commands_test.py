"""Every command: its help, its documentation, its answer to bad usage; then games, rules, map,
bench and perft in particular.

usage: commands_test.py REDOUBT SOURCES
"""
import json
import os
import re
import sys
import tempfile

import kit
from kit import check

REDOUBT, SOURCES = sys.argv[1], sys.argv[2]
CLI = os.path.join(SOURCES, "clients", "cli")
COMMANDS = [name.replace("_", "-") for name in
            re.findall(r"^COMMAND\((\w+)\)", open(os.path.join(CLI, "commands.def"), encoding="utf-8").read(), re.M)]
LISTED = re.search(r"^game_ids = \[(.*?)\]", open(os.path.join(SOURCES, "games", "meson.build"), encoding="utf-8").read(), re.M | re.S).group(1)
GAMES = re.findall(r"'(\w+)',", LISTED)


def run(*args, **more):
    return kit.run(REDOUBT, *args, **more)


def read(*parts):
    with open(os.path.join(SOURCES, *parts), encoding="utf-8") as file:
        return file.read()


def options_in_code(command):
    text = read("clients", "cli", "cmd_%s.c" % command.replace("-", "_"))
    return set(re.findall(r'\{\s*"([a-z-]+)",\s*(?:no|required)_argument', text)) | {"help"}


def options_in_help(text):
    return set(re.findall(r"--([a-z][a-z-]*)", text))


def help_and_documents():
    overview = run("help")
    check("help exits with 0", overview.status == 0, overview)
    bash = read("clients", "cli", "completions", "redoubt.bash")
    zsh = read("clients", "cli", "completions", "_redoubt")
    fish = read("clients", "cli", "completions", "redoubt.fish")
    for command in COMMANDS:
        told = run(command, "--help")
        check("%s --help exits with 0 and prints only to stdout" % command,
              told.status == 0 and told.err == "" and told.out.startswith("usage: redoubt " + command), told)
        check("help %s says the same" % command, run("help", command).out == told.out)
        check("%s is in the overview" % command, re.search(r"^  %s " % command, overview.out, re.M))
        check("%s --help fits into 90 columns" % command, max(map(len, told.out.splitlines())) <= 90)
        code = options_in_code(command)
        entries = set(re.findall(r"^  --([a-z-]+)", told.out, re.M))
        check("%s --help explains just the options there are" % command, entries == code, (entries, code))
        section = "6" if command == "play" else "1"
        man = options_in_help(read("man", "redoubt-%s.%s.scd" % (command, section)).replace("\\-", "-"))
        check("the man page of %s has them too" % command, code <= man, (code, man))
        row = re.search(r"^ +%s\) echo \"([^\"]*)\"" % command, bash, re.M)
        check("so has bash completion of %s" % command, row and options_in_help(row.group(1)) == code, row)
        part = re.search(r"^ +%s\)\n(.*?);;" % command, zsh, re.M | re.S)
        of_zsh = options_in_help(part.group(1)) if part else set()
        of_zsh |= {"set", "seed", "help"} if part and "$shared" in part.group(1) else set()
        check("so has zsh completion of %s" % command, part and of_zsh == code, (of_zsh, code))
        of_fish = set(re.findall(r'subcommand_from %s" -l ([a-z-]+)' % command, fish)) | {"help"}
        check("so has fish completion of %s" % command, of_fish == code, (of_fish, code))
        check("redoubt(1) names %s" % command, "*%s*" % command in read("man", "redoubt.1.scd"))


def one_line(name, says, *args, **more):
    done = run(*args, **more)
    good = done.status == 2 and done.out == "" and len(done.err.splitlines()) == 1 and says in done.err
    check("bad usage: " + name, good, done)


# A name of each kind that a command line holds, misspelt, and the one that was meant.
MISSPELT = (
    ("a command", "games", "gmaes"), ("a command for help", "replay", "help", "repaly"), ("an option", "--json", "games", "--jsn"),
    ("a game", "apoca", "games", "apcoa"), ("a game to play", "fortress", "play", "fortres"), ("a game to match", "null", "match", "nul", "random", "random"),
    ("a bot to play", "greedy", "play", "apoca", "--bot", "gredy"), ("nobody to play", "none", "play", "apoca", "--bot", "nnoe"),
    ("a bot to match", "random", "match", "null", "rnadom", "greedy"), ("a bot with a name", "random", "match", "null", "me=rnadom", "greedy"),
    ("a bot to bench", "random", "bench", "null", "--bot", "randon"), ("a program", "cmd", "match", "null", "random", "cdm:./bot"),
    ("a map to play", "crossroads", "play", "apoca", "--set", "map=crosroads"), ("a map to show", "lagoon", "map", "civ", "show", "lagon"),
    ("a map of a tournament", "duel", "arena", "run", "apoca", "greedy", "random", "--maps", "deul"),
    ("a key", "heap", "new", "null", "--set", "haep=3"), ("the key of seats", "seats", "new", "civ", "--set", "seat=3"),
    ("a choice", "megaminer", "new", "apoca", "--set", "rules=megaminner"),
    ("a limit", "turn_ms", "match", "null", "random", "greedy", "--limit", "turnms=5"), ("a setting", "port", "serve", "--set", "prot=1"),
    ("a format", "swiss", "arena", "run", "null", "random", "greedy", "--format", "swis"),
    ("part of map", "check", "map", "apoca", "checks", "x"), ("part of arena", "sprt", "arena", "spr", "random", "greedy"), ("two letters", "run", "arena", "rnu"),
    ("part of admin", "reports", "admin", "report"), ("part of contest", "open", "contest", "opan", "x"), ("part of its site", "pages", "contest", "pgaes", "x"), ("part of suite", "export", "suite", "expor"),
    ("a language of kits", "python", "kit", "apoca", "pythn", "x"), ("an opening", "demons", "prove", "apoca", "demns"),
    ("an option of the backend", "visualizer", "megaminer", "--visualiser", "map"),
)


def did_you_mean():
    for name, meant, *args in MISSPELT:
        told = run(*args)
        asked = re.search(r"did you mean '?([\w-]+)'?\?", told.err)
        check("a misspelt name of %s is guessed" % name, told.status == 2 and told.out == "" and asked
              and asked.group(1) == meant, told)
    for name, *args in (("a right name with something else wrong", "map", "apoca", "show"),
                        ("a limit without a number", "match", "null", "random", "greedy", "--limit", "turn_ms"),
                        ("a name like no other", "games", "chess")):
        told = run(*args)
        check("no guess for " + name, told.status == 2 and "did you mean" not in told.err, told)


def bad_usage():
    for command in COMMANDS:
        one_line("%s with an unknown option" % command, "--nonsense", command, "--nonsense")
        one_line("%s with an unknown short option" % command, "-x", command, "-x")
    one_line("a misspelt command", "did you mean 'games'", "gmaes")
    one_line("a command like no other", "redoubt help lists them", "zzzzzzzzzz")
    one_line("help for a misspelt command", "did you mean 'replay'", "help", "repaly")
    one_line("a misspelt option", "did you mean --json", "games", "--jsn")
    one_line("an option without its value", "--set needs a value", "perft", "null", "1", "--set")
    one_line("a value that is not wanted", "--json takes no value", "games", "--json=yes")
    one_line("a cluster of short options behind a long one", "no option -x", "games", "--json", "-xyz")
    one_line("no such game", "games are " + ", ".join(GAMES), "games", "chess")
    one_line("two games at once", "one game at a time", "games", "null", "apoca")
    one_line("rules of what", "redoubt rules GAME", "rules")
    one_line("no such paragraph", "no paragraph 'R99.1'", "rules", "apoca", "R99.1")
    one_line("a paragraph that is none", "no paragraph", "rules", "apoca", "../../etc/passwd")
    one_line("map of what", "redoubt map GAME", "map")
    one_line("maps of a game without", "null is not played on maps", "map", "null")
    one_line("a map of a game without", "null is not played on maps", "new", "null", "--map")
    one_line("a view of no board", "--view goes with --ascii", "new", "civ", "--view", "0")
    one_line("map with a wrong word", "check FILE", "map", "apoca", "draw", "duel")
    one_line("an unknown map", "there is no map", "map", "apoca", "show", "nowhere")
    one_line("a map file that is not there", "/nowhere.json", "map", "apoca", "check", "/nowhere.json")
    one_line("perft without a depth", "redoubt perft GAME DEPTH", "perft", "null")
    one_line("perft too deep", "from 0 to 32", "perft", "null", "33")
    one_line("perft with a word for a depth", "from 0 to 32", "perft", "null", "two")
    one_line("perft without time", "from 1 to 999999", "perft", "null", "1", "--seconds", "0")
    one_line("an option value out of range", "from 1 to 64", "perft", "null", "1", "--set", "heap=65")
    one_line("an unknown game option", "options are heap", "perft", "null", "1", "--set", "stones=5")
    one_line("a bad seed", "32 hexadecimal digits", "perft", "null", "1", "--seed", "abc")
    one_line("bench for no time", "0.01 to 3600", "bench", "null", "--seconds", "0")
    one_line("bench with an unknown bot", 'no bot "nobody"', "bench", "null", "--bot", "nobody")
    one_line("play with an unknown bot", "beginner, casual, strong, expert, ", "play", "apoca", "--bot", "nobody")
    one_line("play in a seat that is not there", "seats are 0 to 1", "play", "apoca", "--seat", "2")
    did_you_mean()
    none = run()
    check("no command at all: the overview, on stderr", none.status == 2 and none.out == "" and "usage" in none.err, none)
    version = run("--version")
    check("--version", version.status == 0 and re.fullmatch(r"redoubt \d+\.\d+\.\d+\n", version.out), version)
    full = kit.run("/bin/sh", "-c", '"$0" games --json > /dev/full', REDOUBT)
    check("a full disk is not success", full.status == 1 and "could not be written" in full.err, full)


def games():
    done = run("games", "--ids")
    check("games --ids", done.out.split()[:2] == ["null", "apoca"], done)
    listed = json.loads(run("games", "--json").out)
    check("games --json lists them all", [game["id"] for game in listed] == done.out.split(), listed)
    apoca = json.loads(run("games", "apoca", "--json").out)
    check("with one game: the same entry", apoca == listed[GAMES.index("apoca")])
    keys = [option["key"] for option in apoca["options"]]
    check("its options", keys[:3] == ["rules", "turns", "money"], keys)
    turns = apoca["options"][1]
    check("ranges and presets", (turns["min"], turns["max"], turns["preset"]) == (1, 1000, 300), turns)
    verbs = {verb["name"]: verb for verb in apoca["verbs"]}
    check("its verbs", list(verbs) == ["hire", "build", "destroy", "provoke", "done"], list(verbs))
    types = verbs["build"]["arguments"][0]
    check("choices of arguments", types == {"name": "type", "type": "choice", "choices":
          ["house", "crossbow", "cannon", "minigun", "church"]}, types)
    check("which verb ends a turn", verbs["done"]["ends_turn"] and not verbs["hire"]["ends_turn"])
    check("its bots", {"random", "greedy"} <= {bot["name"] for bot in apoca["bots"]}, apoca["bots"])
    text = run("games", "apoca").out
    missing = [word for word in keys + list(verbs) + ["random", "greedy", "crossroads", "Red", "Blue"] if word not in text]
    check("the text has all of it", not missing, missing)
    for columns in (20, 40, 80):
        lines = run("games", "null", COLUMNS=str(columns)).out.splitlines()
        longest = max(len(line) for line in lines if " " in line.strip())
        check("text for %d columns" % columns, columns == 20 or longest <= columns, lines)


def rules():
    for game in GAMES:
        source = read("games", game, "RULES.md")
        done = run("rules", game, "--markdown")
        check("rules %s --markdown is the rulebook" % game, done.out.rstrip("\n") == source.rstrip("\n"))
        laid_out = run("rules", game)
        check("laid out for people", "**" not in laid_out.out and "](examples" not in laid_out.out
              and "`" not in re.sub(r"(?m)^(\|| {4}).*$", "", laid_out.out), laid_out.out[:600])
        numbers = re.findall(r"^\*\*(R[0-9.]+)\*\*", source, re.M)
        lost = [n for n in numbers if not re.match(re.escape(n) + r"\s", run("rules", game, n).out)]
        check("every paragraph of %s can be asked for (%d)" % (game, len(numbers)), not lost and len(numbers) > 3, lost)
    one = run("rules", "null", "R3.1").out
    check("one paragraph only", "last stone" in one and "resign" not in one, one)
    check("the R may be small or left out", run("rules", "null", "r3.1").out == run("rules", "null", "3.1").out == one)
    chapter = run("rules", "null", "R3").out
    check("a whole chapter", chapter.startswith("R3 The end") and "R3.1" in chapter and "R3.2" in chapter
          and "R2.1" not in chapter, chapter)
    check("no colours in a pipe", "\033" not in run("rules", "apoca").out)


def write_map(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(value if isinstance(value, str) else json.dumps(value))
    return path


def maps():
    shipped = os.path.join(SOURCES, "games", "apoca", "maps")
    names = open(os.path.join(shipped, "ORDER"), encoding="utf-8").read().split()
    good = json.loads(read("games", "apoca", "maps", "crossroads.json"))
    with tempfile.TemporaryDirectory() as home:
        own = os.path.join(home, "redoubt", "maps", "apoca")
        os.makedirs(own)
        write_map(own, "mine.json", good)
        write_map(own, "broken.json", "{")
        listed = run("map", "apoca", XDG_DATA_HOME=home)
        check("map lists what is built in", all(re.search(r"^  %s " % name, listed.out, re.M) for name in names), listed)
        check("and what is yours", re.search(r"^  mine +21 x 9$", listed.out, re.M), listed)
        check("and says which of them can't be played", re.search(r"^  broken +can't be played", listed.out, re.M), listed)
        shown = run("map", "apoca", "show", "mine", XDG_DATA_HOME=home)
        check("map show draws it", shown.status == 0 and "Red base" in shown.out, shown)
        again = os.path.join(own, "again.json")
        with open(again, "w", encoding="utf-8") as file:
            file.write(run("new", "apoca", "--set", "map=duel", "--map").out)
        check("new --map prints a map file", run("map", "apoca", "check", again).out == again + ": fine\n"
              and run("map", "apoca", "show", again).out == run("map", "apoca", "show", "duel").out)
        os.unlink(again)
        fog = run("new", "civ", "--set", "map=lagoon", "--seed", "1", "--ascii", "--view", "1").out
        check("new --ascii --view draws what a seat sees", "?" in fog and "C1" in fog and "C0" not in fog, fog)
        check("a file by its path", run("map", "apoca", "show", os.path.join(own, "mine.json")).out == shown.out)
        fine = run("map", "apoca", "check", *[os.path.join(shipped, name + ".json") for name in names])
        check("map check finds the shipped maps fine", fine.status == 0 and fine.out.count(": fine\n") == len(names), fine)
        bad = dict(good, DemonSpawners=[{"x": 0, "y": 0, "initial_target": "r", "switch_target": False}] * 2,
                   FloorTiles=[row.replace("O", " ", 1) for row in good["FloorTiles"]])
        path = write_map(home, "bad.json", bad)
        done = run("map", "apoca", "check", path, os.path.join(own, "mine.json"))
        problems = [line for line in done.out.splitlines() if line.startswith(path)]
        check("it names every problem, with its rule", done.status == 1 and len(problems) >= 3
              and all("R1.3" in line for line in problems), done)
        check("and goes on with the next file", "mine.json: fine" in done.out, done)
        syntax = run("map", "apoca", "check", os.path.join(own, "broken.json"))
        check("a file that is no JSON", syntax.status == 1 and "line 1" in syntax.out, syntax)


def completion():
    script = os.path.join(CLI, "completions", "redoubt.bash")
    ask = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _redoubt; echo "${COMPREPLY[@]}"'

    def complete(*words):
        return kit.run("/bin/bash", "-c", ask, script, *words).out.split()

    check("bash completes commands", complete("redoubt", "pe") == ["perft"])
    check("bash completes options", complete("redoubt", "games", "--j") == ["--json"])
    check("bash completes games", complete(REDOUBT, "rules", "") == GAMES, complete(REDOUBT, "rules", ""))
    check("bash completes bots of the game", complete(REDOUBT, "play", "null", "--bot", "gr") == ["greedy"]
          and "rush" in complete(REDOUBT, "match", "apoca", "") and "rush" not in complete(REDOUBT, "match", "fate", ""))
    check("bash completes nobody as a bot", complete(REDOUBT, "play", "null", "--bot", "n") == ["none"])
    check("bash completes maps", complete(REDOUBT, "map", "apoca", "show", "cr") == ["crossroads"]
          and complete(REDOUBT, "arena", "run", "civ", "--maps", "lag") == ["lagoon"])
    check("bash completes maps as an option", complete(REDOUBT, "play", "apoca", "--set", "map", "=", "du") == ["duel"]
          and "duel" in complete(REDOUBT, "play", "apoca", "--set", "map", "="))
    check("bash completes keys of options", "turns=" in complete(REDOUBT, "new", "apoca", "--set", "tu"), complete(REDOUBT, "new", "apoca", "--set", "tu"))
    formats = run("arena", "run", "null", "random", "random", "--format", "xx").err.split("formats are ")[-1]
    check("bash completes formats of tournaments", complete(REDOUBT, "arena", "run", "apoca", "--format", "") == formats.strip().split(", "), formats)
    check("bash completes seats", complete(REDOUBT, "play", "apoca", "--seat", "") == ["Red", "Blue", "spectator"])
    check("bash completes options of the only game of a command", "rounds=" in complete(REDOUBT, "serve-civ", "--set", "ro"))
    kinds = complete(REDOUBT, "games", "apoca", "--list", "")
    check("bash completes what games can list", kinds and all(run("games", "apoca", "--list", kind).status == 0 for kind in kinds)
          and set(kinds) == set(re.findall(r"_redoubt_list (\w+)", read("clients", "cli", "completions", "redoubt.bash"))), kinds)
    for command in COMMANDS:
        with_value = set(re.findall(r'"([a-z-]+)",\s*required_argument', read("clients", "cli", "cmd_%s.c" % command.replace("-", "_"))))
        value = re.search(r"_redoubt_value\(\) \{(.*?)\n\}", read("clients", "cli", "completions", "redoubt.bash"), re.S).group(1)
        lost = [name for name in with_value if not re.search(r"--%s\b(?!-)" % name, value)]
        check("bash knows the values of the options of " + command, not lost, lost)


def lists():
    """What scripts and completion ask for is what games tells in words."""
    for game in GAMES:
        told = json.loads(run("games", game, "--json").out)
        check("games %s --list bots" % game, run("games", game, "--list", "bots").out.split() == [bot["name"] for bot in told["bots"]])
        maps_of = [option.get("choices", []) for option in told["options"] if option["key"] == "map"]
        check("games %s --list maps" % game, run("games", game, "--list", "maps").out.split() == (maps_of[0] if maps_of else []))
        keys = [line.split("=")[0] for line in run("games", game, "--list", "options").out.split()]
        check("games %s --list options" % game, [key for key in dict.fromkeys(keys) if key != "seats"] == [option["key"] for option in told["options"]], keys)
        check("games %s --list seats" % game, run("games", game, "--list", "seats").out.splitlines() == told["seat_names"])
    one_line("tensors without a game", "one game", "games", "--tensors")
    one_line("a list of nothing", "did you mean bots", "games", "null", "--list", "bot")
    one_line("a list without a game", "one game", "games", "--list", "bots")


def packed_layout():
    """What games tells of packed observations adds up, row by row."""
    width = {"bit": 1, "u2": 2, "s2": 2, "u4": 4, "s4": 4, "s8": 8}
    plane = lambda cells, form: (cells * width[form] + 31) // 32
    for game in GAMES:
        told = run("games", game, "--tensors").out
        size, packed = map(int, re.search(r": (\d+) bytes, or (\d+) packed", told).groups())
        words = bytes_ = 0
        wrong = []
        for row in re.finditer(r"^ +(\d+) +(\d+) +(\d+) x (\d+) +(\w+)(?: of (\d+)|, (\d+) together)?:", told, re.M):
            word, byte, planes, cells = map(int, row.groups()[:4])
            form, room, part = row.groups()[4:]
            wrong += [row.group()] if (word, byte) != (words, bytes_) else []
            words += 1 + int(room) if form == "list" else plane(cells, "u4") + int(part) * plane(cells, "s8") if form == "one" \
                else planes * plane(cells, form)
            bytes_ += planes * cells
        check("games %s --tensors" % game, not wrong and (4 * words, bytes_) == (packed, size), wrong or (words, bytes_, packed, size))


def apoca_at_first():
    return json.loads(run("perft", "apoca", "2", "--json").out)["depths"]


def perft():
    done = json.loads(run("perft", "null", "4", "--set", "heap=4", "--json").out)
    rows = [(row["sequences"], row["distinct"], row["over"]) for row in done["depths"]]
    # Compositions of 4 into parts of at most 3; positions of a depth differ in the stones left.
    check("perft null, counted by hand", rows == [(1, 1, 0), (3, 3, 0), (6, 3, 3), (4, 2, 3), (1, 1, 1)], rows)
    table = run("perft", "null", "2", "--set", "heap=4").out
    check("perft as a table", re.search(r"^ +2 +6 +3 +3$", table, re.M), table)
    apoca = json.loads(run("perft", "apoca", "2", "--set", "map=duel", "--json").out)["depths"]
    legal = apoca[1]["sequences"]
    # Red's orders but done leave Red to act; done hands over to Blue, whose orders are as many.
    check("perft apoca: two orders", apoca[2]["sequences"] == legal * legal, apoca)
    check("orders that replace each other lead to the same position", apoca[2]["distinct"] < apoca[2]["sequences"], apoca)
    short = json.loads(run("perft", "apoca", "20", "--memory", "1", "--json").out)
    check("perft stops where its memory ends, and says so", short["ended"] == "memory" and len(short["depths"]) == 3
          and short["depths"] == apoca_at_first(), short)
    over = json.loads(run("perft", "null", "9", "--set", "heap=2", "--json").out)
    check("perft stops where every game is over", over["ended"] == "over" and len(over["depths"]) == 3, over)
    check("the same options, the same count", run("perft", "apoca", "1").out == run("perft", "apoca", "1", "--seed", "5").out)


def batches():
    """Of learners, in bench; and are they the same with one thread and with many?"""
    done = run("bench", "fate", "--seconds", "0.05", "--games", "4", "--json")
    fate = json.loads(done.out)[0]
    check("batches on one core and on all", [row["device"] for row in fate["batches"]][:2] == ["one core", "all cores"]
          and all(row[key] > 0 for row in fate["batches"] for key in ("steps", "samples", "masks_of_verbs", "masks_of_arguments",
                                                                      "views", "packed", "unpacked")), fate)
    check("without a card one line says why", "no_card" in fate or len(fate["batches"]) == 3, fate)
    told = run("bench", "null", "--seconds", "0.05", "--games", "4")
    check("the same as a table", "Batches of 4 games" in told.out and "all cores" in told.out, told)
    check("no batches when none are wanted", "Batches" not in run("bench", "null", "--seconds", "0.05", "--games", "0").out)
    one_line("a batch of no number", "0 to 16777216", "bench", "null", "--games", "x")
    alone = run("parity", "--device", "cpu", "--games", "3", "--steps", "6")
    check("parity of one thread and of all", alone.status == 0 and alone.out.count("equal") == len(run("games", "--ids").out.split()), alone)
    one_line("parity with a card that has no kernels", "parity: null:", "parity", "null", "--kernels", "/nowhere")
    one_line("parity on another device", "cuda or cpu", "parity", "null", "--device", "tpu")
    one_line("parity of no games", "1 to 16777216", "parity", "null", "--games", "0")


def bench():
    done = run("bench", "null", "--seconds", "0.05", "--json", "--games", "0")
    figures = json.loads(done.out)[0]
    check("bench --json", done.status == 0 and figures["game"] == "null", done)
    check("every figure is there", set(figures["turns_per_s"]) == {"step", "legal", "full", "tensors"}
          and all(rate > 0 for rate in figures["turns_per_s"].values()) and figures["clones_per_s"] > 0, figures)
    check("null has a turn for every order", figures["turns"] == figures["orders"] > 0, figures)
    apoca = run("bench", "apoca", "--seconds", "0.05", "--games", "0")
    check("the text has figures, gate and ratios", apoca.status == 0 and apoca.out.count("gate") == 3
          and "ours/theirs" in apoca.out and "another machine" in apoca.out, apoca)
    fate = json.loads(run("bench", "fate", "--seconds", "0.05", "--json", "--games", "0").out)[0]
    check("the cost of heroes", fate["variant"]["with"] == "heroes for every class"
          and all(rate > 0 for rate in fate["variant"]["orders_per_s"].values()), fate)
    set_up = json.loads(run("bench", "fate", "--set", "mode=draft", "--seconds", "0.05", "--json", "--games", "0").out)[0]
    check("with options there is neither gate nor variant", "gate" in fate and not {"gate", "variant"} & set(set_up), set_up)
    fortress = json.loads(run("bench", "fortress", "--seconds", "0.05", "--json", "--games", "0").out)[0]
    check("factors are timed, and lists beside them", fortress["turns_per_s"]["lists"] > 0, fortress)
    check("growth with units and board", len(fortress["growth"]) == 10 and "board of 60 x 45" in fortress["growth"][-1]["with"]
          and all(row["turns_per_s"]["full"] > 0 for row in fortress["growth"]), fortress["growth"])
    one_line("bench with a wrong option", "no option", "bench", "null", "--set", "a=b")
    one_line("bench with options for all", "one game", "bench", "--set", "a=b")
    batches()
    gated = run("bench", "apoca", "--seconds", "0.05", "--gate", "--games", "0")
    missed = "NOT MET" in gated.out
    check("--gate decides the status", gated.status == (1 if missed else 0), gated)


help_and_documents()
bad_usage()
games()
rules()
maps()
completion()
lists()
packed_layout()
perft()
bench()
sys.exit(kit.end())
