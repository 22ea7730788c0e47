//! The outputs that a command names: they are checked before any work is done, and some receive rows while an answer
//! is computed.

use std::io;
use std::path::Path;

use engines::Context;
use puzzles::{Answer, AskError, Verdict, words};

use crate::arguments::{Verb, WorldRun, WorldVerb};
use crate::input::Unusable;
use crate::out::Output;
use crate::output_arguments::{Outputs, Pictures};
use crate::question_verbs::Asking;
use crate::report;
use crate::state_files::{GRAPH, STATES, StateFiles};
use crate::status::Status;

/// The option for an answer's table.
const TABLE: &str = "--csv";

/// The option for a saved map.
const SAVE: &str = "--save";
/// Why no map is saved.
const NO_MAP: &str = "maps of this family are not kept in files, so that new --map and hint --map have none to read";

/// Why no states are written.
const NO_STATES: &str = "maps of this family are not made of single states";

/// An option and the output that it names.
type Named<'a> = (&'static str, &'a Path);

impl Verb {
    /// The outputs that the command names, with their options.
    pub(crate) fn outputs(&self) -> Vec<Named<'_>> {
        match self {
            Verb::Show { pictures, .. } | Verb::World(WorldVerb::Show { pictures, .. }) => pictures.outputs(),
            Verb::Ask(Asking { out, save, states, outputs, .. }) => {
                let outputs = with(with(outputs.outputs(), "--out", out.as_deref()), SAVE, save.as_deref());
                with(with(outputs, STATES, states.states.as_deref()), GRAPH, states.graph.as_deref())
            }
            Verb::World(WorldVerb::Run(run)) => run.outputs(),
            Verb::Survey(survey) => survey.table().into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl Outputs {
    fn outputs(&self) -> Vec<Named<'_>> {
        with(self.pictures.outputs(), TABLE, self.csv.as_deref())
    }
}

impl Pictures {
    /// The files that were asked for, with their options.
    pub(crate) fn outputs(&self) -> Vec<Named<'_>> {
        let outputs = with(Vec::new(), "--svg", self.svg.as_deref());
        #[cfg(feature = "raster")]
        let outputs = with(with(outputs, "--png", self.png.as_deref()), "--gif", self.gif.as_deref());
        outputs
    }
}

impl WorldRun {
    fn outputs(&self) -> Vec<Named<'_>> {
        let outputs = with(self.pictures.outputs(), "--record", self.record.as_deref());
        with(with(outputs, "--save", self.save.as_deref()), "--trace", self.trace.as_deref())
    }
}

fn with<'a>(mut outputs: Vec<Named<'a>>, option: &'static str, path: Option<&'a Path>) -> Vec<Named<'a>> {
    outputs.extend(path.map(|path| (option, path)));
    outputs
}

