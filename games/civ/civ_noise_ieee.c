/*
 * The noise that boards grow from, R3.2: gradient noise in IEEE single precision, every operation
 * rounded. Fenced: the only floats of the rules besides civ_combat_ieee.c. It must be compiled
 * without contraction (a fused multiply-add gives other bits), and it asks no library for anything.
 */
#include "civ.h"

#include <float.h>
#include <string.h>

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "floats must be rounded to single precision after every operation"
#endif

struct gradient {
    float x, y;
};

static const struct gradient gradients[8] = {
    { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 }, { 0, -1 }, { -1, 0 }, { 0, 1 }, { 1, 0 },
};

/* The corner at lattice point i, j as seen from an offset. Arithmetic on 32 bits wraps. */
static float corner(int32_t seed, const uint32_t at[2], float p, float q)
{
    uint32_t h = (uint32_t)seed ^ 1619u * at[0] ^ 31337u * at[1];
    h = h * h * h * 60493u;
    uint32_t sign = h >> 31 != 0 ? ~(~UINT32_C(0) >> 13) : 0; /* an arithmetic shift */
    h ^= h >> 13 | sign;
    const struct gradient *g = &gradients[h & 7u];
    float px = p * g->x;
    float qy = q * g->y;
    return px + qy;
}

static float fade(float t)
{
    float cube = t * t * t;
    float inner = t * 6.0f;
    inner = inner - 15.0f;
    inner = t * inner;
    inner = inner + 10.0f;
    return cube * inner;
}

static float mix(float a, float b, float t)
{
    float step = t * (b - a);
    return a + step;
}

static float noise_at(int32_t seed, uint32_t x, uint32_t y)
{
    float u = (float)(16u * x) * 0.01f;
    float v = (float)(16u * y) * 0.01f;
    uint32_t i = (uint32_t)u; /* not negative: this is its floor */
    uint32_t j = (uint32_t)v;
    float a = u - (float)i;
    float b = v - (float)j;
    float fa = fade(a);
    const uint32_t nw[2] = { i, j };
    const uint32_t ne[2] = { i + 1, j };
    const uint32_t sw[2] = { i, j + 1 };
    const uint32_t se[2] = { i + 1, j + 1 };
    float top = mix(corner(seed, nw, a, b), corner(seed, ne, a - 1.0f, b), fa);
    float bottom = mix(corner(seed, sw, a, b - 1.0f), corner(seed, se, a - 1.0f, b - 1.0f), fa);
    return mix(top, bottom, fade(b));
}

uint32_t civ_noise_bits(int32_t noise_seed, uint32_t x, uint32_t y)
{
    float value = noise_at(noise_seed, x, y);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* R3.3: up to which height a terrain reaches. Between hills and mountains lies water. */
struct layer {
    double below;
    uint32_t terrain;
};
static const struct layer layers[] = {
    { 0.3, CIV_OCEAN },
    { 0.6, CIV_GRASSLAND },
    { 0.8, CIV_HILLS },
    { 0.9, CIV_OCEAN },
};

uint32_t civ_ground_at(int32_t noise_seed, uint32_t x, uint32_t y)
{
    double r = (double)noise_at(noise_seed, x, y) + 0.5;
    for (uint32_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        if (r < layers[i].below) {
            return layers[i].terrain;
        }
    }
    return CIV_MOUNTAINS;
}
