//! Finds the level of a FILE argument: `-`, `@name`, or a path. The name of a file tells the family, else its text
//! does. `#` and a number or a title select one level of a file that has several.

use std::borrow::Cow;
use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use engines::clock::{self, Duration};
use engines::{Budget, Context};
use puzzles::collection;
use puzzles::family::Collection;
use puzzles::recognition::{self, Unrecognised};
use puzzles::record::split_moves;
use puzzles::{Family, Level, LoadError, OptionValue, ProblemCounts, Severity, Source};

use crate::excerpts::Excerpts;
use crate::place;
use crate::report;
use crate::status::Status;

/// The internal name of standard input if one of its levels is chosen: `-#3` looks like an option to the parser of the
/// command line, so [`Input::spelled`] replaces it by this name.
const STDIN: &str = "<stdin>";

/// How long texts are loaded to decide between formats.
const DECIDING: Duration = Duration::from_secs(2);

/// The source and family of a level that is not loaded yet.
#[derive(Clone)]
pub(crate) struct Input {
    /// The name that the user gave.
    pub(crate) name: String,
    /// The name of the file, without the choice of a level.
    file: String,
    pub(crate) family: &'static dyn Family,
    pub(crate) source: Arc<dyn Source>,
    /// The lines of the source for its problems, once there are any; shared by the levels of a file.
    excerpts: Arc<OnceLock<Excerpts>>,
    chosen: Chosen,
}

/// The choice of a level of a file.
#[derive(Clone)]
enum Chosen {
    /// The only one.
    Only,
    /// The one of this number or title.
    Named(String),
    /// The one at this place of a file that is open; `is_first` of those that are meant.
    At { collection: Arc<dyn Collection>, index: usize, is_first: bool },
}

/// The error of a file that cannot be used: a message for the user, and the exit status.
#[derive(Debug)]
pub(crate) struct Unusable {
    pub(crate) message: String,
    pub(crate) status: Status,
}

