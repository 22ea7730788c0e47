//! The scoreboard of a contest: the programs of several participants run on several boards, by the contest's rules.
//!
//! A participant is a line of a table of comma-separated values: a name, then a program for each board in order. A
//! board without a program, with one that is refused, or with one that does not complete it counts its forfeit. What is
//! refused is told, and the rest counts all the same.

mod records;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use puzzles::options::{MOVES, ROLE};
use puzzles::phrases::plural;
use puzzles::rows::MAX_BYTES;
use puzzles::source::text;
use puzzles::table::Csv;
use puzzles::{AskError, Contest, Level, OptionValue, Options, Question, QuestionKind, Source, words};
use serde::Serialize;

use self::records::Record;
use super::asking::levels;
use crate::cli_context::CliContext;
use crate::command_error::CommandError;
use crate::input::{Input, Unusable, moves, usage};
use crate::out::Output;
use crate::place;
use crate::question_verbs::Asking;
use crate::report;
use crate::status::Status;

/// The columns of the table of comma-separated values: a row for each participant and board.
const COLUMNS: [&str; 8] = ["participant", "board", "size", "complete", "tokens", "score", "total", "error"];
/// What stands in place of an error where a participant has nothing for a board.
const NO_PROGRAM: &str = "no program";

/// A board of the contest.
struct Board {
    name: String,
    level: Arc<dyn Level>,
    contest: Contest,
}

