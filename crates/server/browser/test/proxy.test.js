// The server under a path behind a real nginx, which has the lines of docs/http.md: page, moves, hints, a job, a world, the
// API's page, the example, and without a network. Without nginx these tests are skipped.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { packed } from "./games.js";
import { hinted, installed, launch, LONG, mounted, PATIENCE, serve, watch, openLab } from "./stand.js";

/** @import { Browser, Page } from "playwright-core" */

/** Debian has it where the paths of others than root do not lead. */
const NGINX = ["nginx", "/usr/sbin/nginx"].find((name) => spawnSync(name, ["-v"]).status === 0);
const PATH = "/games/m/";
const DOCUMENT = new URL("../../../../docs/http.md", import.meta.url);

/** @type {Browser} */
let browser;
/** @type {{ address: string, stop: () => Promise<void> }} */
let proxy;
before(async () => {
  if (!NGINX) return;
  [browser, proxy] = await Promise.all([launch(), begin(NGINX)]);
});
after(async () => {
  await browser?.close();
  await proxy?.stop();
});

/** A port that is free now. @returns {Promise<number>} */
async function port() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/**
 * A server, and an nginx before it.
 * @param {string} nginx
 */
async function begin(nginx) {
  const [server, own, folder] = await Promise.all([serve(), port(), mkdtemp(join(tmpdir(), "menagerie-nginx-"))]);
  const lines = /```nginx\n(.*?)```/s.exec(await readFile(DOCUMENT, "utf8"))?.[1] ?? "";
  assert.ok(lines.includes(`location ${PATH} {`) && lines.includes("http://127.0.0.1:4663/"), lines);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const location = lines.replace("http://127.0.0.1:4663", server.address);
  const http = `access_log off; ${folders.join(" ")}\nserver { listen 127.0.0.1:${own};\n${location} }`;
  const text = `daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr error;\nevents {}\nhttp { ${http} }\n`;
  await writeFile(join(folder, "nginx.conf"), text);
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = once(child, "exit");
  const address = `http://127.0.0.1:${own}${PATH}`;
  for (const end = Date.now() + PATIENCE; !(await fetch(`${address}health`).then(({ ok }) => ok, () => false)); ) {
    assert.ok(child.exitCode === null && Date.now() < end, `no nginx: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.all([ended, server.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  return { address, stop };
}

/**
 * Runs `act` on a page below the path; a request beside it fails the test.
 * @param {string} route
 * @param {(page: Page) => Promise<void>} act
 */
async function below(route, act) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(openLab);
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(proxy.address).host]);
  context.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol.startsWith("http") && !pathname.startsWith(PATH)) faults.push(`asked ${pathname}`);
  });
  page.on("websocket", (socket) => {
    if (!new URL(socket.url()).pathname.startsWith(PATH)) faults.push(`opened ${socket.url()}`);
  });
  try {
    await page.goto(proxy.address + route);
    await act(page);
    assert.deepEqual(faults.filter((fault) => !/net::ERR_/.test(fault)), []);
  } finally {
    await context.close();
  }
}

const options = { skip: NGINX ? false : "nginx is not installed" };

test("below a path a level is played, hinted and solved, and its link opens it", options, () =>
  below("#/play/toggle/flipper", async (page) => {
    await mounted(page);
    await hinted(page);
    await page.locator('.board [data-act="1"]').click();
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    await page.locator(".snippet summary").click();
    assert.ok((await page.locator(".snippet-text").inputValue()).includes(`src="${proxy.address}hint.js"`));
  }));

test("below a path a long question is a job, whose progress comes and which is found again", options, async () => {
  await below(`#/play/pebble/${packed(LONG)}`, async (page) => {
    await mounted(page);
    await page.locator("[data-question=solve]").click();
    await page.locator(".update", { hasText: "on the server" }).waitFor();
    await page.locator("button", { hasText: "Cancel" }).click();
    await page.locator(".notice.cancelled").waitFor();
  });
  const body = JSON.stringify({ family: "pebble", level: LONG, question: "solve" });
  const made = await fetch(`${proxy.address}api/v1/ask`, { method: "POST", body, headers: { "Content-Type": "application/json", Prefer: "respond-async" } });
  assert.equal(made.status, 202);
  const job = new URL(made.headers.get("location") ?? "", made.url).href;
  assert.match((await (await fetch(job)).json()).state, /queued|running/);
  assert.equal((await (await fetch(job, { method: "DELETE" })).json()).state, "cancelled");
});

test("below a path a world lives, its log is saved, and a script is put in", options, () =>
  below("#/world/savanna", async (page) => {
    const world = page.locator(".live-world[data-player]");
    await world.waitFor();
    const step = async () => Number(await world.getAttribute("data-step"));
    const before = await step();
    while ((await step()) < before + 20) await page.waitForTimeout(50);
    const log = await page.locator("a", { hasText: "Save the log" }).getAttribute("href");
    assert.equal((await fetch(log ?? "")).status, 200);
    await page.locator(".scripts select").selectOption("monkey.luau");
    await page.locator(".scripts textarea").press("Control+End");
    await page.keyboard.type("-- once more");
    await page.keyboard.press("Control+s");
    await page.locator(".script-said", { hasText: /^In force from step/ }).waitFor();
  }));

test("below a path the API's page, the example and the links of the foot are there", options, async () => {
  await below("", async (page) => {
    await mounted(page);
    const links = await page.locator(".foot a").evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
    assert.ok(links.length >= 4);
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  });
  await below("api", async (page) => {
    await page.locator("main[aria-busy]").waitFor({ state: "detached" });
    assert.equal(page.url(), `${proxy.address}api/`);
    assert.ok((await page.locator("main h3").count()) > 10);
  });
  await below("example", async (page) => {
    await page.locator("#hint").click();
    await page.locator("#said", { hasText: "left at best" }).waitFor();
  });
});

test("below a path the page works without a network", options, () =>
  below("#/play/pebble/eight", async (page) => {
    await mounted(page);
    await installed(page);
    await page.context().setOffline(true);
    await page.reload();
    await mounted(page);
    await hinted(page);
  }));
