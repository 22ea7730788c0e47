// The windows that people have, beside a server and as files on a plain host: a phone, a tablet, two desktops, and a desktop
// at 200 %. In each no file is missing, nothing is said on the console, nothing scrolls to the side, and axe-core finds
// nothing. `views.js` looks at other views, and with a server alone, in its two windows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed } from "./games.js";
import { addressOf, browser, standBoth } from "./places.js";
import { go, mounted, PATIENCE, sample, watch } from "./stand.js";
import { accessible } from "./views.js";
import { checked } from "./writing.js";

/** @import { Page } from "playwright-core" */
/** @import { Place } from "./places.js" */
/**
 * @typedef {object} View
 * @property {string} name
 * @property {string} route
 * @property {(page: Page) => Promise<unknown>} shown what is done before it counts as shown
 * @property {boolean} [refused] whether the API refuses something in it
 */

const WINDOWS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
  large: { width: 1920, height: 1080 },
  // 1280 by 800 at 200 %.
  doubled: { width: 640, height: 400 },
};
const SCHEMES = /** @type {const} */ (["light", "dark"]);
const PLACES = /** @type {Place[]} */ (["a server", "files on a plain host"]);
const TWO = packed("Title: One\n#####\n#@$.#\n#####\n\nTitle: Two\n######\n#@ $.#\n######\n");

const board = (/** @type {Page} */ page) => page.locator(".table .board .cell").first().waitFor({ state: "attached" });
/** A set of levels of two families. */
const SET = packed(JSON.stringify({
  menagerie: 1,
  set: "Class 7b, week 3",
  asks: "name",
  levels: [{ family: "sokoban", title: "Two pushes", text: "#######\n#@ $ .#\n#######\n" }, { family: "wall", title: "Two rows", text: "042\n391\n" }],
}));

/** Pictures are drawn as they come into sight. */
const thumbnail = async (/** @type {Page} */ page) => {
  await page.locator(".thumb").first().scrollIntoViewIfNeeded();
  await page.locator(".thumb .board").first().waitFor();
};
const printed = (/** @type {Page} */ page) => page.locator(".print-state", { hasText: "ready to print" }).waitFor();
const failure = (/** @type {Page} */ page) => page.locator(".failure").waitFor();
const written = async (/** @type {Page} */ page) => {
  await checked(page);
  await page.locator('.truth-line:is([data-state="proven"], [data-state="found"], [data-state="impossible"])').waitFor();
};

/**
 * Presses cells of a board, and waits for its end.
 * @param {string[]} acts
 * @param {"won" | "lost"} end
 */
const ended = (acts, end) => async (/** @type {Page} */ page) => {
  for (const act of acts) await page.locator(`.board .act[data-act="${act}"]`).last().click();
  await page.locator(`.status[data-state=${end}]`).waitFor();
  await page.locator(".judgement").waitFor();
};

/** @param {Page} page */
async function asked(page) {
  await page.locator(".lab > summary").click();
  await page.locator(".more-options > summary").click();
  await page.locator("[data-question=solve]").click();
  await page.locator(".verdict").waitFor();
}

/** @param {Page} page */
async function denied(page) {
  await page.getByRole("button", { name: "It cannot be solved" }).click();
  await page.locator(".feedback:is([data-kind=best], [data-kind=refused])").waitFor();
}

/** @param {Page} page */
async function programmed(page) {
  const strip = page.locator(".program-strip");
  for (const tile of ["a loop", "hop forward", "turn right"]) await strip.getByRole("button", { name: `Put in ${tile}`, exact: true }).click();
  await page.locator('.status[data-moves="2"]').waitFor();
}

/** @param {Page} page */
async function drawn(page) {
  await written(page);
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.locator(".draw-cell").first().waitFor();
}

/** @param {Page} page */
async function emptied(page) {
  await page.locator(".editor textarea").fill("");
  await page.locator(".check", { hasText: "Nothing is written yet" }).waitFor();
}

/** @param {Page} page */
async function sought(page) {
  await page.getByLabel("Find a puzzle").fill("no such puzzle");
  await page.getByText("No puzzle is called so.").first().waitFor();
}

