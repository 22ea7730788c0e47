// One sentence for browsers that are too old for the page, which names what they lack. This is a script of its own, in the
// language of old browsers, since they cannot read the others. `cargo xtask tidy` keeps newer things out of the page.
// It comes before the others, so it also asks for the list of levels where the view needs it: not for a level in a link.

(function () {
  if (/^(#?\/?|#\/(play\/[^~]*|edit\/.*))$/.test(location.hash)) loadLevels();
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

  /** Loads the list beside the page's own script, which takes it from there. */
  function loadLevels() {
    var meta = document.querySelector("meta[name=menagerie]");
    var site = JSON.parse((meta && meta.getAttribute("content")) || "{}");
    // A server that asks for a token gives the list by its API alone.
    if (site.token) return;
    var list = document.createElement("link");
    list.rel = "preload";
    list.as = "fetch";
    list.href = (site.files && site.files["levels.json"]) || "levels.json";
    list.crossOrigin = "anonymous";
    document.head.appendChild(list);
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
