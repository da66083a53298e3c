"""A server on PostgreSQL: moved there and back; bad configurations, each with a message that says what to do, and no
start; a connection that breaks behind a commit.

usage: postgres_test.py REDOUBT
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
from mounts import enter_namespace, mount
from node import wait_until
from postgres import READY, Between, Postgres, skip_unless_there
from ws import Player, Server

PROGRAM = sys.argv[1]
LIMIT_S = 60
POOLER = "/usr/sbin/pgbouncer"


def redoubt(*args):
    return kit.run(PROGRAM, *args)


def refuses(name, address, *words, secret=None, starts=True):
    """No start, and a message with these words."""
    done = redoubt("serve", "--port", "0", "--db", address)
    check("%s: no start" % name, done.status == 1 and done.out == "", done)
    check("%s: the message says what to do" % name, all(word in done.err for word in words), done.err)
    if secret:
        check("%s: it keeps the password to itself" % name, secret not in done.err, done.err)


# ---- from a file and back ----

def play_some(db):
    """A match with some orders. (token, match, [(command, answer)])."""
    server = Server(PROGRAM, db)
    ada = Player(server.port)
    made = ada.ask(cmd="create", game="apoca", options={"turns": 30, "map": "duel"}, seats=["me", "me"])
    orders = []
    for number, text in enumerate(["hire N", "hire S", "done"]):
        command = {"cmd": "order", "match": made["match"], "seat": 0, "id": "o%d" % number, "text": text}
        orders.append((command, ada.ask(**command)))
    server.stop()
    return ada.token, made["match"], orders


def is_same(db, token, match, orders):
    """The orders are in the log, and the match goes on."""
    server = Server(PROGRAM, db)
    ada = Player(server.port, token=token)
    same = [ada.ask(**command) == answer for command, answer in orders]
    again = ada.ask(cmd="order", match=match, seat=1, text="hire N")
    broken = [line for line in server.log if "broken" in line and "broken=0" not in line]
    server.stop()
    return all(same) and again["ok"] and not broken, (same, again, broken)


def move(database, folder):
    first, second = os.path.join(folder, "first.db"), os.path.join(folder, "second.db")
    address = database.make("moved")
    played = play_some(first)
    there = redoubt("admin", "move", first, address)
    check("a file is moved to PostgreSQL", there.status == 0 and there.out.startswith("moved 1 matches"), there)
    check("there the match goes on", *is_same(address, *played))
    busy = Server(PROGRAM, address)
    refused = redoubt("admin", "move", address, second)
    check("not while a server uses it", refused.status == 1 and "stop it first" in refused.err, refused)
    backup = redoubt("admin", "--db", address, "backup", os.path.join(folder, "backup.db"))
    check("a copy is made beside a server", backup.status == 0, backup)
    busy.stop()
    check("the copy is a database", *is_same(os.path.join(folder, "backup.db"), *played))
    back = redoubt("admin", "move", address, second)
    check("PostgreSQL is moved to a file", back.status == 0 and "hash" in back.out, back)
    check("here the match goes on", *is_same(second, *played))
    full = redoubt("admin", "move", second, address)
    check("only into an empty one", full.status == 1 and "only an empty database" in full.err, full)
    again = database.make("again")
    there = redoubt("admin", "move", second, again)
    check("twice the same gives the same hash", there.status == 0 and
          there.out.split()[-1] == redoubt("admin", "move", again, os.path.join(folder, "third.db")).out.split()[-1], there)


# ---- what is wrong with a place ----

def tables(database):
    address = database.make("tables")
    refuses("missing tables", address, "no tables", "redoubt admin --db ADDRESS migrate")
    done = redoubt("admin", "--db", address, "migrate")
    check("migrate makes them", done.status == 0, done)
    check("and makes them once", redoubt("admin", "--db", address, "migrate").status == 0)
    database.sql("UPDATE redoubt_version SET version = 99", "tables")
    refuses("newer tables", address, "version 99", "newer", "install that one")
    done = redoubt("admin", "--db", address, "migrate")
    check("newer tables are left alone", done.status == 1 and "newer" in done.err, done)
    database.sql("DELETE FROM redoubt_version", "tables")
    refuses("tables without a version", address, "no version")
    other = database.make("older")
    redoubt("admin", "--db", other, "migrate")
    database.sql("UPDATE redoubt_version SET version = 0", "older")
    refuses("older tables", other, "redoubt admin --db ADDRESS migrate")
    refuses("missing schema", database.address("tables", options="-csearch_path=nowhere"), "no schema", "search_path")


def read_only(database):
    address = database.make("reading")
    redoubt("admin", "--db", address, "migrate")
    database.sql("ALTER DATABASE reading SET default_transaction_read_only = on")
    refuses("read-only by default", address, "default_transaction_read_only")


def replica(database):
    redoubt("admin", "--db", database.make("copied"), "migrate")
    with Postgres(copy_of=database) as copy:
        refuses("a replica", copy.address("copied"), "replica", "primary", "target_session_attrs")


def full(database, folder):
    room = os.path.join(folder, "small")
    os.mkdir(room)
    if not mount("-t", "tmpfs", "-o", "size=24m,mode=777", "tmpfs", room):
        kit.skip("a full database", "no tmpfs can be mounted here")
        return
    os.chmod(folder, 0o755)
    try:
        on_a_small_disk(database, room)
    finally:
        subprocess.run(["umount", "--lazy", room], check=True)


def fill(database):
    """To the last page, with something else; what PostgreSQL has changed until now has its place before."""
    database.sql("CHECKPOINT")
    database.sql("CREATE TABLE junk (text TEXT)", "filled")
    words = "INSERT INTO junk SELECT repeat('x', 100) FROM generate_series(1, %d)"
    for lines in (100000, 10000, 1000, 100):
        for _ in range(30):
            if database.run("psql", "--host", database.folder, "--username", "redoubt", "--command", words % lines, "filled",
                            fine=False).returncode != 0:
                break


def on_a_small_disk(database, room):
    """The tables on a small disk, which something else fills."""
    inner = os.path.join(room, "space")
    os.mkdir(inner)
    if database.user:
        os.chown(inner, database.user.pw_uid, database.user.pw_gid)
    database.sql("CREATE TABLESPACE small LOCATION '%s'" % inner)
    database.sql("CREATE DATABASE filled TABLESPACE small")
    address = database.address("filled")
    redoubt("admin", "--db", address, "migrate")
    fill(database)
    refuses("a full database", address, "make room on the disk")
    database.sql("DROP TABLE junk", "filled")
    database.sql("CHECKPOINT")  # which gives the room back
    server = Server(PROGRAM, address)
    ada = Player(server.port)
    match = ada.ask(cmd="create", game="apoca", options={"turns": 300, "map": "duel"}, seats=["me", "me"])["match"]
    fill(database)
    answer, orders = {"ok": True}, []
    while answer["ok"] and len(orders) < 400:
        command = {"cmd": "order", "match": match, "seat": 0, "id": "f%d" % len(orders),
                   "text": ["hire N", "hire S"][len(orders) % 2]}
        answer = ada.ask(**command)
        while answer.get("code") == "rate":
            answer = ada.ask(**command)
        orders.append((command, answer))
    check("a full database: orders are refused", answer.get("code") == "storage", answer)
    check("the disk is made larger", mount("-o", "remount,size=64m", room))
    again = ada.ask(**orders[-1][0])
    check("with room it goes on", again["ok"], again)
    kept = [ada.ask(**command) == answer for command, answer in orders[:-1][-20:]]
    check("nothing that was acknowledged is lost", all(kept) and kept, kept)
    server.stop()
    check("a full database: the log says what to do", any("make room on the disk" in line for line in server.log), server.log)
    database.sql("DROP DATABASE filled")
    database.sql("DROP TABLESPACE small")


def places(database):
    refuses("no such database", database.address("nowhere"), "nowhere", "createdb")
    refuses("nobody there", "postgresql:///x?host=/nonexistent", "can't be reached", "is it running")
    refuses("no address", "postgresql://[", "can't be reached")
    database.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    refuses("not in UTF-8", database.address("latin"), "UTF-8", "createdb")
    database.sql("CREATE ROLE stranger LOGIN")
    redoubt("admin", "--db", database.make("foreign"), "migrate")
    refuses("no rights", database.address("foreign", user="stranger"), "GRANT")


def passwords(database):
    hba = os.path.join(database.data, "pg_hba.conf")
    with open(hba, encoding="ascii") as file:
        before = file.read()
    database.sql("CREATE ROLE locked LOGIN PASSWORD 'right one'")
    for method, name, word in (("scram-sha-256", "wrong password", "~/.pgpass"), ("reject", "not let in", "pg_hba.conf")):
        with open(hba, "w", encoding="ascii") as file:
            file.write("local all locked %s\n%s" % (method, before))
        database.sql("SELECT pg_reload_conf()")
        address = database.address(user="locked", password="a secret")
        refuses(name, address, word, secret="a secret")
    refuses("no password", database.address(user="locked"), "pg_hba.conf")


def certificates(folder):
    """A key of the server's own. None: nothing here makes one."""
    key, certificate = os.path.join(folder, "server.key"), os.path.join(folder, "server.crt")
    made = shutil.which("openssl") and subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
         "-keyout", key, "-out", certificate], capture_output=True).returncode == 0
    return (key, certificate) if made else None


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as door:
        return door.getsockname()[1]


