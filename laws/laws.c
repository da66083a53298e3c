/* The list of laws. A law that costs much looks at one position in so many. */
#include "laws/laws.h"

const struct law laws[LAW_COUNT] = {
    [LAW_TABLES] = { "Tables", 1, law_tables, NULL, NULL, NULL },
    [LAW_REPLAY] = { "Replay", 1, NULL, NULL, NULL, law_replay },
    [LAW_JUDGE] = { "Judge", 16, NULL, law_judge, NULL, NULL },
    [LAW_ORDER] = { "Order", 4, NULL, law_order, NULL, NULL },
    [LAW_PROGRESS] = { "Progress", 4, NULL, law_progress, NULL, NULL },
    [LAW_END] = { "End", 1, NULL, law_end, law_end_step, NULL },
    [LAW_SEALING] = { "Sealing", 32, NULL, law_sealing, NULL, NULL },
    [LAW_SECRECY] = { "Secrecy", 16, NULL, law_secrecy, NULL, NULL },
    [LAW_NOTATION] = { "Notation", 64, law_notation_table, law_notation, NULL, NULL },
    [LAW_AUDIT] = { "Audit", 200, NULL, law_audit_garbage, law_audit_step, NULL },
    [LAW_FLATNESS] = { "Flatness", 16, law_flatness_table, law_flatness, NULL, law_flatness_moved },
    [LAW_HEARSAY] = { "Hearsay", 16, NULL, law_hearsay, law_hearsay_step, NULL },
    [LAW_PURITY] = { "Purity", 1, NULL, NULL, NULL, NULL },
    [LAW_FRAMES] = { "Frames", 16, law_frames_table, law_frames, law_frames_step, NULL },
};
