/* The same text as libsodium's, for every length. */
#include <sodium.h>

#include "server/core/base64.h"
#include "tests/check.h"

enum { LONGEST = 300 };

static void as_libsodium_writes_it(void)
{
    unsigned char bytes[LONGEST];
    char ours[LONGEST * 2], theirs[LONGEST * 2];
    for (size_t i = 0; i < LONGEST; i++) {
        bytes[i] = (unsigned char)(i * 167 + i * i * 13 + (i >> 3));
    }
    for (size_t size = 0; size <= LONGEST; size++) {
        sodium_bin2base64(theirs, sizeof theirs, bytes, size, sodium_base64_VARIANT_ORIGINAL);
        char *end = base64_write(ours, bytes, size);
        CHECK_EQ((size_t)(end - ours), base64_length(size));
        *end = '\0';
        CHECK_TEXT(ours, theirs);
    }
}

int main(void)
{
    RUN(as_libsodium_writes_it);
    return check_end();
}
