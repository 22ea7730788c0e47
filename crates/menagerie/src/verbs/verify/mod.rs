//! The verb that checks an answer, or the answers about the levels of one file: verify.
//!
//! What `--json` printed is taken as it is: one answer, the results of several levels, and lists or streams of these.
//! Of the answers about another file nothing is said.

mod entry;
mod given;
mod report;

use std::ops::Range;

use puzzles::LoadError;
use puzzles::collection;
use puzzles::family::Collection;
use serde_json::{Value, json};

use self::entry::Entry;
use self::given::{Given, Totals};
use self::report::Report;
use crate::cli_context::CliContext;
use crate::command_error::CommandError;
use crate::input::Input;
use crate::report as printed;
use crate::status::Status;

/// Checks an answer with the family's independent checker. With `partly` it is enough that nothing is wrong, though not
/// everything was rechecked.
pub(super) fn verify(cli: &CliContext<'_>, file: &str, answer_file: &str, partly: bool) -> anyhow::Result<Status> {
    match checked(cli, file, answer_file) {
        Ok((text, status)) => {
            printed::print(&text)?;
            Ok(if partly && status == Status::Unfinished { Status::Answered } else { status })
        }
        Err(none) => {
            printed::say(&none.text);
            Ok(none.status)
        }
    }
}

/// The text for standard output, and the status.
fn checked(cli: &CliContext<'_>, file: &str, answer_file: &str) -> Result<(String, Status), CommandError> {
    let input = Input::find(cli.families, file, cli.common.family.as_deref()).map_err(CommandError::unusable)?;
    let text = given::read(answer_file)?;
    let refused = |problems: LoadError| CommandError::problems(&input, &problems);
    let collection = input.open(&cli.context()).map_err(refused)?;
    let meant = input.places(&*collection).map_err(refused)?;
    let levels = Levels { cli, input: &input, collection: &*collection, meant };
    match given::parse(answer_file, &text)? {
        Given::One(mut value) => {
            levels.adopt(&mut value);
            let (name, report) = levels.report(Entry::of(&value), answer_file, Some(&text))?;
            let text = match cli.common.json {
                true => printed::json_line(&about(&name, report.object()).to_string()),
                false => report.words(),
            };
            Ok((text, report.status()))
        }
        Given::Several(values, totals) => levels.several(file, answer_file, &values, &totals),
    }
}

/// The object of a report, with the level that it is about.
fn about(file: &str, mut object: Value) -> Value {
    object["file"] = json!(file);
    object
}

/// The levels of the file that answers are about.
struct Levels<'a> {
    cli: &'a CliContext<'a>,
    input: &'a Input,
    collection: &'a dyn Collection,
    /// The places of those that the command means.
    meant: Range<usize>,
}

impl Levels<'_> {
    /// Whether an answer may be about a level that the command means: not about another file, nor another level of
    /// this.
    fn is_meant(&self, entry: Entry<'_>) -> bool {
        let at = entry.place(self.collection.entries());
        !self.is_of_other_file(entry) && at.ok().flatten().is_none_or(|at| self.meant.contains(&at))
    }

    fn is_of_other_file(&self, entry: Entry<'_>) -> bool {
        entry.file().is_some() && entry.file_name() != Entry::name_of(self.input.file())
    }

    /// Takes the only answer given for one about the one level that the command means, though it was asked about a file
    /// of another name, or about standard input: the level may have been renamed or copied since.
    fn adopt(&self, answer: &mut Value) {
        if self.meant.len() == 1
            && self.is_of_other_file(Entry::of(answer))
            && let Some(fields) = answer.as_object_mut()
        {
            fields.remove("file");
            fields.remove("index");
        }
    }

    /// The place of the level that an answer is about, or what is wrong with the level that it names.
    ///
    /// # Errors
    /// The answer names none, where the command means several.
    fn place(&self, entry: Entry<'_>) -> Result<Result<usize, String>, CommandError> {
        let (entries, file) = (self.collection.entries(), self.input.file());
        match entry.place(entries) {
            Err(flaw) => Ok(Err(flaw)),
            Ok(Some(at)) if self.meant.contains(&at) => Ok(Ok(at)),
            Ok(Some(at)) => Ok(Err(format!("it is about level {}, not {}", at + 1, self.meant.start + 1))),
            Ok(None) if self.meant.len() == 1 => Ok(Ok(self.meant.start)),
            Ok(None) => {
                let (count, listed) = (entries.len(), collection::listed(entries));
                let why = format!(
                    "{file} holds {count} levels, and an answer names none; expected {file}#N with one of {listed}"
                );
                Err(CommandError::problems(self.input, &LoadError::NoSuchLevel(why)))
            }
        }
    }

    /// Checks one answer about a level, which is named too. `text` is the text of the answer where that is all of its
    /// file.
    fn report(
        &self,
        entry: Entry<'_>,
        answer_file: &str,
        text: Option<&[u8]>,
    ) -> Result<(String, Report), CommandError> {
        let (file, is_single) = (self.input.file(), self.collection.entries().len() == 1);
        let at = match self.place(entry)? {
            Ok(at) => at,
            Err(flaw) => {
                let name = entry.file().unwrap_or(file).to_owned();
                return Ok((name, Report::wrong(self.input.family.info().name, flaw)));
            }
        };
        let name = if is_single { file.to_owned() } else { format!("{file}#{}", at + 1) };
        let level = self.collection.level(at, &self.cli.context());
        let level = level.map_err(|problems| CommandError::problems(self.input, &problems))?;
        let answer = entry.answer(&*level, text).map_err(|problem| match text {
            Some(text) => given::malformed(answer_file, text, problem),
            None => given::invalid(format!("{answer_file}: {name}: {}", problem.message)),
        })?;
        let report = Report::of(self.cli, &name, &level, entry, answer)?;
        Ok((name, report))
    }

    /// Checks the answers about the levels of this file; those about others are passed over.
    fn several(
        &self,
        file: &str,
        answer_file: &str,
        values: &[Value],
        totals: &[Totals],
    ) -> Result<(String, Status), CommandError> {
        let (mut objects, mut words, mut status) = (Vec::new(), String::new(), Status::Answered);
        for entry in values.iter().map(Entry::of).filter(|entry| self.is_meant(*entry)) {
            let (object, name, said) = match entry.error() {
                Some(error) => (json!({"error": error}), file.to_owned(), format!("no answer: {error}")),
                None => {
                    let (name, report) = self.report(entry, answer_file, None)?;
                    status = status.worse(report.status());
                    (report.object(), name, report.headline())
                }
            };
            let name = entry.file().map_or(name, ToOwned::to_owned);
            words += &format!("{name}: {said}\n");
            objects.push(about(&name, object));
        }
        if objects.is_empty() {
            return Err(given::invalid(format!("{answer_file}: it has no answer about {file}")));
        }
        let mut object = json!({"schema": 1, "question": "verify", "verdict": null, "results": objects});
        if let Some(flaw) = totals.iter().find_map(Totals::flaw) {
            status = status.worse(Status::Refuted);
            words += &format!("totals: does not hold: {flaw}\n");
            object["flaw"] = json!(format!("totals: {flaw}"));
        }
        Ok((if self.cli.common.json { printed::json_line(&object.to_string()) } else { words }, status))
    }
}
