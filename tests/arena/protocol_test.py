"""The line protocol as a program sees it, and the starter kits.

usage: protocol_test.py REDOUBT SOURCES CC
"""
import json
import os
import shlex
import shutil
import subprocess
import sys

import bench as kit
from bench import check, match, skip

SOURCES, CC = sys.argv[2], sys.argv[3:]
KITS = os.path.join(SOURCES, "clients", "kits")
PATIENT = ["--limit", "turn_ms=20000", "--limit", "start_ms=60000"]  # the machine may be busy

# Writes all it reads to a file, and answers from a list.
SCRIPTED = """
import sys
answers = %r
heard = open(sys.argv[1], "wb")
for line in sys.stdin.buffer:
    heard.write(line)
    heard.flush()
    if answers:
        sys.stdout.write(answers.pop(0))
        sys.stdout.flush()
"""


def scripted(folder, name, answers):
    path = kit.script(folder, name + ".py", SCRIPTED % (answers,))
    return "%s=cmd:%s %s %s" % (name, sys.executable, shlex.quote(path), shlex.quote(os.path.join(folder, name + ".heard")))


def heard(folder, name):
    with open(os.path.join(folder, name + ".heard"), encoding="utf-8") as file:
        return file.read()


def conversation(folder):
    """Byte for byte: the heap of 7, three takes."""
    bot = scripted(folder, "talker", [
        '{"ready":1,"name":"Talker","want":["legal"]}\n',
        '{"log":"hm"}\n\n{"order":{"verb":"take","count":3}}\n',
        '{"choose":0}\n', '{"choose":0}\n', '{"choose":0}\n'])
    games, done = match("null", bot, "greedy", "--set", "heap=7", "--seed", "1", "--sandbox", "off", *PATIENT,
                        "--replay", os.path.join(folder, "talk.rdr"))
    verb = json.loads(kit.run("games", "null", "--json").out)["verbs"][0]
    argument = verb["arguments"][0]["name"]
    lines = heard(folder, "talker").splitlines()

    def order(count):
        return '{"verb":"take","%s":%d}' % (argument, count)

    def ask(number, counts):
        return ('{"ask":%d,"clock":{"turn_ms":20000,"total_ms":null},"legal_count":%d,"legal":[%s]%s}'
                % (number, len(counts), ",".join(map(order, counts)), ""))

    check("hello", lines and lines[0].startswith('{"hello":1,"game":"null","rules_version":1,"options":{"heap":7},'
          '"seat":0,"seats":2,"seat_name":"First","seed":"') and
          lines[0].endswith('","clock":{"turn_ms":20000,"total_ms":null}}'), lines[:1])
    check("the first question", lines[1:2] == [ask(1, [1, 2, 3])], lines)
    check("the game was played", games and games[0]["programs"][0]["fate"] == "fine", done)
    check("the last line is the end", '{"end":{"rank":[' in lines[-1], lines[-1])
    log = open(os.path.join(folder, "talk.rdr.seat0.log"), encoding="utf-8").read()
    check("messages are kept beside the replay", "[1] log: hm" in log, log)
    check("the name is reported", games[0]["programs"][0]["name"] == "Talker", games)
    return argument


def numbers(folder):
    """For bots that have learnt: orders as numbers, and the view packed."""
    bot = scripted(folder, "learnt", ['{"ready":1,"want":["numbers","packed"]}\n'] + ['{"choose":0}\n'] * 9)
    games, done = match("null", bot, "greedy", "--set", "heap=7", "--sandbox", "off", *PATIENT)
    asks = [json.loads(line) for line in heard(folder, "learnt").splitlines() if '"ask"' in line]
    check("orders as numbers", asks and asks[0].get("numbers") == [[0, 1, 0, 0], [0, 2, 0, 0], [0, 3, 0, 0]], asks[:1])
    check("the view packed", asks and asks[0].get("packed") == [7 + 256], asks[:1])  # seven stones, and my turn
    check("a question has no other fields", asks and set(asks[0]) == {"ask", "clock", "legal_count", "numbers", "packed"}, asks[:1])


