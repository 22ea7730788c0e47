// What a room says and what the view keeps of it; docs/world.md describes the texts.

/** @typedef {{ x: number, y: number }} Point metres, y upwards */
/** @typedef {{ corners: Point[], oneway: boolean, moves: boolean }} Solid */
/** @typedef {{ name: string, colour: number, boxed: boolean, player: boolean, radius: number, animal: boolean, torso: Point | null, appearance: string | null, sprite: string | null }} Kind */
/** @typedef {{ title: string, width: number, height: number, solids: Solid[], ladders: [Point, Point][], kinds: Kind[] }} Backdrop */
/** @typedef {[id: number, name: string, kind: number, width: number, height: number]} Named */
/** @typedef {[id: number, x: number, y: number, look: number, eaten: number, cosine: number, sine: number]} Body */
/** @typedef {{ script: string, line: number | null, message: string, trace: string[], kind: string, elements: number[], count: number }} Failure */
/** @typedef {{ file: string, line: number, column: number, message: string }} Wrong */
/** @typedef {[number: number, step: number, element: number, kind: string, verb: string, text: string]} WorldEvent what happened; element 0 where none did it */
/** @typedef {{ kind: string, step: number, text: string }} Result */

/**
 * @typedef {object} Setting
 * @property {string} world
 * @property {string} file what `menagerie world run` takes for it
 * @property {string} about
 * @property {Backdrop} backdrop
 * @property {Named[]} elements
 * @property {Record<string, string>} scripts
 * @property {Record<string, string>} originals the files' own texts of scripts that differ from them
 * @property {string[]} goals how the world may end
 * @property {Wrong[]} unread what its files say and nobody reads
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
 * @property {WorldEvent[]} events the newest
 * @property {Result | null} result how it ended
 * @property {Record<string, [number, number]>} torsos the centres of the boxes of those with legs
 */

/**
 * A command as it is sent: one of these at a time.
 * @typedef {{ touch: Point } | { release: true } | { pause: boolean } | { step: number } | { speed: number } | { restart: true }} ViewerCommand
 */

export {};
