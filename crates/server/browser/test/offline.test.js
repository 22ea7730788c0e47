// The page with engines of its own: as files on a plain host in a subfolder, and after its server has ended. A level of
// every family is played, hinted, solved, edited, shared, reloaded and resumed; the page opens without a network, takes a
// new build over and says so.

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { packed } from "./games.js";
import { host, SITE } from "./host.js";
import { go, hinted, installed, launch, LONG, mounted, PATIENCE, reload, serve, watch, openLab } from "./stand.js";
import { write } from "./writing.js";

/** @import { Browser, BrowserContext, Page } from "playwright-core" */

/** A level of every family that a page can play, and where the moves are legal. */
const LEVELS = [
  ["toggle", "flipper"],
  ["lemmo", "seed"],
  ["wall", "five"],
  ["pebble", "eight"],
  ["bunny", "bunny-02"],
  ["sokoban", "first-steps#4"],
  ["puzzlescript", "magnet"],
];
const QUIET = { reducedMotion: /** @type {"reduce"} */ ("reduce"), viewport: { width: 1280, height: 800 } };

/** @type {Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/**
 * Runs `act` on a page of the files of a folder; an error on the page or a request to anybody else fails the test.
 * @param {string} route
 * @param {(page: Page, context: BrowserContext, site: { address: string, stop: () => Promise<unknown> }) => Promise<void>} act
 * @param {string} [folder]
 */
async function at(route, act, folder = SITE) {
  const site = await host(folder);
  const context = await browser.newContext(QUIET);
  const page = await context.newPage();
  await page.addInitScript(openLab);
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(site.address).host]);
  try {
    await page.goto(`${site.address}#${route}`);
    await mounted(page);
    await act(page, context, site);
    assert.deepEqual(faults.filter((fault) => !/net::ERR_/.test(fault)), []);
  } finally {
    await context.close();
    await site.stop();
  }
}

const counted = (/** @type {Page} */ page, /** @type {number} */ moves) => page.locator(`.status[data-moves="${moves}"]`).waitFor();

/**
 * Makes the first legal move by its name.
 * @param {Page} page
 */
async function move(page) {
  if (!(await page.locator(".type input").isVisible())) await page.locator(".byname > summary").click();
  const before = Number(await page.locator(".status").getAttribute("data-moves"));
  const first = (await page.locator(".moves [data-move]").first().getAttribute("data-move")) ?? "";
  await page.locator(".type input").fill(first);
  await page.locator(".type input").press("Enter");
  await counted(page, before + 1);
}

/**
 * Plays a level, asks for a hint and a solution, edits it, shares it, and comes back to the game after a reload.
 * @param {Page} page
 * @param {BrowserContext} context
 * @param {string} family
 * @param {string} name
 */
async function everything(page, context, family, name) {
  const root = page.url().split("#")[0];
  await page.goto(`${root}#/play/${family}/${encodeURIComponent(name)}`);
  await mounted(page);
  await hinted(page);
  await page.locator("[data-question=solve]").click();
  await page.locator(".verdict[data-verdict=proven]").waitFor();
  await move(page);
  await reload(page);
  await mounted(page);
  await counted(page, 1);
  const copied = page.evaluate(() => new Promise((resolve) => (navigator.clipboard.writeText = async (/** @type {string} */ text) => resolve(text))));
  await page.getByRole("button", { name: "Copy link" }).click();
  const shared = await context.newPage();
  await shared.goto(String(await copied));
  await mounted(shared);
  await counted(shared, 1);
  await shared.close();
  await page.locator("[data-key=u]").click();
  await counted(page, 0);
  await page.getByRole("link", { name: "Edit this level" }).click();
  await page.locator(".editor .status[data-moves]").waitFor();
  const level = await page.locator("textarea").inputValue();
  await write(page, "?", "wrong");
  await write(page, level, "valid");
}

for (const [family = "", name = ""] of LEVELS) {
  test(`files on a plain host: ${family} is played, hinted, solved, shared, resumed and edited`, () => at("/", (page, context) => everything(page, context, family, name)));
}

