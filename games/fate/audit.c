/* What is true of every state. Safe on any bytes; what passes can be played to its end. */
#include <string.h>

#include "board.h"
#include "cards.h"
#include "kinds.h"
#include "mirror.h"
#include "picks.h"
#include "prompt.h"
#include "rules.h"
#include "summon.h"
#include "tokens.h"

enum { DAMAGE_MAX = 9, DEPTH_MAX = 5 /* leaves room for what an answer begins */ };

/* Every audit has such a loop: rules have no C library, and games share no file but redoubt/. */
static uint32_t all_zero(const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    uint8_t seen = 0;
    for (size_t i = 0; i < size; i++) {
        seen |= byte[i];
    }
    return seen == 0;
}

/* ---- units ---- */

static uint32_t kind_fits(const struct fate_state *s, uint32_t i)
{
    const struct fate_unit *u = &s->unit[i];
    if (u->kind >= FATE_KINDS || u->form >= FATE_FORMS) {
        return 0;
    }
    const struct fate_kind *kind = &fate_kinds[u->kind];
    uint32_t right =
        i < FATE_CORE ? kind->class == i % FATE_CLASSES : u->kind == fate_summon_kind(i);
    return right && (u->form == 0 || kind->traits[u->form].reach != 0);
}

static const char *audit_cards(const struct fate_state *s, uint32_t i)
{
    const struct fate_unit *u = &s->unit[i];
    const struct fate_kind *kind = fate_kind_of(s, i);
    for (uint32_t place = 0; place < kind->card_count; place++) {
        uint32_t card = kind->card[place], has = !fate_card_sleeps(s, i, card);
        uint32_t most = has && fate_counts(card) ? fate_card_max(s, i, card) : 0;
        uint32_t once = has && (fate_cards[card].flags & FATE_ONCE) != 0;
        if (u->charge[place] > most) {
            return "a counter is above its maximum";
        }
        if ((u->used >> place & 1u) != 0 && !once) {
            return "a card is used up that can't be";
        }
    }
    if (!all_zero(&u->charge[kind->card_count], FATE_CARDS_MAX - kind->card_count)) {
        return "a counter without a card";
    }
    return u->used >> kind->card_count == 0 ? NULL : "there are not so many cards";
}

static const char *audit_fx(const struct fate_state *s, uint32_t i)
{
    const struct fate_unit *u = &s->unit[i];
    if (u->fx_count > FATE_FX_MAX || (u->fx_count > 0 && (u->hp == 0 || s->heroes == 0))) {
        return "effects where none can be";
    }
    for (uint32_t k = 0; k < u->fx_count; k++) {
        if (u->fx[k].kind == FATE_FX_NOTHING || u->fx[k].kind >= FATE_FX_KINDS ||
            u->fx[k].by >= FATE_UNITS) {
            return "an effect that there is not";
        }
        for (uint32_t other = 0; other < k; other++) {
            if (u->fx[other].kind == u->fx[k].kind && u->fx[other].by == u->fx[k].by) {
                return "an effect stands twice";
            }
        }
    }
    size_t rest = (size_t)(FATE_FX_MAX - u->fx_count) * sizeof u->fx[0];
    return all_zero(&u->fx[u->fx_count], rest) ? NULL : "an unused effect is not zero";
}

static const char *audit_hiding(const struct fate_state *s, uint32_t i)
{
    const struct fate_unit *u = &s->unit[i];
    if (!u->hidden) {
        return u->timer == 0 && u->known == FATE_NONE ? NULL : "a unit in sight has a timer";
    }
    uint32_t may =
        u->hidden == 1 && u->hp != 0 && !fate_before_battle(s) && fate_traits_of(s, i)->hides != 0;
    return may && u->timer <= FATE_STEALTH_TURNS && (u->known < FATE_CELLS || u->known == FATE_NONE)
               ? NULL
               : "a unit is hidden that can't be";
}

static const char *audit_unit(const struct fate_state *s, uint32_t i)
{
    const struct fate_unit *u = &s->unit[i];
    if (u->max == 0 || u->max > FATE_HP_MAX || u->hp > u->max || u->damage > DAMAGE_MAX ||
        u->slots > FATE_ALL_SLOTS ||
        (u->fell != FATE_NONE && (u->hp != 0 || u->fell >= FATE_CELLS)) ||
        !all_zero(u->zero, sizeof u->zero)) {
        return "a unit's numbers are out of range";
    }
    const char *flaw = audit_hiding(s, i);
    if (flaw == NULL) {
        flaw = audit_cards(s, i);
    }
    return flaw == NULL ? audit_fx(s, i) : flaw;
}

