"""The commands scenario and new from outside: what they print, and what they refuse.

usage: scenario_test.py REDOUBT
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end  # noqa: E402

REDOUBT = sys.argv[1]
# Cases whose dice are all given.
BLOWS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../games/fate/examples/R10.1-auto-defence.json")


def run(*args, text=None, env=None):
    data = text if isinstance(text, bytes) or text is None else text.encode()
    done = subprocess.run([REDOUBT, *args], input=data, capture_output=True, timeout=120,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace")


def play(scenario, *args):
    status, out, err = run("scenario", *args, "-", text=json.dumps(scenario))
    return status, [json.loads(line) for line in out.splitlines()], err


def take(stones):
    return {"verb": "take", "stones": stones}


def bad_file(name, text, says, *args):
    """Exit 2, nothing on stdout, one clear line on stderr that says what is wrong."""
    status, out, err = run("scenario", *args, "-", text=text)
    lines = err.splitlines()
    good = status == 2 and out == "" and len(lines) == 1 and says in err
    check("bad file: " + name, good, (status, out[:300], err[:600]))


def plain_runs():
    status, lines, err = play({"game": "null", "options": {"heap": 5},
                               "steps": [[0, take(2)], [1, take(3)]]})
    check("a run exits with 0", status == 0 and err == "", (status, err))
    check("a line a step and a final one", len(lines) == 3, lines)
    check("a step that was done", lines[0] == {
        "step": 0, "ok": True, "events": [{
            "kind": "took", "seat": 0, "stones": 2, "left": 3, "text": "First takes 2, 3 left.",
            "rule": "R2.1", "seen_by": [0, 1, "spectator"]}]}, lines[0])
    check("the final line", lines[2] == {
        "final": True, "over": True, "rolls_left": 0,
        "outcome": {"rank": [2, 1], "score": [0, 1], "rule": "R3.1", "reason": "last stone taken"},
        "position": {"heap": 0, "turn": 2, "began": 5}}, lines[2])
    keys = list(lines[2])
    check("keys keep their order", keys == ["final", "over", "outcome", "rolls_left", "position"], keys)

    status, lines, err = play({"game": "null"})
    check("no steps: only the final line", status == 0 and len(lines) == 1, lines)
    check("outcome is null while playing",
          lines[0]["over"] is False and lines[0]["outcome"] is None, lines)
    check("a new game from the presets", lines[0]["position"]["heap"] == 21, lines)

    _, lines, _ = play({"game": "null", "position": {"heap": 2, "began": 3}, "steps": [[1, take(2)]]})
    check("a position to start from", lines[-1]["over"] is True, lines)


def refused_steps():
    scenario = {"game": "null", "options": {"heap": 5},
                "steps": [[1, take(1)], [0, take(0)], [0, take(4)], [0, take(-1)], [0, take(1e300)],
                          [0, take(2.5)], [9, take(1)], [-1, take(1)], [7, take(1)], [300, take(1)],
                          [2, {"verb": "resign"}], [0, take(3)]]}
    status, lines, _ = play(scenario, "--each")
    check("refused steps don't end the run", status == 0 and len(lines) == 13, (status, lines))
    check("out of turn", lines[0]["ok"] is False and lines[0]["code"] == "not_your_turn", lines[0])
    check("against the rules, with its paragraph",
          lines[1]["code"] == "against_rules" and lines[1]["rule"] == "R2.1", lines[1])
    check("why is a sentence",
          lines[1]["why"] == "take at least one stone, and no more than there are", lines[1])
    for i in (2, 3, 4, 5):
        check("argument out of range is bad_arg (%d)" % i,
              lines[i]["code"] == "bad_arg" and "0 to 3" in lines[i]["why"]
              and lines[i]["why"].startswith("stones: "), lines[i])
    for i, seat in ((6, 9), (7, -1), (8, 7), (9, 300), (10, 2)):
        check("seat %d does not exist" % seat, lines[i]["ok"] is False
              and lines[i]["code"] == "not_your_turn"
              and lines[i]["why"] == "there is no seat %d; seats are 0 to 1" % seat, lines[i])
    same = all(line["position"] == {"heap": 5, "turn": 0, "began": 5} for line in lines[:11])
    check("a refused step changes nothing", same, lines)
    check("the run went on", lines[11]["ok"] and lines[11]["position"]["heap"] == 2, lines[11])

    status, lines, _ = play(scenario, "--strict")
    check("--strict stops at the first refused step",
          status == 1 and [line.get("step") for line in lines] == [0, None], (status, lines))
    status, lines, _ = play({"game": "null", "steps": [[0, take(1)]]}, "--strict")
    check("--strict without a refusal is fine", status == 0 and len(lines) == 2, (status, lines))


def endings():
    _, lines, _ = play({"game": "null", "options": {"heap": 1},
                        "steps": [[0, take(1)], [1, take(1)], [0, take(4)], [9, take(1)],
                                  [1, {"verb": "resign"}], [1, take(0)]]})
    check("a finished game refuses every order with game_over",
          all(line["code"] == "game_over" for line in lines[1:6]), lines)
    check("the reason is that the game is over", all(line["why"] == "the game is over" for line in lines[1:6]), lines)
    _, lines, _ = play({"game": "null", "steps": [[1, {"verb": "resign"}], [0, {"verb": "resign"}]]})
    check("resign works in every game", lines[0]["ok"] and lines[2]["outcome"]["rank"] == [1, 2], lines)
    check("resigning twice is refused", lines[1]["code"] == "game_over", lines)


def shown():
    steps = [[0, take(1)], [1, take(1)], [0, take(1)]]
    _, lines, _ = play({"game": "null", "steps": steps})
    check("positions only in the final line", ["position" in x for x in lines] == [False] * 3 + [True], lines)
    _, lines, _ = play({"game": "null", "show": [1], "steps": steps})
    check("show picks steps", ["position" in x for x in lines] == [False, True, False, True], lines)
    _, lines, _ = play({"game": "null", "steps": steps}, "--each")
    check("--each shows all", [x["position"]["heap"] for x in lines] == [20, 19, 18, 18], lines)
    _, lines, _ = play({"game": "null", "steps": steps[:1]}, "--each", "--view", "1")
    check("--view shows views", "view" in lines[0] and "position" not in lines[0], lines)
    check("--view keeps to itself who else saw an event", "seen_by" not in lines[0]["events"][0], lines)
    for seat in ("spectator", "second"):
        status, lines, _ = play({"game": "null", "steps": steps[:1]}, "--view", seat)
        check("--view " + seat, status == 0 and "view" in lines[-1], lines)
    status, lines, err = play({"game": "null"}, "--view", "2")
    check("--view of nobody", status == 2 and not lines and "no seat" in err, (status, err))
    status, out, _ = run("scenario", "--explain", "-", text=json.dumps(
        {"game": "null", "options": {"heap": 3}, "steps": [[0, take(4)], [0, take(3)]]}))
    check("--explain is for people", status == 0 and out == (
        "0. First: {\"verb\":\"take\",\"stones\":4}\n"
        "    refused: stones: 4 is not a whole number from 0 to 3\n"
        "1. First: take 3\n"
        "    First takes 3, 0 left. (R2.1)\n"
        "The game is over: last stone taken (R3.1).\n"
        "    First: rank 1, score 1\n"
        "    Second: rank 2, score 0\n"), out)


def seeds_and_lists():
    for seed in (7, "7", "0123456789abcdef0123456789abcdef", 0, "18446744073709551615"):
        status, _, err = play({"game": "null", "seed": seed})
        check("seed %r" % seed, status == 0, err)
    _, lines, _ = play({"game": "null", "rolls": [4, 2, 6]})
    check("rolls_left counts", lines[-1]["rolls_left"] == 3, lines)
    status, lines, _ = play([{"game": "null", "id": "A"}, {"game": "null", "options": {"heap": 3}}])
    check("a list of scenarios", status == 0 and [x["position"]["heap"] for x in lines] == [21, 3], lines)
    check("labelled by place and id", [x["scenario"] for x in lines] ==
          ["standard input[0] A", "standard input[1]"], lines)
    status, lines, err = play([{"game": "null"}, {"game": "nil"}])
    check("one bad scenario of a list: nothing is printed",
          status == 2 and lines == [] and "standard input[1]: " in err, (status, lines, err))


def checks():
    good = {"game": "null", "steps": [[0, take(1)], [0, take(1)]],
            "expect": {"refused": [1], "over": False, "position": {"heap": 20}}}
    wrong = {"game": "null", "id": "W", "steps": [[0, take(1)]], "expect": {"position": {"heap": 19}}}
    unexpected = {"game": "null", "steps": [[1, take(1)]], "expect": {}}
    silent = {"game": "null", "steps": []}
    views = {"game": "null", "steps": [[0, take(1)]], "expect": {"views": {"1": {"heap": 20}, "spectator": {"heap": 2}}}}
    why = {**good, "expect": {"refused": [1], "why": ["no reason"]}}
    with tempfile.TemporaryDirectory() as folder:
        def write(name, value):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                json.dump(value, file)
            return path
        status, out, _ = run("scenario", "--check", write("more.json", [views, why]))
        check("--check compares views and reasons", (status, out.replace(folder, "")) == (
            1, "/more.json[0]: views.spectator.heap: wanted 2, got 20\n"
               "/more.json[1]: why[0]: wanted \"no reason\", got \"this seat has nothing to decide now\"\n"
               "0 passed, 2 failed\n"), out)
        sentences = ["01s: First takes 1, 20 left.", "01s: Second takes 3, 17 left."]
        told = [{"game": "null", "steps": [[0, take(1)], [0, take(1)], [1, take(3)]],
                 "expect": {"refused": [1], "told": list_of}}
                for list_of in (sentences, sentences[:1], ["0s" + sentences[0][3:], sentences[1]])]
        status, out, _ = run("scenario", "--check", write("told.json", told))
        check("--check compares what was told, all of it and to whom", status == 1
              and "told.json[0]" not in out and "told.json[1]: told: wanted" in out
              and 'told.json[2]: told[0]: wanted "0s: First' in out, out)
        dice = {"game": "classic", "seed": "1", "steps": [[0, {"verb": "done"}], [1, {"verb": "done"}]]}
        with open(BLOWS, encoding="utf-8") as file:
            blow = next(case for case in json.load(file) if "rolls_left" in case["expect"])
        short = {**blow, "rolls": blow["rolls"][:-1]}
        status, out, _ = run("scenario", "--check", write("dice.json", [
            blow, short, {**dice, "expect": {"rolls_left": 0}}]))
        check("--check notices when the rolls are not enough", status == 1 and "dice.json[0]" not in out
              and "dice.json[1]: rolls_left: the rolls were not enough" in out and out.endswith("2 passed, 1 failed\n"), out)
        one, two = write("one.json", good), write("two.json", [good, wrong, unexpected, silent])
        status, out, _ = run("scenario", "--check", one, one)
        check("--check passes", (status, out) == (0, "2 passed, 0 failed\n"), out)
        status, out, _ = run("scenario", "--check", one, two)
        check("--check counts and explains", (status, out.replace(two, "TWO")) == (
            1, "TWO[1] W: position.heap: wanted 19, got 20\n"
               "TWO[2]: refused: wanted steps [], got [0]\n"
               "TWO[3]: expect: is missing, so there is nothing to check\n"
               "2 passed, 3 failed\n"), out)
        status, out, _ = run("scenario", "--check", write("none.json", []))
        check("--check of nothing fails", (status, out) == (1, "0 passed, 0 failed\n"), (status, out))
        status, out, err = run("scenario", "--check", one, write("bad.json", {"game": "nil"}))
        check("--check of a bad file says so and exits with 2",
              status == 2 and out == "1 passed, 1 failed\n" and "bad.json: game" in err, (status, out, err))
        for option in ("--each", "--strict", "--explain"):
            status, out, err = run("scenario", "--check", option, one)
            check("--check does not go with " + option, status == 2 and out == "", (status, out, err))
        status, out, err = run("scenario", one, one)
        check("one file at a time", status == 2 and out == "", (status, out, err))
    status, out, err = run("scenario")
    check("no file", status == 2 and "which file" in err, (status, out, err))


def bad_scenarios():
    def scenario(**more):
        return json.dumps({"game": "null", **more})
    bad_file("unknown verb", scenario(steps=[[0, take(1)], [0, {"verb": "fly"}]]),
             "steps[1]: verb: there is no order \"fly\"; orders are take, resign")
    bad_file("missing argument", scenario(steps=[[0, {"verb": "take"}]]), "steps[0]: stones: is missing")
    bad_file("argument of another type", scenario(steps=[[0, take("two")]]), "steps[0]: stones: \"two\" is not")
    bad_file("argument too many", scenario(steps=[[0, {**take(1), "at": [0, 0]}]]),
             "steps[0]: at: there is no such field")
    bad_file("order is no object", scenario(steps=[[0, "take 1"]]), "steps[0]: an order is an object")
    bad_file("unknown verb after the end", scenario(options={"heap": 1}, steps=[[0, take(1)], [1, {"verb": "x"}]]),
             "steps[1]: verb")
    bad_file("step is no pair", scenario(steps=[[0]]), "steps[0]: a step is a list of two")
    bad_file("seat is no number", scenario(steps=[["0", take(1)]]), "steps[0][0]: a seat is a whole number")
    bad_file("steps are no list", scenario(steps={}), "steps: an object is not a list")
    bad_file("unknown game", json.dumps({"game": "chess"}), "there is no game \"chess\"; games are null")
    bad_file("no game", "{}", "game: is missing")
    bad_file("luck used up in parts", scenario(drawn=0.5), "drawn: ")
    bad_file("unknown key", scenario(step=[]), "step: there is no such field; known are")
    bad_file("unknown option", scenario(options={"stones": 3}), "has no option \"stones\"; options are heap")
    bad_file("option out of range", scenario(options={"heap": 65}), "options.heap: 65 is not a whole number from 1 to 64")
    bad_file("options are no object", scenario(options=[]), "options are an object")
    bad_file("bad position", scenario(position={"heap": 22}), "position: more stones than at the beginning")
    bad_file("bad field of a position", scenario(position={"heap": "x"}), "position.heap: ")
    bad_file("position is no object", scenario(position=[]), "position: ")
    bad_file("bad seed", scenario(seed="x"), "seed: \"x\" is neither")
    bad_file("negative seed", scenario(seed=-1), "seed: \"-1\" is neither")
    bad_file("rolls are no list", scenario(rolls=3), "rolls: 3 is not a list")
    bad_file("roll is no number", scenario(rolls=[1, "2"]), "rolls[1]: \"2\" is not a whole number")
    bad_file("roll too large", scenario(rolls=[2 ** 31]), "rolls[0]: 2147483648 is not within")
    bad_file("show of no step", scenario(show=[1], steps=[[0, take(1)]]), "show[0]: 1 is not within 0 to 0")
    bad_file("show without steps", scenario(show=[0]), "show[0]: there are no steps")
    bad_file("expect is no object", scenario(expect=[]), "expect: must be an object")
    bad_file("refused is no list", scenario(expect={"refused": 1}), "expect.refused: 1 is not a list")
    bad_file("views are no object", scenario(expect={"views": []}), "expect.views: must be an object")
    bad_file("view of nobody", scenario(expect={"views": {"2": {}}}), "expect.views: its keys are \"0\" to \"1\"")
    bad_file("scenario is no object", "[1]", "a scenario is an object")
    bad_file("too many steps", scenario(steps=[0] * 100001), "steps: has 100001 entries")


def hostile_bytes():
    bad_file("empty", "", "nothing here")
    bad_file("truncated", "{\"game\":\"null\",", "line 1")
    bad_file("garbage behind", "{\"game\":\"null\"} x", "line 1, column")
    bad_file("depth bomb of lists", "[" * 100000, "64 deep")
    bad_file("depth bomb of objects", "{\"a\":" * 100000, "64 deep")
    bad_file("closed depth bomb", "[" * 5000 + "]" * 5000, "64 deep")
    bad_file("huge number", "{\"seed\":1" + "0" * 5000 + "}", "too big")
    bad_file("huge exponent", "{\"seed\":1e99999}", "overflow")
    bad_file("NaN", "{\"seed\":NaN}", "line 1")
    bad_file("Infinity", "{\"seed\":-Infinity}", "line 1")
    bad_file("duplicate keys", "{\"game\":\"null\",\"game\":\"null\"}", "duplicate")
    bad_file("invalid UTF-8", b"{\"game\":\"\xff\xfe\"}", "UTF-8")
    bad_file("UTF-16", "{\"game\":\"null\"}".encode("utf-16"), "line 1")
    bad_file("NUL", b"{\"game\":\"null\0\"}", "NUL")
    bad_file("escaped NUL", "{\"game\":\"null\\u0000\"}", "line 1")
    bad_file("terminal escapes are tamed", "{\"game\":\"\\u001b[31m\"}", "\"?[31m\"")
    bad_file("very long text", "{\"game\":\"" + "x" * 1000000 + "\"}", "...")
    bad_file("a million and one values", "[" + "0," * 1000001 + "0]", "million")
    bad_file("9 MB through a pipe", " " * 9000000, "larger than 8388608 bytes")
    with tempfile.TemporaryDirectory() as folder:
        huge = os.path.join(folder, "huge.json")
        with open(huge, "wb") as file:
            for _ in range(100):
                file.write(b"[1,2,3]\n" * (1024 * 1024 // 8))
        for name, path, says in (("100 MB file", huge, "larger than"), ("a folder", folder, "is a folder"),
                                 ("no such file", huge + "x", "No such file")):
            status, out, err = run("scenario", path)
            check("bad file: " + name, status == 2 and out == "" and says in err
                  and len(err.splitlines()) == 1, (status, out[:200], err))


def new_games():
    status, out, err = run("new", "null", "--seed", "7", "--set", "heap=9")
    check("new prints a scenario", (status, out) == (0, '{"game":"null","options":{"heap":9},"seed":"7",'
          '"position":{"heap":9,"turn":0,"began":9}}\n'), (out, err))
    status, lines, err = play(json.loads(out))
    check("which scenario reads", status == 0 and lines[-1]["position"]["heap"] == 9, err)
    _, again, _ = run("new", "null", "--seed", "7", "--set", "heap=9")
    check("the same seed, the same game", again == out)
    _, one, _ = run("new", "null")
    _, two, _ = run("new", "null")
    check("without a seed a fresh one", json.loads(one)["seed"] != json.loads(two)["seed"])
    status, out, _ = run("new", "null", "--ascii")
    check("--ascii draws", (status, out) == (0, "stones 21\n"), out)
    for args, says in ((["new"], "one game"), (["new", "null", "null"], "one game"),
                       (["new", "nil"], "no game"), (["new", "null", "--set", "x=1"], "no option"),
                       (["new", "null", "--set", "heap=0"], "1 to 64"), (["new", "null", "--seed", "x"], "seed"),
                       (["new", "null", "--nonsense"], "nonsense")):
        status, out, err = run(*args)
        check(" ".join(args) + " is refused", status == 2 and out == "" and says in err
              and len(err.splitlines()) == 1, (status, out, err))


MAP = {"FloorTiles": ["rrrr   bbbb", "rOOOOOOOOOb", "rO rr bb Ob", "rOOOOOOOOOb", "rrrr   bbbb"],
       "PlayerBaseR": {"x": 1, "y": 2}, "PlayerBaseB": {"x": 9, "y": 2}, "DemonSpawners": []}


def line(action, x=0, y=0, **more):
    """A whole turn in the message of the original, which is a string in a scenario."""
    return json.dumps({"action": action, "x": x, "y": y, **more})


def orders_of_a_game_s_own():
    build = line("build", 0, 0, tower_type="house", merc_direction="N")
    status, lines, err = play({"game": "apoca", "position": {"map": MAP}, "steps": [
        [0, build], [0, build], [1, "junk"], [9, build], [0, line("build", 99, 99, tower_type="house")],
        [1, {"verb": "build", "type": "castle", "at": [0, 0]}],
        [1, {"verb": "build", "type": "house", "at": [64, 0]}], [1, {"verb": "resign"}], [0, build]]}, "--each")
    check("raw lines are orders", status == 0 and len(lines) == 10, (status, err))
    ok = [x["ok"] for x in lines[:9]]
    check("a line is a whole turn, junk is a lost one",
          ok == [True, False, True, False, True, False, False, True, False], ok)
    check("the turn was played when both were done", lines[2]["position"]["state"]["CurrentTurn"] == 1, lines[2])
    check("with both parts of the line", lines[2]["position"]["state"]["RedTeamMoney"] == 10, lines[2])
    check("what came to nothing is noted", "note" in lines[2] and "note" in lines[4]
          and "note" not in lines[0], (lines[2], lines[4]))
    check("a seat that does not exist", lines[3]["why"] == "there is no seat 9; seats are 0 to 1", lines[3])
    for i in (5, 6):
        check("unknown type, cell off the board: bad_arg (%d)" % i, lines[i]["code"] == "bad_arg", lines[i])
    check("a raw line after the end", lines[8]["code"] == "game_over", lines[8])
    for i, before in ((1, 0), (3, 2), (5, 4), (6, 4), (8, 7)):
        check("refused step %d changed nothing" % i, lines[i]["position"] == lines[before]["position"])


def views():
    steps = [[0, {"verb": "hire", "dir": "N"}]]
    scenario = {"game": "apoca", "position": {"map": MAP}, "steps": steps}
    _, truth, _ = play(scenario, "--each")
    _, own, _ = play(scenario, "--each", "--view", "red")
    _, other, _ = play(scenario, "--each", "--view", "blue")
    check("the truth has sealed orders", "hire" in json.dumps(truth[0]["position"]), truth[0])
    check("their owner sees them", "hire" in json.dumps(own[0]["view"]), own[0])
    check("the opponent doesn't", "hire" not in json.dumps(other[0]), other[0])


def printed_positions_are_read():
    """Whatever a scenario printed can be the position of another one."""
    steps = []
    for turn in range(12):
        steps.append([0, {"verb": "hire", "dir": "NSN"[turn % 3]}])
        steps.append([1, line("build", 10, turn % 5, tower_type="crossbow", merc_direction="S")])
        steps.append([0, {"verb": "done"}])
    _, lines, _ = play({"game": "apoca", "options": {"money": 500}, "position": {"map": MAP}, "steps": steps}, "--each")
    same = 0
    for printed in lines:
        status, again, err = play({"game": "apoca", "options": {"money": 500}, "position": printed["position"]})
        same += status == 0 and again[0]["position"] == printed["position"]
        if status != 0:
            print("# " + err)
    check("printed positions are read and printed again", same == len(lines) == 37, (same, len(lines)))


def maps():
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "redoubt", "maps", "apoca")
        os.makedirs(home)
        path = os.path.join(home, "mine.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(MAP, file)
        env = {"XDG_DATA_HOME": folder}
        _, by_name, err = run("new", "apoca", "--seed", "1", "--set", "map=mine", env=env)
        check("a map of the user's folder", MAP["FloorTiles"][2] in by_name, err)
        _, by_path, err = run("new", "apoca", "--seed", "1", "--set", "map=" + path)
        check("a map by its path", by_path == by_name, err)
        status, lines, err = play(json.loads(by_name))
        check("a scenario that brings its map along", status == 0
              and lines[0]["position"]["map"]["FloorTiles"] == MAP["FloorTiles"], err)
        status, lines, err = play({"game": "apoca", "options": {"map": path}})
        check("a scenario that names a map file", status == 0, err)
        _, built_in, _ = run("new", "apoca", "--seed", "1", "--set", "map=" + path, "--set", "map=duel")
        check("the last map counts", json.loads(built_in)["options"]["map"] == "duel", built_in)
        for name, value, says in (("ragged", {**MAP, "FloorTiles": ["rO", "b"]}, "FloorTiles"),
                                  ("no object", [], "map"), ("no bases", {"FloorTiles": ["O"]}, "PlayerBase")):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(value, file)
            status, out, err = run("new", "apoca", "--set", "map=" + path)
            check("map refused: " + name, status == 2 and out == "" and says in err
                  and len(err.splitlines()) == 1, (status, out[:200], err))
        bad_file("map within options", json.dumps({"game": "apoca", "options": {"map": {}}}), "options.map")
        bad_file("no such map", json.dumps({"game": "apoca", "options": {"map": "none"}}), "there is no map")
        status, out, err = run("new", "apoca", "--set", "map=/dev/zero")
        check("an endless map", status == 2 and "larger than" in err, (status, err))
        status, out, err = run("new", "apoca", "--set", "map=" + folder + "/")
        check("a folder as a map", status == 2 and "is a folder" in err, (status, err))


def frames_of(path, seat):
    """The frames of all orders of an example, and whether they fit the orders as a whole."""
    status, out, err = run("scenario", "--frames", "--each", "--view", seat, path)
    frames, good = [], status == 0 and err == ""
    for line in map(json.loads, out.splitlines()):
        shown = line.get("frames", [])
        told = [event for frame in shown for event in frame["events"]]
        good = good and told == line.get("events", [])
        good = good and (not shown or shown[-1]["view"] == line["view"])
        frames += shown
    return frames, good


def frames():
    """Every step that has a name, in examples that have it; what is shown adds up to the order."""
    games = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "games")
    for game, steps, files in (
            ("fortress", ("spawns", "spells", "attacks", "engineering", "movement", "neutrals", "upkeep"),
             ("R10.", "R11.", "R12.", "R13.", "R15.")),
            ("classic", ("purchases", "arrows", "blades", "movement", "upkeep"), ("R6.", "R7.")),
            ("apoca", ("orders", "mercenaries", "demons", "spawns", "towers"), ("R4.", "R6.")),
            ("civ", ("attack", "turn"), ("R11.", "R12.")),
            ("fate", ("turn", "move", "attack", "volley", "card"), ("R8.", "R10.", "R17."))):
        folder = os.path.join(games, game, "examples")
        if not os.path.isdir(folder):
            continue
        found, bad = set(), []
        for name in sorted(os.listdir(folder)):
            if name.startswith(files):
                shown, good = frames_of(os.path.join(folder, name), "0")
                found |= {frame["step"] for frame in shown if "step" in frame}
                bad += [] if good else [name]
        check("frames of %s add up to its orders" % game, not bad, bad)
        check("steps of %s" % game, found == set(steps), found)
    _, lines, _ = play({"game": "null", "steps": [[0, take(1)]]}, "--frames")
    check("an order without steps is one frame", [list(f) for f in lines[0]["frames"]] == [["events", "view"]], lines)
    _, lines, _ = play({"game": "null", "steps": [[0, take(1)]]})
    check("nobody asked for frames", "frames" not in lines[0], lines)


def main():
    for part in (plain_runs, refused_steps, endings, shown, seeds_and_lists, checks, bad_scenarios,
                 hostile_bytes, new_games, orders_of_a_game_s_own, views, printed_positions_are_read, maps, frames):
        part()
    return end()


if __name__ == "__main__":
    sys.exit(main())
