// The API of this server. Errors are `Refused`, with the problem that the server sent. A server that does not answer is
// no error: a request with `retries` waits for it (`retry.js`).

import { pause, persistent } from "./retry.js";
import { onServer } from "./base.js";
import { Refused } from "./refusal.js";

/** @import { Answer, Job, ProblemBody, ProgressUpdate, Request } from "../types.js" */
/** @typedef {{ method?: string, body?: unknown, signal?: AbortSignal | undefined, retries?: boolean }} Sending `retries`: whether a request to an unreachable server is repeated, by default it is */
/**
 * @typedef {object} Asking
 * @property {AbortSignal} signal
 * @property {(update: ProgressUpdate | null) => void} [progress]
 * @property {string | undefined} [job] the job that seeks the answer already
 * @property {(id: string) => void} [onjob]
 */

const ROOT = "api/v1";
const TOKEN = "menagerie.token";
/** Milliseconds before a job is looked up whose stream has broken off. */
const PAUSE = 400;

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
 * @param {Sending} options
 * @param {(response: Response) => T | Promise<T>} read
 * @returns {Promise<T>}
 */
function request(path, { method = "GET", body, signal, retries }, read) {
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
  return persistent(onServer(ROOT + path), { method, headers, body: json, signal: signal ?? null }, accepted, retries);
}

/**
 * Sends a request, again and again while the server is unreachable, and gives the JSON of its answer.
 * @template T
 * @param {string} path
 * @param {Sending} [options]
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
 * @param {Sending} [options]
 * @returns {Promise<T>}
 */
export function post(path, body, options = {}) {
  return send(path, { ...options, method: "POST", body });
}

/**
 * Asks a question and waits for its answer, however long that takes. What the server does meanwhile goes to
 * `progress`; aborting the signal gives the job up on the server too. A job outlives this page and the server: its id
 * goes to `onjob`, and asking with `job` waits for that one again. A job that the server no longer knows is asked anew.
 * Only putting the question is not repeated where `retries` is false.
 * @param {Request} request
 * @param {Asking & { retries: boolean }} options
 * @returns {Promise<Answer>}
 */
export async function askServer(request, { signal, progress, job: known, onjob, retries }) {
  let id = known;
  const cancel = () => void (id && send(`/jobs/${id}`, { method: "DELETE" }).catch(() => undefined));
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const answered = id === undefined ? await put(request, { signal, retries }) : undefined;
      if (answered && "verdict" in answered) return answered;
      const first = answered ?? (await lookUp(id ?? "", signal));
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
 * @param {Sending} options
 * @returns {Promise<Answer | Job>}
 */
async function put(request, options) {
  const { question, ...position } = request;
  const hint = question === "hint";
  return post(hint ? "/hint" : "/ask", hint ? position : request, options);
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
