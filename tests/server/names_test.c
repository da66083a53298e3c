/* Names that look alike are one name, and what can't be seen is none. */
#include "server/core/names.h"

#include <string.h>

#include "tests/check.h"

static void names_that_look_alike_are_found(void)
{
    static const char *const twins[] = {
        "admin",
        "ADMIN",
        "Adm1n",
        "Admln",
        "AdmIn",
        "Adm|n",
        "\xd0\x90"
        "dmin", /* Cyrillic A */
        "\xce\x91"
        "dmin",         /* Greek Alpha */
        "Adm\xd1\x96n", /* Cyrillic i */
        "\xd0\x90\x64m\xd1\x96n",
        "Adrnin", /* rn */
        "Ad min",
        "Ad.min",
        "A_d_m_i_n",
        "\xc3\x81"
        "dmin", /* with an accent */
        "A\xcc\x81"
        "dmin",                                                         /* likewise, in two */
        "\xef\xbc\xa1\xef\xbd\x84\xef\xbd\x8d\xef\xbd\x89\xef\xbd\x8e", /* wide */
        "\xf0\x9d\x90\x80\xf0\x9d\x90\x9d\xf0\x9d\x90\xa6\xf0\x9d\x90\xa2\xf0\x9d\x90\xa7", /* bold
                                                                                             */
        "\xe2\x92\xb6\xe2\x93\x93\xe2\x93\x9c\xe2\x93\x98\xe2\x93\x9d", /* in circles */
        "\xe1\xb4\x80"
        "dmin", /* a small capital */
        "\xf0\x9f\x85\x90\xf0\x9f\x85\x93\xf0\x9f\x85\x9c\xf0\x9f\x85\x98\xf0\x9f\x85\x9d", /* in
                                                                                               discs
                                                                                             */
        "\xe1\x8e\xaa"
        "dmin", /* Cherokee */
        "\xea\xad\xba"
        "dmin", /* likewise, small */
        "\xea\x93\xae"
        "dmin", /* Lisu */
        "\xe1\x97\x85"
        "dmin",         /* Canadian syllables */
        "A\xc4\x91min", /* with a stroke */
        "Adm\xc9\xa8n",
    };
    char wanted[SKELETON_ROOM], found[SKELETON_ROOM];
    name_skeleton("Admin", wanted);
    for (uint32_t i = 0; i < sizeof twins / sizeof twins[0]; i++) {
        name_skeleton(twins[i], found);
        CHECK_TEXT(found, wanted);
    }
}

static void others_are_others(void)
{
    static const char *const names[] = { "Ada",
                                         "Bob",
                                         "Eve",
                                         "Zoe",
                                         "Nomda",
                                         "Adam",
                                         "Adimn",
                                         "\xd0\x96\xd0\xb5\xd0\xbd\xd1\x8f",
                                         "\xe5\xb0\x8f\xe6\x98\x8e",
                                         "\xe5\xb0\x8f\xe7\xba\xa2",
                                         "Admin2",
                                         "Adminn" };
    char one[SKELETON_ROOM], two[SKELETON_ROOM];
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (uint32_t j = 0; j < i; j++) {
            name_skeleton(names[i], one);
            name_skeleton(names[j], two);
            CHECK(strcmp(one, two) != 0);
        }
        CHECK(name_is_fine(names[i], 41));
    }
}

static void what_cannot_be_seen_is_refused(void)
{
    static const char *const names[] = {
        "",
        " Ada",
        "Ada ",
        "\x01",
        "A\tB",
        "Ada\xe2\x80\x8b", /* zero width space */
        "\xe2\x80\xae"
        "nimdA", /* right-to-left override */
        "\xe2\x81\xa6"
        "Ada", /* isolate */
        "\xe2\x80\x8f"
        "Ada",          /* mark */
        "\xe3\x85\xa4", /* filler */
        "\xe2\xa0\x80", /* blank of Braille */
        "A\xc2\xad"
        "da", /* soft hyphen */
        "A\xc2\xa0"
        "da", /* another blank */
        "\xf3\xa0\x81\x81"
        "da", /* a tag */
        "\xef\xbb\xbf"
        "Ada",
        "Ada\xef\xb8\x8f",
        "\xcd\x8f",
        "\xee\x80\x80",
        "...",
        "- -",
        "a\xcc\x81\xcc\x81\xcc\x81", /* marks upon marks */
        "\xcc\x81",
    };
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        CHECK(!name_is_fine(names[i], 41));
    }
    CHECK(name_is_fine("Ada Lovelace", 41));
    CHECK(name_is_fine("\xd7\x90\xd7\x93\xd7\x94", 41)); /* Hebrew */
    CHECK(name_is_fine("\xf0\x9f\x90\x89", 41));         /* a dragon */
    CHECK(name_is_fine("Z\xc3\xbcrich O'Neil-3", 41));
    CHECK(!name_is_fine("0123456789012345678901234567890123456789x", 41));
}

/* Long ones are cut, and nothing is written behind the end. */
static void long_names_are_cut(void)
{
    char name[41], out[SKELETON_ROOM];
    for (uint32_t i = 0; i + 3 < 41; i += 3) {
        memcpy(name + i, "\xe3\x8e\xaf", 4); /* one sign that becomes three */
    }
    name_skeleton(name, out);
    CHECK(strlen(out) < SKELETON_ROOM);
    name_skeleton("\xf0\x9f", out); /* cut short: only the end of a text may follow */
    CHECK(strlen(out) < SKELETON_ROOM);
}

int main(void)
{
    RUN(names_that_look_alike_are_found);
    RUN(others_are_others);
    RUN(what_cannot_be_seen_is_refused);
    RUN(long_names_are_cut);
    return check_end();
}
