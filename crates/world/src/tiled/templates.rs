//! Templates of objects: separate files with the attributes that the objects made from them leave out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::object::Object;
use super::{Refused, is_json, json, text, xml};
use crate::map::Files;
use crate::problem::Problem;

/// The templates of one map, each read once.
pub(super) struct Templates<'a> {
    folder: PathBuf,
    files: Files<'a>,
    read: BTreeMap<String, Object>,
}

impl<'a> Templates<'a> {
    /// Creates the templates of the map `name`, whose files are named relative to it.
    pub(super) fn of(name: &str, files: Files<'a>) -> Templates<'a> {
        let folder = Path::new(name).parent().map(PathBuf::from).unwrap_or_default();
        Templates { folder, files, read: BTreeMap::new() }
    }

    /// Returns the object of the template in this file.
    pub(super) fn object(&mut self, file: &str) -> Result<&Object, Problem> {
        if !self.read.contains_key(file) {
            let path = self.folder.join(file).to_string_lossy().into_owned();
            let object = self.template(&path)?;
            self.read.insert(file.to_owned(), object);
        }
        Ok(&self.read[file])
    }

    fn template(&self, path: &str) -> Result<Object, Problem> {
        let text = text(path, self.files)?;
        let read = if is_json(path) { json::template } else { xml::template };
        read(&text).map_err(|refused| match refused {
            Refused::Here(flaw) => flaw.problem(path, &text),
            Refused::Placed(problem) => problem,
        })
    }
}
