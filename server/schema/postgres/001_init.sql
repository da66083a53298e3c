-- Version 1 of the server's database on PostgreSQL: the tables of the file (server/schema), and who may write them.
-- A change gets a file of its own, 002_*.sql, which brings an older database up to date. Ids are compared by their bytes,
-- as everywhere else, and not by the rules of a language.

CREATE TABLE redoubt_version (version INTEGER NOT NULL);

-- Fencing numbers: each lease has one, and no number comes twice.
CREATE SEQUENCE fence;

-- Servers and their leases. One whose lease has run out loses its row to whoever takes over, and with it the right to
-- write: see begin_batch. batch is the number of its latest batch, by which it learns after a broken connection
-- whether that was stored. backend and since name the process of PostgreSQL that it writes through.
CREATE TABLE owner (
    id      TEXT COLLATE "C" PRIMARY KEY,
    fence   BIGINT NOT NULL UNIQUE,
    until   TIMESTAMPTZ NOT NULL,
    batch   BIGINT NOT NULL DEFAULT 0,
    backend INTEGER NOT NULL DEFAULT 0,
    since   TIMESTAMPTZ
);

-- Some of the matches, which change hands as a whole: one row, however many they are. fence is that of the lease that
-- has them.
CREATE TABLE part (
    id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    fence BIGINT NOT NULL
);

CREATE TABLE match (
    id    TEXT COLLATE "C" PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    part  BIGINT NOT NULL REFERENCES part (id)
);

-- The truth: what happened in each match, in its sequence. Only ever appended to. fence is the number of the lease
-- under which it was written: add_record finds none where the match is somebody else's, and a record without one is
-- refused.
CREATE TABLE record (
    match TEXT COLLATE "C" NOT NULL REFERENCES match (id),
    n     INTEGER NOT NULL CHECK (n >= 1),
    at_ms BIGINT NOT NULL,
    kind  TEXT NOT NULL,
    body  TEXT NOT NULL,
    chain BYTEA,
    fence BIGINT NOT NULL,
    PRIMARY KEY (match, n)
);

-- What belongs to no log, one row each, the latest counts: players, what the server remembers of itself, reports, and
-- what must be known of matches that sleep.
CREATE TABLE player (
    id    TEXT COLLATE "C" PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    body  TEXT NOT NULL
);
CREATE TABLE fact (
    id    TEXT COLLATE "C" PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    body  TEXT NOT NULL
);
CREATE TABLE report (
    id    TEXT COLLATE "C" PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    body  TEXT NOT NULL
);
CREATE TABLE stub (
    id    TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
    at_ms BIGINT NOT NULL,
    body  TEXT NOT NULL
);

-- The first statement of every batch. It renews the lease, and holds the row until the batch is stored, so that nobody
-- takes over in between; without the row the whole batch is refused. A batch that comes a second time, late, over a
-- connection that was given up, finds another number.
CREATE FUNCTION begin_batch(mine BIGINT, number BIGINT, lease_ms BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE owner SET batch = number, until = clock_timestamp() + lease_ms * INTERVAL '1 millisecond'
     WHERE fence = mine AND batch = number - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this server has lost its lease' USING ERRCODE = 'RD001';
    END IF;
END $$;

-- The lease of the server called me, under a new number, and the parts of those whose time is over. mine is the number
-- that it has already, to be renewed, or 0. alone: not while another server's lease lasts; then holder says whose.
--
-- A batch of the former owner that is under way holds its row, perhaps for ever: its server may stand still. So the
-- process that writes it is ended first. Each statement sees what was committed before it, so what such a batch has
-- stored after all is not missed.
CREATE FUNCTION claim(me TEXT, mine BIGINT, lease_ms BIGINT, alone BOOLEAN,
                      OUT number BIGINT, OUT holder TEXT, OUT taken BIGINT) LANGUAGE plpgsql AS $$
DECLARE
    gone  BIGINT[];
    ends  TIMESTAMPTZ;
    begun TIMESTAMPTZ := (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid());
BEGIN
    number := mine;
    taken := 0;
    PERFORM pg_advisory_xact_lock(hashtext('redoubt claim ' || current_schema()));
    IF alone AND mine = 0 THEN
        SELECT id INTO holder FROM owner WHERE id <> me AND until > clock_timestamp() ORDER BY until DESC LIMIT 1;
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;
    PERFORM pg_terminate_backend(process.pid) FROM owner
       JOIN pg_stat_activity AS process ON process.pid = backend AND process.backend_start = since
      WHERE backend <> pg_backend_pid() AND (id = me OR until <= clock_timestamp());
    ends := clock_timestamp() + lease_ms * INTERVAL '1 millisecond';
    IF mine > 0 THEN
        UPDATE owner SET until = ends, backend = pg_backend_pid(), since = begun WHERE fence = mine;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'this server has lost its lease' USING ERRCODE = 'RD001';
        END IF;
    ELSE
        number := nextval('fence');
    END IF;
    WITH old AS (DELETE FROM owner WHERE CASE WHEN id = me THEN mine = 0 ELSE until <= clock_timestamp() END
                 RETURNING fence)
    SELECT array_agg(fence) INTO gone FROM old;
    IF mine = 0 THEN
        INSERT INTO owner (id, fence, until, backend, since) VALUES (me, number, ends, pg_backend_pid(), begun);
    END IF;
    SELECT count(*) INTO taken FROM match JOIN part ON part.id = match.part WHERE part.fence = ANY (gone);
    UPDATE part SET fence = number WHERE fence = ANY (gone);
    INSERT INTO part (fence) SELECT number WHERE NOT EXISTS (SELECT FROM part WHERE fence = number);
END $$;
