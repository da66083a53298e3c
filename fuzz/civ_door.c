/* Bytes as a client of the older civ server sends them: requests one after the other, answered by a
 * game under way. The first byte says whether the words are the original's and whether there is a
 * clock; the time is that of the requests. */
#include <stdlib.h>
#include <string.h>

#include "doors/civ.h"
#include "fuzz.h"

enum { BETWEEN_MS = 700, TURN_MS = 2000, UNIX_MS = 1700000000 };

static void open_door(struct civ_door *door, const struct rd_chosen *chosen, uint8_t choice)
{
    static const char *const keys[CIV_KEYS] = { "secret0", "secret1",  "secret2",
                                                "secret3", "observe0", "admin0" };
    struct civ_door_wish wish = { .chosen = chosen,
                                  .key = { 1, 2 },
                                  .waits = (choice & 4) != 0,
                                  .strict = (choice & 1) != 0,
                                  .turn_ms = (choice & 2) != 0 ? TURN_MS : 0 };
    for (uint32_t i = 0; i < CIV_KEYS; i++) {
        strcpy(wish.keys[i], keys[i]);
    }
    civ_door_open(door, &wish, 0);
}

/* One request, in a block of its own so that a byte too many is noticed. Its size; 0: no request.
 */
static size_t try_request(struct civ_door *door, const uint8_t *data, size_t size, int64_t now_ms)
{
    struct request *request = malloc(sizeof *request);
    char *bytes = malloc(size + (size == 0));
    size_t used = 0;
    FUZZ_MUST(request != NULL && bytes != NULL);
    memcpy(bytes, data, size);
    if (request_read(bytes, size, request) == HTTP_FINE) {
        struct answer answer;
        used = request->body.whole;
        FUZZ_MUST(used > 0 && used <= size);
        FUZZ_MUST(request->head.path[0] == '/');
        civ_door_answer(door, request, request->head.path, now_ms, UNIX_MS, &answer);
        FUZZ_MUST(answer.status >= 200 && answer.body != NULL);
        free(answer.body);
    }
    free(bytes);
    free(request);
    return used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct civ_door door;
    int64_t now_ms = 0;
    if (size < 1) {
        return 0;
    }
    FUZZ_MUST(rd_chosen_open(&chosen, "civ", &problem));
    chosen.setup.option[CIV_OPT_HOST] = 1;
    open_door(&door, &chosen, data[0]);
    for (size_t at = 1, used = 1; at < size && used > 0; at += used) {
        used = try_request(&door, data + at, size - at, now_ms);
        now_ms += BETWEEN_MS;
        civ_door_tick(&door, now_ms);
    }
    civ_door_close(&door);
    rd_chosen_close(&chosen);
    return 0;
}
