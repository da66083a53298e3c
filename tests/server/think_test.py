"""Bots that think on other machines: thinkers are killed in the middle, stand still, lie, take and never answer; the
database is restarted, and a server dies. Matches go on to their end, and their replays verify.

usage: think_test.py REDOUBT [KILLS]
"""
import os
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit
from kit import check
import ws
from node import LIMIT_S, STARTED, Node, free_port, wait_until
from postgres import Postgres, skip_unless_there

PROGRAM = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
LEASE_MS = 1500
SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "server", "schema", "postgres")


class Thinker:
    def __init__(self, address, *args):
        self.process = subprocess.Popen([PROGRAM, "think", "--db", address, "--threads", "1", *args],
                                        stderr=subprocess.PIPE, text=True)
        STARTED.append(self.process)
        self.log = []
        self.reader = threading.Thread(target=self.log.extend, args=(self.process.stderr,), daemon=True)
        self.reader.start()
        wait_until("a thinker is ready", lambda: self.says("ready"))

    def says(self, words):
        return any(words in line for line in self.log)

    def end(self, number):
        self.process.send_signal(number)
        self.process.send_signal(signal.SIGCONT)
        status = self.process.wait(LIMIT_S)
        self.reader.join(LIMIT_S)
        return status


class Line:
    """What the role of thinkers is given, by somebody who knows SQL and stays connected."""

    def __init__(self, database):
        self.process = subprocess.Popen(
            [os.path.join(database.bin, "psql"), "--host", database.folder, "--username", "apart", "--no-psqlrc", "--quiet",
             "--tuples-only", "--no-align", "think"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        STARTED.append(self.process)

    def ask(self, text):
        """The lines of the answer."""
        self.process.stdin.write(text + ";\n\\echo end\n")
        self.process.stdin.flush()
        return list(iter(lambda: self.process.stdout.readline().strip(), "end"))

    def end(self):
        self.process.kill()
        self.process.wait(LIMIT_S)


class Place:
    """A server, and people who look at matches of bots."""

    def __init__(self, database):
        self.database, self.address = database, database.make("think")
        self.apart = database.address("think", user="apart")
        check("the tables are made", kit.run(PROGRAM, "admin", "--db", self.address, "migrate").status == 0)
        self.metrics = free_port()
        self.node = Node(PROGRAM, self.address, LEASE_MS, "metrics_port=%d" % self.metrics, "thinkers=1")
        wait_until("the server plays", self.node.plays)
        self.ada = ws.Player(self.node.port)
        made = self.ada.ask(cmd="register", name="Ada", password="correct horse")
        check("an account is made", made["ok"], made)

    def sql(self, text):
        return self.database.sql(text, "think")

    def as_thinker(self, text):
        """What the role of thinkers is given, by somebody who knows SQL."""
        return self.database.run("psql", "--host", self.database.folder, "--username", "apart", "--no-psqlrc", "--quiet",
                                 "--tuples-only", "--no-align", "--command", text, "think", fine=False)

    def figure(self, name):
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % self.metrics, timeout=LIMIT_S) as page:
            lines = page.read().decode().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("redoubt_" + name + " "))

    def begin(self, bots=("expert", "strong"), turns=20):
        made = self.ada.ask(cmd="create", game="apoca", options={"turns": turns, "map": "duel"},
                            seats=[{"bot": bot} for bot in bots])
        check("a match of bots begins", made["ok"], made)
        return made["match"]

    def is_over(self, match):
        with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s" % (self.node.port, match), timeout=LIMIT_S) as page:
            return b'"key"' in page.read()

    def verifies(self, match, folder):
        path = os.path.join(folder, match + ".rdr")
        with urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s/replay" % (self.node.port, match), timeout=LIMIT_S) as page, \
                open(path, "wb") as file:
            file.write(page.read())
        return kit.run(PROGRAM, "replay", path, "--verify")

    def held(self):
        """A real thinker is at work at this moment."""
        return self.sql("SELECT count(*) FROM question WHERE thinker IS NOT NULL AND answer IS NULL AND until > clock_timestamp()") != "0"


# ---- who may not begin ----

def refuses(name, *args, words, status=1):
    done = kit.run(PROGRAM, "think", *args)
    check("%s: it does not begin, and says what to do" % name,
          done.status == status and all(word in done.err for word in words), done)


