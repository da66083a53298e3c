-- Version 3: several servers that all play. Rows that they share tell who has written them under which number of
-- which lease, so that the others find what is new; those of players are counted, so that nobody writes over what it has
-- not seen. See docs/decisions/0123-every-server-plays.md.

ALTER TABLE player ADD version BIGINT NOT NULL DEFAULT 0, ADD fence BIGINT NOT NULL DEFAULT 0,
                   ADD batch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE report ADD fence BIGINT NOT NULL DEFAULT 0, ADD batch BIGINT NOT NULL DEFAULT 0;

-- What other servers show of a match: the same as a stub, but also of one that is awake.
CREATE TABLE notice (
    id    TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
    at_ms BIGINT NOT NULL,
    body  TEXT NOT NULL,
    fence BIGINT NOT NULL,
    batch BIGINT NOT NULL
);

-- Wrong passwords, which each server counts for all. Nobody needs them for longer than an hour.
CREATE TABLE wrong (
    id    TEXT COLLATE "C" PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    body  TEXT NOT NULL,
    fence BIGINT NOT NULL,
    batch BIGINT NOT NULL
);
CREATE INDEX wrong_age ON wrong (at_ms);
CREATE INDEX wrong_news ON wrong (fence, batch);
CREATE INDEX player_news ON player (fence, batch);
CREATE INDEX report_news ON report (fence, batch);
CREATE INDEX notice_news ON notice (fence, batch);

-- Two servers may be asked for the same at once: one name, or one command that was sent to both.
CREATE FUNCTION said(body TEXT, key TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN body::json->>key;
EXCEPTION WHEN others THEN
    RETURN NULL; -- it is not JSON, or not for PostgreSQL
END $$;
CREATE UNIQUE INDEX account_name ON player (lower(said(body, 'name') COLLATE "C"))
    WHERE said(body, 'password') IS NOT NULL;
CREATE UNIQUE INDEX creation ON record (said(body, 'player'), said(body, 'command')) WHERE n = 1;

-- The servers' own time, by which clocks of matches run: so many milliseconds, then. It stands still while nobody has a
-- lease.
CREATE TABLE game_time (ms BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL);
INSERT INTO game_time
SELECT coalesce((SELECT said(body, 'time')::bigint FROM fact WHERE id = 'server'), 0), clock_timestamp();

CREATE FUNCTION ms_since(TIMESTAMPTZ, TIMESTAMPTZ) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS
$$ SELECT greatest(0, extract(epoch FROM $2 - $1) * 1000)::bigint $$;

-- A row of a player, after so many changes; 0: nobody counts.
CREATE FUNCTION put_player(who TEXT, made BIGINT, text TEXT, change BIGINT, mine BIGINT, number BIGINT)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO player (id, at_ms, body, version, fence, batch) VALUES (who, made, text, change, mine, number)
    ON CONFLICT (id) DO UPDATE SET body = excluded.body, version = excluded.version, fence = mine, batch = number
     WHERE change = 0 OR player.version = change - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another server has changed this player before' USING ERRCODE = 'RD002';
    END IF;
END $$;

-- A guest who never did anything, while no other server can know of him: none has a lease, and none gets one before this
-- is stored.
CREATE FUNCTION forget_guest(who TEXT, mine BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('redoubt claim ' || current_schema()));
    DELETE FROM player WHERE id = who AND NOT EXISTS (SELECT FROM owner WHERE fence <> mine);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another server may know this guest' USING ERRCODE = 'RD002';
    END IF;
END $$;

-- As in version 1; but nobody waits for the end of another server's lease, since all play.
DROP FUNCTION claim(TEXT, BIGINT, BIGINT, BOOLEAN);
CREATE FUNCTION claim(me TEXT, mine BIGINT, lease_ms BIGINT, OUT number BIGINT, OUT taken BIGINT) LANGUAGE plpgsql AS $$
DECLARE
    gone  BIGINT[];
    ends  TIMESTAMPTZ;
    begun TIMESTAMPTZ := (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid());
BEGIN
    number := mine;
    taken := 0;
    PERFORM pg_advisory_xact_lock(hashtext('redoubt claim ' || current_schema()));
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
        UPDATE game_time SET at = clock_timestamp(), ms = ms +
            ms_since(at, least(clock_timestamp(), coalesce((SELECT max(until) FROM owner), at)));
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
    IF mine = 0 THEN -- whoever played alone before has left no notices
        INSERT INTO notice (id, at_ms, body, fence, batch)
        SELECT stub.id, stub.at_ms, stub.body, number, 0
          FROM stub JOIN match ON match.id = stub.id JOIN part ON part.id = match.part WHERE part.fence = number
        ON CONFLICT (id) DO UPDATE SET body = excluded.body, fence = excluded.fence, batch = 0
         WHERE notice.body <> excluded.body;
    END IF;
END $$;
