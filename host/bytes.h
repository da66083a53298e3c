/* host/bytes.h - numbers as bytes, little-endian whatever the machine. */
#ifndef REDOUBT_HOST_BYTES_H
#define REDOUBT_HOST_BYTES_H

#include <stdint.h>

uint32_t rd_load16(const uint8_t *bytes);
uint32_t rd_load32(const uint8_t *bytes);
uint64_t rd_load64(const uint8_t *bytes);
void rd_store(uint8_t *bytes, uint64_t value, uint32_t count);

#endif
