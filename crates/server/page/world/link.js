// The socket to a room. It comes back by itself when it breaks off, a little later each time.

import { inRoom } from "./room.js";

/** @import { Moment, Setting, ViewerCommand } from "./types.js" */

/** Milliseconds until the next try, at most. */
const LONGEST = 8000;
/** The codes of a close frame for a message that the server does not take, and the time in which its reason can be read. */
const REFUSED = [1008, 1009];
const READ = 5000;

/**
 * Why a socket was not opened: the same is asked as a plain request, since the answer to a socket cannot be read.
 * @param {string} address
 * @returns {Promise<string | null>} null where it would be opened now, or nobody answers
 */
async function refusal(address) {
  try {
    const answer = await fetch(address);
    if (answer.status !== 400) return (await answer.json()).detail ?? null;
  } catch {
    // The server is unreachable, or something on the way answers for it.
  }
  return null;
}

/**
 * Opens the socket; gives how to say something and how to leave.
 * @param {string} name
 * @param {{ setting: (setting: Setting) => void, moment: (moment: Moment) => void, lost: (words: string | null) => void }} told
 * @returns {{ say: (command: ViewerCommand) => void, leave: () => void }}
 */
export function open(name, told) {
  let wait = 250;
  let left = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  /** @type {WebSocket} */
  let socket;
  const address = inRoom(name, "live");
  const connect = () => {
    let received = false;
    socket = new WebSocket(address.replace(/^http/, "ws"));
    socket.onmessage = ({ data }) => {
      received = true;
      const said = JSON.parse(data);
      if (said.backdrop) [wait] = [250, told.setting(said), told.lost(null)];
      else told.moment(said);
    };
    socket.onclose = async ({ code, reason }) => {
      if (left) return;
      const why = received ? null : await refusal(address);
      if (left) return;
      later = setTimeout(connect, REFUSED.includes(code) ? Math.max(wait, READ) : wait);
      wait = Math.min(LONGEST, wait * 2);
      // Whoever is told of it may leave.
      told.lost(`${why ? `This world cannot be opened: ${why}` : `The connection to this world is ${reason ? `closed: ${reason}` : "lost"}`}. Trying again …`);
    };
  };
  connect();
  const say = (/** @type {ViewerCommand} */ command) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  };
  const leave = () => {
    left = true;
    clearTimeout(later);
    socket.close();
  };
  return { say, leave };
}
