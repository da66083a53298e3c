-- Version 2: what belongs to no log, one row each, the latest counts.

-- What the server remembers of itself: its own time, by which clocks run.
CREATE TABLE fact (
    id    TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    body  TEXT NOT NULL
) WITHOUT ROWID;

-- What players reported to the host. body is JSON: by, match, seat, player, why, chat.
CREATE TABLE report (
    id    TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    body  TEXT NOT NULL
) WITHOUT ROWID;

-- What must be known of a match that nobody looks at, so that its log need not be read at the start. A cache:
-- every record that is added to the log removes it.
CREATE TABLE stub (
    id    TEXT PRIMARY KEY REFERENCES match (id),
    at_ms INTEGER NOT NULL,
    body  TEXT NOT NULL
) WITHOUT ROWID;
