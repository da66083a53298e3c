/* Signing up, in and out. */
#include <stdlib.h>
#include <string.h>

#include "clients/cli/site.h"

enum { FORM_MAX = 8192, FORM_MS = 5000 };

static pthread_mutex_t joining = PTHREAD_MUTEX_INITIALIZER; /* one at a time */

/* ---- the page ---- */

static void put_input(struct visit *visit, const char *name, const char *label, const char *more)
{
    fprintf(visit->out, "<label>%s<br><input name=\"%s\" %s></label>", label, name, more);
}

/* One of those that contest.conf names, or whatever somebody writes. */
static void put_division(struct visit *visit)
{
    char each[CONTEST_NAME];
    const char *at = NULL;
    if (visit->contest->divisions[0] == '\0') {
        put_input(visit, "division", "Division, if there are such",
                  "maxlength=\"28\" autocomplete=\"off\"");
        return;
    }
    fputs("<label>Division<br><select name=\"division\">", visit->out);
    while (contest_next_division(visit->contest, &at, each)) {
        fputs("<option>", visit->out);
        page_put(visit, each);
        fputs("</option>", visit->out);
    }
    fputs("</select></label>", visit->out);
}

static void put_new(struct visit *visit)
{
    put_input(visit, "name", "Name of your program: letters, digits, - and _",
              "required maxlength=\"28\" autocomplete=\"off\"");
    put_input(visit, "team", "Team, if you have one", "maxlength=\"28\" autocomplete=\"off\"");
    put_division(visit);
}

static void put_with_account(struct visit *visit)
{
    fputs("<section><h2>With an account of this server</h2><p>The first time you choose a name; "
          "later "
          "the account is enough.</p><form method=\"post\" action=\"/contest/sign-up\">",
          visit->out);
    put_input(visit, "account", "Account", "required autocomplete=\"username\"");
    put_input(visit, "password", "Password",
              "type=\"password\" required autocomplete=\"current-password\"");
    put_new(visit);
    fputs("<p><button>Take part</button></p></form></section>", visit->out);
}

void page_sign_in(struct visit *visit)
{
    page_begin(visit, "Take part");
    fputs("<div class=\"row\"><section><h2>With an invitation</h2><form method=\"post\" "
          "action=\"/contest/sign-up\">",
          visit->out);
    put_input(visit, "code", "Code", "required autocomplete=\"off\"");
    put_new(visit);
    fputs("<p><button>Take part</button></p></form></section>", visit->out);
    if (visit->site->server[0] != '\0') {
        put_with_account(visit);
    }
    fputs("<section><h2>I have a key</h2><form method=\"post\" action=\"/contest/sign-in\">",
          visit->out);
    put_input(visit, "key", "Key", "type=\"password\" required autocomplete=\"current-password\"");
    fputs("<p><button>Sign in</button></p></form></section></div>", visit->out);
    page_end(visit);
}

/* ---- what is sent ---- */

static void set_cookie(struct visit *visit, const char *key, uint32_t seconds)
{
    snprintf(visit->more, sizeof visit->more,
             "set-cookie: contest=%s; Path=/contest; Max-Age=%u; HttpOnly; SameSite=Strict%s\r\n",
             key, seconds, visit_is_secure(visit) ? "; Secure" : "");
}

static bool may_try(struct visit *visit)
{
    bool fine = rate_take(RATE_SIGN_IN, visit->address);
    if (!fine) {
        visit_fail(visit, 429, "too many tries: wait some minutes");
    }
    return fine;
}

void page_do_sign_in(struct visit *visit)
{
    struct person person;
    if (!visit_read_form(visit, FORM_MAX, FORM_MS) || !may_try(visit)) {
        return;
    }
    const char *key = form_value(&visit->form, "key");
    if (!person_of_key(visit->contest, key, &person)) {
        visit_fail(visit, 403, "nobody has this key");
        return;
    }
    rate_give_back(RATE_SIGN_IN, visit->address);
    set_cookie(visit, key, 30 * 86400);
    visit_go(visit, person.organiser ? "/contest/organiser" : "/contest/me");
}

