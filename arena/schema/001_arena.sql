-- Version 1 of a tournament's database. A change gets a file of its own, 002_*.sql.

-- What was agreed on, as JSON: entrants, game, options, format, seed.
CREATE TABLE tournament (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL
);

-- The queue and the results are one table: a game is played when its row says so, and a row can say so only once.
CREATE TABLE game (
    id             INTEGER PRIMARY KEY,
    round          INTEGER NOT NULL,
    tbl            INTEGER NOT NULL,
    grp            INTEGER NOT NULL,
    rotation       INTEGER NOT NULL,
    setup          INTEGER NOT NULL,
    seats          TEXT NOT NULL,               -- entrants by seat, "0,1"
    owner          TEXT,                        -- who took it from the queue, and until when it may believe so
    lease_until_ms INTEGER NOT NULL DEFAULT 0,
    result         TEXT                         -- JSON, NULL until it is played
);
CREATE INDEX waiting ON game (id) WHERE result IS NULL;
