/* Where things are unless somebody says otherwise: the database, the socket of redoubt admin, the
 * page. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/text.h"
#include "server/shell/serve.h"
#include "server/shell/storage.h"

enum { PATH_ROOM = 4096 };

static bool state_path(const char *name, char *out, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct rd_text text = rd_text_into(out, size);
    if (state != NULL && state[0] == '/') { /* the specification ignores relative ones */
        rd_text_add(&text, "%s/redoubt/%s", state, name);
    } else if (home != NULL && home[0] == '/') {
        rd_text_add(&text, "%s/.local/state/redoubt/%s", home, name);
    }
    return text.used > 0 && text.used < size;
}

bool server_default_db(char *out, size_t size)
{
    return state_path("redoubt.db", out, size);
}

void server_admin_path(const char *db, char *out, size_t size)
{
    if (!storage_is_address(db)) {
        snprintf(out, size, "%s.admin", db);
    } else if (!state_path("postgresql.admin", out, size)) {
        snprintf(out, size, "postgresql.admin");
    }
}

bool server_find_web(char *out, size_t size)
{
    static const char *const places[] = { "clients/web/dist", "../share/redoubt/web" };
    char self[PATH_ROOM], index[PATH_ROOM + 64];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) {
        return false;
    }
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    for (uint32_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct rd_text text = rd_text_into(out, size);
        rd_text_add(&text, "%s/%s", self, places[i]);
        snprintf(index, sizeof index, "%s/index.html", out);
        if (text.used < size && access(index, R_OK) == 0) {
            return true;
        }
    }
    return false;
}
