/* What was agreed on when a match was made: clock, time-outs, who may see and sit down. */
#include <string.h>

#include "server/core/state.h"

enum { SECONDS_MAX = 86400, DAYS_MAX = 60, CLAIM_MAX_S = 30 * 86400, DELAY_MAX = 100 };

static const int64_t day_ms = INT64_C(86400) * 1000;

static bool read_flag(const struct rd_field *root, const char *key, bool *out)
{
    struct rd_field field;
    if (!rd_field_get(root, key, &field)) {
        return true;
    }
    *out = json_is_true(field.json);
    return json_is_boolean(field.json) || rd_field_problem(&field, "must be true or false");
}

/* A number of units that may be left out, in milliseconds. */
static bool read_span(const struct rd_field *object, const char *key, int64_t min, int64_t max,
                      int64_t unit_ms, int64_t *out)
{
    struct rd_field field;
    int64_t number = 0;
    if (!rd_field_get(object, key, &field)) {
        return true;
    }
    if (!rd_field_integer(&field, min, max, &number)) {
        return false;
    }
    *out = number * unit_ms;
    return true;
}

static bool read_clock(const struct rd_field *root, struct clock_terms *clock)
{
    static const char *const keys[] = { "bank", "increment", "turn", "days", NULL };
    struct rd_field field;
    int64_t days_ms = 0;
    if (!rd_field_get(root, "clock", &field) || json_is_null(field.json)) {
        return true;
    }
    if (!rd_field_object(&field, keys) ||
        !read_span(&field, "bank", 1, SECONDS_MAX, 1000, &clock->bank_ms) ||
        !read_span(&field, "increment", 0, SECONDS_MAX, 1000, &clock->increment_ms) ||
        !read_span(&field, "turn", 1, SECONDS_MAX, 1000, &clock->turn_ms) ||
        !read_span(&field, "days", 1, DAYS_MAX, day_ms, &days_ms)) {
        return false;
    }
    if ((clock->bank_ms > 0) + (clock->turn_ms > 0) + (days_ms > 0) != 1 ||
        (clock->increment_ms > 0 && clock->bank_ms == 0)) {
        return rd_field_problem(&field, "give either bank (and increment), turn, or days");
    }
    clock->days = days_ms > 0;
    clock->turn_ms += days_ms;
    return true;
}

static bool read_timeout(const struct rd_field *root, const struct rd_game *game,
                         const struct rd_bot **stand_in)
{
    static const char *const words[] = { "draft", NULL };
    static const char *const keys[] = { "bot", NULL };
    struct rd_field field, bot;
    uint32_t word;
    const char *name = NULL;
    if (!rd_field_get(root, "on_timeout", &field)) {
        return true;
    }
    if (json_is_string(field.json)) {
        return rd_field_choice(&field, words, &word);
    }
    if (!rd_field_object(&field, keys) || !rd_field_need(&field, "bot", &bot) ||
        !rd_field_text(&bot, &name)) {
        return false;
    }
    *stand_in = rd_bot_find(game, name);
    return *stand_in != NULL || rd_field_problem(&bot, "the game has no such bot");
}

static bool read_claim(const struct rd_field *root, struct terms *terms)
{
    struct rd_field field;
    bool given = rd_field_get(root, "claim", &field);
    if (given && json_is_null(field.json)) {
        return true;
    }
    if (given) {
        return read_span(root, "claim", 1, CLAIM_MAX_S, 1000, &terms->claim_ms);
    }
    bool live = clock_used(&terms->clock) && !terms->clock.days;
    terms->claim_ms = live ? 120000 : terms->clock.days ? 0 : 3 * day_ms;
    return true;
}

static bool read_delay(const struct rd_field *root, struct terms *terms)
{
    struct rd_field field;
    int64_t turns = 0;
    if (!rd_field_get(root, "delay", &field) || json_is_null(field.json)) {
        return true;
    }
    bool fine = rd_field_integer(&field, 1, DELAY_MAX, &turns);
    terms->delay = (uint32_t)turns;
    return fine;
}

/* "together"; null or left out: everybody at their own pace. */
static bool read_pace(const struct rd_field *root, bool *together)
{
    static const char *const words[] = { "together", NULL };
    struct rd_field field;
    uint32_t word;
    *together = rd_field_get(root, "pace", &field) && !json_is_null(field.json);
    if (!*together) {
        return true;
    }
    return rd_field_choice(&field, words, &word);
}

bool terms_read(const struct rd_field *root, const struct rd_game *game, struct terms *terms)
{
    memset(terms, 0, sizeof *terms);
    return read_flag(root, "public", &terms->is_public) &&
           read_flag(root, "rated", &terms->rated) && read_clock(root, &terms->clock) &&
           read_timeout(root, game, &terms->stand_in) && read_claim(root, terms) &&
           read_delay(root, terms) && read_pace(root, &terms->together);
}

/* ---- to JSON ------------------------------------------------------------------------------- */

json_t *clock_terms_to_json(const struct clock_terms *clock)
{
    if (clock->bank_ms > 0) {
        return json_pack("{s:I, s:I}", "bank", (json_int_t)(clock->bank_ms / 1000), "increment",
                         (json_int_t)(clock->increment_ms / 1000));
    }
    if (clock->turn_ms > 0) {
        return json_pack("{s:I}", clock->days ? "days" : "turn",
                         (json_int_t)(clock->turn_ms / (clock->days ? day_ms : 1000)));
    }
    return json_null();
}

json_t *terms_to_json(const struct terms *terms)
{
    json_t *timeout = terms->stand_in == NULL ? json_string("draft")
                                              : json_pack("{s:s}", "bot", terms->stand_in->name);
    return json_pack("{s:b, s:b, s:o, s:o, s:o, s:o, s:o}", "public", terms->is_public, "rated",
                     terms->rated, "clock", clock_terms_to_json(&terms->clock), "on_timeout",
                     timeout, "claim",
                     terms->claim_ms > 0 ? json_integer(terms->claim_ms / 1000) : json_null(),
                     "delay", terms->delay > 0 ? json_integer(terms->delay) : json_null(), "pace",
                     terms->together ? json_string("together") : json_null());
}

const char *terms_speed(const struct terms *terms)
{
    return !clock_used(&terms->clock) ? "none" : terms->clock.days ? "days" : "live";
}
