// A live world: a canvas that many look at, with what one can do beside it.

import { announce } from "../ui/announce.js";
import { h } from "../ui/element.js";
import { Camera } from "./camera.js";
import { Events } from "./events.js";
import { spriteIcon } from "../board/sprites.js";
import { open } from "./link.js";
import { Memory } from "./memory.js";
import { Painter, Palette, lettered } from "./paint.js";
import { Scripts } from "./scripts.js";
import { freshKey, inRoom, roomKey } from "./room.js";
import { steer } from "./steer.js";
import { styled } from "./style.js";
import { Narrator, stateText } from "./words.js";

/** @import { Moment, Point, Setting } from "./types.js" */

/** Pictures between two looks at the words. */
const SLOW = 30;
const SPEEDS = [0.25, 0.5, 1, 2, 4];
const KEYS = "Arrow keys walk and climb, Shift with arrow keys scrolls, Space pauses, full stop makes one step, plus and minus change the size, Home follows the player.";

/**
 * Shows the world of this name; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} name
 * @returns {Promise<() => void>}
 */
export async function mount(root, name) {
  await styled();
  const view = new View(root, name);
  return () => view.leave();
}

/**
 * @param {string} words
 * @param {() => void} does
 * @param {string | null} [label] what it is called where the words are a sign
 */
function button(words, does, label = null) {
  return h("button", { type: "button", "aria-label": label, onclick: does }, words);
}

