//! Every level of many files asked one question, and the answers in one table.
//!
//! [`corpus`] finds the levels, [`asking`] asks them on this machine or through a shared queue, and [`table`] collects
//! the rows: in a [`journal`] until all are there, so that a survey that was killed goes on where it was. [`columns`]
//! are the fields of answers that their types mark as such.
//!
//! A level's row depends on nothing but its text, the question and the limits, where these count nodes: each level has
//! one thread and neither reads nor leaves tables for others.

mod asking;
mod columns;
mod corpus;
mod journal;
mod row;
mod table;

use engines::Context;
use puzzles::phrases::plural;
use puzzles::{Options, Question, QuestionKind};
use serde::Serialize;
use serde_json::json;
use server::task::Limits;

use crate::arguments::Survey;
use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::input::usage;
use crate::limits;
use crate::report;
use crate::status::Status;
use asking::SurveyedLevels;
use corpus::Corpus;
use table::{Summary, Table};

/// What all rows of a table have in common, as the first line of a journal: rows under another header are of another
/// survey.
#[derive(Serialize)]
struct Header<'a> {
    survey: QuestionKind,
    asked: &'a Options,
    limits: Limits,
    version: &'static str,
    /// The names of the columns that the answers declare.
    columns: Vec<&'a str>,
    /// Whether rows hold whole answers.
    whole: bool,
    /// The columns of levels that rows hold because they were chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chosen: Vec<&'static str>,
}

/// Asks the levels of files and folders, and writes the table.
pub(super) fn survey(cli: &CliContext<'_>, asked: &Survey, options: Options) -> anyhow::Result<Status> {
    let question = Question { kind: asked.question, asked: options };
    let limits = limits::of_each_level(cli.common);
    let cx = Context::new(limits.budget()).stop(cli.stop.clone());
    let corpus = match Corpus::find(cli, &question, &asked.paths, &cx) {
        Ok(corpus) => corpus,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let columns = columns::marked(cli.families, question.kind);
    let is_whole = matches!(asked.table(), Some(("--jsonl", _)));
    let names = match columns::names(&columns, &asked.columns, is_whole) {
        Ok(names) => names,
        Err(unknown) => return Ok(refuse(&usage(unknown))),
    };
    let header = Header {
        survey: question.kind,
        asked: &question.asked,
        limits,
        version: env!("CARGO_PKG_VERSION"),
        columns: columns.iter().map(|column| &*column.name).collect(),
        whole: is_whole,
        chosen: columns::CHOSEN.into_iter().filter(|name| asked.columns.iter().any(|chosen| chosen == name)).collect(),
    };
    let header = serde_json::to_string(&header)?;
    let table = Table::open(cli, asked.table(), &header, &corpus, columns, (names, !asked.columns.is_empty()))?;
    let levels = SurveyedLevels { cli, corpus: &corpus, question: &question, limits, table: &table };
    match &asked.redis {
        None => levels.here()?,
        Some(redis) => levels.by_workers(redis)?,
    }
    if cli.stop.is_cancelled() {
        report::say(&format!("menagerie: {}", table.interrupted(&corpus)));
        return Ok(Status::Unfinished);
    }
    let summary = table.finish()?;
    let said = if cli.common.json {
        let object = json!({"schema": 1, "question": question.kind, "asked": question.asked, "limits": limits,
            "totals": summary});
        report::json_line(&object.to_string())
    } else {
        words(&summary)
    };
    cli.print(&said)?;
    Ok(Status::Answered)
}

fn words(summary: &Summary) -> String {
    let Summary { files, levels, found, optimal, impossible, unfinished, errors, nodes, seconds } = summary;
    format!(
        "{} of {}: {found} found ({optimal} proven best), {impossible} impossible, {unfinished} unfinished, {}\n\
         {}, {seconds:.3} s of work\n",
        plural(*levels, "level", "levels"),
        plural(*files, "file", "files"),
        plural(*errors, "error", "errors"),
        plural(*nodes, "node", "nodes"),
    )
}
