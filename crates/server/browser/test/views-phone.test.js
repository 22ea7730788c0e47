// Every view, and the example page, on a phone.

import { test } from "node:test";
import { browser, server, stand, visit } from "./stand.js";
import { accessible, everyView, keep, SCHEMES, SIZES } from "./views.js";

stand();
everyView("phone");

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
