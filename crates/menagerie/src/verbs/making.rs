//! The verb that makes levels: new.

use std::time::{SystemTime, UNIX_EPOCH};

use puzzles::GenerateOptions;
use serde_json::json;

use super::asking::unused_map;
use crate::arguments::New;
use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::input::by_name;
use crate::report;
use crate::status::Status;

/// Prints the text of a new level.
pub(super) fn new(cli: &CliContext<'_>, new: &New) -> anyhow::Result<Status> {
    let family = match by_name(cli.families, &new.name) {
        Ok(family) => family,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let seed = new.seed.unwrap_or_else(some_seed);
    let options =
        GenerateOptions { board: new.board.clone(), difficulty: new.difficulty, seed, template: new.template.clone() };
    let made = family.generate(&options, &cli.context());
    cli.line.clear();
    let level = match made {
        Ok(level) => level,
        Err(refusal) => {
            report::say(&format!("menagerie: {}: {refusal}", new.name));
            return Ok((&refusal).into());
        }
    };
    if cli.map_is_unused() {
        return Ok(refuse(&unused_map()));
    }
    if cli.common.json {
        let object = json!({"schema": 1, "family": new.name, "question": "new", "verdict": null,
            "answer": {"level": level, "seed": seed}});
        report::print(&report::json_line(&object.to_string()))?;
    } else {
        if new.seed.is_none() && !cli.common.quiet {
            report::say(&format!("menagerie: --seed {seed} makes this level again"));
        }
        report::print(&level)?;
    }
    Ok(Status::Answered)
}

/// Another seed each time, small enough to type.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    u64::try_from(now % 1_000_000_007).unwrap_or(0)
}