void page_do_sign_out(struct visit *visit)
{
    if (visit_read_form(visit, FORM_MAX, FORM_MS)) {
        set_cookie(visit, "", 0);
        visit_go(visit, "/contest");
    }
}

static void show_key(struct visit *visit, const struct person *person, const char *key)
{
    set_cookie(visit, key, 30 * 86400);
    rate_give_back(RATE_SIGN_IN, visit->address);    /* a class has one address */
    memset(&visit->person, 0, sizeof visit->person); /* the next page knows who it is */
    page_begin(visit, "You take part");
    fputs("<p class=\"good\">Welcome, ", visit->out);
    page_put(visit, person->name);
    fputs(". This is your key. It is shown once: keep it.</p><pre id=\"key\">", visit->out);
    page_put(visit, key);
    fputs("</pre><p>With it you sign in on another device, and hand in from a "
          "terminal:</p><pre>curl -T "
          "bot.tar.gz -H 'Authorization: Bearer ",
          visit->out);
    page_put(visit, key);
    fprintf(visit->out, "' %s://", visit_is_secure(visit) ? "https" : "http");
    page_put(visit, visit->head.host);
    fputs("/contest/upload/</pre><p><a href=\"/contest/me\">Go on</a></p>", visit->out);
    page_end(visit);
}

static void take_words(const struct form *form, struct person *person)
{
    snprintf(person->name, sizeof person->name, "%.*s", CONTEST_NAME - 1, form_value(form, "name"));
    snprintf(person->team, sizeof person->team, "%.*s", CONTEST_NAME - 1, form_value(form, "team"));
    snprintf(person->division, sizeof person->division, "%.*s", CONTEST_NAME - 1,
             form_value(form, "division"));
}

/* Somebody with an account who was here before gets a new key. */
static bool come_back(struct visit *visit, const char *account)
{
    struct person person;
    char key[SITE_KEY_ROOM];
    if (account[0] == '\0' || !person_of_account(visit->contest, account, &person)) {
        return false;
    }
    person_new_key(&person, key);
    if (person_write(visit->contest, &person)) {
        show_key(visit, &person, key);
    } else {
        visit_fail(visit, 503, "it can't be written");
    }
    return true;
}

static void join(struct visit *visit, const char *account)
{
    struct rd_problem problem = { "" };
    struct person person = { .organiser = false };
    const struct form *form = &visit->form;
    char key[SITE_KEY_ROOM];
    take_words(form, &person);
    snprintf(person.account, sizeof person.account, "%.*s", CONTEST_WORD - 1, account);
    person_new_key(&person, key);
    const char *code = account[0] == '\0' ? form_value(form, "code") : NULL;
    if (strlen(form_value(form, "name")) >= CONTEST_NAME) {
        visit_fail(visit, 400, "the name is too long");
    } else if (!person_join(visit->contest, code, &person, &problem)) {
        visit_fail(visit, 400, problem.text);
    } else {
        show_key(visit, &person, key);
    }
}

void page_do_sign_up(struct visit *visit)
{
    struct rd_problem problem = { "" };
    if (!visit_read_form(visit, FORM_MAX, FORM_MS) || !may_try(visit)) {
        return;
    }
    const struct form *form = &visit->form;
    const char *account = form_value(form, "account");
    if (account[0] != '\0' && (!rate_take(RATE_SIGN_IN, account) ||
                               !people_ask_server(visit->site->server, account,
                                                  form_value(form, "password"), &problem))) {
        visit_fail(visit, 403, problem.text[0] == '\0' ? "too many tries: wait" : problem.text);
        return;
    }
    pthread_mutex_lock(&joining);
    if (!come_back(visit, account)) {
        join(visit, account);
    }
    pthread_mutex_unlock(&joining);
}
