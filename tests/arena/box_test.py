"""What holds for programs in the sandbox beyond files: calls of the system, users, processes and memory together, time on a busy machine.

usage: box_test.py REDOUBT
"""
import json
import os
import re
import subprocess
import sys

import bench
from bench import check, skip

READY = "import os, sys, time, signal\nsys.stdin.readline()\nprint('{\"ready\":1,\"want\":[]}', flush=True)\nsys.stdin.readline()\n"
GOOD = "while True:\n    print('{\"choose\":0}', flush=True)\n    if not sys.stdin.readline(): break\n"
PATIENT = ["--limit", "turn_ms=20000", "--limit", "start_ms=60000"]

# Every call with arguments that would do no harm where it is allowed.
CALLS = READY + """
import ctypes, errno, platform
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == "x86_64"
numbers = {"socket": (41, 198), "ptrace": (101, 117), "mount": (165, 40), "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280),
           "keyctl": (250, 219), "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "open_by_handle_at": (304, 265),
           "process_vm_readv": (310, 270), "perf_event_open": (298, 241), "syslog": (103, 116), "chroot": (161, 51)}
for name, number in sorted(numbers.items()):
    ctypes.set_errno(0)
    done = libc.syscall(number[0 if x86 else 1], *[ctypes.c_long(n) for n in ((1, 1, 0, 0) if name == "socket" else (-1, -1, -1, -1))])
    print("CALL %s %d" % (name, ctypes.get_errno()), file=sys.stderr, flush=True)
done = libc.syscall(56 if x86 else 220, ctypes.c_long(0x10000000 | 17), 0, 0, 0, 0)  # clone with a new space of users
if done == 0: os._exit(0)
print("CALL clone_newuser %d" % (ctypes.get_errno() if done < 0 else 0), file=sys.stderr)
ctypes.set_errno(0)
libc.syscall(467, -1, -1, -1, -1)
print("NEWER %d" % ctypes.get_errno(), file=sys.stderr)
import socket
for kind in ("DGRAM", "RAW"):
    try: socket.socketpair(type=getattr(socket, "SOCK_" + kind))[0].sendto(b"", sys.argv[1])
    except OSError as refused: print("CALL pair_%s %d" % (kind.lower(), refused.errno), file=sys.stderr)
print("UID %d" % os.getuid(), file=sys.stderr)
os.socketpair = __import__("socket").socketpair()
print("PAIR", file=sys.stderr, flush=True)
""" + GOOD


def play(folder, name, text, *more):
    bench.script(folder, name + ".py", text)
    replay = os.path.join(folder, name + ".rdr")
    done = bench.run("match", "null", "%s=cmd:exec %s %s.py there" % (name, sys.executable, name), "greedy", "--replay", replay, "--json", *more, cwd=folder)
    with open(replay + ".seat0.log", encoding="utf-8", errors="replace") as file:
        log = file.read()
    return json.loads(done.out.splitlines()[0])["programs"][0], log, done


