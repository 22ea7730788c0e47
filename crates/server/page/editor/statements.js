// What is proven of the levels of a text, written into it: pars and best solutions, where the format has a place for them.

import { levelsOf, stated } from "../engines/api.js";
import { plural } from "../ui/element.js";

/** @import { Answer } from "../types.js" */
/** @typedef {{ text: string, words: string }} Written the text, and what was written, as a sentence */

/**
 * Writes the proven par and the best solution of each level that has one.
 * @param {{ family: string, level: string }} file
 * @param {(text: string) => Answer | undefined} answerTo what is found of a level with this text
 * @returns {Promise<Written>}
 */
export async function withProven({ family, level: before }, answerTo) {
  const listed = await levelsOf({ family, level: before, texts: true });
  const several = listed.length > 1;
  let text = before;
  const open = [];
  for (const { number, text: alone } of listed) {
    const answer = alone === undefined ? undefined : answerTo(several ? alone : before);
    if (!answer?.optimum?.proven) {
      open.push(number);
      continue;
    }
    const moves = answer.line?.text ? [answer.line.text] : [];
    text = await stated({ family, level: text, moves, par: String(answer.optimum.value), ...(several ? { number } : {}) });
  }
  return { text, words: told(listed.length - open.length, open) };
}

/**
 * @param {number} written
 * @param {number[]} open the numbers of levels of which nothing is proven
 */
function told(written, open) {
  const done = `${plural(written, "level states", "levels state")} what is proven.`;
  return open.length ? `${done} Not solved, or not proven yet: ${open.join(", ")}.` : done;
}
