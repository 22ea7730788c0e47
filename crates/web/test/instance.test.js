// An instance of the engines: progress, limits, caches, and what happens when it aborts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Trap } from "../../server/page/engines/module.js";
import { compiled, engines } from "./modules.js";

/** @import { ProgressUpdate } from "../../server/page/types.js" */

/** A board of the 15-puzzle. */
const FIFTEEN = `board = "grid 4x4"
plates = ["-","1","2","3","4","5","6","7","8","9","10","11","12","13","14","15"]
pebbles = ["14","13","15","7","11","12","9","5","6","-","2","1","4","8","10","3"]
`;

/** Seven pairs on fifteen places, of ten thousand million states. */
const PAIRS = `board = "panguru"
plates = "WCBRBOGYGPCORPY"
pebbles = "-PCBRYOGYGBCORP"
`;

/**
 * @param {string} question
 * @param {{ nodes?: number | null, bytes?: number, level?: string }} [more]
 */
function asking(question, { nodes = 100_000, bytes = 2 ** 30, level = FIFTEEN } = {}) {
  return { family: "pebble", level, operation: { kind: "ask", question, asked: {} }, limits: { nodes, bytes, millis: 3_600_000 } };
}

/** @param {Awaited<ReturnType<typeof engines>>} instance @param {object} task */
function result(instance, task) {
  const { done } = instance.perform(task);
  assert.ok(done);
  return /** @type {{ verdict: string, method: string, spent: { nodes: number, bytes: number } }} */ (done.result);
}

for (const name of ["boards"]) {
  const module = compiled(name);

  test(`${name}: progress arrives while a task is performed`, async () => {
    /** @type {ProgressUpdate[]} */
    const updates = [];
    const instance = await engines(module, (update) => updates.push(update));
    result(instance, asking("solve"));
    const [first] = updates;
    assert.ok(first && first.stage.length > 0, JSON.stringify(updates));
    assert.deepEqual(Object.keys(first), ["stage", "done", "total", "at_least", "nodes"]);
  });

  test(`${name}: a task's limit of memory is kept, and a map says what it would need`, async () => {
    const instance = await engines(module);
    const { verdict, method, spent } = result(instance, asking("map", { nodes: null, level: PAIRS }));
    assert.equal(verdict, "unfinished");
    const needed = Number(/needs ([\d.]+) GiB of memory/.exec(method)?.[1]);
    assert.ok(needed > 3.5 && needed < 3.8, method);
    assert.ok(spent.bytes <= 2 ** 30);
  });

  test(`${name}: an instance that runs out of memory traps, and a fresh one works`, async () => {
    const instance = await engines(module);
    const before = instance.bytes();
    assert.ok(before < 2 ** 26, `${before} bytes`);
    // Three copies of this level are more than the module's memory, whatever the limits of the task are: the task's JSON
    // text, the text without its escape sequences, and the string of the task.
    const level = `\n${"0".repeat(500_000_000)}`;
    const trapped = () => instance.perform({ ...asking("solve"), family: "toggle", level });
    assert.throws(trapped, (error) => error instanceof Trap && /^out of memory: \d+ bytes/.test(error.message));
    assert.ok(instance.bytes() <= 1.25 * 2 ** 30);
    assert.throws(() => instance.perform(asking("solve")), (error) => error instanceof Trap && /aborted/.test(error.message));
    assert.equal(result(await engines(module), asking("solve")).verdict, "unfinished");
  });

  test(`${name}: what progress throws comes out unchanged`, async () => {
    const odd = new Error("odd");
    const instance = await engines(module, () => {
      throw odd;
    });
    assert.throws(() => instance.perform(asking("solve")), (error) => error === odd);
  });
}
