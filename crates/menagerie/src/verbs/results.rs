//! An answer with the level that it is about, and the answers about several files: an object of JSON, or a table, and a
//! CSV table.

use puzzles::options::COUNT;
use puzzles::phrases::plural;
use puzzles::words;
use puzzles::{Answer, QuestionKind, Verdict};
use serde::Serialize;

use crate::report;

/// The totals of several files.
#[derive(Default, Serialize)]
struct Totals {
    files: u64,
    found: u64,
    impossible: u64,
    unfinished: u64,
    refused: u64,
    nodes: u64,
    seconds: f64,
    /// The sum of the contest's scores, where every file has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u64>,
}

impl Totals {
    fn add(&mut self, entry: &Entry<'_>) {
        self.files += 1;
        let Entry::Answered { answer, score, .. } = entry else {
            (self.refused, self.score) = (self.refused + 1, None);
            return;
        };
        match answer.verdict {
            Some(Verdict::Impossible) => self.impossible += 1,
            Some(Verdict::Unfinished) => self.unfinished += 1,
            _ => self.found += 1,
        }
        self.nodes += answer.spent.nodes;
        self.seconds += answer.spent.seconds;
        self.score = self.score.zip(*score).map(|(all, score)| all + score);
    }
}

/// One entry of the results of several files, or the one result about a level.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Entry<'a> {
    Answered {
        file: &'a str,
        /// The number that the format's own tools give the level, where it differs from that in `file`.
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<u64>,
        #[serde(flatten)]
        answer: &'a Answer,
        /// What it counts in a contest.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<u64>,
    },
    Refused {
        file: &'a str,
        error: String,
    },
}

/// The bytes of text that are gathered before they are printed.
const PIECE: usize = 64 << 10;

/// The results of several files, written out as they come, so that of thousands of levels no answer is held.
pub(super) struct Results {
    kind: QuestionKind,
    is_json: bool,
    /// The characters of the longest name.
    width: usize,
    /// The entries that are not printed yet, as JSON or as the lines of a table.
    text: String,
    /// The rows of the CSV table, if one is asked for.
    pub(super) rows: Option<Vec<Vec<String>>>,
    totals: Totals,
}

impl Results {
    /// Prepares the results of files of these names.
    pub(super) fn new<'n>(
        kind: QuestionKind,
        is_json: bool,
        has_rows: bool,
        names: impl Iterator<Item = &'n str>,
    ) -> Results {
        Results {
            kind,
            is_json,
            width: names.map(|name| name.chars().count()).max().unwrap_or(0),
            text: if is_json { r#"{"schema":1,"results":["#.to_owned() } else { String::new() },
            rows: has_rows.then(Vec::new),
            totals: Totals { score: Some(0), ..Totals::default() },
        }
    }

    /// Writes out an entry.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub(super) fn add(&mut self, entry: &Entry<'_>) -> serde_json::Result<()> {
        let is_first = self.totals.files == 0;
        self.totals.add(entry);
        if let Some(rows) = &mut self.rows {
            rows.push(row(entry, self.kind));
        }
        if self.is_json {
            self.text.push_str(if is_first { "" } else { "," });
            self.text.push_str(&report::json(&serde_json::to_string(entry)?));
        } else {
            self.text.push_str(&table_line(entry, self.width));
        }
        Ok(())
    }

    /// Takes what is to be printed by now, once it is long enough.
    pub(super) fn piece(&mut self) -> Option<String> {
        (self.text.len() >= PIECE).then(|| std::mem::take(&mut self.text))
    }

    /// The rest, with the totals; `unit` is what the scores of a contest count.
    ///
    /// # Errors
    /// The totals cannot be written as JSON.
    pub(super) fn rest(self, unit: Option<&str>) -> serde_json::Result<String> {
        let Results { text, totals, width, .. } = self;
        if self.is_json {
            return Ok(format!("{text}],\"totals\":{}}}\n", serde_json::to_string(&totals)?));
        }
        let Totals { files, found, impossible, unfinished, refused, nodes, seconds, score } = totals;
        let score = score
            .zip(unit)
            .map(|(score, unit)| format!("{:width$}  {seconds:>7.3} s  {score:>6}  {unit} in all\n", "score"));
        Ok(format!(
            "{text}{}{}: {found} found, {impossible} impossible, {unfinished} unfinished, {refused} refused; {}, {seconds:.3} s\n",
            score.unwrap_or_default(),
            plural(files, "level", "levels"),
            plural(nodes, "node", "nodes")
        ))
    }
}

/// The columns of the CSV table about several files.
pub(super) const COLUMNS: [&str; 13] = [
    "file", "family", "question", "verdict", "optimal", "value", "unit", "answer", "solution", "nodes", "seconds",
    "score", "error",
];

/// A row of the CSV table; one of a file that gave no answer has the reason in its last column.
fn row(entry: &Entry<'_>, kind: QuestionKind) -> Vec<String> {
    let text = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    match entry {
        Entry::Answered { file, answer, score, .. } => vec![
            (*file).to_owned(),
            answer.family.clone(),
            kind.to_string(),
            answer.verdict.map(|verdict| verdict.to_string()).unwrap_or_default(),
            answer
                .body
                .as_ref()
                .and_then(|body| body.is_optimal())
                .map(|optimal| optimal.to_string())
                .unwrap_or_default(),
            text(words::number(answer)),
            words::unit(answer).map(|unit| unit.name().to_owned()).unwrap_or_default(),
            in_one_line(answer, words::in_full(answer)),
            answer.line.as_ref().map(|line| line.text.clone()).unwrap_or_default(),
            answer.spent.nodes.to_string(),
            answer.spent.seconds.to_string(),
            text(*score),
            String::new(),
        ],
        Entry::Refused { file, error } => {
            let mut row = vec![String::new(); COLUMNS.len()];
            (row[0], row[COLUMNS.len() - 1]) = ((*file).to_owned(), error.clone());
            row
        }
    }
}

/// A line of the table for people.
fn table_line(entry: &Entry<'_>, width: usize) -> String {
    let (file, said, seconds) = match entry {
        Entry::Answered { file, answer, score, .. } => {
            let first = in_one_line(answer, words::lines(answer));
            let score = score.map(|score| format!("{score:>6}  ")).unwrap_or_default();
            let said = format!("{score}{}; {first}", words::verdict(answer));
            (file, said, format!("{:.3} s", answer.spent.seconds))
        }
        Entry::Refused { file, .. } => (file, "refused".into(), String::new()),
    };
    format!("{file:width$}  {seconds:>9}  {said}").trim_end().to_owned() + "\n"
}

/// An answer in one line: the first of its lines; all of them where solutions are counted; with the bound that is
/// proven where the best is not known.
fn in_one_line(answer: &Answer, mut said: Vec<String>) -> String {
    let is_count = answer.question == QuestionKind::COUNT || answer.asked.is_on(&COUNT);
    if !is_count {
        // Where the best change of a level is asked for, its value as it stands is said first.
        let has_change = answer.body.as_ref().is_some_and(|body| body.unchanged().is_some());
        said.truncate(if has_change { 2 } else { 1 });
        let bound = answer.body.as_ref().and_then(|body| body.at_least()).filter(|bound| *bound > 0);
        said.extend(bound.map(|bound| format!("at least {bound}")));
    }
    said.join("; ")
}
