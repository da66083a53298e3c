/* Spells that help (R10.2); those that hurt are part of the attacks. */
#include "fortress_internal.h"

struct casters {
    uint32_t first_verb, last_verb;
    uint32_t count;
    uint16_t *who;
};

static void add_casters(const struct fortress_state *s, uint32_t first, uint32_t pieces,
                        struct casters *casters)
{
    uint16_t *who = casters->who;
    for (uint32_t i = first; i < first + pieces; i++) {
        uint32_t verb = s->task[i].verb;
        if (verb < casters->first_verb || verb > casters->last_verb) {
            continue;
        }
        uint32_t place = casters->count++;
        while (place > 0 && s->piece[who[place - 1]].id > s->piece[i].id) {
            who[place] = who[place - 1];
            place--;
        }
        who[place] = (uint16_t)i;
    }
}

uint32_t fortress_casters(const struct fortress_state *s, uint32_t seat, uint32_t first_verb,
                          uint32_t last_verb, uint16_t *who)
{
    struct casters casters = { first_verb, last_verb, 0, who };
    RD_ASSERT(seat < FORTRESS_SEATS);
    add_casters(s, fortress_unit_who(seat, 0), s->side[seat].units, &casters);
    add_casters(s, fortress_structure_who(seat, 0), s->side[seat].structures, &casters);
    return casters.count;
}

int32_t fortress_pay_spell(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    int32_t *mana = &s->side[fortress_owner(who)].mana;
    int32_t cost = (int32_t)fortress_spell_cost(task->verb, task->what);
    if (!fortress_lives(turn, who) || !fortress_lives(turn, turn->target[who]) || *mana < cost) {
        fortress_tell_owner(turn, FORTRESS_E_SPELL_LOST, who, task->cell, 0);
        return 0;
    }
    *mana -= cost;
    return 1;
}

static void cast(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    if (!fortress_pay_spell(turn, who)) {
        return;
    }
    uint32_t whom = turn->target[who];
    RD_ASSERT(whom < FORTRESS_WHO_MAX);
    struct fortress_piece *target = &s->piece[whom];
    struct fortress_report report = { FORTRESS_E_SPELL_BUFFED,
                                      0,
                                      (rd_seats)(fortress_witnesses(turn, who, s->piece[who].cell) &
                                                 fortress_witnesses(turn, whom, target->cell)),
                                      { (int32_t)s->piece[who].id, (int32_t)target->id } };
    if (task->verb == FORTRESS_SPELL_HEAL) {
        int32_t health =
            fortress_min(target->health + fortress_spells[task->verb].amount, FORTRESS_HEALTH_MAX);
        report.kind = FORTRESS_E_SPELL_HEALED;
        report.arg[2] = health - target->health;
        report.arg[3] = health;
        target->health = (uint8_t)health;
    } else {
        target->buff = (uint8_t)(5 * task->what);
        report.arg[2] = target->buff;
    }
    fortress_tell(turn, &report);
}

void fortress_spell_step(struct fortress_turn *turn)
{
    uint16_t caster[FORTRESS_WHO_MAX];
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        uint32_t count =
            fortress_casters(turn->s, seat, FORTRESS_SPELL_HEAL, FORTRESS_SPELL_BUFF, caster);
        for (uint32_t i = 0; i < count; i++) {
            cast(turn, caster[i]);
        }
    }
}
