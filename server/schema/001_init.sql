-- Version 1 of the server's database. A change gets a file of its own, 002_*.sql, which brings an older
-- database up to date.

-- Guests and players. body is JSON: name, hash of the token.
CREATE TABLE player (
    id    TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    body  TEXT NOT NULL
) WITHOUT ROWID;

-- Which server process plays a match, and until when it may believe so. With one process it is always the
-- same; with several, each plays only what it owns.
CREATE TABLE match (
    id             TEXT PRIMARY KEY,
    at_ms          INTEGER NOT NULL,
    owner          TEXT NOT NULL,
    lease_until_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- The truth: what happened in each match, in its sequence. Only ever appended to.
CREATE TABLE record (
    match TEXT NOT NULL REFERENCES match (id),
    n     INTEGER NOT NULL CHECK (n >= 1),
    at_ms INTEGER NOT NULL,
    kind  TEXT NOT NULL,
    body  TEXT NOT NULL,
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
