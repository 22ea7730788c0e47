// Hints, questions with live progress, and verdicts that look different.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { api, hinted, hintMore, LONG, opened, PATIENCE, server, shipped, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Drawn, FamilyCard, Job } from "../../page/types.js" */

const PROGRAM = process.env["MENAGERIE"] ?? "menagerie";

stand();

/**
 * Solves the level shown and gives the verdict's kind and words.
 * @param {Page} page
 */
async function solved(page) {
  await page.locator("[data-question=solve]").click();
  const card = page.locator(".verdict");
  await card.waitFor();
  return [await card.getAttribute("data-verdict"), await card.textContent()];
}

test("the hint on Panguru brings the right moves", () =>
  opened("/play/pebble/seed", async (page) => {
    const mark = page.locator(".board .hinted, .board .act.best");
    assert.deepEqual(await hintMore(page), { step: 1, words: "It can be solved. Hint again for more." });
    assert.deepEqual(await hintMore(page), { step: 2, words: "It can be solved. It takes more than 15 and less than 32. Hint again for more." });
    assert.match((await hintMore(page)).words, /Look at position \d+; position/);
    assert.ok((await page.locator(".board .look .cornered").count()) > 0);
    assert.equal(await mark.count(), 0, "where to look is not yet the move");
    assert.equal((await hintMore(page)).step, 4);
    const best = await page.locator(".board .act.best").evaluateAll((all) => all.map((one) => one.getAttribute("data-act")));
    assert.deepEqual(best.sort(), ["10", "3", "4"]);
    assert.match((await page.locator(".feedback").textContent()) ?? "", /^Still solvable: 16 moves left at best\. Best now: 3 \(pebble B in row 3\), 4 \(.*\), 10 \(.*\)\.$/);
    assert.equal(await page.locator(".board .hinted").count(), 3);
    await page.locator('.board .act.best[data-act="4"]').click();
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.keyboard.press("h");
    await page.locator(".feedback", { hasText: "It can be solved. Hint again for more." }).waitFor();
  }));

test("each question has its own options, and hints are about the game on the board", async () => {
  await opened("/play/toggle/flipper", async (page) => {
    await page.locator(".more-options summary").click();
    const goal = page.locator("fieldset[data-options=solve] input[name=goal]");
    await goal.fill("all 1");
    await page.locator("[data-question=solve]").click();
    await page.locator(".result", { hasText: "1, 2, 3, 5, 6, 8" }).waitFor();
    // The goal of solve is not the goal of hints, which have none of their own.
    assert.equal(await page.locator("fieldset[data-options=hint] input[name=goal]").count(), 0);
    await hinted(page);
    await page.locator(".feedback", { hasText: "3 moves left at best. Best now: 1, 3, 4." }).waitFor();
    await goal.fill("no such goal");
    await page.locator("[data-question=solve]").click();
    await page.locator(".result", { hasText: "the goal is not a board" }).waitFor();
    assert.deepEqual(await page.locator("fieldset[data-options=solve] input").evaluateAll((all) => all.map((one) => one.getAttribute("name"))), ["all", "count", "start", "goal"]);
  });
  await opened("/play/lemmo/arrivals", async (page) => {
    await page.locator(".more-options summary").click();
    await page.locator("fieldset[data-options=count] input[name=at]").fill("2,5,left");
    await page.locator("[data-question=count]").click();
    await page.locator(".result", { hasText: "stand there, facing that way" }).waitFor();
    await page.locator(".result", { hasText: "they begin looking left above columns 1, 5 to 10" }).waitFor();
  });
});

test("undo, redo and restart go through the history", () =>
  opened("/play/toggle/lights-out-5x5", async (page) => {
    const moves = (/** @type {number} */ count) => page.locator(`.status[data-moves="${count}"]`).waitFor();
    await page.getByLabel("Numbers", { exact: true }).check();
    for (const [index, place] of ["1", "7", "13"].entries()) {
      await page.locator(`.board [data-act="${place}"]`).click();
      await moves(index + 1);
    }
    const label = () => page.locator('.board text', { hasText: /^13/ }).textContent();
    const after = await label();
    await page.keyboard.press("u");
    await moves(2);
    assert.notEqual(await label(), after);
    await page.keyboard.press("r");
    await moves(3);
    assert.equal(await label(), after);
    await page.keyboard.press("t");
    await moves(0);
    await page.keyboard.press("Control+Shift+z");
    await moves(1);
  }));

