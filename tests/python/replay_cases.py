"""Cases of redoubt.Replay, over the files that package_test.py had played: GAME.rdr, luck.rdr. TAP."""
import ctypes
import glob
import hashlib
import json
import struct
import sys

import numpy as np
import redoubt
import tap
from redoubt import _file
from redoubt._native import lib
from refused import refused

ZSTD = _file._zstd()
ZSTD.ZSTD_compress.restype = ctypes.c_size_t
ZSTD.ZSTD_compress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
KEY = "00112233445566778899aabbccddeeff"


def content(name):
    with open(name, "rb") as file:
        return file.read()


def blocks_of(data):
    """Type and bytes of each block."""
    at, blocks = 16, []
    while at < len(data):
        kind, raw, at = _file._block(ZSTD, data, at, len(blocks))
        blocks.append((kind, raw))
    return blocks


def compressed(raw):
    """One frame of zstd."""
    out = ctypes.create_string_buffer(ZSTD.ZSTD_compressBound(len(raw)))
    size = ZSTD.ZSTD_compress(ctypes.cast(out, ctypes.c_char_p), len(out), raw, len(raw), 3)
    return out.raw[:size]


def file_of(blocks, after=b""):
    """A file of these blocks, with checksums that are right; something after the frame of each."""
    data = _file.MAGIC + struct.pack("<II", 1, 0)
    for number, (kind, raw) in enumerate(blocks):
        frame = compressed(raw) + after
        rest = kind + struct.pack("<III", number, len(frame), len(raw)) + frame
        data += struct.pack("<Q", lib.rd_siphash(_file._KEY, rest, len(rest))) + rest
    return data


def with_header(data, change):
    """The same file, with another beginning."""
    blocks = blocks_of(data)
    header = json.loads(blocks[0][1])
    change(header)
    return file_of([(b"HEAD", json.dumps(header).encode())] + blocks[1:])


def with_records(data, change):
    """The same file, with other orders."""
    return file_of([(kind, change(bytearray(raw)) if kind == b"TURN" else raw) for kind, raw in blocks_of(data)])


def files_verify():
    for path in sorted(glob.glob("*.rdr")):
        replay = redoubt.Replay(path)
        assert replay.complete and replay.verify() == replay.turns == replay.end["turns"] > 0, path
        assert replay.over and replay.hash() == int(replay.end["hash"], 16)
        assert len(replay.rewards) == replay.seats and abs(sum(replay.rewards)) < 1e-6
        assert redoubt.Replay(content(path)).orders == replay.orders


def steps_are_the_game():
    for name in redoubt.games():
        replay = redoubt.Replay(f"{name}.rdr")
        with redoubt.make(name, 1, seed=5, observe="none", auto_reset=False, **options_of(replay)) as env:
            acting, seats = 0, env.seats
            actions = np.zeros((1, seats, 4), np.uint16)
            while not replay.over:
                assert acting or replay.hash() == int(env.hash()[0]), name
                before = replay.to_act
                order = replay.step()
                assert order.seat in before and order.verb == env.game.verbs[order.action[0]].name
                actions[0, order.seat] = order.action
                acting |= 1 << order.seat
                if acting == sum(1 << seat for seat in before) or len(before) == 1:
                    env.step(actions)
                    acting = 0
                if len(before) > 1 and order.seat in replay.to_act:
                    break  # several orders of a seat before the others': a batch takes one of each in a step
        assert replay.step() is None or not replay.over


def options_of(replay):
    return dict(replay.header["options"], seats=replay.seats)


def arrays_are_what_was_seen():
    for name in redoubt.games():
        replay = redoubt.Replay(f"{name}.rdr")
        data, full = replay.arrays(masks=range(4)), replay.arrays(packed=False)
        rows = np.arange(len(replay.orders))
        for step in range(4):
            assert data[f"mask{step}"][rows, data["action"][:, step]].all(), f"{name}: step {step}"
        assert [tuple(row) for row in data["action"].tolist()] == [order.action for order in replay.orders]
        assert data["turn"].tolist() == [order.turn for order in replay.orders]
        assert (data["reward"] == np.array(replay.rewards, np.float32)[data["seat"]]).all()
        with redoubt.make(name, 1, seed=5, observe="none", **options_of(replay)) as env:
            assert (env.unpack(data["obs"]) == full["obs"]).all(), name
            seat = int(data["seat"][0])
            assert (env.observe([seat])[0, 0] == full["obs"][0]).all()
            assert (env.mask(0, seats=[seat])[0, 0] == data["mask0"][0]).all()
        replay.rewind()
        parts = replay.observe(int(data["seat"][0]))
        assert (np.concatenate([part.ravel() for part in parts.values()]) == full["obs"][0]).all()
        assert "<svg" in replay.render()._repr_svg_() and "<svg" in replay.render(0)._repr_svg_()


def read_or_refused(data):
    """Damage is an exception or a `problem`, and what is left of the file can be played."""
    try:
        replay = redoubt.Replay(data)
        assert replay.problem or data == content("null.rdr")
        for _ in range(200):
            if replay.step() is None:
                break
        refused(redoubt.BadReplay, replay.verify)
    except redoubt.RedoubtError as error:
        assert isinstance(error, (redoubt.BadReplay, redoubt.Differs)), error


def every_cut_and_damage_is_noticed():
    data = content("null.rdr")
    for end in range(len(data)):
        read_or_refused(data[:end])
    for at in range(len(data)):
        read_or_refused(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1:])
    cut = redoubt.Replay(data[:-1])
    assert not cut.complete and "cut short" in cut.problem and cut.end is None and cut.orders
    assert len(cut.arrays()["obs"]) == len(cut.orders)


