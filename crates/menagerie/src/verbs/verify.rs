//! The verb that checks an answer: verify.

use puzzles::{Answer, CheckError, Checked, FamilyInfo, Level, Problem, Question, QuestionKind};
use serde::Deserialize;
use serde_json::json;

use super::CliContext;
use super::asking::CommandError;
use crate::input::Input;
use crate::report;
use crate::status::Status;

/// Checks an answer with the family's independent checker.
pub(super) fn verify(cli: &CliContext<'_>, file: &str, answer_file: &str) -> anyhow::Result<Status> {
    let none = match checked(cli, file, answer_file) {
        Ok((text, status)) => {
            report::print(&text)?;
            return Ok(status);
        }
        Err(none) => none,
    };
    report::say(&none.text);
    Ok(none.status)
}

fn checked(cli: &CliContext<'_>, file: &str, answer_file: &str) -> Result<(String, Status), CommandError> {
    let input = Input::find(cli.families, file, cli.common.family.as_deref()).map_err(CommandError::unusable)?;
    let level = input.load(&cli.context()).map_err(|problems| CommandError::problems(&input, &problems))?;
    let text = read_text(answer_file)?;
    let answer = answer_about(&*level, &text).map_err(|problem| malformed(answer_file, &text, problem))?;
    let checked = answer.and_then(|answer| puzzles::check(&level, &answer, &cli.context()));
    cli.line.clear();
    verdict(cli, file, level.info(), checked)
}

/// What `verify` says, and with which status it ends.
fn verdict(
    cli: &CliContext<'_>,
    file: &str,
    info: &FamilyInfo,
    checked: Result<Checked, CheckError>,
) -> Result<(String, Status), CommandError> {
    match checked {
        Ok(checked) => {
            let mut object =
                json!({"schema": 1, "family": info.name, "question": "verify", "verdict": null, "holds": true});
            object["rechecked"] = json!(checked.rechecked);
            object["not_rechecked"] = json!(checked.not_rechecked);
            let text = if cli.common.json { report::json_line(&object.to_string()) } else { holds_text(&checked) };
            Ok((text, Status::Answered))
        }
        Err(CheckError::Wrong(flaw)) => {
            let object = json!({"schema": 1, "family": info.name, "question": "verify", "verdict": null,
                "holds": false, "flaw": flaw});
            let text = if cli.common.json {
                report::json_line(&object.to_string())
            } else {
                format!("does not hold: {flaw}\n")
            };
            Ok((text, Status::Refuted))
        }
        Err(CheckError::Unchecked(refusal)) => Err(CommandError::refusal(file, &refusal)),
    }
}

fn holds_text(checked: &Checked) -> String {
    let mut out = "holds\n".to_owned();
    out.extend(checked.rechecked.iter().map(|what| format!("  rechecked: {what}\n")));
    out.extend(checked.not_rechecked.iter().map(|what| format!("  not rechecked: {what}\n")));
    out
}

fn read_text(file: &str) -> Result<Vec<u8>, CommandError> {
    let read = if file == "-" {
        crate::place::bounded(std::io::stdin().lock())
    } else {
        std::fs::File::open(file).and_then(crate::place::bounded)
    };
    read.map_err(|error| CommandError::failed(format!("{file}: {error}")))
}

/// The answer in a text, as the level's family reads it. An answer of another family, or to a question that this one
/// does not answer, is a wrong answer about this level.
///
/// # Errors
/// Where the text is no answer, and why.
fn answer_about(level: &dyn Level, text: &[u8]) -> Result<Result<Answer, CheckError>, Problem> {
    #[derive(Deserialize)]
    struct Asked {
        question: QuestionKind,
    }
    let asked: Asked = serde_json::from_slice(text).map_err(|error| problem(&error))?;
    let text = std::str::from_utf8(text).map_err(|error| misread(error.to_string()))?;
    let (family, info) = (Answer::family_of(text).map_err(misread)?, level.info());
    if family != info.name {
        let why = format!("it is an answer of the family '{family}', not '{}'", info.name);
        return Ok(Err(CheckError::wrong(why)));
    }
    if info.question(asked.question).is_none() {
        let refused = puzzles::offered(level, &Question::plain(asked.question)).err();
        return Ok(Err(refused.map_or_else(CheckError::no_answer, |refusal| CheckError::wrong(refusal.to_string()))));
    }
    Answer::read(info, text).map(Ok).map_err(misread)
}

/// A place where a text is not JSON.
fn problem(error: &serde_json::Error) -> Problem {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Problem { line: error.line().max(1) as u64, column: error.column().max(1) as u64, ..misread(message) }
}

/// What is wrong with a text as a whole.
fn misread(message: String) -> Problem {
    Problem { line: 1, column: 1, message, expected: "the object that --json prints".into() }
}

fn malformed(file: &str, text: &[u8], problem: Problem) -> CommandError {
    let text = report::problems(file, &text, &[problem]);
    CommandError { text: text.trim_end().into(), status: Status::Invalid }
}