def refusals(folder, argument):
    bot = scripted(folder, "wrong", [
        '{"ready":1,"want":[]}\n', '{"order":{"verb":"take","%s":2}}\n' % argument, '{"order":{"verb":"fly"}}\n', "nonsense\n",
        '{"order":{"verb":"resign"}}\n'])
    games, done = match("null", bot, "cmd:%s -c \"%s\"" % (sys.executable,
                        "import sys\nfor i, l in enumerate(sys.stdin): print('{\\\"choose\\\":0}', flush=True)"),
                        "--set", "heap=30", "--sandbox", "off", *PATIENT)
    seat = games[0]["programs"][0]
    lines = heard(folder, "wrong").splitlines()
    check("a verb that is none and a line that is none cost two turns", seat["faults"] == 2 and seat["fate"] == "fine", done)
    refused = [json.loads(line).get("refused") for line in lines if "refused" in line]
    check("the bot is told why", refused and refused[0]["code"] == "no_order" and "take" in refused[0]["why"], lines)
    check("the bot may resign", games[0]["outcome"]["rank"] == [2, 1] and games[0]["turns"] == 6, done)


def several_orders(folder):
    bot = scripted(folder, "many", ['{"ready":1,"want":["events"]}\n',
                   '{"orders":[{"verb":"hire","direction":"N"},{"verb":"done"}]}\n'] + ['{"pass":true}\n'] * 9)
    options = json.loads(kit.run("games", "apoca", "--json").out)
    hire = [verb for verb in options["verbs"] if verb["name"] == "hire"][0]["arguments"][0]["name"]
    path = os.path.join(folder, "many.py")
    text = open(path, encoding="utf-8").read().replace("direction", hire)
    open(path, "w", encoding="utf-8").write(text)
    games, done = match("apoca", bot, "random", "--set", "turns=4", "--seed", "2", "--sandbox", "off", *PATIENT)
    lines = [json.loads(line) for line in heard(folder, "many").splitlines()]
    asks = [line for line in lines if "ask" in line]
    kinds = [event["kind"] for event in asks[1].get("events", [])]
    check("two orders in one answer", games[0]["programs"][0]["faults"] == 0 and len(asks) == 4, done)
    check("events that the seat saw", "hired" in kinds, kinds)
    check("events don't say who else saw them", all("seen_by" not in event for event in asks[1]["events"]), asks[1])


def kits(folder):
    compiled = os.path.join(folder, "cbot")
    made = subprocess.run([*CC, "-Wall", "-Wextra", "-Werror", "-std=c11", "-o", compiled, os.path.join(KITS, "bot.c")],
                          capture_output=True, text=True)
    check("the C kit compiles without warnings", made.returncode == 0, made.stderr)
    for name in ("bot.py", "bot.mjs", "bot.pl"):  # the sandbox hides what lies elsewhere under /tmp
        shutil.copy(os.path.join(KITS, name), folder)
    bots = {"bot.c": compiled, "bot.py": sys.executable + " bot.py", "bot.mjs": "node bot.mjs", "bot.pl": "perl bot.pl"}
    games = json.loads(kit.run("games", "--json").out)
    for name, command in bots.items():
        lines = len(open(os.path.join(KITS, name), encoding="utf-8").read().splitlines())
        check("%s has fewer than 60 lines" % name, lines < 60, lines)
        if subprocess.run(["which", command.split()[0]], capture_output=True).returncode != 0:
            skip(name, "no %s here" % command.split()[0])
            continue
        for about in games:
            game, seats = about["id"], 4 if about["seats"][1] >= 4 else 2
            limits = [option["key"] for option in about["options"] if option["key"] in ("turns", "rounds", "turn_limit")]
            more = ["--set", limits[0] + "=2"] if limits else []
            done = kit.run("match", game, "cmd:" + command, *["random"] * (seats - 1), "--seed", "5", "--json", *PATIENT, *more, cwd=folder)
            line = json.loads(done.out.splitlines()[0]) if done.out else {}
            seat = (line.get("programs") or [{}])[0]
            check("%s plays %s" % (name, game), seat.get("fate") == "fine" and seat.get("faults") == 0, (seat, done))
    one = [match("apoca", "cmd:" + compiled, "random", "--seed", "9", "--set", "turns=20", *PATIENT, cwd=folder)[0][0]["hash"] for _ in range(2)]
    check("the same seed plays the same game", one[0] == one[1], one)


with kit.folder() as place:
    refusals(place, conversation(place))
    numbers(place)
    several_orders(place)
    kits(place)
sys.exit(kit.end())
