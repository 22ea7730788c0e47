//! The levels of a survey: those of the files that were named, and of the files in the folders that were named.
//!
//! Every file is opened once to count its levels, and again when its levels are asked: no file stays open or in memory,
//! but for standard input.

use std::collections::BTreeSet;
use std::sync::Arc;

use engines::Context;
use puzzles::family::Collection;
use puzzles::{Family, Level, Question, Source};
use sha2::{Digest, Sha256};

use super::row::Row;
use crate::cli_context::CliContext;
use crate::input::{Input, Unusable};
use crate::verbs::paths::{self, Named};

/// The bytes of a source that are read at a time.
const PIECE: usize = 1 << 20;

/// A file of the survey.
struct File {
    /// Its name, without the choice of a level.
    name: String,
    /// Standard input, which cannot be opened again.
    input: Option<Input>,
}

/// The place of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    file: usize,
    /// The index of the level in its file, from 0.
    index: usize,
}

/// The levels of all files.
pub(super) struct Corpus {
    files: Vec<File>,
    pub(super) places: Vec<Place>,
    /// The files that hold no level that can be asked, as rows with the reason.
    pub(super) unusable: Vec<Row>,
}

impl Corpus {
    /// Finds the levels of these paths.
    ///
    /// # Errors
    /// A path that was named and does not exist or is of no family, a folder without files of levels, a pattern that
    /// fits no file.
    pub(super) fn find(
        cli: &CliContext<'_>,
        question: &Question,
        paths: &[String],
        cx: &Context<'_>,
    ) -> Result<Corpus, Unusable> {
        let mut corpus = Corpus { files: Vec::new(), places: Vec::new(), unusable: Vec::new() };
        let mut seen = BTreeSet::new();
        for Named { name, is_found } in paths::files(cli, paths)? {
            match Input::find(cli.families, &name, cli.common.family.as_deref()) {
                Ok(input) => corpus.add(input, &mut seen, cx),
                Err(unusable) if is_found => corpus.unusable.push(Row::of_file(&name, None, unusable.message)),
                Err(unusable) => return Err(unusable),
            }
        }
        corpus.unusable.iter_mut().for_each(|row| row.question = Some(question.kind));
        Ok(corpus)
    }

    fn add(&mut self, input: Input, seen: &mut BTreeSet<(String, usize)>, cx: &Context<'_>) {
        let name = input.file().to_owned();
        let opened = input.open(cx).and_then(|collection| input.places(&*collection));
        let places = match opened {
            Ok(places) => places,
            Err(error) => {
                let row = Row::of_file(&name, Some(input.family), error.to_string());
                return self.unusable.push(Row { sha256: sha256(&*input.source).ok(), ..row });
            }
        };
        let file = self.files.len();
        let new = places.filter(|&index| seen.insert((name.clone(), index)));
        self.places.extend(new.map(|index| Place { file, index }));
        self.files.push(File { name, input: input.is_stdin().then_some(input) });
    }

    /// The number of files, those without a level that can be asked counted.
    pub(super) fn file_count(&self) -> usize {
        let files: BTreeSet<&str> = self.files.iter().map(|file| &*file.name).collect();
        files.len() + self.unusable.len()
    }
}

/// A level that can be asked.
pub(super) struct Loaded {
    pub(super) level: Arc<dyn Level>,
    /// The title that its file or its text states.
    pub(super) title: Option<String>,
    /// The level's text: its file as it stands if that holds this level alone.
    pub(super) source: Arc<dyn Source>,
    /// The SHA-256 of the text.
    pub(super) sha256: String,
}

/// Why a level cannot be loaded.
pub(super) struct Unloaded {
    pub(super) family: Option<&'static dyn Family>,
    pub(super) error: String,
}

/// A file whose levels are loaded.
struct Open {
    file: usize,
    family: &'static dyn Family,
    source: Arc<dyn Source>,
    collection: Box<dyn Collection>,
}

/// Loads levels; it keeps the file of the last one open.
pub(super) struct Loader<'a> {
    cli: &'a CliContext<'a>,
    corpus: &'a Corpus,
    open: Option<Open>,
}

impl<'a> Loader<'a> {
    pub(super) fn new(cli: &'a CliContext<'a>, corpus: &'a Corpus) -> Loader<'a> {
        Loader { cli, corpus, open: None }
    }

    /// Loads a level, or says why it cannot be loaded.
    pub(super) fn load(&mut self, place: Place, cx: &Context<'_>) -> Result<Loaded, Unloaded> {
        let open = match self.open.take().filter(|open| open.file == place.file) {
            Some(open) => open,
            None => self.opened(place, cx)?,
        };
        let open = self.open.insert(open);
        let failed = |error: String| Unloaded { family: Some(open.family), error };
        if place.index >= open.collection.entries().len() {
            return Err(failed("the file has changed: it does not hold this level any more".into()));
        }
        let level = open.collection.level(place.index, cx).map_err(|error| failed(error.to_string()))?;
        let source = match open.collection.entries().len() {
            1 => Arc::clone(&open.source),
            _ => Arc::new(level.text().into_bytes()),
        };
        let sha256 = sha256(&*source).map_err(|error| failed(error.to_string()))?;
        let title = open.collection.entries()[place.index].title.clone();
        let title = title.or_else(|| open.family.title(&level.text()));
        Ok(Loaded { level, title, source, sha256 })
    }

    /// Closes the file of the last level.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    fn opened(&self, place: Place, cx: &Context<'_>) -> Result<Open, Unloaded> {
        let File { name, input } = &self.corpus.files[place.file];
        let found;
        let input = match input {
            Some(input) => input,
            None => {
                let family = self.cli.common.family.as_deref();
                found = Input::find(self.cli.families, name, family)
                    .map_err(|unusable| Unloaded { family: None, error: unusable.message })?;
                &found
            }
        };
        let collection =
            input.open(cx).map_err(|error| Unloaded { family: Some(input.family), error: error.to_string() })?;
        Ok(Open { file: place.file, family: input.family, source: Arc::clone(&input.source), collection })
    }

    /// The file of a place and the number of its level, from 1.
    pub(super) fn name(&self, place: Place) -> (&str, u64) {
        (&self.corpus.files[place.file].name, number(place))
    }
}

/// The number of a level in its file, from 1.
fn number(place: Place) -> u64 {
    place.index as u64 + 1
}

fn sha256(source: &dyn Source) -> std::io::Result<String> {
    let (mut hash, mut piece, mut done) = (Sha256::new(), vec![0; PIECE], 0);
    loop {
        let count = source.read_at(done, &mut piece)?;
        if count == 0 {
            return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hash.update(&piece[..count]);
        done += count as u64;
    }
}
