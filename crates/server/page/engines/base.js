// Where this server is: in the folder of the document, so that all works under a path behind a proxy too.

/**
 * The address of something on this server, such as `api/v1/play`.
 * @param {string} path from the folder of the document
 * @returns {string}
 */
export const onServer = (path) => new URL(path, document.baseURI).href;
