//! The verb that makes levels: new.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use puzzles::{GenerateOptions, NewLevel};

use super::asking::unused_map;
use crate::arguments::New;
use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::{Input, by_name};
use crate::report;
use crate::status::Status;

/// Prints the text of a new level.
pub(super) fn new(cli: &CliContext<'_>, new: &New) -> anyhow::Result<Status> {
    let family = match by_name(cli.families, &new.name) {
        Ok(family) => family,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let seed = new.seed.unwrap_or_else(some_seed);
    let board = match new.board.as_deref().map(|board| board_text(cli, &new.name, board)).transpose() {
        Ok(board) => board,
        Err(status) => return Ok(status),
    };
    let options = GenerateOptions { board, difficulty: new.difficulty, seed, template: new.template.clone() };
    let made = NewLevel::generate(family, &options, &cli.context());
    cli.line.clear();
    let made = match made {
        Ok(made) => made,
        Err(refusal) => {
            // A file is spoken of by its name, not by its text.
            let (text, name) = (options.board.unwrap_or_default(), new.board.as_deref().unwrap_or_default());
            let said = refusal.to_string();
            let said = if text.contains('\n') { said.replace(&text, name) } else { said };
            report::say(&format!("menagerie: {}: {said}", new.name));
            return Ok((&refusal).into());
        }
    };
    if cli.map_is_unused() {
        return Ok(refuse(&unused_map()));
    }
    if cli.common.json {
        report::print(&report::json_line(&serde_json::to_value(&made)?.to_string()))?;
    } else {
        if new.seed.is_none() && !cli.common.quiet {
            report::say(&format!("menagerie: --seed {seed} makes this level again"));
        }
        report::print(&made.answer.level)?;
    }
    Ok(Status::Answered)
}

/// The board that is wished: of a file, which has an extension, the text of its level; else the words as they are.
fn board_text(cli: &CliContext<'_>, family: &str, board: &str) -> Result<String, Status> {
    let (file, _) = board.rsplit_once('#').unwrap_or((board, ""));
    let is_file = |name: &str| Path::new(name).extension().is_some() && Path::new(name).is_file();
    if !is_file(board) && !is_file(file) {
        return Ok(board.to_owned());
    }
    let input = Input::find(cli.families, board, Some(family)).map_err(|unusable| refuse(&unusable))?;
    match input.load(&cli.context()) {
        Ok(level) => Ok(level.text()),
        Err(problems) => {
            let refused = CommandError::problems(&input, &problems);
            report::say(&refused.text);
            Err(refused.status)
        }
    }
}

/// Another seed each time, small enough to type.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    u64::try_from(now % 1_000_000_007).unwrap_or(0)
}
