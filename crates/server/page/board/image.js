// A board as a picture of its own: an SVG document whose styles are written out, and the same as pixels.

/** Properties that the style sheets set on what is drawn. */
const STYLES = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "paint-order", "visibility", "display", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
];
/** What only those need who play on the board. */
const PLAYED = /^(tabindex|role|class|style|data-.*|aria-.*)$/;
const SVG = "http://www.w3.org/2000/svg";
/** Pixels of the wider side of a picture, at most. */
const WIDEST = 4096;

/** @typedef {{ text: string, width: number, height: number }} Drawing an SVG document and its size in pixels */

/**
 * A board that is in the page as an SVG document that looks the same anywhere.
 * @param {SVGSVGElement} board
 * @returns {Drawing}
 */
export function svgFile(board) {
  const copy = styled(board);
  const { x, y, width, height } = board.viewBox.baseVal;
  const attributes = { width, height, viewBox: `${x} ${y} ${width} ${height}` };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, String(value));
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, fill: behind(board) })) ground.setAttribute(name, String(value));
  const first = [...copy.children].find(({ tagName }) => tagName !== "title" && tagName !== "desc") ?? null;
  copy.insertBefore(ground, first);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/**
 * A copy of an element whose styles are attributes.
 * @template {Element} E
 * @param {E} element
 * @returns {E}
 */
function styled(element) {
  const copy = /** @type {E} */ (element.cloneNode(true));
  const [originals, copies] = [element, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  originals?.forEach((original, index) => {
    const target = copies?.[index];
    const style = getComputedStyle(original);
    for (const { name } of [...(target?.attributes ?? [])]) if (PLAYED.test(name)) target?.removeAttribute(name);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value) target?.setAttribute(name, value);
    }
  });
  copy.querySelectorAll("title, desc").forEach((words) => [...words.attributes].forEach(({ name }) => name !== "id" && words.removeAttribute(name)));
  return copy;
}

/**
 * The colour that is seen behind an element.
 * @param {Element} element
 * @returns {string}
 */
function behind(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor && backgroundColor !== "transparent" && !backgroundColor.endsWith(", 0)")) return backgroundColor;
  }
  return "#ffffff";
}

/**
 * A drawing as an image that can be painted on a canvas.
 * @param {Drawing} drawing
 * @returns {Promise<HTMLImageElement>}
 */
export async function imageOf({ text }) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * A drawing as a PNG file.
 * @param {Drawing} drawing
 * @param {number} [scale] pixels of the file for one of the drawing
 * @returns {Promise<Blob>}
 */
export async function png(drawing, scale = 2) {
  const image = await imageOf(drawing);
  const share = Math.min(scale, WIDEST / Math.max(drawing.width, drawing.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(drawing.width * share), Math.ceil(drawing.height * share)];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser makes no PNG of it."))), "image/png");
  });
}
