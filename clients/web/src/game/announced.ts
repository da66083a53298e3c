// Ends of ways and of wishes, by the names of events: told at the unit as well as in the lines of the turn.
import type { Word } from "../ui/strings";

export const ANNOUNCED: Record<string, Word> = {
  arrived: "floatArrived", way_built: "floatBuilt", queue_ended: "floatStops", stopped: "floatBlocked", waited: "floatWaits", trimmed: "floatShort",
  blocked: "floatBlocked", left_out: "floatBlocked", target_gone: "floatGone", build_failed: "floatBlocked", build_unpaid: "floatUnpaid", spell_lost: "floatGone",
};

/** Those that somebody stood in the way of, who is named where he is seen. */
export const BLOCKED: readonly string[] = ["stopped", "blocked", "left_out", "waited"];

/** Events with which another turn of the game's clock begins. */
export const BEGINS: readonly string[] = ["turn_began", "round_started", "turn"];