test("a long solve shows its progress and is cancelled", () =>
  opened("/edit/pebble", async (page) => {
    await page.locator("textarea").fill(LONG);
    await page.locator(".check[data-state=valid]").waitFor();
    await page.locator(".editor[data-checked=yes]").waitFor();
    await page.locator("button", { hasText: "Play it" }).click();
    await page.locator("[data-question=solve]").click();
    const nodes = async () => Number(await page.locator(".working").getAttribute("data-nodes"));
    await page.waitForFunction(() => Number(document.querySelector(".working")?.getAttribute("data-nodes")) > 0);
    const early = await nodes();
    await page.waitForFunction((before) => Number(document.querySelector(".working")?.getAttribute("data-nodes")) > before, early);
    const cancelled = page.waitForRequest((request) => request.method() === "DELETE" && request.url().includes("/jobs/"));
    await page.locator("button", { hasText: "Cancel" }).click();
    const path = new URL((await cancelled).url()).pathname.replace("/api/v1", "");
    await page.locator(".notice.cancelled").waitFor();
    /** @type {Job} */
    let job = await api(server.address, path);
    while (job.state === "running") job = await api(server.address, path);
    assert.equal(job.state, "cancelled");
  }));

test("a solution is proven best, and is replayed step by step", () =>
  opened("/play/pebble/seed", async (page) => {
    const [kind, words] = await solved(page);
    assert.equal(kind, "proven");
    assert.match(words ?? "", /16/);
    const slider = page.locator(".film input");
    assert.ok(Number(await slider.getAttribute("max")) >= 16);
    await slider.focus();
    await page.keyboard.press("Home");
    const first = await page.locator(".board").innerHTML();
    await page.keyboard.press("ArrowRight");
    assert.equal(await slider.inputValue(), "1");
    assert.notEqual(await page.locator(".board").innerHTML(), first);
    await page.keyboard.press("Escape");
    await page.locator(".back").waitFor({ state: "hidden" });
    assert.ok(await page.locator(".board [data-act]").count());
  }));

test("what is asked is about the position shown, for the side played", () =>
  opened("/play/script/nim", async (page) => {
    await page.locator(".roles button", { hasText: "The program begins" }).click();
    await page.locator(".roles button[aria-pressed=true]", { hasText: "The program begins" }).waitFor();
    const legal = await page.locator(".moves button").evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));
    const request = page.waitForRequest((request) => request.url().endsWith("/api/v1/ask"));
    const [, words] = await solved(page);
    assert.equal(JSON.parse((await request).postData() ?? "").role, "second");
    assert.match(words ?? "", /a loss in 10 moves for the side to move/);
    const first = /best now: (.*?)(?:,|$|H)/.exec(words ?? "")?.[1];
    assert.ok(legal.includes(first ?? ""), `${first} among ${legal}`);
    assert.equal(await page.locator(".verdict .about-start").count(), 0);
    assert.match((await page.locator(".status").textContent()) ?? "", /The engine plays take 2 from heap 1/);
    await page.keyboard.press("h");
    await page.locator(".feedback", { hasText: "It cannot be won from here. Hint again for more." }).waitFor();
    await hinted(page);
    await page.locator(".feedback", { hasText: "A loss in 10 moves for the side to move" }).waitFor();
  }));

test("an answer about the whole level says so after moves", () =>
  opened("/play/wall/two-rows?v=1&r=rabbit", async (page) => {
    await solved(page);
    assert.equal(await page.locator(".verdict .about-start").count(), 0);
    await page.keyboard.press("Escape");
    await page.locator(".board [data-act=right]").first().click();
    await page.locator('.status[data-moves="1"]').waitFor();
    await solved(page);
    assert.match((await page.locator(".verdict .about-start").textContent()) ?? "", /from its start/);
  }));

test("what is impossible shows its reason on the board", () =>
  opened("/play/wall/cul-de-sac", async (page) => {
    const plain = await page.locator(".board").innerHTML();
    const [kind, words] = await solved(page);
    assert.equal(kind, "impossible");
    assert.match(words ?? "", /Impossible, proven/);
    assert.notEqual(await page.locator(".board").innerHTML(), plain);
  }));

