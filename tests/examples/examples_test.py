#!/usr/bin/env python3
"""Binds a rulebook to its examples and to the code: examples_test.py REDOUBT GAMES_FOLDER GAME...

For each game, in its folder games/<id>: paragraphs, example files, links and
the rule numbers cited in the sources must fit together, and every example must come out as it says.
Files in examples/bad-setups are scenarios that can't begin, those in examples/bad-maps are maps that
the game has to refuse, and those in maps/ are maps it has to accept.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

PARAGRAPH = re.compile(r"^\*\*(R\d+\.\d+)\*\*", re.M)
NUMBER = re.compile(r"\bR\d+\.\d+\b")
LINK = re.compile(r"\]\(([^)#]+)\)")
MAP_ENDINGS = (".json", ".map")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def files_below(folder, ending):
    found = []
    for here, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(here, n), folder) for n in names if n.endswith(ending)]
    return sorted(found)


def number_of(example):
    match = re.match(r"(R\d+\.\d+)-", os.path.basename(example))
    return match.group(1) if match else None


def paragraphs_of(text):
    """{number: its text, up to the next paragraph}"""
    starts = list(PARAGRAPH.finditer(text))
    ends = [s.start() for s in starts[1:]] + [len(text)]
    return {s.group(1): text[s.start():end] for s, end in zip(starts, ends)}


def links_to(paragraph, example):
    """Straight to the file, or to the folder that it lies in."""
    return any("(examples/%s)" % target in paragraph
               for target in (example, os.path.dirname(example)) if target)


def swallowed(text):
    """Lines that begin with a bar within a paragraph: every reader takes them for a table."""
    lines = text.split("\n")
    return [line for before, line in zip(lines, lines[1:])
            if line.startswith("|") and before.strip() and not before.startswith("|")]


def check_book(tap, game, folder, examples):
    text = read(os.path.join(folder, "RULES.md"))
    numbers = PARAGRAPH.findall(text)
    paragraphs = paragraphs_of(text)
    tap.check_none(game + ": paragraphs have numbers of their own",
              ["%s stands twice" % n for n in sorted(set(numbers)) if numbers.count(n) > 1]
              + ([] if numbers else ["no numbered paragraph in RULES.md"]))
    tap.check_none(game + ": no line of a paragraph reads as a table", swallowed(text))
    shown = {number_of(e) for e in examples}
    tap.check_none(game + ": every paragraph has an example",
              ["no examples/%s-*.json" % n for n in numbers if n not in shown])
    tap.check_none(game + ": every example belongs to a paragraph that links to it",
              ["examples/%s: %s" % (e, "no such paragraph" if number_of(e) not in paragraphs
                                    else "its paragraph has no link to it")
               for e in examples
               if not links_to(paragraphs.get(number_of(e), ""), e)])
    tap.check_none(game + ": every link leads somewhere",
              ["%s: no such file" % link for link in LINK.findall(text)
               if "://" not in link and not os.path.exists(os.path.join(folder, link))])
    tap.check_none(game + ": every rule named in the text exists",
              ["RULES.md names " + n for n in sorted(set(NUMBER.findall(text)) - set(numbers))])
    tap.check_none(game + ": every rule cited in the code exists",
              ["%s cites %s" % (source, n)
               for source in files_below(folder, (".c", ".h", ".def"))
               for n in sorted(set(NUMBER.findall(read(os.path.join(folder, source)))))
               if n not in paragraphs])


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    return done.returncode, done.stdout + done.stderr


def scenarios_in(path):
    scenarios = json.loads(read(path))
    return scenarios if isinstance(scenarios, list) else [scenarios]


def all_pass(redoubt, paths):
    """Whether every scenario of these files comes out: asked at once, for a process each takes long."""
    status, said = run([redoubt, "scenario", "--check"] + paths)
    total = sum(len(scenarios_in(path)) for path in paths)
    return status == 0 and "\n%d passed, 0 failed" % total in "\n" + said


def check_example(tap, redoubt, game, folder, example, known_good):
    path = os.path.join(folder, "examples", example)
    name = "%s: examples/%s" % (game, example)
    if os.path.dirname(example) == "bad-maps":
        status, said = run([redoubt, "map", game, "check", path])
        tap.check_none(name + " is refused", [] if status == 1 and said else ["exit status %d" % status, said])
        return
    if os.path.dirname(example) == "bad-setups":
        status, said = run([redoubt, "scenario", path])
        tap.check_none(name + " can't begin", [] if status == 2 and "options" in said else ["exit status %d" % status, said])
        return
    scenarios = scenarios_in(path)
    problems = ["is about the game %r" % g for g in sorted({s.get("game") for s in scenarios} - {game})]
    if not known_good:
        status, said = run([redoubt, "scenario", "--check", path])
        passed = "\n%d passed, 0 failed" % len(scenarios) in "\n" + said
        problems += [] if status == 0 and passed else ["exit status %d" % status, said]
    tap.check_none("%s (%d)" % (name, len(scenarios)), problems)


def check_examples(tap, redoubt, game, folder, examples):
    played = [os.path.join(folder, "examples", e) for e in examples
              if os.path.dirname(e) not in ("bad-maps", "bad-setups")]
    good = all_pass(redoubt, played)
    failed = tap.failed
    for example in examples:
        check_example(tap, redoubt, game, folder, example, good)
    tap.check_none(game + ": its examples pass together",
              [] if good or tap.failed > failed else ["each passes alone, but not all at once"])


def check_lesson(tap, redoubt, game, folder):
    """A lesson is a list of scenarios: each has a title, says what to do, and its orders do it."""
    path = os.path.join(folder, "lesson.json")
    steps = json.loads(read(path)) if os.path.exists(path) else []
    problems = [] if len(steps) >= 2 else ["there should be at least two steps"]
    problems += ["step %d lacks %s" % (i + 1, key) for i, s in enumerate(steps)
                 for key in ("title", "note", "steps", "expect") if not s.get(key)]
    status, said = run([redoubt, "scenario", "--check", path])
    if status != 0:
        problems += ["exit status %d" % status, said]
    tap.check_none("%s: lesson.json (%d)" % (game, len(steps)), problems)


def check_maps(tap, redoubt, game, folder):
    maps = os.path.join(folder, "maps")
    names = read(os.path.join(maps, "ORDER")).split()
    files = {os.path.splitext(f)[0]: f for f in files_below(maps, MAP_ENDINGS)}
    tap.check_none(game + ": maps/ORDER lists the maps",
              ["%s is missing" % n for n in sorted(set(files) ^ set(names))])
    for name in sorted(files):
        status, said = run([redoubt, "map", game, "check", os.path.join(maps, files[name])])
        tap.check_none("%s: maps/%s is fine" % (game, files[name]),
                  [] if status == 0 else ["exit status %d" % status, said])


def main(argv):
    redoubt, games = argv[1:3]
    tap = Tap()
    for game in argv[3:]:
        folder = os.path.join(games, game)
        examples = files_below(os.path.join(folder, "examples"), MAP_ENDINGS)
        check_book(tap, game, folder, examples)
        check_examples(tap, redoubt, game, folder, examples)
        check_lesson(tap, redoubt, game, folder)
        if os.path.exists(os.path.join(folder, "maps", "ORDER")):
            check_maps(tap, redoubt, game, folder)
    return tap.end()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv))
