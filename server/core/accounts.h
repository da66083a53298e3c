/*
 * server/core/accounts.h - what the commands about accounts and players share.
 */
#ifndef REDOUBT_SERVER_ACCOUNTS_H
#define REDOUBT_SERVER_ACCOUNTS_H

#include "server/core/state.h"

/* False: answered. */
bool read_password(struct core *core, struct request *request, const char *key,
                   const char **password);
bool read_name(struct core *core, struct request *request, const char **name);

/* A password is to be hashed (against "") or compared; accounts_hashed goes on when it is done. */
struct hashing *begin_hash(struct core *core, struct request *request, enum hashing_kind kind,
                           const char *password, const char *against);
/* The player's own password is to be compared. NULL: not now, and *step is what that means. */
struct hashing *begin_own_hash(struct core *core, struct request *request, enum hashing_kind kind,
                               const char *password, enum step *step);
/* The command that waited for a hash is refused. */
void finish_refused(struct core *core, const struct hashing *wait, const char *code,
                    const char *why);
/* What is stored when a command is carried out: op.next is a copy of the player, to be changed. */
struct op player_op(uint64_t connection, const char *command, enum account_kind kind,
                    struct player *player);
struct op request_op(const struct request *request, enum account_kind kind, struct player *player);
/* After a hash. The copy knows the command, which may be sent again. */
struct op account_op(const struct hashing *wait, enum account_kind kind, struct player *player);
struct account_keys *account_keys(struct player *player); /* made if there are none */

/* recovery.c: the hash is there, and right. */
void recovered(struct core *core, struct hashing *wait, const struct core_hash *hash);
void confirmed(struct core *core, struct hashing *wait);
enum step ask_password(struct core *core, struct request *request, enum confirm what);
/* mydata.c */
void forget_player(struct core *core, uint64_t connection, const char *command,
                   struct player *player);
/* Codes for who loses the account, and the texts of them in a list. */
json_t *recovery_make(struct core *core, struct player *player);
/* Does it have a second factor, and are these digits not right? True: refused. */
bool second_refuses(struct core *core, const struct hashing *wait, struct player *next);

#endif
