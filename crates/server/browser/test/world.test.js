// The live world in the page: it moves, the player goes where one clicks, scripts act at once, errors show their line,
// all viewers see one world, and what was done replays without any.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { browser, mounted, opened, PATIENCE, serve, server, stand, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */

const PROGRAM = process.env["MENAGERIE"] ?? "menagerie";
const LAZY = 'function process(element)\n    game.say(element, "tired")\n    game.setTarget(element)\nend\n';
const BROKEN = "function process(element)\n    local x = = 1\nend\n";
const FAILING = "function process(element)\n    local none = nil\n    return none.x\nend\n";

stand();

/**
 * Looks at a world until `act` is done.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} act
 */
function look(name, act) {
  return opened(`/world/${name}`, async (page) => {
    await page.locator(".live-world[data-player]").waitFor();
    await act(page);
  });
}

/** @param {Page} page */
const state = (page) =>
  page.locator(".live-world").evaluate((element) => {
    const { step, hash, player = "", camera = "" } = /** @type {HTMLElement} */ (element).dataset;
    const numbers = (/** @type {string} */ text) => text.split(" ").map(Number);
    const [x = 0, y = 0] = numbers(player);
    const [centreX = 0, centreY = 0, scale = 1] = numbers(camera);
    return { step: Number(step), hash, x, y, centreX, centreY, scale };
  });

/**
 * Waits until the world is as wanted.
 * @param {Page} page
 * @param {(now: Awaited<ReturnType<typeof state>>) => boolean} wanted
 */
async function until(page, wanted) {
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(50)) {
    const now = await state(page);
    if (wanted(now)) return now;
    assert.ok(Date.now() < end, `the state did not come; now ${JSON.stringify(now)}`);
  }
}

/**
 * Writes a script and puts it in with Ctrl+S.
 * @param {Page} page
 * @param {string} text
 */
async function put(page, text) {
  await page.locator(".scripts select").selectOption("monkey.luau");
  await page.locator(".scripts textarea").fill(text);
  await page.locator(".scripts textarea").press("Control+s");
}

test("the live view moves", () =>
  look("tower", async (page) => {
    const picture = () => page.locator("canvas").evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
    const [first, before] = [await picture(), await state(page)];
    const after = await until(page, ({ step }) => step > before.step + 30);
    assert.notEqual(after.hash, before.hash);
    assert.notEqual(await picture(), first);
  }));

test("a click sends the player there, and it stops there", async () => {
  // Monkeys that want nothing are in nobody's way.
  const put = await fetch(`${server.address}/api/v1/worlds/savanna/scripts/monkey.luau`, { method: "PUT", body: LAZY });
  assert.equal(put.status, 200);
  await look("savanna", async (page) => {
    const { x, centreX, centreY, scale } = await state(page);
    const box = await page.locator("canvas").boundingBox();
    assert.ok(box);
    const goal = x + 2.5;
    await page.mouse.click(box.x + box.width / 2 + (goal - centreX) * scale, box.y + box.height / 2 + (centreY - 1.5) * scale);
    const there = await until(page, (now) => Math.abs(now.x - goal) < 0.3);
    const later = await until(page, ({ step }) => step > there.step + 60);
    assert.ok(Math.abs(later.x - goal) < 0.3, `${later.x} is not ${goal}`);
    await page.locator("#announced", { hasText: "You are there" }).waitFor();
  });
});

test("arrow keys walk, and letting go stops", () =>
  look("savanna", async (page) => {
    const { x } = await state(page);
    await page.locator("canvas").focus();
    await page.keyboard.down("ArrowLeft");
    await until(page, (now) => now.x < x - 2);
    await page.keyboard.up("ArrowLeft");
    const ending = await state(page);
    const later = await until(page, ({ step }) => step > ending.step + 120);
    assert.ok(Math.abs(later.x - ending.x) < 3, `${later.x - ending.x} m after letting go`);
  }));

test("a drag scrolls, Follow comes back", () =>
  look("savanna", async (page) => {
    const before = await state(page);
    const box = await page.locator("canvas").boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 900, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 100, { steps: 5 });
    await page.mouse.up();
    await until(page, ({ centreX }) => centreX > before.centreX + 5);
    await page.locator("button[aria-pressed=false]", { hasText: "Follow" }).click();
    await until(page, ({ x, centreX, scale }) => Math.abs(x - centreX) < box.width / scale);
    await page.locator("button[aria-pressed=true]", { hasText: "Follow" }).waitFor();
  }));

