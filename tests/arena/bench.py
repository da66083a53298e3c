"""What the tests of programs and the arena share, beside tests/cli/kit.py."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit  # noqa: E402
from kit import check, end, skip  # noqa: E402,F401

REDOUBT = os.path.abspath(sys.argv[1])


def run(*args, cwd=None, timeout=120):
    done = subprocess.run([REDOUBT, *args], capture_output=True, timeout=timeout, cwd=cwd, env=kit.environment())
    return kit.Done(done)


def match(*args, cwd=None):
    """The games of `redoubt match --json`, the summary left out."""
    done = run("match", *args, "--json", cwd=cwd)
    lines = [json.loads(line) for line in done.out.splitlines()]
    return [line for line in lines if "game" in line], done


def script(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def works_in_sandbox():
    """Is there a bubblewrap that can be used?"""
    done = subprocess.run([REDOUBT, "match", "null", "cmd:exit 0", "greedy", "--sandbox", "on"], capture_output=True)
    return done.returncode != 2  # which says that there is none; a bot that never plays is 1


def folder():
    place = tempfile.TemporaryDirectory(prefix="arena-")
    os.chmod(place.name, 0o755)  # programs that root starts belong to nobody
    return place


def processes_with(mark):
    """Processes, zombies too, whose environment or command has this mark."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as file:
                if mark.encode() in file.read() and int(pid) != os.getpid():
                    found.append(pid)
        except OSError:
            pass
    return found


def has_caller(door):
    """Has anybody connected to this listening socket? Who has waits in its queue, gone or not."""
    door.setblocking(False)
    try:
        door.accept()
    except BlockingIOError:
        return False
    return True
