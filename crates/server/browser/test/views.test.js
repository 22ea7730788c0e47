// Every view, phone and wide, light and dark: axe-core finds nothing serious, nothing is wider than the screen. With
// SCREENS=1 the views are kept as pictures in docs/screens.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { browser, hinted, LONG, mounted, server, stand, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @typedef {{ id: string, impact: string, nodes: { html: string, failureSummary: string }[] }} Violation */

const SCREENS = fileURLToPath(new URL("../../../../docs/screens/", import.meta.url));
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const COLLECTION = "#####\n#@$.#\n#####\nTitle: One Push\n\n######\n#@ $.#\n######\n\n#######\n#@ $ .#\n#######\nTitle: The Long Corridor\n";
const SIZES = { phone: { width: 360, height: 740 }, wide: { width: 1600, height: 900 } };
/** Views whose dark form is kept as a picture too. */
const KEPT_DARK = ["chooser", "lemmo-improve", "wall-", "pebble-hint", "editor-wrong"];
const SCHEMES = /** @type {const} */ (["light", "dark"]);

/** @param {string} question */
const asked = (question) => async (/** @type {Page} */ page) => {
  await page.locator(`[data-question=${question}]`).click();
  await page.locator(".verdict").waitFor();
};
const idle = async () => undefined;

/** Name, path, what is done before looking. @type {[string, string, (page: Page) => Promise<void>][]} */
const VIEWS = [
  ["chooser", "/", (page) => page.locator(".thumb .board").first().waitFor()],
  ["toggle", "/play/toggle/flipper", idle],
  ["toggle-impossible", "/play/toggle/one-light", asked("solve")],
  ["lemmo", "/play/lemmo/seed", idle],
  ["lemmo-improve", "/play/lemmo/seed", asked("improve")],
  ["wall", "/play/wall/serpent", asked("solve")],
  ["wall-impossible", "/play/wall/cul-de-sac", asked("solve")],
  ["pebble-hint", "/play/pebble/seed", hinted],
  ["pebble-solve", "/play/pebble/seed", asked("solve")],
  ["pebble-working", `/play/pebble/~${deflateRawSync(LONG).toString("base64url")}`, working],
  ["pebble-map", "/play/pebble/hexagram", asked("map")],
  ["bunny", "/play/bunny/bunny-04", asked("solve")],
  ["bunny-unfinished", "/play/bunny/warren", hurried],
  ["pebble-options", "/play/pebble/easy", (page) => page.locator(".more-options summary").click()],
  ["pebble-data", "/play/pebble/easy", taken],
  ["sokoban", "/play/sokoban/first-steps%234", hinted],
  ["levels", `/levels/sokoban/~${deflateRawSync(COLLECTION).toString("base64url")}`, (page) => page.locator(".thumb .board").first().waitFor()],
  ["script", "/play/script/wolf-goat-cabbage", hinted],
  ["script-two", "/play/script/nim", idle],
  ["editor", "/edit/toggle/flipper", (page) => page.locator(".editor[data-checked=yes]").waitFor()],
  ["editor-wrong", "/edit/lemmo", wrong],
  ["editor-par", "/edit/toggle/flipper", compared],
  ["print", "/print/toggle/flipper", (page) => page.locator(".print-state", { hasText: "ready to print" }).waitFor()],
  ["worlds", "/world", (page) => page.locator(".world-snapshot canvas[data-step]").first().waitFor()],
  ["world-savanna", "/world/savanna", lively],
  ["world-farmyard", "/world/farmyard", lively],
  ["world-tower", "/world/tower", lively],
  ["failure", "/play/toggle/none", idle],
  ["refused-file", "/play/toggle/flipper", refused],
];

/** @param {Page} page */
async function taken(page) {
  await asked("solve")(page);
  for (const part of [".data", ".save", ".snippet"]) await page.locator(`${part} > summary`).click();
}

/** @param {Page} page */
async function refused(page) {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["…"], "letter.docx"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.locator(".refusal").waitFor();
}

/** @param {Page} page */
async function compared(page) {
  await page.locator(".editor[data-checked=yes]").waitFor();
  await page.getByRole("button", { name: "Check par" }).click();
  await page.locator(".par").waitFor();
}

/** @param {Page} page */
async function hurried(page) {
  await page.locator(".more-options summary").click();
  await page.evaluate(() => document.querySelector("select[name=time] option")?.setAttribute("value", "1ms"));
  await page.locator("select[name=time]").selectOption("1ms");
  await page.locator(".more-options summary").click();
  await asked("solve")(page);
}

/** @param {Page} page */
async function working(page) {
  await page.locator("[data-question=solve]").click();
  await page.locator('.working:not([data-nodes="0"])').waitFor();
}

/** @param {Page} page */
async function lively(page) {
  await page.waitForFunction(() => Number(document.querySelector(".live-world")?.getAttribute("data-step")) > 150);
}

/** @param {Page} page */
async function wrong(page) {
  await page.locator("textarea").fill("#.##.###\n##x#####\n@##$#.##\n");
  await page.locator(".check[data-state=wrong]").waitFor();
}

stand();

for (const [name, path, act] of VIEWS) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`${name}, ${size}`, () => view(name, path, act, size, viewport));
  }
}

test("the example page", () =>
  visit(browser, `${server.address}/example/index.html`, async (page) => {
    await page.locator("#hint").click();
    await page.locator("#lamps .best").first().waitFor();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await keep(page, `example-${colorScheme}`);
      await accessible(page);
    }
  }, { viewport: SIZES.phone }));

/**
 * @param {string} name
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 * @param {string} size
 * @param {{ width: number, height: number }} viewport
 */
async function view(name, path, act, size, viewport) {
  await visit(
    browser,
    `${server.address}/#${path}`,
    async (page) => {
      await mounted(page);
      await act(page);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await keep(page, `${name}-${size}-${colorScheme}`);
        await accessible(page);
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels wider than the screen`);
    },
    { viewport },
  );
}

/** @param {Page} page */
async function accessible(page) {
  // Evaluated, not added to the page: its Content-Security-Policy lets no script in.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    /** @type {any} */
    const { axe } = globalThis;
    return /** @type {Violation[]} */ ((await axe.run(document, { resultTypes: ["violations"] })).violations);
  });
  const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`), []);
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function keep(page, name) {
  if (!process.env["SCREENS"] || (name.endsWith("dark") && !KEPT_DARK.some((one) => name.startsWith(one)))) return;
  await mkdir(SCREENS, { recursive: true });
  await page.screenshot({ path: `${SCREENS}${name}.png` });
}
