"""redoubt connect: programs take seats on a real server, against each other and against a person.

usage: connect_test.py REDOUBT FOLDER-OF-WS
"""
import json
import os
import re
import subprocess
import sys
import threading
import urllib.request

import bench
from bench import check

sys.path.insert(0, sys.argv[2])
import ws  # noqa: E402

BOT = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message: print('{"ready":1,"want":["view","legal"]}', flush=True)
    elif "ask" in message:
        assert message["view"] and message["legal"]
        print('{"choose":%d}' % (len(message["legal"]) - 1), flush=True)
    elif "end" in message:
        print("END %s" % json.dumps(message["end"]), file=sys.stderr)
        break
"""
LIMITS = ["--limit", "turn_ms=30000", "--limit", "start_ms=60000"]


def start_server(folder):
    server = subprocess.Popen([bench.REDOUBT, "serve", "--port", "0", "--bind", "127.0.0.1", "--db", os.path.join(folder, "server.db"), "--set", "log=no"],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in server.stdout:
        found = re.search("http://[^ /]*:([0-9]+)", line)
        if found:
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return server, int(found.group(1))
    return server, 0


def connect(folder, port, *words):
    return subprocess.Popen([bench.REDOUBT, "connect", "http://127.0.0.1:%d" % port, "cmd:%s bot.py" % sys.executable, *words, *LIMITS], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end_of(name, program):
    try:
        out, err = program.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        program.kill()
        out, err = program.communicate()
    check(name, program.returncode == 0 and "over, place" in out, (program.returncode, out, err))
    return out


def among_themselves(folder, port):
    offers = connect(folder, port, "--offer", "--game", "null", "--set", "heap=9", "--name", "Ada", "--token", "ada.token")
    first = offers.stdout.readline()
    check("a program has a name that says what it is", first == "here as Ada (bot)\n", first)
    offers.stdout.readline()
    comes = connect(folder, port, "--game", "null", "--name", "Bob")
    places = [re.search("over, place ([12])", end_of(name, program)) for name, program in (("the one that offered plays", offers), ("the one that came too", comes))]
    check("one of the two wins", sorted(place.group(1) for place in places if place) == ["1", "2"], places)
    check("who it is was kept, for its own eyes", os.stat(os.path.join(folder, "ada.token")).st_mode & 0o77 == 0)
    again = connect(folder, port, "--game", "null", "--name", "Other", "--token", "ada.token", "--offer")
    first = again.stdout.readline()
    again.kill()
    again.communicate()
    check("and it is the same player again", first == "here as Ada (bot)\n", first)


def with_a_person(folder, port):
    person = ws.Socket(port)

    def say(**message):
        person.frame(ws.TEXT, json.dumps(message).encode())
        while True:
            heard = json.loads(person.text())
            if heard.get("re") == message["id"]:
                return heard

    say(cmd="hello", id="1", version=1, name="Eve")
    made = say(cmd="create", id="2", game="apoca", options={"turns": 4}, seats=["me", "invited"])
    bot = connect(folder, port, "--match", made["link"], "--name", "Guest")
    say(cmd="watch", id="3", match=made["match"])
    count, over = 3, False
    while not over:
        heard = json.loads(person.text())
        over = heard.get("state") == "over"
        if heard.get("act") and heard.get("state") == "running":
            count += 1
            person.frame(ws.TEXT, json.dumps({"cmd": "order", "id": str(count), "match": made["match"], "text": "done"}).encode())
    end_of("a person invites a program by a link, and they play", bot)


def accounts(folder, port):
    """Programs with accounts of their own, which are marked, play rated matches against those who are as strong as wished."""
    bench.script(folder, "password", "correct horse battery\n")
    rated = ["--account", "password", "--game", "null", "--set", "heap=9"]
    first = connect(folder, port, *rated, "--offer", "--rating", "1-9000", "--name", "Strong")
    check("its codes are told once", "codes for a lost password, shown once:" in first.stdout.readline())
    check("it is here", first.stdout.readline() == "here as Strong (bot)\n")
    link = first.stdout.readline()
    weak = connect(folder, port, *rated[:4], "--rating", "1-10", "--name", "Proud")
    weak.stdout.readline()
    check("one that wants weaker ones is here", weak.stdout.readline() == "here as Proud (bot)\n")
    done = subprocess.run([bench.REDOUBT, "play", "--server", "http://127.0.0.1:%d" % port, "--as", "cmd:%s bot.py" % sys.executable, *rated[:4], "--rating",
                           "1400-1600", "--name", "Even", *LIMITS], cwd=folder, capture_output=True, text=True, timeout=120)
    check("one that fits comes, by the other name of the command", done.returncode == 0 and "over, place" in done.stdout, (link, done))
    end_of("and they play", first)
    check("who wants weaker ones did not", weak.poll() is None)
    weak.kill()
    weak.communicate()
    match = re.match("(m[^:]*):", link).group(1)
    seats = json.loads(urllib.request.urlopen("http://127.0.0.1:%d/v1/matches/%s" % (port, match)).read())["seats"]
    check("they are shown as programs with accounts", all(seat["program"] and seat["account"] and seat["name"].endswith(" (bot)") for seat in seats), seats)
    page = json.loads(urllib.request.urlopen("http://127.0.0.1:%d/v1/players/%s" % (port, seats[0]["player"])).read())
    check("the page of one says so, and has its rating", page["program"] and page["ratings"][0]["games"] == 1, page)
    again = connect(folder, port, "--account", "password", "--game", "null", "--name", "Strong", "--offer")
    check("without its token it logs in", again.stdout.readline() == "here as Strong (bot)\n")
    again.kill()
    again.communicate()
    person = ws.Socket(port)
    for name, more, fine in (("Ann (bot)", {}, False), ("Ann", {"program": True}, False), ("Ann", {}, True)):
        person.frame(ws.TEXT, json.dumps(dict({"cmd": "hello", "id": "x" + str(len(more)) + name[:5], "version": 1, "name": name}, **more)).encode())
        heard = json.loads(person.text())
        check("%s %s: %s" % (name, more, "taken" if fine else "refused"), heard["ok"] is fine and (fine or "(bot)" in heard["why"]), heard)


def refused(folder, port):
    for words, says in ((["--match", "m-nowhere"], "join was refused"), (["--offer"], "needs --game"), (["--games", "0"], "1 to"), (["--rating", "9-1"], "no range"),
                        (["--rating", "1-9"], "needs an account"), (["--account", "nowhere"], "no password")):
        done = bench.run("connect", "http://127.0.0.1:%d" % port, "cmd:%s bot.py" % sys.executable, *words, cwd=folder)
        check("refused: " + says, done.status != 0 and says in done.err, done)
    done = bench.run("connect", "https://example.org", "cmd:true", cwd=folder)
    check("https: what would be right", done.status == 2 and "tunnel" in done.err, done)
    done = bench.run("connect", "http://127.0.0.1:1", "cmd:true", cwd=folder)
    check("no server at this address", done.status == 2 and "no server" in done.err, done)


with bench.folder() as place:
    bench.script(place, "bot.py", BOT)
    process, at = start_server(place)
    check("the server is there", at > 0)
    try:
        among_themselves(place, at)
        with_a_person(place, at)
        accounts(place, at)
        refused(place, at)
    finally:
        process.terminate()
        process.wait()
sys.exit(bench.end())
