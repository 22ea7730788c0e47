// Every operation on every shipped level, and boards of PuzzleScript games after random inputs: both modules say what the
// native engines say, within the same nodes.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { NAMES, comparable, compiled, engines, grouped, native } from "./modules.js";

/** @import { Row } from "./modules.js" */

const DEMOS = fileURLToPath(new URL("../../../../shared/puzzlescript/demos.jsonl.gz", import.meta.url));

/**
 * Performs the tasks of each group by an instance of its own, and compares.
 * @param {WebAssembly.Module} module
 * @param {Row[]} rows
 */
async function agree(module, rows) {
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
  for (const name of NAMES) await t.test(name, () => agree(compiled(name), rows));
});

test("PuzzleScript games look as natively after random inputs", async (t) => {
  if (!existsSync(DEMOS)) return t.skip(`there is no ${DEMOS}`);
  const folder = mkdtempSync(join(tmpdir(), "demos-"));
  try {
    const file = join(folder, "demos.jsonl");
    writeFileSync(file, gunzipSync(readFileSync(DEMOS)));
    const rows = await native("demos", file);
    assert.ok(rows.length > 200, `${rows.length} tasks`);
    for (const name of NAMES) await t.test(name, () => agree(compiled(name), rows));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