type Families = [&'static dyn Family];

impl Input {
    /// Rewrites an argument `-#3` so that the parser of the command line does not take it for an option.
    pub(crate) fn spelled(argument: OsString) -> OsString {
        match argument.to_str().and_then(|text| text.strip_prefix("-#")) {
            Some(chosen) => format!("{STDIN}#{chosen}").into(),
            None => argument,
        }
    }

    /// Finds the text and the family. An existing path wins; else the name is split at its last `#`.
    pub(crate) fn find(families: &Families, name: &str, family: Option<&str>) -> Result<Input, Unusable> {
        let (file, chosen) = match name.rsplit_once('#') {
            Some((file, choice)) if !Path::new(name).exists() => (file, Chosen::Named(choice.to_owned())),
            _ => (name, Chosen::Only),
        };
        let (family, source) = Input::text(families, file, family)?;
        // Standard input is named as it is typed.
        let (name, file) = match name.strip_prefix(STDIN) {
            Some(choice) => (format!("-{choice}"), "-"),
            None => (name.to_owned(), file),
        };
        Ok(Input { name, file: file.into(), family, source, excerpts: Arc::default(), chosen })
    }

    /// A text that holds one level.
    pub(crate) fn of_text(name: String, family: &'static dyn Family, text: &str) -> Input {
        let source = Arc::new(text.as_bytes().to_vec());
        Input { file: name.clone(), name, family, source, excerpts: Arc::default(), chosen: Chosen::Only }
    }

    /// The title of a level that was chosen from an open file, where the file gives one.
    pub(crate) fn title(&self) -> Option<&str> {
        match &self.chosen {
            Chosen::At { collection, index, .. } => collection.entries()[*index].title.as_deref(),
            Chosen::Only | Chosen::Named(_) => None,
        }
    }

    /// The title of a level's picture, with its number where it was chosen from several of a file.
    pub(crate) fn titled(&self, title: &str) -> String {
        match &self.chosen {
            Chosen::At { collection, index, .. } if collection.entries().len() > 1 => {
                format!("{title}, level {}", index + 1)
            }
            Chosen::Named(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{title}, level {number}")
            }
            Chosen::At { .. } | Chosen::Named(_) | Chosen::Only => title.to_owned(),
        }
    }

    /// The file and the index in it of a level that was chosen from an open file.
    pub(crate) fn place(&self) -> Option<(&dyn Collection, usize)> {
        match &self.chosen {
            Chosen::At { collection, index, .. } => Some((&**collection, *index)),
            Chosen::Only | Chosen::Named(_) => None,
        }
    }

    /// The line of the file in which a level begins that was chosen from an open file, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.place().map_or(1, |(collection, index)| collection.entries()[index].line)
    }

    /// The number that the format's own tools give a level that was chosen from an open file, where it differs.
    pub(crate) fn index(&self) -> Option<u64> {
        match &self.chosen {
            Chosen::At { collection, index, .. } => collection.entries()[*index].index,
            Chosen::Only | Chosen::Named(_) => None,
        }
    }

    /// The name of the file, without the choice of a level.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// The lines of the file around its problems.
    pub(crate) fn excerpts(&self) -> &Excerpts {
        self.excerpts.get_or_init(|| Excerpts::of(&*self.source))
    }

    /// Whether it was read from standard input, which cannot be read again.
    pub(crate) fn is_stdin(&self) -> bool {
        self.file() == "-"
    }

    /// Whether a file holds the levels of some family: by its name, or, if it is a text file, by what it holds.
    pub(crate) fn is_level_file(families: &Families, path: &Path) -> bool {
        let is_text = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
        let Some(name) = path.to_str() else { return false };
        recognition::by_file_name(families, name).is_some() || is_text && Input::find(families, name, None).is_ok()
    }

    /// The indices of the levels that are meant of the open file, from 0.
    pub(crate) fn places(&self, collection: &dyn Collection) -> Result<Range<usize>, LoadError> {
        let entries = collection.entries();
        let Chosen::Named(choice) = &self.chosen else { return Ok(0..entries.len()) };
        let chosen = collection::select_several(entries, choice);
        chosen.map_err(|why| LoadError::NoSuchLevel(format!("{}: {why}", self.name)))
    }

    /// That one level is meant; else the error lists them.
    fn is_one(&self, collection: &dyn Collection, places: &Range<usize>) -> Result<(), LoadError> {
        let (count, name, file) = (places.len(), &self.name, &self.file);
        if count <= 1 {
            return Ok(());
        }
        let listed = collection::listed(collection.entries());
        Err(LoadError::NoSuchLevel(format!("{name} holds {count} levels; expected {file}#N with one of {listed}")))
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
        let is_stdin = name == "-" || name == STDIN;
        let source: Arc<dyn Source> = if is_stdin {
            Arc::new(place::bounded(std::io::stdin().lock()).map_err(failed)?)
        } else {
            place::open(Path::new(name)).map_err(failed)?
        };
        let by_name = || recognition::by_file_name(families, name).filter(|_| !is_stdin);
        if let Some(family) = named.or_else(by_name) {
            return Ok((family, source));
        }
        let found = recognition::recognise_source(families, &source, &deciding()).map_err(failed)?;
        found.map_err(|why| unrecognised(families, name, &why))
    }

    /// Returns each level of the file that is meant as a separate input, named `FILE#N` where there are several, else
    /// by the name that it was given.
    pub(crate) fn levels(self, cx: &Context<'_>) -> Result<Vec<Input>, Box<(Input, LoadError)>> {
        if matches!(self.chosen, Chosen::At { .. }) {
            return Ok(vec![self]);
        }
        let opened = self.open(cx).and_then(|collection| Ok((self.places(&*collection)?, collection)));
        let (places, collection): (Range<usize>, Arc<dyn Collection>) = match opened {
            Ok((places, collection)) => (places, collection.into()),
            Err(error) => return Err(Box::new((self, error))),
        };
        let (is_numbered, first) = (places.len() > 1, places.start);
        let each = |index: usize| Input {
            name: if is_numbered { format!("{}#{}", self.file, index + 1) } else { self.name.clone() },
            chosen: Chosen::At { collection: Arc::clone(&collection), index, is_first: index == first },
            ..self.clone()
        };
        Ok(places.map(each).collect())
    }

    /// Returns the one level that is meant as an input; where several are meant, the error lists them.
    pub(crate) fn level(self, cx: &Context<'_>) -> Result<Input, Box<(Input, LoadError)>> {
        let mut levels = self.clone().levels(cx)?;
        let meant = levels
            .first()
            .and_then(Input::place)
            .map_or(Ok(()), |(collection, first)| self.is_one(collection, &(first..first + levels.len())));
        match (meant, levels.pop()) {
            (Ok(()), Some(level)) => Ok(level),
            (Ok(()), None) => Ok(self),
            (Err(several), _) => Err(Box::new((self, several))),
        }
    }

    /// Opens the file, whichever level of it is selected.
    pub(crate) fn open(&self, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        self.family.open(Arc::clone(&self.source), cx)
    }

    /// Loads the level; the limits of the context apply to a level that is a program. A file of several levels, of
    /// which none is selected, is an error with their list.
    pub(crate) fn load(&self, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        match &self.chosen {
            Chosen::At { collection, index, .. } => collection.level(*index, cx),
            Chosen::Only | Chosen::Named(_) => {
                let collection = self.open(cx)?;
                let places = self.places(&*collection)?;
                self.is_one(&*collection, &places)?;
                collection.level(places.start, cx)
            }
        }
    }

    /// Says on standard error that the file has errors or warnings: where several of its levels are meant, with the
    /// first of them alone.
    pub(crate) fn say_problems(&self, level: &dyn Level) {
        if matches!(self.chosen, Chosen::At { is_first: false, .. }) {
            return;
        }
        let problems = level.diagnosis().problems;
        let counts = ProblemCounts::of(&problems);
        if counts.any() {
            let error = problems.iter().find(|problem| problem.severity == Severity::Error);
            let first = error.map(|error| format!("; {error}")).unwrap_or_default();
            report::say(&format!("menagerie: {}: {}, shown by `menagerie check`{first}", self.name, counts.words()));
        }
    }

    /// The text of the level alone: the file as it stands, or the level that is chosen from it.
    pub(crate) fn level_source(self, cx: &Context<'_>) -> Result<Arc<dyn Source>, LoadError> {
        match self.chosen {
            Chosen::Only => {
                // A program is one level, and is not run for this; what cannot be read is told where it is loaded.
                if self.family.confined().is_none()
                    && let Ok(collection) = self.open(cx)
                {
                    self.is_one(&*collection, &self.places(&*collection)?)?;
                }
                Ok(self.source)
            }
            _ => Ok(Arc::new(self.load(cx)?.text().into_bytes())),
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

/// The limits within which texts are loaded to decide between formats.
fn deciding() -> Context<'static> {
    let deadline = clock::now().checked_add(DECIDING);
    Context::new(Budget { nodes: None, bytes: Some(256 << 20), disk: None, deadline })
}

/// The message about a text whose family is not known.
fn unrecognised(families: &Families, name: &str, why: &Unrecognised) -> Unusable {
    usage(match why {
        Unrecognised::Unknown => {
            let known = families.iter().flat_map(|family| family.info().extensions());
            let known: Vec<String> = known.map(|known| format!(".{known}")).collect();
            let known = known.join(", ");
            format!("{name}: neither its name nor its text tells a family; expected {known}, or --family NAME")
        }
        Unrecognised::Ambiguous(_) => format!("{name}: {why}, as --family NAME"),
        Unrecognised::Link | Unrecognised::CutOff(_) => format!("{name}: {why}"),
    })
}

/// A shipped level by name, with its extension where two families share it.
fn shipped_level(
    families: &Families,
    name: &str,
    wanted: &str,
    named: Option<&'static dyn Family>,
) -> Result<(&'static dyn Family, Arc<dyn Source>), Unusable> {
    let mut found: Vec<(&'static dyn Family, Cow<'static, str>, &str)> = Vec::new();
    for &family in families {
        let info = family.info();
        if named.is_some_and(|named| named.info().name != info.name) {
            continue;
        }
        let fits = |name: &str| name == wanted || format!("{name}.{}", info.extension) == wanted;
        let levels = info.levels.iter().filter(|level| fits(level.name));
        found.extend(levels.map(|level| (family, level.text.into(), level.name)));
        let sets = family.sets().iter().filter(|set| fits(set.name));
        found.extend(sets.map(|set| (family, set.text(info).into(), set.name)));
    }
    match found.as_slice() {
        [(family, text, _)] => Ok((*family, Arc::new(text.as_bytes().to_vec()))),
        [] => Err(usage(format!("no shipped level '{name}'; `menagerie list` names them"))),
        several => {
            let full: Vec<String> =
                several.iter().map(|(family, _, name)| format!("@{name}.{}", family.info().extension)).collect();
            Err(usage(format!("'{name}' is in several families; expected {}", full.join(" or "))))
        }
    }
}

/// Moves from the command line: a JSON list of texts and whole numbers, or one text split at `;`. A list that begins
/// with a word or a single quote is no JSON, but a move in a family's own words.
pub(crate) fn moves(text: &str) -> Result<Vec<String>, Unusable> {
    let list = text.trim_start().strip_prefix('[').map(str::trim_start);
    if list.is_none_or(|list| list.starts_with(|first: char| first == '\'' || first.is_alphabetic())) {
        return Ok(split_moves(text));
    }
    match serde_json::from_str(text) {
        Ok(OptionValue::List(moves)) => Ok(moves),
        Ok(other) => Err(usage(format!("expected a list of moves, such as [\"1\", \"2\"], not {other}"))),
        Err(error) => Err(usage(format!("the list of moves is not JSON: {error}; expected such as [\"1\", \"2\"]"))),
    }
}
