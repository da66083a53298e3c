/* After Execution: the dead leave their slots, and the living are numbered by rank again. */
#include "fortress_internal.h"

#include <string.h>

/* Those who were in a range of slots. */
struct crowd {
    struct fortress_piece piece[FORTRESS_UNITS_MAX];
    struct fortress_task task[FORTRESS_UNITS_MAX];
    struct fortress_plan plan[FORTRESS_UNITS_MAX];
};
RD_STATIC_ASSERT(FORTRESS_NEUTRALS_MAX <= FORTRESS_UNITS_MAX, "neutrals fit in");

static void copy_crowd(const struct fortress_state *s, uint32_t first, uint32_t count,
                       struct crowd *crowd)
{
    RD_ASSERT(first < FORTRESS_WHO_MAX);
    memcpy(crowd->piece, &s->piece[first], count * sizeof crowd->piece[0]);
    memcpy(crowd->task, &s->task[first], count * sizeof crowd->task[0]);
    if (first < FORTRESS_FIRST_NEUTRAL) {
        memcpy(crowd->plan, &s->plan[first], count * sizeof crowd->plan[0]);
    }
}

/* The living of a range in rank order, with task and plan. They are sorted by number first, and
 * then moved once. */
static uint32_t gather(struct fortress_state *s, uint32_t first, uint32_t count)
{
    struct crowd crowd;
    uint16_t order[FORTRESS_UNITS_MAX];
    uint32_t living = 0;
    int32_t has_plan = first < FORTRESS_FIRST_NEUTRAL;
    for (uint32_t who = first; who < first + count; who++) {
        if (s->piece[who].health > 0) {
            order[living] = (uint16_t)who;
            living++;
        }
    }
    fortress_sort_by_rank(s, order, living);
    copy_crowd(s, first, count, &crowd);
    for (uint32_t i = 0; i < living; i++) {
        s->piece[first + i] = crowd.piece[order[i] - first];
        s->task[first + i] = crowd.task[order[i] - first];
        if (has_plan) {
            s->plan[first + i] = crowd.plan[order[i] - first];
        }
    }
    memset(&s->piece[first + living], 0, (count - living) * sizeof s->piece[0]);
    memset(&s->task[first + living], 0, (count - living) * sizeof s->task[0]);
    if (has_plan) {
        memset(&s->plan[first + living], 0, (count - living) * sizeof s->plan[0]);
    }
    return living;
}

/* A fallen tower is forgotten when nobody remembers it; of too many the oldest are. */
static void gather_structures(struct fortress_state *s, uint32_t seat)
{
    struct fortress_knowledge *know = &s->know[1 - seat];
    RD_ASSERT(seat < FORTRESS_SEATS);
    uint32_t first = fortress_structure_who(seat, 0), count = s->side[seat].structures, kept = 0;
    uint32_t fallen = 0;
    uint64_t known = 0;
    for (uint32_t slot = 0; slot < count; slot++) {
        fallen += s->piece[first + slot].health == 0 && (know->structures >> slot & 1u) != 0;
    }
    for (uint32_t slot = 0; slot < count; slot++) {
        uint64_t knows = know->structures >> slot & 1u;
        struct fortress_piece piece = s->piece[first + slot];
        int32_t lost = piece.health == 0 && piece.type != FORTRESS_BASE;
        if (lost && knows && fallen > FORTRESS_STRUCTURES_MAX - FORTRESS_STANDING_MAX) {
            fallen--;
            knows = 0;
        }
        if (lost && !knows) {
            continue;
        }
        if (lost) {
            piece.flags = piece.buff = 0;
        }
        s->piece[first + kept] = piece;
        s->task[first + kept] = s->task[first + slot];
        known |= knows << kept;
        kept++;
    }
    know->structures = known;
    s->side[seat].structures = (uint8_t)kept;
    memset(&s->piece[first + kept], 0, (count - kept) * sizeof s->piece[0]);
    memset(&s->task[first + kept], 0, (count - kept) * sizeof s->task[0]);
}

/* Ranks 1, 2, 3, ... over all sides. */
static void number_ranks(struct fortress_state *s)
{
    uint32_t next[3] = { 0, FORTRESS_UNITS_MAX, FORTRESS_FIRST_NEUTRAL };
    uint32_t end[3];
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        end[seat] = next[seat] + s->side[seat].units;
    }
    end[FORTRESS_NEUTRAL] = next[FORTRESS_NEUTRAL] + s->neutrals;
    for (uint32_t rank = 1;; rank++) {
        uint32_t lowest = 3;
        for (uint32_t side = 0; side < 3; side++) {
            if (next[side] < end[side] &&
                (lowest == 3 || s->piece[next[side]].rank < s->piece[next[lowest]].rank)) {
                lowest = side;
            }
        }
        if (lowest == 3) {
            return;
        }
        s->piece[next[lowest]].rank = (uint16_t)rank;
        next[lowest]++;
    }
}

void fortress_compact(struct fortress_state *s)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        s->side[seat].units = (uint8_t)gather(s, fortress_unit_who(seat, 0), s->side[seat].units);
        gather_structures(s, seat);
    }
    s->neutrals = (uint8_t)gather(s, FORTRESS_FIRST_NEUTRAL, s->neutrals);
    number_ranks(s);
}
