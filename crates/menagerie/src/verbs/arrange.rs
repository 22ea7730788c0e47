//! The verb that writes the levels of a file in another order.

use std::path::Path;

use puzzles::arrangement::{MAX_BYTES, arranged};
use puzzles::collection;
use puzzles::phrases::plural;
use puzzles::source;
use serde_json::json;

use crate::cli_context::CliContext;
use crate::command_error::CommandError;
use crate::input::{Input, usage};
use crate::part::replace;
use crate::report;
use crate::status::Status;

/// Writes the levels that `order` names, by numbers, ranges of them or titles, to standard output, or into the file.
pub(super) fn arrange(cli: &CliContext<'_>, file: &str, order: &[String], write: bool) -> anyhow::Result<Status> {
    match arrange_file(cli, file, order, write) {
        Ok(text) => {
            cli.print(&text)?;
            Ok(Status::Answered)
        }
        Err(error) => {
            report::say(&error.text);
            Ok(error.status)
        }
    }
}

fn arrange_file(cli: &CliContext<'_>, file: &str, order: &[String], write: bool) -> Result<String, CommandError> {
    let refused = |why: String| CommandError::unusable(usage(format!("{file}: {why}")));
    let cx = cli.context();
    let input = Input::find(cli.families, file, cli.common.family.as_deref()).map_err(CommandError::unusable)?;
    if write && !Path::new(file).is_file() {
        return Err(refused("--write changes files; expected the path of one".to_owned()));
    }
    let bytes = source::bytes(&*input.source, MAX_BYTES, |_| false);
    let bytes = bytes.map_err(|problems| CommandError::problems(&input, &problems))?;
    let opened = input.open(&cx).map_err(|problems| CommandError::problems(&input, &problems))?;
    let chosen = order.iter().map(|choice| collection::select_several(opened.entries(), choice));
    let chosen = chosen.collect::<Result<Vec<_>, _>>().map_err(refused)?;
    let order: Vec<usize> = chosen.into_iter().flatten().collect();
    let edited = arranged(input.family, (&*opened, &bytes), &order, &cx).map_err(refused)?;
    let levels = plural(order.len() as u64, "level", "levels");
    if write {
        replace(Path::new(file), &edited.bytes).map_err(|error| CommandError::failed(format!("{file}: {error}")))?;
        report::say(&format!("menagerie: {file}: {levels} written"));
    }
    if write && !cli.common.json {
        return Ok(String::new());
    }
    let text =
        String::from_utf8(edited.bytes).map_err(|_| refused("the file is not UTF-8; expected --write".into()))?;
    if !cli.common.json {
        return Ok(text);
    }
    let answer = json!({"levels": order.len(), "text": text});
    Ok(report::json_line(&json!({"schema": 1, "question": "arrange", "verdict": null, "answer": answer}).to_string()))
}
