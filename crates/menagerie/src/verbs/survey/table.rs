//! The rows of a survey as they arrive, and the table of all of them.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use puzzles::phrases::plural;
use puzzles::table::Csv;
use puzzles::{Answer, Verdict};
use serde::Serialize;
use server::task::Failure;

use super::columns::{self, Column};
use super::corpus::Corpus;
use super::journal::Journal;
use super::row::Row;
use crate::cli_context::CliContext;
use crate::out::Output;
use crate::report;
use crate::verbs::meter::Meter;

/// The form of a table.
#[derive(Clone, Copy)]
enum Form {
    Csv,
    JsonLines,
}

/// The rows that are there.
struct Rows {
    rows: Vec<Row>,
    journal: Option<Journal>,
    meter: Meter,
}

/// The table of a survey. Threads add rows to it.
pub(super) struct Table {
    output: Option<(Form, Output)>,
    files: usize,
    /// The columns that the answers declare.
    columns: Vec<Column>,
    /// The names of the columns that are written.
    names: Vec<String>,
    /// Whether the names were chosen.
    is_chosen: bool,
    rows: Mutex<Rows>,
}

/// The totals of a survey.
#[derive(Debug, Default, Serialize)]
pub(super) struct Summary {
    pub(super) files: usize,
    pub(super) levels: usize,
    pub(super) found: usize,
    pub(super) optimal: usize,
    pub(super) impossible: usize,
    pub(super) unfinished: usize,
    pub(super) errors: usize,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

impl Table {
    /// Opens the output with this option, and the journal beside it; a table that is no file has no journal.
    pub(super) fn open(
        cli: &CliContext<'_>,
        table: Option<(&str, &Path)>,
        header: &str,
        corpus: &Corpus,
        columns: Vec<Column>,
        (names, is_chosen): (Vec<String>, bool),
    ) -> anyhow::Result<Table> {
        let form = |option| if option == "--csv" { Form::Csv } else { Form::JsonLines };
        let open = |(option, path)| anyhow::Ok((form(option), Output::new(path)?));
        let output = table.map(open).transpose()?;
        let target = output.as_ref().and_then(|(_, output)| output.file());
        let journal = target.map(|target| Journal::open(target, header)).transpose()?;
        if let Some(found) = journal.as_ref().map(Journal::len).filter(|found| *found > 0 && !cli.common.quiet) {
            report::say(&format!("menagerie: goes on; {} finished", plural(found, "row is", "rows are")));
        }
        let meter = Meter::new(cli.common.quiet, corpus.places.len());
        let rows = corpus.unusable.iter().map(|row| with_empty_cells(row.clone(), &columns)).collect();
        let rows = Mutex::new(Rows { rows, journal, meter });
        Ok(Table { output, files: corpus.file_count(), columns, names, is_chosen, rows })
    }

    /// Whether the rows hold whole answers.
    fn is_whole(&self) -> bool {
        matches!(self.output, Some((Form::JsonLines, _)))
    }

    /// Whether the column of this name was chosen.
    pub(super) fn chose(&self, name: &str) -> bool {
        self.is_chosen && self.names.iter().any(|chosen| chosen == name)
    }

    /// Adds to a row what was answered about its level, under all columns.
    pub(super) fn answered(&self, row: Row, asked: Result<Answer, Failure>) -> Row {
        match asked {
            Ok(answer) => {
                let declared = columns::cells(&self.columns, Some(&answer));
                Row { declared, ..row.answered(&answer, self.is_whole()) }
            }
            Err(failure) => Row { error: Some(failure.message), ..row },
        }
    }

    /// Takes the row of a level from the journal if it is finished; `row` says which level it is.
    pub(super) fn take_finished(&self, row: &Row) -> bool {
        let mut rows = self.rows();
        let Some(known) = rows.journal.as_ref().and_then(|journal| journal.row(row)) else { return false };
        // The file may have another name now.
        let known = Row { file: row.file.clone(), ..known.clone() };
        rows.rows.push(known);
        rows.meter.count(false);
        true
    }

    /// Adds a row, which is on the disk when this returns.
    pub(super) fn add(&self, row: Row) -> anyhow::Result<()> {
        let row = with_empty_cells(row, &self.columns);
        let mut rows = self.rows();
        rows.journal.as_mut().map_or(Ok(()), |journal| journal.add(&row))?;
        rows.rows.push(row);
        rows.meter.count(true);
        Ok(())
    }

    /// Runs `work` without the line of progress on the terminal.
    pub(super) fn say(&self, text: &str) {
        self.rows().meter.clear();
        report::say(&format!("menagerie: {text}"));
    }

    /// Says how far the survey came, and where its rows are.
    pub(super) fn interrupted(&self, corpus: &Corpus) -> String {
        let rows = self.rows();
        rows.meter.clear();
        let (done, all) = (rows.rows.len() - corpus.unusable.len(), corpus.places.len());
        let kept = match &rows.journal {
            Some(_) => "; the same command goes on from the finished rows",
            None => "",
        };
        format!("interrupted after {done} of {all} levels{kept}")
    }

    /// Sorts the rows and writes the table in its place.
    pub(super) fn finish(self) -> anyhow::Result<Summary> {
        let Table { output, files, names, is_chosen, rows, .. } = self;
        let Rows { mut rows, journal, meter } = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        meter.clear();
        rows.sort_by(|one, other| one.order().cmp(&other.order()));
        if let Some((form, output)) = &output {
            output.fill(|out| write(&rows, (&names, is_chosen), *form, out))?;
            output.file().map_or(Ok(()), settle).with_context(|| output.name().display().to_string())?;
        }
        // Until here a kill loses nothing: the rows stand in the journal.
        journal.map_or(Ok(()), Journal::remove)?;
        Ok(Summary::of(files, &rows))
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until a file and its name are on the disk.
fn settle(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()?;
    match file.parent().filter(|_| cfg!(unix)) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

fn write(rows: &[Row], (names, is_chosen): (&[String], bool), form: Form, out: &mut dyn Write) -> io::Result<()> {
    match form {
        Form::Csv => {
            let header: Vec<&str> = names.iter().map(String::as_str).collect();
            let mut csv = Csv::new(out, &header)?;
            rows.iter().try_for_each(|row| csv.row(row.cells(names)))?;
            csv.finish()
        }
        Form::JsonLines => rows.iter().try_for_each(|row| {
            match is_chosen {
                true => serde_json::to_writer(&mut *out, &row.object(names))?,
                false => serde_json::to_writer(&mut *out, row)?,
            }
            out.write_all(b"\n")
        }),
    }
}

impl Summary {
    fn of(files: usize, rows: &[Row]) -> Summary {
        let count = |holds: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| holds(row)).count();
        let verdict = |verdict| count(&|row: &Row| row.verdict == Some(verdict));
        Summary {
            files,
            levels: count(&|row| row.level.is_some()),
            found: verdict(Verdict::Found),
            optimal: count(&|row| row.verdict == Some(Verdict::Found) && row.optimal == Some(true)),
            impossible: verdict(Verdict::Impossible),
            unfinished: verdict(Verdict::Unfinished),
            errors: count(&|row| row.error.is_some()),
            nodes: rows.iter().filter_map(|row| row.nodes).sum(),
            seconds: rows.iter().filter_map(|row| row.seconds).fold(0.0, |sum, seconds| sum + seconds),
        }
    }
}

/// Adds empty cells under the columns that answers declare to the row of a level that gave no answer.
fn with_empty_cells(row: Row, columns: &[Column]) -> Row {
    if row.declared.is_empty() { Row { declared: columns::cells(columns, None), ..row } } else { row }
}
