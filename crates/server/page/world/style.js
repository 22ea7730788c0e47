// The style sheet of the live world, loaded when it is first needed.

import { h } from "../ui/element.js";

/** Loads the style sheet, once. */
export async function styled() {
  const sheet = h("link", { rel: "stylesheet", href: "world/world.css" });
  if ([...document.styleSheets].some(({ href }) => href === sheet.href)) return;
  await new Promise((resolve) => {
    sheet.onload = sheet.onerror = resolve;
    document.head.append(sheet);
  });
}
