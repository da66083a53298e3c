/* The invariants, one named check each. Safe on arbitrary bytes. */
#include "null.h"

static const char *audit_ending(const struct null_state *s)
{
    if (s->ending > NULL_RESIGNED) {
        return "no such ending";
    }
    if (s->winner >= NULL_SEATS || (s->ending == 0 && s->winner != 0)) {
        return "a winner without an ending";
    }
    if ((s->heap == 0) != (s->ending == NULL_LAST_STONE)) {
        return "an empty heap and the last stone belong together";
    }
    if (s->ending == NULL_LAST_STONE && s->winner == s->to_move) {
        return "the seat that took the last stone wins";
    }
    return NULL;
}

const char *null_audit(const void *state)
{
    const struct null_state *s = state;
    if (s->heap_max == 0 || s->heap_max > NULL_HEAP_MAX) {
        return "the heap began outside 1..64";
    }
    if (s->heap > s->heap_max) {
        return "more stones than at the beginning";
    }
    uint32_t taken = s->heap_max - s->heap;
    if (s->turn > taken || taken > s->turn * NULL_TAKE_MAX || s->turn > NULL_HEAP_MAX) {
        return "turns don't match the stones taken";
    }
    if (s->to_move != s->turn % NULL_SEATS) {
        return "seats take turns";
    }
    for (uint32_t i = 0; i < sizeof s->zero; i++) {
        if (s->zero[i] != 0) {
            return "padding is not zero";
        }
    }
    return audit_ending(s);
}
