//! The law of tables: every answer has a table with a cell under each name of its header, and a picture that says
//! something.

use std::sync::Arc;

use engines::Context;

use super::{Broken, ensure};
use crate::answer::Answer;
use crate::ask::explain;
use crate::family::Level;
use crate::words;

/// Rows that are looked at.
const MAX_ROWS: usize = 1000;

/// Checks an answer's table and picture.
pub(super) fn check(level: &Arc<dyn Level>, answer: &Answer) -> Result<(), Broken> {
    let table = words::table(answer);
    let header = table.header().to_vec();
    let mut names = header.clone();
    names.sort_unstable();
    names.dedup();
    ensure(!header.is_empty() && names.len() == header.len(), || format!("a header of different names: {header:?}"))?;
    for row in table.into_iter().take(MAX_ROWS) {
        ensure(row.len() == header.len(), || format!("a row {row:?} under {header:?}"))?;
    }
    let picture = explain(level, answer, &Context::default());
    let says = picture.frames.first().is_some_and(|frame| !frame.caption.is_empty() || frame.table.is_some());
    ensure(says, || format!("the picture of the answer to '{}' says nothing", answer.question))
}
