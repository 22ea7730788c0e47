// In the browser, in the page's own worker, operations and questions on every shipped level give the outcome of the native
// engines, by each module. Node performs all of them with every run of the tests (`crates/web/test`), here
// it is those of every fourth group; `EVERY=1 npm test` performs all.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { comparable, grouped, MODULES, native } from "../../../web/test/modules.js";
import { launch, serve, openLab } from "./stand.js";

/** @import { Browser } from "playwright-core" */
/** @import { Server } from "./stand.js" */

/** @type {Server} */
let server;
/** @type {Browser} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await Promise.all([browser?.close(), server?.stop()]);
});

/** The tasks of one in so many groups are performed: those of a group build on one another. */
const EVERY = Number(process.env.EVERY ?? 4);

for (const [form, performs] of MODULES) {
  test(`${form}: outcomes on shipped levels are the native ones`, async () => {
    const groups = [...grouped((await native()).filter(({ task }) => performs(task)))].filter((_, number) => number % EVERY === 0);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(openLab);
    await page.goto(server.address);
    for (const [group, tasks] of groups) {
      const outcomes = await page.evaluate(performed, { form, tasks: tasks.map(({ task }) => task) });
      for (const [index, { name, outcome }] of tasks.entries()) {
        assert.deepEqual(comparable(/** @type {any} */ (outcomes[index])), comparable(outcome), `${group} ${name}`);
      }
    }
    await context.close();
  });
}

/**
 * Runs in the page: performs tasks one after the other in a worker of the page.
 * @param {{ form: string, tasks: object[] }} asked
 * @returns {Promise<unknown[]>}
 */
async function performed({ form, tasks }) {
  const { files } = JSON.parse(document.querySelector("meta[name=menagerie]")?.getAttribute("content") ?? "{}");
  const packed = await fetch(files[`${form}.bin`]);
  const plain = packed.body?.pipeThrough(new DecompressionStream("gzip")) ?? null;
  const compiled = await WebAssembly.compile(await new Response(plain).arrayBuffer());
  const worker = new Worker(files["worker.js"], { type: "module" });
  worker.postMessage({ compiled });
  const outcomes = [];
  for (const task of tasks) {
    worker.postMessage({ task });
    outcomes.push(
      await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          if ("outcome" in data) resolve(data.outcome);
          if ("ended" in data) reject(new Error(data.ended));
        };
      }),
    );
  }
  worker.terminate();
  return outcomes;
}
