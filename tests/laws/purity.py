#!/usr/bin/env python3
"""Law 12: the rules library imports four functions, holds no writable data and uses no floats.

    purity.py --archive FILE --control FILE [--commands compile_commands.json] --sources NAME,NAME

archive: the rules compiled without sanitizers and WITHOUT -mgeneral-regs-only, so that a float would
show as an instruction. control: an archive of one object that breaks every part of the law, to see
that this test can fail. commands: proves that the real build has -mgeneral-regs-only. The bots are
held to the same law, linked with the rules and without that flag. Prints TAP.
"""
import argparse
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check_none, end  # noqa: E402

ALLOWED = {"memcpy", "memmove", "memset", "memcmp"}
# What position-independent code asks of the linker, and not of a library.
LINKER = {"_GLOBAL_OFFSET_TABLE_"}
# Written by the loader before anything runs, and read-only from then on: pointers in const tables.
RELOCATED = ".data.rel.ro"
FENCE = "_ieee.c"
# Arithmetic, comparison and conversion. Plain vector moves are how a compiler copies integers.
FLOAT = re.compile(r"\sv?(add|sub|mul|div|sqrt|min|max|cmp\w*|u?comi|round|fn?m(add|sub)\w*)[sp][sd]\s"
                   r"|\sv?cvt\w+\s|\sf(ld|st|add|mul|sub|div|i(ld|st))\w*\s")


def tool(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def members(archive):
    return tool("ar", "t", archive).split()


def foreign_imports(archive):
    """Undefined symbols that no member of the archive defines, less the allowed ones."""
    defined, wanted = set(), set()
    for line in tool("nm", archive).splitlines():
        parts = line.split()
        if len(parts) == 2 and parts[0] in "Uuw":
            wanted.add(parts[1])
        elif len(parts) == 3:
            defined.add(parts[2])
    return sorted(wanted - defined - ALLOWED - LINKER)


def writable_sections(archive):
    """Sections that are allocated, writable and not empty, in any member."""
    found = []
    for line in tool("readelf", "--section-headers", "--wide", archive).splitlines():
        match = re.match(r"\s*\[\s*\d+\]\s+(\S+)\s+\S+\s+[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)"
                         r"\s+[0-9a-f]+\s+(\S*)", line)
        if match is None:
            continue
        name, size, flags = match[1], int(match[2], 16), match[3]
        if size and "W" in flags and "A" in flags and not name.startswith(RELOCATED):
            found.append(f"{name} ({size} bytes)")
    return found + [line.strip() for line in tool("nm", archive).splitlines() if " C " in line]


def float_instructions(archive):
    """Instructions with floating-point registers, outside of fenced files."""
    found, member = [], ""
    for line in tool("objdump", "--disassemble", "--no-show-raw-insn", archive).splitlines():
        header = re.match(r"(\S+):\s+file format", line)
        if header:
            member = header[1]
        elif not member.endswith(FENCE[:-2] + ".o") and FLOAT.search(line.partition("#")[0]):
            found.append(f"{member}: {line.strip()}")
    return found


def without_flag(commands, sources):
    """Sources of the rules that some build command compiles without -mgeneral-regs-only."""
    with open(commands, encoding="utf-8") as file:
        entries = [entry for entry in json.load(file)
                   if re.search(r"(^|/)librules(_ieee)?\.a\.p/", entry["output"])]
    lacking = [entry["file"] for entry in entries
               if "-mgeneral-regs-only" not in entry["command"].split() and
               not entry["file"].endswith(FENCE)]
    seen = {entry["file"].rsplit("/", 1)[-1] for entry in entries}
    return lacking + [f"{source}: not compiled" for source in sources if source not in seen]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("archive", "control", "sources"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--commands")
    args = parser.parse_args()
    sources = args.sources.split(",")
    objects = members(args.archive)
    check_none(f"the archive has all {len(sources)} sources",
               [f"{len(objects)} objects"] if len(objects) != len(sources) else [])
    check_none("imports only " + ", ".join(sorted(ALLOWED)), foreign_imports(args.archive))
    check_none("no writable data", writable_sections(args.archive))
    check_none("no float instruction", float_instructions(args.archive))
    if args.commands:
        check_none("the build forbids floats", without_flag(args.commands, sources))
    for name, check in (("an import", foreign_imports), ("writable data", writable_sections),
                        ("a float", float_instructions)):
        check_none(f"{name} would be found",
                   [] if check(args.control) else ["the control passes for pure"])
    return end()


sys.exit(main())
