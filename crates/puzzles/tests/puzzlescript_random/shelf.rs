//! Files in memory, for searches on disk.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use engines::{Store, Stored, WorkFolder};

/// The files of one search in memory: a single folder, which each search finds empty.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<HashMap<String, Arc<Vec<u8>>>>);

struct Held(Arc<Vec<u8>>);

impl Deref for Held {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Store for Shelf {
    fn get(&self, _: &str) -> Option<Stored> {
        None
    }

    fn put(&self, _: &str, _: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }

    fn work_folder(&self, _: &str) -> io::Result<Box<dyn WorkFolder + '_>> {
        self.0.lock().expect("a lock").clear();
        Ok(Box::new(Folder(self)))
    }
}

struct Folder<'s>(&'s Shelf);

impl WorkFolder for Folder<'_> {
    fn names(&self) -> Vec<String> {
        self.0.0.lock().expect("a lock").keys().cloned().collect()
    }

    fn get(&self, name: &str) -> io::Result<Stored> {
        let files = self.0.0.lock().expect("a lock");
        Ok(Box::new(Held(Arc::clone(files.get(name).ok_or(ErrorKind::NotFound)?))))
    }

    fn put(&self, name: &str, write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.0.0.lock().expect("a lock").insert(name.to_owned(), Arc::new(bytes));
        Ok(())
    }

    fn remove(&self, name: &str) {
        self.0.0.lock().expect("a lock").remove(name);
    }

    fn delete(self: Box<Self>) {
        self.0.0.lock().expect("a lock").clear();
    }
}