test("a script edited in the page acts at once, errors show their line", () =>
  look("savanna", async (page) => {
    await page.locator("summary", { hasText: "In words" }).click();
    await put(page, `${LAZY}-- once more\n`);
    await page.locator(".script-said", { hasText: /^In force from step \d+ on/ }).waitFor();
    await page.locator("#world-words", { hasText: "says “tired”" }).waitFor();
    await put(page, BROKEN);
    await page.locator('.script-errors [data-line="2"]').waitFor();
    assert.deepEqual(await page.locator(".numbers .wrong").allTextContents(), ["2"]);
    await page.locator("#announced", { hasText: "monkey.luau, line 2" }).waitFor();
    await put(page, FAILING);
    await page.locator('.script-errors [data-line="3"]', { hasText: "stopped for 4 of kind monkey" }).waitFor();
    assert.deepEqual(await page.locator(".numbers .wrong").allTextContents(), ["3"]);
    await page.getByRole("button", { name: "Original" }).click();
    await page.getByRole("button", { name: "Put in" }).click();
    await page.locator(".script-errors li").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Original" }).waitFor({ state: "hidden" });
    const present = await fetch(`${server.address}/api/v1/worlds/savanna/scripts/monkey.luau`);
    assert.match(await present.text(), /banana/);
  }));

test("a failure that is heard before the answer to its script stays marked, though the world stands still", () =>
  look("tower", async (page) => {
    /** @type {() => void} */
    let answer = () => {};
    const awaited = new Promise((resolve) => (answer = () => resolve(undefined)));
    await page.route("**/scripts/*", async (route) => {
      const response = await route.fetch();
      await awaited;
      await route.fulfill({ response });
    });
    await page.locator(".scripts textarea").fill(FAILING);
    await page.locator(".scripts textarea").press("Control+s");
    const failure = page.locator('.script-errors [data-line="3"]', { hasText: "stopped for" });
    await failure.waitFor();
    const wrong = page.locator(".numbers .wrong");
    assert.deepEqual(await wrong.allTextContents(), ["3"]);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Pause", pressed: true }).waitFor();
    answer();
    await page.locator(".script-said", { hasText: /^In force from step \d+ on/ }).waitFor();
    // Pausing was the last that this world had to say: nothing wipes the words away.
    assert.equal(await failure.count(), 1);
    assert.deepEqual(await wrong.allTextContents(), ["3"]);
  }));

