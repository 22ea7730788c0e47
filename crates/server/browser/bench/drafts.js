// Random sequences of work in the editor (`test/sequences.js`), by turns beside a server and as files on a plain host:
// `npm run drafts -- 1000` runs a thousand, `npm run drafts -- 17 17` the seventeenth alone. It ends with an error where
// something that was typed is lost.

import { host, SITE } from "../test/host.js";
import { sequence } from "../test/sequences.js";
import { launch, serve } from "../test/stand.js";

/** Browsers' windows at the same time. */
const TOGETHER = Number(process.env["TOGETHER"] ?? 3);

const [most = 100, first = 1] = process.argv.slice(2).map(Number);
const [site, server, browser] = await Promise.all([host(SITE, false), serve("--no-page-engines"), launch()]);
const begun = performance.now();
let [next, done, threads, typed] = [first, 0, 0, 0];
/** @type {string[]} */
const lost = [];

async function run() {
  while (next <= most) {
    const seed = next++;
    const served = seed % 2 === 1;
    try {
      const counts = await sequence(browser, served ? `${server.address}/` : site.address, seed, served);
      [threads, typed] = [threads + counts.threads, typed + counts.typed];
    } catch (error) {
      lost.push(`sequence ${seed}: ${String(error instanceof Error ? error.message : error).split("\nBrowser logs")[0]}`);
      console.log(lost.at(-1));
    }
    if (++done % 50 === 0) console.log(`${done} sequences, ${lost.length} with an error, ${Math.round((performance.now() - begun) / 1000)} s`);
  }
}

await Promise.all(Array.from({ length: TOGETHER }, run));
await Promise.all([browser.close(), site.stop(), server.stop()]);
console.log(`${done} sequences: ${threads} texts, ${typed} pieces typed; ${lost.length} sequences with an error`);
process.exitCode = lost.length ? 1 : 0;
