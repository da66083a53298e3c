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
PYTHON = "/usr/bin/python3"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def main():
    if run(PYTHON, "-c", "import numpy, venv, ensurepip").returncode != 0:
        print("ok 1 - the wheel # SKIP needs python3-numpy and python3-venv\n1..1")
        return 0
    steps = []
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, REDOUBT_BUILD=sys.argv[1], PIP_NO_INDEX="1")
        steps.append(("a wheel is made", run(PYTHON, ROOT / "bindings/python/wheel_backend.py", folder, env=environment)))
        wheel = next(pathlib.Path(folder).glob("*.whl"), "no wheel")
        venv = pathlib.Path(folder) / "venv"
        steps.append(("an empty environment", run(PYTHON, "-m", "venv", "--system-site-packages", venv)))
        steps.append(("pip installs it offline", run(venv / "bin/pip", "install", "--no-index", wheel)))
        text = (ROOT / "docs/python.md").read_text()
        snippet = re.search(r"^```python\n(.*?)^```", text, re.M | re.S)[1]
        steps.append(("the guide's first snippet", run(venv / "bin/python", "-c", snippet, cwd=folder)))
    failed = 0
    for number, (name, done) in enumerate(steps, 1):
        failed += done.returncode != 0
        if done.returncode != 0:
            print("# " + (done.stdout + done.stderr)[-1500:].replace("\n", "\n# "))
        print("ok" if done.returncode == 0 else "not ok", number, "-", name)
    print(f"1..{len(steps)}")
    return 1 if failed else 0


sys.exit(main())
