// What is drawn, without a browser: shapes on a grid, pieces of which a level has one, keys of a palette, and rows in a text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Canvas } from "../../page/editor/canvas.js";
import { onto, placed, settled } from "../../page/editor/placing.js";
import { area, flipped, flood, line, mirrored, outline, turned } from "../../page/editor/shapes.js";

/** @import { CanvasCard, Glyph, StandingPiece } from "../../page/types.js" */
/** @import { Place } from "../../page/editor/shapes.js" */

/** @param {Place[]} places */
const keys = (places) => places.map(({ x, y }) => `${x},${y}`);

/** @param {string[]} rows */
const grid = (rows) => ({ width: rows[0]?.length ?? 0, height: rows.length, at: (/** @type {number} */ x, /** @type {number} */ y) => rows[y]?.[x] ?? " " });

/**
 * @param {string} text
 * @param {StandingPiece} [stands]
 * @returns {Glyph}
 */
const glyph = (text, stands) => ({ text, words: text, ...(stands && { stands }) });

/** The characters of Sokoban. */
const SOKOBAN = {
  blank: " ",
  palette: [
    ...[..." #."].map((text) => glyph(text)),
    glyph("$", { piece: "box", on: " ", unique: false }),
    glyph("*", { piece: "box", on: ".", unique: false }),
    glyph("@", { piece: "player", on: " ", unique: true }),
    glyph("+", { piece: "player", on: ".", unique: true }),
  ],
};

test("a line has both of its ends, and neighbours touch", () => {
  assert.deepEqual(keys(line({ x: 0, y: 0 }, { x: 3, y: 1 })), ["0,0", "1,0", "2,1", "3,1"]);
  assert.deepEqual(keys(line({ x: 2, y: 2 }, { x: 2, y: 2 })), ["2,2"]);
  for (let x = -4; x <= 4; x++) {
    for (let y = -4; y <= 4; y++) {
      const places = line({ x: 0, y: 0 }, { x, y });
      assert.equal(places.length, Math.max(Math.abs(x), Math.abs(y)) + 1);
      assert.deepEqual(places.at(-1), { x, y });
      places.slice(1).forEach((one, index) => {
        const before = places[index];
        assert.ok(before && Math.abs(one.x - before.x) <= 1 && Math.abs(one.y - before.y) <= 1);
      });
    }
  }
});

test("a rectangle has its outline, whichever corners it is drawn from", () => {
  assert.equal(outline({ x: 3, y: 2 }, { x: 0, y: 0 }).length, 10);
  assert.equal(area({ x: 3, y: 2 }, { x: 0, y: 0 }).length, 12);
  assert.ok(!keys(outline({ x: 0, y: 0 }, { x: 3, y: 2 })).includes("1,1"));
  assert.deepEqual(keys(outline({ x: 1, y: 1 }, { x: 1, y: 1 })), ["1,1"]);
});

test("an area is filled up to other characters, over sides and not over corners", () => {
  const rows = ["..#.", "..#.", "###.", "...."];
  assert.deepEqual(new Set(keys(flood(grid(rows), { x: 0, y: 0 }))), new Set(["0,0", "1,0", "0,1", "1,1"]));
  assert.equal(flood(grid(rows), { x: 3, y: 0 }).length, 7);
  assert.equal(flood(grid(["#.", ".#"]), { x: 0, y: 0 }).length, 1);
});

test("a block is mirrored, and four quarters lead back", () => {
  const block = [["a", "b", "c"], ["d", "e", "f"]];
  assert.deepEqual(mirrored(block), [["c", "b", "a"], ["f", "e", "d"]]);
  assert.deepEqual(flipped(block), [["d", "e", "f"], ["a", "b", "c"]]);
  assert.deepEqual(turned(block), [["d", "a"], ["e", "b"], ["f", "c"]]);
  assert.deepEqual(turned(turned(turned(turned(block)))), block);
});

test("a piece stands on what is there, and ground comes below a piece", () => {
  for (const [sign, there, both] of [["@", ".", "+"], ["$", ".", "*"], [".", "$", "*"], [".", "@", "+"], ["$", "+", "*"], ["@", "*", "+"], ["#", "+", "#"], [" ", "*", " "], ["+", " ", "+"], ["@", "#", "@"]]) {
    assert.equal(onto(SOKOBAN, sign ?? "", there ?? ""), both, `${sign} onto '${there}'`);
  }
});

