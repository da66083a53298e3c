"""redoubt kit: the folders it makes, and whether their schemas say the truth about views and orders.

usage: kit_test.py REDOUBT
"""
import json
import os
import re
import shutil
import subprocess
import sys

import bench
from bench import check, skip

PATIENT = ["--limit", "turn_ms=60000", "--limit", "start_ms=60000", "--limit", "output_mb=500", "--sandbox", "off"]
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}

# Checks every view and every order it hears against the schemas, says what does not fit, and plays any order of any verb.
JUDGE = """
import json, random, sys
sys.path.insert(0, sys.argv[1])
from judge import wrong
view, orders = (json.load(open(sys.argv[1] + "/" + name)) for name in ("view.schema.json", "orders.schema.json"))
luck, seen = random.Random(int(sys.argv[2])), set()
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print('{"ready":true}', flush=True)
    elif "ask" in message:
        for problem in wrong(view, message["view"], "", seen)[:3]:
            print("VIEW", problem, file=sys.stderr, flush=True)
        for order in luck.sample(message["legal"], min(5, len(message["legal"]))):
            for problem in wrong(orders, order, "", set())[:1]:
                print("ORDER", problem, file=sys.stderr, flush=True)
        verb = luck.choice(sorted({order["verb"] for order in message["legal"]}))
        print(json.dumps({"choose": luck.choice([i for i, order in enumerate(message["legal"]) if order["verb"] == verb])}), flush=True)
    else:
        print("SEEN", json.dumps(sorted(seen)), file=sys.stderr, flush=True)
        break
"""


def wrong(schema, value, path, seen):
    """What of the value does not fit, as much of JSON Schema as ours use."""
    if "oneOf" in schema:
        fitting = [each for each in schema["oneOf"] if not wrong(each, value, path, set())]
        return [] if len(fitting) == 1 else ["%s fits %d of the kinds: %s" % (path, len(fitting), json.dumps(value)[:80])]
    if "const" in schema:
        return [] if value == schema["const"] else [path + " is not " + schema["const"]]
    if "enum" in schema:
        return [] if value in schema["enum"] else ["%s is none of the choices: %s" % (path, value)]
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any((isinstance(value, int) and not isinstance(value, bool)) if kind == "integer" else isinstance(value, KINDS[kind]) for kind in types):
        return ["%s is no %s: %s" % (path, " or ".join(types), json.dumps(value)[:80])]
    seen.add(path)
    found = []
    if isinstance(value, dict):
        found += ["%s lacks %s" % (path, key) for key in schema.get("required", []) if key not in value]
        for key, inner in value.items():
            if key in schema.get("properties", {}):
                found += wrong(schema["properties"][key], inner, path + "." + key, seen)
            elif isinstance(schema.get("additionalProperties"), dict):
                found += wrong(schema["additionalProperties"], inner, path + ".*", seen)
            else:
                found.append("%s.%s is not explained" % (path, key))
    if isinstance(value, list):
        if "items" not in schema and value:
            found.append("%s[] is not explained" % path)
        for inner in value:
            found += wrong(schema.get("items", {"type": []}), inner, path + "[]", seen) if "items" in schema else []
    return found


def unexplained(schema, path):
    """Properties without a description."""
    for name, inner in schema.get("properties", {}).items():
        if not inner.get("description"):
            yield path + "." + name
        yield from unexplained(inner, path + "." + name)
    for part in ("items", "additionalProperties"):
        if isinstance(schema.get(part), dict):
            yield from unexplained(schema[part], path + "[]")
    for i, inner in enumerate(schema.get("oneOf", [])):
        yield from unexplained(inner, "%s|%d" % (path, i))


