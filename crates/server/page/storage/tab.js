// The name of this tab: the same after a reload, another in every tab. A tab that was duplicated comes with a copy of the
// first one's storage; a lock, held as long as the tab lives, tells them apart.

const KEY = "menagerie.tab";
/** What the names of the locks begin with. */
const LOCK = "menagerie.tab.";

/** @type {Promise<string> | undefined} */
let name;

/** @returns {Promise<string>} */
export function tab() {
  name ??= chosen();
  return name;
}

/**
 * Whether a tab of this name lives. Without TLS a browser may have no locks: then every tab may.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export async function isLive(name) {
  const { locks } = navigator;
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === LOCK + name);
}

async function chosen() {
  const before = sessionStorage.getItem(KEY);
  if (before !== null && (await free(before))) return before;
  const fresh = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("");
  sessionStorage.setItem(KEY, fresh);
  await free(fresh);
  return fresh;
}

/**
 * Takes the lock of a name; whether no other tab holds it. Without TLS a browser may have no locks: then it is free.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function free(name) {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  const forever = new Promise(() => undefined);
  return new Promise((resolve) => {
    const held = locks.request(LOCK + name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? forever : undefined;
    });
    held.catch(() => resolve(true));
  });
}
