#!/usr/bin/env python3
"""The wheel into an empty virtual environment with the system's numpy, offline, and the guide's first snippet. TAP.

    wheel_test.py BUILD     the build folder with libredoubt.so.1
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402

PYTHON = "/usr/bin/python3"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def step(name, *command, **options):
    done = run(*command, **options)
    tap.check(name, done.returncode == 0, done.stdout + done.stderr)


def main():
    if run(PYTHON, "-c", "import numpy, venv, ensurepip").returncode != 0:
        tap.skip("the wheel", "needs python3-numpy and python3-venv")
        return tap.end()
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, REDOUBT_BUILD=sys.argv[1], PIP_NO_INDEX="1")
        step("a wheel is made", PYTHON, ROOT / "bindings/python/wheel_backend.py", folder, env=environment)
        wheel = next(pathlib.Path(folder).glob("*.whl"), "no wheel")
        venv = pathlib.Path(folder) / "venv"
        step("an empty environment", PYTHON, "-m", "venv", "--system-site-packages", venv)
        step("pip installs it offline", venv / "bin/pip", "install", "--no-index", wheel)
        text = (ROOT / "docs/python.md").read_text()
        snippet = re.search(r"^```python\n(.*?)^```", text, re.M | re.S)[1]
        step("the guide's first snippet", venv / "bin/python", "-c", snippet, cwd=folder)
    return tap.end()


sys.exit(main())
