"""redoubt play as somebody with a browser uses it: the address is shown and opened, the page, its parts and a module of
rules come, a WebSocket answers, a match begins and is there again the next time; Ctrl-C ends it all.

usage: browser_test.py REDOUBT FOLDER-OF-WS
"""
import gzip
import os
import re
import stat
import sys
import tempfile
import time
import urllib.error
import urllib.request

import kit
from kit import check

REDOUBT = sys.argv[1]
sys.path.insert(0, sys.argv[2])
import ws  # noqa: E402  the client that the server's tests use

# In the place of xdg-open: writes down what it was given.
OPENER = '#!/bin/sh\nprintf %s "$1" > "$OPENED.part" && mv "$OPENED.part" "$OPENED"\n'
# A redoubt whose server never starts: it says where to play and waits. Every check of the server must fail for it.
BROKEN = "#!/bin/sh\necho 'Play at http://127.0.0.1:1/'\necho 'Your games are kept in X. Ctrl-C ends this.'\nexec sleep 60\n"
CTRL_C = b"\x03"


def write_program(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


class Visit:
    """redoubt play in a terminal, with a browser that writes its address into a file."""

    def __init__(self, folder, *args, program=REDOUBT, display=":7"):
        self.opened = os.path.join(folder, "opened")
        if os.path.exists(self.opened):
            os.unlink(self.opened)
        write_program(os.path.join(folder, "xdg-open"), OPENER)
        self.terminal = kit.Terminal(program, "play", *args, PATH=folder + ":" + os.environ["PATH"], OPENED=self.opened,
                                     HOME=folder, XDG_STATE_HOME=os.path.join(folder, "state"), XDG_CONFIG_HOME=None,
                                     DISPLAY=display, WAYLAND_DISPLAY=None)
        said = self.terminal.expect(r"Play at (\S+)\n[^\n]*Ctrl-C ends this\.\n")
        self.url = re.search(r"Play at (\S+)", said).group(1)
        self.port = int(re.search(r":(\d+)/", self.url).group(1))

    def get(self, path):
        """(status, type, bytes), or None when nobody answers."""
        request = urllib.request.Request("http://127.0.0.1:%d/%s" % (self.port, path))
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                data = answer.read()
                data = gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data
                return answer.status, answer.headers.get_content_type(), data
        except (urllib.error.URLError, OSError):
            return None

    def address_given(self):
        """What the browser was started with; it is started beside the server, and may be late."""
        for _ in range(600):
            if os.path.exists(self.opened):
                with open(self.opened, encoding="ascii") as file:
                    address = file.read()
                if address:
                    return address
            time.sleep(0.1)
        return None

    def stop(self):
        self.terminal.key(CTRL_C)
        return self.terminal.close()


def page_comes(visit):
    page = visit.get("")
    if page is None or page[:2] != (200, "text/html"):
        return False
    parts = re.findall(rb'(?:src|href)="([^":]+)"', page[2])
    return len(parts) > 4 and all(visit.get(part.decode()) is not None for part in parts)


def rules_come(visit):
    module = visit.get("rules-apoca.wasm")
    return module is not None and module[1] == "application/wasm" and module[2][:8] == b"\0asm\x01\0\0\0"


def talk(visit, token=None):
    """A player who shook hands over a WebSocket, or None."""
    try:
        player = ws.Player(visit.port, token=token)
        return player if player.welcome.get("ok") else None
    except (ws.Closed, OSError):
        return None


def a_visit(folder):
    visit = Visit(folder)
    given = visit.address_given()
    check("the browser was given the address", given == visit.url, given)
    check("the address is of this machine", visit.url == "http://127.0.0.1:%d/" % visit.port, visit.url)
    check("the page comes with all its parts", page_comes(visit))
    check("a module of rules comes", rules_come(visit))
    player = talk(visit)
    check("a WebSocket answers", player is not None)
    if player is None:
        visit.stop()
        return None, None
    made = player.ask(cmd="create", game="null", seats=["me", {"bot": "random"}])
    check("a match begins", made.get("ok") is True, made)
    done = visit.stop()
    check("Ctrl-C ends it with status 0", done == 0, (done, visit.terminal.screen))
    check("and nobody answers any more", visit.get("") is None)
    return player.token, made.get("match")


def the_next_day(folder, token, match):
    visit = Visit(folder, "fate", display=None)
    check("a game: its page", re.fullmatch(r"http://127\.0\.0\.1:\d+/#/new/fate", visit.url), visit.url)
    player = talk(visit, token)
    check("the same player is known", player is not None)
    listed = player.ask(cmd="list") if player else {}
    check("and the match is still there", str(match) in str(listed), listed)
    check("Ctrl-C again", visit.stop() == 0, visit.terminal.screen)
    check("no screen, no browser", not os.path.exists(visit.opened))


def without_a_server(folder):
    broken = write_program(os.path.join(folder, "broken"), BROKEN)
    visit = Visit(folder, program=broken)
    check("without a server the page does not come", not page_comes(visit))
    check("without a server no rules come", not rules_come(visit))
    check("without a server there is no answer", talk(visit) is None)
    check("and Ctrl-C is no clean end", visit.stop() != 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        try:
            token, match = a_visit(folder)
            if token:
                the_next_day(folder, token, match)
            without_a_server(folder)
        except (EOFError, TimeoutError, OSError) as trouble:
            check("the visit", False, trouble)
    return kit.end()


sys.exit(main())