test("what a limit cut short says its bound", () =>
  opened("/play/bunny/warren", async (page) => {
    await page.locator(".more-options summary").click();
    await page.locator("select[name=time]").selectOption("10s");
    await page.evaluate(() => document.querySelector("select[name=time] option")?.setAttribute("value", "1ms"));
    await page.locator("select[name=time]").selectOption("1ms");
    const [kind, words] = await solved(page);
    assert.ok(kind === "unfinished" || kind === "found", kind ?? "");
    assert.match(words ?? "", /not proven best|Unfinished/);
    assert.ok(await page.locator(".verdict .bound").count());
  }));

test("other questions draw their answers too", () =>
  opened("/play/lemmo/seed", async (page) => {
    await page.locator("[data-question=improve]").click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    assert.ok(await page.locator(".board text", { hasText: "+4" }).count());
    assert.ok(await page.locator(".board .ring").count());
  }));

test("an explained wall answer says for each pair of rows why the gap is there, in words and as a film", () =>
  opened("/play/wall/detour", async (page) => {
    await page.locator(".more-options summary").click();
    await page.locator("input[name=explain]").first().check();
    const [, words] = await solved(page);
    for (const part of [/rows 1 and 2: Rabbit enters row 1 at column 1/, /rows 4 and 5/, /having gone left/]) assert.match(words ?? "", part);
    await page.locator(".film").waitFor();
    assert.equal(await page.locator(".film input[type=range]").getAttribute("max"), "3");
    for (const rows of ["rows 1 and 2", "rows 2 and 3", "rows 3 and 4", "rows 4 and 5"]) {
      await page.locator("figcaption.caption", { hasText: `${rows}: Rabbit enters` }).waitFor({ timeout: PATIENCE });
      await page.getByLabel("One step on").click();
    }
  }));

test("a map is drawn as a table with a bar for each distance", () =>
  opened("/play/pebble/eight", async (page) => {
    await page.locator("[data-question=map]").click();
    await page.locator(".board-figure .listed").waitFor();
    assert.deepEqual(await page.locator(".board-figure .listed th").allTextContents(), ["distance", "states"]);
    const rows = await page.locator(".board-figure .listed tbody tr").allTextContents();
    assert.equal(rows.length, 32);
    assert.equal(rows[24], "2424047");
    const widths = await page.locator(".board-figure .listed .filled").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.equal(widths.indexOf(Math.max(...widths)), 24);
    await page.keyboard.press("Escape");
    await page.locator(".board-figure .listed").waitFor({ state: "detached" });
  }));

test("each of the hardest levels of a map can be opened", async () => {
  await opened("/play/pebble/eight", async (page) => {
    await page.locator("[data-question=map]").click();
    const listed = page.getByRole("group", { name: "Play one of the hardest levels" }).getByRole("button");
    await listed.first().waitFor();
    const said = /hardest levels, (\d+) in the answer/.exec((await page.locator(".said").textContent()) ?? "");
    assert.equal(await listed.count(), Number(said?.[1]));
    await page.getByRole("button", { name: "Play hardest level 2" }).click();
    await page.locator(".verdict").waitFor({ state: "detached" });
    const [kind, words] = await solved(page);
    assert.deepEqual([kind, /31 moves/.test(words ?? "")], ["proven", true], words ?? "");
  });
  // What a map of these games names is the rows of a level, not a level.
  await opened("/play/puzzlescript/magnet", async (page) => {
    await page.locator("[data-question=map]").click();
    await page.locator(".said", { hasText: "hardest level" }).waitFor();
    assert.equal(await page.locator(".hardest").count(), 0);
  });
});

