// The service worker: the page opens without a network. Whoever makes the page writes the build and its files before this
// text, as `self.site`. The files of a build are kept under its name when it is installed; the engines are kept by the
// page, which chooses between two forms of them. The document comes from the network where there is one, so that a new
// build takes over on the next visit. Nothing below `/api`, nothing with a token and nothing of another host is touched.

/** @typedef {Event & { waitUntil: (done: Promise<unknown>) => void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith: (response: Promise<Response>) => void }} Fetching */
/** @typedef {{ site: { build: string, files: string[] }, registration: { scope: string }, clients: { claim: () => Promise<void> } }} Scope */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));
const PREFIX = "menagerie-";
const NAME = PREFIX + scope.site.build;
/** The document, relative to the scope. */
const DOCUMENT = "./";
/** Milliseconds after which a slow network counts as none. */
const SLOW = 4000;

/** How a file is looked up: by its address alone, whatever a host says that its answers vary by. */
const LOOK_UP = { cacheName: NAME, ignoreVary: true };

/** @param {string} file */
const absolute = (file) => new URL(file, scope.registration.scope).href;

async function install() {
  const cache = await caches.open(NAME);
  await cache.addAll([DOCUMENT, ...scope.site.files]);
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/**
 * The document of the network, or that which is kept.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function navigated(request) {
  const known = () => caches.match(absolute(DOCUMENT), LOOK_UP);
  const fresh = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, SLOW)).then(known);
  try {
    const response = await Promise.race([fresh, late.then((kept) => kept ?? fresh)]);
    if (response.status < 500) return response;
  } catch {
    // No network, or no server: what is kept is shown.
  }
  return (await known()) ?? fresh;
}

/**
 * A file as it is kept, or from the network.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function cached(request) {
  return (await caches.match(request, LOOK_UP)) ?? fetch(request);
}

addEventListener("install", (event) => /** @type {Lasting} */ (event).waitUntil(install()));
addEventListener("activate", (event) => /** @type {Lasting} */ (event).waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {Fetching} */ (event);
  const respond = respondWith.bind(event);
  const url = new URL(request.url);
  if (request.method !== "GET" || url.search || request.headers.has("Authorization")) return;
  if (url.href.split("#")[0] === absolute(DOCUMENT)) return void respond(navigated(request));
  if (scope.site.files.some((file) => absolute(file) === url.href)) respond(cached(request));
});
