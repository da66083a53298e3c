"""Programs that misbehave in every way we could think of: the right verdict, nothing left behind, the tournament completes.

usage: fault_test.py REDOUBT
"""
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid

import bench
from bench import check, skip

MARK = "fault-" + uuid.uuid4().hex  # in the command line of everything that a bot starts
LIMITS = ["--limit", "start_ms=4000", "--limit", "turn_ms=600", "--limit", "faults=2", "--limit", "memory_mb=256", "--limit", "output_mb=4"]

READY = "import os, sys, time, signal\nsys.stdin.readline()\nprint('{\"ready\":1,\"want\":[]}', flush=True)\nsys.stdin.readline()\n"
GOOD = "while True:\n    print('{\"choose\":0}', flush=True)\n    if not sys.stdin.readline(): break\n"

FORKED = 20  # processes that "forks" leaves behind
FORK = ("for i in range(%d):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n"
        "            signal.signal(signal.SIGTERM, signal.SIG_IGN)\n            time.sleep(1000)\n        os._exit(0)\n" % FORKED)
# name: (program, fates that are right)
BOTS = {
    "exits": ("import sys\nsys.exit(3)\n", {"gone"}),
    "exits-later": (READY + "sys.exit(0)\n", {"gone"}),
    "crashes": (READY + "os.kill(os.getpid(), signal.SIGSEGV)\n", {"gone"}),
    "hangs": ("import time\ntime.sleep(1000)\n", {"too many faults"}),
    "hangs-later": (READY + "time.sleep(1000)\n", {"too many faults"}),
    "garbage": (READY + "while True:\n    print('\\x00\\xff{[', flush=True)\n    sys.stdin.readline()\n", {"too many faults"}),
    "floods-lines": (READY + "while True:\n    sys.stdout.write('{}\\n' * 100000)\n", {"too many faults", "flooded"}),
    "floods-line": (READY + "while True:\n    sys.stdout.write('x' * 100000)\n", {"flooded"}),
    "floods-stderr": (READY + "import threading\ndef shout():\n    while True:\n        sys.stderr.write('x' * 100000)\n"
                      "threading.Thread(target=shout, daemon=True).start()\n" + GOOD, {"fine", "too many faults"}),
    "allocates": (READY + "hog = []\nwhile True:\n    hog.append(bytearray(16 << 20))\n", {"gone"}),
    "forks": (READY + FORK + GOOD, {"fine"}),
    "ignores-sigterm": (READY + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor i in range(100):\n    print('{\"choose\":0}', flush=True)\n"
                        "    sys.stdin.readline()\nwhile True:\n    time.sleep(1)\n", {"fine"}),
    "closes-output": (READY + "os.close(1)\ntime.sleep(1000)\n", {"gone", "too many faults"}),  # a sandbox keeps it open
    "good": (READY + GOOD, {"fine"}),
}


def gone(seconds=15):
    """Is nothing left of any bot?"""
    deadline = time.monotonic() + seconds
    while bench.processes_with(MARK) and time.monotonic() < deadline:
        time.sleep(0.1)
    return bench.processes_with(MARK)


def command(name):
    return "%s=cmd:exec %s %s.py %s" % (name, sys.executable, name, MARK)


def verdicts(folder, sandbox):
    for name, (_, right) in BOTS.items():
        done = bench.run("match", "null", command(name), "greedy", "--set", "heap=40", "--seed", "1", "--sandbox", sandbox, *LIMITS,
                         "--replay", name + ".rdr", "--json", cwd=folder)
        game = json.loads(done.out.splitlines()[0]) if done.out else {}
        fate = (game.get("programs") or [{}])[0].get("fate")
        check("sandbox %s, %s: %s" % (sandbox, name, " or ".join(sorted(right))), fate in right and game["outcome"] is not None, (fate, done))
        if fate != "fine":
            check("sandbox %s, %s: it loses" % (sandbox, name), game["outcome"]["rank"] == [2, 1], game)
        if name == "allocates":
            log = open(os.path.join(folder, name + ".rdr.seat0.log"), encoding="utf-8", errors="replace").read()
            check("standard error is kept: the memory limit was met", "MemoryError" in log, log[-300:])
    left = gone()
    check("sandbox %s: no process is left" % sandbox, not left, left)


