// The hint button of a game on another origin: the example page, served from elsewhere.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, PATIENCE, serve, watch } from "./stand.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Browser, Page } from "playwright-core" */

const PAGE = new URL("../../page/", import.meta.url);
const TYPES = new Map([["html", "text/html"], ["js", "text/javascript"], ["css", "text/css"], ["svg", "image/svg+xml"]]);

const elsewhere = createServer(async (request, response) => {
  const path = new URL(request.url ?? "/", "http://elsewhere").pathname;
  try {
    const file = await readFile(new URL(`.${path}`, PAGE));
    response.writeHead(200, { "Content-Type": TYPES.get(path.split(".").at(-1) ?? "") ?? "text/plain" }).end(file);
  } catch {
    response.writeHead(404).end();
  }
});
/** @type {Browser} */
let browser;
let origin = "";
before(async () => {
  browser = await launch();
  await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", () => resolve(undefined)));
  origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (elsewhere.address()).port}`;
});
after(async () => {
  await browser?.close();
  elsewhere.close();
});

/**
 * The example page, its hint button pressed, with what it says then.
 * @param {string[]} allowed
 * @param {(page: Page, said: string, faults: string[]) => Promise<void>} act
 */
async function pressed(allowed, act) {
  const server = await serve(...allowed);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(origin).host, new URL(server.address).host]);
  try {
    await page.goto(`${origin}/example/index.html?server=${server.address}`);
    await page.locator("#hint").click();
    await page.locator("#said:not(:empty)").waitFor();
    await act(page, (await page.locator("#said").textContent()) ?? "", faults);
  } finally {
    await page.close();
    await server.stop();
  }
}

test("an allowed origin gets hints, to the end of its game", () =>
  pressed(["--allow-origin", origin], async (page, said, faults) => {
    assert.match(said, /^Still solvable: 5 moves left at best\. Best now: 1, 2, 3, 6, 9\.$/);
    for (let left = 5; left > 0; left--) {
      await page.locator("#lamps .best").first().click();
      if (left > 1) {
        await page.locator("#hint").click();
        await page.locator("#said", { hasText: new RegExp(`: ${left - 1} moves? left`) }).waitFor();
      }
    }
    assert.equal(await page.locator("#said").textContent(), "All lamps are out.");
    assert.deepEqual(faults, []);
  }));

test("a server with a token gives hints to who has it", async () => {
  const server = await serve("--token", "sesame", "--allow-origin", origin);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  try {
    await page.goto(`${origin}/example/index.html`);
    const asked = (/** @type {string | undefined} */ token) =>
      page.evaluate(async ([address, given]) => {
        const { hint } = await import(`${location.origin}/hint.js`);
        const position = { family: "toggle", level: 'board = "1x2"\nmoves = ["11"]\nstart = "11"\n' };
        return hint(address, position, undefined, given).then((/** @type {{ best: string[] }} */ { best }) => best.join(), String);
      }, [server.address, token]);
    assert.equal(await asked("sesame"), "1");
    assert.match(await asked(undefined), /expected the header Authorization/);
  } finally {
    await page.close();
    await server.stop();
  }
});

test("any other origin gets none", () =>
  pressed(["--allow-origin", "https://your.game"], async (page, said) => {
    assert.match(said, /^No hint/);
    assert.equal(await page.locator("#lamps .best").count(), 0);
  }));
