// The API of this server, as functions. Errors are `Refused`, with the problem that the server sent. A server that does
// not answer is no error: every request waits for it (`patience.js`).

import { pause, persistent } from "./patience.js";

/** @import { ProgressUpdate, Answer, CheckBody, Drawn, FamilyCard, Job, ListedLevel, OptionRow, Position, ProblemBody, Request, ShippedLevel, World } from "./types.js" */

const ROOT = "/api/v1";
const TOKEN = "menagerie.token";
/** Milliseconds before a job is looked up whose stream has broken off. */
const PAUSE = 400;

/** What the server refused, and why. */
export class Refused extends Error {
  /** @param {ProblemBody} problem */
  constructor(problem) {
    super(sentence(problem));
    this.problem = problem;
  }

  /** Whether the text holds several levels of which none was chosen, or not the one that was. */
  get severalLevels() {
    return this.problem.type === "/api#no-such-level";
  }
}

/**
 * What a problem says to a person: without the place in a request that the person has not seen.
 * @param {ProblemBody} problem
 */
function sentence({ detail, title, status }) {
  const words = detail?.replace(/^the body: /, "").replace(/ at line \d+ column \d+$/, "");
  return words || title || `status ${status}`;
}

/**
 * What went wrong, in words for a person.
 * @param {unknown} error
 * @returns {string}
 */
export function wordsOf(error) {
  // A browser throws this where what the page asks for cannot be loaded.
  if (error instanceof TypeError) return "The server does not answer. Load the page again.";
  return error instanceof Error ? error.message : String(error);
}

/**
 * Keeps the token that this server asks for, until the browser is closed.
 * @param {string} token
 */
export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

/**
 * @template T
 * @param {string} path
 * @param {{ method?: string, body?: unknown, signal?: AbortSignal | undefined }} options
 * @param {(response: Response) => T | Promise<T>} read
 * @returns {Promise<T>}
 */
function request(path, { method = "GET", body, signal }, read) {
  /** @type {Record<string, string>} */
  const headers = {};
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const json = body === undefined ? null : JSON.stringify(body);
  const accepted = async (/** @type {Response} */ response) => {
    if (!response.ok) throw new Refused(await problem(response));
    return read(response);
  };
  return persistent(ROOT + path, { method, headers, body: json, signal: signal ?? null }, accepted);
}

/**
 * Sends a request, again and again while the server is away, and gives the JSON of its answer.
 * @template T
 * @param {string} path
 * @param {{ method?: string, body?: unknown, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<T>}
 */
export function send(path, options = {}) {
  return request(path, options, (response) => response.json());
}

/**
 * @param {Response} response
 * @returns {Promise<ProblemBody>}
 */
async function problem(response) {
  const plain = { title: response.statusText || "The server refused", status: response.status };
  return response.json().then((body) => ({ ...plain, ...body }), () => plain);
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
function post(path, body, signal) {
  return send(path, { method: "POST", body, signal });
}

/** @type {Promise<{ families: FamilyCard[], options: OptionRow[] }> | undefined} */
let catalogue;
/** @type {Promise<ShippedLevel[]> | undefined} */
let shipped;

/** What there is: the families, and every option of their questions. */
function listed() {
  /** @type {Promise<{ families: FamilyCard[], options: OptionRow[] }>} */
  const asked = (catalogue ??= send("/families"));
  asked.catch(() => (catalogue = undefined));
  return asked;
}

/** @returns {Promise<FamilyCard[]>} */
export async function families() {
  return (await listed()).families;
}

/** @returns {Promise<OptionRow[]>} */
export async function optionTable() {
  return (await listed()).options;
}

/**
 * @param {string} name
 * @returns {Promise<FamilyCard>}
 */
export async function family(name) {
  const found = (await families()).find((card) => card.family === name);
  if (!found) throw new Error(`There is no family '${name}'.`);
  return found;
}

/** @returns {Promise<ShippedLevel[]>} */
export function levels() {
  shipped ??= shippedLevels();
  shipped.catch(() => (shipped = undefined));
  return shipped;
}

/** @returns {Promise<ShippedLevel[]>} */
async function shippedLevels() {
  /** @type {{ levels: ShippedLevel[] }} */
  const { levels } = await send("/levels");
  return levels;
}

/**
 * The levels of a file, or the one of this number with its text.
 * @param {Request} file
 * @param {AbortSignal} [signal]
 * @returns {Promise<ListedLevel[]>}
 */
export async function levelsOf(file, signal) {
  /** @type {{ levels: ListedLevel[] }} */
  const { levels } = await post("/levels", file, signal);
  return levels;
}

/** @returns {Promise<World[]>} */
export async function worlds() {
  /** @type {{ worlds: World[] }} */
  const { worlds } = await send("/worlds");
  return worlds;
}

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<CheckBody>}
 */
