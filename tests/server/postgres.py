"""A PostgreSQL of the test's own: in a temporary folder, under a user without rights, with fsync, at a Unix socket.

usage: postgres.py PROGRAM ARGUMENT...    runs a test program with the address of an empty database behind its arguments

Where PostgreSQL is not installed, the test is skipped by name.
"""
import glob
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

LIMIT_S = 120  # only guards against hanging


def programs():
    """The folder of the newest PostgreSQL of this machine; None: there is none."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    found.sort(key=lambda path: int(path.split("/")[4].split(".")[0]))
    if found:
        return os.path.dirname(found[-1])
    path = shutil.which("postgres")
    return path and os.path.dirname(os.path.realpath(path))


def skip_unless_there(name):
    """Ends the test with one skipped line where there is no PostgreSQL."""
    if programs() is None:
        tap.skip(name, "PostgreSQL is not installed")
        sys.exit(tap.end())


def user_without_rights():
    """PostgreSQL refuses to run as root; None: we are not root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise RuntimeError("there is no user postgres or nobody")


class Postgres:
    def __init__(self, copy_of=None):
        self.bin, self.user = programs(), user_without_rights()
        self.folder = tempfile.mkdtemp(prefix="redoubt-postgres-")
        self.data, self.log = os.path.join(self.folder, "data"), os.path.join(self.folder, "log")
        os.chmod(self.folder, 0o755)
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        if copy_of:  # a replica, which goes on reading from it
            self.run("pg_basebackup", "--host", copy_of.folder, "--username=redoubt", "--pgdata", self.data,
                     "--write-recovery-conf", "--checkpoint=fast")
        else:
            self.run("initdb", "--pgdata", self.data, "--username=redoubt", "--auth=trust", "--encoding=UTF8",
                     "--no-locale", "--no-instructions")
        self.settings = ["listen_addresses=", "unix_socket_directories=" + self.folder, "fsync=on", "shared_buffers=32MB",
                         "max_wal_size=128MB", "recovery_init_sync_method=syncfs"]
        self.start()

    def popen_as(self):
        if not self.user:
            return {"cwd": self.folder}
        return {"cwd": self.folder, "user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def run(self, program, *args, fine=True):
        done = subprocess.run([os.path.join(self.bin, program), *args], capture_output=True, text=True, timeout=LIMIT_S,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **self.popen_as())
        if fine and done.returncode != 0:
            raise RuntimeError("%s: %s%s" % (program, done.stdout, done.stderr))
        return done

    def start(self, port=5432):
        options = [word for setting in self.settings for word in ("-c", setting)]
        log = open(self.log, "ab")
        self.process = subprocess.Popen([os.path.join(self.bin, "postgres"), "-D", self.data, *options], stdout=log,
                                        stderr=log, env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **self.popen_as())
        log.close()
        deadline = time.monotonic() + LIMIT_S
        while self.run("pg_isready", "--host", self.folder, "--port", str(port), fine=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL did not start: %s" % open(self.log, errors="replace").read()[-2000:])
            time.sleep(0.02)

    def stop(self, how="fast"):
        """immediate: as if the machine had stopped, but for what the kernel has in its cache."""
        self.run("pg_ctl", "stop", "--pgdata", self.data, "--mode", how, "--wait")
        self.process.wait(LIMIT_S)

    def restart(self, how="immediate"):
        self.stop(how)
        self.start()

    def close(self):
        if self.process.poll() is None:
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database="postgres", user="redoubt", **options):
        options = {"host": self.folder, **options}
        return "postgresql://%s@/%s?%s" % (user, database, urllib.parse.urlencode(options, quote_via=urllib.parse.quote))

    def sql(self, text, database="postgres", fine=True):
        done = self.run("psql", "--host", self.folder, "--username", "redoubt", "--no-psqlrc", "--quiet", "--tuples-only",
                        "--no-align", "--set", "ON_ERROR_STOP=1", "--command", text, database, fine=fine)
        return done.stdout.strip()

    def make(self, database):
        self.sql('CREATE DATABASE "%s"' % database)
        return self.address(database)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


READY = b"Z\x00\x00\x00\x05"  # PostgreSQL's last word to a batch, but for one byte
SYNC = b"S\x00\x00\x00\x04"  # the server's


class Between(threading.Thread):
    """Stands between servers and PostgreSQL, at a socket in the folder. change is given what comes on a connection
    (talk: a dictionary to remember things in; source: "near", the server, or "far", PostgreSQL) and says what goes on;
    None breaks the connection."""

    def __init__(self, database, folder, change):
        super().__init__(daemon=True)
        self.target, self.change = os.path.join(database.folder, ".s.PGSQL.5432"), change
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(os.path.join(folder, ".s.PGSQL.5432"))
        self.door.listen(8)

    def run(self):
        while True:
            near, _ = self.door.accept()
            far = socket.socket(socket.AF_UNIX)
            talk = {"near": near, "far": far}
            try:
                far.connect(self.target)
            except OSError:
                near.close()
                continue
            for ends in (("near", "far"), ("far", "near")):
                threading.Thread(target=self.carry, args=(talk, *ends), daemon=True).start()

    def carry(self, talk, source, sink):
        try:
            while data := talk[source].recv(65536):
                data = self.change(talk, source, data)
                if data is None:
                    break
                talk[sink].sendall(data)
        except OSError:
            pass
        for end in (talk["near"], talk["far"]):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def main():
    skip_unless_there("storage on PostgreSQL")
    with Postgres() as database:
        return subprocess.run([*sys.argv[1:], database.address()], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
