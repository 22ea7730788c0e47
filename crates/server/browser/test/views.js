// Every view on a phone, wide, on a low window and at 200 %, light, dark and in forced colours: axe-core finds no
// violation, nothing is wider than the screen. With SCREENS=1 the views are kept as pictures in docs/screens. What
// axe-core cannot decide is held against UNDECIDED.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { BLINK, packed } from "./games.js";
import { browser, hinted, hintMore, LONG, mounted, server, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @typedef {{ id: string, impact: string, nodes: { html: string, failureSummary: string, any: { message: string }[] }[] }} Finding */

const SCREENS = fileURLToPath(new URL("../../../../docs/screens/", import.meta.url));
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const COLLECTION = "#####\n#@$.#\n#####\nTitle: One Push\n\n######\n#@ $.#\n######\n\n#######\n#@ $ .#\n#######\nTitle: The Long Corridor\n";
/** A set of levels of several families. */
const CLASS = {
  menagerie: 1,
  set: "Class 7b, week 3",
  asks: "name",
  levels: [
    { family: "sokoban", title: "Two pushes", text: "#######\n#@ $ .#\n#######\n" },
    { family: "wall", title: "Two rows", text: "042\n391\n" },
    { family: "lemmo", title: "Four floors", text: "#####.###.##\n###.#####.##\n#.####.#####\n@#@$@$######\n" },
  ],
};
const SET = `~${deflateRawSync(JSON.stringify(CLASS)).toString("base64url")}`;
/** What pupils handed in. */
const HANDED = ["Mia", "Tom", "Ada"].map((who, index) => {
  const played = { at: 1, hints: index, solution: false, impossible: false };
  const walls = { ...played, level: 2, role: "eel", moves: ["gap 2"], end: index === 2 ? "won" : "ended", value: 13, unit: "cost" };
  const attempts = [{ ...played, level: 1, moves: index ? ["right", "right", "right"] : ["right"], end: index ? "won" : "open", ...(index ? { value: 3, unit: "moves" } : {}) }, walls];
  return { name: `${who}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ menagerie: 1, handed_in: CLASS.set, who, levels: CLASS.levels, attempts })) };
});
export const SIZES = { phone: { width: 360, height: 740 }, wide: { width: 1600, height: 900 } };
/** Views whose dark form is kept as a picture too. */
const KEPT_DARK = ["chooser", "lemmo-improve", "wall-", "pebble-hint", "sokoban-lost", "editor-wrong"];
export const SCHEMES = /** @type {const} */ (["light", "dark"]);
/** Media in which a view is checked. */
const MEDIA = /** @type {const} */ ([{ colorScheme: "light" }, { colorScheme: "dark" }, { colorScheme: "dark", forcedColors: "active" }]);
/** What axe-core cannot decide, looked at by hand. */
const UNDECIDED = [
  // Letters on a board lie on shapes: the unit test of `picture::role` holds each ink against each fill, light and dark.
  /^color-contrast: <text /,
  // Single digits in tables and signs on buttons: the same colours as the texts beside them.
  /^color-contrast: .* Element content (is too short|contains only non-text)/,
  // What is scrolled out of a low window lies under the edge of the part that scrolls.
  /^color-contrast: [^]* (overlapped by another element|partially obscured by another element|Element has no value)/,
  // The sample of a colour in a legend; its words stand beside it.
  /^color-contrast: <span class="swatch /,
  // Names of buttons whose text is a sign or a letter of the board begin with the words that are said: "One step back".
  /^label-content-name-mismatch: <(g|button) /,
];
/** Sizes that the wide window is given: a phone held across, and a window of 1280 by 800 at 200 %. */
const LOW = [{ width: 740, height: 360 }, { width: 640, height: 400 }];

/** @param {string} question */
const asked = (question) => async (/** @type {Page} */ page) => {
  await page.locator(`[data-question=${question}]`).click();
  await page.locator(".verdict").waitFor();
};
const idle = async () => undefined;

/** Name, path, what is done before looking. @type {[string, string, (page: Page) => Promise<void>][]} */
const VIEWS = [
  ["chooser", "/", thumbnail],
  ["toggle", "/play/toggle/flipper", idle],
  ["toggle-impossible", "/play/toggle/one-light", asked("solve")],
  ["lemmo", "/play/lemmo/seed", idle],
  ["lemmo-start", "/play/lemmo/seed?v=1&r=lemmo", idle],
  ["lemmo-improve", "/play/lemmo/seed", asked("improve")],
  ["wall", "/play/wall/serpent", asked("solve")],
  ["wall-impossible", "/play/wall/cul-de-sac", asked("solve")],
  ["pebble-hint", "/play/pebble/seed", hinted],
  ["pebble-where", "/play/pebble/seed", where],
  ["pebble-solve", "/play/pebble/seed", asked("solve")],
  ["pebble-working", `/play/pebble/~${deflateRawSync(LONG).toString("base64url")}`, working],
  ["pebble-map", "/play/pebble/hexagram", asked("map")],
  ["bunny", "/play/bunny/bunny-04", asked("solve")],
  ["bunny-unfinished", "/play/bunny/warren", hurried],
  ["pebble-options", "/play/pebble/easy", (page) => page.locator(".more-options summary").click()],
  ["pebble-data", "/play/pebble/easy", taken],
  ["sokoban", "/play/sokoban/first-steps%234", hinted],
  ["sokoban-lost", "/play/sokoban/first-steps%234", lost],
  ["levels", `/levels/sokoban/~${deflateRawSync(COLLECTION).toString("base64url")}`, (page) => page.locator(".thumb .board").first().waitFor()],
  ["puzzlescript", "/play/puzzlescript/garden", hinted],
  ["puzzlescript-clock", `/play/puzzlescript/${packed(BLINK)}`, (page) => page.locator(".clock").waitFor()],
  ["script", "/play/script/wolf-goat-cabbage", hinted],
  ["script-two", "/play/script/nim", idle],
  ["documents", "/edit/wall", documents],
  ["editor-versions", "/edit/wall", versions],
  ["editor-levels", "/edit/sokoban/first-steps", levels],
  ["editor-object", "/edit/puzzlescript/push", object],
  ["editor", "/edit/toggle/flipper", (page) => page.locator(".editor[data-checked=yes]").waitFor()],
  ["editor-wrong", "/edit/lemmo", wrong],
  ["editor-par", "/edit/toggle/flipper", compared],
  ["editor-play", "/edit/puzzlescript/magnet", played],
  ["editor-draw", "/edit/puzzlescript/magnet", drawing],
  ["print", "/print/toggle/flipper", (page) => page.locator(".print-state", { hasText: "ready to print" }).waitFor()],
  ["print-several", `/set/${SET}/print`, (page) => page.locator(".print-state", { hasText: "ready to print" }).waitFor()],
  ["set", `/set/${SET}`, (page) => page.locator(".thumb .board").first().waitFor()],
  ["set-maker", "/sets", made],
  ["results", "/results", results],
  ["worlds", "/world", (page) => page.locator(".world-snapshot canvas[data-step]").first().waitFor()],
  ["world-savanna", "/world/savanna", lively],
  ["world-farmyard", "/world/farmyard", lively],
  ["world-tower", "/world/tower", lively],
  ["failure", "/play/toggle/none", idle],
  ["refused-file", "/play/toggle/flipper", refused],
];

/** Pictures are drawn as they come into sight. @param {Page} page */
async function thumbnail(page) {
  await page.locator(".thumb").first().scrollIntoViewIfNeeded();
  await page.locator(".thumb .board").first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** @param {Page} page */
async function made(page) {
  await page.locator("#set-file").setInputFiles({ name: "set.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(CLASS)) });
  await page.getByRole("button", { name: "Change this set" }).click();
  await page.locator(".set-levels > li").nth(2).waitFor();
}

/** @param {Page} page */
async function results(page) {
  await page.locator("#handed").setInputFiles(HANDED);
  await page.locator(".results-table tbody tr").nth(2).waitFor();
  await page.locator(".lost-places summary").first().click();
  await page.locator(".lost-places .board").waitFor();
}

/** @param {Page} page */
async function where(page) {
  for (const _ of [1, 2, 3]) await hintMore(page);
}

/** @param {Page} page */
async function lost(page) {
  for (const [made, key] of ["ArrowUp", "ArrowLeft", "ArrowDown"].entries()) {
    await page.keyboard.press(key);
    await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
  }
  await hintMore(page);
  await page.locator("[data-question=judge]").click();
  await page.locator(".judgement").waitFor();
}

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
async function documents(page) {
  for (const text of ["; title: My first wall\n0123\n4567\n", "; title: Another\n0123\n4567\n"]) {
    await page.locator("textarea").fill(text);
    await page.locator(".editor[data-checked=yes]").waitFor();
    await page.evaluate(() => (location.hash = "#/edit/wall/*another"));
    await page.locator("main[aria-busy=false] .editor[data-checked=yes]").waitFor();
  }
  await page.getByRole("link", { name: "All documents" }).click();
  await page.getByRole("button", { name: "Remove Another" }).click();
  await page.locator(".gone summary").click();
  await page.locator(".kinds .card svg").first().waitFor();
}

/** @param {Page} page */
async function versions(page) {
  await page.locator("textarea").fill("; title: My first wall\n0123\n4567\n");
  await page.locator(".editor[data-checked=yes]").waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator(".versions summary").click();
  await page.locator(".versions-list button").waitFor();
}

/** @param {Page} page */
async function compared(page) {
  await page.locator(".editor[data-checked=yes]").waitFor();
  await page.getByRole("button", { name: "Check par" }).click();
  await page.locator(".par").waitFor();
}

/** @param {Page} page */
async function played(page) {
  await page.locator(".editor[data-checked=yes]").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('.preview .status[data-moves="1"]').waitFor();
  // A key of the game's own.
  await page.locator(".preview .board").focus();
  await page.keyboard.press("x");
  await page.locator(".applied-rule-line").first().waitFor();
}

/** The list of levels, and the bar that finds; one of the levels is drawn. @param {Page} page */
async function levels(page) {
  await page.locator('.truth-line[data-state="proven"]').waitFor();
  await page.locator('.chip[data-number="3"]').click();
  await page.locator(".editor[data-checked=yes]").waitFor();
  await drawing(page);
  await page.locator(".cell-note").first().waitFor();
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("searchbox").fill("Title");
  await page.locator(".level-list summary").click();
  await page.locator(".level-cards").scrollIntoViewIfNeeded();
  await page.locator(".level-cards .thumb .board").first().waitFor();
}

/** The pixels of an object, drawn. @param {Page} page */
async function object(page) {
  await drawing(page);
  await page.getByLabel("Drawn:").selectOption("player");
  await page.locator(".draw-cell").nth(24).waitFor();
}

/** @param {Page} page */
async function drawing(page) {
  await page.locator(".editor[data-checked=yes]").waitFor();
  await page.getByRole("button", { name: "Draw" }).click();
  await page.locator(".draw-cell").first().waitFor();
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

/**
 * Declares the tests of every view in a window of this size.
 * @param {keyof typeof SIZES} size
 */
export function everyView(size) {
  for (const [name, path, act] of VIEWS) {
    test(`${name}, ${size}`, () => view(name, path, act, size, SIZES[size]));
  }
}

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
      for (const media of MEDIA) {
        await page.emulateMedia({ ...media, reducedMotion: "reduce" });
        await keep(page, `${name}-${size}-${"forcedColors" in media ? "forced" : media.colorScheme}`);
        await accessible(page);
      }
      await fits(page);
      if (viewport !== SIZES.wide) return;
      await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
      for (const low of LOW) {
        await page.setViewportSize(low);
        await keep(page, `${name}-${low.width}x${low.height}-light`);
        await accessible(page);
        await fits(page);
      }
    },
    { viewport },
  );
}

/** @param {Page} page */
async function fits(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} pixels wider than the screen`);
}

/** @param {Page} page */
export async function accessible(page) {
  // Evaluated, not added to the page: its Content-Security-Policy lets no script in.
  await page.evaluate(AXE);
  const { violations, incomplete } = await page.evaluate(async () => {
    /** @type {any} */
    const { axe } = globalThis;
    return /** @type {{ violations: Finding[], incomplete: Finding[] }} */ (await axe.run(document, { resultTypes: ["violations", "incomplete"] }));
  });
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).slice(0, 3).join(" ")}`), []);
  const undecided = incomplete.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join("; ")}`));
  assert.deepEqual(undecided.filter((finding) => !UNDECIDED.some((known) => known.test(finding))), []);
}

/**
 * @param {Page} page
 * @param {string} name
 */
export async function keep(page, name) {
  const all = process.env["SCREENS"] === "all";
  if (!all && (!process.env["SCREENS"] || !/-(light|dark)$/.test(name) || /\dx\d/.test(name) || (name.endsWith("dark") && !KEPT_DARK.some((one) => name.startsWith(one))))) return;
  const folder = all ? process.env["SCREENS_IN"] ?? SCREENS : SCREENS;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
