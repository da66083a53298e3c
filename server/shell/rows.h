/*
 * server/shell/rows.h - records as both databases are asked for them, a row each: id, n, at_ms,
 * kind, body, link. Private to server/shell.
 */
#ifndef REDOUBT_SERVER_ROWS_H
#define REDOUBT_SERVER_ROWS_H

/* Records of no log have the number 0, and no link. */
#define ROWS_OF(kind, table) "SELECT id, 0, at_ms, '" kind "', body, NULL FROM " table

/* Of players, the server's time and reports, as much as a server needs when it starts. */
#define ROWS_BESIDE_PLAYERS \
    ROWS_OF("time", "fact") \
    " WHERE id = 'server'", ROWS_OF("report", "report") " ORDER BY at_ms DESC, id LIMIT 200"
#define ROWS_AT_START ROWS_OF("player", "player"), ROWS_BESIDE_PLAYERS

/* Logs. How a link is read differs. */
#define ROWS_OF_LOGS(link) "SELECT r.match, r.n, r.at_ms, r.kind, r.body, " link " FROM match AS m"
#define ROWS_IN_SEQUENCE   " ORDER BY m.at_ms, m.id, r.n"

/* All that is stored. Stubs come after the logs: a record removes the one of its match. */
#define ROWS_OF_EVERYTHING(link)                                                   \
    ROWS_OF("player", "player")                                                    \
    " ORDER BY id", ROWS_OF("time", "fact") " ORDER BY id",                        \
        ROWS_OF("report", "report") " ORDER BY id",                                \
        ROWS_OF_LOGS(link) " JOIN record AS r ON r.match = m.id" ROWS_IN_SEQUENCE, \
        ROWS_OF("stub", "stub") " ORDER BY id"

#endif
