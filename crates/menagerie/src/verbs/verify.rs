//! The verb that checks an answer, or the answers about the levels of one file: verify.

use std::path::Path;
use std::sync::Arc;

use puzzles::{Answer, CheckError, Checked, Level, Problem, Question, QuestionKind};
use serde::Deserialize;
use serde_json::{Value, json};

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
    let text = read_text(answer_file)?;
    let refused = |problems| CommandError::problems(&input, &problems);
    let collection = input.open(&cli.context()).map_err(refused)?;
    let load = |about: Option<&str>| input.load_from(&*collection, about, &cli.context()).map_err(refused);
    let value: Value = serde_json::from_slice(&text).unwrap_or_default();
    if let Some(results) = value.get("results").and_then(Value::as_array) {
        return several(cli, file, answer_file, results, load);
    }
    let level = load(about(&value))?;
    let answer = answer_about(&*level, &text).map_err(|problem| malformed(answer_file, &text, problem))?;
    let report = Report::of(cli, file, &level, answer)?;
    let text = if cli.common.json { report::json_line(&report.object().to_string()) } else { report.words() };
    Ok((text, report.status()))
}

/// The file that an answer says it is about.
fn about(answer: &Value) -> Option<&str> {
    answer.get("file")?.as_str()
}

/// Checks the answers about the levels of this file, which `load` loads by their names; entries about other files are
/// passed over.
fn several(
    cli: &CliContext<'_>,
    file: &str,
    answer_file: &str,
    results: &[Value],
    load: impl Fn(Option<&str>) -> Result<Arc<dyn Level>, CommandError>,
) -> Result<(String, Status), CommandError> {
    let name = |file: &str| Path::new(file.split('#').next().unwrap_or_default()).file_name().map(ToOwned::to_owned);
    let own = name(file);
    let (mut objects, mut words, mut status) = (Vec::new(), String::new(), Status::Answered);
    for entry in results {
        let Some(about) = about(entry).filter(|about| name(about) == own) else { continue };
        let (mut object, said, ended) = match entry.get("error").and_then(Value::as_str) {
            Some(error) => (json!({"error": error}), format!("no answer: {error}"), Status::Answered),
            None => {
                let level = load(Some(about))?;
                let wrong = |problem: Problem| CommandError {
                    text: format!("menagerie: {answer_file}: {about}: {}", problem.message),
                    status: Status::Invalid,
                };
                let answer = answer_about(&*level, entry.to_string().as_bytes()).map_err(wrong)?;
                let report = Report::of(cli, about, &level, answer)?;
                (report.object(), report.headline(), report.status())
            }
        };
        status = status.worse(ended);
        words += &format!("{about}: {said}\n");
        object["file"] = json!(about);
        objects.push(object);
    }
    if objects.is_empty() {
        let text = format!("menagerie: {answer_file}: it has no answer about {file}");
        return Err(CommandError { text, status: Status::Invalid });
    }
    let object = json!({"schema": 1, "question": "verify", "verdict": null, "results": objects});
    Ok((if cli.common.json { report::json_line(&object.to_string()) } else { words }, status))
}

/// What the checker says about one answer.
struct Report {
    family: &'static str,
    /// What was checked, or what is wrong.
    checked: Result<Checked, String>,
}

impl Report {
    /// Checks an answer; `Err` in `answer` is an answer that no level of the family can have.
    fn of(
        cli: &CliContext<'_>,
        file: &str,
        level: &Arc<dyn Level>,
        answer: Result<Answer, CheckError>,
    ) -> Result<Report, CommandError> {
        let checked = answer.and_then(|answer| puzzles::check(level, &answer, &cli.context()));
        cli.line.clear();
        let checked = match checked {
            Ok(checked) => Ok(checked),
            Err(CheckError::Wrong(flaw)) => Err(flaw),
            Err(CheckError::Unchecked(refusal)) => return Err(CommandError::refusal(file, &refusal)),
        };
        Ok(Report { family: level.info().name, checked })
    }

    fn status(&self) -> Status {
        if self.checked.is_ok() { Status::Answered } else { Status::Refuted }
    }

    fn object(&self) -> Value {
        let mut object = json!({"schema": 1, "family": self.family, "question": "verify", "verdict": null,
            "holds": self.checked.is_ok()});
        match &self.checked {
            Ok(checked) => {
                object["rechecked"] = json!(checked.rechecked);
                object["not_rechecked"] = json!(checked.not_rechecked);
            }
            Err(flaw) => object["flaw"] = json!(flaw),
        }
        object
    }

    fn headline(&self) -> String {
        match &self.checked {
            Ok(_) => "holds".into(),
            Err(flaw) => format!("does not hold: {flaw}"),
        }
    }

    fn words(&self) -> String {
        let mut out = self.headline() + "\n";
        if let Ok(checked) = &self.checked {
            out.extend(checked.rechecked.iter().map(|what| format!("  rechecked: {what}\n")));
            out.extend(checked.not_rechecked.iter().map(|what| format!("  not rechecked: {what}\n")));
        }
        out
    }
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
    let mut value: Value = serde_json::from_str(text).map_err(|error| problem(&error))?;
    if let Some(entry) = value.as_object_mut() {
        // Of an entry of the results of several files, these stand beside the answer.
        entry.retain(|name, _| name != "file" && name != "score");
    }
    Answer::from_value(info, value).map(Ok).map_err(misread)
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
