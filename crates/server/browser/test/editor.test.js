// The editor: problems are pointed at; a puzzle of one's own is written, checked, played and solved; links carry levels.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { launch, mounted, serve, visit } from "./stand.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./stand.js" */

/** @type {Server} */
let server;
/** @type {Browser} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await Promise.all([browser?.close(), server?.stop()]);
});

const FROGS = `-- Frogs and Toads (Edouard Lucas, 1883)
return {
    name = "Frogs and toads",
    start = "FF.TT",
    moves = function(row)
        local out = {}
        local hole = row:find(".", 1, true)
        for place = math.max(1, hole - 2), math.min(#row, hole + 2) do
            local animal = row:sub(place, place)
            if (animal == "F" and place < hole) or (animal == "T" and place > hole) then
                local signs = row:split("")
                signs[hole], signs[place] = animal, "."
                table.insert(out, { name = tostring(place), to = table.concat(signs) })
            end
        end
        return out
    end,
    solved = function(row)
        return row == "TT.FF"
    end,
}
`;

/**
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 */
const at = (path, act) =>
  visit(browser, `${server.address}/#${path}`, async (page) => {
    await mounted(page);
    await page.locator(".editor[data-checked=yes]").waitFor();
    await act(page);
  });

/**
 * Writes a text and waits until it is checked.
 * @param {Page} page
 * @param {string} text
 * @param {"valid" | "wrong"} state
 */
async function write(page, text, state) {
  await page.locator("textarea").fill(text);
  await page.locator(`.editor[data-checked=yes] .check[data-state=${state}]`).waitFor();
}

test("the editor points at a bad character", () =>
  at("/edit/lemmo", async (page) => {
    await write(page, "#.##\n#x##\n@##$\n", "wrong");
    assert.match((await page.locator(".pointer").textContent()) ?? "", /^#x##\n \^ /);
    assert.equal(await page.locator(".numbers .wrong").textContent(), "2");
    await page.locator(".problem").first().click();
    const selected = await page.locator("textarea").evaluate((field) => {
      const text = /** @type {HTMLTextAreaElement} */ (field);
      return [text === document.activeElement, text.value.slice(text.selectionStart, text.selectionEnd)];
    });
    assert.deepEqual(selected, [true, "x"]);
    assert.equal(await page.locator("button", { hasText: "Play it" }).getAttribute("aria-disabled"), "true");
    await write(page, "#.##\n#.##\n@##$\n", "valid");
    assert.equal(await page.locator(".pointer").isVisible(), false);
  }));

test("a puzzle of one's own is written, checked, played and solved", () =>
  at("/edit/script", async (page) => {
    await write(page, FROGS.replace("local hole =", "local hole = ="), "wrong");
    assert.match((await page.locator(".problem").first().textContent()) ?? "", /^7:/);
    await write(page, FROGS, "valid");
    await page.locator("button", { hasText: "Play it" }).click();
    await page.locator("h1", { hasText: "Frogs and toads" }).waitFor();
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    assert.ok(Number(await page.locator(".film input").getAttribute("max")) >= 8);
    await page.keyboard.press("Escape");
    await page.locator(".moves button").first().click();
    await page.locator('.status[data-moves="1"]').waitFor();
  }));

test("a script that fails at its start is marked, and its link leads back to the editor", async () => {
  const failing = 'return {\n  name = "x", start = 1,\n  moves = function(s) return { { to = s } } end,\n  solved = function(s) return s == 2 end,\n}\n';
  await at("/edit/script", async (page) => {
    await write(page, failing, "wrong");
    assert.match((await page.locator(".problem").first().textContent()) ?? "", /^3:.*nil at 1\.name/);
  });
  await visit(browser, `${server.address}/#/play/script/~${deflateRawSync(failing).toString("base64url")}`, async (page) => {
    await page.locator(".failure a", { hasText: "Edit this level" }).click();
    await page.locator(".editor[data-checked=yes] .check[data-state=wrong]").waitFor();
    assert.equal(await page.locator("textarea").inputValue(), failing);
  });
});

test("the draft stays, and a link carries the whole level", () =>
  at("/edit/wall", async (page) => {
    await write(page, "0123\n4567\n", "valid");
    await page.reload();
    await page.locator(".editor[data-checked=yes]").waitFor();
    assert.equal(await page.locator("textarea").inputValue(), "0123\n4567\n");
    await page.locator("button", { hasText: "Play it" }).click();
    await page.locator(".table .board").waitFor();
    const url = page.url();
    assert.match(url, /#\/play\/wall\/~/);
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(url);
    await page.locator(".table .board").waitFor();
    assert.equal(await page.locator(".board text").allTextContents().then((all) => all.join("")), "01234567R");
    await page.goto(url.slice(0, -6));
    await page.locator(".failure").waitFor();
  }));

test("a level file is dropped", () =>
  at("/edit", async (page) => {
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['board = "2x2"\nmoves = "plus"\nstart = "1100"\n'], "mine.toggle"));
      document.querySelector(".view")?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.locator('textarea[aria-label="Level text, toggle"]').waitFor();
    assert.match(await page.locator("textarea").inputValue(), /2x2/);
  }));