def other_files_are_refused():
    data = content("null.rdr")
    refused(redoubt.BadReplay, lambda: redoubt.Replay("nowhere.rdr"), "can't be read")
    refused(redoubt.BadReplay, lambda: redoubt.Replay(3), "path or bytes")
    refused(redoubt.BadReplay, lambda: redoubt.Replay(b""), "not a replay")
    refused(redoubt.BadReplay, lambda: redoubt.Replay(b"PNG" * 9), "not a replay")
    refused(redoubt.BadReplay, lambda: redoubt.Replay(data[:8] + b"\2" + data[9:]), "newer")
    refused(redoubt.BadReplay, lambda: redoubt.Replay(file_of(blocks_of(data), compressed(b""))), "does not unpack")
    for change, words in (({"game": "chess"}, "no game"), ({"rules_version": 99}, "version 99"), ({"verbs": []}, "other numbers"),
                          ({"options": {"colour": 1}}, "no option"), ({"options": {"map": {}}}, "map of its own"),
                          ({"position": {}}, "position"), ({"seed": "x"}, "seed"), ({"drawn": -1}, "luck")):
        replay = redoubt.Replay(with_header(data, lambda header: header.update(change)))
        refused(redoubt.BadReplay, replay.verify, words)
        assert replay.orders and replay.seat_names  # it can be looked at
    for change in ({"seats": []}, {"seats": [{"name": "x" * 64, "who": "bot"}]}, {"game": "\n"}):
        refused(redoubt.BadReplay, lambda: redoubt.Replay(with_header(data, lambda header: header.update(change))), "damaged")
    replay = redoubt.Replay("null.rdr")
    refused(redoubt.BadCall, lambda: replay.arrays(masks=[4]), "0 to 3")
    refused(redoubt.BadCall, lambda: replay.observe(2), "0 to 1")


def changed_games_differ():
    data = content("null.rdr")

    def other_order(raw):
        raw[4] ^= 3
        return bytes(raw)

    def other_hash(raw):
        raw[-1] ^= 1
        return bytes(raw)

    def no_such_order(raw):
        raw[2] = 77
        return bytes(raw)
    assert refused(redoubt.Differs, redoubt.Replay(with_records(data, other_order)).verify, "turn 1").turn == 1
    refused(redoubt.Differs, redoubt.Replay(with_records(data, other_hash)).verify, "the state differs")
    refused(redoubt.Differs, redoubt.Replay(with_records(data, no_such_order)).verify, "the rules refuse")
    refused(redoubt.Differs, redoubt.Replay(with_records(data, no_such_order)).arrays, "the rules refuse")
    refused(redoubt.Differs, redoubt.Replay(with_header(content("fate.rdr"), lambda header: header.update(seed="6"))).verify)
    refused(redoubt.Differs, redoubt.Replay(with_header(data, lambda header: header.update(hash="0" * 16))).verify, "first position")
    blocks = blocks_of(data)
    end = json.loads(blocks[-1][1])
    end["outcome"]["rank"].reverse()
    refused(redoubt.Differs, redoubt.Replay(file_of(blocks[:-1] + [(b"ENDS", json.dumps(end).encode())])).verify, "the result")


def a_seat_that_gives_up():
    blocks = blocks_of(content("apoca.rdr"))
    gives_up = struct.pack("<BBH12x", 1, 1, 0xffff)
    replay = redoubt.Replay(file_of([blocks[0], (b"TURN", gives_up)]))
    data = replay.arrays()
    assert replay.over and replay.rewards == [1, -1] and replay.orders[0].verb == "resign" and len(data["action"]) == 0
    twice = redoubt.Replay(file_of([blocks[0], (b"TURN", gives_up * 2)]))
    refused(redoubt.Differs, twice.verify, "resign")


def luck_of_all_is_checked():
    """A match on a server: its key and what the seats added make the seed, as docs/protocol.md says."""
    def digest(text, size):
        return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()
    shares = ["0f" * 16, None]
    luck = {"match": "m-1", "key": KEY, "commitment": digest(f"redoubt-luck-1:m-1:{KEY}", 32), "shares": shares,
            "seals": [digest(f"redoubt-share-1:{shares[0]}", 32), None]}
    seed = digest(f"redoubt-luck-2:m-1:{KEY}:{shares[0]}:-", 16)
    data = content("luck.rdr")  # played by KEY alone
    alone = dict(luck, shares=[None, None], seals=[None, None])
    assert redoubt.Replay(with_header(data, lambda header: header.update(luck=alone))).verify() > 0
    refused(redoubt.Differs, redoubt.Replay(with_header(data, lambda header: header.update(luck=luck))).verify, "seed is not made")
    mixed = with_header(data, lambda header: header.update(luck=luck, seed=seed))
    assert redoubt.Replay(mixed).verify() > 0  # this game draws nothing, so it is the same with any luck
    for change, words in (({"commitment": "0" * 64}, "committed"), ({"key": 3}, "key"), ({"shares": [None, None]}, "no share"),
                          ({"shares": ["00" * 16, None]}, "sealed")):
        refused(redoubt.Differs, redoubt.Replay(with_header(data, lambda header: header.update(luck=dict(luck, **change)))).verify,
                "luck", words)


def main():
    for function in (files_verify, steps_are_the_game, arrays_are_what_was_seen, every_cut_and_damage_is_noticed,
                     other_files_are_refused, changed_games_differ, a_seat_that_gives_up, luck_of_all_is_checked):
        tap.attempt(function.__name__, function)
    return tap.end()


sys.exit(main())
