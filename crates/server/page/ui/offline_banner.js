// A banner between the bar and the view for as long as the server is unreachable.

import { h } from "./element.js";
import { onReachability } from "../engines/retry.js";

const BACK = "The server answers again.";
/** How long that is shown, in milliseconds. */
const SHOWN = 4000;

/**
 * Shows from now on that the server is unreachable; gives what ends it.
 * @returns {() => void}
 */
export function watchServer() {
  const banner = h("p", { class: "server-banner", role: "status", "aria-live": "polite" });
  document.querySelector("main")?.before(banner);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const ignore = onReachability((words) => {
    clearTimeout(timer);
    if (!words && !banner.textContent) return;
    banner.textContent = words ?? BACK;
    banner.classList.toggle("back", !words);
    if (!words) timer = setTimeout(() => banner.replaceChildren(), SHOWN);
  });
  return () => {
    ignore();
    banner.remove();
  };
}
