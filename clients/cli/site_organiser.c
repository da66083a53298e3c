/* The organiser's page: orders, and tables as they are now, frozen or not. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/site.h"
#include "host/text.h"

enum { FORM_MAX = 8192, FORM_MS = 5000, ORDERS_SHOWN = 20 };

static const struct {
    const char *name, *whom, *words; /* whom: what it is about, "" nothing */
    bool says_why;
} orders[] = {
    { "pause", "", "The ladder has a pause; games that are on end first." },
    { "resume", "", "It goes on." },
    { "disable", "Entrant", "Plays no more.", true },
    { "enable", "Entrant", "Plays again." },
    { "quarantine", "Entrant", "Plays no more, and its author can hand in nothing.", true },
    { "release", "Entrant", "Ends that." },
    { "rerun", "Game, as ladder.12", "Its result is taken back, and it is played again." },
    { "freeze", "", "Nobody enters any more, and what is shown stays as it is." },
    { "thaw", "", "Ends that: people enter again, and all is shown." },
};
enum { ORDERS = sizeof orders / sizeof orders[0] };

/* All who take part, and who came through the site and has handed in nothing yet, by a name. */
static void put_entrants(struct visit *visit)
{
    const char *name;
    json_t *entrant;
    fputs("<datalist id=\"entrants\">", visit->out);
    json_object_foreach(json_object_get(visit->contest->state, "entrants"), name, entrant)
    {
        fputs("<option value=\"", visit->out);
        page_put(visit, name);
        fputs("\">", visit->out);
    }
    fputs("</datalist>", visit->out);
}

static void put_order(struct visit *visit, size_t i)
{
    const char *list = strcmp(orders[i].whom, "Entrant") == 0 ? " list=\"entrants\"" : "";
    fprintf(visit->out,
            "<section><h2>%s</h2><p>%s</p><form method=\"post\" action=\"/contest/order\"><input "
            "type=\"hidden\" name=\"order\" value=\"%s\">",
            orders[i].name, orders[i].words, orders[i].name);
    page_mark(visit);
    if (orders[i].whom[0] != '\0') {
        fprintf(visit->out,
                "<label>%s<br><input name=\"whom\" required maxlength=\"32\"%s></label>",
                orders[i].whom, list);
    }
    if (orders[i].says_why) {
        fputs("<label>Why, for everybody to read<br><input name=\"why\" maxlength=\"120\"></label>",
              visit->out);
    }
    fprintf(visit->out, "<p><button>%s</button></p></form></section>\n", orders[i].name);
}

static void put_done(struct visit *visit)
{
    struct job job[ORDERS_SHOWN];
    uint32_t count =
        jobs_of(&visit->site->jobs, visit->contest, visit->person.name, job, ORDERS_SHOWN);
    fputs("<h2>Orders</h2><ul>", visit->out);
    for (uint32_t i = 0; i < count; i++) {
        json_t *result = job_result(visit->contest, &job[i]);
        const char *text = json_string_value(json_object_get(result, "text"));
        fprintf(visit->out, "<li>%u: %s ", job[i].number, job[i].what);
        page_put(visit, job[i].whom);
        fputs(": ", visit->out);
        page_put(visit, text == NULL ? "waits" : text);
        fputs("</li>", visit->out);
        json_decref(result);
    }
    fputs("</ul>", visit->out);
}

static void put_export(struct visit *visit, const char *part, const char *division)
{
    char file[CONTEST_PATH], db[CONTEST_PATH];
    struct rd_text text = rd_text_into(file, sizeof file);
    bool final = strcmp(part, "final") == 0;
    if (access(contest_db(visit->contest, final, division, db), R_OK) != 0) {
        return; /* there are no games yet */
    }
    rd_text_add(&text, "%s%s%s", part, division[0] == '\0' ? "" : "-", division);
    fprintf(visit->out,
            "<li>%s: <a href=\"/contest/export/%s.csv\">CSV</a>, <a "
            "href=\"/contest/export/%s.json\">JSON</a></li>",
            file, file, file);
}

static void put_exports(struct visit *visit)
{
    char division[CONTEST_ENTRANTS][CONTEST_NAME];
    uint32_t count = contest_divisions(visit->contest, division);
    fputs("<h2>Tables as they are now</h2><ul>", visit->out);
    for (uint32_t i = 0; i < count; i++) {
        put_export(visit, "ladder", division[i]);
        put_export(visit, "final", division[i]);
    }
    fputs("</ul>", visit->out);
}

void page_organiser(struct visit *visit)
{
    if (!visit_wants_organiser(visit)) {
        return;
    }
    page_begin(visit, "Organiser");
    fprintf(visit->out, "<p>The contest is <strong>%s</strong>%s.</p><div class=\"row\">",
            contest_phase(visit->contest),
            json_is_true(json_object_get(visit->contest->state, "paused")) ? ", and has a pause"
                                                                           : "");
    put_entrants(visit);
    for (size_t i = 0; i < ORDERS; i++) {
        put_order(visit, i);
    }
    fputs("</div>", visit->out);
    put_done(visit);
    put_exports(visit);
    page_end(visit);
}

/* "ladder-one.csv", as it is now. */
void page_export(struct visit *visit)
{
    const char *name = visit->head.path + strlen("/contest/export/");
    const char *end = strrchr(name, '.'), *dash = strchr(name, '-');
    char division[CONTEST_NAME] = "";
    if (!visit_wants_organiser(visit)) {
        return;
    }
    bool csv = end != NULL && strcmp(end, ".csv") == 0;
    if (end != NULL && dash != NULL && dash < end) {
        snprintf(division, sizeof division, "%.*s", (int)(end - dash - 1), dash + 1);
    }
    struct rd_problem problem = { "" };
    bool fine =
        end != NULL && (division[0] == '\0' || contest_name_is_fine(division, &problem)) &&
        contest_export(visit->contest, strncmp(name, "final", 5) == 0, division, csv, visit->out);
    if (!fine) {
        visit_fail(visit, 404, "there are no such games yet");
        return;
    }
    visit->type = csv ? "text/csv; charset=utf-8" : "application/json";
}

void page_do_order(struct visit *visit)
{
    struct job job = { .kind = JOB_ORDER };
    struct rd_problem problem = { "" };
    if (!visit_wants_organiser(visit) || !visit_read_form(visit, FORM_MAX, FORM_MS)) {
        return;
    }
    snprintf(job.who, sizeof job.who, "%s", visit->person.name);
    snprintf(job.what, sizeof job.what, "%.*s", SITE_FILE_NAME - 1,
             form_value(&visit->form, "order"));
    snprintf(job.whom, sizeof job.whom, "%.*s", CONTEST_NAME - 1, form_value(&visit->form, "whom"));
    snprintf(job.why, sizeof job.why, "%.*s", SITE_WHY - 1, form_value(&visit->form, "why"));
    if (jobs_add(&visit->site->jobs, visit->contest, &job, NULL, 0, &problem) == 0) {
        visit_fail(visit, 507, problem.text);
    } else {
        visit_go(visit, "/contest/organiser");
    }
}
