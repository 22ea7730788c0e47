// The page without a network: its service worker, and what is said when a new build has taken over.

import { h } from "./element.js";
import { keepAll } from "../engines/engines.js";
import { site } from "../engines/site.js";

const BUILD = "menagerie.build";
/** How long the new build is told of, in milliseconds. */
const SHOWN = 6000;

/**
 * Keeps this build for use without a network, and says so where it is another than at the last visit. What was opened works
 * then; a page that is installed keeps the engines of all families.
 */
export function install() {
  if (!site.build || site.token) return;
  const before = localStorage.getItem(BUILD);
  localStorage.setItem(BUILD, site.build);
  if (before && before !== site.build) tell();
  // There is none on pages that came unencrypted from another machine.
  addEventListener("appinstalled", () => void keepAll());
  if (matchMedia("(display-mode: standalone)").matches) void keepAll();
  void navigator.serviceWorker?.register("sw.js").catch(() => undefined);
}

/** Says for a moment that the page is a new one. */
function tell() {
  const banner = h("p", { class: "server-banner back updated", role: "status" }, "Menagerie was updated since your last visit.");
  document.querySelector("main")?.before(banner);
  setTimeout(() => banner.remove(), SHOWN);
}
