//! What a person found of a level, written into the text of its file: the moves that were just played to a win.
//!
//! The text is read again with the statement in it before anybody gets it, so that a file never loses a level by it.

use std::sync::Arc;

use engines::Context;

use crate::edit::{self, Edited, Statement};
use crate::family::{Collection, Family, Level};
use crate::record::Record;
use crate::status::Role;

/// Returns the text of a file in which the level with this index, counted from 0, states something. All else stays as it is.
///
/// # Errors
/// In words: the text or the level cannot be read, the format has no place for the statement, the moves of a solution do not
/// win the level as it is written, or the text would be read otherwise with the statement in it.
pub fn stated(
    family: &dyn Family,
    bytes: &[u8],
    index: usize,
    statement: &Statement,
    cx: &Context<'_>,
) -> Result<Edited, String> {
    let open = |bytes: &[u8]| family.open(Arc::new(bytes.to_vec()), cx).map_err(|error| error.to_string());
    let level = |file: &dyn Collection| file.level(index, cx).map_err(|error| error.to_string());
    let before = open(bytes)?;
    let own = level(&*before)?;
    if let Statement::Solution(moves) = statement {
        must_win(&own, moves, cx)?;
    }
    let edit = before.write_back(bytes, index, statement)?;
    let edited = edit::apply(bytes, &[edit])?;
    let after = open(&edited.bytes)?;
    if !titles(&*before).eq(titles(&*after)) || level(&*after)?.identity() != own.identity() {
        return Err("with it, the text would be read as other levels".to_owned());
    }
    Ok(edited)
}

/// Returns the titles of all levels of a file.
pub fn titles(levels: &dyn Collection) -> impl Iterator<Item = Option<&str>> {
    levels.entries().iter().map(|entry| entry.title.as_deref())
}

fn must_win(level: &Arc<dyn Level>, moves: &[String], cx: &Context<'_>) -> Result<(), String> {
    let role = Role(level.roles().first().copied().unwrap_or_default());
    let played = Record::replay(Arc::clone(level), role, moves, cx);
    match played {
        Ok(record) if record.position().status().solved => Ok(()),
        Ok(_) => Err("the moves do not win the level as it is written".to_owned()),
        Err(error) => Err(format!("the moves are not those of the level as it is written: {error}")),
    }
}
