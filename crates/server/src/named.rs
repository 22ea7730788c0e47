//! The levels that a server knows by name: the shipped ones, and those of its operator. A request names one in place of
//! its text: `"level": "@garden"`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::{Budget, Context};
use puzzles::Family;
use serde_json::{Value, json};

/// The time in which a file of levels must be read.
const READING: Duration = Duration::from_secs(60);
/// The most bytes of a name.
const MAX_NAME_LENGTH: usize = 200;

/// A file of levels with a name.
#[derive(Clone, Debug)]
pub(crate) struct NamedFile {
    /// The name of the family.
    pub(crate) family: &'static str,
    /// The whole text.
    pub(crate) text: String,
    /// The text of each level of it, as a file of this one level; empty for shipped ones.
    pub(crate) levels: Vec<String>,
    titles: Vec<Option<String>>,
    /// Whether it is one of the operator's.
    pub(crate) is_own: bool,
}

/// The levels that a server knows by name.
#[derive(Clone, Debug, Default)]
pub struct NamedLevels {
    files: BTreeMap<String, NamedFile>,
}

impl NamedLevels {
    /// The shipped levels of these families.
    #[must_use]
    pub fn shipped(families: &[&'static dyn Family]) -> NamedLevels {
        let of = |family: &&'static dyn Family| {
            let info = family.info();
            let file = |text: &str| NamedFile {
                family: info.name,
                text: text.to_owned(),
                levels: Vec::new(),
                titles: Vec::new(),
                is_own: false,
            };
            info.levels.iter().map(move |level| (level.name.to_owned(), file(level.text)))
        };
        NamedLevels { files: families.iter().flat_map(of).collect() }
    }

    /// Adds a file of the operator's. It is found before a shipped level of the same name.
    ///
    /// # Errors
    /// Says what is wrong with the name, the file, or one of its levels.
    pub fn add(&mut self, name: &str, family: &'static dyn Family, text: String) -> Result<(), String> {
        if !is_name(name) {
            return Err(format!(
                "'{name}' is no name for a level; expected letters, digits, '-', '_', '.' and '/' alone, at most {MAX_NAME_LENGTH}"
            ));
        }
        if self.files.get(name).is_some_and(|known| known.is_own) {
            return Err(format!("there are two files called '{name}', but for their extensions"));
        }
        let cx = Context::new(Budget { deadline: Some(Instant::now() + READING), ..Budget::default() });
        let file = family.open(Arc::new(text.clone().into_bytes()), &cx).map_err(|error| error.to_string())?;
        let (mut levels, mut titles) = (Vec::new(), Vec::new());
        for (place, entry) in file.entries().iter().enumerate() {
            let level = file.level(place, &cx).map_err(|error| format!("level {}: {error}", place + 1))?;
            // One level's text stays as it is.
            levels.push(if file.entries().len() == 1 { text.clone() } else { level.text() });
            titles.push(entry.title.clone());
        }
        let own = NamedFile { family: family.info().name, text, levels, titles, is_own: true };
        self.files.insert(name.to_owned(), own);
        Ok(())
    }

    /// The file that a request names in place of a text; `None` if it holds a text.
    ///
    /// # Errors
    /// The name, if there is no such file.
    pub(crate) fn find<'l>(&self, level: &'l str) -> Option<Result<&NamedFile, &'l str>> {
        let name = level.strip_prefix('@').filter(|name| is_name(name))?;
        Some(self.files.get(name).ok_or(name))
    }

    /// The operator's files, by their names.
    fn own_files(&self) -> impl Iterator<Item = (&str, &NamedFile)> {
        self.files.iter().filter(|(_, file)| file.is_own).map(|(name, file)| (name.as_str(), file))
    }

    /// The operator's levels as tasks are given them: name of the file, number, family and text.
    pub(crate) fn own(&self) -> impl Iterator<Item = (&str, usize, &'static str, &str)> {
        self.own_files().flat_map(|(name, file)| {
            (1..).zip(&file.levels).map(move |(number, text)| (name, number, file.family, text.as_str()))
        })
    }

    /// The texts of the operator's levels.
    pub(crate) fn own_texts(&self) -> HashSet<String> {
        self.own().map(|(.., text)| text.to_owned()).collect()
    }

    /// The number of the operator's levels, and of the files that hold them.
    #[must_use]
    pub fn own_counts(&self) -> (usize, usize) {
        (self.own().count(), self.own_files().count())
    }

    /// Whether the operator has levels here.
    pub(crate) fn has_own(&self) -> bool {
        self.own().next().is_some()
    }

    /// The operator's files as the API lists them: names, families, and the titles of their levels in order.
    pub(crate) fn listed(&self) -> Value {
        let entry = |(name, file): (&str, &NamedFile)| json!({"name": format!("@{name}"), "family": file.family, "levels": file.titles});
        self.own_files().map(entry).collect()
    }
}

/// Whether a text can name a level.
fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    !text.is_empty() && text.len() <= MAX_NAME_LENGTH && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "#####\n#@$.#\n#####\nTitle: near\n\n######\n#@ $.#\n######\nTitle: far\n";

    fn family(name: &str) -> &'static dyn Family {
        *script::families().iter().find(|family| family.info().name == name).unwrap()
    }

    #[test]
    fn names_are_told_from_texts() {
        let mut levels = NamedLevels::shipped(script::families());
        levels.add("warehouse/two", family("sokoban"), TWO.into()).unwrap();
        let two = levels.find("@warehouse/two").unwrap().unwrap();
        assert_eq!((two.family, two.levels.len(), two.is_own), ("sokoban", 2, true));
        assert!(!levels.find("@flipper").unwrap().unwrap().is_own);
        assert_eq!(levels.find("@nothing").unwrap().unwrap_err(), "nothing");
        for text in ["", "@", "#@$.#", "@ $", "@\n#", "flipper"] {
            assert!(levels.find(text).is_none(), "{text}");
        }
        assert_eq!(levels.listed()[0]["levels"], json!(["near", "far"]));
    }

    #[test]
    fn a_file_that_cannot_be_asked_is_refused_with_a_reason() {
        let mut levels = NamedLevels::default();
        let mut add = |name: &str, text: &str| levels.add(name, family("sokoban"), text.into());
        assert!(add("a b", TWO).unwrap_err().contains("'a b' is no name"));
        assert!(add("two", &TWO.replace('.', " ")).unwrap_err().contains("level 1"));
        add("two", TWO).unwrap();
        assert!(add("two", TWO).unwrap_err().contains("two files called 'two'"));
    }
}
