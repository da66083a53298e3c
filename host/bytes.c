#include "host/bytes.h"

static uint64_t load(const uint8_t *bytes, uint32_t count)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

uint32_t rd_load16(const uint8_t *bytes)
{
    return (uint32_t)load(bytes, 2);
}

uint32_t rd_load32(const uint8_t *bytes)
{
    return (uint32_t)load(bytes, 4);
}

uint64_t rd_load64(const uint8_t *bytes)
{
    return load(bytes, 8);
}

void rd_store(uint8_t *bytes, uint64_t value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}
