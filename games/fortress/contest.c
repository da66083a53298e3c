/* Fights on the move: clashes, contested tiles, storming what stands (R11.5, R12.5, R12.6). */
#include "movement.h"

#include <string.h>

static void kill_if_fallen(struct fortress_turn *turn, uint32_t who, uint32_t credit)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    if (turn->s->piece[who].health == 0) {
        fortress_kill(turn, who, credit);
    }
}

void fortress_collide(struct fortress_movement *m, uint32_t x, uint32_t y)
{
    struct fortress_turn *turn = m->turn;
    struct fortress_blow by_x = { FORTRESS_E_CLASHED, x, y, FORTRESS_MELEE_BLOW, 1, 0 };
    struct fortress_blow by_y = { FORTRESS_E_CLASHED, y, x, FORTRESS_MELEE_BLOW, 1, 0 };
    uint64_t loss_y = fortress_damage(turn, &by_x), loss_x = fortress_damage(turn, &by_y);
    fortress_hurt(turn, x, loss_x);
    fortress_hurt(turn, y, loss_y);
    fortress_halt(m, x);
    fortress_halt(m, y);
    kill_if_fallen(turn, x, fortress_owner(y));
    kill_if_fallen(turn, y, fortress_owner(x));
}

/* ---- two queues for one tile ---- */

enum { QUEUE_MAX = 2 * FORTRESS_MOVERS_MAX };

/* Those who have not fought stand before those who have. */
struct queue {
    uint32_t front, end;
    uint32_t fresh; /* of them, have not fought */
    uint16_t who[QUEUE_MAX];
};

static void join(struct queue *queue, uint32_t who, int32_t fresh)
{
    RD_ASSERT(queue->end < QUEUE_MAX);
    queue->who[queue->end] = (uint16_t)who;
    queue->end++;
    queue->fresh += fresh ? 1u : 0u;
}

/* R12.5 */
static uint32_t settle(struct fortress_movement *m, struct queue *a, struct queue *b)
{
    while (a->fresh > 0 && b->fresh > 0) {
        uint32_t x = a->who[a->front++], y = b->who[b->front++];
        a->fresh--;
        b->fresh--;
        fortress_collide(m, x, y);
        int32_t x_lives = fortress_lives(m->turn, x), y_lives = fortress_lives(m->turn, y);
        if (x_lives && !y_lives) {
            join(a, x, 0);
        } else if (y_lives && !x_lives) {
            join(b, y, 0);
        }
    }
    int32_t a_left = a->front < a->end, b_left = b->front < b->end;
    if (a_left == b_left) {
        return FORTRESS_NOBODY;
    }
    return a_left ? a->who[a->front] : b->who[b->front];
}

static void open_queues(struct queue queue[2])
{
    for (uint32_t i = 0; i < 2; i++) {
        queue[i].front = queue[i].end = queue[i].fresh = 0;
    }
}

uint32_t fortress_contest(struct fortress_movement *m, const struct fortress_group *group)
{
    struct queue queue[2];
    uint32_t first = fortress_owner(group->who[0]);
    open_queues(queue);
    for (uint32_t i = 0; i < group->count; i++) {
        join(&queue[fortress_owner(group->who[i]) != first], group->who[i], 1);
    }
    return settle(m, &queue[0], &queue[1]);
}

/* ---- storming a tile that is held ---- */

struct storm {
    struct fortress_movement *m;
    const struct fortress_group *group;
    uint32_t next;     /* in the group */
    uint32_t defender; /* now */
    uint32_t garrison; /* answers for a structure, and defends after it */
    uint32_t side;     /* of the defender */
    uint32_t killer;
    int32_t fought;
};

/* R11.4 c: the answer to an entrant, 0 if there is none. */
static uint64_t answer_to(const struct storm *storm, uint32_t enemy)
{
    struct fortress_turn *turn = storm->m->turn;
    uint32_t who = fortress_retaliator(turn, storm->defender, enemy, 0);
    if (who == FORTRESS_NOBODY || (who != storm->defender && who != storm->garrison)) {
        return 0;
    }
    struct fortress_blow blow = { FORTRESS_E_ANSWERED, who, enemy,
                                  FORTRESS_MELEE_BLOW, 1,   who == storm->defender };
    return fortress_damage(turn, &blow);
}

