#include "tests/server/torn_disk.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"

enum { FILES = 8, PATH_ROOM = 512, SECTOR = 512 };

struct change {
    bool cut; /* to the length `at` */
    sqlite3_int64 at;
    int size;
    unsigned char *bytes;
};

struct image {
    char name[64]; /* "": a free place */
    unsigned char *bytes;
    sqlite3_int64 size;
    struct change *change; /* not synced, the oldest first */
    uint32_t count, room;
    bool fresh; /* its name is not synced, and may be lost */
    bool gone;  /* deleted, which may be lost too */
};

struct torn_file {
    sqlite3_file base;
    struct image *image; /* NULL: not in the folder */
    sqlite3_file *real;
};

static struct {
    char folder[PATH_ROOM];
    void (*at_risk)(void);
    bool lies, told;
    sqlite3_vfs vfs, *real;
    struct image image[FILES];
} disk;

/* ---- images ---- */

static void drop_changes(struct image *image)
{
    for (uint32_t i = 0; i < image->count; i++) {
        free(image->change[i].bytes);
    }
    image->count = 0;
}

static void drop_image(struct image *image)
{
    drop_changes(image);
    free(image->change);
    free(image->bytes);
    memset(image, 0, sizeof *image);
}

static struct image *image_of(const char *path, bool make)
{
    size_t length = strlen(disk.folder);
    struct image *unused = NULL;
    if (path == NULL || strncmp(path, disk.folder, length) != 0 || path[length] != '/') {
        return NULL;
    }
    for (uint32_t i = 0; i < FILES; i++) {
        if (strcmp(disk.image[i].name, path + length + 1) == 0) {
            return &disk.image[i];
        }
        unused = disk.image[i].name[0] == '\0' ? &disk.image[i] : unused;
    }
    if (make) {
        RD_ASSERT(unused != NULL);
        snprintf(unused->name, sizeof unused->name, "%s", path + length + 1);
        unused->fresh = true;
        return unused;
    }
    return NULL;
}

/* At most once inside itself: what the test looks at is no risk. */
static void risk(void)
{
    if (!disk.told) {
        disk.told = true;
        disk.at_risk();
        disk.told = false;
    }
}

static void add_change(struct image *image, struct change change)
{
    if (image->count == image->room) {
        image->room = image->room == 0 ? 16 : 2 * image->room;
        image->change = realloc(image->change, image->room * sizeof *image->change);
        RD_ASSERT(image->change != NULL);
    }
    image->change[image->count++] = change;
}

static unsigned char *grown(unsigned char *bytes, sqlite3_int64 *size, sqlite3_int64 wanted)
{
    if (wanted > *size) {
        bytes = realloc(bytes, (size_t)wanted);
        RD_ASSERT(bytes != NULL);
        memset(bytes + *size, 0, (size_t)(wanted - *size));
        *size = wanted;
    }
    return bytes;
}

/* luck NULL: all of it. Otherwise each sector, or its beginning, or nothing of it. */
static void put(unsigned char *bytes, const struct change *change, struct rd_luck *luck)
{
    for (int done = 0; done < change->size;) {
        int left = SECTOR - (int)((change->at + done) % SECTOR);
        int part = left < change->size - done ? left : change->size - done;
        int32_t fate = luck == NULL ? 0 : rd_luck_range(luck, 0, 7);
        int kept = fate <= 3 ? part : fate == 4 ? (int)rd_luck_range(luck, 0, part) : 0;
        memcpy(bytes + change->at + done, change->bytes + done, (size_t)kept);
        done += part;
    }
}

static unsigned char *changed(unsigned char *bytes, sqlite3_int64 *size,
                              const struct change *change, struct rd_luck *luck)
{
    bool never = luck != NULL && rd_luck_range(luck, 0, 3) == 0;
    if (never) {
        return bytes;
    }
    if (change->cut) {
        *size = change->at < *size ? change->at : *size;
        return bytes;
    }
    bytes = grown(bytes, size, change->at + change->size);
    put(bytes, change, luck);
    return bytes;
}

static void make_sure(struct image *image)
{
    for (uint32_t i = 0; i < image->count; i++) {
        image->bytes = changed(image->bytes, &image->size, &image->change[i], NULL);
    }
    drop_changes(image);
}

/* SQLite syncs the folder too when it first syncs a log or journal that it made. */
static void make_names_sure(void)
{
    for (uint32_t i = 0; i < FILES; i++) {
        disk.image[i].fresh = false;
        if (disk.image[i].gone) {
            drop_image(&disk.image[i]);
        }
    }
}

/* ---- the power fails ---- */

static void write_file(const char *folder, const char *name, const unsigned char *bytes,
                       sqlite3_int64 size)
{
    char path[2 * PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    RD_ASSERT(file != NULL);
    size_t written = size == 0 ? 0 : fwrite(bytes, 1, (size_t)size, file);
    RD_ASSERT(written == (size_t)size);
    fclose(file);
}

void torn_disk_fail(const char *to, struct rd_luck *luck)
{
    for (uint32_t i = 0; i < FILES; i++) {
        const struct image *image = &disk.image[i];
        bool lost = (image->fresh || image->gone) && rd_luck_range(luck, 0, 1) == 0;
        if (image->name[0] == '\0' || lost) {
            continue;
        }
        sqlite3_int64 size = image->size;
        unsigned char *bytes = malloc((size_t)size + 1);
        RD_ASSERT(bytes != NULL);
        if (size > 0) {
            memcpy(bytes, image->bytes, (size_t)size);
        }
        for (uint32_t c = 0; c < image->count; c++) {
            bytes = changed(bytes, &size, &image->change[c], luck);
        }
        write_file(to, image->name, bytes, size);
        free(bytes);
    }
}

/* ---- files ---- */

static struct torn_file *torn(sqlite3_file *file)
{
    return (struct torn_file *)(void *)file;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return torn(file)->real;
}

static const sqlite3_io_methods *methods_of(sqlite3_file *file)
{
    return torn(file)->real->pMethods;
}

static int torn_close(sqlite3_file *file)
{
    return methods_of(file)->xClose(real_of(file));
}

static int torn_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at)
{
    return methods_of(file)->xRead(real_of(file), to, size, at);
}