def last_words(folder):
    """A program that never starts or dies tells why: on the screen, at once, and in the exit status."""
    bench.script(folder, "dies.py", "import sys\nfor i in range(9): print('line %d' % i, file=sys.stderr)\nsys.exit('no module named luck \x1b[31m')\n")
    dies = "dies=cmd:%s dies.py" % sys.executable
    done = bench.run("match", "null", dies, "greedy", cwd=folder)
    check("match: the last lines of standard error and the exit status", "| no module named luck" in done.out and "exit status 1" in done.out
          and "line 8" in done.out and "line 1\n" not in done.out and "\x1b" not in done.out, done)
    check("match: status 1 and who it was", done.status == 1 and "dies never played" in done.err, done)
    done = bench.run("match", "null", "cmd:./nowhere", "greedy", "--json", cwd=folder)
    seat = json.loads(done.out.splitlines()[0])["programs"][0]
    check("match --json: the same", done.status == 1 and "not found" in seat["stderr"] and seat["end"] == "exit status 127", done)
    later = bench.run("match", "null", command("exits-later"), "greedy", cwd=folder)
    check("ready, and no order: never played", later.status == 1, later)
    fine = bench.run("match", "null", command("good"), "greedy", cwd=folder)
    check("who played is no reason for status 1", fine.status == 0 and "|" not in fine.out, fine)


def tournament(folder):
    bots = [command(name) for name in ("exits", "hangs-later", "garbage", "floods-line", "allocates", "forks", "ignores-sigterm", "good")]
    done = bench.run("arena", "run", "null", "greedy", *bots, "--format", "gauntlet", "--pairs", "1", "--set", "heap=40", "--db", "faults.db",
                     "--json", "--quiet", *LIMITS, cwd=folder, timeout=200)
    shown = json.loads(done.out) if done.out else {"standings": []}
    check("a tournament of them completes", shown.get("games") == 16, done)
    check("who did nothing wrong lost no seat", {row["name"]: row["seats_lost"] for row in shown["standings"]}.get("good") == 0, shown)
    check("who crashed lost every seat", {row["name"]: row["seats_lost"] for row in shown["standings"]}.get("exits") == 2, shown)
    left = gone()
    check("no process is left", not left, left)
    many = subprocess.run(["/bin/sh", "-c", 'ulimit -n 40; exec "$@"', "sh", bench.REDOUBT, "match", "null", command("good"), "greedy",
                           "--games", "30", "--set", "heap=4", "--sandbox", "off", "--json"], cwd=folder, capture_output=True, timeout=200)
    fates = [json.loads(line)["programs"][0]["fate"] for line in many.stdout.splitlines()[:-1]]
    check("thirty games with forty files at most: none leaks", fates == ["fine"] * 30, many)


