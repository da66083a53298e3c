#!/usr/bin/env python3
"""A reader written from docs/replay-format.md alone, against the export of our own. Prints TAP."""
import ctypes
import json
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

REDOUBT = os.path.abspath(sys.argv[1])
MASK = (1 << 64) - 1


def load_zstd():
    for name in ("libzstd.so.1", "libzstd.so"):
        try:
            zstd = ctypes.CDLL(name)
            zstd.ZSTD_decompress.restype = ctypes.c_size_t
            zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
            return zstd
        except OSError:
            pass
    return None


def siphash(key, data):
    def left(word, bits):
        return (word << bits | word >> (64 - bits)) & MASK

    def rounds(v, count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = left(v[1], 13) ^ v[0]
            v[0] = left(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = left(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = left(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = left(v[1], 17) ^ v[2]
            v[2] = left(v[2], 32)

    k = struct.unpack("<QQ", key)
    v = [k[0] ^ 0x736F6D6570736575, k[1] ^ 0x646F72616E646F6D, k[0] ^ 0x6C7967656E657261, k[1] ^ 0x7465646279746573]
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 255])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(v, 2)
        v[0] ^= word
    v[2] ^= 255
    rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def blocks_of(data, zstd):
    assert data[:8] == b"\x89RDR\r\n\x1a\n" and struct.unpack("<II", data[8:16]) == (1, 0)
    at, number = 16, 0
    while at < len(data):
        total, kind, count, packed, size = struct.unpack("<Q4sIII", data[at:at + 24])
        assert count == number
        assert siphash(b"redoubt replay 1", data[at + 8:at + 24 + packed]) == total
        out = ctypes.create_string_buffer(max(size, 1))
        assert zstd.ZSTD_decompress(out, size, data[at + 24:at + 24 + packed], packed) == size
        yield kind.decode(), out.raw[:size]
        at, number = at + 24 + packed, number + 1


STEPS = [(0, 0), (1, 0), (0, -1), (-1, 0), (0, 1)]


def argument(header, arg, value, before):
    if arg["type"] == "choice":
        return arg["choices"][value]
    if arg["type"] == "cell":
        cells = header["cells"]
        x, y = value % cells["stride"], cells["y0"] + value // cells["stride"]
        return "%s%d" % (chr(ord("A") + x), y) if cells["style"] == "letters" else [cells["x0"] + x, y]
    if arg["type"] == "step":
        return [before[0] + STEPS[value][0], before[1] + STEPS[value][1]]
    return value


def order(header, record):
    verb, *values = struct.unpack("<HHHH", record[2:10])
    if verb == 65535:
        return {"verb": "resign"}
    verb = header["verbs"][verb]
    written, last = {"verb": verb["name"]}, None
    for arg, value in zip(verb["arguments"], values):
        last = written[arg["name"]] = argument(header, arg, value, last)
    return written


def read(data, zstd):
    header, end, turns, steps = None, None, [], []
    for kind, payload in blocks_of(data, zstd):
        if kind == "HEAD":
            header = json.loads(payload)
        elif kind == "ENDS":
            end = json.loads(payload)
        else:
            for at in range(0, len(payload), 16):
                record = payload[at:at + 16]
                if record[0] == 1:
                    steps.append((record[1], order(header, record)))
                else:
                    turn, fingerprint = struct.unpack("<IQ", record[4:16])
                    turns.append((turn, f"{fingerprint:016x}", steps))
                    steps = []
    return header, turns, end


def read_one(game, seed, zstd):
    subprocess.run([REDOUBT, "match", game, "random", "random", "--seed", seed, "--replay", "game.rdr"], check=True,
                   stdout=subprocess.DEVNULL)
    ours = json.loads(subprocess.run([REDOUBT, "replay", "game.rdr", "--json"], check=True, capture_output=True).stdout)
    with open("game.rdr", "rb") as file:
        header, turns, end = read(file.read(), zstd)
    assert header == ours["header"] and end == ours["end"]
    expected = [(turn["turn"], turn["hash"], [(step["seat"], step["order"]) for step in turn["steps"]])
                for turn in ours["turns"]]
    assert turns == expected


def main():
    zstd = load_zstd()
    if zstd is None:
        tap.skip("replays as a stranger reads them", "no shared zstd library")
        return tap.end()
    games = subprocess.run([REDOUBT, "games", "--ids"], check=True, capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for game in games:
            for seed in ("1", "0123456789abcdef0123456789abcdef"):
                tap.attempt(f"{game}, seed {seed}", read_one, game, seed, zstd)
        os.chdir("/")
    return tap.end()


sys.exit(main())
