//! Bounds on the size of a shortest program: cheap ones from above, and whether a shorter one exists. A generator that
//! draws many machines, and wants one whose shortest program has a certain size, asks for them.

use super::machine::Table;
use super::program::{self, Program, reduced};
use super::{Climb, Machine, Search, Wanted};
use crate::{Context, Halt};

/// A short program that makes every mark, by local search of about so many nodes alone: an upper bound, which is mostly
/// the least size where that is small. `None` where none was found, no program makes every mark, or the machine is too
/// large.
///
/// # Errors
/// A limit of the context.
pub fn short_program(machine: &impl Machine, nodes: u64, cx: &Context<'_>) -> Result<Option<Program>, Halt> {
    let Some(table) = complete(machine) else { return Ok(None) };
    let Some(mut climb) = Climb::new(&table, cx) else { return Ok(None) };
    climb.run(&table, None, nodes, cx)?;
    let most_count = 2 * table.states() as u64;
    Ok(climb.best().map(|found| program::inlined(&reduced(&table, &found, most_count))))
}

/// A program of fewer than `size` actions and loops that makes every mark; `None` where there is none, whatever its
/// loop counts. The same work as [`super::shortest`] does up to that size: about tenfold for each token.
///
/// # Errors
/// A limit of the context, or of the engine (a loop count that is not followed).
pub fn shorter_than(machine: &impl Machine, size: usize, cx: &Context<'_>) -> Result<Option<Program>, Halt> {
    let Some(table) = complete(machine) else { return Ok(None) };
    if table.marks() == 0 {
        return Ok((size > 0).then(Vec::new));
    }
    let mut search = Search { below: Some(size), ..Search::new(&table, Wanted::ONE, cx) };
    Ok(search.run()?.and_then(|shortest| shortest.programs.into_iter().next()))
}

/// The table of a machine on which every mark can be made.
fn complete(machine: &impl Machine) -> Option<Table> {
    Table::new(machine).ok().filter(|table| table.missing().is_empty())
}
