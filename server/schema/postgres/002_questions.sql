-- Version 2: questions to bots that think on other machines. See docs/decisions/0120-thinkers-apart.md.
-- Nothing of this needs to outlive a crash of the database: a question that is gone is thought by whoever asked it. So
-- the tables are not logged, and go to no replica.

-- Servers that ask, and thinkers, each as long as it gives signs of life. kind: what both must have in common, the
-- version of the program and the order of bytes.
CREATE UNLOGGED TABLE asker (
    id   TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT NOT NULL,
    seen TIMESTAMPTZ NOT NULL
);
CREATE UNLOGGED TABLE thinker (
    id      TEXT COLLATE "C" PRIMARY KEY,
    kind    TEXT NOT NULL,
    threads INTEGER NOT NULL CHECK (threads BETWEEN 1 AND 1024),
    seen    TIMESTAMPTZ NOT NULL,
    backend INTEGER NOT NULL -- the process of PostgreSQL that serves it
);

-- What a bot is asked. thinker has it until then; who is silent for longer loses it to another one, once. answer: the
-- place of the chosen order among the legal ones, which only the asker can judge.
CREATE UNLOGGED TABLE question (
    asker   TEXT COLLATE "C" NOT NULL,
    ticket  BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    body    BYTEA NOT NULL,
    asked   TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    thinker TEXT COLLATE "C",
    until   TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    tries   INTEGER NOT NULL DEFAULT 0,
    answer  INTEGER,
    PRIMARY KEY (asker, ticket)
);

-- Until when a question is its thinker's: when the connection has ended, as it does with the program, not at all.
CREATE FUNCTION think_until(who TEXT, lease TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM thinker JOIN pg_stat_activity AS process ON process.pid = backend
                              WHERE thinker.id = who) THEN lease ELSE '-infinity' END;
$$;

-- What a thinker may do. These run with the rights of whoever made the tables, so a thinker can use a role of its own
-- that has no right to any table, and sees no match, no player and no other thinker's questions.

-- A sign of life: this thinker is there, and what it has it keeps for another while. other: the kind of a server that
-- it can't think for.
CREATE FUNCTION think_here(me TEXT, my_kind TEXT, many INTEGER, OUT other TEXT) LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO thinker (id, kind, threads, seen, backend)
        VALUES (me, my_kind, many, clock_timestamp(), pg_backend_pid())
        ON CONFLICT (id) DO UPDATE SET kind = my_kind, threads = many, seen = excluded.seen, backend = excluded.backend;
    UPDATE question SET until = clock_timestamp() + INTERVAL '2 seconds'
     WHERE question.thinker = me AND answer IS NULL AND until > clock_timestamp();
    SELECT min(kind) INTO other FROM asker
     WHERE kind <> my_kind AND seen > clock_timestamp() - INTERVAL '3 seconds';
END $$;

-- The oldest questions that nobody has, of servers that are there. Two thinkers at most are given the same one, one
-- after the other: a question that ends its thinker shall not end them all.
CREATE FUNCTION think_take(me TEXT, many INTEGER, OUT whose TEXT, OUT which BIGINT, OUT bytes TEXT)
RETURNS SETOF RECORD LANGUAGE sql SECURITY DEFINER AS $$
    WITH mine AS (
        SELECT q.asker, q.ticket FROM question AS q
          JOIN thinker AS t ON t.id = me AND t.kind = q.kind
          JOIN asker AS a ON a.id = q.asker AND a.seen > clock_timestamp() - INTERVAL '3 seconds'
         WHERE q.answer IS NULL AND q.tries < 2 AND think_until(q.thinker, q.until) < clock_timestamp()
         ORDER BY q.asked LIMIT greatest(many, 0) FOR UPDATE OF q SKIP LOCKED)
    UPDATE question AS q
       SET thinker = me, until = clock_timestamp() + INTERVAL '2 seconds', tries = q.tries + 1
      FROM mine WHERE q.asker = mine.asker AND q.ticket = mine.ticket
    RETURNING q.asker, q.ticket, encode(q.body, 'hex');
$$;

-- False: nobody waits for this answer of this thinker any more, or it was given before.
CREATE FUNCTION think_answer(me TEXT, whose TEXT, which BIGINT, choice INTEGER) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE question SET answer = choice
     WHERE asker = whose AND ticket = which AND thinker = me AND answer IS NULL;
    IF FOUND THEN
        PERFORM pg_notify('redoubt_answer', whose);
    END IF;
    RETURN FOUND;
END $$;

-- It ends, or can't think about this: what it has goes to somebody else at once.
CREATE FUNCTION think_leave(me TEXT) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE question SET thinker = NULL, until = '-infinity', tries = tries - 1
     WHERE thinker = me AND answer IS NULL AND until > clock_timestamp();
    DELETE FROM thinker WHERE id = me;
    PERFORM pg_notify('redoubt_question', '');
END $$;

-- Functions with the rights of another must not find tables that their caller has made.
DO $$
DECLARE
    name TEXT;
BEGIN
    FOREACH name IN ARRAY ARRAY['think_here(TEXT, TEXT, INTEGER)', 'think_take(TEXT, INTEGER)',
                                'think_answer(TEXT, TEXT, BIGINT, INTEGER)', 'think_leave(TEXT)'] LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
    END LOOP;
END $$;

-- For the servers, which have these tables: how many questions thinkers of this kind could begin now. Servers that are
-- gone take what they asked with them.
CREATE FUNCTION think_room(me TEXT, my_kind TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO asker (id, kind, seen) VALUES (me, my_kind, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen;
    DELETE FROM asker WHERE seen < clock_timestamp() - INTERVAL '1 minute';
    DELETE FROM question WHERE NOT EXISTS (SELECT FROM asker WHERE asker.id = question.asker);
    DELETE FROM thinker WHERE seen < clock_timestamp() - INTERVAL '1 minute';
    RETURN (SELECT coalesce(sum(threads), 0) FROM thinker
             WHERE kind = my_kind AND think_until(id, seen) > clock_timestamp() - INTERVAL '3 seconds')
         - (SELECT count(*) FROM question WHERE kind = my_kind AND answer IS NULL AND tries < 2);
END $$;

-- What this server asked and need not wait for any longer: with an answer, or without one, to be thought by itself. A
-- question without a thinker waits for one so long that one that is there has seen it.
CREATE FUNCTION think_collect(me TEXT) RETURNS TABLE (which BIGINT, choice INTEGER, by TEXT) LANGUAGE sql AS $$
    DELETE FROM question WHERE asker = me AND (answer IS NOT NULL
        OR asked < clock_timestamp() - INTERVAL '1 minute'
        OR (tries >= 2 AND think_until(thinker, until) < clock_timestamp())
        OR greatest(asked, think_until(thinker, until)) < clock_timestamp() - INTERVAL '1 second')
    RETURNING ticket, answer, thinker;
$$;
