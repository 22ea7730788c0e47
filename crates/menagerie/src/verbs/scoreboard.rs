//! The scoreboard of a contest: the programs of several participants run on several boards, by the contest's rules.
//!
//! A participant is a line of a table of comma-separated values: a name, then a program for each board in order. A board
//! without a program, with one that is refused, or with one that does not complete it counts its forfeit. What is
//! refused is told, and the rest counts all the same.

mod records;

use std::path::Path;
use std::sync::Arc;

use puzzles::options::MOVES;
use puzzles::rows::MOST_BYTES;
use puzzles::source::text;
use puzzles::table::Csv;
use puzzles::words::plural;
use puzzles::{AskError, Contest, Level, OptionValue, Options, Question, QuestionKind, Source, words};
use serde::Serialize;

use self::records::Record;
use super::asking::{CommandError, refuse};
use super::{CliContext, moves};
use crate::input::{Input, Unusable, usage};
use crate::out::Output;
use crate::place;
use crate::question_verbs::Asking;
use crate::report;
use crate::status::Status;

/// The columns of the table of comma-separated values: a row for each participant and board.
const COLUMNS: [&str; 7] = ["participant", "board", "size", "complete", "tokens", "score", "error"];

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

/// Runs the programs of a file on all boards, and prints the standings, least total first.
pub(super) fn scoreboard(cli: &CliContext<'_>, asked: &Asking, programs: &Path) -> anyhow::Result<Status> {
    if asked.outputs.pictures.any() {
        return Ok(refuse(&usage("--programs: a scoreboard is no picture; expected --csv or --json".into())));
    }
    let found = boards(cli, asked).and_then(|boards| Ok((boards, participants(programs)?)));
    let ((boards, mut status), participants) = match found {
        Ok(found) => found,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let mut tell = |line: u64, what: &str| {
        report::say(&format!("menagerie: {}:{line}:{what}", programs.display()));
        status = status.worse(Status::Invalid);
    };
    let mut standings = Vec::with_capacity(participants.len());
    for (line, record) in participants {
        let cells = match record {
            Ok(cells) => cells,
            Err(why) => {
                tell(line, &format!("{why}; the line is left out"));
                continue;
            }
        };
        let (name, texts) = cells.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
        if let Some(why) = doubt(texts.len(), boards.len()) {
            tell(line, &format!(" {name}: {why}"));
        }
        let text = |at: usize| texts.get(at).map_or("", String::as_str);
        let scores: Result<Vec<Score>, AskError> =
            (0..).zip(&boards).map(|(at, board)| score(cli, board, text(at))).collect();
        let scores = match scores {
            Ok(scores) => scores,
            // A total of what was run so far would be no score.
            Err(halted) => {
                return Ok(refuse(&Unusable { message: format!("{name}: {halted}"), status: Status::Unfinished }));
            }
        };
        for (score, why) in scores.iter().filter_map(|score| Some((score, score.error.as_ref()?))) {
            tell(line, &format!(" {name}: {}: {why}", score.board));
        }
        let total = scores.iter().map(|score| score.score).sum();
        standings.push(Standing { participant: name.into(), total, scores });
    }
    standings.sort_by_key(|standing| standing.total);
    cli.line.clear();
    if let Some(path) = &asked.outputs.csv {
        Output::new(path)?.fill(|out| write_csv(out, &boards, &standings))?;
    }
    cli.print(&if cli.common.json { json(&boards, &standings)? } else { table(&boards, &standings) })?;
    Ok(status)
}

/// The boards of a file. One that is refused is told, and left out of the contest.
fn boards(cli: &CliContext<'_>, asked: &Asking) -> Result<(Vec<Board>, Status), Unusable> {
    let (mut boards, mut status) = (Vec::new(), Status::Answered);
    for file in &asked.files {
        let input = Input::find(cli.families, file, cli.common.family.as_deref())?;
        let levels = match input.levels(&cli.context()) {
            Ok(levels) => levels,
            Err(refused) => {
                let CommandError { text, status } = CommandError::problems(&refused.0, &refused.1);
                return Err(Unusable { message: text.trim_start_matches("menagerie: ").into(), status });
            }
        };
        for input in levels {
            let level = match input.load(&cli.context()) {
                Ok(level) => level,
                Err(problems) => {
                    let refused = CommandError::problems(&input, &problems);
                    report::say(&refused.text);
                    status = status.worse(refused.status);
                    continue;
                }
            };
            let Some(contest) = level.contest() else {
                let family = level.info().name;
                return Err(usage(format!(
                    "--programs: there is no contest of {family}; expected boards of a contest"
                )));
            };
            boards.push(Board { name: input.name.clone(), level, contest });
        }
    }
    if boards.is_empty() {
        return Err(Unusable { message: "--programs: no board can be used".into(), status: Status::Invalid });
    }
    Ok((boards, status))
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
    let text = text(&*source, MOST_BYTES).map_err(|problems| invalid(problems.to_string()))?;
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
fn score(cli: &CliContext<'_>, board: &Board, program: &str) -> Result<Score, AskError> {
    let answer = if program.is_empty() { Ok(None) } else { run(cli, board, program) };
    let (tokens, error) = match answer {
        Ok(tokens) => (tokens, None),
        Err(AskError::Halted(halt)) => return Err(AskError::Halted(halt)),
        Err(refusal) => (None, Some(refusal.to_string())),
    };
    let (complete, score) = (tokens.is_some(), tokens.unwrap_or(board.contest.forfeit));
    Ok(Score { board: board.name.clone(), complete, tokens, score, error })
}

/// The tokens of a program that completes a board.
fn run(cli: &CliContext<'_>, board: &Board, program: &str) -> Result<Option<u64>, AskError> {
    let refused = |unusable: Unusable| AskError::NotOffered(unusable.message);
    let played = OptionValue::List(moves(program).map_err(refused)?);
    let question = Question { kind: QuestionKind::Run, asked: Options::default().with(&MOVES, played) };
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