test("a second player moves the first, which leaves what it stood on", () => {
  const at = (/** @type {string[]} */ rows, /** @type {Place[]} */ places, sign = "@") => Object.fromEntries(placed(grid(rows), SOKOBAN, sign, places));
  assert.deepEqual(at(["@ ."], [{ x: 2, y: 0 }]), { "0,0": " ", "2,0": "+" });
  assert.deepEqual(at(["+ ."], [{ x: 1, y: 0 }]), { "0,0": ".", "1,0": "@" });
  assert.deepEqual(at(["@@ "], [{ x: 2, y: 0 }]), { "0,0": " ", "1,0": " ", "2,0": "@" });
  // Of a stroke only the last cell gets it, and its own cell stays.
  assert.deepEqual(at(["  @"], [{ x: 0, y: 0 }, { x: 1, y: 0 }]), { "1,0": "@", "2,0": " " });
  assert.deepEqual(at(["@  "], [{ x: 0, y: 0 }]), { "0,0": "@" });
  assert.deepEqual(at(["$ ."], [{ x: 1, y: 0 }, { x: 2, y: 0 }], "$"), { "1,0": "$", "2,0": "*" });
  assert.deepEqual(Object.fromEntries(settled(grid(["@ "]), SOKOBAN, new Map([["1,0", "@"], ["0,0", "#"]]))), { "0,0": "#", "1,0": "@" });
});

test("where no cell is empty, pieces of which there is one change places", () => {
  const tiles = { blank: null, palette: [..."12-"].map((text) => glyph(text, { piece: text, on: null, unique: true })) };
  assert.deepEqual(Object.fromEntries(placed(grid(["12-"]), tiles, "-", [{ x: 0, y: 0 }])), { "0,0": "-", "2,0": "1" });
});

/**
 * @param {string} text
 * @param {Partial<CanvasCard>} [more]
 * @param {RegExp} [row]
 */
function canvas(text, more = {}, row = /[.#]+/g) {
  const rows = text.split("\n").flatMap((one, index) => [...one.matchAll(row)].map((found) => ({ line: index + 1, column: found.index + 1, cells: found[0] })));
  return new Canvas(text, { rows, separator: "\n", blank: ".", palette: [glyph("."), glyph("#")], ...more });
}

test("rows in quotes keep their quotes and commas", () => {
  const text = 'rows = [\n  "#.",\n  "..", # two\n]\n';
  const list = canvas(text, { separator: '",\n  "' }, /(?<=")[.#]+/g);
  assert.equal(list.painted(new Map([["1,1", "#"]])), 'rows = [\n  "#.",\n  ".#", # two\n]\n');
  assert.equal(list.grown("top"), 'rows = [\n  "..",\n  "#.",\n  "..", # two\n]\n');
  assert.equal(list.grown("bottom"), 'rows = [\n  "#.",\n  "..",\n  "..", # two\n]\n');
  assert.equal(list.shrunk("top"), 'rows = [\n  "..", # two\n]\n');
  assert.equal(list.shrunk("bottom"), 'rows = [\n  "#.", # two\n]\n');
  assert.equal(list.grown("left"), 'rows = [\n  ".#.",\n  "...", # two\n]\n');
});

test("rows in one string are resized with the size that the text states", () => {
  const rows = [{ line: 2, column: 10, cells: "#." }, { line: 2, column: 12, cells: ".." }];
  const text = 'board = "2x2"\nstart = "#..."\n';
  const one = canvas(text, { rows, separator: "", size: { line: 1, column: 10, text: "2x2" } });
  const grown = one.grown("bottom") ?? "";
  assert.equal(grown, 'board = "3x2"\nstart = "#....."\n');
  assert.ok(one.follow(grown));
  assert.equal(one.grown("right"), 'board = "3x3"\nstart = "#........"\n');
  assert.ok(one.follow(`title = "T"\n${grown}`));
  assert.equal(one.shrunk("top"), 'title = "T"\nboard = "2x2"\nstart = "...."\n');
  assert.deepEqual([one.width, one.height], [2, 3]);
  assert.ok(one.follow('title = "T"\nboard = "3x2"\nstart = "..##.."\n'), "as long as before");
  assert.deepEqual([one.at(0, 0), one.at(0, 1), one.at(1, 1)], [".", "#", "#"]);
});

test("what stands behind a row that is a line stays with it", () => {
  const text = "  #. (a)\n  .# (b)\nend";
  const lines = canvas(text, { separator: "\n  " });
  assert.equal(lines.grown("bottom"), "  #. (a)\n  .# (b)\n  ..\nend");
  assert.equal(lines.shrunk("bottom"), "  #. (a)\nend");
  assert.equal(lines.grown("top"), "  ..\n  #. (a)\n  .# (b)\nend");
  assert.equal(lines.replaced([["#"], ["#"], ["#"]]), "  # (a)\n  # (b)\n  #\nend");
});

test("a fixed size is kept, and what is typed is followed where the rows are still known", () => {
  const fixed = canvas("#.\n..\n", { separator: null });
  assert.equal(fixed.replaced([["#", ".", "."]]), undefined);
  assert.equal(fixed.replaced([["#", "#"], ["#", "#"]]), "##\n##\n");
  const plain = canvas("; a\n#.\n..\n");
  assert.ok(plain.follow("; above\n#.\n..\n"));
  assert.ok(plain.follow("; above\n#.#\n..\n..\n"));
  assert.deepEqual([plain.width, plain.height, plain.at(2, 0)], [3, 3, "#"]);
  assert.ok(!plain.follow("; above\n#.#\n\n..\n"));
});
