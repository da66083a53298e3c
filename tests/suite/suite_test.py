"""The suite as somebody else gets it: redoubt suite export, its checker, and redoubt suite answer.

usage: suite_test.py REDOUBT SOURCES
"""
import ast
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile

import kit
from kit import check

REDOUBT, SOURCES = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
SCRATCH = tempfile.TemporaryDirectory(prefix="redoubt-suite-")
FOLDER = pathlib.Path(SCRATCH.name) / "suite"


def load(name, path):
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(found)
    return found


pack = load("pack_suite", SOURCES / "tools/pack-suite")


def run(*args, **more):
    return kit.run(REDOUBT, *args, **more)


def judge(*args):
    return kit.run(sys.executable, str(FOLDER / "check.py"), *map(str, args))


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


# ---- the export ------------------------------------------------------------------------------------

def export():
    done = run("suite", "export", str(FOLDER))
    check("suite export exits with 0 and says what comes next", done.status == 0 and "check.py" in done.out and done.err == "", done)
    there = sorted(path.name for path in FOLDER.iterdir())
    games = [game["id"] for game in read(FOLDER / "suite.json")["games"]]
    check("the folder has a page, a license, a checker and the games",
          there == sorted(["LICENSE", "README.md", "check.py", "suite.json"] + games), there)
    check("nothing else is left beside it", os.listdir(SCRATCH.name) == ["suite"], os.listdir(SCRATCH.name))
    check("the page is docs/suite.md", (FOLDER / "README.md").read_bytes() == (SOURCES / "docs/suite.md").read_bytes())
    return games


def all_cases(index):
    return [case for game in index["games"] for name in game["files"] for case in read(FOLDER / name)]


def versions(index):
    tables = {game["id"]: game for game in json.loads(run("games", "--json").out)}
    check("suite.json has a version of the format and of redoubt",
          index["suite"] == 1 and index["redoubt"] in run("--version").out and index["license"] == "MIT", index)
    for game in index["games"]:
        check("%s has the rules_version of the game" % game["id"], game["rules_version"] == tables[game["id"]]["rules_version"])
        count = sum(len(read(FOLDER / name)) for name in game["files"])
        check("%s has as many cases as suite.json says" % game["id"], count == game["cases"] > 0, count)
        on_disk = sorted("%s/cases/%s" % (game["id"], p.name) for p in (FOLDER / game["id"] / "cases").iterdir())
        check("%s has no other files of cases" % game["id"], on_disk == sorted(game["files"]))
        verbs = {verb["name"] for verb in read(FOLDER / game["id"] / "tables.json")["verbs"]}
        check("%s has a table of orders" % game["id"], verbs == {verb["name"] for verb in tables[game["id"]]["verbs"]})
    check("at least 1,500 cases", index["cases"] == len(all_cases(index)) >= 1500, index["cases"])


def links():
    for page in sorted(FOLDER.rglob("*.md")):
        dead = [link for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
                if "://" not in link and not (page.parent / link).exists()]
        check("links of %s lead somewhere" % page.relative_to(FOLDER), not dead, dead[:5])


def same_as_written(cases, games):
    """The engine completes a question; what is asked and wanted stays as its author wrote it."""
    written = {case["id"]: case for case in pack.all_cases(SOURCES, games)}
    check("every case has a name of its own, and none is lost", sorted(written) == sorted(c["id"] for c in cases))
    wrong, bare = [], []
    for case in cases:
        own = written[case["id"]]
        wanted = {"refused": [], **own["expect"]} if own["expect"].get("begins", True) else own["expect"]
        same = all(case.get(key) == own.get(key) for key in ("game", "paragraphs", "title", "options", "rolls", "steps"))
        if not same or case["expect"] != wanted or ("position" in case) != ("position" in own):
            wrong.append(case["id"])
        if not all(key in case for key in ("id", "game", "paragraphs", "title", "steps", "expect")):
            bare.append(case["id"])
    check("orders, dice and wishes are as they were written", not wrong, wrong[:9])
    check("every case has what the page promises", not bare, bare[:9])
    numbers = {c["game"]: set(re.findall(r"^\*\*(R\d+\.\d+)\*\*", (FOLDER / c["game"] / "rules.md").read_text(), re.M)) for c in cases}
    uncited = [(g, n) for g in games for n in numbers[g] if not any(n in c["paragraphs"] for c in cases if c["game"] == g)]
    check("every paragraph has a case", not uncited, uncited)
    unknown = [(c["id"], n) for c in cases for n in c["paragraphs"] if not any(m == n or m.startswith(n + ".") for m in numbers[c["game"]])]
    check("every case cites a paragraph or chapter that there is", not unknown, unknown[:9])