/* R15.5: at once; those who fight stay until it is over. */
static void attack_in_death(struct fortress_turn *turn, uint32_t neutral, uint32_t enemy)
{
    struct fortress_batch batch;
    fortress_batch_begin(&batch);
    fortress_death_attack(turn, neutral, &batch, &batch);
    fortress_batch_sort(turn, &batch);
    for (uint32_t i = 0; i < batch.count; i++) {
        uint32_t who = batch.wound[i].who;
        fortress_hurt(turn, who, batch.wound[i].loss);
        if (who != enemy) {
            kill_if_fallen(turn, who, FORTRESS_NEUTRAL);
        }
    }
}

static void charge(struct storm *storm, uint32_t enemy)
{
    struct fortress_turn *turn = storm->m->turn;
    uint32_t defender = storm->defender, side = fortress_owner(enemy);
    struct fortress_blow blow = { FORTRESS_E_CHARGED, enemy, defender, FORTRESS_MELEE_BLOW, 1, 0 };
    uint64_t loss = fortress_damage(turn, &blow);
    uint64_t answer = answer_to(storm, enemy);
    storm->fought = 1;
    fortress_hurt(turn, defender, loss);
    if (answer > 0) {
        fortress_hurt(turn, enemy, answer);
    }
    fortress_halt(storm->m, enemy);
    RD_ASSERT(defender < FORTRESS_WHO_MAX);
    int32_t falls = turn->s->piece[defender].health == 0;
    if (falls && fortress_owner(defender) == FORTRESS_NEUTRAL) {
        attack_in_death(turn, defender, enemy);
    }
    kill_if_fallen(turn, defender, side);
    kill_if_fallen(turn, enemy, fortress_owner(defender));
    if (falls && fortress_lives(turn, enemy)) {
        storm->killer = enemy;
    }
}

/* The next entrant of another side who can still come. */
static uint32_t next_enemy(struct storm *storm)
{
    while (storm->next < storm->group->count) {
        uint32_t who = storm->group->who[storm->next++];
        if (fortress_owner(who) != storm->side && fortress_is_moving(storm->m, who)) {
            return who;
        }
    }
    return FORTRESS_NOBODY;
}

/* R12.6: nobody holds the tile any more. */
static uint32_t share_out(struct storm *storm)
{
    struct queue queue[2];
    const struct fortress_group *group = storm->group;
    uint32_t first = storm->side == FORTRESS_NEUTRAL ? 0 : storm->side;
    open_queues(queue);
    for (uint32_t i = 0; i < group->count; i++) {
        uint32_t who = group->who[i];
        if (fortress_is_moving(storm->m, who)) {
            join(&queue[fortress_owner(who) != first], who, 1);
        }
    }
    if (storm->killer != FORTRESS_NOBODY && fortress_lives(storm->m->turn, storm->killer)) {
        join(&queue[fortress_owner(storm->killer) != first], storm->killer, 0);
    }
    return settle(storm->m, &queue[0], &queue[1]);
}

/* R3.5 b */
static void hold(const struct storm *storm, uint32_t cell)
{
    struct fortress_turn *turn = storm->m->turn;
    uint32_t there = fortress_who_at(turn, cell);
    if (storm->fought && there != FORTRESS_NOBODY && !fortress_is_moving(storm->m, there)) {
        RD_ASSERT(there < FORTRESS_WHO_MAX);
        turn->s->piece[there].rank = (uint16_t)turn->next_rank;
        turn->next_rank++;
    }
}

uint32_t fortress_storm(struct fortress_movement *m, const struct fortress_group *group,
                        const struct fortress_defence *defence)
{
    struct storm storm = { m,
                           group,
                           0,
                           defence->defender,
                           defence->garrison,
                           fortress_owner(defence->defender),
                           FORTRESS_NOBODY,
                           0 };
    for (;;) {
        uint32_t enemy = next_enemy(&storm);
        if (enemy == FORTRESS_NOBODY) {
            hold(&storm, defence->cell);
            return FORTRESS_NOBODY;
        }
        charge(&storm, enemy);
        if (fortress_lives(m->turn, storm.defender)) {
            continue;
        }
        if (!fortress_lives(m->turn, storm.garrison)) {
            return share_out(&storm);
        }
        storm.defender = storm.garrison;
        storm.garrison = FORTRESS_NOBODY;
    }
}
