//! Every output that a command names: looked up before any work is done, and those that take an answer's rows while
//! it is found.

use std::io;
use std::path::Path;

use engines::Context;
use puzzles::{Answer, AskError, Verdict, table};

use crate::arguments::{Outputs, Pictures, Verb, WorldRun, WorldVerb};
use crate::input::Unusable;
use crate::out::Output;
use crate::report;
use crate::status::Status;

/// The option for an answer's table.
const TABLE: &str = "--csv";

/// An option and the output that it names.
type Named<'a> = (&'static str, &'a Path);

impl Verb {
    /// The outputs that the command names, with their options.
    pub(crate) fn outputs(&self) -> Vec<Named<'_>> {
        match self {
            Verb::Show { pictures, .. } | Verb::World(WorldVerb::Show { pictures, .. }) => pictures.outputs(),
            Verb::Solve(solve) => with(solve.outputs.outputs(), "--out", solve.out.as_deref()),
            Verb::Improve { out, files, .. } | Verb::Reach { out, files, .. } => {
                with(files.outputs(), "--out", out.as_deref())
            }
            Verb::Map { save, files, .. } => with(files.outputs(), "--save", save.as_deref()),
            Verb::Count { files, .. } | Verb::Hint { files, .. } | Verb::Run { files, .. } => files.outputs(),
            Verb::World(WorldVerb::Run(run)) => run.outputs(),
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

/// Looks up every output that was asked for, by the options that name them, before any work is done; says whether one
/// of them is standard output.
///
/// # Errors
/// An output that cannot be written, two that are the same, or standard output where the answer is one JSON object.
pub(crate) fn survey(outputs: &[Named<'_>], json: bool) -> Result<bool, Unusable> {
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

/// The outputs that are written while a question is answered: `--out`, `--save` and `--csv`.
pub(crate) struct Rows {
    out: Option<Output>,
    save: Option<Output>,
    table: Option<Output>,
}

impl Rows {
    /// Looks them up, where they were asked for.
    pub(crate) fn new(out: Option<&Path>, save: Option<&Path>, table: Option<&Path>) -> anyhow::Result<Rows> {
        let output = |path: Option<&Path>| path.map(Output::new).transpose();
        Ok(Rows { out: output(out)?, save: output(save)?, table: output(table)? })
    }

    /// Lets a question write into them.
    pub(crate) fn attach<'a>(&'a self, mut cx: Context<'a>) -> Context<'a> {
        if let Some(out) = &self.out {
            cx = cx.sink(out);
        }
        if let Some(save) = &self.save {
            cx = cx.saving_map(save);
        }
        if let Some(table) = &self.table {
            cx = cx.table_sink(table);
        }
        cx
    }

    /// Ends them with an answer: writes its table where no row was written yet. Of an unfinished answer nothing is kept.
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
                report::say(&format!("menagerie: nothing was written with {option}: the answer holds everything"));
            }
            output.keep()?;
        }
        match &self.table {
            Some(table) if table.used() => table.keep(),
            Some(table) => table.fill(|out| table::of(answer).write_csv(out)),
            None => Ok(()),
        }
    }

    /// Removes what was written without an answer, and says whether the reason is that standard output was closed: that
    /// is no error. A refusal of an output is told with its name.
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

    /// Each with the option that names it.
    fn each(&self) -> impl Iterator<Item = (&'static str, &Output)> {
        let all = [("--out", &self.out), ("--save", &self.save), (TABLE, &self.table)];
        all.into_iter().filter_map(|(option, output)| Some((option, output.as_ref()?)))
    }
}

/// Why outputs were given up.
pub(crate) enum Abandoned {
    /// Nobody reads standard output any more.
    Unread,
    /// One cannot be written; the text says which.
    Failed(String),
    /// The question was refused, or failed by itself.
    Refused,
}