def tls_only(folder):
    made = certificates(folder)
    if made is None:
        kit.skip("TLS only", "there is no openssl")
        return
    with Postgres() as database:
        database.stop()
        for path in made:
            to = os.path.join(database.folder, os.path.basename(path))
            shutil.copy(path, to)
            os.chmod(to, 0o600)
            if database.user:
                os.chown(to, database.user.pw_uid, database.user.pw_gid)
        port = free_port()
        database.settings += ["listen_addresses=127.0.0.1", "port=%d" % port, "ssl=on",
                              "ssl_key_file=%s/server.key" % database.folder,
                              "ssl_cert_file=%s/server.crt" % database.folder]
        with open(os.path.join(database.data, "pg_hba.conf"), "w", encoding="ascii") as file:
            file.write("hostssl all all 127.0.0.1/32 trust\n")
        database.start(port)
        address = "postgresql://redoubt@127.0.0.1:%d/postgres?sslmode=" % port
        refuses("TLS only", address + "disable", "sslmode=require", "pg_hba.conf")
        done = redoubt("admin", "--db", address + "require", "migrate")
        check("TLS only: as the message says it works", done.status == 0, done)


# ---- a commit whose answer is lost ----

class Cut:
    """Whoever is armed waits until PostgreSQL has answered the next batch, keeps the answer to itself, and breaks the
    connection: the batch is stored, and the server can't know."""

    def __init__(self):
        self.armed, self.count = threading.Event(), 0

    def __call__(self, talk, source, data):
        if source == "near" and self.armed.is_set() and b"begin_batch\x00" in data:
            talk["batch"] = True
        if source == "near" or not talk.get("batch"):
            return data
        if data[-6:-1] == READY:
            self.count += 1
            self.armed.clear()
            return None
        return b""


