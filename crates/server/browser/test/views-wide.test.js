// Every view in a wide window, then in low ones, and what a first view asks for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, stand, openLab } from "./stand.js";
import { everyView } from "./views.js";

stand();
everyView("wide");

test("a level is on the board after one script for old browsers and one for others, one style sheet and six questions, whatever the link", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(openLab);
  /** @type {Map<string, string[]>} */
  const asked = new Map();
  page.on("request", (request) => {
    const kind = request.resourceType();
    asked.set(kind, [...(asked.get(kind) ?? []), new URL(request.url()).pathname]);
  });
  await page.goto(`${server.address}/#/play/toggle/flipper`);
  await page.locator(".board .act").first().waitFor();
  assert.match((asked.get("script") ?? []).join(" "), /^\/support-[0-9a-f]{16}\.js \/page-[0-9a-f]{16}\.js$/);
  assert.match((asked.get("stylesheet") ?? []).join(" "), /^\/page-[0-9a-f]{16}\.css$/);
  assert.ok((asked.get("fetch") ?? []).length <= 6, String(asked.get("fetch")));
  await context.close();
});