def killed(folder):
    """kill -9 of the arena takes the programs along."""
    bench.script(folder, "forks-hangs.py", READY + FORK + "time.sleep(1000)\n")
    run = subprocess.Popen([bench.REDOUBT, "arena", "run", "null", command("forks-hangs"), command("good"), "--db", "killed.db", "--quiet",
                            "--sandbox", "off", "--limit", "turn_ms=5000"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def playing():  # before it there is no database, only a look at each program
        return os.path.exists(os.path.join(folder, "killed.db")) and len(bench.processes_with(MARK)) >= FORKED

    deadline = time.monotonic() + 60
    while not (began := playing()) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGKILL)
    run.wait()
    left = gone()
    check("programs and what they had started were running", began)
    check("kill -9 of the arena ends them all", not left, left)


def sandbox(folder):
    spy = bench.script(folder, "spy.py", READY + """
import socket
found = []
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2); found.append("network")
except OSError: pass
try:
    open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "written"), "w"); found.append("files")
except OSError: pass
if len([p for p in os.listdir("/proc") if p.isdigit()]) > 8: found.append("processes")
try:
    open("/tmp/own", "w")
except OSError: found.append("no tmp")
print('{"log":"spy: %s","choose":0}' % found, flush=True)
sys.stdin.readline()
""" + GOOD)
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        for mode, says in (("on", "spy: []"), ("off", "'network', 'files'")):
            done = bench.run("match", "null", "cmd:%s %s %d" % (sys.executable, os.path.basename(spy), port), "greedy", "--sandbox", mode,
                             "--limit", "turn_ms=8000", "--replay", "spy.rdr", cwd=folder)
            log = open(os.path.join(folder, "spy.rdr.seat0.log"), encoding="utf-8").read()
            check("sandbox %s: what a program can reach" % mode, says in log, log)
            check("sandbox %s: it is said what is in force" % mode, ("bubblewrap" if mode == "on" else "without a sandbox") in done.err, done)


def strangers(folder):
    """What root's files, other entrants and the scratch folder are to a program; started by root or by anybody."""
    rival, own, away = (os.path.join(folder, name) for name in ("rival", "own", "away"))
    for name in (rival, own, away):
        os.mkdir(name)
    bench.script(rival, "secret.txt", "the rival's plan")
    door = socket.socket(socket.AF_UNIX)
    door.bind(os.path.join(folder, "admin.sock"))
    door.listen()
    bench.script(own, "helper.py", "HERE = True\n")
    bench.script(own, "thief.py", READY + """
import socket, helper
found = []
def can(name, act):
    try:
        act(); found.append(name)
    except OSError: pass
def fill(path):
    with open(path, "wb", 0) as file:
        for _ in range(60): file.write(bytes(1 << 20))
def fill_both():
    fill("/tmp/a"); fill("/tmp/b")
can("shadow", lambda: open("/etc/shadow"))
can("rival", lambda: open(os.path.join(sys.argv[1], "secret.txt")))
can("socket", lambda: socket.socket(socket.AF_UNIX).connect(sys.argv[2]))
can("homes", lambda: os.listdir("/home"))
can("home of root", lambda: os.listdir("/root") and open("/root/.profile"))
can("kernel settings", lambda: open("/proc/sys/kernel/core_pattern", "a").close())  # opened, nothing is written
can("root folder", lambda: open("/written", "w"))
can("devices", lambda: open("/dev/written", "w"))
can("scratch without end", fill_both)
caps = [line.split()[1] for line in open("/proc/self/status") if line.startswith("Cap")]
if any(int(cap, 16) for cap in caps): found.append("capabilities")
if os.getuid() == 0: found.append("root")
print('{"log":"thief: %s","choose":0}' % found, flush=True)
sys.stdin.readline()
""" + GOOD)
    for cwd, path in ((folder, "own/thief.py"), (away, os.path.join(own, "thief.py"))):
        done = bench.run("match", "null", "cmd:%s %s %s %s" % (sys.executable, path, rival, os.path.join(folder, "admin.sock")), "greedy", "--sandbox", "on",
                         "--limit", "turn_ms=8000", "--replay", os.path.join(folder, "thief.rdr"), cwd=cwd)
        log = open(os.path.join(folder, "thief.rdr.seat0.log"), encoding="utf-8").read()
        check("a program started in %s reaches nothing of others" % os.path.basename(cwd), "thief: []" in log, (log, done))
    door.close()


with bench.folder() as place:
    for bot, (text, _) in BOTS.items():
        bench.script(place, bot + ".py", text)
    boxed = bench.works_in_sandbox()
    verdicts(place, "off")
    if boxed:
        verdicts(place, "on")
        sandbox(place)
        strangers(place)
    else:
        skip("sandbox", "bubblewrap does not work here")
    last_words(place)
    tournament(place)
    killed(place)
sys.exit(bench.end())