test("what came of a script stays said when the world's setting comes after it", () =>
  look("tower", async (page) => {
    /** @type {(() => void)[]} */
    const held = [];
    let holds = false;
    await page.routeWebSocket("**/live", (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (holds && String(message).startsWith('{"world"')) held.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    await page.reload();
    await mounted(page);
    await page.locator(".live-world[data-player]").waitFor();
    holds = true;
    await page.locator(".scripts textarea").fill(LAZY);
    await page.locator(".scripts textarea").press("Control+s");
    const said = page.locator(".script-said", { hasText: /^In force from step \d+ on/ });
    await said.waitFor();
    holds = false;
    held.forEach((send) => send());
    await page.getByRole("button", { name: "Original" }).waitFor();
    assert.equal(await said.count(), 1);
  }));

test("two viewers see one world, and what was done replays without any", () =>
  look("farmyard", (one) =>
    look("farmyard", async (other) => {
      await one.locator("canvas").click();
      await until(other, ({ step }) => step > 60);
      await one.getByRole("button", { name: "Pause" }).click();
      await one.getByRole("button", { name: "Pause", pressed: true }).waitFor();
      await other.getByRole("button", { name: "Pause", pressed: true }).waitFor();
      const { step } = await state(one);
      await other.getByRole("button", { name: "Step" }).click();
      const [here, there] = await Promise.all([until(one, (now) => now.step === step + 1), until(other, (now) => now.step === step + 1)]);
      assert.equal(here.hash, there.hash);
      const log = await (await fetch(`${server.address}/api/v1/worlds/farmyard/log`)).text();
      // The world, two texts at the start, one input, the end.
      assert.equal(log.trim().split("\n").length, 5);
      await one.locator("summary", { hasText: "Repeat this run" }).click();
      await one.locator("code", { hasText: "menagerie world run @farmyard --replay farmyard.jsonl" }).waitFor();
      assert.deepEqual(await replayed("@farmyard", log), { step: step + 1, hash: here.hash });
    }),
  ));

/**
 * Where a run from this log ends.
 * @param {string} world
 * @param {string} log
 * @returns {Promise<{ step: number, hash: string }>}
 */
async function replayed(world, log) {
  const folder = await mkdtemp(join(tmpdir(), "menagerie-log-"));
  const file = join(folder, "log.jsonl");
  await writeFile(file, log);
  const said = execFileSync(PROGRAM, ["world", "run", world, "--replay", file, "--json"], { encoding: "utf8" });
  await rm(folder, { recursive: true, force: true });
  const { step, hash } = JSON.parse(said).answer;
  return { step, hash };
}

/** A world's player, as a kind of a world file. */
const YOU = `[kinds.you]
    nature = "player"
    radius = 0.3
    torso = { width = 0.6, height = 0.9 }`;

test("what scripts print is listed, a kind looks like its picture, and the end is told", async () => {
  const folder = await mkdtemp(join(tmpdir(), "menagerie-world-"));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFile(join(folder, name), text);
  await write("cat.luau", 'function process(element)\n    if game.time() == 0 then print("I am", element.id) end\n    element.memory.steps = (element.memory.steps or 0) + 1\nend\n');
  await write("cat.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#ff00ff"/></svg>');
  await write("cats.tmx", `<map version="1.10" orientation="orthogonal" width="20" height="10" tilewidth="1" tileheight="1">
    <objectgroup name="ground"><object x="0" y="9" width="20" height="1"/></objectgroup><imagelayer name="sky"/>
    <objectgroup name="objects"><object type="you" x="3" y="8"><point/></object><object type="cat" x="6" y="8"><point/></object></objectgroup></map>`);
  await write("cats.world.toml", `map = "cats.tmx"
    [[ends]]
    when = { steps = 90 }
    result = "lost"
    says = "time is up"
    [kinds.cat]
    radius = 0.8
    script = "cat.luau"
    appearance = "cat.svg"
    ${YOU}`);
  const own = await serve("--worlds", folder);
  try {
    await visit(browser, `${own.address}/#/world/cats`, async (page) => {
      await mounted(page);
      await page.locator(".world-result", { hasText: "The world has ended after step 90, lost: time is up" }).waitFor();
      const lines = await page.locator(".world-events li").allTextContents();
      const run = execFileSync(PROGRAM, ["world", "run", join(folder, "cats.world.toml"), "--steps", "100", "--quiet"], { encoding: "utf8" });
      const [, told = ""] = /What happened:\n((?: {2}.*\n)*)/.exec(run) ?? [];
      assert.deepEqual(lines, told.trim().split("\n").map((line) => line.trim()));
      assert.equal(lines[0], "step 0, cat 2 prints: I am 2");
      await page.locator(".world-notes li", { hasText: "layer 'sky' is an image, which is not read" }).waitFor({ state: "attached" });
      await page.locator("summary", { hasText: "What an animal keeps" }).click();
      await page.locator(".world-memory", { hasText: "step 90: { steps = 90 }" }).waitFor();
      assert.equal(await page.getByLabel("Animal").inputValue(), "2");
      const pink = await page.locator("canvas").evaluate((element) => {
        const canvas = /** @type {HTMLCanvasElement} */ (element);
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
        let found = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 255) found += 1;
        return found;
      });
      assert.ok(pink > 500, `${pink} pixels of the picture`);
      if (process.env["SHOT"]) await page.screenshot({ path: process.env["SHOT"] });
    });
  } finally {
    await own.stop();
    await rm(folder, { recursive: true });
  }
});

/** How the player is sent to the right, to the end of the world. @type {[string, (page: Page) => Promise<void>, import("playwright-core").BrowserContextOptions?][]} */
const HANDS = [
  ["mouse", async (page) => page.mouse.click(...(await treasure(page)))],
  ["touch at 360 x 740", async (page) => page.touchscreen.tap(...(await treasure(page))), { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }],
  ["keyboard", async (page) => {
    for (let presses = 0; !(await page.evaluate(() => document.activeElement?.tagName === "CANVAS")); presses++) {
      assert.ok(presses < 50, "the world can be reached with Tab");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.down("ArrowRight");
  }],
];

/**
 * Where the treasure of the world below is on the screen.
 * @param {Page} page
 * @returns {Promise<[number, number]>}
 */
async function treasure(page) {
  const { centreX, centreY, scale } = await state(page);
  const box = await page.locator("canvas").boundingBox();
  assert.ok(box);
  return [box.x + box.width / 2 + (7 - centreX) * scale, box.y + box.height / 2 + (centreY - 1.5) * scale];
}

for (const [hand, send, options] of HANDS) {
  test(`a world is played to its end by ${hand}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "menagerie-world-"));
    await writeFile(join(folder, "walk.tmx"), `<map version="1.10" orientation="orthogonal" width="9" height="10" tilewidth="1" tileheight="1">
      <objectgroup name="ground"><object x="0" y="9" width="9" height="1"/></objectgroup>
      <objectgroup name="objects"><object type="you" x="2" y="8"><point/></object><object type="gold" x="7" y="8"><point/></object></objectgroup></map>`);
    await writeFile(join(folder, "walk.world.toml"), `map = "walk.tmx"
      [[ends]]
      when = { player_at = [7, 1.5], within = 0.8 }
      result = "won"
      says = "the gold is yours"
      [kinds.gold]
      nature = "item"
      radius = 0.2
      ${YOU}`);
    const own = await serve("--worlds", folder);
    try {
      await visit(browser, `${own.address}/#/world/walk`, async (page) => {
        await mounted(page);
        await page.locator(".live-world[data-player]").waitFor();
        await send(page);
        await page.locator(".world-result", { hasText: /^The world has ended after step \d+, won: the gold is yours/ }).waitFor();
      }, options);
    } finally {
      await own.stop();
      await rm(folder, { recursive: true });
    }
  });
}

