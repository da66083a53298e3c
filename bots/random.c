/*
 * Any order, chosen in factors: first what it is about, then the verb, then its arguments.
 *
 * It is about a unit where the verb commands one, about taking something back, or else about the
 * verb itself, all with the same chance. So twenty units are given about one order each before
 * the turn ends, however far they can go; what is bought mostly stays bought; and done comes when
 * its time has come. A unit then points at something or not: it has many ways to stay where it is,
 * and would hardly leave.
 * See docs/decisions/0030-random-play-in-factors.md.
 */
#include <string.h>

#include "bots/bot.h"
#include "bots/list.h"

enum {
    UNITS = 1 << 16,
    WORD = 64,
    ARMY = 20 /* topics that all units together have at most: a turn of an army ends some time */
};

/* What the orders are about. */
struct topics {
    uint32_t verbs, units, back; /* how many; back: 1 if something can be taken back */
    uint64_t unit[UNITS / WORD]; /* the numbers of the units */
};

/* Legal orders from first to the one before end. */
struct part {
    uint32_t first, end;
};

static const struct rd_verb *verb_of(const struct rd_bot_question *q, uint32_t index)
{
    return &q->game->verbs[q->legal[index].verb];
}

static int32_t has_flag(const struct rd_bot_question *q, uint32_t index, uint32_t flag)
{
    return (verb_of(q, index)->flags & flag) != 0;
}

/* The first order from here on that is not below (verb, value of the first argument). */
static uint32_t lower_bound(const struct rd_bot_question *q, uint32_t from, uint32_t verb,
                            uint32_t value)
{
    uint32_t low = from, high = q->legal_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct rd_action *action = &q->legal[middle];
        if (action->verb < verb || (action->verb == verb && action->arg[0] < value)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static uint32_t next_verb(const struct rd_bot_question *q, uint32_t index)
{
    return lower_bound(q, index, q->legal[index].verb + 1u, 0);
}

/* The orders of the verb of this one to this unit. */
static struct part part_of_unit(const struct rd_bot_question *q, uint32_t index, uint32_t unit)
{
    uint32_t verb = q->legal[index].verb;
    uint32_t first = lower_bound(q, index, verb, unit);
    return (struct part){ first, lower_bound(q, first, verb, unit + 1) };
}

static uint32_t draw_below(const struct rd_bot_question *q, uint32_t count)
{
    return (uint32_t)rd_luck_range(q->luck, 0, (int32_t)count - 1);
}

/* ---- what it is about ---- */

static void note_units(const struct rd_bot_question *q, uint32_t index, struct topics *topics)
{
    uint32_t end = next_verb(q, index);
    while (index < end) {
        uint32_t unit = q->legal[index].arg[0];
        uint64_t bit = UINT64_C(1) << unit % WORD;
        topics->units += (topics->unit[unit / WORD] & bit) == 0 ? 1u : 0u;
        topics->unit[unit / WORD] |= bit;
        index = part_of_unit(q, index, unit).end;
    }
}

static void find_topics(const struct rd_bot_question *q, struct topics *topics)
{
    memset(topics, 0, sizeof *topics);
    for (uint32_t i = 0; i < q->legal_count; i = next_verb(q, i)) {
        if (has_flag(q, i, RD_VERB_TAKES_BACK)) {
            topics->back = 1;
        } else if (has_flag(q, i, RD_VERB_COMMANDS)) {
            note_units(q, i, topics);
        } else {
            topics->verbs++;
        }
    }
}

static uint32_t nth_unit(const struct topics *topics, uint32_t n)
{
    uint32_t unit = 0;
    for (;; unit++) {
        uint32_t known = topics->unit[unit / WORD] >> unit % WORD & 1u;
        if (known != 0 && n == 0) {
            return unit;
        }
        n -= known;
    }
}

/* ---- the verb ---- */

/* Verbs that are about the same thing. */
struct wish {
    uint32_t with, without; /* flags */
    uint32_t unit;          /* UNITS: none */
    int32_t points;         /* with a unit: whether at something; -1 = whatever */
};

static struct part part_of_wish(const struct rd_bot_question *q, const struct wish *wish,
                                uint32_t index)
{
    const struct rd_verb *verb = verb_of(q, index);
    int32_t points = verb->arg[1].type != RD_ARG_NONE;
    int32_t fits = (verb->flags & wish->with) == wish->with && (verb->flags & wish->without) == 0 &&
                   (wish->points < 0 || wish->points == points);
    if (!fits) {
        return (struct part){ index, index };
    }
    return wish->unit == UNITS ? (struct part){ index, next_verb(q, index) }
                               : part_of_unit(q, index, wish->unit);
}

static uint32_t verbs_of_wish(const struct rd_bot_question *q, const struct wish *wish)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->legal_count; i = next_verb(q, i)) {
        struct part part = part_of_wish(q, wish, i);
        count += part.first < part.end ? 1u : 0u;
    }
    return count;
}

static struct part nth_of_wish(const struct rd_bot_question *q, const struct wish *wish, uint32_t n)
{
    for (uint32_t i = 0;; i = next_verb(q, i)) {
        RD_ASSERT(i < q->legal_count);
        struct part part = part_of_wish(q, wish, i);
        if (part.first == part.end) {
            continue;
        }
        if (n == 0) {
            return part;
        }
        n--;
    }
}

static struct part draw_of_unit(const struct rd_bot_question *q, uint32_t unit)
{
    struct wish wish = { RD_VERB_COMMANDS, RD_VERB_TAKES_BACK, unit, 0 };
    uint32_t plain = verbs_of_wish(q, &wish);
    wish.points = 1;
    uint32_t pointed = verbs_of_wish(q, &wish);
    if (pointed == 0 || (plain > 0 && draw_below(q, 2) == 0)) {
        wish.points = 0;
    }
    return nth_of_wish(q, &wish, draw_below(q, wish.points ? pointed : plain));
}

uint32_t rd_bot_random_choose(const struct rd_bot_question *question)
{
    RD_ASSERT(question->legal_count > 0);
    struct topics topics;
    find_topics(question, &topics);
    uint32_t army = topics.units < ARMY ? topics.units : ARMY;
    uint32_t topic = draw_below(question, topics.verbs + army + topics.back);
    struct part part;
    if (topic < topics.verbs) {
        struct wish wish = { 0, RD_VERB_COMMANDS | RD_VERB_TAKES_BACK, UNITS, -1 };
        part = nth_of_wish(question, &wish, topic);
    } else if (topic < topics.verbs + army) {
        part = draw_of_unit(question, nth_unit(&topics, draw_below(question, topics.units)));
    } else {
        struct wish wish = { RD_VERB_TAKES_BACK, 0, UNITS, -1 };
        part = nth_of_wish(question, &wish, draw_below(question, verbs_of_wish(question, &wish)));
    }
    return (uint32_t)rd_luck_range(question->luck, (int32_t)part.first, (int32_t)part.end - 1);
}
