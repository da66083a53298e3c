/* An open prompt and what it interrupted, from JSON. Readers of lists have one form, here and in
 * the other games: is the list there, is it a list, then entry by entry. */

#include <string.h>

#include "hosted.h"

static void number_into(struct fate_frame *frame, const struct fate_frame_field *field,
                        uint32_t value)
{
    RD_ASSERT(field->offset + field->size <= sizeof *frame && field->size <= sizeof value);
    uint8_t *at = (uint8_t *)frame + field->offset;
    for (uint32_t i = 0; i < field->size; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static bool read_bytes(const struct rd_field *frame, const char *key, uint32_t size, uint8_t *out)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(frame, key, &list)) {
        return true;
    }
    if (!rd_field_list(&list, size, size, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!fate_byte_read(&item, 255, &out[i])) {
            return false;
        }
    }
    return true;
}

static bool read_frame(const struct rd_field *item, struct fate_frame *frame)
{
    struct rd_field field;
    uint32_t kind;
    if (!json_is_object(item->json)) {
        return rd_field_problem(item, "must be an object such as {\"what\":\"attack\"}");
    }
    if (!rd_field_need(item, "what", &field) || !rd_field_choice(&field, fate_frame_names, &kind)) {
        return false;
    }
    frame->kind = (uint8_t)kind;
    for (const struct fate_frame_field *row = fate_frame_fields; row->name != NULL; row++) {
        int64_t value = row->preset;
        if (rd_field_get(item, row->name, &field) &&
            !rd_field_integer(&field, 0, row->max, &value)) {
            return false;
        }
        number_into(frame, row, (uint32_t)value);
    }
    return read_bytes(item, "die", sizeof frame->die, frame->die) &&
           read_bytes(item, "list", sizeof frame->list, frame->list);
}

static bool read_prompt(const struct rd_field *prompt, struct fate_state *s)
{
    static const char *const keys[] = { "owner", "kind", "unit", "options", NULL };
    struct rd_field field;
    uint32_t card;
    if (!rd_field_object(prompt, keys) || !rd_field_need(prompt, "kind", &field) ||
        !rd_field_choice(&field, fate_card_names, &card) ||
        !rd_field_need(prompt, "unit", &field) || !fate_unit_read(&field, &s->prompt_unit)) {
        return false;
    }
    s->prompt = (uint8_t)card;
    return true;
}

bool fate_pending_read(const struct rd_field *state, struct fate_state *s)
{
    struct rd_field prompt, list;
    size_t count;
    if (!rd_field_get(state, "prompt", &prompt) || json_is_null(prompt.json)) {
        return true;
    }
    if (!read_prompt(&prompt, s) || !rd_field_need(state, "pending", &list) ||
        !rd_field_list(&list, 1, FATE_FRAMES_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!read_frame(&item, &s->frame[i])) {
            return false;
        }
    }
    s->depth = (uint8_t)count;
    return true;
}
