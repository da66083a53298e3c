"""redoubt play: whole games in a pseudo-terminal and through a pipe.

usage: play_test.py REDOUBT
"""
import os
import random
import re
import sys
import tempfile

import kit
from kit import check

REDOUBT = sys.argv[1]
SHORT = ("play", "apoca", "--tty", "--set", "turns=5", "--set", "map=duel", "--bot", "random", "--seed", "1")
PROMPT = r"Red> $"


def at_terminal(*args, **more):
    return kit.Terminal(REDOUBT, *args, **more)


def pipe(lines, *args, **env):
    return kit.run(REDOUBT, *args, text="".join(line + "\n" for line in lines), **env)


def whole_game():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.rdr")
        t = at_terminal(*SHORT, NO_COLOR="1")
        first = t.expect(PROMPT)
        check("it begins with a board and figures", "Turn 0, 5 left: Red" in first and "B Red base" in first
              and re.search(r"money +30 +30", first), first)
        t.type("orders")
        listed = t.expect(PROMPT)
        check("orders are listed in groups", re.search(r"^  hire N S$", listed, re.M) and
              re.search(r"^  build house\|crossbow\|cannon\|minigun\|church ", listed, re.M) and
              len(listed.splitlines()) < 12, listed)
        t.type("build")
        marked = t.expect(PROMPT)
        check("a verb alone marks its cells", "*" in marked and "house|crossbow" in marked, marked)
        t.type("build house 6,1")
        refused = t.expect(PROMPT)
        check("a refusal gives reason and paragraph", "Refused: " in refused and "R5.4" in refused, refused)
        t.type("why")
        why = t.expect(PROMPT)
        check("why shows the paragraph", re.search(r"^R5\.4 ", why, re.M), why)
        t.type("build house 1,0")
        check("a legal order is kept", "Orders so far: build house 1,0." in t.expect(PROMPT))
        t.type("b can 2,0")
        replaced = t.expect(PROMPT)
        t.type("hire n")
        check("names may be shortened; a replaced order is not shown", "so far: build cannon 2,0; hire N" in t.expect(PROMPT),
              replaced)
        t.type("undo")
        check("undo takes the latest back", "Taken back: hire N" in t.expect(PROMPT))
        t.type("undo")
        check("and then the one before; what it replaced is back", "so far: build house 1,0" in t.expect(PROMPT))
        t.type("done")
        news = t.expect(PROMPT)
        check("the news tell what came of it", "Your side builds a house" in news and "Turn 1, 4 left" in news, news)
        t.type("undo")
        check("a finished turn can't be taken back", "No: there is no order" in t.expect(PROMPT))
        for turn in range(2, 5):
            t.type("done")
            t.expect(r"Turn %d, \d left[^$]*Red> $" % turn)
        t.type("done")
        ending = t.expect(PROMPT)
        check("the end: who won, by which rule", "The game is over after 5 turns." in ending and
              re.search(r"(wins|A draw): .*\(R8\.\d\)", ending), ending)
        t.type("hire n")
        check("no orders after the end", "The game is over" in t.expect(PROMPT))
        t.type("save " + path)
        check("the replay is offered and saved", "Saved as" in t.expect(PROMPT) and os.path.getsize(path) > 50)
        t.type("quit")
        check("quit leaves with status 0", t.close() == 0, t.status)
        verified = kit.run(REDOUBT, "replay", path, "--verify")
        check("the replay verifies", verified.status == 0, verified)
        told = kit.run(REDOUBT, "replay", path, "--log").out
        check("what was undone is not in it", "house" in told and "Red builds a cannon" not in told, told)


def colours():
    plain = at_terminal(*SHORT, NO_COLOR="1")
    plain.expect(PROMPT)
    plain.key(b"\x04")
    plain.close()
    check("NO_COLOR: not one escape sequence", "\033" not in plain.screen, repr(plain.screen[:300]))
    check("the end of the input leaves politely", plain.status == 0 and "Good-bye" in plain.screen, plain.screen)
    coloured = at_terminal(*SHORT)
    coloured.expect(PROMPT)
    coloured.type("quit")
    coloured.close()
    check("else there are colours", "\033[" in coloured.screen)
    dumb = at_terminal(*SHORT, TERM="dumb")
    dumb.expect(PROMPT)
    dumb.type("quit")
    dumb.close()
    check("a dumb terminal gets none", "\033" not in dumb.screen)
    ascii_only = at_terminal(*SHORT, LC_ALL="C", NO_COLOR="1")
    ascii_only.expect(PROMPT)
    ascii_only.type("quit")
    ascii_only.close()
    check("only ASCII where the locale is not UTF-8", ascii_only.screen.isascii(), ascii_only.screen)


