// Short sounds for a move and for the end of a game, made by the browser; off until they are switched on.

import { h } from "./element.js";

const ON = "menagerie.sound";
/** Frequencies in hertz, one after the other. */
const TUNES = { move: [330], won: [523, 659, 784], ended: [523, 659], drawn: [392, 392], lost: [220, 175] };
/** The length of a tone, in seconds, and how loud it begins. */
const LENGTH = 0.12;
const LOUD = 0.08;

/** @type {AudioContext | undefined} */
let audio;

/**
 * Plays a tune, where sounds are on.
 * @param {keyof typeof TUNES} name
 */
export function sound(name) {
  if (!localStorage.getItem(ON)) return;
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [index, frequency] of TUNES[name].entries()) {
    const [tone, volume] = [new OscillatorNode(audio, { frequency, type: "triangle" }), new GainNode(audio)];
    const begin = currentTime + index * LENGTH;
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(volume).connect(destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}

/** The switch that turns sounds on. */
export function soundSwitch() {
  const box = h("input", { type: "checkbox", checked: Boolean(localStorage.getItem(ON)), onchange: () => turn(box.checked) });
  return h("label", {}, box, h("span", {}, "Sounds"));
}

/** @param {boolean} on */
function turn(on) {
  if (on) localStorage.setItem(ON, "on");
  else localStorage.removeItem(ON);
}
