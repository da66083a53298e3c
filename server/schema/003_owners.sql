-- Version 3: who plays a match is a server with a lease, not a word. A server renews one row, however many
-- matches it plays; when that has run out, others may take its matches over.

CREATE TABLE owner (
    id       TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL
) WITHOUT ROWID;

ALTER TABLE match DROP COLUMN lease_until_ms;
CREATE INDEX match_by_owner ON match (owner);
