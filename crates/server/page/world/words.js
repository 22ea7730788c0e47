// The world in words, for those who do not see it: a description, and what happens.

import { plural } from "../ui/element.js";

/** @import { Body, Kind, Moment, Setting } from "./types.js" */

/** Steps between two announcements. */
const PAUSE = 150;
const STOPPED = 2;
/** Steps of a world in one of its seconds. */
const A_SECOND = 60;
/** Sayings that a description repeats. */
const SAYINGS = 5;
/** How near to its target the player has arrived, in metres. */
const ARRIVED = 0.25;

/** Tells what there is and what has happened. */
export class Narrator {
  /** @type {Map<number, { kind: Kind, name: string }>} */
  #known = new Map();
  /** @type {Moment | undefined} */
  #last;
  /** @type {Set<string>} */
  #waiting = new Set();
  #said = 0;
  #walking = false;

  /**
   * @param {Setting} setting
   * @param {(words: string) => void} announce
   */
  constructor(setting, announce) {
    this.setting = setting;
    this.announce = announce;
    for (const [id, name, kind] of setting.elements) {
      const found = setting.backdrop.kinds[kind];
      if (found) this.#known.set(id, { kind: found, name });
    }
  }

  /**
   * The player's body.
   * @param {Moment} moment
   * @returns {Body | undefined}
   */
  player(moment) {
    return moment.bodies.find(([id]) => this.#known.get(id)?.kind.player);
  }

  /**
   * Each kind with how many of it there are.
   * @param {Moment} moment
   * @returns {[Kind, number][]}
   */
  counts(moment) {
    const kinds = this.setting.backdrop.kinds;
    const numbers = new Map(kinds.map((kind) => [kind, 0]));
    for (const [id] of moment.bodies) {
      const kind = this.#known.get(id)?.kind;
      if (kind) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
    }
    return [...numbers];
  }

  /**
   * @param {Moment} moment
   * @returns {string}
   */
  describe(moment) {
    const { width, height } = this.setting.backdrop;
    const all = this.counts(moment).filter(([kind]) => !kind.player).map(([kind, count]) => plural(count, kind.name));
    const player = this.player(moment);
    const you = player && this.#known.get(player[0]);
    const where = player ? ` You, the ${you?.kind.name}, are ${metres(player[1])} from the left and ${metres(player[2])} up.${this.#near(player, moment)}` : "";
    const stopped = moment.bodies.filter(([, , , look]) => look & STOPPED).length;
    const failed = stopped ? ` The script has failed for ${plural(stopped, "element")}.` : "";
    return `A side view, ${width} by ${height} metres, with ${all.join(", ")}.${where}${failed}${this.#sayings(moment)}`;
  }

  /** @param {Moment} moment */
  #sayings({ says }) {
    const all = Object.entries(says).slice(0, SAYINGS);
    return all.map(([id, text]) => ` ${this.#known.get(Number(id))?.kind.name ?? "element"} ${id} says “${text}”.`).join("");
  }

  /**
   * Who is nearest to the player.
   * @param {Body} player
   * @param {Moment} moment
   * @returns {string}
   */
  #near([own, x, y], moment) {
    const others = moment.bodies.filter(([id]) => id !== own);
    const far = (/** @type {Body} */ body) => Math.hypot(body[1] - x, body[2] - y);
    const [first, ...rest] = others;
    if (!first) return "";
    const nearest = rest.reduce((best, body) => (far(body) < far(best) ? body : best), first);
    const side = nearest[1] < x ? "left" : "right";
    return ` Nearest: ${this.#known.get(nearest[0])?.kind.name}, ${metres(far(nearest))} to the ${side}.`;
  }

  /**
   * Takes a moment and says what is new, not too often.
   * @param {Moment} moment
   */
  update(moment) {
    const last = this.#last;
    this.#last = moment;
    if (!last || moment.step < last.step) return;
    const before = new Map(last.bodies.map((body) => [body[0], body[4]]));
    for (const [id, , , , eaten] of moment.bodies) {
      if (eaten > (before.get(id) ?? 0)) this.#waiting.add(`${this.#call(id)} eaten, ${eaten} in all.`);
    }
    if (last.paused !== moment.paused) this.#waiting.add(moment.paused ? `Paused after ${time(moment.step)}.` : "Going on.");
    for (const failure of moment.failures) {
      const known = last.failures.some(({ line, message }) => line === failure.line && message === failure.message);
      if (!known) this.#waiting.add(`${failure.script}, line ${failure.line ?? "unknown"}: ${failure.message}`);
    }
    this.#arrival(moment);
    if (!this.#waiting.size || (moment.step < this.#said + PAUSE && !moment.paused)) return;
    this.announce([...this.#waiting].slice(0, 4).join(" "));
    this.#waiting.clear();
    this.#said = moment.step;
  }

  /** @param {Moment} moment */
  #arrival(moment) {
    const player = this.player(moment);
    if (!player || !moment.target) return void (this.#walking = false);
    const near = Math.abs(player[1] - moment.target[0]) < ARRIVED;
    if (near && this.#walking) this.#waiting.add(`You are there, ${metres(player[1])} from the left.`);
    this.#walking = !near;
  }

  /** @param {number} id */
  #call(id) {
    const known = this.#known.get(id);
    return known?.kind.player ? "You have" : `${known?.kind.name ?? "element"} ${id} has`;
  }
}

/**
 * How a world stands, in words: whether it goes on, for how long it has, who else looks.
 * @param {Pick<Moment, "step" | "paused" | "speed" | "viewers" | "result">} moment
 * @returns {string}
 */
export function stateText({ step, paused, speed, viewers, result }) {
  const others = viewers - 1;
  const state = result ? "Ended after" : paused ? "Paused after" : "Running for";
  const pace = speed === 1 || result || paused ? "" : `, at ${speed} times its speed`;
  const company = others > 0 ? ` ${plural(others, "other viewer")} ${others === 1 ? "is" : "are"} here.` : "";
  return `${state} ${time(step)}${pace}.${company}`;
}

/**
 * The time of a world after so many steps: `9 seconds`, `2 minutes 5 seconds`.
 * @param {number} steps
 * @returns {string}
 */
export function time(steps) {
  const seconds = Math.floor(steps / A_SECOND);
  const rest = seconds % 60;
  if (seconds < 60) return plural(seconds, "second");
  return [plural(Math.floor(seconds / 60), "minute"), rest ? plural(rest, "second") : ""].filter(Boolean).join(" ");
}

/** @param {number} value */
function metres(value) {
  return `${value.toFixed(1)} m`;
}
