// The modules under test, the tasks of each, and what the native engines make of the same tasks.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { instantiate } from "../../server/page/engines/module.js";

/** @import { ProgressUpdate, Task } from "../../server/page/types.js" */

/** @typedef {{ group: string, name: string, task: Task, outcome: Outcome }} Row a task with its native outcome */
/** @typedef {{ done?: { result: Record<string, unknown>, conclusive: boolean }, failed?: { reason: string, message: string } }} Outcome */
/** @typedef {{ perform(task: object): Outcome, bytes(): number }} Engines */

/** @param {Task} task */
const needsNoEngines = ({ operation }) => operation.kind !== "ask" && !("answer" in operation && operation.answer !== null);
/** @type {(...families: string[]) => (task: Task) => boolean} */
const of = (...families) => (task) => families.includes(task.family);
/** @type {(performs: (task: Task) => boolean) => (task: Task) => boolean} */
const asked = (performs) => (task) => !needsNoEngines(task) && performs(task);
const ofBoards = of("toggle", "pebble", "bunny");
const ofWalks = of("lemmo", "wall", "sokoban");
const ofGames = of("puzzlescript");

/** The modules that `cargo xtask web` builds, with the tasks that each performs. @type {[string, (task: Task) => boolean][]} */
export const MODULES = [
  ["rules", needsNoEngines],
  ["grids-rules", (task) => needsNoEngines(task) && (ofBoards(task) || ofWalks(task))],
  ["games-rules", (task) => needsNoEngines(task) && ofGames(task)],
  ["boards", asked(ofBoards)],
  ["walks", asked(ofWalks)],
  ["walks-simd", asked(ofWalks)],
  ["games", asked(ofGames)],
];
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The example `outcomes` of the crate `tasks`, where it is built already. */
const PROGRAM = process.env["OUTCOMES"];

/**
 * @param {string} name
 * @returns {WebAssembly.Module}
 */
export function compiled(name) {
  return new WebAssembly.Module(readFileSync(`${ROOT}crates/server/module/${name}.wasm`));
}

/**
 * @param {WebAssembly.Module} module
 * @param {(update: ProgressUpdate) => void} [progress]
 * @returns {Promise<Engines>}
 */
export async function engines(module, progress = () => {}) {
  return /** @type {Engines} */ (await instantiate(module, progress));
}

/**
 * The rows that the example writes with these arguments.
 * @param {string[]} given
 * @returns {Promise<Row[]>}
 */
export async function native(...given) {
  const [program, ...all] = PROGRAM ? [PROGRAM, ...given] : ["cargo", "run", "--quiet", "--locked", "-p", "menagerie-tasks", "--example", "outcomes", "--", ...given];
  const child = spawn(program, all, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  /** @type {Row[]} */
  const rows = [];
  for await (const line of createInterface({ input: child.stdout })) rows.push(JSON.parse(line));
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return rows;
}

/**
 * The rows by their groups, in order.
 * @param {Row[]} rows
 */
export function grouped(rows) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return groups;
}

/**
 * An outcome without what may differ: times, memory (addresses take four bytes here), the words for the method, which
 * name the instructions of the processor, and the last digits of places in a drawing: sines and roots are the system's.
 * @param {Outcome} outcome
 */
export function comparable({ done, failed }) {
  if (!done) return { failed };
  const { method: _, spent, svg, ...result } = done.result;
  const nodes = /** @type {{ nodes: number } | undefined} */ (spent)?.nodes;
  const drawn = typeof svg === "string" ? svg.replace(/\d+\.\d{3,}/g, (number) => Number(number).toFixed(3)) : svg;
  return { done: { ...done, result: { ...result, svg: drawn, nodes } } };
}
