// What a room says and what the view keeps of it; docs/world.md describes the texts.

/** @typedef {{ x: number, y: number }} Point metres, y upwards */
/** @typedef {{ corners: Point[], oneway: boolean, moves: boolean }} Solid */
/** @typedef {{ name: string, colour: number, boxed: boolean, player: boolean, radius: number }} Kind */
/** @typedef {{ title: string, width: number, height: number, solids: Solid[], ladders: [Point, Point][], kinds: Kind[] }} Backdrop */
/** @typedef {[id: number, name: string, kind: number, width: number, height: number]} Named */
/** @typedef {[id: number, x: number, y: number, look: number, eaten: number, cosine: number, sine: number]} Body */
/** @typedef {{ script: string, line: number | null, message: string, trace: string[], kind: string, elements: number[], count: number }} Failure */
/** @typedef {{ file: string, line: number, column: number, message: string }} Wrong */

/**
 * @typedef {object} Setting
 * @property {string} world
 * @property {string} about
 * @property {Backdrop} backdrop
 * @property {Named[]} elements
 * @property {Record<string, string>} scripts
 * @property {Record<string, string>} originals the files' own texts of scripts that differ from them
 */

/**
 * @typedef {object} Moment
 * @property {number} step
 * @property {string} hash
 * @property {boolean} paused
 * @property {number} speed
 * @property {number} viewers
 * @property {Body[]} bodies
 * @property {[solid: number, x: number, y: number][]} moving
 * @property {Record<string, string>} says
 * @property {[number, number] | null} target
 * @property {Failure[]} failures
 * @property {Wrong | null} problem
 */

/**
 * A wish as it is sent: one of these at a time.
 * @typedef {{ touch: Point } | { release: true } | { pause: boolean } | { step: number } | { speed: number } | { restart: true }} Wish
 */

export {};
