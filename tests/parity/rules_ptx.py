#!/usr/bin/env python3
"""rules.ptx is whole: every game is in it, and it needs nothing from outside. TAP.

    rules_ptx.py FILE GAME...
    rules_ptx.py --missing WHY
"""
import re
import sys


def main():
    if sys.argv[1] == "--missing":
        print(f"ok 1 - rules.ptx # SKIP {sys.argv[2]}\n1..1")
        return 0
    with open(sys.argv[1], encoding="ascii") as file:
        ptx = file.read()
    games = sys.argv[2:]
    checks = [
        ("for nvptx64", ".target sm_" in ptx and ".address_size 64" in ptx),
        ("nothing is missing", not re.search(r"^\.extern", ptx, re.M)),
        # What the fenced files need is there; a fused or rough operation would give other bits.
        ("no fused and no rough floats", not re.search(r"\bfma\.|\.approx|\.ftz|\.full\.f", ptx)),
    ]
    checks += [(f"{game} is in it", re.search(rf"\.global[^;]*\b{game}_game\[", ptx) is not None)
               for game in games]
    for number, (name, fine) in enumerate(checks, 1):
        print(f"{'ok' if fine else 'not ok'} {number} - {name}")
    print(f"1..{len(checks)}")
    return 0 if all(fine for _, fine in checks) else 1


sys.exit(main())
