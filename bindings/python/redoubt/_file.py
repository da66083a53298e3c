"""The file of a replay (docs/replay-format.md): blocks, records, the beginning and the end. Nothing of it is believed before it was checked."""
from __future__ import annotations

import ctypes as c
import json
import struct
from typing import Any, NamedTuple

import numpy as np

from ._native import lib
from .errors import BadReplay, NotInstalled

MAGIC, FORMAT = b"\x89RDR\r\n\x1a\n", 1
JSON_MAX, TURNS_MAX, IN_TURN_MAX = 1 << 20, 1 << 16, 1 << 16
LIMITS = {b"HEAD": JSON_MAX, b"TURN": TURNS_MAX, b"ENDS": JSON_MAX}
HEAD, RECORD = 24, 16
ORDER, TURN = 1, 2
SEATS_MAX = 7

#: Records as they lie in a file.
RECORDS = np.dtype([("kind", "u1"), ("seat", "u1"), ("action", "<u2", 4), ("zero", "u1", 6)])
_KEY = (c.c_uint64 * 2).from_buffer_copy(b"redoubt replay 1")


class Contents(NamedTuple):
    """What a file holds: all of it, or what comes before `problem`."""
    header: dict[str, Any]
    records: Any  # of RECORDS
    end: dict[str, Any] | None
    problem: str


class _Bad(Exception):
    """Why a file can be read no farther."""


def _zstd() -> Any:
    for name in ("libzstd.so.1", "libzstd.so"):
        try:
            zstd = c.CDLL(name)
        except OSError:
            continue
        zstd.ZSTD_decompress.restype = zstd.ZSTD_findFrameCompressedSize.restype = c.c_size_t
        zstd.ZSTD_decompress.argtypes = [c.c_char_p, c.c_size_t, c.c_char_p, c.c_size_t]
        zstd.ZSTD_findFrameCompressedSize.argtypes = [c.c_char_p, c.c_size_t]
        zstd.ZSTD_compressBound.restype, zstd.ZSTD_compressBound.argtypes = c.c_size_t, [c.c_size_t]
        return zstd
    raise NotInstalled("replays are compressed by zstd, and its library (libzstd.so.1, Debian's libzstd1) is not there")


def _block(zstd: Any, data: bytes, at: int, number: int) -> tuple[bytes, bytes, int]:
    """Type and bytes of the block that begins here, and where the next one does."""
    where = f"block {number}, which begins at byte {at},"
    if len(data) < at + HEAD:
        raise _Bad(f"cut short: {where} is not complete")
    total, kind, count, packed, size = struct.unpack_from("<Q4sIII", data, at)
    limit = LIMITS.get(kind)
    if limit is None:
        raise _Bad(f"damaged: {where} is of an unknown type")
    if count != number:
        raise _Bad(f"damaged: {where} has another number: blocks are missing or out of order")
    if size > limit or packed > zstd.ZSTD_compressBound(limit):
        raise _Bad(f"damaged: {where} claims to be larger than a block can be")
    end = at + HEAD + packed
    if len(data) < end:
        raise _Bad(f"cut short: {where} is not complete")
    if lib.rd_siphash(_KEY, data[at + 8:end], HEAD - 8 + packed) != total:
        raise _Bad(f"damaged: {where} does not match its checksum")
    out, stored = c.create_string_buffer(max(size, 1)), data[at + HEAD:end]
    if (zstd.ZSTD_findFrameCompressedSize(stored, packed) != packed
            or zstd.ZSTD_decompress(c.cast(out, c.c_char_p), size, stored, packed) != size):
        raise _Bad(f"damaged: {where} does not unpack to the size it claims")
    return kind, out.raw[:size], end


