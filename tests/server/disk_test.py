"""A server whose disk is full, becomes read-only, or was read-only from the beginning: real file systems, mounted
in a namespace of the test's own. What can't be mounted here is skipped by its name.

usage: disk_test.py REDOUBT
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from mounts import enter_namespace, mount
from ws import Player, Server

PROGRAM = sys.argv[1]
ORDERS_MAX = 3000
FAST = ("--set", "burst=1000000", "--set", "per_second=1000000", "--set", "sleep_after=0")


def health(port):
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d/healthz" % port, timeout=60) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


class Table:
    """Somebody with a match, who orders until the disk refuses."""

    def __init__(self, db):
        self.db = db
        self.server = Server(PROGRAM, db, *FAST)
        self.ada = Player(self.server.port)
        self.match, self.asleep = self.make(), self.make()  # nobody looks at the second one
        self.kept, self.count = [], 0
        self.ada.ask(cmd="watch", match=self.match, seat=0)

    def make(self):
        return self.ada.ask(cmd="create", game="apoca", options={"turns": 300, "map": "duel"}, seats=["me", "me"])["match"]

    def order(self):
        self.count += 1
        command = {"cmd": "order", "match": self.match, "seat": 0, "id": "o%d" % self.count,
                   "text": "hire N" if self.count % 2 else "hire S"}
        answer = self.ada.ask(**command)
        if answer["ok"]:
            self.kept.append((command, answer))
        return answer

    def order_until_refused(self):
        for _ in range(ORDERS_MAX):
            answer = self.order()
            if not answer["ok"]:
                return answer
        return None

    def check_refusal(self, disk, answer):
        check("%s: orders are refused, and why" % disk, answer and answer["code"] == "storage" and "disk" in answer["why"],
              answer)
        check("%s: the server says that it is not well" % disk, health(self.server.port) == 503)
        other = Player(self.server.port, token=self.ada.token)
        watched = other.ask(cmd="watch", match=self.match, seat=0)
        check("%s: views can be read" % disk, watched["ok"] and other.wait(lambda u: u["type"] == "snapshot")["view"], watched)
        check("%s: so can what was missed, and lists" % disk,
              other.ask(cmd="watch", match=self.match, seat=0, since=watched["n"] - 2)["ok"] and
              {line["match"] for line in other.ask(cmd="list")["matches"]} == {self.match, self.asleep})
        slept = other.ask(cmd="watch", match=self.asleep, seat=0)
        check("%s: a match that slept wakes up" % disk, slept["ok"], slept)
        check("%s: it is refused again, not half done" % disk, self.order().get("code") == "storage")

    def check_kept(self, disk):
        ada = Player(self.server.port, token=self.ada.token)
        same = [ada.ask(**command) == answer for command, answer in self.kept]
        check("%s: nothing that was acknowledged is lost (%d orders)" % (disk, len(same)), len(same) > 2 and all(same))
        self.ada = ada
        ada.ask(cmd="watch", match=self.match, seat=0)


def full(folder):
    disk = "full disk"
    if not mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder):
        kit.skip(disk, "no tmpfs can be mounted here")
        return
    table = Table(os.path.join(folder, "full.db"))
    table.check_refusal(disk, table.order_until_refused())
    refused = {"cmd": "order", "match": table.match, "seat": 0, "id": "o%d" % table.count,
               "text": "hire N" if table.count % 2 else "hire S"}
    if not mount("-o", "remount,size=16m", folder):
        kit.skip(disk + ": with room it goes on", "it can't be made larger here")
    else:
        again = table.ada.ask(**refused)
        check(disk + ": with room it goes on, without a restart", again["ok"] and health(table.server.port) == 200, again)
        table.kept.append((refused, again))
        table.check_kept(disk)
    table.server.kill()
    table.server = Server(PROGRAM, table.db, *FAST)
    table.check_kept(disk + ", after a kill")
    table.server.stop()


def never_writable(folder):
    disk = "disk that can't be written to"
    if not mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", folder):
        kit.skip(disk, "no tmpfs can be mounted here")
        return
    db = os.path.join(folder, "never.db")
    Table(db).server.stop()
    if not mount("-o", "remount,ro", folder):
        kit.skip(disk, "it can't be made read-only here")
        return
    started = kit.run(PROGRAM, "serve", "--port", "0", "--db", db)
    check(disk + ": a server doesn't start, and says why", started.status == 1 and "Read-only file system" in started.err,
          started)


def becomes_read_only(folder):
    """As after an error of the device: everything that is open for writing refuses from one moment to the next."""
    disk, image = "disk that becomes read-only", folder + ".image"
    made = shutil.which("mkfs.ext4") and subprocess.run(["truncate", "-s", "24M", image]).returncode == 0 and \
        subprocess.run(["mkfs.ext4", "-q", image], capture_output=True).returncode == 0
    if not made or not mount("-o", "loop,errors=remount-ro", image, folder):
        kit.skip(disk, "no file system in a file can be mounted here")
        return
    device = subprocess.run(["findmnt", "-n", "-o", "SOURCE", folder], capture_output=True, text=True).stdout.strip()
    trigger = "/sys/fs/ext4/%s/trigger_fs_error" % os.path.basename(device)
    table = Table(os.path.join(folder, "read-only.db"))
    for _ in range(20):
        table.order()
    os.sync()  # pages that are in memory only would hide what happens
    try:
        with open(trigger, "w", encoding="utf-8") as file:
            file.write("tests/server/disk_test.py")
    except OSError:
        kit.skip(disk, "no error can be made here")
        table.server.stop()
        return
    table.check_refusal(disk, table.order_until_refused())
    time.sleep(1.5)  # the server tries again by itself
    check(disk + ": the server lives", table.server.process.poll() is None and table.order().get("code") == "storage",
          table.server.log[-3:])
    table.server.kill()
    subprocess.run(["umount", folder], check=True)
    subprocess.run(["fsck.ext4", "-p", "-f", image], capture_output=True)
    if mount("-o", "loop", image, folder):
        table.server = Server(PROGRAM, table.db, *FAST)
        table.check_kept(disk + ", mounted again")
        check(disk + ": it goes on", table.order()["ok"])
        table.server.stop()
        subprocess.run(["umount", folder], check=True)


def main():
    if not enter_namespace():
        kit.skip("disks", "nothing can be mounted here")
        return kit.end()
    with tempfile.TemporaryDirectory(prefix="redoubt-disk-") as folder:
        for name, part in (("full", full), ("never", never_writable), ("becomes", becomes_read_only)):
            place = os.path.join(folder, name)
            os.mkdir(place)
            part(place)
            subprocess.run(["umount", place], capture_output=True)
    return kit.end()


sys.exit(main())
