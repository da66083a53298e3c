"""Servers on one PostgreSQL, for tests that watch who plays."""
import atexit
import socket
import subprocess
import threading
import time

LIMIT_S = 120  # only guards against hanging


def wait_until(what, condition):
    end = time.monotonic() + LIMIT_S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.005)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as door:
        return door.getsockname()[1]


STARTED = []


@atexit.register
def end_all():
    """Also those of a test that has failed half-way."""
    for process in STARTED:
        if process.poll() is None:
            process.kill()


class Node:
    """One of the servers. It begins, plays, or is gone."""

    def __init__(self, program, address, lease_ms, *settings):
        self.program, self.address, self.lease_ms, self.settings = program, address, lease_ms, settings
        self.port, self.log = free_port(), []
        self.name = "127.0.0.1:%d" % self.port
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--db", self.address, "--set", "peer=" + self.name, "--set",
             "lease=%d" % self.lease_ms, "--set", "admin=/nonexistent/admin",
             *(word for setting in self.settings for word in ("--set", setting))], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True)
        STARTED.append(self.process)
        self.since = len(self.log)
        self.reader = threading.Thread(target=self.log.extend, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def says(self, event):
        """In this life."""
        return any("event=" + event in line for line in self.log[self.since:])

    def plays(self):
        return self.process.poll() is None and self.says("started")

    def end(self):
        """Waits for it; the exit status."""
        status = self.process.wait(LIMIT_S)
        self.reader.join(LIMIT_S)
        return status

    def kill(self):
        self.process.kill()
        self.end()