test("files on a plain host: scripts and worlds say that they need a server", () =>
  at("/", async (page) => {
    const scripts = page.getByRole("region", { name: "Scripted puzzles", exact: true });
    await scripts.getByText("this page has no server to run it").waitFor();
    await scripts.locator('a[href="#/play/script/nim"]').click();
    await page.locator(".failure", { hasText: "they run on a server alone. This page has no server" }).waitFor();
    // Nothing leads there, but an old link may.
    assert.equal(await page.getByRole("link", { name: "Worlds" }).count(), 0);
    await go(page, "/world");
    await page.locator(".failure", { hasText: "The live worlds run on a server. This page has no server" }).waitFor();
    assert.equal(await page.locator("footer").count(), 0);
  }));

test("a long question shows its progress, is cancelled, and the engines go on", () =>
  at(`/play/pebble/${packed(LONG)}`, async (page) => {
    await page.locator("[data-question=solve]").click();
    await page.locator('.working:not([hidden]):not([data-nodes="0"])').waitFor();
    await page.locator("button", { hasText: "Cancel" }).click();
    await page.locator(".notice.cancelled").waitFor();
    await move(page);
    await page.locator(".more-options summary").click();
    await page.evaluate(() => document.querySelector("select[name=time] option")?.setAttribute("value", "1s"));
    await page.locator("select[name=time]").selectOption("1s");
    await page.locator("[data-question=count]").click();
    await page.locator(".verdict[data-verdict=unfinished] .why", { hasText: "The time allowed is over." }).waitFor();
  }));

test("the memory of a question is given back when its level is left", () =>
  at("/play/pebble/hard", async (page, _, { address }) => {
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    await move(page);
    const workers = page.workers();
    assert.equal(workers.length, 2, "one for moves, one for questions");
    // That of moves holds little: pictures come with the answers.
    const ended = Promise.any(workers.map((worker) => worker.waitForEvent("close", { timeout: PATIENCE })));
    await page.goto(`${address}#/`);
    await ended;
  }));

test("the page can be installed, and opens without a network", () =>
  at("/play/toggle/flipper", async (page, context, site) => {
    await installed(page, "all");
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
    await site.stop();
    await page.reload();
    await mounted(page);
    for (const [family = "", name = ""] of LEVELS) await everything(page, context, family, name);
    await page.goto(`${site.address}#/`);
    await page.locator(".thumb svg").first().waitFor();
  }));

test("a server that ends is not missed by what an installed page can do itself", async () => {
  const server = await serve();
  const context = await browser.newContext(QUIET);
  const page = await context.newPage();
  await page.addInitScript(openLab);
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(server.address).host]);
  try {
    await page.goto(`${server.address}/#/`);
    await mounted(page);
    await installed(page, "all");
    await server.stop();
    for (const [family = "", name = ""] of LEVELS) await everything(page, context, family, name);
    assert.equal(await page.locator(".server-banner:not(:empty)").count(), 0, "nobody waits for the server");
    await page.goto(`${server.address}/#/play/script/nim`);
    await page.locator(".server-banner", { hasText: "The server does not answer. Trying again …" }).waitFor();
    assert.deepEqual(faults.filter((fault) => !/net::ERR_/.test(fault)), []);
  } finally {
    await context.close();
    await server.stop();
  }
});

test("beside a server short questions are answered in the page, long ones are jobs of the server", async () => {
  const server = await serve();
  const context = await browser.newContext(QUIET);
  const page = await context.newPage();
  await page.addInitScript(openLab);
  page.setDefaultTimeout(PATIENCE);
  try {
    await page.goto(`${server.address}/#/play/pebble/${packed(LONG)}`);
    await mounted(page);
    await installed(page);
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await move(page);
    assert.deepEqual(asked.filter((path) => path.startsWith("/api")), [], "a move is made in the page");
    await page.locator("[data-question=solve]").click();
    await page.locator(".update", { hasText: "on the server" }).waitFor();
    assert.ok(asked.includes("/api/v1/ask"));
    await page.locator("button", { hasText: "Cancel" }).click();
    await page.locator(".notice.cancelled").waitFor();
    asked.length = 0;
    await page.goto(`${server.address}/#/play/toggle/flipper`);
    await mounted(page);
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    assert.deepEqual(asked.filter((path) => path.startsWith("/api")), [], "a short question is answered in the page");
  } finally {
    await context.close();
    await server.stop();
  }
});

