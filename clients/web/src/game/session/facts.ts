// What every part of a session may know of the match, and nothing that it may change.
import type { Skin } from "../../board/skin";
import type { Game, Look, Update } from "../../rules/types";

export interface Facts {
  readonly game: Game;
  readonly skin: Skin;
  readonly seat: number;
  readonly update: Update | null; // the last that the match told
  readonly look: Look | null; // what the board shows: during playback older than the update
  readonly acting: boolean; // this seat may order something
  readonly playing: boolean; // something is played back
}

/** An update with what it looks like to this seat. */
export interface Told { update: Update; look: Look }
