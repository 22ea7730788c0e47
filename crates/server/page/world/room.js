// Which room of a world a view looks at: that of all, or a private one, whose key stands in the view's address.

import { onServer } from "../engines/base.js";

/** The key of the private room in the view's address; null in the room of all. */
export const roomKey = () => /^#\/world\/[^?]*\?(?:.*&)?room=([\w-]{22,64})(?:&|$)/.exec(location.hash)?.[1] ?? null;

/** The key of a new room: 128 random bits, which nobody guesses. */
export const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The address of something of a world, in the room that the view looks at.
 * @param {string} name
 * @param {string} path
 */
export function inRoom(name, path) {
  const key = roomKey();
  return onServer(`api/v1/worlds/${encodeURIComponent(name)}/${path}${key ? `?room=${key}` : ""}`);
}
