// Requests to a server that may be unreachable. All requests of this page are idempotent, so one that is not answered is sent
// again, after ever longer pauses, until the server is back or the request is aborted. Those who show that the server is
// unreachable listen to `onReachability`.

/** Statuses of a server, or of a proxy before it, that cannot answer now. */
const UNAVAILABLE = [502, 503, 504];
/** Milliseconds before a request is sent again: at first, and at most. */
const SHORTEST = 400;
const LONGEST = 8000;
const SILENT = "The server does not answer. Trying again …";
const BUSY = "The server has no room for this at the moment. Trying again …";

/** Listeners to whether the server is unreachable. @type {Set<(words: string | undefined) => void>} */
const listeners = new Set();
/** What each request that waits for the server says of it. @type {Map<symbol, string>} */
const waiting = new Map();
/** Ends the pauses of all requests that wait. @type {Set<() => void>} */
const sleepers = new Set();

/** The text about a server that is unreachable; nothing while it answers. */
export function unreachableText() {
  return [...waiting.values()].at(-1);
}

/**
 * Tells a listener the text about a server that is unreachable, and `undefined` once it answers again, or nobody waits
 * for it any more; gives what ends it.
 * @param {(words: string | undefined) => void} listener
 * @returns {() => void}
 */
export function onReachability(listener) {
  listeners.add(listener);
  listener(unreachableText());
  return () => void listeners.delete(listener);
}

/**
 * @param {symbol} request
 * @param {string} [words] without them the request no longer waits
 */
function wait(request, words) {
  const before = unreachableText();
  if (words === undefined) waiting.delete(request);
  else waiting.set(request, words);
  const after = unreachableText();
  if (before !== after) listeners.forEach((listener) => listener(after));
}

/**
 * Waits until the time has passed, or another request was answered, or the browser is online again.
 * @param {number} time in milliseconds
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
export function pause(time, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      sleepers.delete(end);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, time);
    sleepers.add(end);
    signal?.addEventListener("abort", end);
  });
}

const wake = () => [...sleepers].forEach((end) => end());
addEventListener("online", wake);

/** The server did not answer a request that does not wait for it. */
export class Unreachable extends Error {}

/**
 * Sends a request until the server has answered it, and reads the answer, whatever its status is.
 * @template T
 * @param {string} address
 * @param {RequestInit} options
 * @param {(response: Response) => T | Promise<T>} read
 * @param {boolean} [retries] whether a request to an unreachable server is repeated; otherwise `Unreachable` is thrown
 * @returns {Promise<T>}
 */
export async function persistent(address, options, read, retries = true) {
  const request = Symbol(address);
  const signal = options.signal ?? undefined;
  try {
    for (let time = SHORTEST; ; time = Math.min(LONGEST, time * 2)) {
      const { response, answer } = await attempt(address, options, read);
      if (answer) return answer.value;
      if (!retries) throw new Unreachable("The server does not answer.");
      const told = Number(response?.headers.get("Retry-After")) * 1000;
      wait(request, told ? BUSY : SILENT);
      await pause(Math.max(time, told || 0), signal);
    }
  } finally {
    const waited = waiting.has(request);
    wait(request);
    if (waited && !signal?.aborted) wake();
  }
}

/**
 * Sends a request once. There is no answer where the server cannot be reached, breaks off or is not there for now.
 * @template T
 * @param {string} address
 * @param {RequestInit} options
 * @param {(response: Response) => T | Promise<T>} read
 * @returns {Promise<{ response?: Response, answer?: { value: T } }>}
 */
async function attempt(address, options, read) {
  try {
    const response = await fetch(address, options);
    return UNAVAILABLE.includes(response.status) ? { response } : { answer: { value: await read(response) } };
  } catch (error) {
    // Of `fetch` and of a body that breaks off, this is what a browser says where there is no server.
    if (error instanceof TypeError) return {};
    throw error;
  }
}
