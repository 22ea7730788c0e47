//! Templates of objects: separate files with the attributes that the objects made from them leave out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::object::Object;
use super::tilesets::Tilesets;
use super::{Refused, template, text};
use crate::ceilings::{LoadError, MAX_TEMPLATE, MAX_TEMPLATES, name_flaw};
use crate::files::Files;
use crate::problem::Problem;

/// The templates of one map, each read once.
pub(super) struct Templates<'a> {
    map: String,
    folder: PathBuf,
    files: &'a dyn Files,
    read: BTreeMap<String, Object>,
}

impl<'a> Templates<'a> {
    /// Creates the templates of the map `name`, whose files are named relative to it.
    pub(super) fn of(name: &str, files: &'a dyn Files) -> Templates<'a> {
        let folder = Path::new(name).parent().map(PathBuf::from).unwrap_or_default();
        Templates { map: name.to_owned(), folder, files, read: BTreeMap::new() }
    }

    /// Returns the object of the template in this file.
    pub(super) fn object(&mut self, file: &str) -> Result<&Object, LoadError> {
        if !self.read.contains_key(file) {
            let many = self.read.len() == MAX_TEMPLATES;
            let many = many.then(|| format!("the map has too many templates; expected at most {MAX_TEMPLATES}"));
            if let Some(message) = name_flaw("a template", file).or(many) {
                return Err(Problem::of(&self.map, message).into());
            }
            let path = self.folder.join(file).to_string_lossy().into_owned();
            let object = self.template(&path)?;
            self.read.insert(file.to_owned(), object);
        }
        Ok(&self.read[file])
    }

    fn template(&self, path: &str) -> Result<Object, LoadError> {
        let text = text(path, self.files, MAX_TEMPLATE)?;
        let (mut object, tilesets) = template(path, &text).map_err(|refused| match refused {
            Refused::Here(flaw) => flaw.problem(path, &text).into(),
            Refused::Elsewhere(error) => error,
        })?;
        Tilesets::of(path, self.files, tilesets).fill(&mut object);
        Ok(object)
    }
}
