// The live worlds: a list with a picture of each, and the place where one is shown. Its view is loaded only when it is
// asked for.

import { demandServer, worlds } from "../engines/api.js";
import { h, plural } from "../ui/element.js";
import { Snapshots } from "../world/snapshots.js";
import { styled } from "../world/style.js";
import { time } from "../world/words.js";

/** @import { World } from "../types.js" */

/**
 * Mounts the list, or the world of this name; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} [name]
 * @returns {Promise<() => void>}
 */
export async function mount(root, name) {
  demandServer("The live worlds run on a server.");
  if (name) {
    const { mount: show } = await import("../world/world.js");
    const place = h("div", { class: "world" });
    root.replaceChildren(place);
    return show(place, name);
  }
  const [all] = await Promise.all([worlds(), styled()]);
  const snapshots = new Snapshots();
  const entry = (/** @type {World} */ world) => {
    const words = [h("strong", {}, world.title), h("span", { class: "about" }, world.about), h("span", { class: "about" }, state(world))];
    return h("li", {}, h("a", { class: "card wide", href: `#/world/${encodeURIComponent(world.name)}` }, snapshots.of(world.name), ...words));
  };
  const lead = "Scripted animals under real physics, exactly repeatable. Touch a point to send your character there; change a script and watch.";
  const head = h("header", { class: "lead" }, h("h1", { tabindex: -1 }, "The live world"), h("p", {}, lead));
  root.replaceChildren(h("div", { class: "chooser" }, head, h("ul", { class: "cards worlds" }, ...all.map(entry))));
  return () => snapshots.leave();
}

/**
 * How a world of the list stands.
 * @param {World} world
 */
function state({ viewers, step }) {
  const since = step ? `Under way for ${time(step)}` : "Not begun yet";
  return viewers ? `${since}, ${plural(viewers, "viewer")} now` : since;
}
