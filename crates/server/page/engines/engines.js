// The WebAssembly modules of this page, and the workers in which they perform tasks. The rules of a family are loaded for
// the first move; the engines of its group of families are another module, loaded when a level is asked about. Moves,
// hints, questions and verdicts on levels that are being written have a worker each, so that no move waits for a question.
// A task that is given up ends its worker, in whose place another is made ready; engines that end over a task end theirs,
// too, and the next task begins another.

import { unzipped } from "./compression.js";
import { address, site } from "./site.js";

/** @import { Outcome, ProgressUpdate, Task } from "../types.js" */
/** @import { Said } from "../worker.js" */
/** @typedef {"moves" | "hints" | "questions" | "verdicts"} Work */
/** @typedef {{ module: string, task: Task, signal: AbortSignal | undefined, progress: ((update: ProgressUpdate) => void) | undefined, done: (outcome: Outcome) => void, failed: (error: unknown) => void }} Waiting */

/** A module of one function with a vector in it: valid where the engine of the browser knows simd128. */
const VECTOR = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
/** Bytes of memory from which a worker is ended when its level is left. */
const MUCH = 4 << 20;

/** The engines ended over a task: an error of theirs, or no memory was left. */
export class EnginesEnded extends Error {}

/** The module with the rules of all families, which recognises texts. */
export const ALL_RULES = "rules";

/** Whether this page has engines. */
export const hasEngines = site.files[`${ALL_RULES}.bin`] !== undefined && typeof WebAssembly === "object" && typeof Worker === "function";

/**
 * The modules of a family; nothing where the page has none for it.
 * @param {string} family
 * @returns {{ rules: string, engines: string } | undefined}
 */
export const modulesOf = (family) => (hasEngines ? site.modules[family] : undefined);

/** Modules by their names. @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();
/** The names of those that are there. @type {Set<string>} */
const loaded = new Set();

/**
 * Whether a module can begin at once.
 * @param {string | undefined} name
 */
export function isLoaded(name) {
  return name !== undefined && loaded.has(name);
}

/**
 * Loads a module, unless that was done or is under way.
 * @param {string} name
 * @returns {Promise<WebAssembly.Module>}
 */
export function load(name) {
  const known = modules.get(name);
  if (known) return known;
  const module = compiled(name);
  modules.set(name, module);
  module.then(() => tell(name), () => modules.delete(name));
  return module;
}

/** @param {string} name */
function tell(name) {
  loaded.add(name);
  document.documentElement.dataset["engines"] = [...loaded].join(" ");
}

/**
 * The address of a module, in the form with wide instructions where there is one and the browser knows them.
 * @param {string} name
 */
function file(name) {
  const wide = site.files[`${name}-simd.bin`];
  return wide && WebAssembly.validate(VECTOR) ? wide : address(`${name}.bin`);
}

/** Keeps every module for use offline, one after the other. */
export const keepAll = () => kept([ALL_RULES, ...Object.values(site.modules).flatMap(({ rules, engines }) => [rules, engines])]);

/**
 * Keeps the modules of some families for use offline.
 * @param {string[]} families
 */
export const keepFor = (families) => kept(families.flatMap((family) => Object.values(site.modules[family] ?? {})));

/** @param {string[]} names of modules */
async function kept(names) {
  if (!hasEngines || !("caches" in globalThis)) return;
  for (const name of new Set(names)) await cached(file(name)).catch(() => undefined);
}

/**
 * @param {string} name
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(name) {
  const response = await cached(file(name));
  return WebAssembly.compileStreaming(new Response(await unzipped(response), { headers: { "Content-Type": "application/wasm" } }));
}

/**
 * A file from what is kept for use offline, or from the network; then it is kept.
 * @param {string} file
 * @returns {Promise<Response>}
 */
async function cached(file) {
  // There is no such cache on pages that came unencrypted from another machine.
  const cache = "caches" in globalThis && site.build ? await caches.open(`menagerie-${site.build}`).catch(() => undefined) : undefined;
  const known = await cache?.match(file, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`The engines of this page cannot be loaded: status ${response.status}.`);
  await cache?.put(file, response.clone()).catch(() => undefined);
  return response;
}

/** A worker for one kind of work, begun with its first task, and anew where a task needs another module. */
class Engine {
  /** @type {Worker | undefined} */
  #worker;
  /** The module of the worker. */
  #module = "";
  /** The tasks that wait, the first of them under way. @type {Waiting[]} */
  #tasks = [];
  /** Bytes of the worker's memory after its last task. */
  #bytes = 0;

