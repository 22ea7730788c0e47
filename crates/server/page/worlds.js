// The live worlds: a list, and the place where one is shown. Its view is loaded only when it is asked for.

import { worlds } from "./api.js";
import { h } from "./element.js";

/** @import { World } from "./types.js" */

/**
 * Mounts the list, or the world of this name; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} [name]
 * @returns {Promise<() => void>}
 */
export async function mount(root, name) {
  if (name) {
    const { mount: show } = await import("./world/world.js");
    const place = h("div", { class: "world" });
    root.replaceChildren(place);
    return show(place, name);
  }
  const all = await worlds();
  const entry = (/** @type {World} */ { name, title, about }) =>
    h("li", {}, h("a", { class: "card wide", href: `#/world/${encodeURIComponent(name)}` }, h("strong", {}, title), h("span", { class: "about" }, about)));
  const lead = "Scripted animals under real physics, exactly repeatable. Touch a point to send your character there; change a script and watch.";
  const head = h("header", { class: "lead" }, h("h1", { tabindex: -1 }, "The live world"), h("p", {}, lead));
  root.replaceChildren(h("div", { class: "chooser" }, head, h("ul", { class: "cards worlds" }, ...all.map(entry))));
  return () => undefined;
}