def dice(cases):
    seeded = [case["id"] for case in cases if "seed" in case and "position" in case]
    check("no case with a position needs our generator of luck", not seeded, seeded)
    wrong = [c["id"] for c in cases if c["expect"].get("begins", True) and len(c.get("rolls", []))
             != sum(c.get("rolls_used", [])) + c["expect"].get("rolls_left", 0)]
    check("rolls_used and rolls_left make up the rolls", not wrong, wrong[:9])
    wrong = [c["id"] for c in cases if "rolls_used" in c and len(c["rolls_used"]) != len(c["steps"]) + 1]
    check("rolls_used has a number for the beginning and for each step", not wrong, wrong[:9])


def left_in(parent):
    return sorted(os.listdir(parent))


def refused_exports():
    with tempfile.TemporaryDirectory() as parent:
        full, file, empty = (os.path.join(parent, name) for name in ("full", "file", "empty"))
        os.mkdir(full)
        os.mkdir(empty)
        for path in (os.path.join(full, "mine"), file):
            open(path, "w").close()
        for name, path, status, says in (("a folder that is not empty", full, 2, "is not empty; give the name of a new folder"),
                                         ("a file", file, 2, "is no folder"), ("this very folder", parent + "/.", 2, "a new folder"),
                                         ("a folder in a folder that is not there", os.path.join(parent, "no", "where"), 1, "No such file")):
            done = run("suite", "export", path)
            check("export to " + name, done.status == status and says in done.err and done.out == "" and done.err.count("\n") == 1, done)
        check("such an export leaves nothing behind", left_in(parent) == ["empty", "file", "full"] and left_in(full) == ["mine"])
        done = run("suite", "export", empty + "/")
        check("export to an empty folder", done.status == 0 and "suite.json" in os.listdir(empty), done)
        new = os.path.join(parent, "new")
        full_disk(new)
        check("a disk that is full leaves nothing behind", left_in(parent) == ["empty", "file", "full"], left_in(parent))


def full_disk(path):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
    done = subprocess.run([REDOUBT, "suite", "export", path], capture_output=True, text=True, preexec_fn=limit, timeout=120)
    check("a disk that is full is told", done.returncode == 1 and "File too large" in done.stderr and done.stdout == "", done)


# ---- the checker -----------------------------------------------------------------------------------

