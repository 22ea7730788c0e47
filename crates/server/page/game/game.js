// One game under way: level, moves, what was undone, who plays. The server knows the rules; each position is asked for
// with all moves that led there, so that it keeps no session.

import { play } from "../engines/api.js";
import { NONE } from "../storage/help_taken.js";
import { Restarts } from "./restarts.js";

/** @import { WayBack } from "../questions/hint_button.js" */
/** @import { HelpTaken } from "../storage/help_taken.js" */
/** @import { Line } from "./restarts.js" */
/** @import { FamilyCard, Position, Request } from "../types.js" */

/** Positions that are remembered, so that undo, redo and restart are shown at once. */
const MAX_KNOWN = 64;
/** How the move begins that chooses the random numbers of a level: the first one, which stays. */
const SEED = "seed ";

/** A game. Changes are made one after the other, in the order of the calls. */
export class Game {
  /** @type {string[]} */
  moves = [];
  /** Moves that were taken back, the next to be made again last. @type {string[]} */
  #undone = [];
  /** How many of the moves somebody else had made, whose link was opened. */
  #given = 0;
  #restarts = new Restarts();
  /** The help that was taken since the level was opened; a restart after its end forgets hints, but not that a solution was seen. */
  help = { ...NONE };
  /** @type {string | undefined} */
  role;
  /** @type {Position | undefined} */
  position;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();
  /** Changes that wait or are under way. */
  #open = 0;
  #known = /** @type {Map<string, Position>} */ (new Map());

  /**
   * @param {FamilyCard} card
   * @param {string} level
   */
  constructor(card, level) {
    this.card = card;
    this.level = level;
  }

  /**
   * What a request about this position says.
   * @returns {Request}
   */
  request() {
    return this.#request(this.moves);
  }

  /** The moves that were taken back, the next to be made again last. */
  get undone() {
    return this.#undone;
  }

