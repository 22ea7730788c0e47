// Times of the modules beside those of the native engines, as rows of comma-separated values on standard output.
//
// OUTCOMES names the example `outcomes` of the crate `tasks`, built with `--release`. Each question is asked three times
// of caches that are empty, in turns, and the least time counts, since a shared machine only ever adds. A native time is
// the whole question too, but for the parsing of a level, which is in neither.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiled, engines, MODULES } from "../test/modules.js";

/** @import { Task } from "../../server/page/types.js" */
/** @typedef {{ group: string, name: string, task: Task }} Question */

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PROGRAM = process.env["OUTCOMES"] ?? `${ROOT}target/release/examples/outcomes`;
const RUNS = 3;
const KORF = 10;

const folder = mkdtempSync(join(tmpdir(), "beside-"));
try {
  /** @type {Question[]} */
  const questions = [...shipped(), ...korf(), generated("wall"), generated("lemmo")];
  const file = join(folder, "questions.jsonl");
  writeFileSync(file, questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const names = ["plain", "wide"];
  const modules = new Map(MODULES.map(([name]) => [name, compiled(name)]));
  /** @param {Task} task the forms of the module that performs it: without and with wide instructions, where it has both */
  const forms = (task) => {
    const own = MODULES.filter(([name, performs]) => !name.endsWith("rules") && performs(task)).map(([name]) => modules.get(name));
    return [own[0], own.at(-1)].filter((module) => module !== undefined);
  };
  /** @type {Map<string, number[]>} least seconds by question: natively, and by each module */
  const least = new Map();
  for (let run = 0; run < RUNS; run += 1) {
    const native = natively(file);
    for (const { group, name, task } of questions) {
      const times = [native.get(`${group} ${name}`) ?? NaN];
      for (const module of forms(task)) times.push(seconds((await engines(module)).perform(task)));
      const before = least.get(`${group} ${name}`) ?? [];
      least.set(`${group} ${name}`, times.map((time, place) => Math.min(time, before[place] ?? Infinity)));
    }
  }
  console.log(`question,native seconds,${names.map((name) => `${name} seconds,${name} times native`).join(",")}`);
  for (const [question, [native = NaN, ...times]] of [...least, ...sums(least)]) {
    console.log([question, native.toFixed(6), ...times.flatMap((time) => [time.toFixed(6), (time / native).toFixed(2)])].join(","));
  }
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The rows of several questions together.
 * @param {Map<string, number[]>} least
 * @returns {[string, number[]][]}
 */
function sums(least) {
  const all = ["bunny/bunny-", "korf/"];
  return all.map((start) => {
    const rows = [...least].filter(([question]) => question.startsWith(start)).map(([, times]) => times);
    const sum = rows.reduce((sum, times) => sum.map((time, place) => time + (times[place] ?? NaN)), [0, 0, 0]);
    return [`${start}* together`, sum];
  });
}

/** @param {{ done?: { result: Record<string, unknown> }, failed?: unknown }} outcome */
function seconds({ done, failed }) {
  if (!done) throw new Error(JSON.stringify(failed));
  return /** @type {{ seconds: number }} */ (done.result["spent"]).seconds;
}

/** @param {string} file @returns {Map<string, number>} */
function natively(file) {
  const out = execFileSync(PROGRAM, ["perform"], { input: readFileSync(file), maxBuffer: 2 ** 30, encoding: "utf8" });
  const rows = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  return new Map(rows.map(({ group, name, outcome }) => [`${group} ${name}`, seconds(outcome)]));
}

/**
 * A question in a group of its own, so that it finds empty caches.
 * @param {string} family @param {string} name @param {string} level @param {string} [question]
 * @returns {Question}
 */
function asking(family, name, level, question = "solve") {
  const limits = { nodes: null, bytes: 2 ** 30, millis: 600_000 };
  return { group: `${family === "pebble" && name.startsWith("instance") ? "korf" : family}/${name}`, name: question, task: { family, level, operation: { kind: "ask", question, asked: {} }, limits } };
}

/** Questions about levels that come with the program. */
function shipped() {
  /** @param {string} family @param {string} name @param {string} [question] */
  const one = (family, name, question) => asking(family, name, readFileSync(`${ROOT}crates/families/${family}/src/levels/${name}.${family}`, "utf8"), question);
  const bunnies = readdirSync(`${ROOT}crates/families/bunny/src/levels`).filter((name) => /^bunny-\d/.test(name)).sort();
  return [
    ...bunnies.map((name) => one("bunny", name.replace(".bunny", ""))),
    one("bunny", "warren"),
    one("pebble", "eight", "map"),
    one("pebble", "petersen", "map"),
    one("pebble", "hardest", "hint"),
    one("pebble", "seed"),
  ];
}

/** Korf's instances of the 15-puzzle with the fewest moves. */
function korf() {
  const lines = readFileSync(`${ROOT}bench/data/korf-15-puzzle.txt`, "utf8").trimEnd().split("\n").filter((line) => !line.startsWith("#"));
  const instances = lines.map((line, index) => ({ numbers: line.split(" ").map(Number), index: index + 1 }));
  instances.sort((one, other) => (one.numbers[0] ?? 0) - (other.numbers[0] ?? 0));
  /** @param {number[]} cells */
  const list = (cells) => JSON.stringify(cells.map((cell) => (cell === 0 ? "-" : String(cell))));
  return instances.slice(0, KORF).map(({ numbers, index }) => {
    const level = `board = "grid 4x4"\nplates = ${list([...Array(16).keys()])}\npebbles = ${list(numbers.slice(1))}\n`;
    return asking("pebble", `instance ${index}`, level);
  });
}

/** A random board of 2000 x 2000, as the benches make it. @param {string} family */
function generated(family) {
  const file = join(folder, family);
  execFileSync("python3", [`${ROOT}bench/peers/gen_${family}.py`, "2000", "2000", family === "wall" ? "0.02" : "0.01", "3", file]);
  return asking(family, "2000x2000", readFileSync(file, "latin1"));
}
