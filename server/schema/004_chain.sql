-- Version 4: damage is noticed. Each record of a log carries a hash of itself and of the one before it in its match; records
-- of older versions have none. The seal counts batches: beside the database is a file that says how far it came, see mark.h.
ALTER TABLE record ADD COLUMN chain BLOB;

CREATE TABLE seal (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    batch INTEGER NOT NULL
);
INSERT INTO seal (one, batch) VALUES (1, 0);
