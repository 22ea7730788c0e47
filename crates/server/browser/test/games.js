// Small games of our own for the tests of what a level has beyond its moves: keys, texts, sounds, chains of turns, a clock,
// chance. And games that are not part of the project, where they lie beside it.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync, gunzipSync } from "node:zlib";

/** Where the tests read games that are not part of the project. */
const DATA = process.env["MENAGERIE_DATA"] ?? fileURLToPath(new URL("../../../../../shared", import.meta.url));

/**
 * A text as it stands in a route.
 * @param {string} text
 */
export const packed = (text) => `~${deflateRawSync(text).toString("base64url")}`;

/**
 * The lines of a file of games beside the project, each JSON; nothing where it is missing.
 * @param {string} name
 * @returns {any[] | undefined}
 */
export function shared(name) {
  const path = `${DATA}/puzzlescript/${name}`;
  if (!existsSync(path)) return undefined;
  return gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/**
 * A game: what is special about it around objects that all of them share.
 * @param {{ prelude?: string, sounds?: string, rules?: string, levels: string }} parts
 */
function game({ prelude = "", sounds = "", rules = "", levels }) {
  return `title Tests
${prelude}

OBJECTS

Background
#223344

Wall
grey

Player
yellow
..0..
.000.
0.0.0
..0..
.0.0.

Goal
green
0...0
.....
..0..
.....
0...0

Door
brown

On
white
.....
.000.
.000.
.000.
.....

Off
red
.....
.000.
.0.0.
.000.
.....

Dim
grey

LEGEND
. = Background
# = Wall
P = Player
G = Goal
D = Door
O = On
X = Off

SOUNDS
${sounds}

COLLISIONLAYERS
Background
Goal
Player, Wall, Door
On, Off, Dim

RULES
${rules}

WINCONDITIONS
All Player on Goal

LEVELS

${levels}
`;
}

/** Three levels with texts around them; the action opens a door, or is answered with a text; bumps and steps are heard. */
export const WALK = game({
  prelude: "author Somebody\nhomepage www.example.org/walk\nyoutube dQw4w9WgXcQ",
  sounds: "Player move 12345\nPlayer cantmove 777",
  rules: "[ action Player | Door ] -> [ Player | ]\n[ action Player | no Door ] -> [ Player | no Door ] message You shout.\n[ > Player | On ] -> [ > Player | Off ] message It is dark now.",
  levels: "message Welcome to the corridor.\n\n#######\n#P..OG#\n#.....#\n#######\n\n######\n#PD.G#\n######\n\n#####\n#P.G#\n#####\n\nmessage That was the last corridor.\n",
});
/** A held key does not repeat the action, which walks. */
export const ONCE = game({ prelude: "norepeat_action", rules: "[ action Player | no Wall ] -> [ | Player ]", levels: "###########\n#P.......G#\n###########\n" });
/** A step starts a chain of turns, each frame of which stands for ten seconds. */
export const CHAIN = game({ prelude: "again_interval 10", rules: "right [ > Player | On ] -> [ > Player | Off ]\nright [ Off ] -> [ right Off ] again", levels: "##########\n#PO.....G#\n##########\n" });
/** A lamp that blinks, at each turn and twenty times a second. */
export const BLINK = game({
  prelude: "realtime_interval 0.05",
  rules: "[ On ] -> [ Dim ]\n[ Off ] -> [ On ]\n[ Dim ] -> [ Off ]",
  levels: "########\n#P....G#\n#O.....#\n########\n",
});
/** A walk in which chance decides where each step leads; the goal is more than eight steps away. */
export const CHANCE = game({
  rules: "[ > Player ] -> [ randomdir Player ]",
  levels: "################\n#.............G#\n#..............#\n#...P..........#\n#..............#\n#..............#\n################\n",
});
