#!/usr/bin/env python3
"""Judges an implementation of Redoubt's games by the worked cases in this folder. README.md explains the format.

    check.py [FILTER...] COMMAND [ARGUMENT...]   ask a program: a question a line, an answer a line
    check.py [FILTER...] --answers FILE          judge answers that were written to a file
    check.py [FILTER...] --questions             print the questions, for such a file

Example: python3 check.py --game fortress redoubt suite answer

Exit status: 0 every answer was right (skipped ones aside), 1 some were not, or all were skipped, 2 bad usage.
"""
import argparse
import json
import pathlib
import queue
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
NOT_ASKED = ("title", "note", "paragraphs", "rolls_used", "expect")


def read_json(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def chosen_cases(wish):
    files = [name for game in read_json("suite.json")["games"] if wish.game in (None, game["id"]) for name in game["files"]]
    return [case for name in files for case in read_json(name)
            if wish.paragraph in (None, *case["paragraphs"]) and wish.id in (None, case["id"])]


def question_of(case):
    """What the implementation is given: the case, without what is wanted."""
    question = {key: value for key, value in case.items() if key not in NOT_ASKED}
    question["views"] = list(case["expect"].get("views", {}))
    return question


# ---- is an answer right? Everything that is wanted must be there; what is not mentioned may be anything ----

def quote(value):
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:97] + "..."


def differs(want, got, path):
    return "%s: wanted %s, got %s" % (path, quote(want), quote(got))


def difference(want, got, path):
    """The first difference in words, or None."""
    if isinstance(want, dict):
        return object_difference(want, got, path) if isinstance(got, dict) else differs(want, got, path)
    if isinstance(want, list):
        return list_difference(want, got, path) if isinstance(got, list) else differs(want, got, path)
    same_kind = isinstance(want, bool) == isinstance(got, bool)  # in Python True == 1
    return None if same_kind and want == got else differs(want, got, path)


def object_difference(want, got, path):
    for key, value in want.items():
        if key == "gone":  # units that must not be there
            there = got.get("units", [])  # a list, or an object with ids as keys
            left = [unit for unit in value if unit in (there if isinstance(there, dict) else [u.get("id") for u in there])]
            found = "%s: %s should be gone" % (path, quote(left)) if left else None
        elif key not in got:
            found = None if value is None else "%s.%s is missing" % (path, key)
        else:
            found = difference(value, got[key], "%s.%s" % (path, key))
        if found:
            return found
    return None


def list_difference(want, got, path):
    for key in ("id", "at"):  # such lists are sets: each entry that is wanted is looked for
        if want and all(isinstance(entry, dict) and key in entry for entry in want):
            return set_difference(want, got, key, path)
    if len(want) != len(got):
        return differs(want, got, path)
    return next(filter(None, (difference(w, got[i], "%s[%d]" % (path, i)) for i, w in enumerate(want))), None)


def set_difference(want, got, key, path):
    for entry in want:
        name = "%s=%s" % (key, quote(entry[key]))
        there = next((g for g in got if isinstance(g, dict) and key in g and g[key] == entry[key]), None)
        found = difference(entry, there, "%s[%s]" % (path, name)) if there else "%s: no entry with %s" % (path, name)
        if found:
            return found
    return None


def verdict(case, answer, words):
    """("passed" or "failed" or "skipped", why)."""
    if "skip" in answer:
        return "skipped", str(answer["skip"])
    if "error" in answer:
        return "failed", str(answer["error"])
    want = {key: value for key, value in case["expect"].items() if key != "why" or words}
    if want.get("outcome") and not words:  # sentences are each implementation's own
        want["outcome"] = {key: value for key, value in want["outcome"].items() if key != "reason"}
    if "begins" not in want and answer.get("begins") is False:
        return "failed", "it should begin, but: %s" % answer.get("why", "no reason given")
    found = difference(want, answer, "answer")
    return ("failed", found) if found else ("passed", "")


# ---- where answers come from ----

class Program:
    """Runs the command, and again after it crashed, hung or ended."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process, self.lines = command, timeout, None, None

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(self.process.stdout, self.lines.put), daemon=True).start()

    @staticmethod
    def read(stream, put):
        for line in stream:
            put(line)
        put(b"")

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def answer(self, case):
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(question_of(case)).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.timeout)
            answer = dict(json.loads(line)) if line else {"error": "the program ended without an answer"}
        except queue.Empty:
            answer = {"error": "no answer within %g seconds" % self.timeout}
        except (OSError, TypeError, ValueError) as problem:
            answer = {"error": "no answer: %s" % problem}
        if "error" not in answer and answer.get("id") != case["id"]:
            answer = {"error": "the answer is about %s" % quote(answer.get("id"))}
        if "error" in answer:
            self.stop()
        return answer


def answers_in(path):
    answers = {one.get("id"): one for one in map(json.loads, pathlib.Path(path).read_text(encoding="utf-8").splitlines())}
    return lambda case: answers.get(case["id"], {"error": "there is no answer"})


def judge(cases, answer, wish):
    score = {}
    for case in cases:
        result, why = verdict(case, answer(case), wish.words)
        row = score.setdefault(case["game"], {"passed": 0, "failed": 0, "skipped": 0})
        row[result] += 1
        if result == "failed" or (result == "skipped" and wish.verbose):
            print("%s %s (%s) %s: %s" % (result, case["id"], ", ".join(case["paragraphs"]), case["title"], why), flush=True)
    for game, row in score.items():
        print("%s: %d passed, %d failed, %d skipped" % (game, row["passed"], row["failed"], row["skipped"]))
    return 1 if any(row["failed"] for row in score.values()) or not any(row["passed"] for row in score.values()) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", help="only cases of this game")
    parser.add_argument("--paragraph", help="only cases about this paragraph, such as R9.4")
    parser.add_argument("--id", help="only this case")
    parser.add_argument("--words", action="store_true", help="compare the sentences of refusals (why) too")
    parser.add_argument("--verbose", action="store_true", help="print why cases were skipped")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for an answer, 10 if not given")
    parser.add_argument("--answers", metavar="FILE", help="judge the answers in this file")
    parser.add_argument("--questions", action="store_true", help="print the questions")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program to ask, with its arguments")
    wish = parser.parse_args()
    cases = chosen_cases(wish)
    if not cases or bool(wish.command) + bool(wish.answers) + wish.questions != 1:
        parser.error("one of COMMAND, --answers and --questions" if cases else "there are no such cases")
    if wish.questions:
        print("\n".join(json.dumps(question_of(case)) for case in cases))
        return 0
    program = Program(wish.command, wish.timeout)
    status = judge(cases, answers_in(wish.answers) if wish.answers else program.answer, wish)
    program.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
