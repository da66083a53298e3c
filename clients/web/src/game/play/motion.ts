// How long things take, in milliseconds at 1x: the table of motion that all games share.
export const MOTION = {
  step: 140, road: 70, rail: 40, // a tile: across country, along a road, along a rail
  lean: 80, strike: 70, hold: 60, back: 120, // a blow from beside
  windup: 160, neck: 180, flight: 60, land: 90, // a shot: flight is for each tile
  gather: 200, bolt: 50, bloom: 260, // a spell: bolt is for each tile
  hit: 520, flash: 60, heal: 300,
  fall: 420, fade: 300,
  rise: 300, work: 260, flag: 300, coin: 300,
  dice: 550, count: 150, ribbon: 180,
  hide: 240,
  crash: 1600,
  rest: 160, // after a step in which something was to be seen
  said: 300, // something is told that nothing on the board shows
} as const;

/** An ordinary turn is over by then; one with more in it goes faster. */
export const TURN_MOST = 6000;
/** But nothing is shown shorter than by so much. */
export const HURRY_MOST = 5;
/** A short turn is not over before one has looked: it goes slower, by so much at most. */
export const TURN_LEAST = 2000, LINGER_MOST = 1.6;
