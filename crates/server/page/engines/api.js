// What the page asks, and what is done where: this is the one place that decides it.
//
// The engines of the page play, draw, check and answer every family but those whose levels are programs; those, and the
// worlds, need a server. Where there is a server, it does the same until the engines are loaded, and questions that take
// longer than a moment are its jobs, so that they outlive the page. A server that is unreachable is not waited for where the
// page can do without it. Without engines everything is asked of the server.

import { ALL_RULES, EnginesEnded, hasEngines, isLoaded, load, modulesOf, restEngines } from "./engines.js";
import { persistent, Unreachable } from "./retry.js";
import { Refused } from "./refusal.js";
import { askServer, post, send } from "./server.js";
import { address, site } from "./site.js";
import { madeHere, operate, questioned, recognisedHere, timeOf } from "./tasks.js";

/** @import { Answer, CheckBody, Dailies, Drawn, FamilyCard, ListedLevel, NamedCanvas, NewRequest, OptionRow, Picture, Position, ProgressUpdate, QuestionRow, Recognition, Request, ShippedFile, ShippedLevel, World } from "../types.js" */
/** @import { Asking } from "./server.js" */

/** Milliseconds that a question may take in the page, where a server could go on with it. */
const SHORT = 2000;
/** Milliseconds that a question may take in the page, where nothing else is said and there is no server. */
const LONGEST = 600_000;

/**
 * @typedef {object} Lists what there is: the families, their questions, and every option of these; the levels that come with
 *   them, and the files that hold several of these, whole
 * @property {{ families: FamilyCard[], questions: QuestionRow[], options: OptionRow[], daily: Dailies }} families
 * @property {{ levels: ShippedLevel[], files: ShippedFile[] }} levels
 */

/** The lists that were asked for, each once. @type {{ [Name in keyof Lists]?: Promise<Lists[Name]> | undefined }} */
const lists = {};

/**
 * A list, which is asked for again where it did not come.
 * @template {keyof Lists} Name
 * @param {Name} name
 * @returns {Promise<Lists[Name]>}
 */
function list(name) {
  const listing = /** @type {Promise<Lists[Name]>} */ (lists[name] ??= listed(name));
  listing.catch(() => (lists[name] = undefined));
  return listing;
}

/**
 * A list that is a file of this page; a server that asks for a token is asked itself.
 * @param {keyof Lists} name
 * @returns {Promise<any>}
 */
function listed(name) {
  if (site.token) return send(`/${name}`);
  return persistent(address(`${name}.json`), {}, async (response) => {
    if (!response.ok) throw new Error(`The list of ${name} is missing: status ${response.status}.`);
    return response.json();
  });
}

/** @returns {Promise<FamilyCard[]>} */
export async function families() {
  return (await list("families")).families;
}

/**
 * The kinds of puzzles of the day.
 * @returns {Promise<Dailies>}
 */
export async function dailies() {
  return (await list("families")).daily;
}

/** @returns {Promise<OptionRow[]>} */
export async function optionTable() {
  return (await list("families")).options;
}

/**
 * What each question does.
 * @returns {Promise<QuestionRow[]>}
 */
