-- A tournament on PostgreSQL, version 1: one in each schema of a database. The tables are those of the file (arena/schema), with the
-- types of PostgreSQL. A change gets a file of its own, 002_*.sql.

-- What was agreed on, as JSON: entrants, game, options, format, seed.
CREATE TABLE arena_tournament (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL
);

-- The queue and the results are one table: a game is played when its row says so, and a row can say so only once.
CREATE TABLE arena_game (
    id          INTEGER PRIMARY KEY,
    round       INTEGER NOT NULL,
    tbl         INTEGER NOT NULL,
    grp         INTEGER NOT NULL,
    rotation    INTEGER NOT NULL,
    setup       INTEGER NOT NULL,
    seats       TEXT NOT NULL,  -- entrants by seat, "0,1"
    owner       TEXT,           -- who took it from the queue, and until when it may believe so, by the clock of the database
    lease_until TIMESTAMPTZ,
    result      TEXT            -- JSON, NULL until it is played
);
CREATE INDEX arena_waiting ON arena_game (id) WHERE result IS NULL;

-- Each time somebody played on: the sandbox and the limits that were in force.
CREATE TABLE arena_run (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    in_force TEXT NOT NULL
);

-- Games that were to be played again, each by an order that is carried out once.
CREATE TABLE arena_again (
    by   BIGINT PRIMARY KEY,
    game INTEGER NOT NULL
);

CREATE TABLE arena_version (version INTEGER NOT NULL);
INSERT INTO arena_version VALUES (1);
