//! Questions about one board: a shortest solution, the best moves, how many shortest solutions, all of them.

use num_bigint::BigUint;

use super::board::{Board, Layout};
use super::deepen::{Aim, Found, deepen};
use super::layers::{self, Layers};
use super::tableless::Tableless;
use super::walk::Walk;
use crate::{Context, Halt};

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The places of the tokens that move, in order; of all shortest solutions the first in lexicographic order.
    pub moves: Vec<u8>,
}

/// Every good way to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMoves {
    /// The moves that are left.
    pub left: u32,
    /// The places of the tokens whose move begins a shortest solution, ascending; none where all is done.
    pub best: Vec<u8>,
}

/// All shortest solutions, or the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct All {
    /// The moves of each.
    pub moves: u32,
    /// In lexicographic order of the places.
    pub lines: Vec<Vec<u8>>,
    /// Whether there are no others.
    pub complete: bool,
}

/// Why there is no answer, and what is proven nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted {
    /// The limit that was reached; of no meaning where [`Halted::is_exhausted`].
    pub halt: Halt,
    /// No solution has fewer moves.
    pub at_least: u32,
}

/// Everything within reach was searched.
pub(super) const NEVER: Halted = Halted { halt: Halt::Stopped, at_least: u32::MAX };

impl Halted {
    /// Whether there is no solution: every arrangement within reach was searched, or a token has no way home.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.at_least == u32::MAX
    }
}

/// Answers questions about the layouts of one board.
pub struct Solver {
    plain: Tableless,
}

impl Solver {
    /// A solver without tables: ready at once, right for a first question.
    #[must_use]
    pub fn new(board: &Board) -> Solver {
        Solver { plain: Tableless::new(board) }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.plain.board()
    }

    /// The first shortest solution in lexicographic order.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn shortest(&self, layout: &Layout, cx: &Context<'_>) -> Result<Line, Halted> {
        Ok(Line { moves: self.deepen(layout, Aim::Line, cx)?.line })
    }

    /// How many moves are left, and every first move of a shortest solution.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn best_moves(&self, layout: &Layout, cx: &Context<'_>) -> Result<BestMoves, Halted> {
        let Found { line, firsts } = self.deepen(layout, Aim::Firsts, cx)?;
        Ok(BestMoves { left: line.len() as u32, best: firsts })
    }

    /// The moves of a shortest solution and how many shortest solutions there are.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn count(&self, layout: &Layout, cx: &Context<'_>) -> Result<(u32, BigUint), Halted> {
        let moves = self.deepen(layout, Aim::Line, cx)?.line.len() as u32;
        let halted = |halt| Halted { halt, at_least: moves };
        let walk = &self.plain;
        Ok((moves, layers::count(walk, &walk.open(layout), moves, cx).map_err(halted)?))
    }

    /// The first `most` shortest solutions.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn all(&self, layout: &Layout, most: usize, cx: &Context<'_>) -> Result<All, Halted> {
        let moves = self.deepen(layout, Aim::Line, cx)?.line.len() as u32;
        let halted = |halt| Halted { halt, at_least: moves };
        all(&self.plain, layout, moves, most, cx).map_err(halted)
    }

    /// How questions are answered, in words.
    #[must_use]
    pub fn method(&self) -> String {
        "IDA*, assignment and components bound".to_owned()
    }

    fn deepen(&self, layout: &Layout, aim: Aim, cx: &Context<'_>) -> Result<Found, Halted> {
        deepen(&self.plain, &self.plain.open(layout), aim, cx)
    }
}

fn all<W: Walk>(walk: &W, layout: &Layout, moves: u32, most: usize, cx: &Context<'_>) -> Result<All, Halt> {
    let root = walk.open(layout);
    if moves == 0 {
        return Ok(All { moves, lines: vec![Vec::new(); most.min(1)], complete: most > 0 });
    }
    let mut lines = Layers::towards(walk, &root, moves, cx)?.lines(walk, &root, most.saturating_add(1), cx)?;
    let complete = lines.len() <= most;
    lines.truncate(most);
    Ok(All { moves, lines, complete })
}
