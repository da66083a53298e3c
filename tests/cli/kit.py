"""What the tests of the command share: running it, TAP lines, and a terminal to run it in."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, end, skip  # noqa: E402,F401


def environment(**changes):
    """The environment with these changes; None takes a variable away."""
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES", "PAGER")}
    env.update({"TERM": "xterm", "LC_ALL": "C.UTF-8"})
    env.update(changes)
    return {k: v for k, v in env.items() if v is not None}


class Done:
    def __init__(self, done):
        self.status = done.returncode
        self.bytes = done.stdout
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def __str__(self):
        return "status %d\n%s\n%s" % (self.status, self.out, self.err)


def run(program, *args, text=b"", **env):
    text = text.encode() if isinstance(text, str) else text
    return Done(subprocess.run([program, *args], input=text, capture_output=True, timeout=120,
                               env=environment(**env)))


class Terminal:
    """A program in a pseudo-terminal. The time limit only guards against hanging."""

    LIMIT_S = 60

    def __init__(self, program, *args, columns=100, rows=50, **env):
        self.screen = ""
        self.read_to = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(program, [program, *args], environment(**env))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.status = None

    def _more(self):
        """False at the end of the output."""
        ready, _, _ = select.select([self.fd], [], [], self.LIMIT_S)
        if not ready:
            os.kill(self.pid, signal.SIGKILL)
            raise TimeoutError("nothing more was printed after:\n" + self.screen[-800:])
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # Linux answers EIO when the other end is closed
            return False
        self.screen += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def expect(self, pattern):
        """Read until the pattern appears behind what was expected before; the text up to its end."""
        deadline = time.monotonic() + self.LIMIT_S
        while True:
            found = re.search(pattern, self.screen[self.read_to:])
            if found:
                begin = self.read_to
                self.read_to += found.end()
                return self.screen[begin:self.read_to]
            if not self._more() or time.monotonic() > deadline:
                raise EOFError("%r never came; the screen ends with:\n%s" % (pattern, self.screen[-1500:]))

    def type(self, line):
        os.write(self.fd, line.encode() + b"\n")

    def key(self, byte):
        os.write(self.fd, byte)

    def close(self):
        """Read to the end; the exit status."""
        while self._more():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status