/* A summon that is not there has nothing. */
static uint32_t is_blank(const struct fate_state *s, uint32_t i)
{
    struct fate_unit blank = s->unit[i];
    fate_make_unit(&blank, s->unit[i].kind, s->numbers);
    blank.hp = 0;
    return memcmp(&blank, &s->unit[i], sizeof blank) == 0;
}

/* Everybody alive stands somewhere, alone. */
static const char *audit_places(const struct fate_state *s)
{
    struct fate_set taken = { { 0, 0 } };
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &s->unit[i];
        uint32_t may_wait = i < FATE_CORE && (fate_before_battle(s) || s->queue_count == 0);
        if (u->at == FATE_NONE && (u->hp == 0 || may_wait)) {
            continue;
        }
        if (u->at >= FATE_CELLS || u->hp == 0 || fate_set_has(&taken, u->at)) {
            return "a unit is where it can't be";
        }
        fate_set_add(&taken, u->at);
    }
    return NULL;
}

static const char *audit_units(const struct fate_state *s)
{
    uint32_t heroes = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (!kind_fits(s, i)) {
            return "a unit is of a kind that it can't be";
        }
        heroes |= i < FATE_CORE && fate_is_hero(s->unit[i].kind) ? fate_bit(i) : 0;
    }
    if (s->heroes != heroes) {
        return "the set of heroes is wrong";
    }
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const char *flaw = audit_unit(s, i);
        if (flaw != NULL) {
            return flaw;
        }
        uint32_t summoner = i < FATE_CORE ? 0 : fate_summoner(s, i);
        if (i >= FATE_CORE && s->unit[i].hp != 0 &&
            (summoner == FATE_NONE || s->unit[summoner].hp == 0)) {
            return "a summon without its maker";
        }
        if (i >= FATE_CORE && s->unit[i].hp == 0 && !is_blank(s, i)) {
            return "a summon that is not there has something";
        }
    }
    return audit_places(s);
}

/* ---- the list of units that were placed, and the queue ---- */

static uint32_t is_list(const uint8_t *list, uint32_t count, uint32_t room, uint32_t limit)
{
    uint32_t seen = 0;
    if (count > room || !all_zero(list + count, room - count)) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] >= limit || (seen >> list[i] & 1u) != 0) {
            return 0;
        }
        seen |= fate_bit(list[i]);
    }
    return 1;
}

static const char *audit_placement(const struct fate_state *s)
{
    uint32_t on_board = 0;
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        const struct fate_unit *u = &s->unit[i];
        on_board += u->at != FATE_NONE;
        uint32_t home = i < FATE_CLASSES ? 0 : FATE_SIDE - 1u;
        if (u->at != FATE_NONE &&
            (fate_row(u->at) != home || fate_column(u->at) < FATE_HOME_FIRST ||
             fate_column(u->at) > FATE_HOME_LAST)) {
            return "a unit is placed off its home row";
        }
    }
    if ((fate_living(s) & (uint32_t)FATE_SUMMONS) != 0) {
        return "a summon is there before the battle";
    }
    uint32_t by_seat[FATE_SEATS] = { 0, 0 };
    for (uint32_t i = 0; i < s->placed_count; i++) {
        by_seat[fate_seat_of(s->placed[i])]++;
        if (s->unit[s->placed[i]].at == FATE_NONE) {
            return "a unit is listed and not placed";
        }
    }
    uint32_t turn = s->first ^ (s->placed_count & 1u);
    return on_board == s->placed_count && s->placed_count < FATE_CORE && s->current == turn &&
                   by_seat[s->first] == (s->placed_count + 1u) / 2
               ? NULL
               : "the placement is out of turn";
}

static const char *audit_queue(const struct fate_state *s)
{
    if (!is_list(s->placed, s->placed_count, FATE_CORE, FATE_CORE) ||
        !is_list(s->queue, s->queue_count, FATE_QUEUE_MAX, FATE_UNITS)) {
        return "a list of units is broken";
    }
    uint32_t queued = 0;
    for (uint32_t i = 0; i < s->queue_count; i++) {
        queued |= fate_bit(s->queue[i]);
    }
    if (s->queue_count == 0) {
        return s->phase == FATE_BATTLE || s->queue_index != 0 ? "the queue is empty" : NULL;
    }
    uint32_t images = fate_bit(FATE_CORE + 1) | fate_bit(FATE_CORE + 3);
    if (fate_before_battle(s) || s->queue_index >= s->queue_count || (queued & images) != 0 ||
        (fate_living(s) & ~images & ~queued) != 0) {
        return "the queue is wrong";
    }
    return NULL;
}