export async function questionTable() {
  return (await list("families")).questions;
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
export async function levels() {
  return (await list("levels")).levels;
}

/**
 * The shipped texts that hold several levels, whole.
 * @returns {Promise<ShippedFile[]>}
 */
export async function shippedFiles() {
  return (await list("levels")).files;
}

/**
 * The modules of this page for a family; nothing where there are none. One that is unknown is refused by whoever is asked.
 * @param {string} name
 */
async function known(name) {
  const card = (await families()).find((card) => card.family === name);
  if (card?.program) demandServer(`Levels of the family ${name} are programs: they run on a server alone.`);
  return card && modulesOf(name);
}

/**
 * Whether the levels of a family are refused here: a server runs them, and this page has none.
 * @param {FamilyCard} card
 */
export const isOutOfReach = (card) => card.program && !site.server;

/**
 * Refuses what only a server does on a page that has none.
 * @param {string} why
 */
export function demandServer(why) {
  const detail = `${why} This page has no server; with Menagerie installed, menagerie serve starts one.`;
  if (!site.server) throw new Refused({ type: "/api#unavailable", title: "", status: 503, detail });
}

/**
 * Performs what is no question.
 * @template T
 * @param {"levels" | "state" | "arrange" | "check" | "picture" | "play"} kind
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function done(kind, request, signal) {
  const modules = await known(request.family);
  // The picture of an answer is drawn by engines, all else by the rules.
  const module = kind === "picture" && request.answer ? modules?.engines : modules?.rules;
  if (module && (isLoaded(module) || !site.server)) return operate(kind, request, signal);
  return unlessUnreachable(module, (retries) => post(`/${kind}`, request, { signal, retries }), () => operate(kind, request, signal));
}

/**
 * Asks the server; where it is unreachable and the page can do without it, does that.
 * @template T
 * @param {string | undefined} module by which the page can do without it, if it can
 * @param {(retries: boolean) => Promise<T>} there
 * @param {() => Promise<T>} here
 * @returns {Promise<T>}
 */
async function unlessUnreachable(module, there, here) {
  try {
    return await there(!module);
  } catch (error) {
    if (!(error instanceof Unreachable) || !module) throw error;
    // Engines that cannot be loaded either: then it is the server that is waited for.
    return load(module).then(here, () => there(true));
  }
}

/**
 * The levels of a file, with `texts` those that are valid with their texts, or the one of this number with its text.
 * @param {Request} file
 * @param {AbortSignal} [signal]
 * @returns {Promise<ListedLevel[]>}
 */
export async function levelsOf(file, signal) {
  return (await drawnOf(file, signal)).levels;
}

/**
 * What a file holds: its levels as `levelsOf` gives them, and the pictures that it draws beside them, where they are asked for.
 * @param {Request} file
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ levels: ListedLevel[], pictures?: NamedCanvas[], title?: string, author?: string }>} with the title and
 *   the author of the whole file, where it names them
 */
export async function drawnOf(file, signal) {
  return done("levels", file, signal);
}

/**
 * The text of a file with these moves, which win the level of this number, as the solution that it states, and with this
 * par where there is one.
 * @param {Request} request
 * @returns {Promise<string>}
 */
export async function stated(request) {
  /** @type {{ text: string }} */
  const { text } = await done("state", request);
  return text;
}

/**
 * The text of a file with its levels in the order of these numbers: one that stands twice repeats its level, a level
 * without its number is left out.
 * @param {Request} request
 * @returns {Promise<string>}
 */
export async function arranged(request) {
  /** @type {{ text: string }} */
  const { text } = await done("arrange", request);
  return text;
}

/**
 * What a text is: a server knows more families than the engines of the page.
 * @param {string} level
 * @returns {Promise<Recognition>}
 */
export async function recognised(level) {
  if (!site.server) return recognisedHere(level);
  return unlessUnreachable(hasEngines ? ALL_RULES : undefined, (retries) => post("/recognise", { level }, { retries }), () => recognisedHere(level));
}

/** @returns {Promise<World[]>} */
export async function worlds() {
  /** @type {{ worlds: World[] }} */
  const { worlds } = await send("/worlds");
  return worlds;
}

/**
 * The text of a new level: equal options make equal levels, here and on a server.
 * @param {NewRequest} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
export async function newLevel(request, signal) {
  const engines = (await known(request.family))?.engines;
  const here = () => madeHere(request, signal);
  const there = (/** @type {boolean} */ retries) => post("/new", request, { signal, retries });
  const { answer } = engines && (isLoaded(engines) || !site.server) ? await here() : await unlessUnreachable(engines, there, here);
  return answer.level;
}

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<CheckBody>}
 */
export async function check(request, signal) {
  /** @type {{ answer: CheckBody }} */
  const { answer } = await done("check", request, signal);
  return answer;
}

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Drawn>}
 */
export const picture = (request, signal) => done("picture", request, signal);

/**
 * The picture of a level, or of a game, small in a list: that of the first position where it was computed beforehand, so that
 * a list loads no rules.
 * @param {Request} request
 * @returns {Promise<Picture>}
 */
