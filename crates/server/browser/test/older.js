// A browser as old as the page still takes: what came after Safari 15.4, Chrome 97 and Firefox 114 is taken out of this one
// before any script runs, and from the style sheets before they are read.

/** @import { Page } from "playwright-core" */

/** What style sheets say that such browsers do not know. */
const NEWER_STYLE = /light-dark|:has\b|color-mix|\b1svh|svh|dvh|safe (?=center)/g;

/**
 * Makes a page one in such a browser, from its next document on.
 * @param {Page} page
 */
export async function grownOld(page) {
  await page.addInitScript(() => {
    /** @type {[any, string[]][]} */
    const newer = [
      [globalThis, ["CompressionStream", "DecompressionStream", "structuredClone", "OffscreenCanvas", "requestIdleCallback", "scheduler", "Iterator"]],
      [Array, ["fromAsync"]],
      [Array.prototype, ["toReversed", "toSorted", "toSpliced", "with"]],
      [Object, ["groupBy"]],
      [Map, ["groupBy"]],
      [Promise, ["withResolvers", "try"]],
      [AbortSignal, ["any", "timeout"]],
      [AbortSignal.prototype, ["throwIfAborted", "reason"]],
      [URL, ["canParse", "parse"]],
      [URLSearchParams.prototype, ["size"]],
      [Set.prototype, ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"]],
      [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"]],
      [String.prototype, ["isWellFormed", "toWellFormed"]],
      [CanvasRenderingContext2D.prototype, ["roundRect"]],
      [Element.prototype, ["checkVisibility"]],
      [HTMLElement.prototype, ["showPopover"]],
    ];
    for (const [owner, names] of newer) for (const name of names) delete owner[name];
  });
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const { "content-encoding": _, ...headers } = response.headers();
    await route.fulfill({ status: response.status(), headers, body: (await response.text()).replaceAll(NEWER_STYLE, (word) => `x-${word.replace(":", "")}`) });
  });
}