def places(database, folder):
    refuses("no address", words=["postgresql://"], status=2)
    refuses("a file", "--db", os.path.join(folder, "x.db"), words=["PostgreSQL"], status=2)
    refuses("too many threads", "--db", "postgresql:///x", "--threads", "9999", words=["--threads", "256"], status=2)
    refuses("nobody there", "--db", "postgresql:///x?host=/nonexistent", words=["can't be reached"])
    refuses("missing tables", "--db", database.make("bare"), words=["redoubt admin --db ADDRESS migrate"])
    older = database.make("older")
    with open(os.path.join(SCHEMA, "001_init.sql"), encoding="ascii") as file:
        database.sql(file.read() + "; INSERT INTO redoubt_version VALUES (1)", "older")
    refuses("older tables", "--db", older, words=["redoubt admin --db ADDRESS migrate"])
    done = kit.run(PROGRAM, "serve", "--port", "0", "--db", older)
    check("a server with older tables does not start, and says what to do", done.status == 1 and "version 1" in done.err and
          "redoubt admin --db ADDRESS migrate" in done.err, done)
    check("migrate brings them up to date", kit.run(PROGRAM, "admin", "--db", older, "migrate").status == 0)
    settings = os.path.join(folder, "think.conf")
    with open(settings, "w", encoding="ascii") as file:
        file.write("db = %s\n" % database.address("nowhere"))
    refuses("an address in a file", "--config", settings, words=["nowhere", "createdb"])
    thinker = Thinker(older)
    check("with new tables a thinker begins, and ends when told", thinker.end(signal.SIGTERM) == 0, thinker.log)


# ---- what a thinker may see and do ----

def rights(place):
    for table in ("question", "thinker", "asker", "player", "match", "record", "owner"):
        done = place.as_thinker("SELECT * FROM %s" % table)
        check("the role of a thinker sees no %s" % table, "permission denied" in done.stderr, done)
    for call in ("claim('x', 0, 1000)", "begin_batch(1, 1, 1000)", "think_room('x', 'y')", "think_collect('x')"):
        done = place.as_thinker("SELECT %s" % call)
        check("and may not %s" % call.split("(")[0], "permission denied" in done.stderr, done)


def take(place, line, name, kind):
    """Like a thinker that never ends: a match, and the question it is given, as (match, asker, ticket).
    One of another version, which asks first, is given nothing."""
    here = "SELECT think_here('%s', '%s', 1) IS NULL" % (name, kind)
    found = []
    line.ask("SELECT think_here('other', 'redoubt 0.0.1', 1)")

    def room():
        line.ask(here)
        return place.figure("bot_room_apart") > 0

    def taken():
        line.ask(here)
        other = line.ask("SELECT which FROM think_take('other', 9)")
        if other:
            raise AssertionError("a thinker of another version is given a question: %s" % other)
        found.extend(each.split("|") for each in line.ask("SELECT whose, which FROM think_take('%s', 1)" % name))
        return found
    wait_until("the server hears of a thinker", room)
    match = place.begin(turns=3)
    wait_until("a question is taken", taken)
    return (match, *found[0])


def liars(place):
    """While no true thinker is there."""
    kind = place.sql("SELECT kind FROM asker LIMIT 1")
    check("servers say what they ask for", kind.startswith("redoubt "), kind)
    line = Line(place.database)
    for number, choice in enumerate(("999999", "-1", "2147483647")):
        name = "liar%d" % number
        wrong = place.figure("bot_answers_wrong_total")
        match, whose, which = take(place, line, name, kind)
        stolen = line.ask("SELECT think_answer('thief', '%s', %s, 0)" % (whose, which))
        check("nobody answers for another thinker", stolen == ["f"], stolen)
        told = line.ask("SELECT think_answer('%s', '%s', %s, %s), think_answer('%s', '%s', %s, 0)"
                        % (name, whose, which, choice, name, whose, which))
        check("an answer counts once", told == ["t|f"], told)
        wait_until("the wrong answer is noticed", lambda wrong=wrong: place.figure("bot_answers_wrong_total") > wrong)
        line.ask("SELECT think_leave('%s')" % name)
    wait_until("the match of the last liar ends all the same", lambda: place.is_over(match))
    check("the log names who gave wrong answers", place.node.says("wrong_answer"), place.node.log[-5:])
    line.end()


def sleepers(place):
    """Takes and never answers: silent, gone, or saying all the time that it is there. Of the ways to lose a question each
    is left one only."""
    kind = place.sql("SELECT kind FROM asker LIMIT 1")
    for name, change in (("silent", ""), ("gone", "until = until + INTERVAL '1 hour'"),
                         ("slow", "until = until + INTERVAL '1 hour', asked = asked - INTERVAL '1 hour'")):
        line = Line(place.database)
        match = take(place, line, name, kind)[0]
        if change:
            place.sql("UPDATE question SET %s WHERE thinker = '%s'" % (change, name))
        if name == "gone":
            line.end()
        wait_until("the question of a thinker that is %s is thought by somebody else" % name, lambda match=match: place.is_over(match))
        line.end()
    place.sql("DELETE FROM thinker")


def shadow(place):
    done = place.as_thinker("CREATE TEMP TABLE thinker (id TEXT, kind TEXT, threads INTEGER, seen TIMESTAMPTZ);"
                            "SELECT think_here('shadow', 'x', 1); SELECT count(*) FROM pg_temp.thinker")
    check("tables of a thinker's own don't mislead the functions",
          done.stdout.split()[-1:] == ["0"] and place.sql("SELECT count(*) FROM thinker WHERE id = 'shadow'") == "1", done)
    place.sql("DELETE FROM thinker")


# ---- thinkers that die ----

