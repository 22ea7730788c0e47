// The question that this tab waits for, so that a page that is loaded again goes on waiting for it.

/** @import { Request } from "../types.js" */
/** @typedef {{ request: Request, job?: string | undefined, began: number }} Asked what is asked, its job where there is one, when it began */

const KEY = "menagerie.asked";

/** @param {Asked} asked */
export function remember(asked) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(asked));
  } catch {
    forget(); // The level is larger than a tab may store: this question ends with the page.
  }
}

export function forget() {
  sessionStorage.removeItem(KEY);
}

/**
 * The question about this level that the tab waited for.
 * @param {Request} position
 * @returns {Asked | undefined}
 */
export function remembered({ family, level, number }) {
  const asked = read();
  const same = asked?.request.family === family && asked.request.level === level && asked.request.number === number;
  return same ? asked : undefined;
}

/** @returns {Asked | undefined} */
function read() {
  try {
    const { request, job, began } = JSON.parse(sessionStorage.getItem(KEY) ?? "");
    const sound = typeof request?.level === "string" && typeof request.question === "string" && typeof began === "number";
    return sound ? { request, began, job: typeof job === "string" ? job : undefined } : undefined;
  } catch {
    return undefined;
  }
}