test("the moves are eliminated round by round, with the rows below the board", () =>
  opened("/play/toggle/flipper", async (page) => {
    await page.locator(".more-options summary").click();
    await page.locator("fieldset[data-options=reach]").getByLabel("Show how the moves are eliminated, cell by cell").check();
    await page.locator("[data-question=reach]").click();
    await page.locator(".verdict").waitFor();
    await page.locator(".film input").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.locator(".caption", { hasText: "Elimination, at first each move is a row." }).waitFor();
    await page.keyboard.press("End");
    await page.locator(".caption", { hasText: "cell 9: row" }).waitFor();
    const rows = await page.locator(".board-figure .listed tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.equal(rows.length, 9);
    assert.deepEqual(rows[0], ["1", "100000000", "5, 6, 8, 9"]);
  }));

test("options are called by what they do, with the unit and the form of their value", () =>
  opened("/play/pebble/easy", async (page) => {
    await page.locator(".more-options summary").click();
    const solve = page.locator("fieldset[data-options=solve]");
    await solve.getByLabel("List every best answer").check();
    const within = solve.getByLabel("Accept only a solution of at most this number of moves");
    assert.equal(await within.getAttribute("inputmode"), "numeric");
    assert.equal(await solve.locator(".unit").first().textContent(), "moves");
    const words = await page.locator(".options").innerText();
    for (const raw of ["goal (solve)", "within", "exactly (", "PLACE"]) assert.ok(!words.includes(raw), raw);
    assert.deepEqual(await page.locator(".options :is(input, select)").evaluateAll((all) => all.filter((one) => !("labels" in one) || !(/** @type {HTMLInputElement} */ (one).labels?.length)).length), 0);
  }));

test("an option between values is chosen from a list, which names what holds without it", async () => {
  const listed = (/** @type {Page} */ page, /** @type {string} */ question, /** @type {string} */ name) =>
    page.locator(`fieldset[data-options=${question}] select[name=${name}] option`).evaluateAll((all) => all.map((one) => [one.textContent, /** @type {HTMLOptionElement} */ (one).value]));
  await opened("/play/wall/two-rows", async (page) => {
    await page.locator(".more-options summary").click();
    const rules = [["the level's own", ""], ["live", "live"], ["free", "free"]];
    assert.deepEqual(await listed(page, "solve", "rule"), rules);
    // Hints and judgements are about the game on the board.
    for (const question of ["hint", "judge"]) assert.deepEqual(await listed(page, question, "rule"), [], question);
    await page.locator("fieldset[data-options=solve]").getByLabel("Play by a variant of the rules").selectOption("live");
    const request = page.waitForRequest((request) => request.url().endsWith("/api/v1/ask"));
    const [kind, words] = await solved(page);
    assert.equal(JSON.parse((await request).postData() ?? "").options.rule, "live");
    assert.deepEqual([kind, /under the live rule is \d+/.test(words ?? "")], ["proven", true], words ?? "");
  });
  await opened("/play/wall/cul-de-sac", async (page) => {
    await page.locator(".more-options summary").click();
    const rule = page.locator("fieldset[data-options=solve] select[name=rule]");
    await rule.selectOption("live");
    await page.locator("[data-question=solve]").click();
    await page.locator(".notice.refused", { hasText: "'x'" }).waitFor();
    await rule.selectOption("");
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict").waitFor();
  });
  await opened("/play/puzzlescript/magnet", async (page) => assert.deepEqual(await listed(page, "shortcut", "rule"), [["play", ""], ["tests", "tests"]]));
  await opened("/play/sokoban/first-steps%231", async (page) => assert.deepEqual(await listed(page, "solve", "fewest"), [["moves", ""], ["pushes", "pushes"], ["moves-then-pushes", "moves-then-pushes"], ["pushes-then-moves", "pushes-then-moves"]]));
});

test("a value that an option does not take is refused with the option's label, and its field is marked", async () => {
  await opened("/play/pebble/easy", async (page) => {
    await page.locator(".more-options summary").click();
    const within = page.locator("fieldset[data-options=solve] input[name=within]");
    for (const value of ["1.5", "-1"]) {
      await within.fill(value);
      await page.locator("[data-question=solve]").click();
      await page.locator(".notice.refused", { hasText: "“Accept only a solution of at most this number of moves” takes a whole number, 0 or more." }).waitFor();
      assert.equal(await within.getAttribute("aria-invalid"), "true");
    }
    await within.fill("20");
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict").waitFor();
    assert.equal(await within.getAttribute("aria-invalid"), "false");
  });
  await opened("/play/lemmo/arrivals", async (page) => {
    await page.locator(".more-options summary").click();
    const place = page.getByLabel("Also count who ever stands at this tile, facing this way");
    assert.equal(await place.evaluate((field) => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent), "Written as row,column,facing");
    await place.fill("here");
    await page.locator("[data-question=count]").click();
    const said = page.locator(".notice.refused");
    await said.waitFor();
    assert.equal(await said.textContent(), "“Also count who ever stands at this tile, facing this way”: 'here' is not a place; expected row,column,facing, such as 2,5,left.");
    assert.equal(await place.getAttribute("aria-invalid"), "true");
  });
});

test("a shortcut without a solution names its field, and an answer from another board names that board", () =>
  opened("/play/toggle/flipper", async (page) => {
    await page.locator("[data-question=shortcut]").click();
    const said = page.locator(".notice.refused");
    await said.waitFor();
    assert.match((await said.textContent()) ?? "", /expected its moves in “Say whether these moves, separated by ';', are a shortest solution”/);
    const field = page.locator("fieldset[data-options=shortcut] input[name=intended]");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.locator('.board [data-act="1"]').click();
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.locator("fieldset[data-options=solve]").getByLabel("Another board to start from").fill("100 000 000");
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict .about-start", { hasText: "About the board 100 000 000" }).waitFor();
  }));

test("an unfinished answer says first why it ended, and shows no JSON by itself", () =>
  opened("/play/pebble/seed", async (page) => {
    await page.locator("[data-question=map]").click();
    const card = page.locator(".verdict[data-verdict=unfinished]");
    await card.waitFor();
    const [head, first] = await card.evaluate((card) => [...card.children].map((one) => one.textContent));
    assert.match(head ?? "", /^Unfinished/);
    assert.equal(first, "The memory allowed does not suffice: the map needs 3.7 GiB of memory.");
    const words = await card.innerText();
    assert.doesNotMatch(words, /[{}"]|at least 0|as far as it was proven/);
    assert.equal(await card.locator("pre").isVisible(), false);
    assert.doesNotMatch(await page.locator(".board-figure").innerText(), /as far as it was proven/);
    assert.equal(await page.locator("#announced").textContent(), "Unfinished. The memory allowed does not suffice: the map needs 3.7 GiB of memory.");
  }));

/** Levels, questions. @type {[string, string, string][]} */
const TABLES = [
  ["toggle", "flipper", "solve"],
  ["toggle", "flipper", "reach"],
  ["toggle", "one-light", "solve"],
  ["pebble", "easy", "solve"],
  ["pebble", "easy", "count"],
  ["pebble", "hexagram", "map"],
  ["pebble", "fourteen-fifteen", "solve"],
  ["lemmo", "seed", "solve"],
  ["lemmo", "seed", "count"],
  ["lemmo", "seed", "reach"],
  ["wall", "five", "solve"],
  ["wall", "cul-de-sac", "solve"],
  ["bunny", "hook", "solve"],
  ["script", "nim", "solve"],
  ["script", "wolf-goat-cabbage", "solve"],
];

test("the table of an answer is the one that the command line writes", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  for (const [family, name, question] of TABLES) {
    const extension = families.find((card) => card.family === family)?.extension;
    const level = await shipped(server.address, family, name);
    const answer = await api(server.address, "/ask", { family, level, question });
    /** @type {Drawn} */
    const { csv } = await api(server.address, "/picture", { family, level, answer });
    const file = join(tmpdir(), `menagerie-${process.pid}-${family}-${name}-${question}.csv`);
    spawnSync(PROGRAM, [question, `@${name}.${extension}`, "--csv", file], { encoding: "utf8" });
    const theirs = await readFile(file, "utf8").finally(() => rm(file, { force: true }));
    assert.equal(csv, theirs, `${family} ${name} ${question}`);
  }
});

test("the moves of an answer are copied as the one text that it shows", () =>
  opened("/play/sokoban/first-steps%232", async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await solved(page);
    await page.getByRole("button", { name: "Copy moves" }).click();
    await page.locator(".taken", { hasText: "The moves are in the clipboard." }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "dRRurD");
    await page.locator(".said li", { hasText: "6 moves: dRRurD" }).waitFor();
    await page.locator(".said li", { hasText: "3 pushes" }).waitFor();
  }));

test("the data of an answer is copied and downloaded, as JSON and as a table", () =>
  opened("/play/pebble/easy", async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await solved(page);
    assert.equal(await page.locator(".verdict pre").isVisible(), false);
    await page.locator(".data > summary").click();
    const taken = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy JSON" }).click();
    await page.locator(".taken", { hasText: "The JSON is in the clipboard." }).waitFor();
    const json = JSON.parse(await taken());
    assert.equal(json.question, "solve");
    await page.getByRole("button", { name: "Copy CSV" }).click();
    await page.locator(".taken", { hasText: "The CSV is in the clipboard." }).waitFor();
    const table = await taken();
    assert.deepEqual(table.trim().split("\n"), ["step,move", ...json.answer.solution.map((/** @type {string} */ move, /** @type {number} */ index) => `${index + 1},${move}`)]);
    for (const [kind, name, text] of [["CSV", "pebble-solve.csv", table], ["JSON", "pebble-solve.json", JSON.stringify(json, null, 1)]]) {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: `Download ${kind}` }).click();
      const download = await downloading;
      assert.equal(download.suggestedFilename(), name);
      assert.equal(await readFile(await download.path(), "utf8"), text);
    }
  }));