def giving_up():
    t = at_terminal(*SHORT, NO_COLOR="1")
    t.expect(PROMPT)
    t.type("resign")
    t.expect(r"\(y/n\) $")
    t.type("n")
    check("resign asks first", "The game goes on" in t.expect(PROMPT))
    t.type("resign")
    t.expect(r"\(y/n\) $")
    t.type("y")
    ending = t.expect(PROMPT)
    check("and then the other side wins", "Blue wins" in ending and "R8.5" in ending and "You lost" in ending, ending)
    t.key(b"\x04")
    check("Ctrl-D after the end", t.close() == 0)


def two_people():
    t = at_terminal("play", "apoca", "--tty", "--bot", "none", "--set", "map=duel", "--set", "turns=1", rows=60)
    t.expect(r"The keyboard goes to Red\. Press Enter")
    t.type("")
    t.expect(PROMPT)
    t.type("build house 1,0")
    t.expect(PROMPT)
    t.type("done")
    cleared = t.expect(r"The keyboard goes to Blue\. Press Enter")
    check("the screen is cleared for the next person", "\033[2J" in cleared)
    t.type("")
    screen = t.expect(r"Blue> $").rsplit("\033[2J", 1)[1]
    check("who then sees nothing of the sealed orders", "house 1,0" not in screen and "builds" not in screen, screen)
    t.type("log")
    check("the log tells nothing of sealed orders", "house" not in t.expect(r"Blue> $"))
    t.type("done")
    check("until the turn is played", "builds a house" in t.expect(r"The game is over"))
    t.type("quit")
    check("two people, one game", t.close() == 0)
    done = pipe(["hire n", "done", "hire s", "done"], "play", "apoca", "--bot", "none", "--set", "turns=1",
                "--set", "map=duel")
    check("the same through a pipe", done.status == 0 and done.out.count("sets out") == 2 and "over after 1 turns" in done.out, done)


def narrow_and_plain():
    t = at_terminal(*SHORT, NO_COLOR="1", columns=30, rows=20)
    screen = t.expect(PROMPT)
    t.type("quit")
    t.close()
    check("a narrow terminal gets words instead of a board", "needs 31 columns" in screen and "Red base at 1,2" in screen, screen)
    check("which fit into it", max(map(len, screen.splitlines())) <= 30, screen)
    t = at_terminal(*SHORT, NO_COLOR="1", columns=31, rows=20)
    screen = t.expect(PROMPT)
    t.type("quit")
    t.close()
    check("one that is just wide enough a board without numbers on the right", re.search(r"^  0  .* $", screen, re.M) and
          not re.search(r"^  0  .* 0$", screen, re.M), screen)
    check("which fits into it", max(map(len, screen.splitlines())) <= 31, screen)
    t = at_terminal("play", "fortress", "--tty", "--seed", "1", NO_COLOR="1", columns=80, rows=60)
    screen = t.expect(r"You> $")
    t.type("quit")
    t.close()
    check("Fortress has a board in 80 columns", re.search(r"^ 30  .*\?", screen, re.M) and max(map(len, screen.splitlines())) <= 80, screen)
    plain = pipe(["hire n", "done", "quit"], *SHORT, "--plain")
    check("--plain: sentences only", "Red base at 1,2" in plain.out and "B Red base" not in plain.out
          and "0 1 2 3" not in plain.out and plain.out.count("Red mercenary at") == 1, plain)


