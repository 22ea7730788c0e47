// The restarts of a game and the changes of who plays, so that undo takes them back as it does moves, and redo makes them again.

/** @typedef {{ role?: string, moves: string[], undone: string[], given?: number }} Line a game as it stood: who was played, moves made, those taken back, how many somebody else had made */

/** Restarts that can be taken back; the oldest are forgotten first. */
const MOST = 20;

/** The games on both sides of each restart. */
export class Restarts {
  /** What each restart left, the last one at the end. @type {Line[]} */
  #left = [];
  /** What undo left as it took a restart back, the next to be made again last. @type {Line[]} */
  #begun = [];

  /** @param {Line[]} [left] what restarts have left before */
  constructor(left = []) {
    this.#left = left;
  }

  /** The game that the last restart left. */
  get before() {
    return this.#left.at(-1);
  }

  /** The game after the restart that was taken back last. */
  get after() {
    return this.#begun.at(-1);
  }

  /** @param {Line} line the game that a restart leaves */
  restarted(line) {
    this.#left = [...this.#left, line].slice(-MOST);
    this.#begun = [];
  }

  /** @param {Line} line the game that is left as the last restart is taken back */
  undone(line) {
    this.#left.pop();
    this.#begun.push(line);
  }

  /** @param {Line} line the game that is left as a restart is made again */
  redone(line) {
    this.#begun.pop();
    this.#left.push(line);
  }

  /** A move was made: no restart can be made again. */
  moved() {
    this.#begun = [];
  }
}