/** Views that both places have, in the order in which they are opened. @type {View[]} */
const VIEWS = [
  { name: "the first view", route: "/", shown: thumbnail },
  { name: "a puzzle of the day", route: "/daily/1/2026-12-01", shown: board },
  { name: "a new game", route: "/new/toggle/3x3/4/7", shown: board },
  { name: "a new game that cannot be made", route: "/new/toggle/3x3/99/7", shown: failure, refused: true },
  { name: "a view that does not exist", route: "/nothing", shown: failure },
  { name: "a game that is won", route: "/play/toggle/flipper", shown: ended(["1", "3", "4"], "won") },
  { name: "a game that is lost", route: "/play/lemmo/seed?v=1&r=lemmo", shown: ended(["6 left"], "lost") },
  { name: "a level that is said to be impossible, and is", route: "/play/toggle/one-light", shown: denied },
  { name: "a level that is said to be impossible, and is not", route: "/play/toggle/king", shown: denied },
  { name: "a game with a pad", route: "/play/sokoban/first-steps%231", shown: board },
  { name: "a game of either side", route: "/play/wall/live", shown: board },
  { name: "a board wider than a phone", route: "/play/lemmo/turnstile", shown: board },
  { name: "a program of tiles", route: "/play/bunny/bunny-03", shown: programmed },
  { name: "a game of a file", route: `/play/sokoban/${TWO}/2`, shown: board },
  { name: "the levels of a shipped file", route: "/levels/sokoban/first-steps", shown: thumbnail },
  { name: "an open Lab with its options and an answer", route: "/play/pebble/easy", shown: asked },
  { name: "sheets of a family", route: "/print/wall", shown: printed },
  { name: "sheets of a file", route: `/print/sokoban/${TWO}`, shown: printed },
  { name: "a set", route: `/set/${SET}`, shown: thumbnail },
  { name: "sheets of a set", route: `/set/${SET}/print`, shown: printed },
  { name: "where sets are made", route: "/sets", shown: (page) => page.locator(".view h1").waitFor() },
  { name: "results that were handed in, before there are any", route: "/results", shown: (page) => page.locator(".view h1").waitFor() },
  { name: "what one makes", route: "/edit", shown: thumbnail },
  { name: "the editor of programs of tiles", route: "/edit/bunny", shown: drawn },
  { name: "the editor of starts", route: "/edit/lemmo", shown: drawn },
  { name: "the editor of numbers", route: "/edit/pebble", shown: written },
  { name: "the editor of a file", route: "/edit/sokoban/first-steps%232", shown: drawn },
  { name: "the editor of a game", route: "/edit/puzzlescript/magnet", shown: written },
  { name: "an editor with nothing in it", route: "/edit/toggle", shown: emptied },
  { name: "the first view with games that were begun, and a search without a find", route: "/?again", shown: sought },
];
/** Views that want a server. @type {View[]} */
const SERVED = [
  { name: "a game for two", route: "/play/script/nim", shown: board },
  { name: "a script whose moves have names alone", route: "/play/script/jugs", shown: (page) => page.locator(".moves button").first().waitFor() },
  { name: "the editor of scripts", route: "/edit/script/hanoi", shown: (page) => checked(page) },
  { name: "the worlds", route: "/world", shown: (page) => page.locator(".world-snapshot canvas[data-step]").first().waitFor() },
  { name: "a world", route: "/world/farmyard", shown: (page) => page.locator(".live-world[data-step]").waitFor() },
];

/** A page for each place, once it was wanted, and what must not happen on it. @type {Map<Place, { page: Page, faults: string[] }>} */
const pages = new Map();

standBoth();

/**
 * The page of a place, on which all of its views are opened one after the other.
 * @param {Place} place
 */
async function pageOf(place) {
  const known = pages.get(place);
  if (known) return known;
  const address = addressOf(place);
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: WINDOWS.phone });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(address).host]);
  page.on("response", (response) => void (response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`)));
  await page.goto(`${address}#/edit`);
  await mounted(page);
  pages.set(place, { page, faults });
  return { page, faults };
}

/**
 * What is wider than the window, where anything is.
 * @param {Page} page
 */
const over = (page) => page.evaluate(async () => {
  // What is fitted to the window by a script is fitted with the next frame.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return undefined;
  const wide = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5);
  return `${scrollWidth} pixels, for ${wide.slice(0, 3).map((one) => `${one.localName}.${one.getAttribute("class")}`).join(" ")}`;
});

for (const place of PLACES) {
  const views = place === "a server" ? [...VIEWS, ...SERVED] : VIEWS;
  views.forEach(({ name, route, shown, refused }, index) => {
    test(`${name}, in every window: ${place}`, async () => {
      const { page, faults } = await pageOf(place);
      await page.setViewportSize(WINDOWS.phone);
      await page.emulateMedia({ colorScheme: "light" });
      await go(page, route);
      await shown(page);
      const [looked] = sample(Object.keys(WINDOWS), index);
      for (const [size, window] of Object.entries(WINDOWS)) {
        await page.setViewportSize(window);
        assert.equal(await over(page), undefined, size);
        if (size !== looked && !process.env["EVERY_WAY"]) continue;
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await accessible(page);
        }
      }
      assert.deepEqual(faults.splice(0).filter((fault) => !(refused && /^4\d\d .*\/api\//.test(fault))), []);
    });
  });
}
