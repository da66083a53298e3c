#!/usr/bin/env python3
"""redoubt match and redoubt replay as a person or a script uses them. Prints TAP."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

REDOUBT = os.path.abspath(sys.argv[1])
# Games that would last long otherwise.
SHORT = {"apoca": ("--set", "turns=60"), "civ": ("--set", "rounds=12"), "classic": ("--set", "turn_limit=20"),
         "fate": ("--set", "rounds=4"), "fortress": ("--set", "turn_limit=20")}
tests = []


def test(function):
    tests.append(function)
    return function


def redoubt(*words, stdin=None):
    done = subprocess.run([REDOUBT, *words], input=stdin, capture_output=True, timeout=120)
    assert b"Sanitizer" not in done.stderr, done.stderr.decode()
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def fine(*words, stdin=None):
    code, out, err = redoubt(*words, stdin=stdin)
    assert code == 0, (words, code, err)
    return out


def fails(code, *words, says=""):
    got, out, err = redoubt(*words)
    assert got == code, (words, got, out, err)
    assert says in err, (words, err)
    assert err.startswith("redoubt "), err
    return out


def kept(name, game="null", *options):
    fine("match", game, "random", "random", "--seed", "7", "--replay", name, *SHORT.get(game, ()), *options)
    return pathlib.Path(name)


@test
def match_prints_games_and_a_table():
    out = fine("match", "null", "random", "random", "--games", "20", "--seed", "1", "--swap")
    lines = out.splitlines()
    assert len([line for line in lines if "last stone taken (R3.1)" in line]) == 20, out
    assert "95 % interval" in out and "20 games," in out and "games/s" in out


@test
def match_counts_what_it_says():
    lines = [json.loads(line) for line in
             fine("match", "null", "random", "random", "--games", "30", "--seed", "1", "--swap", "--json").splitlines()]
    games, summary = lines[:-1], lines[-1]
    assert len(games) == 30 and summary["summary"] is True and summary["games"] == 30
    wins = [0, 0]
    for number, game in enumerate(games):
        winner = game["outcome"]["rank"].index(1)
        wins[(winner + number) % 2] += 1
        assert game["game"] == number + 1 and game["turns_ended_for"] == [0, 0]
    assert [bot["wins"] for bot in summary["bots"]] == wins
    assert [bot["losses"] for bot in summary["bots"]] == wins[::-1]
    assert abs(summary["mean_turns"] - sum(game["turns"] for game in games) / 30) < 1e-4


@test
def the_interval_is_wilsons():
    line = fine("match", "null", "random", "random", "--games", "10", "--seed", "3", "--json").splitlines()[-1]
    z = 1.959964
    for bot in json.loads(line)["bots"]:
        n, p = 10, bot["wins"] / 10
        middle, spread = p + z * z / 20, z * (p * (1 - p) / n + z * z / 400) ** 0.5
        low, high = [(middle + sign * spread) / (1 + z * z / n) for sign in (-1, 1)]
        assert abs(bot["interval_95"][0] - low) < 1e-4 and abs(bot["interval_95"][1] - high) < 1e-4, bot


@test
def the_same_seed_is_the_same_game():
    for game in fine("games", "--ids").split():
        one, two = kept("one.rdr", game), kept("two.rdr", game)
        assert one.read_bytes() == two.read_bytes(), game


@test
def a_later_game_can_be_played_alone():
    lines = fine("match", "null", "random", "random", "--games", "3", "--seed", "5", "--json").splitlines()
    third = json.loads(lines[2])
    alone = json.loads(fine("match", "null", "random", "random", "--seed", third["seed"], "--json").splitlines()[0])
    assert alone["hash"] == third["hash"] and alone["turns"] == third["turns"]


@test
def replays_of_many_games():
    os.mkdir("folder")
    fine("match", "null", "random", "random", "--games", "3", "--replay", "folder")
    assert sorted(os.listdir("folder")) == [f"null-{n:06}.rdr" for n in (1, 2, 3)]
    fine("match", "null", "random", "random", "--games", "2", "--replay", "g%d-100%.rdr")
    for name in ("g1-100%.rdr", "g2-100%.rdr", "folder/null-000003.rdr"):
        assert "verified" in fine("replay", name, "--verify")
    fails(2, "match", "null", "random", "random", "--games", "2", "--replay", "one.rdr", says="folder that exists")


@test
def match_refuses_nonsense():
    fails(2, "match", says="which game")
    fails(2, "match", "chess", "random", "random", says="there is no game")
    fails(2, "match", "null", "random", "rundom", says="the bots are random")
    fails(2, "match", "null", "random", "random", "random", says="3 bots were named, and 2 sit")
    fails(2, "match", "null", "random", "random", "--games", "0", says="--games")
    fails(2, "match", "null", "random", "random", "--games", "1e9", says="--games")
    fails(2, "match", "null", "random", "random", "--set", "heap=0", says="heap")
    fails(2, "match", "null", "random", "random", "--seed", "x", says="seed")
    fails(2, "match", "null", "random", "random", "--swapped", says="--swap")
    fails(1, "match", "null", "random", "random", "--replay", "/nowhere/x.rdr", says="/nowhere/x.rdr can't be written")
    if os.path.exists("/dev/full"):
        fails(1, "match", "null", "random", "random", "--replay", "/dev/full", says="can't be written")


@test
def summary_verify_and_log():
    for game in fine("games", "--ids").split():
        name = str(kept("s.rdr", game))
        out = fine("replay", name)
        assert f"({game}), rules version" in out and "random (bot)" in out and re.search("won by|draw between", out), out
        assert fine("replay", name, "--verify").startswith("verified: ")
        assert json.loads(fine("replay", name, "--verify", "--json"))["verified"] is True
        log = fine("replay", name, "--log")
        assert re.search(r"\ATurn 1\n", log) and re.search("Result    (won by|draw between)", log), log
        for seat in ("1", "spectator"):
            assert set(fine("replay", name, "--log", "--seat", seat).splitlines()) <= set(log.splitlines())
        assert fine("replay", "-", stdin=pathlib.Path(name).read_bytes()) == out


@test
def export_holds_the_whole_game():
    for game in fine("games", "--ids").split():
        name = str(kept("e.rdr", game))
        whole = json.loads(fine("replay", name, "--json"))
        assert whole["header"]["game"] == game and whole["end"]["outcome"]["rank"]
        assert [turn["turn"] for turn in whole["turns"]] == list(range(1, whole["end"]["turns"] + 1))
        assert sum(len(turn["steps"]) for turn in whole["turns"]) == whole["end"]["orders"]
        assert all(step["text"] for turn in whole["turns"] for step in turn["steps"])
        # Played as a scenario, its orders lead to the same position.
        steps = [[step["seat"], step["order"]] for turn in whole["turns"] for step in turn["steps"]]
        scenario = {"game": game, "options": whole["header"]["options"], "seed": whole["header"]["seed"], "steps": steps}
        final = fine("scenario", "--strict", "-", stdin=json.dumps(scenario).encode()).splitlines()[-1]
        assert json.loads(final)["position"] == json.loads(fine("replay", name, "--at", "end"))


@test
def positions_at_a_turn():
    name = str(kept("p.rdr"))
    assert json.loads(fine("replay", name, "--at", "0"))["turn"] == 0
    assert json.loads(fine("replay", name, "--at", "3"))["turn"] == 3
    assert json.loads(fine("replay", name, "--at", "3", "--seat", "second"))["turn"] == 3
    assert "stones" in fine("replay", name, "--at", "3", "--board")
    assert "stones 0" in fine("replay", name, "--board")
    fails(2, "replay", name, "--at", "99", says="there are only")
    fails(2, "replay", name, "--at", "x", says="neither a turn's number")
    fails(2, "replay", name, "--seat", "9", says="--seat")
    fails(2, "replay", name, "--log", "--at", "3", says="don't go together")
    fails(2, "replay", name, name, says="one file")
    fails(2, "replay", says="one file")


@test
def not_a_replay():
    pathlib.Path("text").write_text("hello\n")
    fails(2, "replay", "text", says="text: not a replay")
    fails(2, "replay", "missing", says="missing can't be opened")
    fails(2, "replay", ".", says="can't be read")
    pathlib.Path("empty").write_bytes(b"")
    fails(2, "replay", "empty", says="the file is empty")


@test
def damaged_but_readable():
    whole = kept("d.rdr").read_bytes()
    pathlib.Path("cut.rdr").write_bytes(whole[:-1])
    for words in ([], ["--verify"], ["--log"], ["--json"], ["--at", "end"]):
        fails(1, "replay", "cut.rdr", *words, says="it can be read up to turn 9")
    assert "Turns     9" in fails(1, "replay", "cut.rdr")
    export = json.loads(fails(1, "replay", "cut.rdr", "--json"))
    assert len(export["turns"]) == 9 and export["end"] is None and "cut short" in export["problem"]
    assert json.loads(fails(1, "replay", "cut.rdr", "--at", "end"))["turn"] == 9
    assert json.loads(fine("replay", "cut.rdr", "--at", "4"))["turn"] == 4
    verdict = json.loads(fails(1, "replay", "cut.rdr", "--verify", "--json"))
    assert verdict["verified"] is False and verdict["turns"] == 9


FRAMED = (("classic", "greedy", "--set", "turn_limit=10"), ("fortress", "greedy", "--set", "turn_limit=10"),
          ("fate", "random", "--set", "rounds=1"), ("apoca", "greedy", "--set", "turns=8"))


def framed(seat, name, *words):
    return json.loads(fine("replay", name, "--json", "--frames", *(("--seat", seat) if seat else ()), *words))


@test
def frames_share_out_what_a_seat_was_told():
    """The events of all frames, in sequence, are those of the log through the same eyes; their steps have names."""
    for game, bot, *options in FRAMED:
        name = f"frames-{game}.rdr"
        fine("match", game, bot, bot, "--seed", "3", "--replay", name, *options)
        for seat in ("1", "spectator"):
            frames = [frame for turn in framed(seat, name)["turns"] for step in turn["steps"] for frame in step["frames"]]
            told = [event["text"] for frame in frames for event in frame["events"]]
            log = [line.strip() for line in fine("replay", name, "--log", "--seat", seat).splitlines() if line.startswith("  ")]
            assert told == log, (game, seat, len(told), len(log))
            by_steps = fine("replay", name, "--log", "--frames", "--seat", seat).splitlines()
            names = {frame["step"] for frame in frames if "step" in frame}
            lines = [line.strip() for line in by_steps if line.startswith("  ") and line.strip()[:-1] not in names]
            assert lines == log, (game, seat)
            heard = {frame["step"] for frame in frames if "step" in frame and frame["events"]}
            assert heard and heard == {line.strip()[:-1] for line in by_steps if line.strip()[:-1] in names}, (game, heard)


@test
def the_last_frame_of_a_turn_is_the_view_after_it():
    for game, _, *_options in FRAMED:
        name = f"frames-{game}.rdr"
        view, compared = None, 0
        for number, turn in enumerate(framed("0", name)["turns"], 1):
            for step in turn["steps"]:
                view = step["frames"][-1]["view"] if step["frames"] else view
            if number % 4 == 0 and "turn" in turn:
                assert view == json.loads(fine("replay", name, "--at", str(number), "--seat", "0")), (game, number)
                compared += 1
        assert compared > 1, (game, compared)


@test
def frames_show_no_more_than_their_seat_may_see():
    """Who looks through nobody's eyes sees frames as a spectator; frames of the two sides differ, and go with a log or JSON only."""
    name = "frames-fortress.rdr"
    assert framed(None, name) == framed("spectator", name)
    first, second = ([step["frames"] for turn in framed(seat, name)["turns"] for step in turn["steps"]] for seat in "01")
    assert first != second
    fails(2, "replay", name, "--frames", says="don't go together")
    fails(2, "replay", name, "--verify", "--frames", says="don't go together")
    fails(2, "replay", name, "--json", "--seat", "0", says="don't go together")


@test
def a_newer_format():
    newer = bytearray(kept("n.rdr").read_bytes())
    newer[8] = 7
    pathlib.Path("newer.rdr").write_bytes(newer)
    fails(2, "replay", "newer.rdr", says="written by a newer version of redoubt: format 7")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for function in tests:
            tap.attempt(function.__name__, function)
        os.chdir("/")
    return tap.end()


sys.exit(main())
