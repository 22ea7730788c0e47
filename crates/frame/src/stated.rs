//! What a person found of a level, written into the text of its file: the moves that were just played to a win.
//!
//! The text is read again with the statement in it before anybody gets it, so that a file never loses a level by it.

use std::sync::Arc;

use engines::Context;

use crate::edit::{self, Edited, Statement};
use crate::family::{Collection, Family, Level, role};
use crate::record::Record;

/// Returns the text of an open file in which the level with this index, counted from 0, states something. All else
/// stays as it is.
///
/// # Errors
/// In words: the level cannot be read, the format has no place for the statement, the moves of a solution do not win
/// the level as it is written, or the text would be read otherwise with the statement in it.
pub fn stated(
    family: &dyn Family,
    (before, bytes): (&dyn Collection, &[u8]),
    index: usize,
    statement: &Statement,
    cx: &Context<'_>,
) -> Result<Edited, String> {
    let level = |file: &dyn Collection| file.level(index, cx).map_err(|error| error.to_string());
    let own = level(before)?;
    let statement = match statement {
        Statement::Par(par) => Statement::Par(par.clone()),
        Statement::Solution(moves) => Statement::Solution(winning(&own, moves, cx)?),
        Statement::Found(moves) => Statement::Found(winning(&own, moves, cx)?),
    };
    let edit = before.write_back(bytes, index, &statement)?;
    let edited = edit::apply(bytes, &[edit])?;
    let after = family.open(Arc::new(edited.bytes.clone()), cx).map_err(|error| error.to_string())?;
    if !titles(before).eq(titles(&*after)) || level(&*after)?.identity() != own.identity() {
        return Err("the text would be read as other levels with it".to_owned());
    }
    Ok(edited)
}

/// Returns the titles of all levels of a file.
pub fn titles(levels: &dyn Collection) -> impl Iterator<Item = Option<&str>> {
    levels.entries().iter().map(|entry| entry.title.as_deref())
}

/// The single moves of a line that wins.
fn winning(level: &Arc<dyn Level>, moves: &[String], cx: &Context<'_>) -> Result<Vec<String>, String> {
    let role = role(&**level, None).map_err(|error| error.to_string())?;
    let played = Record::replay(Arc::clone(level), role, moves, cx);
    match played {
        Ok(record) if record.position().status().solved => Ok(record.moves().to_vec()),
        Ok(_) => Err("the moves do not win the level as it is written".to_owned()),
        Err(error) => Err(format!("the moves are not those of the level as it is written: {error}")),
    }
}
