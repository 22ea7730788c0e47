// The page for a plain host, served as such a host does: files below a path, those that it knows compressed.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** The page for a plain host, as `cargo xtask web` makes it. */
export const SITE = process.env["SITE"] ?? fileURLToPath(new URL("../../../../target/web/site", import.meta.url));
/** The folder of the host in which the page lies. */
const PATH = "/games/menagerie/";
const TYPES = /** @type {Record<string, string>} */ ({ html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", json: "application/json", webmanifest: "application/manifest+json" });

/**
 * A plain server of the files of a folder, below a path.
 * @param {string} folder
 * @param {boolean} [engines] whether the engines come: else the page waits for them for ever, which saves compiling them
 * @param {boolean} [compresses] whether it compresses what it knows
 */
export async function host(folder, engines = true, compresses = true) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    if (!engines && path.includes("/engines")) return;
    const name = path === PATH ? "index.html" : path.slice(PATH.length);
    const file = path.startsWith(PATH) && !name.includes("..") ? await readFile(join(folder, decodeURIComponent(name))).catch(() => undefined) : undefined;
    const type = TYPES[name.split(".").at(-1) ?? ""];
    // As most plain hosts do: what they know is compressed.
    const packs = type !== undefined && compresses;
    response.writeHead(file ? 200 : 404, { "Content-Type": type ?? "application/octet-stream", ...(packs ? { "Content-Encoding": "gzip" } : {}) });
    response.end(file && packs ? gzipSync(file) : file);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve(undefined)));
  };
  return { address: `http://127.0.0.1:${port}${PATH}`, stop };
}