class View {
  camera = new Camera();
  pause = button("Pause", () => this.#pause());
  step = button("Step", () => this.link.say({ step: 1 }));
  follows = button("Follow", () => this.#follow());
  speed = h("select", { "aria-label": "Speed", onchange: () => this.link.say({ speed: Number(this.speed.value) }) },
    ...SPEEDS.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
  command = h("code", {});
  hash = h("code", {});
  /** @type {Setting | undefined} */
  setting;
  /** @type {Moment | undefined} */
  moment;
  /** @type {Painter | undefined} */
  painter;
  /** @type {Narrator | undefined} */
  narrator;
  #pictures = 0;
  #frame = 0;
  #drawn = "";

  /**
   * @param {HTMLElement} root
   * @param {string} name
   */
  constructor(root, name) {
    this.name = name;
    this.probe = h("span", { hidden: true });
    this.canvas = h("canvas", { class: "world-canvas", tabindex: 0, role: "application", "aria-roledescription": "live world", "aria-describedby": "world-words world-keys" });
    this.lost = h("p", { class: "world-lost", role: "status" }, "Opening …");
    this.view = h("div", { class: "world-view" }, this.canvas, this.lost, this.probe);
    this.title = h("h1", { tabindex: -1 }, name);
    this.about = h("p", { class: "about" });
    this.words = h("p", { id: "world-words" });
    this.legend = h("ul", { class: "world-legend", "aria-label": "Who is there" });
    this.state = h("p", { class: "world-state" });
    this.result = h("p", { class: "world-result", hidden: true });
    this.goals = h("p", { class: "hint" });
    this.events = new Events(name);
    this.memory = new Memory(name);
    this.scripts = new Scripts(name);
    const keys = h("p", { id: "world-keys", class: "hint" }, KEYS);
    const own = h("div", { class: "world-about" }, h("header", {}, this.title, this.about, this.goals), this.#bar(), this.result, this.state, this.legend,
      this.events.element,
      h("details", {}, h("summary", {}, "In words, and keys"), this.words, keys), this.memory.element, this.#record());
    const panel = h("div", { class: "world-panel" }, own, this.scripts.element);
    this.root = h("div", { class: "live-world", "data-world": name }, this.view, panel);
    root.replaceChildren(this.root);
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.palette = new Palette(this.probe);
    this.sizes = new ResizeObserver(() => this.#resize());
    this.sizes.observe(this.view);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.#recolour);
    this.theme = new MutationObserver(this.#recolour);
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.link = open(name, { setting: (setting) => this.#arrange(setting), moment: (moment) => this.#update(moment), lost: (words) => this.#broken(words) });
    this.unsteer = steer(this.canvas, {
      camera: this.camera,
      say: (command) => this.link.say(command),
      player: () => this.#player(),
      changed: () => this.#scrolled(),
      keys: { " ": () => this.#pause(), ".": () => this.link.say({ step: 1 }), "+": () => this.#enlarge(1.25), "-": () => this.#enlarge(0.8), Home: () => this.#follow() },
    });
    const next = () => {
      this.#frame = requestAnimationFrame(next);
      this.#draw();
    };
    next();
  }

  leave() {
    cancelAnimationFrame(this.#frame);
    this.sizes.disconnect();
    this.theme.disconnect();
    this.dark.removeEventListener("change", this.#recolour);
    this.unsteer();
    this.link.leave();
  }

  /** What one can do with the world. */
  #bar() {
    const restart = button("Restart", () => this.link.say({ restart: true }));
    const own = roomKey() ? null : `?room=${freshKey()}`;
    const room = h("a", { class: "button", href: `#/world/${encodeURIComponent(this.name)}${own ?? ""}`, title: own ? "A room of this world that only those find who are given its address" : null }, own ? "Private room" : "Room of all");
    const zoom = [button("−", () => this.#enlarge(0.8), "Smaller"), button("+", () => this.#enlarge(1.25), "Larger")];
    return h("div", { class: "row world-bar", role: "group", "aria-label": "The world" }, this.pause, this.step, this.speed, restart, this.follows, ...zoom, room);
  }

  /** How to repeat what was done here. */
  #record() {
    const log = h("a", { class: "button", href: inRoom(this.name, "log"), download: `${this.name}.jsonl` }, "Save the log");
    const same = "Pause, save the log of what was done, and run it again without a viewer, in the folder of the log and the world: it ends at the same step and hash, or says where it differs.";
    return h("details", {}, h("summary", {}, "Repeat this run"), h("p", {}, same), this.hash, this.command, h("p", {}, log));
  }

  /** @param {Setting} setting */
  #arrange(setting) {
    this.setting = setting;
    const { title, kinds, width, height } = setting.backdrop;
    this.root.dataset["shape"] = width > 1.5 * height ? "wide" : "tall";
    this.title.textContent = title || this.name;
    document.title = `${title || this.name} · Menagerie`;
    this.about.textContent = sentence(setting.about);
    this.canvas.setAttribute("aria-label", title || this.name);
    this.command.textContent = `menagerie world run ${word(setting.file)} --replay ${word(`${this.name}.jsonl`)}`;
    this.palette.refresh();
    this.painter = new Painter(this.context, this.camera, this.palette, setting);
    this.narrator = new Narrator(setting, announce);
    this.scripts.update(setting.scripts, setting.originals);
    this.events.arrange(setting);
    this.memory.arrange(setting);
    this.goals.textContent = setting.goals.length ? `It is ${setting.goals.join("; ")}.` : "";
    const signs = lettered(kinds);
    this.legend.replaceChildren(...kinds.map(({ name, colour, player, boxed, sprite }, place) => {
      const role = player ? "actor" : `piece${colour}`;
      const letter = spriteIcon(sprite, role) ?? h("span", { class: `swatch ${role} ${boxed ? "boxed" : ""}`, "aria-hidden": "true" }, signs[place]);
      return h("li", { "data-kind": name }, letter, h("span", {}, player ? `${name} (you)` : name), h("span", { class: "count" }));
    }));
    this.#resize();
  }

  /** @param {Moment} moment */
  #update(moment) {
    const first = !this.moment;
    this.moment = moment;
    this.narrator?.update(moment);
    this.scripts.report(moment);
    this.events.update(moment);
    this.memory.refresh(performance.now());
    this.#end(moment);
    this.root.dataset["step"] = String(moment.step);
    this.root.dataset["hash"] = moment.hash;
    if (this.pause.getAttribute("aria-pressed") !== String(moment.paused)) this.pause.setAttribute("aria-pressed", String(moment.paused));
    if (document.activeElement !== this.speed && this.speed.value !== String(moment.speed)) this.speed.value = String(moment.speed);
    if (first) this.#tell(moment);
  }

  /**
   * Says how the world ended, once.
   * @param {Moment} moment
   */
  #end({ result }) {
    const words = result ? `The world has ended after step ${result.step}, ${result.kind}${result.text ? `: ${result.text}` : ""}. Restart begins it anew.` : "";
    if (words === this.result.textContent) return;
    this.result.textContent = words;
    this.result.hidden = !words;
    if (words) announce(words);
  }

  /** @param {string | null} words */
  #broken(words) {
    this.lost.hidden = !words;
    this.lost.textContent = words ?? "";
    if (words) announce(words);
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.view;
    const density = devicePixelRatio || 1;
    [this.canvas.width, this.canvas.height] = [Math.round(width * density), Math.round(height * density)];
    if (this.setting && width) this.camera.fit({ width, height }, this.setting.backdrop);
    this.#drawn = "";
  }

  #recolour = () => {
    this.palette.refresh();
    this.#drawn = "";
  };

  #draw() {
    const { moment, painter, camera } = this;
    if (!moment || !painter) return;
    const slow = this.#pictures++ % SLOW === 0;
    if (slow) this.#tell(moment);
    const player = this.#player();
    if (player) camera.follow(player);
    const state = `${moment.step} ${camera.centre.x} ${camera.centre.y} ${camera.scale}`;
    if (state === this.#drawn && !slow) return;
    this.#drawn = state;
    painter.draw(moment, devicePixelRatio || 1);
    this.root.dataset["camera"] = [camera.centre.x, camera.centre.y, camera.scale].join(" ");
    if (player) this.root.dataset["player"] = `${player.x} ${player.y}`;
    this.follows.setAttribute("aria-pressed", String(camera.follows));
  }

  /** @param {Moment} moment */
  #tell(moment) {
    this.state.textContent = stateText(moment);
    this.hash.textContent = `step ${moment.step}, hash ${moment.hash}`;
    this.words.textContent = this.narrator?.describe(moment) ?? "";
    for (const [kind, count] of this.narrator?.counts(moment) ?? []) {
      const place = this.legend.querySelector(`[data-kind="${CSS.escape(kind.name)}"] .count`);
      if (place) place.textContent = kind.player ? "" : String(count);
    }
  }

  /** @returns {Point | undefined} */
  #player() {
    const body = this.moment && this.narrator?.player(this.moment);
    return body && { x: body[1], y: body[2] };
  }

  #pause() {
    this.link.say({ pause: !this.moment?.paused });
  }

  #follow() {
    this.camera.follows = true;
  }

  /** @param {number} factor */
  #enlarge(factor) {
    this.camera.enlarge(factor);
    this.#drawn = "";
  }

  #scrolled() {
    this.#drawn = "";
  }
}

/**
 * A text as one word of a shell.
 * @param {string} text
 */
function word(text) {
  if (/^[\w@.][\w@.-]*$/.test(text)) return text;
  return `'${`${text.startsWith("-") ? "./" : ""}${text}`.replaceAll("'", "'\\''")}'`;
}

/** @param {string} words */
function sentence(words) {
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, "")}.` : "";
}