def small_checker():
    text = (FOLDER / "check.py").read_text()
    check("the checker has at most 200 lines", len(text.splitlines()) <= 200, len(text.splitlines()))
    names = {alias.name.split(".")[0] for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module.split(".")[0] for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    check("it needs Python alone", names and names <= set(sys.stdlib_module_names), names)
    for name, *args in (("nothing to ask", "--game", "classic"), ("a game that is none", "--game", "chess", "true"),
                        ("two things at once", "--questions", "true")):
        done = judge(*args)
        check("bad usage of the checker: " + name, done.status == 2 and done.out == "" and done.err, done)


def passed(index):
    return {game["id"]: "%s: %d passed, 0 failed, 0 skipped" % (game["id"], game["cases"]) for game in index["games"]}


def redoubt_passes(index):
    done = judge("--game", "classic", REDOUBT, "suite", "answer")
    check("redoubt passes cases line by line", done.status == 0 and done.out == "%s\n" % passed(index)["classic"], done)
    one = judge("--id", "fortress/A1", REDOUBT, "suite", "answer")
    check("one case alone", one.status == 0 and one.out == "fortress: 1 passed, 0 failed, 0 skipped\n", one)
    some = judge("--game", "fortress", "--paragraph", "R9.4", "--questions")
    asked = [json.loads(line) for line in some.out.splitlines()]
    check("the questions of a paragraph", some.status == 0 and len(asked) > 1 and all(q["game"] == "fortress" for q in asked), some)
    check("a question does not tell what is wanted", all(not {"expect", "title", "note", "rolls_used"} & set(q) for q in asked))


# A program under test that spoils answers: its argument says how.
SPOILER = r"""
import json, subprocess, sys, time
redoubt, how = sys.argv[1:]
engine = subprocess.Popen([redoubt, "suite", "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for number, line in enumerate(sys.stdin):
    if how == "silent":
        time.sleep(60)
    if how == "crash" and number == 3:
        sys.exit(1)
    engine.stdin.write(line)
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    if how == "refused": answer["refused"] = answer.get("refused", []) + [99]
    if how == "over": answer["over"] = not answer.get("over")
    if how == "one more hp" and "position" in answer:
        for unit in answer["position"]["units"]: unit["hp"] += 1
    if how == "no position": answer.pop("position", None)
    if how == "wrong id": answer["id"] = "somebody/else"
    if how == "begins": answer = {"id": answer["id"], "begins": False}
    if how == "skip": answer = {"id": answer["id"], "skip": "not yet"}
    if how == "list": answer = [1]
    print("hello" if how == "words" else json.dumps(answer), flush=True)
"""


def wrong_answers():
    path = pathlib.Path(SCRATCH.name) / "spoiler.py"
    path.write_text(SPOILER)

    def spoiled(how, *args):
        return judge("--game", "classic", "--paragraph", "R7.4", "--timeout", "60", *args, sys.executable, path, REDOUBT, how)

    good = spoiled("nothing")
    total = int(re.search(r"(\d+) passed, 0 failed", good.out).group(1)) if good.status == 0 else 0
    check("a program in between that changes nothing passes", total > 5, good)
    for how in ("refused", "over", "wrong id", "begins", "list", "words"):
        done = spoiled(how)
        check("answers are wrong everywhere: " + how, done.status == 1 and "classic: 0 passed, %d failed" % total in done.out, done)
    for how in ("one more hp", "no position"):
        done = spoiled(how)
        check("answers are wrong in places: " + how, done.status == 1 and ".position" in done.out, done)
    done = spoiled("crash")
    failed = len(re.findall(r"^failed .*ended without an answer", done.out, re.M))
    check("it is started again after a crash", done.status == 1 and failed == total // 4 and
          "%d passed, %d failed" % (total - failed, failed) in done.out, done)
    done = spoiled("silent", "--id", "classic/R7.4-rings/1", "--timeout", "1")
    check("a program that is silent is not waited for", done.status == 1 and "no answer within 1 seconds" in done.out, done)
    done = spoiled("skip", "--verbose")
    check("skipped cases are counted, and are no success", done.status == 1 and "0 failed, %d skipped" % total in done.out, done)
    gone = judge("--id", "fortress/A1", "/nowhere/program")
    check("a program that is not there", gone.status != 0, gone)


def answer_files(index):
    asked = judge("--questions").out
    answers = run("suite", "answer", text=asked).out
    path = pathlib.Path(SCRATCH.name) / "answers.jsonl"
    path.write_text(answers)
    done = judge("--words", "--answers", path)
    check("redoubt passes the whole suite, as a file of answers", done.status == 0
          and done.out.splitlines() == list(passed(index).values()), done)
    lines = answers.splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    done = judge("--answers", path)
    check("an answer that is missing is noticed", done.status == 1 and done.out.count("\nfailed") + done.out.startswith("failed") == 1
          and "there is no answer" in done.out, done)
    return {answer["id"]: answer for answer in map(json.loads, lines)}


def leaves(value, path=()):
    """Ways to every value that is neither list nor object."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None or not value:
        yield path
        return
    for key, inner in items:
        yield from leaves(inner, path + (key,))


def other(value):
    return not value if isinstance(value, bool) else value + 1000 if isinstance(value, (int, float)) else "something else"


def every_wish_counts(checker, cases, answers):
    """No part of what is wanted is overlooked: with one value changed, the right answer fails."""
    overlooked, wrong, tried = [], [], 0
    for case in cases:
        text, answer = json.dumps(case["expect"]), answers[case["id"]]
        if checker.verdict(case, answer, True)[0] != "passed":
            wrong.append(case["id"])
        paths = list(leaves(case["expect"]))
        for path in paths[::1 + len(paths) // 40]:  # of a board not every tile
            spoiled = json.loads(text)
            inner = spoiled
            for key in path[:-1]:
                inner = inner[key]
            if "gone" in path:  # somebody who is there
                units = answer["position"].get("units") or answer["position"].get("state", {}).get("units")
                inner[path[-1]] = next(iter(units)) if isinstance(units, dict) else units[0]["id"] if "views" not in path else inner[path[-1]]
            else:
                inner[path[-1]] = other(inner[path[-1]])
            tried += 1
            if spoiled != case["expect"] and checker.verdict({**case, "expect": spoiled}, answer, True)[0] != "failed":
                overlooked.append((case["id"], path))
    check("the checker judges answers as the program does", not wrong, wrong[:9])
    check("every value that is wanted counts (%d)" % tried, tried > 5000 and not overlooked, overlooked[:9])


def words(checker):
    case = {"id": "x", "expect": {"refused": [0], "why": ["no"], "outcome": {"rank": [1, 2], "reason": "so"}}}
    said = {"id": "x", "refused": [0], "why": ["never"], "outcome": {"rank": [1, 2], "reason": "because"}}
    check("sentences are compared on request only", checker.verdict(case, said, False)[0] == "passed"
          and checker.verdict(case, said, True)[0] == "failed")
    for name, want, got, fine in (
            ("1 is 1.0", {"a": 1}, {"a": 1.0}, True), ("true is not 1", {"a": True}, {"a": 1}, False),
            ("null is met by a missing key", {"a": None}, {}, True), ("null is not 0", {"a": None}, {"a": 0}, False),
            ("a list with ids is a set", {"a": [{"id": 2}]}, {"a": [{"id": 1}, {"id": 2}]}, True),
            ("a list with cells is a set", {"a": [{"at": [1, 2], "b": 3}]}, {"a": [{"at": [0, 0]}, {"at": [1, 2], "b": 3}]}, True),
            ("an entry that is not there", {"a": [{"id": 3}]}, {"a": [{"id": 1}, {"id": 2}]}, False),
            ("other lists have a length", {"a": [1]}, {"a": [1, 2]}, False), ("an empty list is empty", {"a": []}, {"a": [1]}, False),
            ("units that are gone", {"p": {"gone": [4]}}, {"p": {"units": [{"id": 3}]}}, True),
            ("units that are not gone", {"p": {"gone": [3]}}, {"p": {"units": [{"id": 3}]}}, False),
            ("units by name", {"p": {"gone": ["A"]}}, {"p": {"units": {"A": {}}}}, False)):
        check("what is wanted: " + name, (checker.difference(want, got, "") is None) == fine)


# ---- the program under test ---------------------------------------------------------------------------

def bad_questions():
    lines = ["hello", "[]", "{}", '{"id": "a", "game": "chess"}', '{"id": "b", "game": "null", "steps": [[0, {"verb": "dance"}]]}',
             '{"id": "c", "game": "null", "views": [7, "0"]}']
    done = run("suite", "answer", text="\n".join(lines))
    answers = [json.loads(line) for line in done.out.splitlines()]
    check("every question gets an answer", done.status == 0 and len(answers) == len(lines), done)
    check("a line that is no JSON is an error", "error" in answers[0] and answers[0]["id"] is None, answers)
    check("what can't be played can't begin", all(a["begins"] is False and a["why"] for a in answers[1:5]), answers)
    check("a view on request", list(answers[5].get("views", {})) == ["0"], answers)


def a_broken_rule(index):
    """Redoubt itself with one line of a rule changed, as tests/suite/seen-to-fail.txt has it."""
    build = pathlib.Path(REDOUBT).parent
    tool = load("mutate_cases", SOURCES / "tools/mutate-cases")
    changes, record = tool.read_record()
    case, number = next((case, n) for case, (_, numbers) in record.items() for n in numbers
                        if case.startswith("classic/") and changes[n].file.endswith("combat.c") and tool.line_of(changes[n]) is not None)
    if not (build / "compile_commands.json").exists():
        kit.skip("a broken rule is noticed", "no build folder")
        return
    workshop = tool.Workshop(build)
    try:
        program = workshop.built(changes[number])
        done = judge("--game", "classic", program, "suite", "answer") if program else None
    finally:
        workshop.close()
    check("a broken rule is noticed", done and done.status == 1 and "failed %s (" % case in done.out, (case, number, done))


def the_page(cases):
    text = (FOLDER / "README.md").read_text()
    blocks = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", text, re.M | re.S)]
    by_id = {case["id"]: case for case in cases}
    check("the case on the page is that of the suite", blocks[0] == by_id[blocks[0]["id"]], by_id.get(blocks[0]["id"]))
    asked = CHECKER.question_of(by_id[blocks[1]["id"]])
    asked["position"] = blocks[1]["position"]  # which is shortened
    check("the question on the page is that of a case", blocks[1] == asked, asked)
    done = judge("--id", asked["id"], REDOUBT, "suite", "answer")
    verdict = CHECKER.verdict(by_id[asked["id"]], blocks[2], True)
    check("the answer on the page is right", blocks[2]["id"] == asked["id"] and verdict[0] == "passed" and done.status == 0, verdict)
    keys = {key for case in cases for key in case} | {key for case in cases for key in case["expect"]}
    missing = [key for key in sorted(keys) if "`%s`" % key not in text]
    check("the page explains every key of a case", not missing, missing)
    for game in sorted({case["game"] for case in cases}):
        part = re.search(r"^### %s\n(.*?)^##" % game, text, re.M | re.S)
        if part is None:
            check("the page has a part about positions of " + game, False)
            continue
        part = part.group(1) + re.search(r"^### classic\n(.*?)^##", text, re.M | re.S).group(1)  # which others refer to
        found = sorted({key for case in cases if case["game"] == game for key in position_keys(case)})
        missing = [key for key in found if not re.search(r"\b%s\b" % re.escape(key), part)]
        check("the page explains every key of positions of " + game, not missing, missing)


def position_keys(case):
    """Keys of the position and of what is wanted of it, without names of units and cards."""
    def walk(value, inside):
        if isinstance(value, list):
            for inner in value:
                yield from walk(inner, inside)
        elif isinstance(value, dict):
            for key, inner in value.items():
                named = inside in ("units", "ch", "P1", "P2", "TowerPricesR", "TowerPricesB") and case["game"] in ("fate", "apoca")
                if not named and inside not in ("order", "queue", "Orders") and key != "gone":
                    yield key
                yield from walk(inner, key)
    yield from walk(case.get("position", {}), "")
    yield from walk(case["expect"].get("position", {}), "")
    yield from walk(list(case["expect"].get("views", {}).values()), "")


GAMES = export()
INDEX = read(FOLDER / "suite.json")
CASES = all_cases(INDEX)
CHECKER = load("suite_check", FOLDER / "check.py")
versions(INDEX)
links()
same_as_written(CASES, GAMES)
dice(CASES)
refused_exports()
small_checker()
redoubt_passes(INDEX)
wrong_answers()
every_wish_counts(CHECKER, CASES, answer_files(INDEX))
words(CHECKER)
bad_questions()
the_page(CASES)
a_broken_rule(INDEX)
SCRATCH.cleanup()
sys.exit(kit.end())
