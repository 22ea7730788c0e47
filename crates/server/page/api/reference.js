// The reference of the API, from its own description: every operation with parameters, body, answers, and a way to try.

/** @typedef {{ name: string, in: string, required?: boolean, description?: string, example?: unknown }} Parameter */
/** @typedef {{ schema?: { $ref?: string }, example?: unknown }} Media */
/** @typedef {{ description: string, content?: Record<string, Media> }} Answer */
/**
 * @typedef {object} Operation
 * @property {string[]} [tags]
 * @property {string} [summary]
 * @property {string} [description]
 * @property {Parameter[]} [parameters]
 * @property {{ content: Record<string, Media> }} [requestBody]
 * @property {Record<string, Answer>} responses
 */
/**
 * @typedef {object} Description
 * @property {{ title: string, description: string }} info
 * @property {{ name: string, description: string }[]} tags
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{ schemas: Record<string, unknown> }} components
 * @property {{ name: string, status: number, title: string }[]} [x-problems]
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {string} id */
function place(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no '${id}'`);
  return element;
}

/**
 * @param {string} method
 * @param {string} path
 */
function anchor(method, path) {
  return `${method}${path.replaceAll(/[^a-z0-9]+/gi, "-")}`;
}

/** @param {unknown} value */
function shown(value) {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** @param {Parameter[]} parameters */
function parameterFields(parameters) {
  return parameters.map((parameter) => {
    const field = make("input", { name: parameter.name, value: shown(parameter.example ?? "") });
    const text = `${parameter.name} (${parameter.in}) ${parameter.description ?? ""}`;
    return make("p", {}, make("label", {}, text, make("br", {}), field));
  });
}

/** @param {Record<string, Answer>} answers */
function answerTable(answers) {
  const rows = Object.entries(answers).map(([status, answer]) => {
    const kinds = Object.entries(answer.content ?? {}).map(([kind, media]) => {
      const name = media.schema?.$ref?.split("/").at(-1);
      return name ? make("a", { href: `#schema-${name}` }, name) : make("span", {}, kind);
    });
    return make("tr", {}, make("th", { scope: "row" }, status), make("td", {}, answer.description), make("td", {}, ...kinds));
  });
  return make("table", {}, make("tbody", {}, ...rows));
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 */
function tryForm(method, path, operation) {
  const media = Object.entries(operation.requestBody?.content ?? {})[0];
  const body = media && make("textarea", { rows: "6", spellcheck: "false" }, shown(media[1].example ?? ""));
  const fields = parameterFields(operation.parameters ?? []);
  const out = make("pre", { "aria-live": "polite", tabindex: "0", "aria-label": "The answer" });
  out.hidden = true;
  const form = make("form", {}, ...fields);
  if (body) form.append(make("label", {}, `Body: ${media[0]}`, body));
  form.append(make("button", { type: "submit" }, "Send"), out);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    out.hidden = false;
    out.textContent = "…";
    const text = await send(method, path, operation, new FormData(form), media?.[0], body?.value).catch(String);
    out.textContent = text;
  });
  return form;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 * @param {FormData} fields
 * @param {string} [kind]
 * @param {string} [body]
 */
async function send(method, path, operation, fields, kind, body) {
  /** @type {Record<string, string>} */
  const headers = kind ? { "Content-Type": kind } : {};
  let address = path;
  for (const { name, in: where } of operation.parameters ?? []) {
    const value = String(fields.get(name) ?? "");
    if (where === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (where === "header" && value) headers[name] = value;
  }
  const response = await fetch(address, { method: method.toUpperCase(), headers, body: body ?? null });
  const text = await response.text();
  const json = (response.headers.get("content-type") ?? "").includes("json");
  return `${response.status} ${response.statusText}\n\n${json && text ? shown(JSON.parse(text)) : text}`;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 */
function article(method, path, operation) {
  const title = make("h3", { id: anchor(method, path) }, make("code", {}, `${method.toUpperCase()} ${path}`));
  const words = [operation.summary, operation.description].filter(Boolean).map((text) => make("p", {}, text ?? ""));
  const attempt = make("details", {}, make("summary", {}, "Try it"), tryForm(method, path, operation));
  return make("article", {}, title, ...words, answerTable(operation.responses), attempt);
}

/** @param {Description} description */
function operations(description) {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation === "object" && "responses" in operation)
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** @param {Description} description */
function show(description) {
  place("about").textContent = description.info.description;
  const all = operations(description);
  const link = (/** @type {{ method: string, path: string }} */ { method, path }) =>
    make("li", {}, make("a", { href: `#${anchor(method, path)}` }, `${method.toUpperCase()} ${path}`));
  place("contents").append(make("ul", {}, ...all.map(link)));
  const main = place("operations");
  for (const tag of new Set(all.map(({ operation }) => operation.tags?.[0] ?? ""))) {
    const about = description.tags.find(({ name }) => name === tag)?.description ?? "";
    main.append(make("h2", {}, tag || "Others"), make("p", {}, about));
    const own = all.filter(({ operation }) => (operation.tags?.[0] ?? "") === tag);
    main.append(...own.map(({ method, path, operation }) => article(method, path, operation)));
  }
  main.append(make("h2", {}, "Shapes"));
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    const text = make("pre", { tabindex: "0", "aria-label": name }, shown(schema));
    main.append(make("h3", { id: `schema-${name}` }, make("code", {}, name)), text);
  }
  for (const { name, status, title } of description["x-problems"] ?? []) {
    place("problems").append(make("dt", { id: name }, make("code", {}, name), ` ${status}`), make("dd", {}, title));
  }
  main.removeAttribute("aria-busy");
}

async function begin() {
  const response = await fetch("v1/openapi.json");
  if (response.ok) show(await response.json());
  else place("operations").textContent = "The description cannot be read: this server wants a token; open the page with ?token=… first.";
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

begin();
