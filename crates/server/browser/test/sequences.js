// Random sequences of what people do in the editor: typing, replacing all, reloads, *Back*, playing, examples, links, texts of
// their own, further tabs, tabs that are closed or killed. A model remembers what was typed last in each thread of typing;
// in the end each must be reachable from the editor: shown or in the list of documents. A tab that is killed may lose what was
// typed in its last 300 ms; a page that is left in order loses nothing. `npm run drafts -- 1000` runs many.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { go, mounted, PATIENCE } from "./stand.js";

/** @import { Browser, BrowserContext, Page } from "playwright-core" */
/**
 * @typedef {object} Thread what is typed on and on
 * @property {string} family
 * @property {{ text: string, at: number }[]} versions the text after each piece
 * @property {boolean} isKilled whether its tab has ended: then any of the versions may be what is left
 * @property {boolean} isYoung whether all of it may be lost
 */
/** @typedef {{ page: Page, family: string, shown: string | undefined, thread: Thread | undefined, isDead: boolean }} Tab */

/** What is typed must be kept after so many milliseconds. */
const KEPT = 300;
const STEPS = 12;
/** Families with examples of theirs. @type {Record<string, string[]>} */
const EXAMPLES = { toggle: ["flipper", "king"], wall: ["five"], sokoban: ["first-steps#1", "first-steps#2"] };
const FAMILIES = Object.keys(EXAMPLES);

/**
 * Random numbers that follow from a seed (mulberry32): whole ones below a bound.
 * @param {number} seed
 */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** What somebody does in the tabs of one browser, and what must not be lost of it. */
class Someone {
  /** @type {Tab[]} */
  #tabs = [];
  /** @type {Thread[]} */
  #threads = [];
  #typed = 0;
  /** What was done, to be told where something is lost. @type {string[]} */
  done = [];

  /**
   * @param {BrowserContext} context
   * @param {string} address
   * @param {boolean} checks whether texts are checked there
   * @param {(bound: number) => number} below
   */
  constructor(context, address, checks, below) {
    this.checks = checks;
    this.context = context;
    this.address = address;
    this.below = below;
  }

