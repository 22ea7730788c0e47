// What every test stands on: a server of its own on a free port, a browser, and pages that are watched: a request to
// another machine, an error on the console or a breach of the Content-Security-Policy fails the test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { ShippedLevel } from "../../page/types.js" */
/** @typedef {{ address: string, stop: () => Promise<void> }} Server */

/**
 * The variants of a test that are run: one of them, which takes turns by a number; all where there is none, and where
 * `EVERY_WAY` is set (`npm run ways`).
 * @template T
 * @param {T[]} variants
 * @param {number | undefined} turn
 */
export const sample = (variants, turn) =>
  turn === undefined || process.env["EVERY_WAY"] ? variants : variants.slice(turn % variants.length, (turn % variants.length) + 1);
/** The longest that anything is waited for, in milliseconds: far more than it takes. */
export const PATIENCE = 60_000;
/** A board of the 24-puzzle that takes far longer than anybody waits. */
export const LONG = `board = "grid 5x5"
plates = ["-","1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17","18","19","20","21","22","23","24"]
pebbles = ["17","1","20","9","16","2","22","19","14","5","15","21","-","3","24","23","18","13","12","7","10","8","6","4","11"]
`;
/** The tests of the page ask a server everything, unless `ENGINES` is set; those of its engines are in files of their own. */
export const WITHOUT_ENGINES = process.env["ENGINES"] ? [] : ["--no-page-engines"];
const PROGRAM = process.env["MENAGERIE"] ?? "menagerie";
const CLOSED = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/**
 * Starts a server with these further arguments; its first line of output names the address.
 * @param {...string} more
 * @returns {Promise<Server>}
 */
export async function serve(...more) {
  const data = await mkdtemp(join(tmpdir(), "menagerie-"));
  const child = spawn(PROGRAM, ["serve", "--listen", "127.0.0.1:0", "--data", data, ...more], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said = (said + text).slice(-4000)));
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, "line"), ended.then(() => Promise.reject(new Error(`no server: ${said}`)))]);
  const address = /http:\/\/[\d.:]+/.exec(line)?.[0];
  assert.ok(address, `an address in the first line: ${line}`);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  return { address, stop };
}

/** @returns {Promise<Browser>} */
export function launch() {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: CLOSED });
}

/**
 * Runs `act` on a fresh page, watched.
 * @param {Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<void>} act
 * @param {BrowserContextOptions} [options]
 */
export async function visit(browser, url, act, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(openLab);
  const faults = watch(page, [new URL(url).host]);
  try {
    await page.goto(url);
    await act(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** Most tests ask questions: the Lab is open in them, as whoever uses it leaves it, unless a test has folded it. */
export function openLab() {
  try {
    if (localStorage.getItem("menagerie.lab") === null) localStorage.setItem("menagerie.lab", "open");
  } catch {
    // A page of no origin keeps nothing.
  }
}

/** The server of a file's tests, once `stand` was called. @type {Server} */
export let server;
/** The browser of a file's tests, once `stand` was called. @type {Browser} */
export let browser;

/** Starts a server and a browser before the first test of a file, and stops both after the last. */
export function stand() {
  before(async () => {
    [server, browser] = await Promise.all([serve(...WITHOUT_ENGINES), launch()]);
  });
  after(async () => {
    await Promise.all([browser?.close(), server?.stop()]);
  });
}

/**
 * Runs `act` on a fresh page once the view of this route is mounted.
 * @param {string} route what stands behind `#`
 * @param {(page: Page) => Promise<void>} act
 * @param {BrowserContextOptions} [options]
 */
export function opened(route, act, options) {
  return visit(browser, `${server.address}/#${route}`, async (page) => {
    await mounted(page);
    await act(page);
  }, options);
}

/**
 * Collects what must not happen on a page that may ask these hosts.
 * @param {Page} page
 * @param {string[]} hosts
 * @returns {string[]}
 */
export function watch(page, hosts) {
  /** @type {string[]} */
  const faults = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && !hosts.includes(url.host)) faults.push(`asked ${url.href}`);
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // A refusal by the API is an answer; the browser logs its status all the same.
    const refusal = message.location().url.includes("/api/v1/") && /status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !refusal) faults.push(message.text());
  });
  return faults;
}

