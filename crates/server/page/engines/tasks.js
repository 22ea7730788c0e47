// Requests as tasks for the engines of this page, and their outcomes as the server would answer them.

import { performed } from "./engines.js";
import { Refused } from "./refusal.js";

/** @import { Work } from "./engines.js" */
/** @import { Answer, FamilyCard, NewRequest, Operation, Outcome, ProgressUpdate, Recognition, Request, Task } from "../types.js" */
/** @typedef {{ signal?: AbortSignal | undefined, progress?: (update: ProgressUpdate) => void }} While what is told while a task is performed */

/** Bytes of tables that a task may hold, below what a module of 32 bits can address. */
const MAX_BYTES = 768 << 20;
/** Milliseconds that a task other than a question may take. */
const OPERATION_TIME = 60_000;

/**
 * @param {Request} request
 * @param {Operation} operation
 * @param {number} millis
 * @returns {Task}
 */
function task({ family, level }, operation, millis) {
  return { family, level, operation, limits: { nodes: null, bytes: MAX_BYTES, millis } };
}

/**
 * The result of a task; what it was refused with is thrown.
 * @template T
 * @param {Outcome} outcome
 * @returns {T}
 */
function result(outcome) {
  if ("done" in outcome) return /** @type {T} */ (outcome.done.result);
  const { reason, message, problems = [] } = outcome.failed;
  throw new Refused({ type: `/api#${reason}`, title: "", status: 422, detail: message, problems });
}

/**
 * The request for the level of its number alone.
 * @param {Request} request
 * @param {Work} work
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Request>}
 */
async function ofOneLevel({ number, ...request }, work, signal) {
  if (number === undefined) return request;
  const listed = await performed(work, task(request, { kind: "levels", number, texts: false }, OPERATION_TIME), { signal });
  /** @type {{ levels: { text?: string }[] }} */
  const { levels } = result(listed);
  return { ...request, level: levels.find(({ text }) => text !== undefined)?.text ?? "" };
}

/**
 * Says what a text is.
 * @param {string} level
 * @returns {Promise<Recognition>}
 */
export async function recognisedHere(level) {
  return result(await performed("moves", task({ family: "", level }, { kind: "recognise" }, OPERATION_TIME), {}));
}

/**
 * Makes a new level.
 * @param {NewRequest} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ answer: { level: string } }>}
 */
export async function madeHere({ family, ...options }, signal) {
  return result(await performed("questions", task({ family, level: "" }, { kind: "new", ...options }, OPERATION_TIME), { signal }));
}

/**
 * Performs one of the operations that are no questions.
 * @template T
 * @param {"levels" | "state" | "arrange" | "check" | "picture" | "play"} kind
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function operate(kind, request, signal) {
  const { number = null, moves = [], par, order = [], texts = false, pictures = false } = request;
  if (kind === "state") return result(await performed("moves", task(request, { kind, number, moves, ...(par === undefined ? {} : { par }) }, OPERATION_TIME), { signal }));
  if (kind === "arrange") return result(await performed("moves", task(request, { kind, order }, OPERATION_TIME), { signal }));
  if (kind === "levels") return result(await performed("moves", task(request, { kind, number, texts, ...(pictures ? { pictures } : {}) }, OPERATION_TIME), { signal }));
  const one = await ofOneLevel(request, "moves", signal);
  return result(await performed("moves", task(one, operation(kind, one), OPERATION_TIME), { signal }));
}

/**
 * @param {"check" | "picture" | "play"} kind
 * @param {Request} request
 * @returns {Operation}
 */
function operation(kind, { moves = [], role: played, answer, every_hop = false }) {
  const role = played ?? null;
  if (kind === "check") return { kind };
  if (kind === "play") return { kind, moves, role };
  return { kind, moves, role, answer: answer ? JSON.stringify(answer) : null, every_hop };
}

/**
 * Asks a question here.
 * @param {FamilyCard} card
 * @param {Request} request
 * @param {number} millis that it may take
 * @param {While} meanwhile
 * @param {Work} [work]
 * @returns {Promise<{ answer: Answer, conclusive: boolean }>} whether more time could not change the answer
 */
export async function questioned(card, request, millis, meanwhile, work = request.question === "hint" ? "hints" : "questions") {
  const one = await ofOneLevel(request, work, meanwhile.signal);
  const outcome = await performed(work, task(one, asking(card, one), millis), meanwhile);
  const answer = /** @type {Answer} */ (result(outcome));
  return { answer, conclusive: "done" in outcome && outcome.done.conclusive };
}

/**
 * A question with its options in the order in which the family declares them.
 * @param {FamilyCard} card
 * @param {Request} request
 * @returns {Operation}
 */
function asking(card, { question = "solve", moves = [], role, options = {}, picture = false }) {
  const { time: _time, ...own } = options;
  /** @type {Record<string, unknown>} */
  const given = { ...(moves.length ? { moves } : {}), ...(role === undefined ? {} : { role }), ...own };
  const order = card.options[question] ?? [];
  const names = Object.keys(given).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return { kind: "ask", question, asked: Object.fromEntries(names.map((name) => [name, given[name]])), ...(picture ? { picture } : {}) };
}

/**
 * The milliseconds that a question may take, as its options say; nothing where they do not.
 * @param {Request} request
 * @returns {number | undefined}
 */
export function timeOf({ options }) {
  const said = /^(\d+)s$/.exec(String(options?.["time"] ?? ""))?.[1];
  return said === undefined ? undefined : Number(said) * 1000;
}
