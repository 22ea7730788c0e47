// Questions and games that outlive the page and the server: a reload, a server that is killed and comes back, with what
// it knew and without.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { api, launch, LONG, mounted, PATIENCE, watch, WITHOUT_ENGINES, openLab } from "./stand.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Job } from "../../page/types.js" */

const PROGRAM = process.env["MENAGERIE"] ?? "menagerie";
const LEVEL = `/play/pebble/~${deflateRawSync(LONG).toString("base64url")}`;
const AWAY = "The server does not answer. Trying again …";

/** A server that is killed and started again at the same address. */
class Mortal {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  #port = 0;
  #data = "";

  /**
   * Starts it.
   * @param {boolean} [forgetful] whether it knows nothing of what it did before
   */
  async start(forgetful = false) {
    if (forgetful || !this.#data) this.#data = await mkdtemp(join(tmpdir(), "menagerie-away-"));
    const child = spawn(PROGRAM, ["serve", "--listen", `127.0.0.1:${this.#port}`, "--data", this.#data, ...WITHOUT_ENGINES], { stdio: ["ignore", "pipe", "ignore"] });
    this.#child = child;
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    this.#port = Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
  }

  get address() {
    return `http://127.0.0.1:${this.#port}`;
  }

  async kill() {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  async end() {
    await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }
}

/** @type {Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/**
 * Runs `act` on a page of a server of its own; that the server could not be reached is no fault of the page.
 * @param {string} path
 * @param {(page: Page, server: Mortal) => Promise<void>} act
 */
async function at(path, act) {
  const server = new Mortal();
  await server.start();
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(openLab);
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(server.address).host]);
  try {
    await page.goto(`${server.address}/#${path}`);
    await mounted(page);
    await act(page, server);
    // The second is what the browser says where the service worker cannot be had.
    assert.deepEqual(faults.filter((fault) => !/net::ERR_|error occurred when fetching the script/.test(fault)), []);
  } finally {
    await context.close();
    await server.end();
  }
}

/**
 * Asks how many shortest solutions the level has, of which nothing is known before the limit, and waits until they are sought.
 * @param {Page} page
 * @param {string} limit
 */
async function asked(page, limit) {
  await page.locator(".more-options summary").click();
  await page.evaluate((limit) => document.querySelector("select[name=time] option")?.setAttribute("value", limit), limit);
  await page.locator("select[name=time]").selectOption(limit);
  await page.locator("[data-question=count]").click();
  await page.locator('.working:not([hidden]):not([data-nodes="0"])').waitFor();
}

/**
 * The requests that a page sends from now on, by method and path.
 * @param {Page} page
 */
function sent(page) {
  /** @type {string[]} */
  const all = [];
  page.on("request", (request) => all.push(`${request.method()} ${new URL(request.url()).pathname.replace("/api/v1", "")}`));
  return all;
}

const jobs = (/** @type {string[]} */ all) => new Set(all.map((one) => /^GET \/jobs\/([^/]+)/.exec(one)?.[1]).filter(Boolean));

test("a question that is under way goes on after a reload, and can be cancelled then", () =>
  at(LEVEL, async (page, server) => {
    const first = sent(page);
    await asked(page, "60s");
    const before = jobs(first);
    assert.equal(before.size, 1);
    await page.reload();
    const later = sent(page);
    await page.locator('.working:not([hidden]):not([data-nodes="0"])').waitFor();
    assert.deepEqual(jobs(later), before);
    assert.ok(!later.includes("POST /ask"), "it is not asked again");
    await page.locator("button", { hasText: "Cancel" }).click();
    await page.locator(".notice.cancelled").waitFor();
    /** @type {Job} */
    let job = await api(server.address, `/jobs/${[...before][0]}`);
    while (job.state === "running") job = await api(server.address, `/jobs/${job.id}`);
    assert.equal(job.state, "cancelled");
    await page.reload();
    await mounted(page);
    assert.equal(await page.locator(".working").isVisible(), false);
  }));

test("the answer of a question appears after a reload", () =>
  at(LEVEL, async (page) => {
    await asked(page, "4s");
    await page.reload();
    await mounted(page);
    await page.locator(".verdict[data-verdict=unfinished] .why", { hasText: "The time allowed is over." }).waitFor();
    await page.reload();
    await mounted(page);
    assert.equal(await page.locator(".verdict").count(), 0);
    assert.equal(await page.locator(".working").isVisible(), false);
  }));

test("a server that is killed is said in words, and the question goes on when it is back", () =>
  at(LEVEL, async (page, server) => {
    const all = sent(page);
    await asked(page, "6s");
    await server.kill();
    await page.locator(".server-banner", { hasText: AWAY }).waitFor();
    await page.locator(".update", { hasText: AWAY }).waitFor();
    assert.doesNotMatch((await page.locator("body").innerText()) ?? "", /network error|failed to fetch/i);
    await server.start();
    await page.locator(".server-banner", { hasText: "The server answers again." }).waitFor();
    await page.locator(".verdict[data-verdict=unfinished]").waitFor();
    assert.equal(all.filter((one) => one === "POST /ask").length, 1);
    await page.locator(".server-banner:empty").waitFor({ state: "attached" });
  }));

test("a question is put again to a server that has forgotten it", () =>
  at(LEVEL, async (page, server) => {
    const all = sent(page);
    await asked(page, "4s");
    await server.kill();
    await server.start(true);
    await page.locator(".verdict[data-verdict=unfinished]").waitFor();
    assert.equal(all.filter((one) => one === "POST /ask").length, 2);
  }));

test("a question is cancelled while the server is unreachable", () =>
  at(LEVEL, async (page, server) => {
    await asked(page, "60s");
    await server.kill();
    await page.locator(".update", { hasText: AWAY }).waitFor();
    await page.locator("button", { hasText: "Cancel" }).click();
    await page.locator(".notice.cancelled").waitFor();
    assert.equal(await page.locator(".working").isVisible(), false);
    const told = page.waitForResponse((response) => response.request().method() === "DELETE");
    await server.start();
    assert.equal((await told).status(), 200);
  }));

test("a move that is made while the server is unreachable is played when it is back", () =>
  at("/play/toggle/flipper", async (page, server) => {
    await page.locator('.status[data-moves="0"]').waitFor();
    await server.kill();
    await page.locator('.board [data-act="1"]').click();
    await page.locator(".server-banner", { hasText: AWAY }).waitFor();
    await server.start();
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.locator('.board [data-act="2"]').click();
    await page.locator('.status[data-moves="2"]').waitFor();
  }));

test("a view that is opened while the server is unreachable says so, and is shown when it is back", () =>
  at("/play/toggle/flipper", async (page, server) => {
    await server.kill();
    await page.getByRole("link", { name: "Worlds" }).click();
    await page.locator(".server-banner", { hasText: AWAY }).waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /fetch|module|TypeError/);
    await server.start();
    await page.locator("a.card", { hasText: "The savanna" }).waitFor();
  }));
