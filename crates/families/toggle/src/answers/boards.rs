//! The boards of a map one by one, for the files of `--states` and `--graph`: breadth-first search over all of them.
//!
//! There are as many as the modulus to the power of the rank of the moves, which is known before one is written down.
//! The map itself needs none of them.

use std::convert::Infallible;

use engines::map::size;
use engines::search::Space;
use engines::{Context, Halt};

use super::super::cells::Cells;
use super::super::rules::Puzzle;
use super::super::text;
use frame::problem::AskError;
use frame::space::{self, Written};

/// Bytes of a board beside its cells, and of a move, while distances are computed.
const A_BOARD: u64 = 66;
const A_MOVE: u64 = 12;

/// Writes the boards from which the goal is reached, where they are wanted; returns the limit that kept it from that.
pub(super) fn write(puzzle: &Puzzle, rank: usize, cx: &Context<'_>) -> Result<Option<String>, AskError> {
    if cx.states_out().is_none() {
        return Ok(None);
    }
    let each = A_BOARD + puzzle.cells() as u64 + A_MOVE * puzzle.move_count() as u64;
    let boards = u32::try_from(rank).ok().and_then(|rank| u64::from(puzzle.modulus).checked_pow(rank));
    let bytes = boards.and_then(|boards| boards.checked_mul(each)).unwrap_or(u64::MAX);
    if cx.reserve(bytes).is_err() {
        let boards = format!("{}^{rank} boards", puzzle.modulus);
        return Ok(Some(format!("{}: the list of {boards} needs about {} of memory", Halt::Bytes, size(bytes))));
    }
    let goal = Values::of(&puzzle.goal);
    let text = |board: &Values| text::print_bare(puzzle, &board.cells(puzzle));
    let name = |press: &u32| (press + 1).to_string();
    let space = Boards { puzzle, goal: &goal };
    let written = Written { space: &space, start: &goal, text: &text, name: &name, with_start: true };
    space::write_states(&written, cx)
}

/// The values of a board's cells.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Values(Box<[u8]>);

impl Values {
    fn of(cells: &Cells) -> Values {
        Values((0..cells.len()).map(|at| cells.get(at)).collect())
    }

    fn cells(&self, puzzle: &Puzzle) -> Cells {
        Cells::from_values(puzzle.modulus, &self.0)
    }
}

/// The boards that presses lead to from the goal, which are those from which presses lead to it: as many presses of a
/// move as the modulus change nothing.
struct Boards<'p> {
    puzzle: &'p Puzzle,
    goal: &'p Values,
}

impl Space for Boards<'_> {
    type State = Values;
    type Move = u32;
    type Error = Infallible;

    fn successors(&self, board: &Values, out: &mut Vec<(u32, Values)>) -> Result<(), Infallible> {
        for press in 0..self.puzzle.move_count() {
            let mut cells = board.cells(self.puzzle);
            self.puzzle.press(&mut cells, press);
            out.push((press as u32, Values::of(&cells)));
        }
        Ok(())
    }

    fn is_goal(&self, board: &Values) -> Result<bool, Infallible> {
        Ok(board == self.goal)
    }

    fn heap_bytes(&self, board: &Values) -> usize {
        board.0.len()
    }
}