/** Levels of every family, how the command line calls them, and whether a line is compared with a shortest one. @type {[string, string, string, boolean][]} */
const COMPARED = [
  ["toggle", "flipper", "@flipper", true],
  ["pebble", "easy", "@easy", true],
  ["sokoban", "first-steps#2", "@first-steps#2", true],
  ["puzzlescript", "push#2", "@push#2", true],
  ["script", "wolf-goat-cabbage", "@wolf-goat-cabbage", true],
  ["lemmo", "seed", "@seed.lemmo", false],
  ["wall", "five", "@five", false],
  ["bunny", "bunny-02", "@bunny-02", false],
  ["script", "nim", "@nim", false],
];

for (const [family, name, called, isCompared] of COMPARED) {
  test(`${family} ${name}: a shortcut is sought, or refused, in the words of the command line`, () =>
    opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
      await page.locator(".more-options summary").click();
      if (!isCompared) {
        const said = spawnSync(PROGRAM, ["shortcut", called, "--intended", "x"], { encoding: "utf8" }).stderr;
        const why = /, since (.*); expected one of/.exec(said)?.[1];
        assert.ok(why, said);
        assert.equal(await page.locator("[data-refused=shortcut]").textContent(), `Shortcut is not answered here: ${why}.`);
        assert.equal(await page.locator("[data-question=shortcut]").isVisible(), false);
        return;
      }
      const { answer } = JSON.parse(spawnSync(PROGRAM, ["solve", called, "--json"], { encoding: "utf8" }).stdout);
      const intended = (answer.solution ?? answer.presses).join("; ");
      const { answer: expected } = JSON.parse(spawnSync(PROGRAM, ["shortcut", called, "--intended", intended, "--json"], { encoding: "utf8" }).stdout);
      assert.ok(expected.is_best);
      await page.locator("fieldset[data-options=shortcut] input[name=intended]").fill(intended);
      await page.locator("[data-question=shortcut]").click();
      await page.locator(".result", { hasText: new RegExp(`no solution has fewer than the ${expected.intended} intended move`, "i") }).waitFor();
    }));
}