export async function smallPicture(request) {
  return ((await readyPosition(request)) ?? (await picture(request))).picture;
}

/**
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Position>}
 */
export async function play(request, signal) {
  return (await readyPosition(request)) ?? done("play", request, signal);
}

/**
 * The first position of a shipped level, where it was computed beforehand and no rules are loaded.
 * @param {Request} request
 */
async function readyPosition(request) {
  return isLoaded(modulesOf(request.family)?.rules) ? undefined : firstPosition(request);
}

/**
 * The first position of a shipped level, where it was computed beforehand.
 * @param {Request} request
 * @returns {Promise<Position | undefined>}
 */
async function firstPosition({ family, level, number, moves = [], role }) {
  if (moves.length || role !== undefined || number !== undefined || !Object.keys(site.starts).length) return undefined;
  const known = (await levels()).find((one) => one.family === family && one.text === level);
  const file = known && site.starts[`${family}/${known.name}`];
  return file === undefined ? undefined : fetch(file).then((response) => (response.ok ? response.json() : undefined), () => undefined);
}

/**
 * Asks a question and waits for its answer, however long that takes. Progress goes to `progress`; aborting the signal
 * gives it up. A job of the server outlives this page and the server: its id goes to `onjob`, and asking with `job` waits
 * for that one again.
 * @param {Request} request
 * @param {Asking} asking
 * @returns {Promise<Answer>}
 */
export async function ask(request, asking) {
  const engines = (await known(request.family))?.engines;
  const time = timeOf(request);
  const here = (/** @type {number} */ millis) => askHere(request, millis, asking);
  if (!site.server) return (await here(time ?? LONGEST)).answer;
  if (asking.job === undefined && engines && isLoaded(engines)) {
    const short = await here(Math.min(time ?? SHORT, SHORT)).catch(goOn);
    if (short && (short.conclusive || (time !== undefined && time <= SHORT))) return short.answer;
  }
  const there = (/** @type {boolean} */ retries) => askServer(request, { ...asking, retries });
  return unlessUnreachable(engines, there, async () => (await here(time ?? LONGEST)).answer);
}

/**
 * What is proven of a level within so much time: the plain question `solve`, or another one, for which there is a worker of
 * its own, so that nothing else waits. Aborting the signal gives it up.
 * @param {Request} request
 * @param {number} millis
 * @param {{ signal: AbortSignal, progress: (update: ProgressUpdate) => void }} meanwhile
 * @returns {Promise<Answer>}
 */
export async function proven(request, millis, { signal, progress }) {
  const engines = (await known(request.family))?.engines;
  const here = async () => (await questioned(await family(request.family), request, millis, { signal, progress }, "verdicts")).answer;
  if (engines && (isLoaded(engines) || !site.server)) return here();
  const told = (/** @type {ProgressUpdate | null} */ update) => void (update && progress(update));
  const timed = { question: "solve", ...request, options: { ...request.options, time: `${millis}ms` } };
  return unlessUnreachable(engines, (retries) => askServer(timed, { signal, progress: told, retries }), here);
}

/**
 * Nothing, where the server may do better than the page did.
 * @param {unknown} error
 * @returns {undefined}
 */
function goOn(error) {
  const exceeded = error instanceof Refused && error.problem.type === "/api#exceeded";
  if (!exceeded && !(error instanceof EnginesEnded)) throw error;
}

/**
 * @param {Request} request
 * @param {number} millis
 * @param {Asking} asking
 */
async function askHere(request, millis, { signal, progress }) {
  return questioned(await family(request.family), request, millis, { signal, ...(progress ? { progress } : {}) });
}

/**
 * Loads the rules of a family, by which the first move is made, where there are any and they can be had.
 * @param {string} family
 */
export async function loadRules(family) {
  const modules = modulesOf(family);
  if (modules) await load(modules.rules).catch(() => undefined);
}

/**
 * Loads the rules of a family and then its engines.
 * @param {string} family
 */
export async function warmUp(family) {
  await loadRules(family);
  const modules = modulesOf(family);
  if (modules) await load(modules.engines).catch(() => undefined);
}

/** A level is left: what was held for it alone is given back. */
export const leaveLevel = restEngines;
