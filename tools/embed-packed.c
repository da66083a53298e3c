/* embed-packed NAME INPUT OUTPUT - a file, compressed with zstd, as a C array that is built in:
 * `const unsigned char NAME[]` and `const size_t NAME_size`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { LEVEL = 19, SIZE_MAX_BYTES = 64 * 1024 * 1024, PER_LINE = 20 };

static int fail(const char *what, const char *path)
{
    fprintf(stderr, "embed-packed: %s %s\n", what, path);
    return 1;
}

static int write_array(const char *name, const unsigned char *bytes, size_t size, FILE *out)
{
    fprintf(out, "/* Made by tools/embed-packed. */\n#include <stddef.h>\n\n");
    fprintf(out, "extern const unsigned char %s[];\nextern const size_t %s_size;\n\n", name, name);
    fprintf(out, "const size_t %s_size = %zu;\nconst unsigned char %s[] = {", name, size, name);
    for (size_t i = 0; i < size; i++) {
        fprintf(out, "%s%d,", i % PER_LINE == 0 ? "\n    " : " ", bytes[i]);
    }
    fprintf(out, "\n};\n");
    return ferror(out) != 0 || fclose(out) != 0;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        return fail("usage: embed-packed", "NAME INPUT OUTPUT");
    }
    FILE *in = fopen(argv[2], "rb"), *out = fopen(argv[3], "w");
    char *text = malloc(SIZE_MAX_BYTES);
    if (in == NULL || out == NULL || text == NULL) {
        return fail("can't open", in == NULL ? argv[2] : argv[3]);
    }
    size_t size = fread(text, 1, SIZE_MAX_BYTES, in);
    size_t room = ZSTD_compressBound(size);
    unsigned char *packed = malloc(room);
    size_t used = packed == NULL ? 0 : ZSTD_compress(packed, room, text, size, LEVEL);
    if (size == SIZE_MAX_BYTES || ferror(in) != 0 || used == 0 || ZSTD_isError(used)) {
        return fail("can't compress", argv[2]);
    }
    int status = write_array(argv[1], packed, used, out);
    fclose(in);
    free(packed);
    free(text);
    return status;
}