  /**
   * @template T
   * @param {T[]} all
   * @returns {T}
   */
  #one(all) {
    return /** @type {T} */ (all[this.below(all.length)]);
  }

  /** Does one thing in one of the tabs. */
  async step() {
    const tab = this.#tabs.length ? this.#one(this.#tabs) : await this.#open("");
    const act = this.#one([
      ...Array(6).fill(() => this.#type(tab)), () => this.#replace(tab), () => this.#reload(tab), () => this.#reload(tab), () => this.#back(tab),
      () => this.#play(tab), () => this.#example(tab), () => this.#own(tab), () => this.#link(tab), () => this.#open(`#/edit/${tab.family}`), () => this.#open(new URL(tab.page.url()).hash), () => this.#end(tab),
    ]);
    await act();
    for (const tab of this.#tabs.filter(({ isDead }) => isDead)) await this.#lost(tab, Date.now());
  }

  /** @param {string} hash */
  async #open(hash) {
    const page = await this.context.newPage();
    page.setDefaultTimeout(PATIENCE);
    /** @type {Tab} */
    const tab = { page, family: this.#one(FAMILIES), shown: undefined, thread: undefined, isDead: false };
    page.on("crash", () => (tab.isDead = true));
    await page.goto(this.address + (hash || `#/edit/${tab.family}`));
    await this.#look(tab);
    this.#tabs.push(tab);
    this.done.push(`open ${hash}`);
    return tab;
  }

  /**
   * Reads what a tab shows.
   * @param {Tab} tab
   */
  async #look(tab) {
    await mounted(tab.page);
    const field = tab.page.locator(".editor textarea");
    tab.thread = undefined;
    tab.shown = (await field.count()) ? await field.inputValue() : undefined;
    tab.family = /#\/\w+\/(\w+)/.exec(tab.page.url())?.[1] ?? tab.family;
  }

  /**
   * Goes to another view of the page.
   * @param {Tab} tab
   * @param {string} hash
   */
  async #go(tab, hash) {
    const before = tab.page.url();
    await tab.page.evaluate((hash) => {
      if (location.hash === hash) return;
      document.querySelector("main")?.setAttribute("aria-busy", "true");
      location.hash = hash;
    }, hash);
    this.done.push(`go ${hash.slice(0, 40)}`);
    if (tab.page.url() !== before || new URL(before).hash !== hash) await this.#look(tab);
  }

  /**
   * The thread that typing in a tab goes on with: that of the text that is shown, else a new one.
   * @param {Tab} tab
   * @param {boolean} anew
   */
  #thread(tab, anew) {
    const shows = (/** @type {Thread} */ { family, versions, isKilled }) => family === tab.family && (isKilled ? versions : versions.slice(-1)).some(({ text }) => text === tab.shown);
    const known = anew ? undefined : this.#threads.find(shows);
    tab.thread = known ?? { family: tab.family, versions: [], isKilled: false, isYoung: false };
    if (!known) this.#threads.push(tab.thread);
    if (tab.thread.isKilled) Object.assign(tab.thread, { versions: [{ text: tab.shown, at: 0 }], isKilled: false, isYoung: false });
    return tab.thread;
  }

  /**
   * @param {Tab} tab
   * @param {boolean} anew whether the text before must stay reachable
   */
  async #typedIn(tab, anew) {
    tab.shown = await tab.page.locator("textarea").inputValue();
    this.#thread(tab, anew).versions.push({ text: tab.shown, at: Date.now() });
  }

  /** @param {Tab} tab */
  async #type(tab) {
    if (tab.shown === undefined) return this.#own(tab);
    await tab.page.locator("textarea").press("Control+End");
    for (let chunks = 1 + this.below(3); chunks; chunks--) {
      const thread = this.#thread(tab, false);
      await tab.page.keyboard.type(`\n# ${++this.#typed}`);
      tab.shown = await tab.page.locator("textarea").inputValue();
      thread.versions.push({ text: tab.shown, at: Date.now() });
      await tab.page.waitForTimeout(this.below(150));
    }
    this.done.push(`type ${this.#typed}`);
  }

  /** @param {Tab} tab */
  async #replace(tab) {
    if (tab.shown === undefined) return;
    await tab.page.locator("textarea").press("Control+a");
    // A sign of its own, so that nothing of the text before stays.
    await tab.page.keyboard.insertText(String.fromCodePoint(0x4e00 + ++this.#typed).repeat(20));
    await this.#typedIn(tab, true);
    this.done.push(`replace ${this.#typed}`);
  }

  /** @param {Tab} tab */
  async #reload(tab) {
    this.done.push("reload");
    await tab.page.reload();
    await this.#look(tab);
  }

  /** @param {Tab} tab */
  async #back(tab) {
    const before = tab.page.url();
    await tab.page.evaluate(() => document.querySelector("main")?.setAttribute("aria-busy", "true"));
    await tab.page.goBack();
    this.done.push(`back to ${tab.page.url().slice(0, 60)}`);
    if (tab.page.url() === before) await tab.page.evaluate(() => document.querySelector("main")?.setAttribute("aria-busy", "false"));
    if (tab.page.url() === "about:blank") await tab.page.goto(`${this.address}#/edit/${tab.family}`);
    await this.#look(tab);
  }

  /** @param {Tab} tab */
  async #play(tab) {
    const button = tab.page.getByRole("button", { name: "Play it" });
    // Without engines nothing is ever checked.
    if (tab.shown !== undefined && this.checks && this.below(2)) {
      await tab.page.locator(".editor[data-checked=yes]").waitFor();
      if ((await button.getAttribute("aria-disabled")) !== "true") {
        await button.click();
        await tab.page.locator(".table .board").waitFor();
        this.done.push("play it");
        await this.#look(tab);
      }
    } else await this.#go(tab, "#/play/toggle/flipper");
    await this.#back(tab);
  }

  /** @param {Tab} tab */
  async #example(tab) {
    const family = this.#one(FAMILIES);
    await this.#go(tab, `#/edit/${family}/${encodeURIComponent(this.#one(EXAMPLES[family] ?? []))}`);
  }

  /** @param {Tab} tab */
  async #own(tab) {
    const family = this.#one(FAMILIES);
    await this.#go(tab, this.below(3) ? `#/edit/${family}` : `#/edit/${family}/*own${++this.#typed}`);
  }

  /** @param {Tab} tab */
  async #link(tab) {
    const known = this.#one([...this.#threads, undefined]);
    const text = known?.versions.at(-1)?.text ?? `a text of somebody's: ${++this.#typed}`;
    await this.#go(tab, `#/edit/${known?.family ?? tab.family}/~${deflateRawSync(text).toString("base64url")}`);
  }

  /**
   * A tab is closed or killed.
   * @param {Tab} tab
   */
  async #end(tab) {
    const [wait, kills] = [this.below(2) * KEPT, this.below(3) > 0];
    await tab.page.waitForTimeout(wait);
    const at = Date.now();
    if (kills) {
      const session = await this.context.newCDPSession(tab.page);
      const crashed = tab.page.waitForEvent("crash");
      void session.send("Page.crash").catch(() => undefined);
      await crashed;
    }
    this.done.push(`${kills ? "kill" : "close"} after ${wait}`);
    await this.#lost(tab, at);
  }

  /**
   * A tab has ended: what was typed in its last milliseconds may be lost.
   * @param {Tab} tab
   * @param {number} at
   */
  async #lost(tab, at) {
    this.#tabs = this.#tabs.filter((one) => one !== tab);
    await tab.page.close();
    if (!tab.thread) return;
    const { versions } = tab.thread;
    const kept = versions.findLastIndex((version) => version.at <= at - KEPT);
    Object.assign(tab.thread, { versions: versions.slice(Math.max(0, kept)), isKilled: true, isYoung: kept < 0 });
  }

  /** Asserts that everything that was typed can be reached from the editor of a new tab. */
  async nothingIsLost() {
    const page = await this.context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.waitForTimeout(KEPT);
    /** @type {Map<string, string[]>} */
    const reachable = new Map();
    const keep = async (/** @type {string} */ family) => reachable.set(family, [...(reachable.get(family) ?? []), await page.locator(".editor textarea").inputValue()]);
    for (const family of new Set(this.#threads.map(({ family }) => family))) {
      await page.goto("about:blank");
      await page.goto(`${this.address}#/edit/${family}`);
      await mounted(page);
      await keep(family);
    }
    await page.goto("about:blank");
    await page.goto(`${this.address}#/edit`);
    await mounted(page);
    const more = page.getByRole("button", { name: "Show all" });
    if (await more.isVisible()) await more.click();
    const links = await page.locator(".document-name a").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    for (const link of links) {
      await go(page, link.slice(1));
      await keep(link.split("/")[2] ?? "");
    }
    for (const { family, versions, isKilled, isYoung } of this.#threads) {
      const wanted = isKilled ? versions : versions.slice(-1);
      const found = wanted.some(({ text }) => reachable.get(family)?.includes(text));
      assert.ok(found || isYoung, `lost in ${family}: ${JSON.stringify(wanted.at(-1)?.text)}\nreachable: ${JSON.stringify(reachable.get(family))}\ndone: ${this.done.join("; ")}`);
    }
    await page.close();
    return { threads: this.#threads.length, typed: this.#typed };
  }
}

/**
 * Plays one sequence.
 * @param {Browser} browser
 * @param {string} address of the page
 * @param {number} seed
 * @param {boolean} [checks] whether texts are checked there, so that they can be played
 */
export async function sequence(browser, address, seed, checks = false) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  try {
    const someone = new Someone(context, address, checks, random(seed));
    for (let step = 0; step < STEPS; step++) await someone.step();
    return await someone.nothingIsLost();
  } finally {
    await context.close();
  }
}
