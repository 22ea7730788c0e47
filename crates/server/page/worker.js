// The worker in which the engines run. It is told the compiled module first, and then one task after another; of each it
// tells the progress and the outcome, or that the engines ended over it. They begin anew with the next worker.

import { instantiate } from "./engines/module.js";

/** @import { Outcome, ProgressUpdate, Task } from "./types.js" */
/** @typedef {{ compiled: WebAssembly.Module } | { task: Task }} Told what the page says to its worker */
/** @typedef {{ progress: ProgressUpdate } | { outcome: Outcome, bytes: number } | { ended: string }} Said what the worker says, with the size of its memory */

/** The page. @type {{ postMessage: (said: Said) => void }} */
const page = globalThis;
/** @type {ReturnType<typeof instantiate> | undefined} */
let engines;

addEventListener("message", async ({ data }) => {
  const told = /** @type {Told} */ (data);
  if ("compiled" in told) {
    engines = instantiate(told.compiled, (progress) => page.postMessage({ progress }));
    return;
  }
  try {
    const engine = await engines;
    if (!engine) throw new Error("a task came before the engines");
    const outcome = engine.perform(told.task);
    page.postMessage({ outcome, bytes: engine.bytes() });
  } catch (error) {
    page.postMessage({ ended: error instanceof Error ? error.message : String(error) });
  }
});