/** Rounds of requests until a board is shown. */
const ROUNDS = 4;

/**
 * Opens a level for the first time over a slow link: 1.6 Mbit/s, 150 ms. The milliseconds until its board is shown and until
 * a move is played, and what was loaded for the board: bytes as they were sent, and rounds of requests of which each waited
 * for one before.
 * @param {string} address
 */
async function firstVisit(address) {
  const context = await browser.newContext(QUIET);
  const page = await context.newPage();
  await page.addInitScript(openLab);
  page.setDefaultTimeout(PATIENCE);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 });
  /** @type {Map<string, { begun: number, ended?: number, bytes: number }>} */
  const loads = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, timestamp }) => void loads.set(requestId, { begun: timestamp, bytes: 0 }));
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) Object.assign(load, { ended: timestamp, bytes: encodedDataLength });
  });
  try {
    const begun = performance.now();
    await page.goto(`${address}#/play/toggle/flipper`, { waitUntil: "commit" });
    await page.locator(".board .act").first().waitFor();
    const shown = performance.now() - begun;
    const needed = [...loads.values()].filter(({ ended }) => ended !== undefined).sort((one, other) => one.begun - other.begun);
    /** @type {Map<typeof needed[number], number>} */
    const rounds = new Map();
    for (const load of needed) rounds.set(load, 1 + Math.max(0, ...needed.filter(({ ended = Infinity }) => ended <= load.begun).map((one) => rounds.get(one) ?? 0)));
    await page.locator('.board [data-act="1"]').click();
    await counted(page, 1);
    const played = performance.now() - begun;
    return { shown, played, bytes: needed.reduce((sum, { bytes }) => sum + bytes, 0), rounds: Math.max(...rounds.values()) };
  } finally {
    await context.close();
  }
}

test("over a slow link a board is shown after 200 KB in four rounds, with a server and without", async (t) => {
  const server = await serve();
  const site = await host(SITE);
  try {
    for (const [name, address] of [["a server", `${server.address}/`], ["files on a plain host", site.address]]) {
      // The document; its scripts; the list of levels, which the first of them asks for while the other is still loaded; the
      // position. On a busy machine a request may begin late, after the end of one that it does not wait for: a visit may
      // count too many rounds, none too few.
      let fewest = Infinity;
      for (let visit = 0; fewest > ROUNDS && visit < 5; visit += 1) {
        const { shown, played, bytes, rounds } = await firstVisit(address ?? "");
        t.diagnostic(`${name}: shown after ${shown.toFixed(0)} ms, ${bytes} bytes and ${rounds} rounds, played after ${played.toFixed(0)} ms`);
        assert.ok(bytes <= 200_000, `${name}: ${bytes} bytes`);
        fewest = Math.min(fewest, rounds);
      }
      assert.ok(fewest <= ROUNDS, `${name}: ${fewest} rounds`);
    }
  } finally {
    await Promise.all([server.stop(), site.stop()]);
  }
});

test("a new build takes over on the next visit, and says so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "menagerie-site-"));
  try {
    await cp(SITE, folder, { recursive: true });
    await at("/", async (page) => {
      await installed(page, "none");
      const [script = ""] = (await readdir(folder)).filter((name) => /^page-.*\.js$/.test(name));
      const renamed = script.replace(/-[0-9a-f]{16}/, "-00000000000000ff");
      await writeFile(join(folder, renamed), `document.documentElement.dataset.made = "new";\n${await readFile(join(folder, script), "utf8")}`);
      await rm(join(folder, script));
      const build = /build&quot;:&quot;([0-9a-f]{16})/.exec(await readFile(join(folder, "index.html"), "utf8"))?.[1] ?? "";
      for (const name of ["index.html", "sw.js"]) {
        const text = await readFile(join(folder, name), "utf8");
        await writeFile(join(folder, name), text.replaceAll(script, renamed).replaceAll(build, "00000000000000aa"));
      }
      await page.reload();
      await page.locator("html[data-made=new]").waitFor({ state: "attached" });
      await page.locator(".updated", { hasText: "Menagerie was updated since your last visit." }).waitFor();
    }, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
