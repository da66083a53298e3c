#include "clients/cli/replay_luck.h"

#include <stdio.h>
#include <string.h>

#include "host/field.h"
#include "host/setup.h"
#include "server/core/luck.h"

static const char *text_at(const json_t *list, size_t index)
{
    return json_string_value(json_array_get(list, index));
}

/* The opened shares of all seats that have sealed one. */
static bool read_shares(const json_t *luck, struct shares *shares, struct rd_problem *problem)
{
    const json_t *seals = json_object_get(luck, "seals"), *opened = json_object_get(luck, "shares");
    memset(shares, 0, sizeof *shares);
    for (size_t seat = 0; seat < json_array_size(seals) && seat < RD_SEATS_MAX; seat++) {
        const char *seal = text_at(seals, seat), *share = text_at(opened, seat);
        if (seal == NULL && share == NULL) {
            continue;
        }
        if (seal == NULL || share == NULL || !luck_is_seal(seal)) {
            return rd_problem_at(problem, "luck", "seat %zu has no seal or no share", seat);
        }
        memcpy(shares->seal[seat], seal, LUCK_HASH_ROOM);
        if (!luck_open(shares, (rd_seat)seat, share)) {
            return rd_problem_at(problem, "luck", "the share of seat %zu is not what it sealed",
                                 seat);
        }
    }
    return true;
}

static bool fits(const json_t *header, const struct rd_field *root, const struct rd_field *luck)
{
    struct rd_field field, seed;
    const char *match = NULL, *key = NULL, *commitment = NULL;
    char told[LUCK_HASH_ROOM], mixed[LUCK_KEY_ROOM];
    uint64_t made[2], used[2];
    struct shares shares;
    if (!rd_field_need(luck, "match", &field) || !rd_field_text(&field, &match) ||
        !rd_field_need(luck, "key", &field) || !rd_field_text(&field, &key) ||
        !rd_field_need(luck, "commitment", &field) || !rd_field_text(&field, &commitment) ||
        !rd_field_need(root, "seed", &seed) || !rd_seed_from_json(seed.json, used, root->problem)) {
        return false;
    }
    luck_commitment(match, key, told);
    if (!luck_is_share(key) || strcmp(told, commitment) != 0) {
        return rd_problem_at(root->problem, "luck", "the key is not the one that was committed to");
    }
    if (!read_shares(luck->json, &shares, root->problem)) {
        return false;
    }
    size_t seats = json_array_size(json_object_get(header, "seats"));
    luck_mix(match, key, &shares, (uint32_t)seats, mixed);
    return (rd_seed_parse(mixed, made, root->problem) && memcmp(made, used, sizeof made) == 0) ||
           rd_problem_at(root->problem, "luck", "the seed is not made of the key and the shares");
}

bool replay_luck_fits(const json_t *header, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(header, "", problem), luck;
    return !rd_field_get(&root, "luck", &luck) || fits(header, &root, &luck);
}

void replay_luck_print(const json_t *header)
{
    const json_t *luck = json_object_get(header, "luck");
    const json_t *shares = json_object_get(luck, "shares");
    size_t count = 0;
    for (size_t seat = 0; seat < json_array_size(shares); seat++) {
        count += json_is_string(json_array_get(shares, seat));
    }
    if (luck != NULL) { /* it was checked: nothing in it can upset a terminal */
        printf("the luck is of the key behind %s, and of the shares of %zu seats\n",
               json_string_value(json_object_get(luck, "commitment")), count);
    }
}
