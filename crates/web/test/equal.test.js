// Every operation on every shipped level, and boards of PuzzleScript games after random inputs: the modules say what the
// native engines say, within the same nodes.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { MODULES, comparable, compiled, engines, grouped, native } from "./modules.js";

/** @import { TestContext } from "node:test" */
/** @import { Row } from "./modules.js" */

const DEMOS = fileURLToPath(new URL("../../../../shared/puzzlescript/demos.jsonl.gz", import.meta.url));

/**
 * Performs the tasks of each module by an instance for each group, and compares.
 * @param {TestContext} t
 * @param {Row[]} rows
 */
async function agree(t, rows) {
  for (const [name, performs] of MODULES) {
    const own = rows.filter(({ task }) => performs(task));
    if (own.length) await t.test(`${name}, ${own.length} tasks`, () => agreeing(compiled(name), own));
  }
}

/**
 * @param {WebAssembly.Module} module
 * @param {Row[]} rows
 */
async function agreeing(module, rows) {
  for (const [group, tasks] of grouped(rows)) {
    const { perform } = await engines(module);
    for (const { name, task, outcome } of tasks) {
      assert.deepEqual(comparable(perform(task)), comparable(outcome), `${group} ${name}`);
    }
  }
}

test("every operation on every shipped level gives the native outcome", async (t) => {
  const rows = await native();
  const count = new Set(rows.map((row) => row.name.split(" ")[0])).size;
  assert.ok(rows.length > 400 && count >= 10, `${rows.length} tasks, ${count} operations and questions`);
  await agree(t, rows);
});

test("PuzzleScript games look as natively after random inputs", async (t) => {
  if (!existsSync(DEMOS)) return t.skip(`there is no ${DEMOS}`);
  const folder = mkdtempSync(join(tmpdir(), "demos-"));
  try {
    const file = join(folder, "demos.jsonl");
    writeFileSync(file, gunzipSync(readFileSync(DEMOS)));
    const rows = await native("demos", file);
    assert.ok(rows.length > 200, `${rows.length} tasks`);
    await agree(t, rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("each family's engines are in one module, and the rules alone answer no question", async () => {
  const rows = await native();
  const families = new Set(rows.filter(({ task }) => task.operation.kind === "ask").map(({ task }) => task.family));
  for (const family of families) {
    const row = rows.find(({ task }) => task.family === family && task.operation.kind === "ask");
    assert.ok(row);
    const forms = MODULES.filter(([name, performs]) => !name.endsWith("-simd") && performs(row.task));
    assert.equal(forms.length, 1, family);
    const { failed } = (await engines(compiled("rules"))).perform(row.task);
    assert.equal(failed?.reason, "not-offered", JSON.stringify(failed));
    assert.match(failed.message, /plays, and answers no questions/);
  }
  assert.ok(families.size > 5);
});
