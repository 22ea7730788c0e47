// The API of this server, as functions. Errors are `Refused`, with the problem that the server sent.

/** @import { ProgressUpdate, Answer, CheckBody, Drawn, FamilyCard, Job, ListedLevel, OptionRow, Position, ProblemBody, Request, ShippedLevel, World } from "./types.js" */

const ROOT = "/api/v1";
const TOKEN = "menagerie.token";

/** What the server refused, and why. */
export class Refused extends Error {
  /** @param {ProblemBody} problem */
  constructor(problem) {
    super(problem.detail || problem.title || `status ${problem.status}`);
    this.problem = problem;
  }

  /** Whether the text holds several levels of which none was chosen, or not the one that was. */
  get severalLevels() {
    return this.problem.type === "/api#no-such-level";
  }
}

/**
 * Keeps the token that this server asks for, until the browser is closed.
 * @param {string} token
 */
export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown, prefer?: string, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<Response>}
 */
async function send(path, { method = "GET", body, prefer, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (prefer) headers["Prefer"] = prefer;
  const json = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(ROOT + path, { method, headers, body: json, signal: signal ?? null });
  if (!response.ok) throw new Refused(await problem(response));
  return response;
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
async function post(path, body, signal) {
  return (await send(path, { method: "POST", body, signal })).json();
}

/** @type {Promise<{ families: FamilyCard[], options: OptionRow[] }> | undefined} */
let catalogue;
/** @type {Promise<ShippedLevel[]> | undefined} */
let shipped;

/** What there is: the families, and every option of their questions. */
function listed() {
  catalogue ??= send("/families").then((response) => response.json());
  catalogue.catch(() => (catalogue = undefined));
  return catalogue;
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
  shipped ??= send("/levels").then((response) => response.json()).then((body) => body.levels);
  shipped.catch(() => (shipped = undefined));
  return shipped;
}

/**
 * The levels of a file, or the one of this number with its text.
 * @param {Request} file
 * @returns {Promise<ListedLevel[]>}
 */
export async function levelsOf(file) {
  return (await post("/levels", file)).levels;
}

/** @returns {Promise<World[]>} */
export async function worlds() {
  return (await (await send("/worlds")).json()).worlds;
}

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<CheckBody>}
 */
export async function check(request, signal) {
  return (await post("/check", request, signal)).answer;
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
 * `progress`; aborting the signal gives the job up on the server too.
 * @param {Request} request
 * @param {{ signal: AbortSignal, progress?: (update: ProgressUpdate | null) => void }} options
 * @returns {Promise<Answer>}
 */
export async function ask(request, { signal, progress }) {
  const { question, ...position } = request;
  const hint = question === "hint";
  const response = await send(hint ? "/hint" : "/ask", { method: "POST", body: hint ? position : request, signal });
  if (response.status !== 202) return response.json();
  /** @type {Job} */
  let job = await response.json();
  const cancel = () => void send(`/jobs/${job.id}`, { method: "DELETE" }).catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    while (job.state === "queued" || job.state === "running") {
      progress?.(job.progress);
      for await (job of events(job.id, signal)) progress?.(job.progress);
      if (job.state === "queued" || job.state === "running") job = await reread(job.id, signal);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  return ended(job);
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
 * The job again, after a moment: its stream broke off.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Job>}
 */
async function reread(id, signal) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (await send(`/jobs/${id}`, { signal })).json();
}

/**
 * The states of a job as the server streams them; ends with the stream.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Job, void>}
 */
async function* events(id, signal) {
  const response = await send(`/jobs/${id}/events`, { signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { value, done } = await reader.read();
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
 * One server-sent event.
 * @param {string} text
 * @returns {{ name: string, data: string }}
 */
function event(text) {
  const fields = text.split("\n").map((line) => line.split(/: ?(.*)/s, 2));
  const all = (/** @type {string} */ key) => fields.filter(([name]) => name === key).map(([, value]) => value ?? "");
  return { name: all("event").at(-1) ?? "message", data: all("data").join("\n") };
}
