#!/usr/bin/env python3
"""The numbers of spells in RULES.md are those of games/fortress/units.def: spells_test.py REDOUBT RULES

The help of a spell is made of its row, so its numbers are those of the code.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

# A spell, the paragraph that has its numbers, and the words around them there.
SPELLS = [
    ("spell_heal", "R10.2", r"Heal, (\d+) mana: (\d+) health"),
    ("fireball", "R10.3", r"fireballs \((\d+) mana; (\d+) damage, (\d+) to dragons, (\d+) to bases"),
    ("lightning", "R10.3", r"lightning \((\d+) mana; (\d+) damage"),
]


def problem_with(name, rule, words, helps, rules):
    wanted = re.findall(r"\d+", helps[name])
    found = re.search(words, " ".join(rules.split()))
    if found is None:
        return "%s of games/fortress/RULES.md does not tell the numbers of %s as '%s'" % (rule, name, words)
    if list(found.groups()) != wanted:
        return ("%s of games/fortress/RULES.md says %s of %s, its row in units.def says %s: make them equal"
                % (rule, ", ".join(found.groups()), name, ", ".join(wanted)))
    return None


def main(argv):
    done = subprocess.run([argv[1], "games", "fortress", "--json"], capture_output=True, text=True, check=True)
    helps = {verb["name"]: verb["help"] for verb in json.loads(done.stdout)["verbs"]}
    with open(argv[2], encoding="utf-8") as file:
        rules = file.read()
    for name, rule, words in SPELLS:
        other = dict(helps, **{name: helps[name].replace(re.findall(r"\d+", helps[name])[-1], "77")})
        problem = problem_with(name, rule, words, helps, rules)
        tap.check("%s is in RULES.md" % name, problem is None, problem)
        tap.check("another number of %s is noticed" % name, problem_with(name, rule, words, other, rules) is not None)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv))