def kills(place, folder):
    """Whoever thinks is killed in the middle, again and again; another one is started."""
    thinkers = [Thinker(place.apart), Thinker(place.apart)]
    matches, done = [place.begin() for _ in range(2)], []
    for number in range(KILLS):
        before = place.figure("bot_answers_apart_total")
        wait_until("answers come from thinkers", lambda: place.figure("bot_answers_apart_total") > before or keep(place, matches, done))
        wait_until("somebody thinks", lambda: place.held() or keep(place, matches, done))
        victims = thinkers if number % 3 == 2 else thinkers[number % 2:number % 2 + 1]
        for victim in victims:
            victim.end(signal.SIGKILL)
        thinkers = [one for one in thinkers if one not in victims]
        while len(thinkers) < 2:
            thinkers.append(Thinker(place.apart))
    for match in matches:
        wait_until("a match of bots ends", lambda match=match: place.is_over(match))
    for match in matches + done:
        verified = place.verifies(match, folder)
        check("the replay of a match verifies", verified.status == 0, verified)
    return thinkers


def keep(place, matches, done):
    """There is always something to think about. False."""
    for match in [match for match in matches if place.is_over(match)]:
        matches.remove(match)
        done.append(match)
        matches.append(place.begin())
    return False


def pause(place, thinkers):
    """They stand still: the server thinks itself."""
    for thinker in thinkers:
        thinker.process.send_signal(signal.SIGSTOP)
    match = place.begin(turns=3)
    wait_until("a match ends while all thinkers stand still", lambda: place.is_over(match))
    for thinker in thinkers:
        thinker.process.send_signal(signal.SIGCONT)


def restart(place, thinkers):
    """The database stops: what was asked is gone with it."""
    match = place.begin()
    place.database.restart("immediate")
    wait_until("thinkers are there again", lambda: all(one.says("there again") for one in thinkers))
    wait_until("a match goes on after a restart of the database", lambda: place.is_over(match))
    before = place.figure("bot_answers_apart_total")
    matches = [place.begin()]  # and more of them: until the server knows of thinkers, it thinks itself
    wait_until("and thinkers answer again",
               lambda: place.figure("bot_answers_apart_total") > before or keep(place, matches, []))
    wait_until("it ends", lambda: place.is_over(matches[0]))


def another_server(place):
    """Two ask the same thinkers. One of them dies, and the other one plays its match on and asks for it."""
    first, metrics = place.node, free_port()
    second = Node(PROGRAM, place.address, LEASE_MS, "metrics_port=%d" % metrics, "thinkers=1")
    wait_until("the second plays", second.plays)
    matches = [place.begin()]
    place.node, place.metrics = second, metrics
    place.ada = ws.Player(second.port, token=place.ada.token)
    matches.append(place.begin(turns=3))
    wait_until("each is asked for by a server of its own",
               lambda: place.sql("SELECT count(DISTINCT asker) FROM question WHERE thinker IS NOT NULL") == "2")
    wait_until("the match of the second ends", lambda: place.is_over(matches[1]))
    answers = place.figure("bot_answers_apart_total")
    check("thinkers answered both servers", answers > 0, answers)
    first.kill()
    wait_until("the match of the first ends at the second", lambda: second.says("taken_over") and place.is_over(matches[0]))
    check("and thinkers answered it", place.figure("bot_answers_apart_total") > answers)


def other_version(place, thinkers):
    place.sql("INSERT INTO asker VALUES ('x', 'redoubt 9.9.9', clock_timestamp() + INTERVAL '1 day')")
    wait_until("a thinker says that a server is of another version",
               lambda: all(one.says("redoubt 9.9.9") and one.says("use the same version") for one in thinkers))
    place.sql("DELETE FROM asker WHERE id = 'x'")


def leaving(place, thinkers):
    for thinker in thinkers:
        status = thinker.end(signal.SIGTERM)
        check("a thinker that is told to stop says how much it did", status == 0 and thinker.says("answers"), thinker.log)
    check("and is gone at once", place.sql("SELECT count(*) FROM thinker WHERE seen > clock_timestamp() - INTERVAL '2 seconds'") == "0")
    second = place.begin(turns=2)
    wait_until("without any the server thinks itself", lambda: place.is_over(second))
    asker = place.sql("SELECT id FROM asker ORDER BY seen DESC LIMIT 1")
    place.node.process.terminate()
    check("the server stops", place.node.end() == 0, place.node.log[-5:])
    left = place.sql("SELECT count(*) FROM asker WHERE id = '%s'" % asker)
    check("and asks nothing any more", left == "0", left)


def main():
    skip_unless_there("thinkers on PostgreSQL")
    with tempfile.TemporaryDirectory() as folder, Postgres() as database:
        database.sql("CREATE ROLE apart LOGIN")
        places(database, folder)
        place = Place(database)
        rights(place)
        shadow(place)
        liars(place)
        sleepers(place)
        thinkers = kills(place, folder)
        pause(place, thinkers)
        restart(place, thinkers)
        other_version(place, thinkers)
        another_server(place)
        leaving(place, thinkers)
    return kit.end()


sys.exit(main())
