// The question that this tab waits for, so that a page that is loaded again goes on waiting for it.

/** @import { Request } from "../types.js" */
/** @typedef {{ request: Request, job?: string | undefined, began: number }} PendingQuestion what is asked, its job where there is one, when it began */

const KEY = "menagerie.pending";

/** @param {PendingQuestion} pending */
export function remember(pending) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending));
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
 * @returns {PendingQuestion | undefined}
 */
export function remembered({ family, level, number }) {
  const pending = read();
  const same = pending?.request.family === family && pending.request.level === level && pending.request.number === number;
  return same ? pending : undefined;
}

/** @returns {PendingQuestion | undefined} */
function read() {
  try {
    const { request, job, began } = JSON.parse(sessionStorage.getItem(KEY) ?? "");
    const sound = typeof request?.level === "string" && typeof request.question === "string" && typeof began === "number";
    return sound ? { request, began, job: typeof job === "string" ? job : undefined } : undefined;
  } catch {
    return undefined;
  }
}