def through_a_pipe():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "left.rdr")
        done = pipe(["take 3", "take", "take 4", "foo", "rules R2.1", "help", "", "log"], "play", "null", "--seed", "3",
                    "--bot", "random", "--replay", path)
        check("the end of a pipe leaves politely", done.status == 0 and done.out.rstrip().endswith("in %s." % path)
              and "left unfinished" in done.out, done)
        check("an unknown word: what there is", 'There is no order "foo"; orders are take, resign.' in done.out, done)
        check("rules R2.1 prints the paragraph", re.search(r"^R2\.1 The seats take turns", done.out, re.M), done)
        check("--replay keeps an unfinished game", kit.run(REDOUBT, "replay", path, "--verify").status == 0)
    done = pipe(["done"] * 3, "play", "apoca", "--seat", "blue", "--bot", "random", "--set", "turns=3")
    check("another seat, by its name", "Blue> done" in done.out and "Red is the bot random, Blue is you" in done.out
          and "over after 3 turns" in done.out, done)
    nowhere = pipe(["save /nowhere/x.rdr"], "play", "null")
    check("a file that can't be written", "Not saved: /nowhere/x.rdr" in nowhere.out, nowhere)
    lost = pipe([], "play", "null", "--replay", "/nowhere/x.rdr")
    check("and as an option: status 1", lost.status == 1 and "/nowhere/x.rdr" in lost.err, lost)
    seeded = ["hire n", "done", "provoke", "done"]
    check("the same seed, the same game", pipe(seeded, *SHORT).out == pipe(seeded, *SHORT).out)


def words_for_people():
    done = pipe(["hire north", "build house", "done", "help cannon", "build hose", "quit"], "play", "apoca", "--seed", "5")
    check("a side by its whole name", "Orders so far: hire N." in done.out, done.out[-2500:])
    check("an order without its end lists how it may go on", re.search(r"^  build house 2,0 3,0", done.out, re.M), done.out[-2500:])
    check("a side by its name", "hires a mercenary for the north side" in done.out, done.out[-2500:])
    check("walkers are called by what they are", "Your mercenary sets out from the base of your side at" in done.out and not re.search(r"\bM\d", done.out),
          done.out[-2500:])
    check("a card with its numbers", re.search(r"first price 10, damage 5, cooldown 5, range 3, splash 5; shoots; tower\.", done.out), done.out)
    lost = pipe(["resign", "quit"], "play", "fate", "--seed", "5").out
    check("sides without names are you and the bot", "The bot greedy wins: your side conceded (R12.3)." in lost and "You> quit" in lost, lost[-600:])


def fate(orders, *more):
    """Two people at one pipe: P2 wins the initiative with this seed and places first."""
    return pipe(orders, "play", "fate", "--tty", "--bot", "none", "--seed", "1", *more)


PLACED = ["place be B8", "place rider C0", "place knight D8", "place kn D0", "place ri E8", "place sp E0", "place sp F8",
          "place tr F0", "place tr C8", "place as G0", "place as G8", "place be H0", "place ar H8", "place ar B0"]


def heroes_and_cards():
    done = fate(PLACED + ["cards kesh", "cards H0", "units", "quit"], "--set", "heroes1.rider=kesh",
                "--set", "heroes1.berserker=grum", "--set", "heroes2.rider=tamsin")
    last = done.out.split("The battle begins.", 1)[-1]
    check("units are placed by what they are", done.out.count(" is placed at ") >= 14 and "The battle begins." in done.out, done.out[-3000:])
    check("heroes go by the letter of their class, and the legend names them",
          re.search(r"R P1 kesh.*r P2 tamsin", done.out, re.S) and "?" not in done.out, done.out[-4000:])
    check("a card with its kind, slots and charges", re.search(r"^  trample \(active, A\+C\) 0/2: Kesh: attack", last, re.M), last)
    check("one that works by itself", "run them ragged (passive): 1 more damage" in last.replace("\n    ", " "), last)
    check("cards of a unit by its cell", re.search(r"^P1-berserker grum at H0$", last, re.M) and "P2-rider tamsin at E8" not in last.split("P1-rider kesh at C0, health")[0], last)
    check("who acts, with slots and cards, and who is next",
          "Your berserker at B8 acts, left: move, attack, action, stealth. Cards: auto defence (passive) 6/6. Then: the enemy Kesh,"
          in last.replace("\n", " "), last)
    check("units has the names that orders take", re.search(r"^P1-rider kesh at C0, health 7, shows 0\.$", last, re.M), last)