export async function check(request, signal) {
  /** @type {{ answer: CheckBody }} */
  const { answer } = await post("/check", request, signal);
  return answer;
}

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Drawn>}
 */
export const picture = (request, signal) => post("/picture", request, signal);

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Position>}
 */
export const play = (request, signal) => post("/play", request, signal);

/**
 * Asks a question and waits for its answer, however long that takes. What the server does meanwhile goes to
 * `progress`; aborting the signal gives the job up on the server too. A job outlives this page and the server: its id
 * goes to `onjob`, and asking with `job` waits for that one again. A job that the server no longer knows is asked anew.
 * @param {Request} request
 * @param {{ signal: AbortSignal, progress?: (update: ProgressUpdate | null) => void, job?: string | undefined, onjob?: (id: string) => void }} options
 * @returns {Promise<Answer>}
 */
export async function ask(request, { signal, progress, job: known, onjob }) {
  let id = known;
  const cancel = () => void (id && send(`/jobs/${id}`, { method: "DELETE" }).catch(() => undefined));
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const asked = id === undefined ? await put(request, signal) : undefined;
      if (asked && "verdict" in asked) return asked;
      const first = asked ?? (await lookUp(id ?? "", signal));
      id = first?.id;
      if (id !== undefined) onjob?.(id);
      const job = first && (await followed(first, signal, progress));
      if (job) return ended(job);
      id = undefined;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * Puts a question: its answer, or the job that seeks it.
 * @param {Request} request
 * @param {AbortSignal} signal
 * @returns {Promise<Answer | Job>}
 */
async function put(request, signal) {
  const { question, ...position } = request;
  const hint = question === "hint";
  return post(hint ? "/hint" : "/ask", hint ? position : request, signal);
}

/**
 * Waits for the end of a job; nothing where the server has forgotten it.
 * @param {Job} first
 * @param {AbortSignal} signal
 * @param {((update: ProgressUpdate | null) => void) | undefined} progress
 * @returns {Promise<Job | undefined>}
 */
async function followed(first, signal, progress) {
  let job = /** @type {Job | undefined} */ (first);
  while (job && (job.state === "queued" || job.state === "running")) {
    progress?.(job.progress);
    for await (job of events(job.id, signal)) progress?.(job.progress);
    if (job.state !== "queued" && job.state !== "running") break;
    // The stream has broken off: the server ends, or has ended.
    await pause(PAUSE, signal);
    job = await lookUp(job.id, signal);
  }
  return job;
}

/**
 * @param {Job} job
 * @returns {Answer}
 */
function ended(job) {
  if (job.result) return job.result;
  if (job.error) throw new Refused(job.error);
  throw new DOMException("The job was cancelled.", "AbortError");
}

/**
 * A job by its id; nothing where the server does not know it.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Job | undefined>}
 */
async function lookUp(id, signal) {
  return found(send(`/jobs/${id}`, { signal }));
}

/**
 * What was asked for; nothing where there is no such thing.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T | undefined>}
 */
function found(answer) {
  return answer.catch((error) => {
    if (error instanceof Refused && error.problem.status === 404) return undefined;
    throw error;
  });
}

/**
 * The states of a job as the server streams them; ends with the stream, and where the stream breaks off.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Job, void>}
 */
async function* events(id, signal) {
  const response = await found(request(`/jobs/${id}/events`, { signal }, (response) => response));
  const reader = response?.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { value, done } = await reader.read().catch(broken);
    if (done) return;
    const parts = (rest + value.replaceAll("\r\n", "\n")).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const { name, data } = event(part);
      if (name === "end") return void reader.cancel();
      if (name === "job") yield JSON.parse(data);
    }
  }
}

/**
 * The end of a stream whose server is gone; an error of another kind is thrown on.
 * @param {unknown} error
 * @returns {{ value: undefined, done: true }}
 */
function broken(error) {
  if (error instanceof TypeError) return { value: undefined, done: true };
  throw error;
}

/**
 * One server-sent event.
 * @param {string} text
 * @returns {{ name: string, data: string }}
 */
function event(text) {
  const fields = text.split("\n").map((line) => line.split(/: ?(.*)/s, 2));
  const all = (/** @type {string} */ key) => fields.filter(([name]) => name === key).map(([, value]) => value ?? "");
  return { name: all("event").at(-1) ?? "message", data: all("data").join("\n") };
}
