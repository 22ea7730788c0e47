// Writing in the editor: games to write, and how the editor is waited for.

/** @import { Page } from "playwright-core" */

/** A game of one rule: who walks into a crate pushes it. A level follows it. */
export const PUSH = `title Push it

========
OBJECTS
========

Background
green

Target
darkblue
.....
.000.
.0.0.
.000.
.....

Wall
brown

Player
orange

Crate
yellow

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Target
Solid = Wall or Crate

SOUNDS

================
COLLISIONLAYERS
================

Background
Target
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
late [ Crate Target ] -> [ Crate Target ]

==============
WINCONDITIONS
==============

All Target on Crate

=======
LEVELS
=======

`;
/** The number of the line of its first rule. */
export const RULE = PUSH.slice(0, PUSH.indexOf("[ >")).split("\n").length;
/** The number of the line behind it. */
export const FIRST = PUSH.split("\n").length;

/**
 * Waits until the text is checked.
 * @param {Page} page
 * @param {"valid" | "runs" | "wrong"} [state] `runs` with errors
 */
export async function checked(page, state = "valid") {
  await page.locator(`.editor[data-checked=yes] .check[data-state=${state}]`).waitFor();
}

/**
 * Writes a text and waits until it is checked.
 * @param {Page} page
 * @param {string} text
 * @param {"valid" | "runs" | "wrong"} [state] `runs` with errors
 */
export async function write(page, text, state) {
  await page.locator("textarea").fill(text);
  await checked(page, state);
}

/**
 * The rows of a level in the field, from a line on.
 * @param {Page} page
 * @param {number} [line]
 */
export async function rows(page, line = FIRST) {
  const text = await page.locator("textarea").inputValue();
  return text.split("\n").slice(line - 1).join("\n").split("\n\n")[0]?.trimEnd().split("\n") ?? [];
}

/**
 * Drops a file on the page.
 * @param {Page} page
 * @param {string} name
 * @param {string} text
 */
export const drop = (page, name, text) =>
  page.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([String(text)], String(name)));
    document.querySelector("header.bar")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]);
