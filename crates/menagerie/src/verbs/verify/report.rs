//! What the checker says about one answer, in words, as JSON and as an exit status.

use std::sync::Arc;

use puzzles::{Answer, CheckError, Checked, Coverage, Level};
use serde_json::{Value, json};

use super::entry::Entry;
use crate::cli_context::CliContext;
use crate::command_error::CommandError;
use crate::status::Status;

/// What the checker says about one answer.
pub(super) struct Report {
    family: &'static str,
    /// What was checked, or what is wrong.
    checked: Result<Checked, String>,
}

impl Report {
    /// Checks the answer of an entry; `Err` in `answer` is an answer that the level cannot have.
    pub(super) fn of(
        cli: &CliContext<'_>,
        name: &str,
        level: &Arc<dyn Level>,
        entry: Entry<'_>,
        answer: Result<Answer, CheckError>,
    ) -> Result<Report, CommandError> {
        let checked = answer.and_then(|answer| {
            entry.wrong_score(&**level, &answer).map_or(Ok(()), |flaw| Err(CheckError::wrong(flaw)))?;
            puzzles::check(level, &answer, &cli.context())
        });
        cli.line.clear();
        let checked = match checked {
            Ok(checked) => Ok(checked),
            Err(CheckError::Wrong(flaw)) => Err(flaw),
            Err(CheckError::Unchecked(refusal)) => return Err(CommandError::refusal(name, &refusal)),
        };
        Ok(Report { family: level.info().name, checked })
    }

    /// The report on an answer that is about no level of the file.
    pub(super) fn wrong(family: &'static str, flaw: String) -> Report {
        Report { family, checked: Err(flaw) }
    }

    pub(super) fn status(&self) -> Status {
        match &self.checked {
            Err(_) => Status::Refuted,
            Ok(checked) if checked.is_whole() => Status::Answered,
            Ok(_) => Status::Unfinished,
        }
    }

    pub(super) fn object(&self) -> Value {
        let mut object = json!({"schema": 1, "family": self.family, "question": "verify", "verdict": null});
        match &self.checked {
            Ok(checked) => {
                // Whether an answer holds is not known where it was not rechecked in full.
                object["holds"] = if checked.is_whole() { true.into() } else { Value::Null };
                object["outcome"] = json!(match checked.coverage() {
                    Coverage::Whole => "holds",
                    Coverage::Part => "holds in part",
                    Coverage::Nothing => "not rechecked",
                });
                object["rechecked"] = json!(checked.rechecked);
                object["not_rechecked"] = json!(checked.not_rechecked);
                object["fields_not_rechecked"] = checked.open_fields().collect();
            }
            Err(flaw) => {
                object["holds"] = false.into();
                object["outcome"] = json!("does not hold");
                object["flaw"] = json!(flaw);
            }
        }
        object
    }

    /// The outcome in a line; of several answers nothing else is printed.
    pub(super) fn headline(&self) -> String {
        match &self.checked {
            Ok(checked) if checked.coverage() == Coverage::Part => {
                format!("holds in part; not rechecked: {}", checked.not_rechecked.join("; "))
            }
            Ok(checked) => checked.words(),
            Err(flaw) => format!("does not hold: {flaw}"),
        }
    }

    pub(super) fn words(&self) -> String {
        let Ok(checked) = &self.checked else { return self.headline() + "\n" };
        let mut out = checked.words() + "\n";
        if checked.coverage() != Coverage::Nothing {
            out.extend(checked.rechecked.iter().map(|what| format!("  rechecked: {what}\n")));
            out.extend(checked.not_rechecked.iter().map(|what| format!("  not rechecked: {what}\n")));
        }
        out
    }
}
