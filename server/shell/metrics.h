/*
 * server/shell/metrics.h - figures for Prometheus, in its text format.
 */
#ifndef REDOUBT_SERVER_METRICS_H
#define REDOUBT_SERVER_METRICS_H

#include "server/core/core.h"
#include "server/shell/net.h"
#include "server/shell/threads.h"

struct metrics {
    struct core_counts core;
    struct net_counts net;
    struct thread_counts threads;
    bool healthy;
    int64_t started_ms;
};

/* The page; the caller frees it. */
char *metrics_page(const struct metrics *metrics, size_t *size);

#endif