  /** The moves made, and after them those taken back. */
  get line() {
    return [...this.moves, ...[...this.#undone].reverse()];
  }

  /** Whether a change is under way. */
  get busy() {
    return this.#open > 0;
  }

  /** Waits for the changes that are under way. */
  settled() {
    return this.#turn;
  }

  /** Whether there is a move, or a restart, to be taken back. */
  get canUndo() {
    return this.made > 0 || this.#restarts.before !== undefined;
  }

  /** How many moves were made, counted as results are: without the choice of a seed. */
  get made() {
    return this.moves.length - this.#seeds.length;
  }

  /** The choice of a seed, where one was made. */
  get #seeds() {
    return this.position?.controls?.seeded ? this.moves.slice(0, 1).filter((move) => move.startsWith(SEED)) : [];
  }

  get canRedo() {
    return this.#undone.length > 0 || this.#restarts.after !== undefined;
  }

  /** Whether the game goes on from moves that somebody else made. */
  get isJoined() {
    return this.#given > this.#seeds.length;
  }

  /** The game that the last restart, or change of who plays, left, where undo can take it back. */
  get before() {
    return this.#restarts.before;
  }

  /** Asks for the first position, of the side that a person is offered first. */
  open() {
    return this.#next(async () => {
      const first = await this.#go(this.moves, this.#undone);
      const { role, roles, sides: [{ role: side } = { role }] = [] } = first;
      if (role !== roles[0]) this.role = role;
      if (side === role) return first;
      this.role = side;
      return this.#go(this.moves, this.#undone);
    });
  }

  /**
   * The first position shown: that after these moves, which another visit made.
   * @param {{ role?: string | undefined, moves: string[], undone?: string[], before?: Line | undefined, help?: HelpTaken }} game
   * @param {number} [given] how many of the moves somebody else made
   */
  resume({ role, moves, undone = [], before, help }, given = 0) {
    return this.#next(async () => {
      this.help = { ...NONE, ...help };
      const position = await this.#for(role, { moves, undone, given });
      this.#restarts = new Restarts(before && [before]);
      return position;
    });
  }

  /**
   * Makes a move; what was undone is forgotten. Refused by the server, it changes nothing.
   * @param {string} move
   */
  make(move) {
    return this.#next(() => this.#make(move));
  }

  /**
   * Makes a move, unless it is none of the legal ones and changes nothing: then what came of it goes to `idle`.
   * @param {string} move
   * @param {(position: Position) => void} idle
   * @returns {Promise<Position | undefined>}
   */
  attempt(move, idle) {
    return this.#next(async () => {
      const before = this.position;
      if (!before || before.legal.includes(move)) return this.#make(move);
      if (before.result?.kind === "won") return undefined;
      const after = await play(this.#request([...this.moves, move]));
      if (look(before) !== look(after)) return this.#make(move);
      idle(after);
      return undefined;
    });
  }

  /** Takes the last move back, and with it what a clock played after it; before the first move a restart, or a change of who plays. */
  undo() {
    return this.#next(async () => {
      if (this.made === 0) return this.#leap(this.#restarts.before, (line) => this.#restarts.undone(line));
      const at = Math.max(this.#seeds.length, this.moves.findLastIndex((move) => !this.#isTick(move)));
      return this.#go(this.moves.slice(0, at), [...this.#undone, ...this.moves.slice(at).reverse()]);
    });
  }

  /** Makes the last move again that was taken back, and what a clock played after it; where there is none a restart. */
  redo() {
    return this.#next(async () => {
      if (!this.#undone.length) return this.#leap(this.#restarts.after, (line) => this.#restarts.redone(line));
      const at = this.#undone.findLastIndex((_, at) => at === 0 || !this.#isTick(this.#undone[at - 1]));
      return this.#go([...this.moves, ...this.#undone.slice(at).reverse()], this.#undone.slice(0, at));
    });
  }

  /** Takes every move back but the choice of a seed; all of them can be made again, and undo takes it back. */
  restart() {
    return this.#next(async () => {
      const [begin, line] = [this.#seeds, this.#line];
      const isOver = Boolean(this.position?.result);
      const position = await this.#go(begin, [...this.#undone, ...this.moves.slice(begin.length).reverse()]);
      if (line.moves.length > begin.length) this.#restarts.restarted(line);
      if (isOver) this.help.hints = 0;
      return position;
    });
  }

  /**
   * Goes to a position of a line of moves; the moves after it can be made again.
   * @param {WayBack} to
   */
  goTo({ line, count }) {
    return this.#next(async () => {
      const all = begins(this.line, line) ? this.line : line;
      return this.#go(all.slice(0, count), all.slice(count).reverse());
    });
  }

  /**
   * Begins anew with other random numbers.
   * @param {number} seed
   */
  reseed(seed) {
    return this.#next(async () => {
      const position = await this.#go([`${SEED}${seed}`], []);
      this.#restarts = new Restarts();
      return position;
    });
  }

  /** @param {string | undefined} move */
  #isTick(move) {
    return move !== undefined && move === this.position?.controls?.tick?.move;
  }

  /**
   * The same level from the start for another side; undo goes back to the game that is left.
   * @param {string} role
   */
  as(role) {
    return this.#next(async () => {
      const line = this.#line;
      const position = await this.#for(role, { moves: [], undone: [], given: 0 });
      if (line.moves.length) this.#restarts.restarted(line);
      return position;
    });
  }

  /**
   * @param {string | undefined} role
   * @param {Line} line
   */
  async #for(role, { moves, undone, given }) {
    const before = this.role;
    this.role = role;
    return this.#go(moves, undone, given).catch((error) => {
      this.role = before;
      throw error;
    });
  }

  /** The game as it stands. @returns {Line} */
  get #line() {
    const role = this.role ?? this.position?.roles[0];
    return { ...(role === undefined ? {} : { role }), moves: this.moves, undone: this.#undone, given: this.#given };
  }

  /** @param {string} move */
  async #make(move) {
    const position = await this.#go([...this.moves, move], []);
    this.#restarts.moved();
    return position;
  }

  /**
   * Goes to the other side of a restart or of a change of who plays, where there is one.
   * @param {Line | undefined} to
   * @param {(line: Line) => void} left told what was left
   */
  async #leap(to, left) {
    if (!to) return undefined;
    const line = this.#line;
    const position = await this.#for(to.role ?? this.role, to);
    left(line);
    return position;
  }

  /**
   * @param {string[]} moves
   * @param {string[]} undone
   * @param {number} [given]
   */
  async #go(moves, undone, given = this.#given) {
    this.position = await this.#position(moves);
    // A text that stands for several moves, such as a path, is kept as the single moves, which are undone one by one.
    const single = this.position.moves;
    const known = given < moves.length ? given : single.length;
    [this.moves, this.#undone, this.#given] = [single, undone, Math.min(known, single.length)];
    return this.position;
  }

  /** @param {string[]} moves */
  async #position(moves) {
    const request = this.#request(moves);
    const key = JSON.stringify([request.role, moves]);
    const position = this.#known.get(key) ?? (await play(request));
    this.#known.delete(key);
    this.#known.set(key, position);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return position;
  }

  /**
   * @param {string[]} moves
   * @returns {Request}
   */
  #request(moves) {
    const role = this.role === undefined ? {} : { role: this.role };
    return { family: this.card.family, level: this.level, moves, ...role };
  }

  /**
   * @template T
   * @param {() => Promise<T>} change
   * @returns {Promise<T>}
   */
  #next(change) {
    this.#open++;
    const turn = this.#turn.then(change).finally(() => this.#open--);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * What makes a position, without the texts that the last move left.
 * @param {Position} position
 */
function look({ level, board: { lines, places }, result }) {
  return JSON.stringify([level, lines.filter(({ name }) => name), places, result]);
}

/**
 * Whether a line of moves begins with these.
 * @param {string[]} moves
 * @param {string[]} first
 */
export function begins(moves, first) {
  return first.every((move, at) => moves[at] === move);
}
