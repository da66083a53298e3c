/*
 * server/shell/memory.h - how much memory the server may use, and how much it does.
 */
#ifndef REDOUBT_SERVER_MEMORY_H
#define REDOUBT_SERVER_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "host/problem.h"

/* "512M", "2G", "300000K" or bytes. Empty: half of what this machine has, or of what a limit leaves
 * to this process. False with a problem. */
bool memory_budget(const char *text, uint64_t *bytes, struct rd_problem *problem);

/* 0: there is room; 1: near the budget, give back what can be given; 2: take nothing more. Looks
 * not more often than is worth it. */
uint32_t memory_pressure(uint64_t budget, int64_t now_ms);

#endif
