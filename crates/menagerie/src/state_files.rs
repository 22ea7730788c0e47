//! The files of `--states` and `--graph`: the states of a map as rows, and the moves between them.

use std::io::{self, Write};
use std::path::Path;

use engines::map::size;
use engines::{Sink, StateMove, StateRow, StateSink, StatesSize};
use puzzles::phrases::plural;
use puzzles::table::Csv;
use serde::Serialize;

use crate::out::Output;
use crate::report;

/// The option for the states of a map.
pub(crate) const STATES: &str = "--states";
/// The option for the moves between them.
pub(crate) const GRAPH: &str = "--graph";

/// The columns of the states as CSV.
const COLUMNS: &[&str] = &["number", "state", "distance", "lost", "best", "losing"];
/// The columns of the moves as CSV.
const EDGES: &[&str] = &["from", "move", "to"];
/// What a row takes beside its text, and a move, about.
const ROW_BYTES: u64 = 40;
const EDGE_BYTES: u64 = 20;

/// How the states are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Comma-separated values under a header line
    Csv,
    /// A JSON object on each line
    Jsonl,
}

impl Form {
    /// The form that a file's name says: JSON lines by `.jsonl`, else CSV.
    fn of(path: &Path) -> Form {
        let is_json = path.extension().is_some_and(|extension| extension == "jsonl" || extension == "ndjson");
        if is_json { Form::Jsonl } else { Form::Csv }
    }
}

/// What a map's states are written to, as the command names it.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatesAsked {
    pub(crate) states: Option<std::path::PathBuf>,
    pub(crate) form: Option<Form>,
    pub(crate) graph: Option<std::path::PathBuf>,
}

impl StatesAsked {
    /// Whether there is anything to write.
    pub(crate) fn any(&self) -> bool {
        self.states.is_some() || self.graph.is_some()
    }
}

/// The outputs of a map's states.
#[derive(Debug)]
pub(crate) struct StateFiles {
    states: Option<(Output, Form)>,
    graph: Option<Output>,
    quiet: bool,
}

impl StateFiles {
    /// The outputs that were asked for, if some were.
    pub(crate) fn new(asked: &StatesAsked, quiet: bool) -> anyhow::Result<Option<StateFiles>> {
        let form = |path: &Path| asked.form.unwrap_or_else(|| Form::of(path));
        let states = asked.states.as_deref().map(|path| anyhow::Ok((Output::new(path)?, form(path)))).transpose()?;
        let graph = asked.graph.as_deref().map(Output::new).transpose()?;
        Ok(asked.any().then_some(StateFiles { states, graph, quiet }))
    }

    /// The outputs with the options that name them.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&'static str, &Output)> {
        let states = self.states.iter().map(|(output, _)| (STATES, output));
        states.chain(self.graph.iter().map(|output| (GRAPH, output)))
    }

    /// Says how large the files will be.
    fn announce(&self, of: StatesSize) {
        let states = plural(of.states, "state", "states");
        if self.states.is_some() {
            let bytes = size(of.text_bytes + ROW_BYTES * of.states);
            report::say(&format!("menagerie: {STATES}: {states}, about {bytes}"));
        }
        if self.graph.is_some() {
            let moves = plural(of.moves, "move", "moves");
            report::say(&format!("menagerie: {GRAPH}: {moves}, about {}", size(EDGE_BYTES * of.moves)));
        }
    }
}

impl StateSink for StateFiles {
    fn write(&self, of: StatesSize, rows: &mut dyn Iterator<Item = StateRow>) -> io::Result<()> {
        if !self.quiet {
            self.announce(of);
        }
        let mut states_out = self.states.as_ref().map(|(output, _)| output.open()).transpose()?;
        let mut graph_out = self.graph.as_ref().map(Sink::open).transpose()?;
        let form = self.states.as_ref().map_or(Form::Csv, |(_, form)| *form);
        let mut states = states_out.as_mut().map(|out| States::new(out, form)).transpose()?;
        let mut graph = graph_out.as_mut().map(|out| Csv::new(out, EDGES)).transpose()?;
        for row in rows {
            states.as_mut().map_or(Ok(()), |states| states.row(&row))?;
            graph.as_mut().map_or(Ok(()), |graph| edges(&row, graph))?;
        }
        states.map_or(Ok(()), States::finish)?;
        graph.map_or(Ok(()), Csv::finish)
    }
}

fn edges(row: &StateRow, graph: &mut Csv<'_>) -> io::Result<()> {
    row.moves.iter().try_for_each(|step| graph.row([&*row.number.to_string(), &*step.name, &*step.to.to_string()]))
}

/// A writer of states.
enum States<'o> {
    Csv(Csv<'o>),
    Jsonl(&'o mut dyn Write),
}

/// A state on a line of JSON.
#[derive(Serialize)]
struct Line<'r> {
    number: u64,
    state: &'r str,
    /// Absent where the state is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    lost: bool,
    best: Vec<&'r str>,
    losing: Vec<&'r str>,
}

impl<'o> States<'o> {
    fn new(out: &'o mut dyn Write, form: Form) -> io::Result<States<'o>> {
        Ok(match form {
            Form::Csv => States::Csv(Csv::new(out, COLUMNS)?),
            Form::Jsonl => States::Jsonl(out),
        })
    }

    fn row(&mut self, row: &StateRow) -> io::Result<()> {
        let (best, losing) = (names(row.best()), names(row.losing()));
        match self {
            States::Csv(csv) => {
                let distance = row.distance.map_or(String::new(), |distance| distance.to_string());
                let (number, lost) = (row.number.to_string(), row.is_lost().to_string());
                // No move has a semicolon in its text.
                csv.row([&*number, &*row.text, &*distance, &*lost, &*best.join(";"), &*losing.join(";")])
            }
            States::Jsonl(out) => {
                let (number, distance, lost) = (row.number, row.distance, row.is_lost());
                serde_json::to_writer(&mut **out, &Line { number, state: &row.text, distance, lost, best, losing })?;
                out.write_all(b"\n")
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            States::Csv(csv) => csv.finish(),
            States::Jsonl(out) => out.flush(),
        }
    }
}

fn names<'r>(moves: impl Iterator<Item = &'r StateMove>) -> Vec<&'r str> {
    moves.map(|step| &*step.name).collect()
}
