// One sentence for browsers that are too old for the page, which names what they lack. This is a script of its own, in the
// language of old browsers, since they cannot read the others. `cargo xtask tidy` keeps newer things out of the page.
// It comes before the others, so it also asks for what the view needs: for the list of levels, which a level in a link does
// without, and on a first visit for the rules by which the page itself plays.

(function () {
  var site = told();
  if (/^(#?\/?|#\/(play\/[^~]*|edit\/.*))$/.test(location.hash)) load("levels.json");
  var family = (/^#\/play\/([^/]+)/.exec(location.hash) || [])[1];
  var played = (family && !site.server && site.modules && site.modules[family]) || undefined;
  if (played && isFirstVisit()) load(played.rules + ".bin");
  /** @type {string[]} */
  var missing = [];
  if (typeof WebAssembly !== "object") missing.push("WebAssembly");
  if (!("findLast" in Array.prototype)) missing.push("Array.prototype.findLast");
  if (!hasModuleWorkers()) missing.push("workers that are modules");
  if (!missing.length) return;
  var sentence = document.createElement("p");
  sentence.className = "refusal";
  sentence.setAttribute("role", "alert");
  sentence.textContent = "This browser lacks what the page needs: " + missing.join(", ") + ". Safari 15.4, Chrome 97, Firefox 114 and newer ones have it.";
  var main = document.getElementById("view");
  if (main && main.parentNode) main.parentNode.insertBefore(sentence, main);

  /** What the document says of its site. */
  function told() {
    var meta = document.querySelector("meta[name=menagerie]");
    return JSON.parse((meta && meta.getAttribute("content")) || "{}");
  }

  /** Whether nothing of this build is kept here, so that what is asked for is not there already. */
  function isFirstVisit() {
    try {
      return localStorage.getItem("menagerie.build") !== site.build;
    } catch (_) {
      return false;
    }
  }

  /**
   * Loads a file beside the page's own script, which takes it from there.
   * @param {string} name
   */
  function load(name) {
    // A server that asks for a token gives its files by its API alone.
    if (site.token) return;
    var file = document.createElement("link");
    file.rel = "preload";
    file.as = "fetch";
    file.href = (site.files && site.files[name]) || name;
    file.crossOrigin = "anonymous";
    document.head.appendChild(file);
  }

  /** A browser that knows them asks for the type of a worker; no worker is begun, for that is refused. */
  function hasModuleWorkers() {
    var asked = false;
    var options = {
      get type() {
        asked = true;
        throw new Error("asked");
      },
    };
    try {
      new Worker("", /** @type {WorkerOptions} */ (options)).terminate();
    } catch (_) {
      return asked;
    }
    return asked;
  }
})();