  /**
   * @param {string} module
   * @param {Task} task
   * @param {AbortSignal} [signal]
   * @param {(update: ProgressUpdate) => void} [progress]
   * @returns {Promise<Outcome>}
   */
  perform(module, task, signal, progress) {
    return new Promise((done, failed) => {
      if (signal?.aborted) return failed(signal.reason);
      const waiting = { module, task, signal, progress, done, failed };
      signal?.addEventListener("abort", () => this.#giveUp(waiting), { once: true });
      this.#tasks.push(waiting);
      if (this.#tasks.length === 1) void this.#begin();
    });
  }

  /** Gives the memory back, where it is much and nothing is under way. */
  rest() {
    if (this.#tasks.length === 0 && this.#bytes >= MUCH) this.#end();
  }

  /** Begins the first task that waits. */
  async #begin() {
    const first = this.#tasks[0];
    if (!first) return;
    try {
      const module = await load(first.module);
      if (first !== this.#tasks[0]) return;
      if (first.module !== this.#module) this.#end();
      this.#module = first.module;
      this.#worker ??= this.#started(module);
      this.#worker.postMessage({ task: first.task });
    } catch (error) {
      if (first === this.#tasks[0]) this.#settle(() => first.failed(error));
    }
  }

  /**
   * @param {WebAssembly.Module} module
   * @returns {Worker}
   */
  #started(module) {
    const worker = new Worker(address("worker.js"), { type: "module" });
    worker.onmessage = ({ data }) => worker === this.#worker && this.#receive(data);
    worker.onerror = ({ message }) => worker === this.#worker && this.#ended(message || "its script cannot be loaded");
    worker.postMessage({ compiled: module });
    return worker;
  }

  /** @param {Said} said */
  #receive(said) {
    const first = this.#tasks[0];
    if ("progress" in said) return first?.progress?.(said.progress);
    if ("ended" in said) return this.#ended(said.ended);
    this.#bytes = said.bytes;
    this.#settle(() => first?.done(said.outcome));
  }

  /** @param {string} why */
  #ended(why) {
    this.#end();
    const first = this.#tasks[0];
    this.#settle(() => first?.failed(new EnginesEnded(`The engines of this page ended: ${why}.`)));
  }

  #end() {
    this.#worker?.terminate();
    [this.#worker, this.#bytes] = [undefined, 0];
  }

  /** @param {Waiting} waiting */
  #giveUp(waiting) {
    const at = this.#tasks.indexOf(waiting);
    if (at < 0) return;
    if (at > 0) {
      this.#tasks.splice(at, 1);
      return waiting.failed(waiting.signal?.reason);
    }
    this.#end();
    this.#settle(() => waiting.failed(waiting.signal?.reason));
    // What gave it up, a key perhaps, goes first.
    setTimeout(() => void this.#makeReady());
  }

  /** Begins a worker without a task, since one that was given up is mostly followed by another. */
  async #makeReady() {
    const name = this.#module;
    if (!name || this.#worker || this.#tasks.length > 0) return;
    const module = await load(name).catch(() => undefined);
    if (module && name === this.#module && this.#tasks.length === 0) this.#worker ??= this.#started(module);
  }

  /**
   * Ends the first task and begins the next.
   * @param {() => void} tell
   */
  #settle(tell) {
    this.#tasks.shift();
    tell();
    void this.#begin();
  }
}

/** @type {Record<Work, Engine>} */
const ENGINES = { moves: new Engine(), hints: new Engine(), questions: new Engine(), verdicts: new Engine() };

/**
 * The module that a task needs, and who waits for it: a picture of an answer is no move, and waits for no question.
 * @param {Work} work
 * @param {Task} task
 * @returns {[Work, string]}
 */
function needed(work, { family, operation }) {
  const { rules, engines } = modulesOf(family) ?? { rules: ALL_RULES, engines: ALL_RULES };
  if (operation.kind === "picture" && operation.answer !== null) return ["hints", engines];
  return [work, ["ask", "new"].includes(operation.kind) ? engines : rules];
}

/**
 * Performs a task in the page.
 * @param {Work} work
 * @param {Task} task
 * @param {{ signal?: AbortSignal | undefined, progress?: ((update: ProgressUpdate) => void) | undefined }} [options]
 * @returns {Promise<Outcome>}
 */
export function performed(work, task, { signal, progress } = {}) {
  const [worker, module] = needed(work, task);
  return ENGINES[worker].perform(module, task, signal, progress);
}

/** Gives memory back that was needed for the level that is left. */
export function restEngines() {
  for (const engine of Object.values(ENGINES)) engine.rest();
}
