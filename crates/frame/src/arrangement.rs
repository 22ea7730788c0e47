//! The levels of a file in another order: levels moved, repeated, or left out, as one change of the text.
//!
//! A format says which lines belong to each of its levels ([`crate::family::Collection::level_lines`]). Those lines are written
//! in the new order, and what stands between two levels stays between them. The text is read again before anybody gets
//! it, so that no level is lost or becomes another by it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use engines::Context;

use crate::collection::MAX_LEVELS;
use crate::edit::{self, Edit, Edited, Lines};
use crate::family::{Collection, Family};
use crate::stated::titles;

/// The maximum number of bytes of a text whose levels are written in another order, and of these levels.
pub const MAX_BYTES: u64 = 64 << 20;

/// Returns the text of an open file with the levels at these indices, counted from 0, in this order: a level that is named
/// twice is repeated, one that is not named is left out.
///
/// # Errors
/// In words: no level is named, or more than [`MAX_LEVELS`], or one that does not exist; the format does not say which
/// lines are a level's; or the text would be read as other levels.
pub fn arranged(
    family: &dyn Family,
    (before, bytes): (&dyn Collection, &[u8]),
    order: &[usize],
    cx: &Context<'_>,
) -> Result<Edited, String> {
    let count = before.entries().len();
    if order.is_empty() || order.len() > MAX_LEVELS {
        return Err(format!("a file has 1 to {MAX_LEVELS} levels, and the order names {}", order.len()));
    }
    if let Some(wrong) = order.iter().find(|index| **index >= count) {
        return Err(format!("the order names level {}; expected numbers from 1 to {count}", wrong + 1));
    }
    let text = Lines::of(bytes);
    let own = before.level_lines(&text)?.trimmed(&text);
    let (Some(first), Some(last)) = (own.lines.first(), own.lines.last()) else {
        return Err("the text has no level".to_owned());
    };
    let size = |index: &usize| own.lines[*index].clone().map(|line| text.line(line).len() as u64 + 1).sum::<u64>();
    let length = order.iter().map(size).sum::<u64>();
    if length > MAX_BYTES {
        return Err(format!("the text would be longer than {} MiB", MAX_BYTES >> 20));
    }
    let _written = cx.reserve(length).map_err(|halt| halt.to_string())?;
    let mut written = Vec::new();
    for (place, index) in order.iter().enumerate() {
        if let Some(before) = place.checked_sub(1) {
            written.extend(own.between(&text, before));
        }
        written.extend(text.joined(own.lines[*index].clone()));
    }
    written.pop();
    let range = text.range(first.start).start..text.range(last.end - 1).end;
    let edit = Edit { level: 0, range, text: written, why: "the order of the levels".to_owned() };
    let edited = edit::apply(bytes, &[edit])?;
    is_the_same(family, before, order, &edited.bytes, cx)?;
    Ok(edited)
}

/// Reads the text with its levels in another order.
///
/// # Errors
/// It cannot be read, or as other levels.
fn is_the_same(
    family: &dyn Family,
    before: &dyn Collection,
    order: &[usize],
    bytes: &[u8],
    cx: &Context<'_>,
) -> Result<(), String> {
    let after = family.open(Arc::new(bytes.to_vec()), cx).map_err(|error| error.to_string())?;
    let named: Vec<Option<&str>> = titles(before).collect();
    if after.entries().len() != order.len() {
        return Err("the text would be read as another number of levels".to_owned());
    }
    // A file of one level does not list its title.
    let are_listed = named.len() > 1 && order.len() > 1;
    if are_listed && !titles(&*after).eq(order.iter().map(|index| named[*index])) {
        return Err("the text would be read as levels with other titles".to_owned());
    }
    // The identity of a level may be as long as the file: its digest is kept.
    let digest = |file: &dyn Collection, index: usize| file.level(index, cx).ok().map(|level| hash(&level.identity()));
    let mut known = HashMap::new();
    for (place, &index) in order.iter().enumerate() {
        cx.spend(1).map_err(|halt| halt.to_string())?;
        let own = *known.entry(index).or_insert_with(|| digest(before, index));
        if digest(&*after, place) != own {
            return Err(format!("level {} would be read as another", index + 1));
        }
    }
    Ok(())
}

/// A digest of a text.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
