//! The files of the page under their addresses, and the document that names them.
//!
//! Files that change with a build ([`HASHED`]) have addresses with the hash of their content,
//! `page-0123456789abcdef.js`, and never change; the others are asked for anew each time. The document says in its
//! `meta` element `menagerie` which build it belongs to, whether a server answers beside it, and the addresses. A page
//! for a plain host ([`static_files`]) has relative addresses alone, so that it works in any folder, and the first
//! positions of the shipped levels, so that a board is shown before the engines are loaded.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use puzzles::groups::{GROUPS, Group};
use puzzles::{Family, collection};
use serde_json::json;
use tasks::{Limits, Operation, Outcome, PictureSize, Task};

use super::assets::{self, MODULES, addressed, hash};
use super::policy::POLICY;
use crate::catalogue;

/// The files whose addresses carry the hash of their content, beside the [`MODULES`].
const HASHED: [&str; 7] =
    ["page.js", "page.css", "support.js", "worker.js", "sprites.svg", "families.json", "levels.json"];
/// Files with addresses of their own that the page needs without a network too.
const PLAIN: [&str; 5] = ["icon.svg", "icon-192.png", "icon-512.png", "apple-touch-icon.png", "app.webmanifest"];
/// The limits of computing a first position.
const START: Limits = Limits { nodes: Some(1_000_000), bytes: 1 << 30, millis: 10_000 };

/// What answers beside a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Nothing: the files are on a plain host.
    Nothing,
    /// This server.
    Server {
        /// Whether it asks for a token.
        token: bool,
        /// Whether the page gets engines, if they were built.
        engines: bool,
    },
}

/// The page of a list of families.
pub(crate) struct Site {
    families: &'static [&'static dyn Family],
    beside: Beside,
    sprites: Bytes,
    family_list: OnceLock<Bytes>,
    level_list: OnceLock<Bytes>,
    /// The content of the document and the service worker; in debug builds they are made anew each time.
    made: OnceLock<[Bytes; 2]>,
}

impl Site {
    /// Creates the page of these families.
    pub(crate) fn new(families: &'static [&'static dyn Family], beside: Beside) -> Site {
        let sprites = picture::sprite::sheet(puzzles::sprites(families)).into();
        let (family_list, level_list, made) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Site { families, beside, sprites, family_list, level_list, made }
    }

    /// Returns the name and content of the file at a path, and whether it never changes. The path of a folder gives its
    /// `index.html`.
    pub(crate) fn find(&self, path: &str) -> Option<(String, Bytes, bool)> {
        let path = path.trim_matches('/');
        if path.split('/').any(|part| part == "..") {
            return None;
        }
        if let Some((name, wanted)) = hashed(path) {
            return self.read(name).filter(|file| hash(file) == wanted).map(|file| (name.to_owned(), file, true));
        }
        let index = if path.is_empty() { "index.html".to_owned() } else { format!("{path}/index.html") };
        [path.to_owned(), index].into_iter().find_map(|name| Some((name.clone(), self.read(&name)?, false)))
    }

    /// The content of a file by its name.
    fn read(&self, name: &str) -> Option<Bytes> {
        match name {
            "index.html" => Some(self.made()[0].clone()),
            "sw.js" => Some(self.made()[1].clone()),
            "sprites.svg" => Some(self.sprites.clone()),
            "families.json" => Some(self.families()),
            "levels.json" => Some(self.levels()),
            name if MODULES.contains(&name) && !self.has_engines() => None,
            name => assets::read(name),
        }
    }

    fn has_engines(&self) -> bool {
        !matches!(self.beside, Beside::Server { engines: false, .. })
    }

    /// Returns the families as JSON, as the API lists them.
    pub(crate) fn families(&self) -> Bytes {
        self.family_list.get_or_init(|| catalogue::families(self.families).to_string().into()).clone()
    }

    /// Returns the shipped levels as JSON, as the API lists them.
    pub(crate) fn levels(&self) -> Bytes {
        self.level_list.get_or_init(|| catalogue::shipped(self.families).to_string().into()).clone()
    }

    fn made(&self) -> [Bytes; 2] {
        if cfg!(debug_assertions) {
            self.make(&BTreeMap::new())
        } else {
            self.made.get_or_init(|| self.make(&BTreeMap::new())).clone()
        }
    }

    /// The addresses of the files that have the hash of their content in them, by their names.
    fn addresses(&self) -> BTreeMap<&'static str, String> {
        let address = |name: &'static str| Some((name, addressed(name, &self.read(name)?)));
        all_hashed().filter_map(address).collect()
    }

    /// The modules of each family that has some in the page, by its name.
    fn modules(&self) -> BTreeMap<&'static str, serde_json::Value> {
        let own: Vec<&str> = self.families.iter().map(|family| family.info().name).collect();
        let of = |group: &'static Group| {
            let modules = json!({"rules": group.rules, "engines": group.engines});
            group.families.iter().map(move |family| (family.info().name, modules.clone()))
        };
        GROUPS.iter().flat_map(of).filter(|(family, _)| own.contains(family)).collect()
    }

    /// The document and the service worker; `starts` are the addresses of first positions.
    fn make(&self, starts: &BTreeMap<String, String>) -> [Bytes; 2] {
        let addresses = self.addresses();
        let stored =
            |name| assets::stored(name).map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default();
        let (document, service) = (stored("index.html"), stored("service.js"));
        let plain: String = PLAIN.into_iter().map(stored).collect();
        let build = hash(format!("{document}{service}{plain}{addresses:?}{:?}", self.beside).as_bytes());
        let token = matches!(self.beside, Beside::Server { token: true, .. });
        let server = self.beside != Beside::Nothing;
        let modules = self.modules();
        let settings = json!({
            "build": build, "server": server, "token": token, "files": addresses, "modules": modules, "starts": starts
        });
        let kept = kept(&addresses);
        let service = format!("self.site = {};\n{service}", json!({"build": build, "files": kept}));
        [self.document(document, &addresses, &settings.to_string()).into(), service.into()]
    }

    /// The document with the addresses of its files.
    fn document(&self, text: String, addresses: &BTreeMap<&'static str, String>, settings: &str) -> String {
        let text = addresses
            .iter()
            .fold(text, |text, (name, address)| text.replace(&format!("\"{name}\""), &format!("\"{address}\"")));
        let settings = settings.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let text =
            text.replace("name=\"menagerie\" content=\"\"", &format!("name=\"menagerie\" content=\"{settings}\""));
        if self.beside != Beside::Nothing {
            let lacks = self.has_engines() && !assets::has_page_engines();
            return if lacks { text } else { without(&text, "no engines") };
        }
        // A policy in the document cannot forbid frames.
        let policy = POLICY.replace("; frame-ancestors 'none'", "");
        let charset = "<meta charset=\"utf-8\" />";
        let policy = format!("{charset}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />");
        without(&text, "server").replacen(charset, &policy, 1)
    }
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("beside", &self.beside).finish_non_exhaustive()
    }
}

