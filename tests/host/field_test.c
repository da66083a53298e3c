/* Strict reading of JSON: values in range, and a path to whatever is not. */
#include "check.h"
#include "host/field.h"

static struct rd_problem problem;

static struct rd_field root_of(json_t *json)
{
    problem.text[0] = '\0';
    return rd_field_root(json, "", &problem);
}

static void paths_name_every_step(void)
{
    json_t *json = json_pack("{s:{s:[i,{s:s}]}}", "state", "Towers", 1, "x", "y");
    struct rd_field root = root_of(json), state, towers, x, missing;
    int64_t number;
    CHECK(rd_field_need(&root, "state", &state));
    CHECK(rd_field_need(&state, "Towers", &towers));
    struct rd_field second = rd_field_item(&towers, 1);
    CHECK(rd_field_need(&second, "x", &x));
    CHECK(!rd_field_integer(&x, 0, 9, &number));
    CHECK_TEXT(problem.text, "state.Towers[1].x: \"y\" is not a whole number");
    /* The first problem stays. */
    CHECK(!rd_field_need(&root, "map", &missing));
    CHECK_TEXT(problem.text, "state.Towers[1].x: \"y\" is not a whole number");
    problem.text[0] = '\0';
    CHECK(!rd_field_get(&root, "map", &missing));
    CHECK_TEXT(problem.text, "");
    CHECK(!rd_field_need(&root, "map", &missing));
    CHECK_TEXT(problem.text, "map: is missing");
    json_decref(json);
}

static void numbers_have_limits(void)
{
    json_t *json = json_pack("[i,f,b,n]", 7, 7.0, 1);
    struct rd_field root = root_of(json), item = rd_field_item(&root, 0);
    int64_t number = 0;
    CHECK(rd_field_integer(&item, 7, 7, &number));
    CHECK_EQ(number, 7);
    CHECK(!rd_field_integer(&item, 8, 9, &number));
    CHECK_TEXT(problem.text, "[0]: 7 is not within 8 to 9");
    const char *const shown[] = { "[1]: 7 is not a whole number", "[2]: true is not a whole number",
                                  "[3]: null is not a whole number" };
    for (size_t i = 1; i < 4; i++) {
        problem.text[0] = '\0';
        item = rd_field_item(&root, i);
        CHECK(!rd_field_integer(&item, 0, 9, &number));
        CHECK_TEXT(problem.text, shown[i - 1]);
    }
    json_decref(json);
}

static void lists_have_lengths(void)
{
    json_t *json = json_pack("[i,i]", 1, 2);
    struct rd_field root = root_of(json);
    size_t count = 0;
    CHECK(rd_field_list(&root, 0, 2, &count));
    CHECK_EQ(count, 2);
    CHECK(!rd_field_list(&root, 3, 4, &count));
    CHECK_TEXT(problem.text, "has 2 entries, must have 3 to 4");
    problem.text[0] = '\0';
    CHECK(!rd_field_list(&root, 1, 1, &count));
    CHECK_TEXT(problem.text, "has 2 entries, must have 1");
    json_decref(json);
}

static void objects_have_known_keys(void)
{
    static const char *const keys[] = { "x", "y", NULL };
    json_t *json = json_pack("{s:i, s:i}", "x", 1, "\x1b[31mz", 2);
    struct rd_field root = root_of(json);
    CHECK(!rd_field_object(&root, keys));
    CHECK_TEXT(problem.text, "?[31mz: there is no such field; known are x, y");
    json_object_del(json, "\x1b[31mz");
    problem.text[0] = '\0';
    CHECK(rd_field_object(&root, keys));
    CHECK_TEXT(problem.text, "");
    json_decref(json);
}

static void choices_are_whole_names(void)
{
    static const char *const names[] = { "red", "blue", NULL };
    json_t *json = json_pack("[s,s#,s]", "blue", "red\0x", 5,
                             "purple\nwith a very long name indeed, "
                             "longer than messages quote");
    struct rd_field root = root_of(json), item = rd_field_item(&root, 0);
    uint32_t index = 9;
    const char *text;
    CHECK(rd_field_choice(&item, names, &index));
    CHECK_EQ(index, 1);
    CHECK(rd_field_text(&item, &text));
    item = rd_field_item(&root, 1);
    CHECK(!rd_field_choice(&item, names, &index));
    problem.text[0] = '\0';
    item = rd_field_item(&root, 2);
    CHECK(!rd_field_choice(&item, names, &index));
    CHECK_TEXT(problem.text,
               "[2]: \"purple?with a very long name indeed,...\" is not one of red, blue");
    problem.text[0] = '\0';
    CHECK(!rd_field_text(&root, &text));
    CHECK_TEXT(problem.text, "a list is not text");
    json_decref(json);
}

int main(void)
{
    RUN(paths_name_every_step);
    RUN(numbers_have_limits);
    RUN(lists_have_lengths);
    RUN(objects_have_known_keys);
    RUN(choices_are_whole_names);
    return check_end();
}
