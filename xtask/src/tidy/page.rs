//! What the page may use: nothing newer than Safari 15.4, Chrome 97 and Firefox 114.
//!
//! These browsers know modules in workers and the newest functions of JavaScript that the page cannot do without;
//! tablets that get no further updates end there. A newer function is not used at all, or by one file that has a
//! fallback. A newer value of CSS stands behind an older one of the same property, which those browsers take, or in a
//! block `@supports`; behind a variable (`--name`) there is no older value, since they would take the newer one unread.

use std::fs;
use std::path::Path;

use super::{cycles, names};

/// Functions of JavaScript that came later, and syntax.
const NEWER_SCRIPT: &[&str] = &[
    ".fromAsync(",
    ".getOrInsert",
    ".intersection(",
    ".isDisjointFrom(",
    ".isSubsetOf(",
    ".isSupersetOf(",
    ".isWellFormed(",
    ".symmetricDifference(",
    ".throwIfAborted(",
    ".toReversed(",
    ".toSorted(",
    ".toSpliced(",
    ".toWellFormed(",
    ".transferToFixedLength(",
    ".union(",
    "(?<!",
    "(?<=",
    "AbortSignal.any(",
    "AbortSignal.timeout(",
    "CompressionStream",
    "DecompressionStream",
    "Iterator.",
    "Map.groupBy(",
    "Object.groupBy(",
    "OffscreenCanvas",
    "Promise.try(",
    "Promise.withResolvers(",
    "RegExp.escape(",
    "URL.canParse(",
    "URL.parse(",
    "checkVisibility(",
    "moveBefore(",
    "requestIdleCallback(",
    "roundRect(",
    "scheduler.",
    "scrollend",
    "showPicker(",
    "showPopover(",
    "startViewTransition(",
    "static {",
    "structuredClone(",
    "popover:",
];

/// Files with a fallback for something newer.
const WITH_FALLBACK: &[(&str, &str)] =
    &[("compression.js", "CompressionStream"), ("compression.js", "DecompressionStream")];

/// What CSS knows since.
const NEWER_STYLE: &[&str] = &[
    "&",
    ":has(",
    "@container",
    "@layer",
    "@property",
    "@scope",
    "@starting-style",
    "anchor-",
    "animation-timeline",
    "color-mix(",
    "cqw",
    "dvh",
    "field-sizing",
    "interpolate-size",
    "light-dark(",
    "linear(",
    "lvh",
    "oklch(",
    "overflow: clip",
    "rotate:",
    "round(",
    "safe ",
    "scale:",
    "scrollbar-gutter",
    "subgrid",
    "svh",
    "text-wrap",
    "translate:",
    "width <",
    "width >",
];

/// Reports what is newer in the scripts and style sheets of the page.
pub(super) fn files(root: &Path, breaches: &mut Vec<String>) -> std::io::Result<()> {
    let mut scripts = Vec::new();
    for extension in ["js", "css"] {
        let mut files = Vec::new();
        super::paths(&root.join("crates/server/page"), extension, &mut files)?;
        for file in files {
            let shown = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&file)?;
            if extension == "js" {
                script(&shown, &text, breaches);
                names::keys(&shown, &text, breaches);
                names::page(&shown, &text, breaches);
                scripts.push((shown, text));
            } else {
                style(&shown, &text, breaches);
            }
        }
    }
    cycles::scripts(&scripts, breaches);
    Ok(())
}

fn script(path: &str, text: &str, breaches: &mut Vec<String>) {
    let allowed = |newer: &str| WITH_FALLBACK.iter().any(|&(file, name)| path.ends_with(file) && name == newer);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line)) {
        let found = NEWER_SCRIPT.iter().filter(|newer| line.contains(**newer) && !allowed(newer));
        breaches.extend(found.map(|newer| breach(path, number, newer)));
    }
}

fn style(path: &str, text: &str, breaches: &mut Vec<String>) {
    let (mut before, mut depth, mut supported) = ("", 0_usize, None);
    let mut in_comment = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        in_comment |= line.starts_with("/*");
        if in_comment {
            in_comment = !line.ends_with("*/");
            continue;
        }
        if line.starts_with("@supports") && supported.is_none() {
            supported = Some(depth);
        }
        let is_behind = property(line).is_some_and(|name| !name.starts_with("--") && property(before) == Some(name));
        if supported.is_none() && !is_behind {
            let found = NEWER_STYLE.iter().filter(|newer| line.contains(**newer));
            breaches.extend(found.map(|newer| breach(path, number, newer)));
        }
        depth = (depth + line.matches('{').count()).saturating_sub(line.matches('}').count());
        if line.contains('}') && supported.is_some_and(|outside| depth <= outside) {
            supported = None;
        }
        before = line;
    }
}

/// The name of the property that a line declares.
fn property(line: &str) -> Option<&str> {
    line.split_once(": ").map(|(name, _)| name).filter(|name| line.ends_with(';') && !name.contains([' ', '{']))
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with('*') || line.starts_with("/*")
}

fn breach(path: &str, number: usize, newer: &str) -> String {
    format!("{path}:{number}: '{}' is newer than Safari 15.4, Chrome 97 and Firefox 114", newer.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let mut breaches = Vec::new();
        if path.ends_with(".js") {
            script(path, text, &mut breaches)
        } else {
            style(path, text, &mut breaches)
        }
        breaches
    }

    #[test]
    fn newer_functions_are_refused_but_where_a_fallback_stands() {
        let expected = ["page/game.js:2: '.toReversed(' is newer than Safari 15.4, Chrome 97 and Firefox 114"];
        assert_eq!(found("page/game.js", "// toReversed()\nconst last = all.toReversed();\n"), expected);
        let stream = "const through = new DecompressionStream(\"gzip\");\n";
        assert_eq!((found("page/engines.js", stream).len(), found("page/compression.js", stream).len()), (1, 0));
    }

    #[test]
    fn newer_values_stand_behind_older_ones_or_where_they_are_asked_for() {
        assert_eq!(found("a.css", "a {\n  color: light-dark(#000, #fff);\n}\n").len(), 1);
        assert_eq!(found("a.css", "a {\n  color: #000;\n  color: light-dark(#000, #fff);\n}\n").len(), 0);
        assert_eq!(found("a.css", "a {\n  --ink: #000;\n  --ink: light-dark(#000, #fff);\n}\n").len(), 1);
        assert_eq!(found("a.css", "a {\n  height: 1vh;\n  width: 1svh;\n}\n").len(), 1);
        let asked = "@media print {\n  @supports selector(:has(a)) {\n    a:has(b) {\n      top: 0;\n    }\n  }\n  a:has(c) {\n  }\n}\n";
        assert_eq!(found("a.css", asked), ["a.css:7: ':has(' is newer than Safari 15.4, Chrome 97 and Firefox 114"]);
        assert_eq!(found("a.css", "/* light-dark() is\n   newer: :has(a) */\na {\n}\n").len(), 0);
    }
}
