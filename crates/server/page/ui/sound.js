// Short sounds for a move, for the end of a game, and those that a game names itself, made by the browser; off until they
// are switched on.

import { toneOf } from "./tones.js";

/** @import { Tone } from "./tones.js" */

const ON = "menagerie.sound";
/** Frequencies in hertz, one after the other. */
const TUNES = { move: [330], won: [523, 659, 784], ended: [523, 659], drawn: [392, 392], lost: [220, 175] };
/** The length of a tone of a tune, in seconds, and how loud a tone begins. */
const LENGTH = 0.12;
const LOUD = 0.08;
/** Sounds of a game that are heard at once, at most. */
const MAX_AT_ONCE = 4;

/** @type {AudioContext | undefined} */
let audio;

/**
 * Plays a tune, where sounds are on.
 * @param {keyof typeof TUNES} name
 */
export function sound(name) {
  const tones = TUNES[name].map((hertz) => /** @type {Tone} */ ({ type: "triangle", from: hertz, to: hertz, length: LENGTH }));
  tones.forEach((tone, index) => play(tone, index * LENGTH));
}

/**
 * Plays what a game names, all at once, where sounds are on.
 * @param {string[]} texts by which the game calls its sounds
 */
export function gameSounds(texts) {
  for (const text of [...new Set(texts)].slice(0, MAX_AT_ONCE)) play(toneOf(text), 0);
}

/**
 * @param {Tone} tone
 * @param {number} after seconds from now
 */
function play({ type, from, to, length }, after) {
  if (!localStorage.getItem(ON)) return;
  audio ??= new AudioContext();
  const begin = audio.currentTime + after;
  const [tone, volume] = [new OscillatorNode(audio, { frequency: from, type }), new GainNode(audio)];
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to, begin + length);
  volume.gain.setValueAtTime(LOUD, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

/**
 * Makes a button the switch that turns sounds on.
 * @param {HTMLButtonElement} button
 */
export function soundSwitch(button) {
  const show = () => {
    const on = Boolean(localStorage.getItem(ON));
    button.setAttribute("aria-pressed", String(on));
    button.lastElementChild?.replaceChildren(on ? "on" : "off");
  };
  button.addEventListener("click", () => {
    turn(!localStorage.getItem(ON));
    show();
  });
  show();
}

/** @param {boolean} on */
function turn(on) {
  if (on) localStorage.setItem(ON, "on");
  else localStorage.removeItem(ON);
}
