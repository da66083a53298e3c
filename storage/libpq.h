/*
 * storage/libpq.h - the functions of PostgreSQL's client library that are used, out of the library
 * when it is there. Written from its documentation; nothing of it is needed to build, and a machine
 * that keeps its matches in a file needs nothing of it at all.
 */
#ifndef REDOUBT_STORAGE_LIBPQ_H
#define REDOUBT_STORAGE_LIBPQ_H

#include <stdbool.h>

#include "host/problem.h"

enum { /* of a connection */
       PQ_CONNECTION_OK = 0,
       PQ_CONNECTION_BAD = 1
};
enum { /* what PQconnectPoll waits for */
       PQ_POLLING_FAILED = 0,
       PQ_POLLING_READING = 1,
       PQ_POLLING_WRITING = 2,
       PQ_POLLING_OK = 3
};
enum { /* of a result */
       PQ_COMMAND_OK = 1,
       PQ_TUPLES_OK = 2,
       PQ_SINGLE_TUPLE = 9,
       PQ_PIPELINE_SYNC = 10
};
enum { PQ_ERRORS_DEFAULT = 1, PQ_ERRORS_VERBOSE = 2, PQ_DIAG_SQLSTATE = 'C' };

typedef struct pg_conn *pq_handle;
typedef struct pg_result *pq_rows;
struct pq_notice; /* of NOTIFY; nobody reads it */

/* X(result, member, name in the library, arguments) */
#define LIBPQ_FUNCTIONS(X)                                                                   \
    X(pq_handle, connect_start, PQconnectStartParams,                                        \
      (const char *const *, const char *const *, int))                                       \
    X(int, connect_poll, PQconnectPoll, (pq_handle))                                         \
    X(void, finish, PQfinish, (pq_handle))                                                   \
    X(int, status, PQstatus, (const struct pg_conn *))                                       \
    X(int, socket, PQsocket, (const struct pg_conn *))                                       \
    X(char *, error, PQerrorMessage, (const struct pg_conn *))                               \
    X(int, verbosity, PQsetErrorVerbosity, (pq_handle, int))                                 \
    X(pq_rows, execute, PQexec, (pq_handle, const char *))                                   \
    X(pq_rows, execute_with, PQexecParams,                                                   \
      (pq_handle, const char *, int, const unsigned int *, const char *const *, const int *, \
       const int *, int))                                                                    \
    X(pq_rows, prepare, PQprepare,                                                           \
      (pq_handle, const char *, const char *, int, const unsigned int *))                    \
    X(int, send, PQsendQueryParams,                                                          \
      (pq_handle, const char *, int, const unsigned int *, const char *const *, const int *, \
       const int *, int))                                                                    \
    X(int, send_prepared, PQsendQueryPrepared,                                               \
      (pq_handle, const char *, int, const char *const *, const int *, const int *, int))    \
    X(int, enter_pipeline, PQenterPipelineMode, (pq_handle))                                 \
    X(int, leave_pipeline, PQexitPipelineMode, (pq_handle))                                  \
    X(int, end_pipeline, PQpipelineSync, (pq_handle))                                        \
    X(int, single_rows, PQsetSingleRowMode, (pq_handle))                                     \
    X(pq_rows, result, PQgetResult, (pq_handle))                                             \
    X(int, is_busy, PQisBusy, (pq_handle))                                                   \
    X(int, consume, PQconsumeInput, (pq_handle))                                             \
    X(struct pq_notice *, notice, PQnotifies, (pq_handle))                                   \
    X(void, free_memory, PQfreemem, (void *))                                                \
    X(int, result_status, PQresultStatus, (const struct pg_result *))                        \
    X(char *, result_error, PQresultErrorMessage, (const struct pg_result *))                \
    X(char *, result_field, PQresultErrorField, (const struct pg_result *, int))             \
    X(int, rows, PQntuples, (const struct pg_result *))                                      \
    X(char *, value, PQgetvalue, (const struct pg_result *, int, int))                       \
    X(int, is_null, PQgetisnull, (const struct pg_result *, int, int))                       \
    X(void, clear, PQclear, (pq_rows))                                                       \
    X(void *, notices, PQsetNoticeProcessor, (pq_handle, void (*)(void *, const char *), void *))

struct libpq {
#define X(result, member, name, arguments) result(*member) arguments;
    LIBPQ_FUNCTIONS(X)
#undef X
};

/* The same for all who ask. NULL with a problem: the machine has none, or an old one. */
const struct libpq *libpq_open(struct rd_problem *problem);

#endif