/* ---- what is going on ---- */

static const char *audit_phase(const struct fate_state *s)
{
    if (s->phase > FATE_PICKING || s->current >= FATE_SEATS || s->first >= FATE_SEATS ||
        s->ending >= FATE_ENDINGS || (s->ending != FATE_PLAYING) != (s->phase == FATE_ENDED)) {
        return "the phase is wrong";
    }
    uint64_t most = (uint64_t)(s->round - 1) * FATE_QUEUE_MAX + s->queue_index + 1;
    if (s->rounds > FATE_ROUNDS_MAX || s->round == 0 || s->turn == 0 || s->turn > most ||
        (s->rounds != 0 && s->round > s->rounds)) {
        return "the round or the turn is wrong";
    }
    if (s->initiative[0] > 12 || s->initiative[1] > 12) {
        return "the initiative is wrong";
    }
    if (s->numbers != FATE_BOOK && s->heroes == 0 && s->phase != FATE_PICKING) {
        return "numbers of heroes where there are none";
    }
    if (!fate_picks_are_sound(s)) {
        return "the bans or picks are wrong";
    }
    if (s->phase != FATE_BATTLE) {
        return s->active == FATE_NONE && s->prompt == FATE_NO_CARD ? NULL : "nobody is active now";
    }
    uint32_t fine = s->active < FATE_UNITS && s->active == s->queue[s->queue_index] &&
                    s->current == fate_seat_of(s->active) &&
                    (s->unit[s->active].hp != 0 || s->prompt != FATE_NO_CARD);
    return fine ? NULL : "the active unit is wrong";
}

static const char *audit_roll(const struct fate_state *s)
{
    if (s->roll == 0) {
        return (s->rolled[0] | s->rolled[1]) == 0 ? NULL : "options without a roll";
    }
    return s->roll <= 6 && s->phase == FATE_BATTLE && s->rolled[1] >> (FATE_CELLS - 64) == 0
               ? NULL
               : "the movement roll is wrong";
}

static const char *audit_knowledge(const struct fate_state *s)
{
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        uint32_t none = s->sensed[seat] == 0;
        if ((s->sensed[seat] & ~fate_side(1 - seat)) != 0 ||
            (none ? s->sensed_at[seat] != FATE_NONE : s->sensed_at[seat] >= FATE_CELLS) ||
            !fate_pair_is_sound(s, seat)) {
            return "what a seat has found is wrong";
        }
    }
    uint32_t none = s->stopped == FATE_NONE && s->stopped_for == FATE_NONE;
    return none || (s->stopped < FATE_UNITS && s->stopped_for < FATE_UNITS)
               ? NULL
               : "a stopped arrow is wrong";
}

static const char *audit_tokens(const struct fate_state *s)
{
    uint32_t count[FATE_TOKEN_KINDS][FATE_SEATS] = { { 0 } };
    if (s->token_count > FATE_TOKENS_MAX ||
        !all_zero(&s->token[s->token_count],
                  (FATE_TOKENS_MAX - s->token_count) * sizeof s->token[0])) {
        return "the list of tokens is broken";
    }
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *token = &s->token[i];
        if (token->kind >= FATE_TOKEN_KINDS || token->by >= FATE_CORE ||
            (s->heroes >> token->by & 1u) == 0 ||
            (token->at >= FATE_CELLS && token->at != FATE_NONE)) {
            return "a token that there is not";
        }
        const struct fate_token_row *row = &fate_token_rows[token->kind];
        uint32_t seat = fate_seat_of(token->by);
        count[token->kind][seat]++;
        if (count[token->kind][seat] > row->most ||
            fate_card_place(s, token->by, row->card) == FATE_NONE ||
            (row->dies_with && s->unit[token->by].hp == 0) ||
            (row->reach == 0) != (token->at != FATE_NONE) || token->left > row->turns ||
            (row->turns == 0) != (token->left == 0)) {
            return "a token where none can be";
        }
    }
    return NULL;
}

/* ---- frames ---- */

static uint32_t is_unit_or_none(uint32_t unit)
{
    return unit < FATE_UNITS || unit == FATE_NONE;
}

