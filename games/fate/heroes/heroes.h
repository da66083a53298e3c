/*
 * heroes.h - what each hero's file gives to the tables: the hooks of its cards, fate_<ability>, and
 * of what it lays on cells, fate_<name>_token. The rows themselves are in units.def.
 */
#ifndef FATE_HEROES_H
#define FATE_HEROES_H

#include "../cards.h"
#include "../tokens.h"

/* clang-format off */
#define ABILITY(ID, name, ...) extern const struct fate_hooks fate_##name;
#define ORDER_ALWAYS(ID, name, ...) extern const struct fate_hooks fate_##name;
#define ORDER(ID, name, ...) extern const struct fate_hooks fate_##name;
#define GROUND(ID, name, ...) extern const struct fate_token_hooks fate_##name##_token;
#include "../units.def"
/* clang-format on */

#endif
