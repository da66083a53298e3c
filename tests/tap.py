"""Lines of TAP for tests in Python: check() each result, attempt() what fails by an exception, skip() what can't be tried here,
and leave with end().

Tests have one form: functions that check one thing each, and a main() that calls them and returns end()."""
import traceback

MOST = 8000  # letters of a detail; its end says most


class Tap:
    """Results that are counted together."""

    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, good, detail=""):
        """One result, given back. The detail is shown when it failed."""
        self.count += 1
        self.failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", self.count, name.replace("#", "no. ")), flush=True)
        for line in [] if good else str(detail)[-MOST:].splitlines():
            print("# " + line, flush=True)
        return good

    def check_none(self, name, problems):
        """Good when there are no problems; each is a sentence."""
        problems = list(problems)
        return self.check(name, not problems, "\n".join(problems))

    def attempt(self, name, function, *arguments):
        """One result: good when the function ends without an exception."""
        try:
            function(*arguments)
        except BaseException:  # sys.exit() in a test is a failure too
            return self.check(name, False, traceback.format_exc())
        return self.check(name, True)

    def skip(self, name, why):
        """One line for what can't be tried here."""
        self.count += 1
        print("ok %d - %s # SKIP %s" % (self.count, name, why), flush=True)

    def end(self):
        """The plan, and the exit status: a test without a result has failed."""
        print("1..%d" % self.count)
        return 1 if self.failed or not self.count else 0


# What a test that counts once needs.
TAP = Tap()
check, check_none, attempt, skip, end = TAP.check, TAP.check_none, TAP.attempt, TAP.skip, TAP.end
