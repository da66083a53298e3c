#!/usr/bin/env python3
"""The committed tables are what tools/make-power-table makes."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402


def made(*arguments):
    command = [sys.executable, ROOT / "tools/make-power-table", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    tap.check("lib/power_table.h is up to date", (ROOT / "lib/power_table.h").read_text() == made())
    # The whole file takes ten times as long; every tenth block of it will do.
    kept = set((ROOT / "tests/unit/power_values.h").read_text().splitlines())
    fresh = made("--values", "--every", "10").splitlines()
    tap.check("tests/unit/power_values.h is up to date", len(fresh) > 250 and all(line in kept for line in fresh))
    return tap.end()


sys.exit(main())