test("the list shows a picture of each world as it stands, and how it stands in words", () =>
  opened("/world", async (page) => {
    const pictures = page.locator(".world-snapshot canvas");
    const count = await pictures.count();
    assert.ok(count >= 3);
    for (let index = 0; index < count; index++) {
      await pictures.nth(index).scrollIntoViewIfNeeded();
      await page.locator(".world-snapshot canvas[data-step]").nth(index).waitFor();
    }
    await page.waitForTimeout(500);
    const colours = await pictures.evaluateAll((all) => all.map((element) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }));
    for (const number of colours) assert.ok(number > 20, `${colours}`);
    for (const words of await page.locator(".card .about:last-child").allTextContents()) assert.match(words, /^(Not begun yet|Under way for \d+ (second|minute)s?)/);
  }));

test("the status of a world is in words; its hash stands where a run is repeated", () =>
  look("savanna", async (page) => {
    const said = page.locator(".world-state");
    assert.match((await said.textContent()) ?? "", /^Running for (\d+ minutes? )?\d+ seconds?\.$/);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".world-state", { hasText: /^Paused after / }).waitFor();
    assert.doesNotMatch((await said.textContent()) ?? "", /hash|step/i);
    const { step, hash } = await state(page);
    await page.locator("summary", { hasText: "Repeat this run" }).click();
    await page.locator("code", { hasText: `step ${step}, hash ${hash}` }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
  }));

test("a world that does not open says why, until its file is put right", async () => {
  const folder = await mkdtemp(join(tmpdir(), "menagerie-world-"));
  const map = (/** @type {string} */ kind) => writeFile(join(folder, "shut.tmx"), `<map width="9" height="9" tilewidth="1" tileheight="1"><objectgroup name="objects">
    <object id="3" type="${kind}" x="2" y="8"><point/></object></objectgroup></map>`);
  await map("yuo");
  await writeFile(join(folder, "shut.world.toml"), `map = "shut.tmx"\n${YOU}`);
  const own = await serve("--worlds", folder);
  try {
    // The browser itself reports the refused socket, which `visit` would not have.
    const page = await browser.newPage();
    await page.goto(`${own.address}/#/world/shut`);
    const why = "This world cannot be opened: shut.tmx:2:5: layer 'objects', object 3: its class 'yuo' is no kind; expected a kind of shut.world.toml: you";
    await page.locator(".world-lost", { hasText: why }).waitFor();
    await map("you");
    await page.locator(".live-world[data-player]").waitFor();
    await page.locator(".world-lost").waitFor({ state: "hidden" });
    await page.goto(`${own.address}/#/world/moon`);
    await page.locator(".world-lost", { hasText: "there is no world 'moon'" }).waitFor();
    await page.close();
  } finally {
    await own.stop();
    await rm(folder, { recursive: true });
  }
});

test("a private room is found by its address alone, and its script is its own", () =>
  look("tower", async (page) => {
    await page.getByRole("link", { name: "Private room" }).click();
    await page.getByRole("link", { name: "Room of all" }).waitFor();
    const [, key = ""] = /\?room=([0-9a-f]{32})$/.exec(page.url()) ?? [];
    await page.locator(".live-world[data-player]").waitFor();
    await page.locator(".scripts textarea").fill(`${LAZY}-- for me alone\n`);
    await page.locator(".scripts textarea").press("Control+s");
    await page.locator(".script-said", { hasText: /^In force from step \d+ on/ }).waitFor();
    const text = async (/** @type {string} */ query) => (await fetch(`${server.address}/api/v1/worlds/tower/scripts/squirrel.luau${query}`)).text();
    assert.match(await text(`?room=${key}`), /for me alone/);
    assert.doesNotMatch(await text(""), /for me alone/);
    assert.match((await page.locator("a", { hasText: "Save the log" }).getAttribute("href")) ?? "", new RegExp(`room=${key}$`));
    await page.getByRole("link", { name: "Room of all" }).click();
    await page.getByRole("link", { name: "Private room" }).waitFor();
  }));
