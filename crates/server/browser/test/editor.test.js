// The editor: problems are pointed at; a puzzle of one's own is written, checked, played and solved; links carry levels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { api, browser, mounted, opened, reload, server, stand, visit } from "./stand.js";
import { write } from "./writing.js";

/** @import { Page } from "playwright-core" */
/** @import { FamilyCard } from "../../page/types.js" */

stand();

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
  opened(path, async (page) => {
    await page.locator(".editor[data-checked=yes]").waitFor();
    await act(page);
  });

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
    await reload(page);
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
    // The number below Rabbit is written after the others.
    assert.equal(await page.locator(".board text").allTextContents().then((all) => all.join("")), "12345670");
    assert.equal(await page.locator(".board-figure [data-sprite]").count(), 1);
    await page.goto(url.slice(0, -6));
    await page.locator(".failure").waitFor();
  }));

/**
 * Drops a file on an element.
 * @param {Page} page
 * @param {string} selector
 * @param {string} name of the file
 * @param {string} text
 * @param {string[]} [events] that are told of it
 */
const drop = (page, selector, name, text, events = ["drop"]) =>
  page.evaluate(([selector, name, text, events]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([String(text)], String(name)));
    for (const event of String(events).split(" ")) document.querySelector(String(selector))?.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
  }, [selector, name, text, events.join(" ")]);

test("a level file is dropped", () =>
  opened("/edit", async (page) => {
    await drop(page, ".view", "mine.toggle", 'board = "2x2"\nmoves = "plus"\nstart = "1100"\n');
    await page.locator('textarea[aria-label="Level text, toggle"]').waitFor();
    assert.match(await page.locator("textarea").inputValue(), /2x2/);
  }));

test("a level file is dropped anywhere: on the bar, and on a game; the page shows that it takes it", () =>
  opened("/play/toggle/flipper", async (page) => {
    const level = "#####\n#@$.#\n#####\n";
    assert.equal(await page.locator(".drop-target").isVisible(), false);
    await drop(page, ".board", "MINE.XSB", level, ["dragover"]);
    await page.locator(".drop-target").waitFor();
    await page.locator(".drop-target").waitFor({ state: "hidden" });
    await drop(page, ".board", "MINE.XSB", level, ["dragover", "drop"]);
    await page.locator(".level .family", { hasText: "sokoban" }).waitFor();
    assert.equal(await page.locator(".drop-target").isVisible(), false);
    await drop(page, "header.bar", "mine.toggle", 'board = "2x2"\nmoves = "plus"\nstart = "1100"\n');
    await page.locator(".level .family", { hasText: "toggle" }).waitFor();
    await drop(page, "header.bar", "letter.docx", "…");
    const refusal = page.locator(".refusal", { hasText: "letter.docx is not taken: the text is of no format known here" });
    await refusal.waitFor();
    await refusal.getByRole("button", { name: "Close" }).click();
    assert.equal(await refusal.count(), 0);
  }));

test("every extension that the server lists is taken", () =>
  opened("/edit", async (page) => {
    /** @type {{ families: FamilyCard[] }} */
    const { families } = await api(server.address, "/families");
    for (const { family, extensions } of families) {
      for (const extension of extensions) {
        // Loaded anew: the view before must not be the one that takes the file.
        await page.goto("about:blank");
        await page.goto(`${server.address}/#/edit`);
        await mounted(page);
        await drop(page, "header.bar", `mine.${extension}`, `dropped as ${extension}`);
        const holds = (/** @type {string} */ text) => document.querySelector("textarea")?.value === text;
        await page.waitForFunction(holds, `dropped as ${extension}`);
        assert.equal(await page.locator("textarea").getAttribute("aria-label"), `Level text, ${family}`);
      }
    }
  }));

test("a level is solved in the editor, and its par is compared with the proven best", () =>
  at("/edit/toggle", async (page) => {
    const level = (/** @type {string} */ par) => `${par}board = "3x3"\nmoves = "plus"\nstart = "011101010"\n`;
    /** @type {[string, RegExp][]} */
    const claims = [["par = 5\n", /^Par 5 is the proven best\.$/], ["par = 4\n", /^Par 4 is wrong: the proven best is 5\.$/], ["", /^The level states no par; the proven best is 5\.$/]];
    for (const [par, said] of claims) {
      await write(page, level(par), "valid");
      await page.getByRole("button", { name: "Check par" }).click();
      await page.locator(".par", { hasText: said }).waitFor();
    }
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    await write(page, 'board = "5x5"\nmoves = "plus"\nstart = "1000000000000000000000000"\npar = 3\n', "valid");
    assert.equal(await page.locator(".verdict").count(), 0);
    await page.getByRole("button", { name: "Check par" }).click();
    await page.locator(".par", { hasText: "Par 3 is wrong: there is no solution." }).waitFor();
  }));

test("of two numbers of a par each is compared", () =>
  at("/edit/lemmo", async (page) => {
    const rows = "#.\n.#\n#.\n$@\n";
    /** @type {[string, RegExp][]} */
    const claims = [["0 4", /^Par 0 4 is the proven best\.$/], ["1 4", /^Par 1 4 is wrong: the proven best is 0 4\.$/], ["4", /^Par 4 is the proven best\.$/]];
    for (const [par, said] of claims) {
      await write(page, `; par: ${par}\n${rows}`, "valid");
      await page.getByRole("button", { name: "Check par" }).click();
      await page.locator(".par", { hasText: said }).waitFor();
    }
  }));

test("two tabs keep their own drafts, and a new one begins with the newest", () =>
  at("/edit/wall", async (one) => {
    const other = await one.context().newPage();
    await other.goto(one.url());
    await other.locator(".editor[data-checked=yes]").waitFor();
    await write(one, "0123\n4567\n", "valid");
    await write(other, "7654\n3210\n", "valid");
    for (const [page, text] of /** @type {[Page, string][]} */ ([[one, "0123\n4567\n"], [other, "7654\n3210\n"]])) {
      await reload(page);
      await page.locator(".editor[data-checked=yes]").waitFor();
      assert.equal(await page.locator("textarea").inputValue(), text);
    }
    const third = await one.context().newPage();
    await third.goto(`${server.address}/#/edit/wall`);
    await third.locator(".editor[data-checked=yes]").waitFor();
    assert.equal(await third.locator("textarea").inputValue(), "7654\n3210\n");
  }));
