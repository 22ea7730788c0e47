//! Reads the argument of `load`: the name of a level, or a family and the level's text.

use std::sync::Arc;

use engines::Context;
use puzzles::{Family, Source, recognition};
use sandbox::mlua::{Table, Value};

use super::Find;
use super::options::words;

/// A family and the source of a level.
pub(super) type Found = (&'static dyn Family, Arc<dyn Source>);

const FORMS: &str = "load(\"@flipper\") for a level by its name or file, or load{ text = [[…]], family = \"FAMILY\" }";

/// Finds the level that `load` is to open.
pub(super) fn found(
    families: &[&'static dyn Family],
    find: &Find,
    what: &Value,
    more: &Value,
) -> Result<Found, String> {
    if !more.is_nil() {
        return Err(format!("load takes one thing, not two; expected {FORMS}"));
    }
    match what {
        Value::String(name) => {
            let name = name.to_string_lossy();
            if name.contains('\n') {
                return Err(format!("this is no name of a level but has several lines; expected {FORMS}"));
            }
            find(&name)
        }
        Value::Table(table) => from_text(families, table),
        other => Err(format!("load takes a name or a table, not {}; expected {FORMS}", words(other))),
    }
}

fn from_text(families: &[&'static dyn Family], table: &Table) -> Result<Found, String> {
    for pair in table.clone().pairs::<Value, Value>() {
        let (key, _) = pair.map_err(|error| error.to_string())?;
        let known = key.as_string().is_some_and(|key| ["family", "text"].iter().any(|known| *key == **known));
        if !known {
            return Err(format!("load knows family and text, not {}; expected {FORMS}", words(&key)));
        }
    }
    let names: Vec<&str> = families.iter().map(|family| family.info().name).collect();
    let names = names.join(", ");
    let text = text_of(table, "text")?.ok_or_else(|| format!("load needs the level's text; expected {FORMS}"))?;
    let Some(family) = text_of(table, "family")? else {
        let source: Arc<dyn Source> = Arc::new(text);
        let found = recognition::recognise_source(families, &source, &Context::default());
        return found.map_err(|error| error.to_string())?.map_err(|why| format!("{why}, as family; one of {names}"));
    };
    let known = families.iter().find(|known| known.info().name.as_bytes() == family).copied();
    let family = known
        .ok_or_else(|| format!("there is no family '{}'; expected one of {names}", String::from_utf8_lossy(&family)))?;
    Ok((family, Arc::new(text)))
}

fn text_of(table: &Table, key: &str) -> Result<Option<Vec<u8>>, String> {
    match table.raw_get::<Value>(key).map_err(|error| error.to_string())? {
        Value::Nil => Ok(None),
        Value::String(text) => Ok(Some(text.as_bytes().to_vec())),
        other => Err(format!("'{key}' takes a text, not {}", words(&other))),
    }
}
