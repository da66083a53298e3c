/* How much of what anybody may ask for: so many at once, and then so many in an hour. */
#include <pthread.h>
#include <string.h>

#include "clients/cli/site.h"

enum { SLOTS = 4096, PROBES = 16, HOUR_MS = 3600000 };

static const struct {
    uint32_t at_once, in_an_hour;
} amounts[RATES] = {
    [RATE_PAGES] = { 600, 72000 },      [RATE_SIGN_IN] = { 10, 60 },
    [RATE_UPLOADS] = { 20, 60 },        [RATE_FIGHTS] = { 10, 60 },
    [RATE_UPLOADS_FROM] = { 200, 600 }, [RATE_FIGHTS_FROM] = { 100, 600 },
};

static struct slot {
    char who[SITE_ADDRESS];
    enum rate rate;
    int64_t counted_ms;
    int64_t left; /* in thousandths */
} slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t place_of(enum rate rate, const char *who)
{
    uint32_t place = (uint32_t)rate + 1;
    for (; *who != '\0'; who++) {
        place = place * 31 + (unsigned char)*who;
    }
    return place % SLOTS;
}

/* Its own, or that of whoever has not come for longest. */
static struct slot *find(enum rate rate, const char *who)
{
    uint32_t place = place_of(rate, who);
    struct slot *oldest = &slots[place];
    for (uint32_t i = 0; i < PROBES; i++) {
        struct slot *each = &slots[(place + i) % SLOTS];
        if (each->rate == rate && strcmp(each->who, who) == 0) {
            return each;
        }
        if (each->counted_ms < oldest->counted_ms) {
            oldest = each;
        }
    }
    memset(oldest, 0, sizeof *oldest);
    snprintf(oldest->who, sizeof oldest->who, "%s", who);
    oldest->rate = rate;
    return oldest;
}

void rate_give_back(enum rate rate, const char *who)
{
    char name[SITE_ADDRESS];
    snprintf(name, sizeof name, "%s", who);
    if (name[0] != '\0') {
        pthread_mutex_lock(&lock);
        find(rate, name)->left += 1000;
        pthread_mutex_unlock(&lock);
    }
}

bool rate_take(enum rate rate, const char *who)
{
    char name[SITE_ADDRESS];
    snprintf(name, sizeof name, "%s", who);
    if (name[0] == '\0') {
        return true;
    }
    pthread_mutex_lock(&lock);
    struct slot *slot = find(rate, name);
    int64_t now = site_now_ms(), full = (int64_t)amounts[rate].at_once * 1000;
    int64_t passed = slot->counted_ms == 0 ? HOUR_MS : now - slot->counted_ms;
    passed = passed < 0 ? 0 : passed > HOUR_MS ? HOUR_MS : passed;
    slot->left = slot->counted_ms == 0
                     ? full
                     : slot->left + passed * amounts[rate].in_an_hour * 1000 / HOUR_MS;
    slot->left = slot->left > full ? full : slot->left;
    slot->counted_ms = now;
    bool fine = slot->left >= 1000;
    slot->left -= fine ? 1000 : 0;
    pthread_mutex_unlock(&lock);
    return fine;
}