/// The addresses of the files that the service worker keeps.
fn kept<'a>(addresses: &'a BTreeMap<&'static str, String>) -> Vec<&'a str> {
    let hashed = addresses.iter().filter(|(name, _)| !MODULES.contains(name)).map(|(_, address)| address.as_str());
    hashed.chain(PLAIN).collect()
}

/// The document without the part between `<!-- NAME -->` and `<!-- /NAME -->`.
fn without(text: &str, name: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    match (text.find(&begin), text.find(&end)) {
        (Some(from), Some(to)) => format!("{}{}", text[..from].trim_end(), &text[to + end.len()..]),
        _ => text.to_owned(),
    }
}

/// The names of all files whose addresses carry the hash of their content.
fn all_hashed() -> impl Iterator<Item = &'static str> {
    HASHED.into_iter().chain(MODULES.iter().copied())
}

/// The name and the hash of a path that [`addressed`] made.
fn hashed(path: &str) -> Option<(&'static str, &str)> {
    all_hashed().find_map(|name| {
        let (stem, extension) = name.split_once('.')?;
        let wanted = path.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(extension)?.strip_suffix('.')?;
        (wanted.len() == 16).then_some((name, wanted))
    })
}

/// Returns the files of a page for a plain host, by their paths: the document, what it names, and the first position of
/// each shipped level whose family has engines in the page. Without the modules of the page ([`MODULES`]) it plays
/// nothing.
#[must_use]
pub fn static_files(families: &'static [&'static dyn Family]) -> BTreeMap<String, Bytes> {
    let site = Site::new(families, Beside::Nothing);
    let mut files = BTreeMap::new();
    let mut starts = BTreeMap::new();
    for (level, position) in first_positions(families) {
        let address = format!("start/{}.json", hash(position.as_bytes()));
        starts.insert(level, address.clone());
        files.insert(address, position.into());
    }
    let [document, service] = site.make(&starts);
    files.extend([("index.html".to_owned(), document), ("sw.js".to_owned(), service)]);
    let hashed = site.addresses().into_iter().filter_map(|(name, address)| Some((address, site.read(name)?)));
    let plain = PLAIN.into_iter().filter_map(|name| Some((name.to_owned(), site.read(name)?)));
    let maps = assets::JOINED
        .iter()
        .filter_map(|name| assets::map_of(name))
        .filter_map(|map| Some((map.clone(), site.read(&map)?)));
    files.extend(hashed.chain(plain).chain(maps));
    files
}

