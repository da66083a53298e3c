/* The numbers by which a client asks rules.wasm for its tables: exports.c answers to them, layout.c
 * hands them on to TypeScript. */
#ifndef REDOUBT_BINDINGS_TABLES_H
#define REDOUBT_BINDINGS_TABLES_H

enum table {
    TABLE_GAME,
    TABLE_OPTIONS,
    TABLE_VERBS,
    TABLE_EVENTS,
    TABLE_REFUSALS,
    TABLE_ENDINGS,
    TABLE_TENSORS,
    TABLE_SEATS,
    TABLE_TERRAIN,
    TABLE_TOKENS,
    TABLE_MOODS,
    TABLE_COUNTERS,
    TABLE_BOTS,
    TABLE_MARKS,
    TABLE_PIECES,
    TABLE_TRAITS,
    TABLE_NUMBERS,
    TABLE_STEPS
};

/* Numbers of TABLE_GAME. */
enum game_column {
    GAME_RULES_VERSION,
    GAME_SEATS_MIN,
    GAME_SEATS_MAX,
    GAME_TOPOLOGY,
    GAME_STATE_SIZE,
    GAME_VIEW_SIZE,
    GAME_MAP_SIZE,
    GAME_LEGAL_MAX,
    GAME_EVENTS_MAX,
    GAME_TENSOR_SIZE,
    GAME_STRIDE,
    GAME_ROWS,
    GAME_X0,
    GAME_Y0,
    GAME_CELL_STYLE,
    GAME_ACTIONS,
    GAME_SEATS_PRESET,
    GAME_COLUMNS
};

/* Numbers of TABLE_OPTIONS. */
enum option_column { OPTION_MIN, OPTION_MAX, OPTION_PRESET, OPTION_HAS_CHOICES, OPTION_COLUMNS };

enum { COLUMN_ARG = 8 }; /* columns from here on are fields of argument `item` */
enum arg_column { ARG_NAME, ARG_TYPE, ARG_LIMIT, ARG_ROLE, ARG_CHOICE = 16 /* + the value */ };

#endif