static uint32_t is_cell_or_none(uint32_t cell)
{
    return cell < FATE_CELLS || cell == FATE_NONE;
}

static uint32_t frame_in_range(const struct fate_frame *frame)
{
    uint32_t fine = frame->unit < FATE_UNITS && is_unit_or_none(frame->target) &&
                    is_unit_or_none(frame->victim) && is_cell_or_none(frame->from) &&
                    is_cell_or_none(frame->to) && frame->mask >> FATE_UNITS == 0 &&
                    frame->count <= FATE_PATH_MAX && frame->crossed < 1u << FATE_SEATS &&
                    frame->damage <= DAMAGE_MAX &&
                    (frame->card == FATE_NO_CARD || frame->card < FATE_CARDS) &&
                    all_zero(frame->zero, sizeof frame->zero);
    for (uint32_t i = 0; i < 4; i++) {
        fine = fine && frame->die[i] <= 6;
    }
    for (uint32_t i = 0; i < FATE_PATH_MAX; i++) {
        fine = fine && frame->list[i] < FATE_UNITS;
    }
    return fine;
}

static uint32_t frame_is_sound(const struct fate_state *s, uint32_t index)
{
    const struct fate_frame *frame = &s->frame[index];
    if (!frame_in_range(frame)) {
        return 0;
    }
    switch ((enum fate_frame_kind)frame->kind) {
    case FATE_F_TURN:
        return index == 0 && frame->unit == s->active;
    case FATE_F_MOVE:
        return frame->from != FATE_NONE && frame->to != FATE_NONE;
    case FATE_F_ATTACK:
        return frame->target != FATE_NONE && frame->victim != FATE_NONE;
    case FATE_F_VOLLEY:
        return frame->card != FATE_NO_CARD && frame->target != FATE_NONE &&
               frame->victim != FATE_NONE;
    case FATE_F_CARD:
        return frame->card != FATE_NO_CARD && fate_hooks[frame->card]->go != NULL &&
               fate_card_place(s, frame->unit, frame->card) != FATE_NONE &&
               fate_hooks[frame->card]->sound(s, frame);
    case FATE_F_NOTHING:
    case FATE_FRAME_KINDS:
    default:
        return 0;
    }
}

static const char *audit_prompt(const struct fate_state *s)
{
    if (s->depth > DEPTH_MAX || (s->depth == 0) != (s->prompt == FATE_NO_CARD) ||
        (s->prompt == FATE_NO_CARD) != (s->prompt_unit == FATE_NONE) ||
        !all_zero(&s->frame[s->depth], (FATE_FRAMES_MAX - s->depth) * sizeof s->frame[0])) {
        return "something is pending without a question";
    }
    for (uint32_t i = 0; i < s->depth; i++) {
        if (!frame_is_sound(s, i)) {
            return "something pending is broken";
        }
    }
    if (s->prompt == FATE_NO_CARD) {
        return NULL;
    }
    if (s->prompt >= FATE_CARDS || fate_hooks[s->prompt]->asks == NULL ||
        s->prompt_unit >= FATE_UNITS || s->unit[s->prompt_unit].hp == 0 ||
        fate_card_place(s, s->prompt_unit, s->prompt) == FATE_NONE ||
        !fate_hooks[s->prompt]->asks(s, s->prompt_unit, &s->frame[s->depth - 1])) {
        return "nobody asks that";
    }
    struct fate_options options = fate_prompt_options(s);
    return (options.word[0] | options.word[1]) != 0 ? NULL : "a question without an answer";
}

const char *fate_audit(const void *state)
{
    const struct fate_state *s = state;
    static const char *(*const parts[])(const struct fate_state *) = {
        audit_units,     audit_queue,  audit_phase,  audit_roll,
        audit_knowledge, audit_tokens, audit_prompt,
    };
    if (!all_zero(s->zero, sizeof s->zero)) {
        return "unused bytes are not zero";
    }
    if (s->numbers >= FATE_NUMBERS) {
        return "the numbers are of no known set";
    }
    for (uint32_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *flaw = parts[i](s);
        if (flaw != NULL) {
            return flaw;
        }
    }
    uint32_t core = fate_living(s) & (fate_bit(FATE_CORE) - 1);
    if (fate_before_battle(s) && core != fate_bit(FATE_CORE) - 1) {
        return "a unit is dead before the battle";
    }
    return s->phase == FATE_PLACEMENT ? audit_placement(s) : NULL;
}
