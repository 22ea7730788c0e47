// The page: which view the fragment of the address means, mounted and ended in turn.

import { announce } from "./ui/announce.js";
import { watchServer } from "./ui/offline_banner.js";
import { h } from "./ui/element.js";
import { dropAnywhere } from "./storage/file.js";
import { install } from "./ui/installed.js";
import { Refused, wordsOf } from "./engines/refusal.js";
import { setToken } from "./engines/server.js";
import { site } from "./engines/site.js";
import { loadSprites } from "./board/sprites.js";
import { soundSwitch } from "./ui/sound.js";
import { themeSwitch } from "./ui/theme.js";

/** @typedef {() => void} Leave */

const view = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {Leave} */
let leave = () => undefined;
let visit = 0;
/** Views in which a puzzle is played. */
const PLAYED = ["play", "new", "daily", "levels", "set", "sets", "results"];

/**
 * The view of `#/name/…`.
 * @param {HTMLElement} root
 * @param {string[]} parts
 * @param {string} query what stands behind the `?` of the route
 * @returns {Promise<Leave>}
 */
async function mount(root, [name = "", ...rest], query) {
  const [first, second, third] = rest.map(decodeURIComponent);
  switch (name) {
    case "":
      return (await import("./views/chooser.js")).mount(root);
    case "play":
      return (await import("./views/play.js")).mount(root, first ?? "", second ?? "", third, query);
    case "new":
      return (await import("./views/new_game.js")).mount(root, rest.map(decodeURIComponent));
    case "daily":
      return (await import("./views/new_game.js")).mountDaily(root, rest.map(decodeURIComponent));
    case "levels":
      return (await import("./views/collection.js")).mount(root, first ?? "", second ?? "");
    case "edit":
      if (first) return (await import("./editor/editor.js")).mount(root, first, second, third);
      return (await import("./views/documents.js")).mount(root);
    case "set":
      return (await import("./views/set.js")).mount(root, first ?? "", second);
    case "sets":
      return (await import("./views/sets.js")).mount(root, first);
    case "results":
      return (await import("./views/results.js")).mount(root);
    case "print":
      return (await import("./views/print.js")).mount(root, first ?? "", second, third);
    case "world":
      return (await import("./views/worlds.js")).mount(root, first);
    default:
      throw new Error(`There is no view '${name}'.`);
  }
}

async function go() {
  const here = ++visit;
  const [route = "", query = ""] = location.hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const parts = route.split("/");
  leave();
  leave = () => undefined;
  const root = h("div", { class: "view" });
  view.setAttribute("aria-busy", "true");
  const next = await mount(root, parts, query).catch((error) => failed(root, error, parts));
  if (here !== visit) return next();
  leave = next;
  view.replaceChildren(root);
  view.dataset.route = route;
  view.setAttribute("aria-busy", "false");
  arrive(root, parts[0] ?? "", here > 1);
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {boolean} focus whether the focus goes along: not when the page is first opened
 */
function arrive(root, name, focus) {
  const heading = root.querySelector("h1");
  document.title = heading && name ? `${heading.textContent} · Menagerie` : "Menagerie";
  for (const anchor of document.querySelectorAll("nav.views a")) {
    const own = (anchor.getAttribute("href") ?? "").replace(/^#\//, "").split("/")[0] ?? "";
    anchor.toggleAttribute("data-here", own === name || (own === "" && PLAYED.includes(name)));
    if (anchor.hasAttribute("data-here")) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
  const board = root.querySelector(".table");
  const field = root.querySelector("textarea[data-typing]");
  if (field instanceof HTMLTextAreaElement) field.focus({ preventScroll: true });
  else if (board) toPlay(board);
  else if (focus) heading?.focus();
}

/**
 * Puts the focus where it is played: on the board, whose title and description are read then; where nothing on the board can
 * be chosen, on the first of the tiles that a program is made of, or of the moves by name.
 * @param {Element} table
 */
function toPlay(table) {
  const places = table.querySelector('.board [tabindex="0"], .pad:not([hidden])');
  const moves = table.querySelector(".program-strip:not([hidden]) .palette-row .tile") ?? table.querySelector('.byname[open] .moves [tabindex="0"]');
  const place = places || !moves ? table.querySelector(".board") : moves;
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} root
 * @param {unknown} error
 * @param {string[]} parts of the view that was to be mounted
 * @returns {Leave}
 */
function failed(root, error, [name = "", ...rest]) {
  if (name === "play" && error instanceof Refused && error.severalLevels) {
    location.replace(`#/${["levels", ...rest.slice(0, 2)].join("/")}`);
    return () => undefined;
  }
  const words = wordsOf(error);
  const token = error instanceof Refused && error.problem.status === 401 && tokenForm();
  // A level that is there but refused can be mended.
  const mend = name === "play" && error instanceof Refused && error.problem.status === 422;
  const edit = mend && h("p", {}, h("a", { href: `#/${["edit", ...rest].join("/")}` }, "Edit this level"));
  root.replaceChildren(h("section", { class: "failure" }, h("h1", { tabindex: -1 }, "That did not work"), h("p", {}, words), token, edit, h("p", {}, h("a", { href: "#/" }, "To the puzzles"))));
  announce(words);
  return () => undefined;
}

/** Asks for the token without which this server answers nothing. */
function tokenForm() {
  const field = h("input", { type: "password", autocomplete: "off", required: true });
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    setToken(field.value);
    void go();
  };
  return h("form", { class: "row", onsubmit: enter }, h("label", {}, "This server's token ", field), h("button", { type: "submit" }, "Enter"));
}

themeSwitch(/** @type {HTMLButtonElement} */ (document.getElementById("theme")));
soundSwitch(/** @type {HTMLButtonElement} */ (document.getElementById("sound")));
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  view.querySelector("h1")?.focus();
});
watchServer();
// Worlds run on a server.
if (!site.server) document.querySelector('nav.views a[href="#/world"]')?.remove();
dropAnywhere();
addEventListener("hashchange", () => void go());
// What is kept for use without a network is loaded last.
void loadSprites().then(go).then(install);
