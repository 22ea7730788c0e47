//! From a FILE argument to a level: `-`, `@name`, or a path whose extension names the family; `#` and a number or a title
//! choose one level of a file that holds several.

use std::path::Path;
use std::sync::Arc;

use engines::Context;
use puzzles::collection::{self, Collection};
use puzzles::{Family, Level, LoadError, Shipped, Source};

use crate::place;
use crate::status::Status;

/// A level's text and family, before it is read.
pub(crate) struct Input {
    /// As the user named it.
    pub(crate) name: String,
    pub(crate) family: &'static dyn Family,
    pub(crate) source: Arc<dyn Source>,
    chosen: Chosen,
}

/// Which level of a file is meant.
#[derive(Clone)]
enum Chosen {
    /// The only one.
    Only,
    /// The one of this number or title.
    Named(String),
    /// The one at this place of a file that is open.
    At(Arc<dyn Collection>, usize),
}

/// Why there is no level: a message for the user, and the status it leads to.
#[derive(Debug)]
pub(crate) struct Unusable {
    pub(crate) message: String,
    pub(crate) status: Status,
}

type Families = [&'static dyn Family];

impl Input {
    /// Finds the text and the family. An existing path wins; else the name is split at its last `#`.
    pub(crate) fn find(families: &Families, name: &str, family: Option<&str>) -> Result<Input, Unusable> {
        let (file, chosen) = match name.rsplit_once('#') {
            Some((file, choice)) if !Path::new(name).exists() => (file, Chosen::Named(choice.to_owned())),
            _ => (name, Chosen::Only),
        };
        let (family, source) = Input::text(families, file, family)?;
        Ok(Input { name: name.into(), family, source, chosen })
    }

    /// The family and the text of a file, whichever level of it is meant.
    fn text(
        families: &Families,
        name: &str,
        family: Option<&str>,
    ) -> Result<(&'static dyn Family, Arc<dyn Source>), Unusable> {
        let named = family.map(|family| by_name(families, family)).transpose()?;
        if let Some(shipped) = name.strip_prefix('@') {
            return shipped_level(families, name, shipped, named);
        }
        let failed = |error: std::io::Error| Unusable { message: format!("{name}: {error}"), status: Status::Failed };
        if name == "-" {
            let family = named.ok_or_else(|| usage("- needs --family NAME".into()))?;
            return Ok((family, Arc::new(place::bounded(std::io::stdin().lock()).map_err(failed)?)));
        }
        let family = named.map_or_else(|| by_extension(families, name), Ok)?;
        Ok((family, place::open(Path::new(name)).map_err(failed)?))
    }

    /// Each level of the file as an input of its own, named `FILE#N` where there are several; this one alone where it is
    /// already one of several.
    pub(crate) fn levels(self, cx: &Context<'_>) -> Result<Vec<Input>, (Input, LoadError)> {
        let collection: Arc<dyn Collection> = match &self.chosen {
            Chosen::Only => match self.family.open(Arc::clone(&self.source), cx) {
                Ok(collection) => collection.into(),
                Err(error) => return Err((self, error)),
            },
            Chosen::Named(_) | Chosen::At(..) => return Ok(vec![self]),
        };
        let count = collection.entries().len();
        let each = |index: usize| Input {
            name: if count == 1 { self.name.clone() } else { format!("{}#{}", self.name, index + 1) },
            family: self.family,
            source: Arc::clone(&self.source),
            chosen: Chosen::At(Arc::clone(&collection), index),
        };
        Ok((0..count).map(each).collect())
    }

    /// Reads the level; a level that is a program ends when the context says so. A file of several levels, of which none
    /// is chosen, is refused with the list.
    pub(crate) fn load(&self, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let open = || self.family.open(Arc::clone(&self.source), cx);
        match &self.chosen {
            Chosen::At(collection, index) => collection.level(*index, cx),
            Chosen::Named(choice) => {
                let collection = open()?;
                let chosen = collection::select(collection.entries(), choice);
                let wrong = |why: String| LoadError::NoSuchLevel(format!("{}: {why}", self.name));
                collection.level(chosen.map_err(wrong)?, cx)
            }
            Chosen::Only => {
                let collection = open()?;
                match collection.entries() {
                    [_] => collection.level(0, cx),
                    several => Err(LoadError::NoSuchLevel(format!(
                        "{} holds {} levels; expected {}#N with one of {}",
                        self.name,
                        several.len(),
                        self.name,
                        collection::listed(several)
                    ))),
                }
            }
        }
    }

    /// The text of the level alone: the file as it stands, or the level that is chosen from it.
    pub(crate) fn level_source(self, cx: &Context<'_>) -> Result<Arc<dyn Source>, LoadError> {
        match self.chosen {
            Chosen::Only => Ok(self.source),
            _ => Ok(Arc::new(self.load(cx)?.text().into_bytes())),
        }
    }

    /// Reads the level, or the first of the file's levels where none is chosen.
    pub(crate) fn load_first(&self, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        match &self.chosen {
            Chosen::Only => self.family.open(Arc::clone(&self.source), cx)?.level(0, cx),
            _ => self.load(cx),
        }
    }
}

/// A message about wrong usage.
pub(crate) fn usage(message: String) -> Unusable {
    Unusable { message, status: Status::Usage }
}

fn names(families: &Families) -> String {
    families.iter().map(|family| family.info().name).collect::<Vec<_>>().join(", ")
}

pub(crate) fn by_name(families: &Families, name: &str) -> Result<&'static dyn Family, Unusable> {
    let found = families.iter().find(|family| family.info().name == name);
    found.copied().ok_or_else(|| usage(format!("no family '{name}'; expected one of {}", names(families))))
}

fn by_extension(families: &Families, name: &str) -> Result<&'static dyn Family, Unusable> {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let found = families.iter().find(|family| family.info().extensions().any(|known| known == extension));
    found.copied().ok_or_else(|| {
        let known: Vec<String> =
            families.iter().flat_map(|family| family.info().extensions()).map(|known| format!(".{known}")).collect();
        usage(format!("{name}: the extension names no family; expected {}, or --family NAME", known.join(", ")))
    })
}

/// A shipped level by name, with its extension where two families share it.
fn shipped_level(
    families: &Families,
    name: &str,
    wanted: &str,
    named: Option<&'static dyn Family>,
) -> Result<(&'static dyn Family, Arc<dyn Source>), Unusable> {
    let mut found: Vec<(&'static dyn Family, &Shipped)> = Vec::new();
    for &family in families {
        let info = family.info();
        if named.is_some_and(|named| named.info().name != info.name) {
            continue;
        }
        let fits = |level: &&Shipped| level.name == wanted || format!("{}.{}", level.name, info.extension) == wanted;
        found.extend(info.levels.iter().filter(fits).map(|level| (family, level)));
    }
    match found.as_slice() {
        [(family, level)] => Ok((*family, Arc::new(level.text.as_bytes()))),
        [] => Err(usage(format!("no shipped level '{name}'; `menagerie list` names them"))),
        several => {
            let full: Vec<String> =
                several.iter().map(|(family, level)| format!("@{}.{}", level.name, family.info().extension)).collect();
            Err(usage(format!("'{name}' is in several families; expected {}", full.join(" or "))))
        }
    }
}