/// What a program is worth on a board.
#[derive(Serialize)]
struct Score {
    board: String,
    complete: bool,
    /// What a program that completes the board costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u64>,
    /// The cost, or else the forfeit.
    score: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A participant with the sum of the scores.
#[derive(Serialize)]
struct Standing {
    participant: String,
    total: u64,
    scores: Vec<Score>,
}

/// Runs the programs of a file on all boards with the options of `run`, and prints the standings, least total first.
pub(super) fn scoreboard(
    cli: &CliContext<'_>,
    asked: &Asking,
    options: Options,
    programs: &Path,
) -> anyhow::Result<Status> {
    match ranked(cli, asked, options, programs) {
        Ok((boards, standings, status)) => {
            cli.line.clear();
            if let Some(path) = &asked.outputs.csv {
                Output::new(path)?.fill(|out| write_csv(out, &boards, &standings))?;
            }
            cli.print(&if cli.common.json { json(&boards, &standings)? } else { table(&boards, &standings) })?;
            Ok(status)
        }
        Err(none) => {
            report::say(&none.text);
            Ok(none.status)
        }
    }
}

/// The boards, the standings, and the worst status of what was refused on the way.
fn ranked(
    cli: &CliContext<'_>,
    asked: &Asking,
    options: Options,
    programs: &Path,
) -> Result<(Vec<Board>, Vec<Standing>, Status), CommandError> {
    if asked.moves.is_some() {
        let why = "--programs: a scoreboard is of one file; expected no moves, and several boards in one file, separated by \
                   lines '---'";
        return Err(CommandError::unusable(usage(why.into())));
    }
    if asked.outputs.pictures.any() {
        let why = "--programs: a scoreboard is no picture; expected --csv or --json";
        return Err(CommandError::unusable(usage(why.into())));
    }
    let (boards, mut status) = boards(cli, asked)?;
    let question = Question { kind: QuestionKind::RUN, asked: options };
    for board in &boards {
        puzzles::offered(&*board.level, &question).map_err(|refusal| CommandError::refusal(&board.name, &refusal))?;
    }
    let mut standings = Vec::new();
    let mut names: HashMap<String, u64> = HashMap::new();
    for (line, record) in participants(programs).map_err(CommandError::unusable)? {
        let mut tell = |what: &str| {
            report::say(&format!("menagerie: {}:{line}:{what}", programs.display()));
            status = status.worse(Status::Invalid);
        };
        match record {
            Ok(cells) => {
                if let Some(why) = unclear(cells.first().map_or("", String::as_str), line, &mut names) {
                    tell(&why);
                }
                standings.push(standing(cli, &boards, &question, &cells, &mut tell)?);
            }
            Err(why) => tell(&format!("{why}; the line is left out")),
        }
    }
    standings.sort_by_key(|standing| standing.total);
    Ok((boards, standings, status))
}

/// Why it is not clear who a participant is: without a name, or with that of an earlier line.
fn unclear(name: &str, line: u64, names: &mut HashMap<String, u64>) -> Option<String> {
    if name.is_empty() {
        return Some(" no name; expected a name before the programs".into());
    }
    let first = *names.entry(name.to_owned()).or_insert(line);
    (first != line).then(|| format!(" {name}: line {first} has this name too; expected another for each participant"))
}

/// The scores of a participant; `tell` tells what is refused.
///
/// # Errors
/// A limit ended a run: a total of what was run so far would be no score.
fn standing(
    cli: &CliContext<'_>,
    boards: &[Board],
    question: &Question,
    cells: &[String],
    tell: &mut dyn FnMut(&str),
) -> Result<Standing, CommandError> {
    let (name, programs) = cells.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
    if let Some(why) = doubt(programs.len(), boards.len()) {
        tell(&format!(" {name}: {why}"));
    }
    let mut scores = Vec::with_capacity(boards.len());
    for (at, board) in boards.iter().enumerate() {
        let program = programs.get(at).map_or("", String::as_str);
        let score = score(cli, board, question, program).map_err(|halted| CommandError::refusal(name, &halted))?;
        if let Some(why) = score.error.as_ref().filter(|_| !program.is_empty()) {
            tell(&format!(" {name}: {}: {why}", board.name));
        }
        scores.push(score);
    }
    Ok(Standing { participant: name.into(), total: scores.iter().map(|score| score.score).sum(), scores })
}

/// The boards of a file. One that is refused is told, and left out of the contest.
fn boards(cli: &CliContext<'_>, asked: &Asking) -> Result<(Vec<Board>, Status), CommandError> {
    let (mut boards, mut status) = (Vec::new(), Status::Answered);
    for file in &asked.files {
        for input in levels(cli, file)? {
            match input.load(&cli.context()) {
                Ok(level) => boards.push(board(&input, level)?),
                Err(problems) => {
                    let refused = CommandError::problems(&input, &problems);
                    report::say(&refused.text);
                    status = status.worse(refused.status);
                }
            }
        }
    }
    if boards.is_empty() {
        let none = Unusable { message: "--programs: no board can be used".into(), status: Status::Invalid };
        return Err(CommandError::unusable(none));
    }
    Ok((boards, status))
}

fn board(input: &Input, level: Arc<dyn Level>) -> Result<Board, CommandError> {
    let none = || usage(format!("--programs: there is no contest of {}", without_contest(&*level)));
    let contest = level.contest().ok_or_else(|| CommandError::unusable(none()))?;
    Ok(Board { name: input.name.clone(), level, contest })
}

/// The family of a level without a contest, and how the moves of each participant are run there.
fn without_contest(level: &dyn Level) -> String {
    let info = level.info();
    let role = info.roles.last().filter(|_| info.roles.len() > 1).map(|role| format!(" --as {role}"));
    let own = info.run.options.iter().filter(|option| option.name != MOVES.name && option.name != ROLE.name);
    let own: String = own.map(|option| format!(" --{} …", option.name)).collect();
    let way = format!("menagerie run FILE#N 'MOVE; MOVE'{}", role.unwrap_or_default());
    let own = if own.is_empty() { own } else { format!(" (and{own})") };
    format!("{}; expected boards of a contest. The moves of one on a level are run by {way}{own}", info.name)
}

/// Why this many programs for so many boards are hardly what was meant.
fn doubt(programs: usize, boards: usize) -> Option<String> {
    match programs {
        0 => Some("no program; expected a name and programs, separated by commas".into()),
        _ if programs > boards => Some(format!(
            "{} for {}; the last are left out (a program that holds commas stands in double quotes)",
            plural(programs, "program", "programs"),
            plural(boards, "board", "boards")
        )),
        _ => None,
    }
}

/// The participants of a file with their lines, and the lines that cannot be read with the reason.
fn participants(path: &Path) -> Result<Vec<(u64, Record)>, Unusable> {
    let shown = path.display();
    let failed = |error: std::io::Error| Unusable { message: format!("{shown}: {error}"), status: Status::Failed };
    let source: Arc<dyn Source> = if path.as_os_str() == "-" {
        Arc::new(place::bounded(std::io::stdin().lock()).map_err(failed)?)
    } else {
        place::open(path).map_err(failed)?
    };
    let invalid = |message: String| Unusable { message: format!("{shown}: {message}"), status: Status::Invalid };
    let text = text(&*source, MAX_BYTES).map_err(|problems| invalid(problems.to_string()))?;
    let mut records = records::read(&text);
    // A header of a spreadsheet.
    let is_header = |cells: &Vec<String>| cells[0].eq_ignore_ascii_case(COLUMNS[0]);
    let has_header = records.first().is_some_and(|(_, first)| first.as_ref().is_ok_and(is_header));
    let records = records.split_off(usize::from(has_header));
    if records.is_empty() {
        return Err(invalid("no participant; expected lines such as: Ada, F F, LOOP{F F R}".into()));
    }
    Ok(records)
}

/// Runs a program on a board.
///
/// # Errors
/// A limit ended the run.
fn score(cli: &CliContext<'_>, board: &Board, question: &Question, program: &str) -> Result<Score, AskError> {
    let answer = if program.is_empty() {
        Err(AskError::NotOffered(NO_PROGRAM.to_owned()))
    } else {
        run(cli, board, question, program)
    };
    let (tokens, error) = match answer {
        Ok(tokens) => (tokens, None),
        Err(AskError::Halted(halt)) => return Err(AskError::Halted(halt)),
        Err(refusal) => (None, Some(refusal.to_string())),
    };
    let (complete, score) = (tokens.is_some(), tokens.unwrap_or(board.contest.forfeit));
    Ok(Score { board: board.name.clone(), complete, tokens, score, error })
}

/// The tokens of a program that completes a board.
fn run(cli: &CliContext<'_>, board: &Board, question: &Question, program: &str) -> Result<Option<u64>, AskError> {
    let refused = |unusable: Unusable| AskError::NotOffered(unusable.message);
    let played = OptionValue::List(moves(program).map_err(refused)?);
    let question = Question { kind: question.kind, asked: question.asked.clone().with(&MOVES, played) };
    let answer = puzzles::ask(&board.level, &question, &cli.context())?;
    Ok(words::score(&answer, &board.contest))
}

fn write_csv(out: &mut dyn std::io::Write, boards: &[Board], standings: &[Standing]) -> std::io::Result<()> {
    let mut csv = Csv::new(out, &COLUMNS)?;
    for standing in standings {
        for (score, board) in standing.scores.iter().zip(boards) {
            csv.row(vec![
                standing.participant.clone(),
                score.board.clone(),
                board.contest.size.to_string(),
                score.complete.to_string(),
                score.tokens.map(|tokens| tokens.to_string()).unwrap_or_default(),
                score.score.to_string(),
                standing.total.to_string(),
                score.error.clone().unwrap_or_default(),
            ])?;
        }
    }
    csv.finish()
}

fn json(boards: &[Board], standings: &[Standing]) -> serde_json::Result<String> {
    let of = |Board { name, contest, .. }: &Board| serde_json::json!({"board": name, "size": contest.size, "forfeit": contest.forfeit});
    let boards: Vec<_> = boards.iter().map(of).collect();
    let object =
        serde_json::json!({"schema": 1, "question": "run", "verdict": null, "boards": boards, "standings": standings});
    serde_json::to_string(&object).map(|text| report::json_line(&text))
}

/// Boards are columns, with their sizes and forfeits below; a score in parentheses is a forfeit.
fn table(boards: &[Board], standings: &[Standing]) -> String {
    let numbers = |name: &str, of: &dyn Fn(&Board) -> u64| {
        let cells = boards.iter().map(of);
        row(name, cells.clone().map(|cell| cell.to_string()), Some(cells.sum()))
    };
    let (unit, measure) = boards.first().map_or(("", ""), |board| (board.contest.unit, board.contest.measure));
    let mut rows = vec![row(unit, (1..=boards.len()).map(|number| number.to_string()), None)];
    rows.extend(standings.iter().map(|standing| {
        let cell =
            |score: &Score| if score.complete { format!("{}", score.score) } else { format!("({})", score.score) };
        row(&standing.participant, standing.scores.iter().map(cell), Some(standing.total))
    }));
    rows.push(numbers(measure, &|board| board.contest.size));
    rows.push(numbers("forfeit", &|board| board.contest.forfeit));
    let widths: Vec<usize> =
        (0..boards.len() + 2).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

fn row(name: &str, cells: impl Iterator<Item = String>, total: Option<u64>) -> Vec<String> {
    let total = total.map_or("total".to_owned(), |total| total.to_string());
    std::iter::once(name.to_owned()).chain(cells).chain([total]).collect()
}
