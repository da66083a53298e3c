"""Every case of the suite was seen to fail, as tests/suite/seen-to-fail.txt records; and this test can fail.

usage: seen_test.py SOURCES GAME...
"""
import copy
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import tempfile

import kit
from kit import check

SOURCES, GAMES = pathlib.Path(sys.argv[1]), sys.argv[2:]
RENEW = "tools/mutate-cases BUILD --missing renews the record"


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SOURCES / "tools" / name))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(found)
    return found


mutate_cases = load("mutate-cases")
pack = mutate_cases.pack
cases = pack.all_cases(SOURCES, GAMES)
fingerprints = {case["id"]: pack.fingerprint(case) for case in cases}
record = mutate_cases.read_record()


def whole_record():
    wrong = mutate_cases.stale(fingerprints, record)
    lines = ["%s %s" % item for item in sorted(wrong.items())]
    check("every case was seen to fail as it is now (%d)" % len(cases), not wrong, "\n".join([RENEW] + lines[:40]))
    check("there are 1,500 cases at least", len(cases) >= 1500, len(cases))
    for game in GAMES:
        check("%s has cases" % game, any(case["game"] == game for case in cases))


def changed(case, **parts):
    return {**fingerprints, case["id"]: pack.fingerprint({**case, **parts})}


def stale_is_noticed():
    """A record that is wrong in one place, each in another way."""
    case = next(c for c in cases if len(c["steps"]) > 1 and "position" in c)
    one = case["id"]
    changes, entries = record
    check("a case without an entry is noticed",
          one in mutate_cases.stale(fingerprints, (changes, {k: v for k, v in entries.items() if k != one})))
    check("other orders are noticed", one in mutate_cases.stale(changed(case, steps=case["steps"][1:]), record))
    check("other wishes are noticed", one in mutate_cases.stale(changed(case, expect={"over": True}), record))
    check("another title is not", one not in mutate_cases.stale(changed(case, title="the same in other words"), record))
    check("an entry without a case is noticed",
          one in mutate_cases.stale({k: v for k, v in fingerprints.items() if k != one}, record))
    lost = {n: c._replace(old="    this line stands nowhere;") for n, c in changes.items()}
    wrong = mutate_cases.stale(fingerprints, (lost, entries))
    check("changes of lines that are gone are noticed", set(wrong) == set(fingerprints), len(wrong))
    last = {n: c._replace(place=c.place + 99) for n, c in changes.items()}
    check("lines that stand less often are noticed", one in mutate_cases.stale(fingerprints, (last, entries)))


def the_file():
    """What is written is read again, and a change is a change."""
    changes, entries = record
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "record.txt"
        mutate_cases.write_record({case: (mark, [changes[n] for n in numbers])
                                   for case, (mark, numbers) in entries.items()}, path)
        check("the record is as tools/mutate-cases writes it", path.read_bytes() == mutate_cases.RECORD.read_bytes())
    same = [n for n, change in changes.items() if change.old == change.new]
    check("every change changes its line", not same, same)
    unused = set(changes) - {n for _, numbers in entries.values() for n in numbers}
    check("every change is of a case", not unused, sorted(unused)[:9])
    foreign = [case for case, (_, numbers) in entries.items()
               if any(changes[n].file.split("/")[1] != case.split("/")[0] for n in numbers)]
    check("a case fails under changes of its own game", not foreign, foreign[:9])


whole_record()
stale_is_noticed()
the_file()
sys.exit(kit.end())
