// The two places of the page: beside a server, and as files on a plain host. What must hold on both is tested on both.

import { after, before, test } from "node:test";
import { host, SITE } from "./host.js";
import { launch, mounted, serve, visit, WITHOUT_ENGINES } from "./stand.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @typedef {"a server" | "files on a plain host"} Place */

/** @type {Place[]} */
const PLACES = ["a server", "files on a plain host"];
/** Their addresses, and that of files whose engines do not come. */
const addresses = { "a server": "", "files on a plain host": "", resting: "" };
/** @type {Browser} */
export let browser;

/** Starts both places and a browser before the first test of a file, and stops them after the last. */
export function standBoth() {
  /** @type {{ stop: () => Promise<unknown> }[]} */
  let running = [];
  before(async () => {
    const [server, site, resting, started] = await Promise.all([serve(...WITHOUT_ENGINES), host(SITE), host(SITE, false), launch()]);
    Object.assign(addresses, { "a server": `${server.address}/`, "files on a plain host": site.address, resting: resting.address });
    browser = started;
    running = [server, site, resting, { stop: () => started.close() }];
  });
  after(() => Promise.all(running.map((one) => one.stop())));
}

/**
 * The address of a place.
 * @param {Place} place
 * @param {boolean} [engines] whether the page without a server needs its engines
 */
export function addressOf(place, engines = true) {
  return place === "a server" || engines ? addresses[place] : addresses.resting;
}

/**
 * A test on both places: `act` gets a fresh page once the view of this route is mounted.
 * @param {string} name
 * @param {string} route what stands behind `#`
 * @param {(page: Page, address: string) => Promise<void>} act
 * @param {BrowserContextOptions & { engines?: boolean }} [options] whether the page without a server needs its engines
 */
export function onBoth(name, route, act, { engines = true, ...options } = {}) {
  for (const place of PLACES) {
    test(`${name}: ${place}`, () => visit(browser, `${addressOf(place, engines)}#${route}`, async (page) => {
      await mounted(page);
      await act(page, addressOf(place, engines));
    }, options));
  }
}