/**
 * Waits until what the page is writing into its database is there: leaving the page breaks off a transaction.
 * @param {Page} page
 */
export async function written(page) {
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("menagerie");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          // It begins when those before it have ended.
          const last = database.transaction([...database.objectStoreNames], "readwrite");
          last.onabort = () => reject(last.error);
          last.oncomplete = () => resolve(database.close());
        };
      }),
  );
}

/**
 * Reloads the page once what it is writing is there.
 * @param {Page} page
 */
export async function reload(page) {
  await written(page);
  await page.reload();
}

/**
 * Waits until a view is mounted.
 * @param {Page} page
 */
export async function mounted(page) {
  await page.locator("main[aria-busy=false] h1").first().waitFor();
}

/**
 * Goes to another view of the page that is open, and waits until it is mounted.
 * @param {Page} page
 * @param {string} route what stands behind `#`
 */
export async function go(page, route) {
  await page.evaluate((route) => {
    document.querySelector("main")?.setAttribute("aria-busy", "true");
    location.hash = `#${route}`;
  }, route);
  await mounted(page);
}

/**
 * Waits until the view of another route is mounted in place of the one shown: the address changes before it.
 * @param {Page} page
 * @param {RegExp} route matched with what stands between `#/` and `?`
 */
export async function arrived(page, route) {
  await page.waitForFunction((pattern) => {
    const main = document.querySelector("main");
    return main?.getAttribute("aria-busy") === "false" && new RegExp(pattern).test(main.dataset.route ?? "");
  }, route.source);
}

/**
 * Waits until the page can do without a network: its service worker is active, and rules and engines are kept, those of the
 * level at hand, of all families (as where the page is installed), or none.
 * @param {Page} page
 * @param {"one" | "all" | "none"} [which]
 */
export async function installed(page, which = "one") {
  await page.evaluate(async (which) => {
    await navigator.serviceWorker.ready;
    if (which === "all") dispatchEvent(new Event("appinstalled"));
    const kept = async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().filter(({ url }) => url.endsWith(".bin")).length;
    };
    const wanted = { one: 2, all: 6, none: 0 }[which];
    while ((await kept()) < wanted) await new Promise((resolve) => setTimeout(resolve, 50));
  }, which);
}

/**
 * Asks for one kind of hint more: which one was given, and its words.
 * @param {Page} page
 * @returns {Promise<{ step: number, words: string }>}
 */
export async function hintMore(page) {
  const before = await page.locator(".feedback").getAttribute("data-step");
  await page.locator("[data-key=h]").click();
  await page.waitForFunction((before) => {
    const { kind, step } = /** @type {HTMLElement} */ (document.querySelector(".feedback")).dataset;
    return kind === "refused" || (kind !== "thinking" && step !== undefined && step !== before);
  }, before);
  return { step: Number(await page.locator(".feedback").getAttribute("data-step")), words: (await page.locator(".feedback").textContent()) ?? "" };
}

/**
 * Asks for hints until the best moves are named.
 * @param {Page} page
 */
export async function hinted(page) {
  while ((await hintMore(page)).step !== 4) continue;
}

/**
 * Asks the API.
 * @template T
 * @param {string} address
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
export async function api(address, path, body) {
  const headers = { "Content-Type": "application/json", Prefer: "wait=30" };
  const post = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${address}/api/v1${path}`, post);
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return /** @type {T} */ (await response.json());
}

/**
 * The text of a shipped level.
 * @param {string} address
 * @param {string} family
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function shipped(address, family, name) {
  /** @type {{ levels: ShippedLevel[] }} */
  const { levels } = await api(address, "/levels");
  const level = levels.find((one) => one.family === family && one.name === name);
  assert.ok(level, `${family} ${name}`);
  return level.text;
}
