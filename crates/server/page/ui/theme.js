// Light, dark, or as the system says: a switch that stays as it was left.

const KEY = "menagerie.theme";
const THEMES = ["system", "light", "dark"];

/**
 * Makes a button the switch.
 * @param {HTMLButtonElement} button
 */
export function themeSwitch(button) {
  const now = () => localStorage.getItem(KEY) ?? "system";
  const show = () => {
    if (now() === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = now();
    const name = now() === "system" ? "auto" : now();
    button.lastElementChild?.replaceChildren(name);
    button.setAttribute("aria-label", `Theme: ${name}, change`);
  };
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, THEMES[(THEMES.indexOf(now()) + 1) % THEMES.length] ?? "system");
    show();
  });
  show();
}