def _object(raw: bytes, what: str) -> dict[str, Any]:
    try:
        value = json.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _Bad(f"damaged: {what} is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise _Bad(f"damaged: {what} is no JSON object")
    return value


def _is_count(value: Any, limit: int = 1 << 63) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit


def is_hex(value: Any, digits: int) -> bool:
    """Is it a text of so many hexadecimal digits?"""
    return isinstance(value, str) and len(value) == digits and set(value) <= set("0123456789abcdef")


def _name(value: Any, what: str) -> None:
    if not isinstance(value, str) or len(value.encode(errors="replace")) >= 64 or not value.isprintable():
        raise _Bad(f"damaged: {what} must be shorter than 64 bytes and without control characters")


def _header(raw: bytes) -> dict[str, Any]:
    header = _object(raw, "the beginning")
    _name(header.get("game"), "the game's name")
    if not _is_count(header.get("rules_version"), 1 << 32):
        raise _Bad("damaged: the beginning has no version of the rules")
    seats = header.get("seats")
    if not isinstance(seats, list) or not 1 <= len(seats) <= SEATS_MAX:
        raise _Bad(f"damaged: the beginning must have 1 to {SEATS_MAX} seats")
    for seat in seats:
        if not isinstance(seat, dict) or seat.get("who") not in ("person", "bot", "program"):
            raise _Bad("damaged: the beginning has a seat of nobody")
        _name(seat.get("name"), "the name of a seat")
    return header


class _Turns:
    """Counts of what was read so far."""

    def __init__(self) -> None:
        self.records: list[Any] = []
        self.turn: int | None = None
        self.orders = self.in_turn = 0

    def add(self, raw: bytes, number: int) -> None:
        """A block of records, or _Bad: none of it is given out then."""
        if not raw or len(raw) % RECORD:
            raise _Bad(f"damaged: block {number} is not made of whole records")
        records = np.frombuffer(raw, RECORDS)
        for record, kind in zip(records, records["kind"]):
            self._count(record, int(kind), number)
        self.records.append(records)

    def _count(self, record: Any, kind: int, number: int) -> None:
        if kind == TURN and record["seat"] == 0 and record["action"][0] == 0:
            turn = turn_of(record)
            if self.turn is not None and turn <= self.turn:
                raise _Bad(f"damaged: block {number} counts its turns backwards")
            self.turn, self.in_turn = turn, 0
        elif kind == ORDER and record["seat"] < SEATS_MAX and not record["zero"].any():
            self.orders, self.in_turn = self.orders + 1, self.in_turn + 1
            if self.in_turn > IN_TURN_MAX:
                raise _Bad(f"damaged: block {number} has more orders in a turn than a replay may have")
        else:
            raise _Bad(f"damaged: block {number} has a record that is neither order nor turn")

    def all(self) -> Any:
        """One array of all records."""
        return np.concatenate(self.records) if self.records else np.zeros(0, RECORDS)


def turn_of(record: Any) -> int:
    """Turns completed, of a record of a turn's end."""
    return int(struct.unpack_from("<I", record.tobytes(), 4)[0])


def hash_of(record: Any) -> int:
    """The fingerprint in a record of a turn's end."""
    return int(struct.unpack_from("<Q", record.tobytes(), 8)[0])


def _end(raw: bytes, turns: _Turns) -> dict[str, Any]:
    end = _object(raw, "the end")
    if not _is_count(end.get("turns"), 1 << 32) or not _is_count(end.get("orders")) or not is_hex(end.get("hash"), 16):
        raise _Bad("damaged: the last block makes no sense")
    if end["orders"] != turns.orders or (turns.turn is not None and end["turns"] != turns.turn):
        raise _Bad("damaged: the end counts other turns or orders than the file has")
    return end


def _start(zstd: Any, data: bytes) -> tuple[dict[str, Any], int]:
    """The header, and where the first block of turns begins."""
    if data[:8] != MAGIC[:len(data[:8])] or not data:
        raise BadReplay("not a replay: it does not begin like one")
    if len(data) < 16:
        raise BadReplay(f"cut short: only the first {len(data)} bytes are there")
    version, zero = struct.unpack_from("<II", data, 8)
    if version > FORMAT:
        raise BadReplay(f"written by a newer version of redoubt: format {version}, and this one reads up to {FORMAT}")
    if version != FORMAT or zero != 0:
        raise BadReplay("damaged: the first 16 bytes make no sense")
    try:
        kind, raw, at = _block(zstd, data, 16, 0)
        if kind != b"HEAD":
            raise _Bad("damaged: it does not begin with a header")
        return _header(raw), at
    except _Bad as bad:
        raise BadReplay(str(bad)) from None


def read(data: bytes) -> Contents:
    """All that can be read of it; BadReplay if not even the beginning can."""
    zstd = _zstd()
    header, at = _start(zstd, data)
    turns, number, end = _Turns(), 0, None
    try:
        while end is None:
            number += 1
            if at == len(data):
                raise _Bad(f"without an end: the game was still running, or the file was cut short at byte {at}")
            kind, raw, at = _block(zstd, data, at, number)
            if kind == b"TURN":
                turns.add(raw, number)
            elif kind == b"ENDS":
                end = _end(raw, turns)
            else:
                raise _Bad(f"damaged: block {number} is a second header")
        if at != len(data):
            raise _Bad("damaged: something follows the end of the game")
    except _Bad as bad:
        return Contents(header, turns.all(), end, str(bad))
    return Contents(header, turns.all(), end, "")
