/*
 * tests/server/torn_disk.h - a disk under SQLite that remembers what was synced.
 *
 * Files in one folder are written through a layer of SQLite's own (a VFS), which keeps two things
 * of each: what is certainly on the disk, and what was written since and not synced. At every
 * write, sync, cut and deletion the test is told, and may ask what the disk could look like if the
 * power failed at this moment: of what was not synced some sectors are there and others not, in any
 * sequence, and some are half of each.
 */
#ifndef REDOUBT_TESTS_TORN_DISK_H
#define REDOUBT_TESTS_TORN_DISK_H

#include <stdbool.h>

#include "redoubt/luck.h"

/* From now on everything that SQLite opens in this folder. at_risk is called at each moment at
 * which the power may fail. lies: syncing does nothing, as some disks have it. */
void torn_disk_begin(const char *folder, void (*at_risk)(void), bool lies);
void torn_disk_end(void);
/* What might be found afterwards, as files in another folder, which is there and empty. */
void torn_disk_fail(const char *to, struct rd_luck *luck);

#endif
