#include "server/shell/hosts.h"

#include <arpa/inet.h>
#include <string.h>

#include "host/text.h"

enum { NAME_ROOM = 256 };

/* The name without port and last dot, in small letters. False: it is too long, or none. */
static bool bare_name(const char *host, char out[NAME_ROOM])
{
    const char *bracket = host[0] == '[' ? strchr(host, ']') : NULL;
    size_t length = bracket != NULL ? (size_t)(bracket - host) + 1 : strcspn(host, ":");
    if (length == 0 || length >= NAME_ROOM) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        out[i] = (char)(host[i] >= 'A' && host[i] <= 'Z' ? host[i] + 32 : host[i]);
    }
    length -= length > 1 && out[length - 1] == '.';
    out[length] = '\0';
    return true;
}

static bool is_address(const char *name)
{
    unsigned char bytes[16];
    char inner[NAME_ROOM];
    size_t length = strlen(name);
    if (name[0] != '[') {
        return inet_pton(AF_INET, name, bytes) == 1;
    }
    if (length < 3 || name[length - 1] != ']') {
        return false;
    }
    memcpy(inner, name + 1, length - 1);
    inner[length - 2] = '\0';
    return inet_pton(AF_INET6, inner, bytes) == 1;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

static bool is_listed(const char *name, const char *names)
{
    static const char between[] = " ,\t";
    char listed[NAME_ROOM];
    for (const char *at = names + strspn(names, between); *at != '\0';) {
        size_t length = strcspn(at, between);
        if (length < sizeof listed) {
            memcpy(listed, at, length);
            listed[length] = '\0';
            if (strcmp(listed, "*") == 0 || rd_text_same(listed, name)) {
                return true;
            }
        }
        at += length;
        at += strspn(at, between);
    }
    return false;
}

/* "box" and "box.local", as the machines of one house call each other. */
static bool is_own(const char *name, const char *own)
{
    size_t length = strlen(own);
    char part[NAME_ROOM];
    if (length == 0 || length >= sizeof part || strlen(name) < length) {
        return false;
    }
    memcpy(part, name, length);
    part[length] = '\0';
    return rd_text_same(part, own) &&
           (name[length] == '\0' || strcmp(name + length, ".local") == 0);
}

bool host_is_fine(const char *host, const char *names, const char *own)
{
    char name[NAME_ROOM];
    return bare_name(host, name) &&
           (is_address(name) || strchr(name, '.') == NULL || ends_with(name, ".localhost") ||
            is_own(name, own) || is_listed(name, names));
}
