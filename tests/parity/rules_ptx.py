#!/usr/bin/env python3
"""rules.ptx is whole: every game is in it, and it needs nothing from outside. TAP.

    rules_ptx.py FILE GAME...
    rules_ptx.py --missing WHY
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def main():
    if sys.argv[1] == "--missing":
        tap.skip("rules.ptx", sys.argv[2])
        return tap.end()
    with open(sys.argv[1], encoding="ascii") as file:
        ptx = file.read()
    tap.check("for nvptx64", ".target sm_" in ptx and ".address_size 64" in ptx)
    tap.check("nothing is missing", not re.search(r"^\.extern", ptx, re.M))
    # What the files with floating point need is there; a fused or rough operation would give other bits.
    tap.check("no fused and no rough floats", not re.search(r"\bfma\.|\.approx|\.ftz|\.full\.f", ptx))
    for game in sys.argv[2:]:
        tap.check(f"{game} is in it", re.search(rf"\.global[^;]*\b{game}_game\[", ptx))
    return tap.end()


sys.exit(main())
