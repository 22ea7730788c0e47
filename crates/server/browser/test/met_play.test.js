// What players met, on a phone, at a desk and with their ears, and must not meet again; what has tests of its own elsewhere
// is not repeated here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed } from "./games.js";
import { api, arrived, go, hintMore, opened, server, shipped, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { FamilyCard, ShippedLevel } from "../../page/types.js" */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

stand();

/** @param {Page} page @param {number} moves */
const counted = (page, moves) => page.locator(`.status[data-moves="${moves}"]`).waitFor();

/**
 * Presses places of a board.
 * @param {Page} page
 * @param {...string} acts
 */
async function press(page, ...acts) {
  const made = Number(await page.locator(".status").getAttribute("data-moves"));
  for (const [index, act] of acts.entries()) {
    await page.locator(`.board .act[data-act="${act}"]`).last().click();
    await counted(page, made + index + 1);
  }
}

test("behind a level that can be solved comes none that cannot", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  /** @type {{ levels: ShippedLevel[] }} */
  const { levels } = await api(server.address, "/levels");
  const isDoubtful = (/** @type {ShippedLevel | undefined} */ level) => families.some(({ family, doubtful }) => family === level?.family && doubtful.includes(level.name));
  const before = levels.filter((level, index) => !isDoubtful(level) && levels[index + 1]?.family === level.family && isDoubtful(levels[index + 1]));
  assert.ok(before.length >= 2, "levels before doubtful ones");
  await opened("/", async (page) => {
    for (const { family, name } of before) {
      await go(page, `/play/${family}/${encodeURIComponent(name)}`);
      const link = page.locator(".end-panel .next");
      // Behind the last one of a family there is none.
      if ((await link.count()) === 0) continue;
      const href = await link.getAttribute("href");
      const next = decodeURIComponent(href?.split("/").at(-1) ?? "");
      assert.ok(levels.some((level) => level.family === family && level.name === next && !isDoubtful(level)), `${family} ${name}: ${href}`);
    }
  });
});

test("each hint says something that the one before did not, and no number that says nothing", async () => {
  for (const [path, presses] of /** @type {[string, string[]][]} */ ([["toggle/flipper", []], ["toggle/flipper", ["1"]], ["toggle/flipper", ["1", "3"]], ["lemmo/one-floor", []], ["sokoban/first-steps%231", []], ["bunny/bunny-02", []]])) {
    await opened(`/play/${path}`, async (page) => {
      await press(page, ...presses);
      /** @type {string[]} */
      const told = [];
      for (let step = 0; step < 4; ) {
        const hint = await hintMore(page);
        step = hint.step;
        told.push(hint.words.replace(" Hint again for more.", ""));
      }
      assert.equal(new Set(told).size, told.length, told.join("\n"));
      for (const words of told) assert.doesNotMatch(words, /more than 0\b|less than 1\b/, path);
    });
  }
});

test("what a press changes and where to look are told apart by their signs", () =>
  opened("/play/toggle/lights-out-5x5", async (page) => {
    while ((await hintMore(page)).step < 3) continue;
    await page.keyboard.press("g");
    await page.locator(".board .changed .mark").first().waitFor();
    const look = (/** @type {string} */ selector) => page.locator(`.board ${selector}`).evaluateAll((all) => [...new Set(all.map((one) => {
      const { stroke, strokeDasharray } = getComputedStyle(one);
      return `${stroke} ${strokeDasharray} ${one.localName}`;
    }))]);
    const [changed, looked] = [await look(".changed .dashed"), await look(".look .cornered")];
    assert.equal(changed.length, 1);
    assert.equal(looked.length, 1);
    const parts = (/** @type {string[]} */ signs) => String(signs[0]).split(/ (?!\d+, )/);
    assert.notEqual(parts(changed)[0], parts(looked)[0]);
    assert.ok(/\d/.test(String(changed[0]).replace(/rgb\([^)]*\)/, "")) && /none/.test(String(looked[0])), `${changed} ${looked}`);
  }));

test("lights are on and off: digits come on request, goal and rules name no number", () =>
  opened("/play/toggle/flipper", async (page) => {
    assert.deepEqual(await page.locator(".board text").allTextContents(), []);
    assert.match((await page.locator(".goal-words").textContent()) ?? "", /^Goal: every light is off/);
    await page.locator(".about > summary").click();
    assert.doesNotMatch(await page.locator(".rules").innerText(), /modul|digit/i);
    await page.getByLabel("Numbers", { exact: true }).check();
    assert.ok((await page.locator(".board text").count()) >= 9);
  }));