/// Returns the scripts and the style sheet of the page as they are joined without any tool, by names with the hash of their
/// content: what is made of them is called so.
#[must_use]
pub fn joined_files() -> BTreeMap<String, Bytes> {
    let joined = |name: &&str| {
        let content = assets::joined(name);
        (addressed(name, &content), content)
    };
    assets::JOINED.iter().map(joined).collect()
}

/// The first position of each shipped level that can be played in a page, by family and name, as JSON.
fn first_positions(families: &'static [&'static dyn Family]) -> Vec<(String, String)> {
    let of = |family: &&'static dyn Family| {
        let name = family.info().name;
        let played = |level: collection::ShippedLevel| {
            let cx = engines::Context::new(START.budget());
            let source = Arc::new(level.text.clone().into_owned().into_bytes());
            // The page begins with the side that a person is offered first.
            let role = family.load(source, &cx).ok()?.sides().first().map(|side| side.role.to_owned());
            let operation = Operation::Play { moves: Vec::new(), role, picture: true };
            let task =
                Task { family: name.to_owned(), level: level.text.clone().into_owned(), operation, limits: START };
            match tasks::perform(families, &task, PictureSize::Whole, &cx) {
                Outcome::Done { result, .. } => Some((format!("{name}/{}", level.name), result.as_str().to_owned())),
                Outcome::Failed(_) => None,
            }
        };
        collection::shipped(*family).into_iter().filter_map(played).collect::<Vec<_>>()
    };
    families.iter().filter(|family| family.confined().is_none()).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVED: Beside = Beside::Server { token: false, engines: true };

    fn text(file: &Bytes) -> String {
        String::from_utf8(file.to_vec()).unwrap()
    }

    #[test]
    fn what_the_document_names_is_there_and_never_changes() {
        let site = Site::new(puzzles::FAMILIES, SERVED);
        let document = text(&site.find("/").unwrap().1);
        let named: Vec<&str> = document.split('"').filter(|part| hashed(part).is_some()).collect();
        assert_eq!(named.len(), 5, "{document}");
        for path in named {
            let (_, file, is_fixed) = site.find(path).unwrap();
            assert!(is_fixed && !file.is_empty(), "{path}");
        }
        let (name, wanted) = hashed("page-0123456789abcdef.js").unwrap();
        assert_eq!((name, wanted), ("page.js", "0123456789abcdef"));
        assert!(site.find("page-0123456789abcdef.js").is_none(), "a file of another build");
        assert!(!site.find("page.js").unwrap().2 && site.find("../Cargo.toml").is_none());
    }

    #[test]
    fn the_page_of_a_plain_host_names_no_server_and_only_files_that_are_there() {
        let files = static_files(puzzles::FAMILIES);
        let document = text(&files["index.html"]);
        assert!(!document.contains("/api") && document.contains("wasm-unsafe-eval"), "{document}");
        let settings = document.split("name=\"menagerie\" content=\"").nth(1).unwrap().split('"').next().unwrap();
        let settings: serde_json::Value =
            serde_json::from_str(&settings.replace("&quot;", "\"").replace("&amp;", "&")).unwrap();
        assert_eq!((&settings["server"], &settings["token"]), (&json!(false), &json!(false)));
        let addresses: Vec<&str> = ["files", "starts"]
            .iter()
            .flat_map(|kind| settings[kind].as_object().unwrap().values())
            .map(|address| address.as_str().unwrap())
            .collect();
        assert!(addresses.len() > 40 && addresses.iter().all(|address| files.contains_key(*address)), "{addresses:?}");
        let service = text(&files["sw.js"]);
        assert!(service.contains(settings["build"].as_str().unwrap()) && service.contains("page-"), "{service}");
        assert!(files.keys().all(|path| !path.starts_with('/')), "every address is relative");
    }

    #[test]
    fn a_build_has_another_name_where_what_answers_beside_it_is_another() {
        let build = |beside| {
            let document = text(&Site::new(puzzles::FAMILIES, beside).find("").unwrap().1);
            document.split("build&quot;:&quot;").nth(1).unwrap()[..16].to_owned()
        };
        assert_eq!(build(SERVED), build(SERVED));
        assert_ne!(build(SERVED), build(Beside::Nothing));
    }
}