def calls(folder):
    seat, log, done = play(folder, "calls", CALLS, "--sandbox", "on", *PATIENT)
    found = dict(re.findall("CALL ([a-z_]+) ([0-9]+)", log))
    check("all calls were tried", len(found) == 17 and seat["fate"] == "fine", (found, log, done))
    check("a filter refuses them: EPERM", set(found.values()) == {"1"}, found)
    check("calls that the filter does not know are not there: ENOSYS", "NEWER 38" in log, log)
    check("a pair of sockets may be had", "PAIR" in log, log)
    check("the filter is named", "a filter of system calls" in done.err, done.err)
    if os.getuid() == 0:
        closed = os.path.join(folder, "closed")
        os.mkdir(closed, 0o700)
        bench.script(closed, "bot.py", READY + "print('USER', open('/proc/self/uid_map').read().split()[1], file=sys.stderr)\n" + GOOD)
        for wish, status in (("on", 1), ("auto", 0)):
            done = bench.run("match", "null", "cmd:cd %s && exec %s bot.py" % (closed, sys.executable), "greedy", "--sandbox", wish, *PATIENT)
            check("what only root may read: --sandbox %s" % wish, done.status == status and ("others may not read %s" % closed in done.out + done.err) == (status == 1), done)
        watch = READY + "print('OUTSIDE', os.getpid(), file=sys.stderr)\ntime.sleep(3)\n" + GOOD
        os.chmod(folder, 0o755)
        bench.script(folder, "watch.py", watch)
        import time
        with subprocess.Popen([bench.REDOUBT, "match", "null", "cmd:exec %s watch.py marked-%d" % (sys.executable, os.getpid()), "greedy", "--sandbox", "on",
                               *PATIENT], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            owners = set()
            while run.poll() is None:
                for pid in bench.processes_with("watch.py"):
                    try:
                        with open("/proc/%s/cmdline" % pid, "rb") as file:
                            words = file.read().split(b"\0")
                        if words[0] == sys.executable.encode() and words[1] == b"watch.py":
                            owners.add(os.stat("/proc/" + pid).st_uid)
                    except OSError:
                        pass
                time.sleep(0.05)
        check("started by root, a program belongs to nobody, outside too", owners == {65534}, owners)


def together(folder):
    """Limits for all processes of a program, where there are cgroups."""
    bomb = READY + "n = 0\ntry:\n    while n < 2000:\n        if os.fork() == 0:\n            time.sleep(60)\n            os._exit(0)\n        n += 1\n" \
        "except OSError: pass\nprint('FORKED %d' % n, file=sys.stderr, flush=True)\n" + GOOD
    _, log, done = play(folder, "bomb", bomb, "--sandbox", "on", *PATIENT)
    forked = [int(n) for n in re.findall("FORKED ([0-9]+)", log)]
    groups = "limited by cgroup" in done.err
    check("a fork bomb is stopped", forked and (forked[0] <= 300 or not groups and forked[0] < 2000), (forked, log[-300:], done.err))
    look = READY + "import resource\nprint('MOST %d' % resource.getrlimit(resource.RLIMIT_NPROC)[0], file=sys.stderr, flush=True)\n" + GOOD
    _, log, done = play(folder, "look", look, "--sandbox", "on", *PATIENT)
    most = int(re.search("MOST (-?[0-9]+)", log).group(1))
    check("where each has a group, one that starts many leaves its neighbours theirs", not groups or most < 0 or most > 20 * 300, (most, done.err))
    if "memory)" not in done.err and "processes and memory" not in done.err:
        skip("memory of all processes together", "no cgroup for memory here")
        return
    hog = READY + "for i in range(8):\n    if os.fork() == 0:\n        hog = bytearray(60 << 20)\n        for at in range(0, len(hog), 4096): hog[at] = 1\n" \
        "        print('HELD', file=sys.stderr, flush=True)\n        time.sleep(60)\n        os._exit(0)\ntime.sleep(3)\n" + GOOD
    _, log, done = play(folder, "hog", hog, "--sandbox", "on", "--limit", "memory_mb=100", *PATIENT)
    check("children share the memory that the program has", log.count("HELD") < 8, (log[-400:], done))
    left = [name for root, folders, _ in os.walk("/sys/fs/cgroup") for name in folders if name.startswith("redoubt-%d" % os.getpid())]
    check("groups are taken away", not left, left)


def found(folder):
    """A program that lies behind a shim in PATH, as pyenv has them: it sees what the shim starts."""
    tools, elsewhere = os.path.join(folder, "tools"), os.path.join(folder, "elsewhere")
    os.mkdir(elsewhere)
    for part in ("shims", "libexec"):
        os.makedirs(os.path.join(tools, part))
    bench.script(os.path.join(tools, "libexec"), "real", "#!/bin/sh\nread hello; echo '{\"ready\":1,\"want\":[]}'\nwhile read ask; do echo '{\"choose\":0}'; done\n")
    bench.script(os.path.join(tools, "shims"), "shimmed", "#!/bin/sh\nexec %s/libexec/real\n" % tools)
    for name in ("libexec/real", "shims/shimmed"):
        os.chmod(os.path.join(tools, name), 0o755)
    env = dict(os.environ, PATH=os.path.join(tools, "shims") + ":" + os.environ["PATH"])
    done = subprocess.run([bench.REDOUBT, "match", "null", "cmd:shimmed", "greedy", "--sandbox", "on", *PATIENT],
                          cwd=elsewhere, env=env, capture_output=True,
                          text=True)
    check("a program behind a shim plays", done.returncode == 0, done)


def at_home(folder):
    """A program that lies in somebody's home, or is started there, sees nothing that lies beside it."""
    home = os.path.join(folder, "home")
    os.makedirs(os.path.join(home, ".ssh"))
    bench.script(home, "bot.py", READY + "print('SEES', sorted(os.listdir('.')), file=sys.stderr, flush=True)\n" + GOOD)
    shell = "read a; ls -a >&2; echo '{\"ready\":1,\"want\":[]}'; while read a; do echo '{\"choose\":0}'; done"
    for what, command in (("lies in a home", "exec %s bot.py" % sys.executable), ("is started in a home", shell),
                          ("goes to a home", "cd %s && { %s; }" % (home, shell))):
        replay = os.path.join(folder, "home.rdr")
        done = subprocess.run([bench.REDOUBT, "match", "null", "cmd:" + command, "greedy", "--sandbox", "on", "--replay", replay, *PATIENT],
                              cwd=home, env=dict(os.environ, HOME=home), capture_output=True, text=True)
        with open(replay + ".seat0.log", encoding="utf-8", errors="replace") as file:
            log = file.read()
        check("a program that %s plays" % what, done.returncode == 0, (log, done))
        check("and sees nothing that is kept there", ".ssh" not in log, log)


def busy(folder):
    """Two programs that need 200 ms of a core for an answer, on one core with eight others who want it: their turns are their own."""
    work = READY + """
while True:
    end = time.process_time() + 0.2
    while time.process_time() < end: pass
    print('{"choose":0}', flush=True)
    if not sys.stdin.readline(): break
"""
    idle = READY + "time.sleep(2)\n" + GOOD
    core = min(os.sched_getaffinity(0))
    spinners = [os.spawnlp(os.P_NOWAIT, "taskset", "taskset", "-c", str(core), sys.executable, "-c", "while True: pass") for _ in range(4)]
    try:
        os.sched_setaffinity(0, {core})
        seat, log, done = play(folder, "work", work, "--sandbox", "off", "--set", "heap=9", "--limit", "turn_ms=600", "--limit", "start_ms=60000")
        check("time that others had the core is not charged", seat["faults"] == 0, (seat, log, done))
        seat, log, done = play(folder, "idle", idle, "--sandbox", "off", "--set", "heap=9", "--limit", "turn_ms=600", "--limit", "start_ms=60000")
        check("time that a program slept is charged", seat["faults"] >= 1, (seat, log, done))
    finally:
        for pid in spinners:
            os.kill(pid, 9)
            os.waitpid(pid, 0)


with bench.folder() as place:
    if bench.works_in_sandbox():
        calls(place)
        together(place)
        found(place)
        at_home(place)
    else:
        skip("sandbox", "bubblewrap does not work here")
    busy(place)
sys.exit(bench.end())