static int torn_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
    struct image *image = torn(file)->image;
    if (image != NULL) {
        struct change change = { .at = at, .size = size, .bytes = malloc((size_t)size) };
        RD_ASSERT(change.bytes != NULL);
        memcpy(change.bytes, from, (size_t)size);
        add_change(image, change);
        risk();
    }
    return methods_of(file)->xWrite(real_of(file), from, size, at);
}

static int torn_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct image *image = torn(file)->image;
    if (image != NULL) {
        add_change(image, (struct change){ .cut = true, .at = size });
        risk();
    }
    return methods_of(file)->xTruncate(real_of(file), size);
}

/* The real disk need not hurry: what is found is made of images. */
static int torn_sync(sqlite3_file *file, int flags)
{
    struct image *image = torn(file)->image;
    (void)flags;
    if (image != NULL) {
        risk();
        if (!disk.lies) {
            make_sure(image);
        }
        if (!disk.lies && image->fresh && strchr(image->name, '-') != NULL) {
            make_names_sure();
        }
    }
    return SQLITE_OK;
}

static int torn_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return methods_of(file)->xFileSize(real_of(file), size);
}

static int torn_lock(sqlite3_file *file, int level)
{
    return methods_of(file)->xLock(real_of(file), level);
}

static int torn_unlock(sqlite3_file *file, int level)
{
    return methods_of(file)->xUnlock(real_of(file), level);
}

static int torn_check_lock(sqlite3_file *file, int *locked)
{
    return methods_of(file)->xCheckReservedLock(real_of(file), locked);
}

static int torn_control(sqlite3_file *file, int what, void *more)
{
    return methods_of(file)->xFileControl(real_of(file), what, more);
}

static int torn_sector(sqlite3_file *file)
{
    return methods_of(file)->xSectorSize(real_of(file));
}

static int torn_traits(sqlite3_file *file)
{
    return methods_of(file)->xDeviceCharacteristics(real_of(file));
}

static int torn_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **at)
{
    return methods_of(file)->xShmMap(real_of(file), page, size, extend, at);
}

static int torn_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return methods_of(file)->xShmLock(real_of(file), offset, count, flags);
}

static void torn_shm_barrier(sqlite3_file *file)
{
    methods_of(file)->xShmBarrier(real_of(file));
}

static int torn_shm_unmap(sqlite3_file *file, int deletes)
{
    return methods_of(file)->xShmUnmap(real_of(file), deletes);
}

/* Version 2: nothing is mapped into memory past us. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = torn_close,
    .xRead = torn_read,
    .xWrite = torn_write,
    .xTruncate = torn_truncate,
    .xSync = torn_sync,
    .xFileSize = torn_size,
    .xLock = torn_lock,
    .xUnlock = torn_unlock,
    .xCheckReservedLock = torn_check_lock,
    .xFileControl = torn_control,
    .xSectorSize = torn_sector,
    .xDeviceCharacteristics = torn_traits,
    .xShmMap = torn_shm_map,
    .xShmLock = torn_shm_lock,
    .xShmBarrier = torn_shm_barrier,
    .xShmUnmap = torn_shm_unmap,
};

/* ---- the layer ---- */

static int torn_open(sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *file, int flags,
                     int *out)
{
    (void)vfs;
    struct torn_file *opened = torn(file);
    bool ours = (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    opened->real = (sqlite3_file *)(opened + 1);
    opened->image = ours ? image_of(path, true) : NULL;
    int result = disk.real->xOpen(disk.real, path, opened->real, flags, out);
    opened->base.pMethods = result == SQLITE_OK ? &methods : NULL;
    if (result == SQLITE_OK && opened->image != NULL && opened->image->gone) {
        char name[sizeof opened->image->name]; /* another file of the same name */
        memcpy(name, opened->image->name, sizeof name);
        drop_image(opened->image);
        memcpy(opened->image->name, name, sizeof name);
        opened->image->fresh = true;
    }
    return result;
}

static int torn_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    struct image *image = image_of(path, false);
    if (image != NULL) {
        image->gone = true;
        risk();
        if (sync != 0 && !disk.lies) {
            drop_image(image);
        }
    }
    return disk.real->xDelete(disk.real, path, sync);
}

void torn_disk_begin(const char *folder, void (*at_risk)(void), bool lies)
{
    memset(&disk, 0, sizeof disk);
    snprintf(disk.folder, sizeof disk.folder, "%s", folder);
    disk.at_risk = at_risk;
    disk.lies = lies;
    disk.real = sqlite3_vfs_find(NULL);
    RD_ASSERT(disk.real != NULL);
    disk.vfs = *disk.real; /* what is not of our own goes there, with its own memory */
    disk.vfs.zName = "torn";
    disk.vfs.szOsFile = (int)sizeof(struct torn_file) + disk.real->szOsFile;
    disk.vfs.xOpen = torn_open;
    disk.vfs.xDelete = torn_delete;
    int result = sqlite3_vfs_register(&disk.vfs, 1);
    RD_ASSERT(result == SQLITE_OK);
}

void torn_disk_end(void)
{
    sqlite3_vfs_unregister(&disk.vfs);
    sqlite3_vfs_register(disk.real, 1);
    for (uint32_t i = 0; i < FILES; i++) {
        drop_image(&disk.image[i]);
    }
}
