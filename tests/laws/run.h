/*
 * tests/laws/run.h - trials in a child process, and what is done about a finding.
 */
#ifndef REDOUBT_TESTS_LAWS_RUN_H
#define REDOUBT_TESTS_LAWS_RUN_H

#include "laws/laws.h"

/* guard.c. Run trials in a child process until one of them has a finding, which is then in
 * order->finding with the seed of its trial; a crash is one. False: all went well. */
bool run_guarded(const struct trial_order *order, bool quiet);
/* Memory shared with child processes, zero at first. */
void *shared_room(size_t size);

/* shrink.c. Drop steps from the record of the finding while the same law stays broken. */
void shrink(const struct trial_order *order);

/* report.c. What went wrong, the steps that lead there, and how to see it again. */
void report_finding(const struct trial_order *order, uint32_t steps_before);

#endif
