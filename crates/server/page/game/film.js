// A game that was played, as pictures: each position from the first one on.

import { play } from "../engines/api.js";

/** @import { Game } from "./game.js" */
/** @import { Picture } from "../types.js" */

/**
 * The pictures of every position of a game up to the one at hand; a move that is a film itself has all of its frames.
 * @param {Game} game
 * @returns {Promise<Picture[]>}
 */
export async function picturesOf(game) {
  const { moves = [], ...level } = game.request();
  const pictures = [];
  for (let count = moves.length - game.made; count <= moves.length; count++) pictures.push((await play({ ...level, moves: moves.slice(0, count) })).picture);
  // What led to the first position is no part of the game.
  return pictures.map((picture, at) => (at ? picture : { ...picture, frames: picture.frames.slice(-1) }));
}