def schemas(folder):
    short = {"apoca": ["--set", "turns=60"], "civ": ["--set", "rounds=25"], "classic": ["--set", "turn_limit=25"], "fortress": ["--set", "turn_limit=18"]}
    with open(os.path.abspath(__file__), encoding="utf-8") as file:
        text = file.read()
    judge = "import json\n" + re.search("KINDS = .*", text).group() + "\n\n" + text[text.index("def wrong("):text.index("def schemas(")]
    for about in json.loads(bench.run("games", "--json").out):
        game = about["id"]
        kit = os.path.join(folder, "kit-" + game)
        done = bench.run("kit", game, "python", kit)
        check("kit %s" % game, done.status == 0 and os.path.exists(os.path.join(kit, "fields.md")), done)
        for name in ("view", "orders"):
            with open(os.path.join(kit, name + ".schema.json"), encoding="utf-8") as file:
                silent = list(unexplained(json.load(file), name))
            check("%s: each field of %s is explained" % (game, name), not silent, silent)
        bench.script(kit, "judge.py", judge)
        bench.script(kit, "spy.py", JUDGE)
        options = [option["key"] for option in about["options"]]
        more = [word for word in short.get(game, [])]
        if more and more[1].split("=")[0] not in options:
            more = []
        others = ["random"] * ((4 if about["seats"][1] >= 4 else 2) - 1)
        problems, seen = [], set()
        for seed in ("1", "2"):
            if game == "fate" and seed == "2":
                more = ["--set", "mode=draft"]
            log = os.path.join(folder, "x.rdr")
            bench.run("match", game, "cmd:%s %s/spy.py %s %s" % (sys.executable, kit, kit, seed), *others, "--seed", seed, "--replay", log, *more, *PATIENT)
            with open(log + ".seat0.log", encoding="utf-8") as file:
                text = file.read()
            problems += re.findall("^(?:VIEW|ORDER) .*$", text, re.M)
            played = re.findall("^SEEN (.*)$", text, re.M)
            check("%s, seed %s: the game was played" % (game, seed), played, text[-400:])
            seen |= set(json.loads(played[0]) if played else [])
        check("%s: views and orders are as their schemas say" % game, not problems, problems[:5])
        check("%s: and many fields were seen" % game, len(seen) >= {"null": 3, "apoca": 50, "civ": 25, "classic": 20, "fate": 25, "fortress": 30}.get(game, 1), len(seen))


def languages(folder):
    needs = {"python": "python3", "javascript": "node", "c": "cc", "cpp": "c++", "java": "javac", "rust": "rustc"}
    for language, tool in needs.items():
        kit = os.path.join(folder, language)
        done = bench.run("kit", "null", language, kit, *PATIENT[:4])
        check("kit in %s" % language, done.status == 0 and "test.sh" in done.out, done)
        if shutil.which(tool) is None or subprocess.run([tool, "--version"], capture_output=True).returncode != 0:
            skip(language, "no %s here" % tool)
            continue
        env = dict(os.environ, REDOUBT=bench.REDOUBT)
        done = subprocess.run(["sh", kit + "/test.sh"], capture_output=True, text=True, env=env)
        check("%s: its test passes" % language, done.returncode == 0 and "all fine" in done.stdout, done)
    env = dict(os.environ, REDOUBT=bench.REDOUBT)
    done = subprocess.run(["sh", os.path.join(folder, "python", "arena.sh"), "--pairs", "1", "--quiet"], capture_output=True, text=True, env=env)
    check("its arena plays against the house bots", done.returncode == 0 and "mybot" in done.stdout and "greedy" in done.stdout, done)
    with open(os.path.join(folder, "python", "bot.py"), "a", encoding="utf-8") as file:
        file.write("# edited\n")
    done = subprocess.run(["sh", os.path.join(folder, "python", "arena.sh"), "--pairs", "1", "--quiet"], capture_output=True, text=True, env=env)
    check("and an edited bot is noticed there", "mybot@2" in done.stdout, done)
    broken = bench.run("kit", "null", "python", os.path.join(folder, "broken"))
    bench.script(os.path.join(folder, "broken"), "bot.py", "print('hm')\n")
    done = subprocess.run(["sh", os.path.join(folder, "broken", "test.sh")], capture_output=True, text=True, env=env)
    check("its test fails for a broken bot", broken.status == 0 and done.returncode != 0, done)


def bad_usage(folder):
    for words, says in ((["null", "cobol", "x"], "languages are python"), (["chess", "c", "x"], "chess"), (["null"], "which game, language"),
                        (["null", "c", folder], "not there yet")):
        done = bench.run("kit", *words, cwd=folder)
        check("bad usage: " + says, done.status == 2 and says in done.err, done)


with bench.folder() as place:
    schemas(place)
    languages(place)
    bad_usage(place)
sys.exit(bench.end())