test("one press suffices, and two suffice", () =>
  opened(`/play/toggle/${packed('board = "1x2"\nmoves = ["10", "01"]\nstart = "10"\npar = 1\n')}`, async (page) => {
    assert.match((await page.locator(".goal-words").textContent()) ?? "", /; 1 press suffices\.$/);
    await press(page, "2", "2", "1");
    await page.locator(".status", { hasText: /^Solved with 3 presses; 1 suffices/ }).waitFor();
    await go(page, `/play/toggle/${packed('board = "1x2"\nmoves = ["10", "01"]\nstart = "11"\npar = 2\n')}`);
    assert.match((await page.locator(".goal-words").textContent()) ?? "", /; 2 presses suffice\.$/);
  }));

test("of the buttons at the end of a game one stands out: the next level after a win, another try after a loss", () =>
  opened("/play/toggle/flipper", async (page) => {
    const outstanding = () => page.evaluate(() => {
      const sample = document.body.appendChild(document.createElement("i"));
      sample.style.background = "var(--accent)";
      const accent = getComputedStyle(sample).backgroundColor;
      sample.remove();
      const buttons = [...document.querySelectorAll(":is(.end-panel, .tools, .lab) :is(button, a)")].filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === accent);
      return buttons.map((one) => one.textContent);
    });
    // Most players never open the Lab.
    await page.locator(".lab > summary").click();
    assert.deepEqual(await outstanding(), ["Hint"]);
    await press(page, "1", "3", "4");
    await page.locator(".status[data-state=won]").waitFor();
    assert.deepEqual((await outstanding()).map((words) => words?.split(":")[0]), ["Next level"]);
    await go(page, "/play/lemmo/one-floor");
    await press(page, "6 left");
    await page.locator(".status[data-state=lost]").waitFor();
    assert.deepEqual(await outstanding(), ["Try again"]);
  }));

test("the board moves as its level is won, and stands where less motion is asked for", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    await opened("/play/toggle/flipper", async (page) => {
      await page.evaluate(() => {
        const told = /** @type {any} */ (globalThis);
        told.waving = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
          if (this.closest(".board")) told.waving++;
          return animate.apply(this, how);
        };
      });
      const waving = () => page.evaluate(() => /** @type {any} */ (globalThis).waving);
      await press(page, "1", "3");
      const before = await waving();
      await press(page, "4");
      await page.locator(".status[data-state=won]").waitFor();
      const more = (await waving()) - before;
      assert.ok(reducedMotion === "reduce" ? more === 0 : more >= 9, `${reducedMotion}: ${more}`);
    }, { reducedMotion });
  }
});

test("Sokoban played by the arrow keys goes on by Enter", () =>
  opened("/play/sokoban/first-steps%231", async (page) => {
    await page.keyboard.press("ArrowRight");
    await page.locator(".status[data-state=won]").waitFor();
    await page.keyboard.press("Enter");
    await arrived(page, /first-steps%232$/);
  }));

test("a game for two says what the program played", () =>
  opened("/play/script/nim", async (page) => {
    await page.locator(".roles button", { hasText: "The program begins" }).click();
    await page.locator(".status", { hasText: /^0 moves\. The engine plays take \d from heap \d/ }).waitFor();
    await page.locator(".board .act").last().click();
    await page.locator(".status", { hasText: /^1 move\. The engine plays take \d from heap \d/ }).waitFor();
  }));

test("a shortcut is sought beside the moves that won the game", () =>
  opened("/play/toggle/flipper", async (page) => {
    await press(page, "1", "3", "4");
    await page.locator("[data-question=shortcut]").click();
    await page.locator(".result .said", { hasText: /no solution has fewer than the 3/i }).waitFor();
    assert.equal(await page.locator(".about-start").count(), 0, "it is about this game");
    // While a game is under way there is no solution of one's own.
    await page.getByRole("button", { name: "Undo" }).click();
    await counted(page, 2);
    await page.locator("[data-question=shortcut]").click();
    await page.locator(".notice.refused").waitFor();
  }));

test("the end of a game is told once, in one sentence", () =>
  opened("/play/toggle/flipper", async (page) => {
    await press(page, "5", "5", "1", "3", "4");
    await page.locator(".status", { hasText: "3 suffice" }).waitFor();
    assert.equal(await page.locator(".status").textContent(), "Solved with 5 presses; 3 suffice.");
    assert.doesNotMatch((await page.locator("#announced").textContent()) ?? "", /\.\./);
  }));