test("during the film of an answer the board is whole above its table, and no status speaks of another position", () =>
  opened("/play/toggle/lights-out-5x5", async (page) => {
    await page.locator(".more-options summary").click();
    await page.locator("[data-options=reach] input[type=checkbox]").first().check();
    assert.equal(await page.locator(".status").isVisible(), true);
    await page.locator("[data-question=reach]").click();
    await page.locator(".board-table table").waitFor();
    await page.locator(".film input[type=range]").fill("3");
    await page.locator(".caption", { hasText: "Elimination, at first" }).waitFor();
    const [seen, whole] = await page.locator(".board-frame").evaluate((frame) => [frame.clientHeight, frame.scrollHeight]);
    assert.ok(seen === whole && (seen ?? 0) >= 135, `${seen} of ${whole} pixels`);
    const table = page.locator(".board-table .listed");
    const [high, end, foot] = await table.evaluate((listed) => [listed.clientHeight, listed.getBoundingClientRect().bottom, document.querySelector(".back")?.getBoundingClientRect().top ?? innerHeight]);
    assert.ok((high ?? 0) > 90 && (end ?? 0) <= (foot ?? 0), `${high} pixels, down to ${end} of ${foot}`);
    assert.equal(await page.locator(".status").isVisible(), false);
    await page.keyboard.press("Escape");
    await page.locator(".status:visible").waitFor();
  }));

test("an option that chooses another start or goal is offered for no question about the game on the board", () =>
  opened("/play/toggle/flipper", async (page) => {
    const names = (/** @type {string} */ question) => page.locator(`fieldset[data-options=${question}] [name]`).evaluateAll((all) => all.map((one) => one.getAttribute("name")));
    const solve = await names("solve");
    assert.ok(solve.includes("start") && solve.includes("goal"), String(solve));
    for (const question of ["hint", "judge"]) {
      const offered = await names(question);
      assert.ok(!offered.includes("start") && !offered.includes("goal"), `${question}: ${offered}`);
    }
  }));
