#!/usr/bin/env python3
"""The reader of MegaMiner lines against Python's own json module, which it must agree with.

usage: python_json_test.py PROBE
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

KEYS = ("a", "b", "action")
WORDS = ["build", " BUILD ", "\u00a0House\u3000", "n", "", "  ", "two words", "\u0130", "\ud800",
         "x" * 15, "x" * 16, "\x1cn\x1f", "tab\\t", "\x7f"]
ATOMS = ["null", "true", "false", "NaN", "Infinity", "-Infinity", "0", "-0", "7", "-12", "00", "01",
         "1.", ".5", "1.5", "-1.5e3", "1e", "1e+", "1E-2", "1e5", "0e9", "0.0", "-0.0", "1e-400",
         "1e-323", "1e-325", "0.0001e-330", "1000e-325", "1e999", "2147483647", "2147483648",
         "-2147483648", "99999999999999999999999", "+1", "0x1", "nul", "True", "'a'", "1e-99999999999",
         "-", "--1", "1-1", "1 2", "{}", "[]", "[[]]", "[0]", '{"a":1}', '{"":{}}', '[1,]', "[,]", "{,}"]
STRINGS = ['"\\u0061"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\udc00x"', '"\\u00zz"', '"\\u12"', '"\\x"',
           '"\\"', '"a\\/b"', '"\\b\\f\\n\\r\\t"', '"\\u0000"', '"\u00e9"', '"\U0001f600"', '"\n"', '"\0"', '"open']
FIXED = ["", " ", "[]", "{}", "null", "hello", '{"a":1', '{"a"}', '{"a":}', '{"a":1,}', '{"a":1 "b":2}',
         '{"a":1}x', '{"a":1} \t\r\n', '\x0b{"a":1}', '\ufeff{"a":1}', '{"a":1}\0', '{a:1}', "{'a':1}",
         '{"\\u0061":3}', '{"a":1,"a":"n"}', '{"a":[1],"a":[]}', '{"a":{"a":2}}', '{"b":[{"a":2}],"a":3}',
         '{"a":' + "9" * 4300 + "}", '{"a":' + "9" * 4301 + "}", '{"a":-' + "1" * 4301 + "}",
         '{"c":' + "9" * 5000 + "}", '{"a":' + "9" * 5000 + ".0}", '{"a":0.' + "0" * 5000 + "1}",
         '{"a":1' + "0" * 5000 + "e-5000}", '{"a":' + "[" * 900 + "]" * 900 + "}",
         '{"a":' + "[" * 100000 + "]" * 100000 + "}", "[" * 1000000, '{"a":' * 100000,
         '{"a":' + '{"a":' * 500 + "1" + "}" * 500 + ',"b":2}', '{"a":[' + "{}," * 9999 + "{}]}"]


def random_text(rng, depth=0):
    roll = rng.random()
    if depth < 3 and roll < 0.25:
        inner = [random_text(rng, depth + 1) for _ in range(rng.randrange(3))]
        return "[" + ",".join(inner) + "]"
    if depth == 0 or roll < 0.4 and depth < 3:
        names = [*KEYS, *KEYS, "c", "aa", "", "\\u0061", "action "]
        pairs = ['"%s":%s' % (rng.choice(names), random_text(rng, depth + 1)) for _ in range(rng.randrange(5))]
        return rng.choice(["", " "]) + "{" + rng.choice([",", " , "]).join(pairs) + "}"
    if roll < 0.6:
        return json.dumps(rng.choice(WORDS), ensure_ascii=rng.random() < 0.5)
    return rng.choice(rng.choice([ATOMS, STRINGS]))


def damaged(rng, text):
    text = bytearray(text)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(text) + 1)
        how = rng.randrange(3)
        if how == 0:
            del text[at:at + 1]
        elif how == 1:
            text[at:at] = bytes([rng.choice(b'{}[]",:\\u019eE+-.\0\x7f\x80\xc3\xff tn')])
        else:
            text = text[:at]
    return bytes(text)


def reading(value):
    truth = int(bool(value))
    if value is None:
        return "null 0"
    if isinstance(value, bool):
        return "bool %d" % truth
    if isinstance(value, int):
        return "integer %d %s" % (truth, value if abs(value) < 2 ** 31 else "far")
    if isinstance(value, float):
        return "float %d" % truth
    if isinstance(value, str):
        word = value.strip()
        odd = len(word) > 15 or any(not "!" <= c <= "~" for c in word)
        return "text %d %s" % (truth, "odd" if odd else word.lower())
    return "%s %d" % ("list" if isinstance(value, list) else "object", truth)


def expected(text):
    try:
        value = json.loads(text.decode())
    except (ValueError, RecursionError):
        return "no"
    if not isinstance(value, dict):
        return "no"
    return "yes" + "".join(" %s," % (reading(value[k]) if k in value else "missing 0") for k in KEYS)


def main():
    rng = random.Random(7)
    cases = [t.encode("utf-8", "surrogatepass") for t in FIXED]
    cases += [('{"a":%s}' % t).encode("utf-8", "surrogatepass") for t in ATOMS + STRINGS]
    for _ in range(20000):
        text = random_text(rng).encode("utf-8", "surrogatepass")
        cases.append(text if rng.random() < 0.6 else damaged(rng, text))
    run = subprocess.run([sys.argv[1]], input="".join(c.hex() + "\n" for c in cases), text=True, capture_output=True)
    got = run.stdout.splitlines()
    wrong = [(c, expected(c), g) for c, g in zip(cases, got) if expected(c) != g]
    accepted = sum(g != "no" for g in got)
    tap.check("every text is answered", len(got) == len(cases) and run.returncode == 0, run.stderr)
    tap.check_none("%d texts are read as Python reads them" % len(cases),
                   ["%r: Python reads %r, we read %r" % (case[:200], want, answer) for case, want, answer in wrong[:5]])
    tap.check("%d of them are objects" % accepted, accepted > 2000)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
