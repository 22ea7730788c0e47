//! From a FILE argument to a level: `-`, `@name`, or a path whose extension names the family.

use std::path::Path;
use std::sync::Arc;

use engines::Context;
use puzzles::{Family, Level, LoadError, Shipped, Source};

use crate::place;
use crate::status::Status;

/// A level's text and family, before it is read.
pub(crate) struct Input {
    /// As the user named it.
    pub(crate) name: String,
    pub(crate) family: &'static dyn Family,
    pub(crate) source: Arc<dyn Source>,
}

/// Why there is no level: a message for the user, and the status it leads to.
#[derive(Debug)]
pub(crate) struct Unusable {
    pub(crate) message: String,
    pub(crate) status: Status,
}

type Families = [&'static dyn Family];

impl Input {
    /// Finds the text and the family.
    pub(crate) fn find(families: &Families, name: &str, family: Option<&str>) -> Result<Input, Unusable> {
        let named = family.map(|family| by_name(families, family)).transpose()?;
        if let Some(shipped) = name.strip_prefix('@') {
            return shipped_level(families, name, shipped, named);
        }
        let failed = |error: std::io::Error| Unusable { message: format!("{name}: {error}"), status: Status::Failed };
        if name == "-" {
            let family = named.ok_or_else(|| usage("- needs --family NAME".into()))?;
            let source = Arc::new(place::bounded(std::io::stdin().lock()).map_err(failed)?);
            return Ok(Input { name: name.into(), family, source });
        }
        let family = named.map_or_else(|| by_extension(families, name), Ok)?;
        Ok(Input { name: name.into(), family, source: place::open(Path::new(name)).map_err(failed)? })
    }

    /// Reads the level; a level that is a program ends when the context says so.
    pub(crate) fn load(&self, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        self.family.load_within(Arc::clone(&self.source), cx)
    }
}

fn usage(message: String) -> Unusable {
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
    let found = families.iter().find(|family| family.info().extension == extension);
    found.copied().ok_or_else(|| {
        let known: Vec<String> = families.iter().map(|family| format!(".{}", family.info().extension)).collect();
        usage(format!("{name}: the extension names no family; expected {}, or --family NAME", known.join(", ")))
    })
}

/// A shipped level by name, with its extension where two families share it.
fn shipped_level(
    families: &Families,
    name: &str,
    wanted: &str,
    named: Option<&'static dyn Family>,
) -> Result<Input, Unusable> {
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
        [(family, level)] => Ok(Input { name: name.into(), family: *family, source: Arc::new(level.text.as_bytes()) }),
        [] => Err(usage(format!("no shipped level '{name}'; `menagerie list` names them"))),
        several => {
            let full: Vec<String> =
                several.iter().map(|(family, level)| format!("@{}.{}", level.name, family.info().extension)).collect();
            Err(usage(format!("'{name}' is in several families; expected {}", full.join(" or "))))
        }
    }
}
