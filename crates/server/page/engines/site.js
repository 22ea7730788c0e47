// What this page is part of: the build, whether a server answers beside it, and the addresses of its files. Whoever makes
// the page (a server, or the folder for a plain host) writes it into the document.

/**
 * @typedef {object} Site
 * @property {string} build a name that changes with any file of the page
 * @property {boolean} server whether a server answers: its API is below `/api/v1`
 * @property {boolean} token whether that server asks for a token
 * @property {Record<string, string>} files the addresses of files that are called otherwise than by their own names
 * @property {Record<string, { rules: string, engines: string }>} modules the module by which levels of a family are played,
 *   and that with its engines, for each family that has them in the page
 * @property {Record<string, string>} starts the addresses of first positions that were computed beforehand, by
 *   `FAMILY/LEVEL`
 */

/** @returns {Site} */
function read() {
  const said = document.querySelector("meta[name=menagerie]")?.getAttribute("content");
  return { build: "", server: true, token: false, files: {}, modules: {}, starts: {}, ...(said ? JSON.parse(said) : {}) };
}

export const site = read();

/**
 * The address of a file of this page: its own name, unless it is called otherwise.
 * @param {string} name
 */
export function address(name) {
  return site.files[name] ?? name;
}