test("on a phone nothing stands between a board and its pad, and tiles have the width of the screen", async () => {
  await opened("/play/sokoban/first-steps%231", async (page) => {
    const [board, pad] = [await page.locator(".table .board").boundingBox(), await page.locator(".pad").boundingBox()];
    assert.ok(board && pad && pad.y - board.y - board.height < 24, JSON.stringify({ board, pad }));
  }, PHONE);
  await opened("/play/pebble/eight", async (page) => {
    const tile = await page.locator(".table .board .act").first().boundingBox();
    assert.ok(tile && tile.width >= 80, JSON.stringify(tile));
    // Where the tiles belong stands below them, and beside them as soon as there is room.
    const [first, goal] = [page.locator(".table .board .cell").first(), page.locator(".table .board .cell").nth(9)];
    const places = async () => {
      const [at, belongs] = [await first.boundingBox(), await goal.boundingBox()];
      assert.ok(at && belongs);
      return { at, belongs };
    };
    const narrow = await places();
    assert.ok(narrow.belongs.y > narrow.at.y + 2 * tile.height && narrow.belongs.width < tile.width / 2, JSON.stringify(narrow));
    await page.setViewportSize({ width: 740, height: 360 });
    await page.waitForFunction(() => {
      const [one, other] = [0, 9].map((at) => document.querySelectorAll(".table .board .cell")[at]?.getBoundingClientRect().top);
      return one === other;
    });
  }, PHONE);
});

test("the squares of Bunny stand out from the page", () =>
  opened("/play/bunny/bunny-01", async (page) => {
    const [ground, behind] = await page.evaluate(() => {
      const light = (/** @type {string} */ colour) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => (Number(part) / 255) ** 2.2);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const cell = document.querySelector(".table .board .cell.ground") ?? document.body;
      return [light(getComputedStyle(cell).fill), light(getComputedStyle(document.documentElement).backgroundColor)];
    });
    const ratio = (Math.max(ground ?? 0, behind ?? 0) + 0.05) / (Math.min(ground ?? 0, behind ?? 0) + 0.05);
    assert.ok(ratio >= 1.25, `${ratio.toFixed(2)} to 1`);
  }));

test("what a press changes is not marked any more once it was tapped", () =>
  opened("/play/toggle/flipper", async (page) => {
    const cell = page.locator('.board .act[data-act="1"]').last();
    await cell.tap();
    await counted(page, 1);
    assert.equal(await page.locator(".board .changed").count(), 0);
  }, PHONE));

test("on a phone a win is in sight, and so is the move that ends a game and has no place on the board", async () => {
  await opened("/play/pebble/easy", async (page) => {
    const level = await shipped(server.address, "pebble", "easy");
    /** @type {{ answer: { solution: string[] } }} */
    const { answer } = await api(server.address, "/ask", { family: "pebble", level, question: "solve" });
    for (const [made, move] of answer.solution.entries()) {
      await page.locator(`.moves button[data-move="${move}"]`).evaluate((button) => /** @type {HTMLElement} */ (button).click());
      await counted(page, made + 1);
    }
    await page.locator(".end-panel a.next").waitFor();
    const box = await page.locator(".end-panel a.next").boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 740, JSON.stringify(box));
  }, PHONE);
  await opened("/play/wall/two-rows?v=1&r=builder", async (page) => {
    const done = page.locator(".unplaced").getByRole("button", { name: "Done", exact: true });
    const [board, button] = [await page.locator(".table .board").boundingBox(), await done.boundingBox()];
    assert.ok(board && button && button.y - board.y - board.height < 120, JSON.stringify({ board, button }));
    await done.tap();
    await page.locator(".status[data-state=ended]").waitFor();
  }, PHONE);
});

test("a restart before the end does not make a game that was helped one without help", () =>
  opened("/play/toggle/flipper", async (page) => {
    for (let step = 1; step <= 4; step++) {
      await page.locator("[data-key=h]").click();
      await page.locator(`.feedback[data-step="${step}"]`).waitFor();
    }
    await press(page, "5");
    await page.locator("[data-key=t]").click();
    await counted(page, 0);
    await press(page, "1", "3", "4");
    await page.locator(".status", { hasText: "with 1 hint" }).waitFor();
  }));
