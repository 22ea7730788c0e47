// The engines as a WebAssembly module: tasks performed without a server. It runs in a worker of the page, and in Node.
// What crosses the border is described in `crates/web/src/abi.rs`.

/** @import { Outcome, ProgressUpdate, Task } from "../types.js" */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input
 * @property {() => number} perform
 * @property {() => number} output
 * @property {() => number} failed_allocation
 */

/** What `perform` throws where the instance aborted: no task can be performed by it any more. */
export class Trap extends Error {
  /**
   * @param {string} message
   * @param {unknown} [cause]
   */
  constructor(message, cause) {
    super(message, { cause });
    this.name = "Trap";
  }
}

/**
 * Makes an instance of the engines. `perform` performs a task and returns its outcome, as `tasks::Outcome` is written;
 * it blocks its thread, and calls `progress` meanwhile. `bytes` is the memory of the instance, which never shrinks.
 * @param {WebAssembly.Module} compiled
 * @param {(update: ProgressUpdate) => void} progress
 * @returns {Promise<{ perform(task: Task): Outcome, bytes(): number }>}
 */
export async function instantiate(compiled, progress) {
  /** The message of the panic that aborts the instance. */
  let panic = "";
  let usable = true;
  /** @type {(pointer: number, length: number) => string} */
  const text = (pointer, length) => new TextDecoder().decode(new Uint8Array(engines.memory.buffer, pointer >>> 0, length >>> 0));
  const menagerie = {
    now: () => performance.now(),
    /** @type {(pointer: number, length: number) => void} */
    progress: (pointer, length) => progress(JSON.parse(text(pointer, length))),
    /** @type {(pointer: number, length: number) => void} */
    panicked: (pointer, length) => {
      panic = text(pointer, length);
    },
  };
  const instance = await WebAssembly.instantiate(compiled, { menagerie });
  const engines = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));

  /**
   * The error as a trap where the module aborted. What `progress` throws passes through the module and stays as it is.
   * @param {unknown} error
   */
  const trapped = (error) => {
    if (error instanceof WebAssembly.RuntimeError) return new Trap(reason(panic, engines), error);
    return error instanceof RangeError ? new Trap(`the engines have no stack left: ${error.message}`, error) : error;
  };

  return {
    bytes: () => engines.memory.buffer.byteLength,
    perform(task) {
      if (!usable) throw new Trap("the instance is in use, or aborted earlier");
      usable = false;
      try {
        const bytes = new TextEncoder().encode(JSON.stringify(task));
        const pointer = engines.input(bytes.length) >>> 0;
        new Uint8Array(engines.memory.buffer, pointer, bytes.length).set(bytes);
        const length = engines.perform();
        const outcome = JSON.parse(text(engines.output(), length));
        usable = true;
        return outcome;
      } catch (error) {
        throw trapped(error);
      }
    },
  };
}

/**
 * Why the module aborted.
 * @param {string} panic
 * @param {Exports} engines
 */
function reason(panic, engines) {
  if (panic) return panic;
  const failed = engines.failed_allocation() >>> 0;
  const held = engines.memory.buffer.byteLength;
  if (failed) return `out of memory: ${failed} bytes more than the ${held} that are in use were needed`;
  return "the engines aborted";
}
