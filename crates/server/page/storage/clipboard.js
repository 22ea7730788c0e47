// What is handed to the clipboard, also where the browser keeps its clipboard to secure pages.

/**
 * Copies a text; whether that was possible.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  const { clipboard } = navigator;
  // A page that is not served over HTTPS or from this machine has no clipboard.
  if (clipboard) return clipboard.writeText(text).then(() => true, () => false);
  const focused = document.activeElement;
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "spoken" });
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
