/* How ratings came to be what they are: a line for each of the first places, by games played. */
#include <math.h>
#include <stdlib.h>

#include "arena/report.h"

enum { MOMENTS = 16, LINES = 8, WIDTH = 640, HEIGHT = 260, LEFT = 50, RIGHT = 150, EDGE = 20 };

struct course {
    const struct report *r;
    uint32_t who[LINES], lines;
    uint32_t games[MOMENTS], moments; /* played until then */
    double elo[LINES][MOMENTS];
    bool known[LINES][MOMENTS]; /* it had played */
    double low, high;
};

static const char *const colours[LINES] = { "#2b6cb0", "#c05621", "#2f855a", "#b83280",
                                            "#6b46c1", "#b7791f", "#0987a0", "#718096" };

static void choose_lines(struct course *course)
{
    const struct report *r = course->r;
    for (uint32_t i = 0; i < r->t->entrants && course->lines < LINES; i++) {
        if (!r->t->entrant[r->places[i]].retired && r->rating[r->places[i]].games > 0) {
            course->who[course->lines++] = r->places[i];
        }
    }
}

static void take_moment(struct course *course, const struct games *until, struct rating *rating)
{
    uint32_t moment = course->moments++;
    ratings_compute(course->r->t, until, rating);
    course->games[moment] = until->count;
    for (uint32_t i = 0; i < course->lines; i++) {
        double elo = rating[course->who[i]].elo;
        course->elo[i][moment] = elo;
        course->known[i][moment] = rating[course->who[i]].games > 0;
        course->low = fmin(course->low, elo);
        course->high = fmax(course->high, elo);
    }
}

/* Games in the sequence in which they were planned. */
static void follow(struct course *course)
{
    const struct games *games = course->r->games;
    struct games until = { NULL, 0, 0 };
    struct rating *rating = calloc(ENTRANTS_MAX, sizeof *rating);
    RD_ASSERT(rating != NULL);
    for (uint32_t i = 0; i < games->count && course->moments < MOMENTS; i++) {
        if (!games->game[i].done) {
            continue;
        }
        games_add(&until, &games->game[i]);
        uint64_t due = ((uint64_t)course->r->done * (course->moments + 1) + MOMENTS - 1) / MOMENTS;
        if (until.count >= due) {
            take_moment(course, &until, rating);
        }
    }
    free(rating);
    games_free(&until);
}

static double x_of(const struct course *course, uint32_t games)
{
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * games / course->r->done;
}

static double y_of(const struct course *course, double elo)
{
    return EDGE + (HEIGHT - 2 * EDGE) * (course->high - elo) / (course->high - course->low);
}

static void put_line(const struct course *course, uint32_t i, FILE *out)
{
    const char *sign = "M";
    fputs("<path fill=\"none\" stroke-width=\"2\" d=\"", out);
    for (uint32_t moment = 0; moment < course->moments; moment++) {
        if (course->known[i][moment]) {
            fprintf(out, "%s%.1f %.1f", sign, x_of(course, course->games[moment]),
                    y_of(course, course->elo[i][moment]));
            sign = "L";
        }
    }
    fprintf(out,
            "\" stroke=\"%s\"/><rect x=\"%d\" y=\"%u\" width=\"10\" height=\"10\" fill=\"%s\"/>",
            colours[i], WIDTH - RIGHT + 12, EDGE + 22 * i, colours[i]);
    char name[20];
    snprintf(name, sizeof name, "%.18s", course->r->t->entrant[course->who[i]].name);
    fprintf(out, "<text x=\"%d\" y=\"%u\">", WIDTH - RIGHT + 28, EDGE + 10 + 22 * i);
    report_put(name, out);
    fputs("</text>\n", out);
}

static void put_axis(const struct course *course, FILE *out)
{
    const double shown[] = { course->low, 0, course->high };
    for (uint32_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        double y = y_of(course, shown[i]);
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#999\" "
                "stroke-width=\".5\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%+.0f</text>\n",
                LEFT, WIDTH - RIGHT, y, y, LEFT - 6, y + 4, shown[i]);
    }
    fprintf(out,
            "<text x=\"%d\" y=\"%d\">0</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%u "
            "games</text>\n",
            LEFT, HEIGHT - 2, WIDTH - RIGHT, HEIGHT - 2, course->r->done);
}

void report_time(const struct report *r, FILE *out)
{
    struct course course = { .r = r, .low = -50, .high = 50 };
    choose_lines(&course);
    follow(&course);
    if (course.moments < 2) {
        return;
    }
    fprintf(
        out,
        "<h2>Ratings over time</h2><svg role=\"img\" aria-label=\"Ratings of the first %u after "
        "so many games\" viewBox=\"0 0 %d %d\" width=\"%d\" font-size=\"13\" fill=\"#222\">\n",
        course.lines, WIDTH, HEIGHT, WIDTH);
    put_axis(&course, out);
    for (uint32_t i = 0; i < course.lines; i++) {
        put_line(&course, i, out);
    }
    fputs("</svg>\n", out);
}