def doubt(database, folder):
    database.make("doubt")
    cut = Cut()
    Between(database, folder, cut).start()
    address = database.address("doubt", host=folder)
    redoubt("admin", "--db", address, "migrate")
    server = Server(PROGRAM, address)
    ada = Player(server.port)
    match = ada.ask(cmd="create", game="apoca", options={"turns": 30, "map": "duel"}, seats=["me", "me"])["match"]
    answers = []
    for number in range(5):
        cut.armed.set()
        answers.append(ada.ask(cmd="order", match=match, seat=0, id="d%d" % number, text=["hire N", "hire S"][number % 2]))
    server.stop()
    check("the answer to each of 5 commits was cut off", cut.count == 5, cut.count)
    check("all are acknowledged", all(answer["ok"] for answer in answers), answers)
    bodies = database.sql("SELECT body FROM record WHERE kind = 'order' ORDER BY n", "doubt").splitlines()
    ids = [json.loads(body).get("command") for body in bodies]
    check("each is stored once", ids == ["d%d" % number for number in range(5)], bodies)


# ---- a pooler in between ----

class Pooler:
    """pgbouncer, at a socket of its own in the folder."""

    def __init__(self, database, folder, mode):
        settings = os.path.join(folder, "pgbouncer.ini")
        with open(settings, "w", encoding="ascii") as file:
            file.write("[databases]\n* = host=%s port=5432 user=redoubt\n[pgbouncer]\nlisten_addr =\nlisten_port = 5432\n"
                       "unix_socket_dir = %s\nauth_type = any\npool_mode = %s\n" % (database.folder, folder, mode))
        if database.user:
            os.chown(folder, database.user.pw_uid, database.user.pw_gid)
            os.chmod(settings, 0o644)
        self.process = subprocess.Popen([POOLER, settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **database.popen_as())
        wait_until("the pooler is open", lambda: os.path.exists(os.path.join(folder, ".s.PGSQL.5432")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(LIMIT_S)


def pooled(database):
    if not os.path.exists(POOLER):
        kit.skip("a pooler in between", "pgbouncer is not installed")
        return
    direct = database.make("pooled")
    redoubt("admin", "--db", direct, "migrate")
    with tempfile.TemporaryDirectory() as folder, Pooler(database, folder, "session"):
        address = database.address("pooled", host=folder)
        played = play_some(address)
        check("through a pooler of sessions a match is played", all(answer["ok"] for _, answer in played[2]), played)
        check("and goes on", *is_same(address, *played))
    with tempfile.TemporaryDirectory() as folder, Pooler(database, folder, "transaction"):
        refuses("a pooler of transactions", database.address("pooled", host=folder), "session")
    check("without it the match goes on", *is_same(direct, *played))


def main():
    skip_unless_there("a server on PostgreSQL")
    mounts = os.getuid() == 0 and enter_namespace(["--mount"])
    with tempfile.TemporaryDirectory() as folder:
        with Postgres() as database:
            move(database, folder)
            tables(database)
            read_only(database)
            places(database)
            replica(database)
            if mounts:
                full(database, folder)
            else:
                kit.skip("a full database", "nothing can be mounted here")
            doubt(database, folder)
            pooled(database)
            passwords(database)
        tls_only(folder)
    return kit.end()


sys.exit(main())