def answers():
    done = fate(["orders"] + PLACED + ["end", "move C7", "attack", "attack B8", "end_turn", "auto", "quit"])
    placing, _, rest = done.out.partition("The battle begins.")
    check("what may be placed is listed", "Now possible:\n  place P2-rider|P2-spearman|" in placing, placing[:3000])
    check("nobody is told to end a turn that can't be ended", "Say end_turn" not in placing, placing)
    check("an order is followed by the board that it made", re.search(r"^  7  . . R", rest, re.M), rest)
    check("lists say where the units are", "attack P2-trickster(C8) P2-berserker(B8) P2-knight(D8)" in rest, rest)
    check("an attack on a cell is one on the unit there", re.search(r"rider rolls \d \d for attack", rest), rest)
    check("a prompt lists its answers", re.search(r"is asked about auto defence\..*Its counter is full.*Now possible:\n  choose auto roll\nP2> end_turn",
                                                  rest, re.S), rest)
    check("and again after a refusal", re.search(r"Refused: answer first.*\nNow possible:\n  choose auto roll\nP2> auto", rest, re.S), rest)
    check("the answer alone is enough", re.search(r"misses .*berserker by Auto Defence", rest), rest)


def units_by_cell():
    """Classic and Fortress, whose units have numbers: named by cell and by kind."""
    buy = {"classic": ["buy scout 0,7", "done", "units", "orders", "move 0,7 1,7", "cancel scout", "quit"],
           "fortress": ["buy scout 0,15", "done", "units", "orders", "defend 0,15", "cancel scout", "quit"]}
    for game, lines in buy.items():
        done = pipe(lines, "play", game, "--tty", "--bot", "random", "--seed", "1", COLUMNS="100")
        number = re.search(r"^P1 scout (\d+) at 0,\d+, health", done.out, re.M)
        check(game + ": units names its units", number, done.out[-2500:])
        name = number.group(1) if number else "?"
        check(game + ": lists say where they are", re.search(r"^  \w+ %s\(0,\d+\)" % name, done.out, re.M), done.out[-2500:])
        check(game + ": an order takes the cell", re.search(r"so far: (move|defend) %s\b" % name, done.out), done.out[-2500:])
        check(game + ": prices are told once", done.out.count("soldier price in gold") == (1 if game == "fortress" else 2),
              done.out[-2500:])
        check(game + ": or the kind", "Unit: " not in done.out and "Refused" not in done.out, done.out[-2500:])


def help_and_mistakes():
    done = fate(["help", "help trample", "help kesh", "attock B8", "quit"])
    listed = done.out.split("P2> help\n", 1)[-1]
    check("help explains what is possible now", re.search(r"^  place UNIT AT ", listed, re.M) and
          not re.search(r"^  trample TARGET ", listed.split("P2> help trample")[0], re.M), listed)
    check("and one order on request", re.search(r"help trample\n  trample TARGET +Kesh", listed), listed)
    check("help explains a piece", "kesh: Kesh Dunebreaker. He does not let go." in listed, listed)
    check("a mistyped order among many", 'There is no order "attock" (did you mean attack?).' in listed, listed)


def nonsense():
    words = ["build", "hire", "done", "undo", "destroy", "provoke", "orders", "log", "why", "board", "rules", "R5.4",
             "1,0", "2,0", "-1,99", "house", "cannon", "n", "%s%n", "\u2603", "a" * 5000, "", "\t", "b", "h", "o", "R", "99999999999"]
    rng = random.Random(1)
    lines = [" ".join(rng.choice(words) for _ in range(rng.randint(0, 4))) for _ in range(400)]
    done = pipe(lines, *SHORT[:4], "turns=40", *SHORT[5:], COLUMNS="40")
    check("400 lines of nonsense", done.status == 0 and done.err == "", done)
    junk = kit.run(REDOUBT, *SHORT, text=bytes(rng.randrange(256) for _ in range(20000)))
    check("20,000 random bytes", junk.status == 0 and junk.err == "", junk)


for test in (whole_game, colours, giving_up, two_people, narrow_and_plain, through_a_pipe, words_for_people, heroes_and_cards, answers,
             units_by_cell, help_and_mistakes, nonsense):
    try:
        test()
    except (EOFError, TimeoutError, OSError) as trouble:
        check(test.__name__, False, trouble)
sys.exit(kit.end())
