/* What a world of one server and one of several have in common. */
#include "tests/server/world.h"

uint32_t world_below(struct world *world, uint32_t limit)
{
    return (uint32_t)rd_luck_range(&world->luck, 0, (int32_t)limit - 1);
}

bool world_chance(struct world *world, int32_t in)
{
    return rd_luck_range(&world->luck, 1, in) == 1;
}

char *world_receive(struct world *world, uint64_t connection)
{
    return letters_receive(&world->to_clients, connection);
}

struct core_config world_config(struct world *world)
{
    struct core_config config = { .limits = core_limits_preset, .server = "redoubt test" };
    config.limits.matches = world->matches > 0 ? world->matches : config.limits.matches;
    config.limits.per_origin = world->per_origin > 0 ? world->per_origin : config.limits.per_origin;
    if (!world->paced) {
        config.limits.burst = config.limits.per_second = 1000000;
    }
    config.limits.sleep_after = world->sleep_after;
    config.together = world->together;
    for (uint32_t i = 0; i < CORE_SEED_SIZE; i++) {
        config.seed[i] = (uint8_t)world_below(world, 256);
    }
    return config;
}