/// Checks every output that was asked for, with the options that name them, before any work is done. Returns whether
/// one of them is standard output.
///
/// # Errors
/// An output that cannot be written, two that are the same, or standard output where the answer is one JSON object.
pub(crate) fn examine(outputs: &[Named<'_>], json: bool) -> Result<bool, Unusable> {
    let usage = |message: String| Unusable { message, status: Status::Usage };
    let failed = |error: anyhow::Error| Unusable { message: format!("{error:#}"), status: Status::Failed };
    let mut found: Vec<(&str, Output)> = Vec::new();
    for (option, path) in outputs {
        let output = Output::new(path).map_err(failed)?;
        let same = |(_, other): &&(&str, Output)| match (output.file(), other.file()) {
            (Some(file), Some(other)) => file == other,
            _ => output.is_standard() && other.is_standard(),
        };
        if let Some((other, _)) = found.iter().find(same) {
            let path = path.display();
            return Err(usage(format!("{other} and {option} both name {path}; expected a place for each")));
        }
        found.push((option, output));
    }
    let standard = found.iter().find(|(_, output)| output.is_standard());
    match standard {
        Some((option, _)) if json => Err(usage(format!(
            "{option} is standard output, where --json prints its object; expected a file for {option}"
        ))),
        standard => Ok(standard.is_some()),
    }
}

/// The outputs that are written while a question is answered: `--out`, `--save`, `--states`, `--graph` and `--csv`.
pub(crate) struct Rows {
    out: Option<Output>,
    save: Option<Output>,
    states: Option<StateFiles>,
    table: Option<Output>,
}

impl Rows {
    /// Opens the outputs that were asked for.
    pub(crate) fn new(
        out: Option<&Path>,
        save: Option<&Path>,
        states: Option<StateFiles>,
        table: Option<&Path>,
    ) -> anyhow::Result<Rows> {
        let output = |path: Option<&Path>| path.map(Output::new).transpose();
        Ok(Rows { out: output(out)?, save: output(save)?, states, table: output(table)? })
    }

    /// Adds the outputs to the context of a question, which writes to them.
    pub(crate) fn attach<'a>(&'a self, mut cx: Context<'a>) -> Context<'a> {
        if let Some(out) = &self.out {
            cx = cx.sink(out);
        }
        if let Some(save) = &self.save {
            cx = cx.saving_map(save);
        }
        if let Some(states) = &self.states {
            cx = cx.state_sink(states);
        }
        if let Some(table) = &self.table {
            cx = cx.table_sink(table);
        }
        cx
    }

    /// Completes the outputs with an answer: writes its table if no row was written yet. The outputs of an unfinished
    /// answer are removed.
    pub(crate) fn keep(&self, answer: &Answer) -> anyhow::Result<()> {
        if answer.verdict == Some(Verdict::Unfinished) {
            self.discard();
            for (option, _) in self.each() {
                report::say(&format!("menagerie: nothing was written with {option}: the answer is unfinished"));
            }
            return Ok(());
        }
        for (option, output) in self.each().filter(|(option, _)| *option != TABLE) {
            if !output.used() {
                let why = match option {
                    SAVE => NO_MAP,
                    STATES | GRAPH => NO_STATES,
                    _ => "the answer holds everything",
                };
                report::say(&format!("menagerie: nothing was written with {option}: {why}"));
            }
            output.keep()?;
        }
        match &self.table {
            Some(table) if table.used() => table.keep(),
            Some(table) => table.fill(|out| words::table(answer).write_csv(out)),
            None => Ok(()),
        }
    }

    /// Removes the outputs of a question that failed, and returns the reason: a closed standard output is not an error,
    /// and the error of an output is reported with its name.
    pub(crate) fn abandon(&self, refusal: &AskError) -> Abandoned {
        self.discard();
        let AskError::Broken(error) = refusal else { return Abandoned::Refused };
        let closed = error.kind() == io::ErrorKind::BrokenPipe;
        let mut used = self.each().map(|(_, output)| output).filter(|output| output.used());
        match used.next() {
            Some(output) if closed && output.is_standard() => Abandoned::Unread,
            Some(output) => Abandoned::Failed(format!("{}: {error}", output.name().display())),
            None => Abandoned::Refused,
        }
    }

    fn discard(&self) {
        self.each().for_each(|(_, output)| output.discard());
    }

    /// Iterates over the outputs with the options that name them.
    fn each(&self) -> impl Iterator<Item = (&'static str, &Output)> {
        let all = [("--out", &self.out), (SAVE, &self.save), (TABLE, &self.table)];
        let states = self.states.iter().flat_map(StateFiles::each);
        all.into_iter().filter_map(|(option, output)| Some((option, output.as_ref()?))).chain(states)
    }
}

/// Why outputs were removed.
pub(crate) enum Abandoned {
    /// Standard output was closed.
    Unread,
    /// An output cannot be written; the field is the message.
    Failed(String),
    /// The question failed.
    Refused,
}
