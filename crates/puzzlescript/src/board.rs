//! A board apart from any engine: the objects of every cell, as undo, restart and comparisons keep them.

use std::collections::HashMap;
use std::fmt::Write;

use crate::game::{Game, Level, ObjectId, ObjectSet, Quantifier, Term, WinCondition};

/// The objects of every cell, as bits by id, in the order of indices: the cell of column x and row y is at
/// x·height + y.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How many words of 64 objects each cell takes.
    pub stride: usize,
    /// The words of all cells.
    pub words: Vec<u64>,
}

impl Board {
    /// The words that a cell of this game needs.
    #[must_use]
    pub fn stride_of(game: &Game) -> usize {
        game.objects.len().div_ceil(64).max(1)
    }

    /// The board at the start of a level.
    #[must_use]
    pub fn new(game: &Game, level: &Level) -> Self {
        let stride = Self::stride_of(game);
        let mut words = Vec::with_capacity(level.cells.len() * stride);
        for &content in &level.cells {
            let set = level.contents[content as usize].words();
            words.extend((0..stride).map(|at| set.get(at).copied().unwrap_or(0)));
        }
        Self { width: level.width, height: level.height, stride, words }
    }

    /// The objects of every cell, as bits by id, in the order of indices.
    pub fn cells(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride.max(1))
    }

    /// How many steps from cell to neighbouring cell lead from those with the first operand of a win condition to the
    /// nearest with only the second: from each that lacks it where the condition is `all`, from the nearest where it is
    /// `some`, 0 where it is `no`. A cell to which none is near counts the board's sides.
    #[must_use]
    pub fn steps_to(&self, condition: &WinCondition) -> usize {
        let Some(on) = condition.on.as_ref().filter(|_| condition.quantifier != Quantifier::No) else { return 0 };
        let only = |term: &Term, other: &Term| -> Vec<(usize, usize)> {
            let cells = self.cells().enumerate().filter(|(_, cell)| term.holds(cell) && !other.holds(cell));
            cells.map(|(cell, _)| (cell / self.height, cell % self.height)).collect()
        };
        let free = only(on, &condition.what);
        let nearest = |(x, y): (usize, usize)| {
            let steps = free.iter().map(|&(to_x, to_y)| x.abs_diff(to_x) + y.abs_diff(to_y));
            steps.min().unwrap_or(self.width + self.height)
        };
        let each = only(&condition.what, on).into_iter().map(nearest);
        if condition.quantifier == Quantifier::Some { each.min().unwrap_or(0) } else { each.sum() }
    }

    /// The objects of a cell.
    #[must_use]
    pub fn objects(&self, cell: usize) -> ObjectSet {
        ObjectSet::of_words(&self.words[cell * self.stride..][..self.stride])
    }

    /// The board as the reference's tests write it: `height` lines of `width` cells *in the order of indices*, which
    /// runs down the columns; the names of a cell's objects in the order of UTF-16 with a number where they first
    /// appear, and the number alone from then on.
    #[must_use]
    pub fn text(&self, game: &Game) -> String {
        let (mut text, mut known) = (String::new(), HashMap::new());
        for cell in 0..self.width * self.height {
            let next = known.len();
            let words = &self.words[cell * self.stride..][..self.stride];
            let number = *known.entry(words).or_insert(next);
            if number == next {
                let mut names: Vec<&str> = self.objects(cell).iter().filter_map(|id| name(game, id)).collect();
                names.sort_by(|one, two| one.encode_utf16().cmp(two.encode_utf16()));
                text += &names.join(" ");
                text.push(':');
            }
            // Writing to a String cannot fail.
            let _ = write!(text, "{number},");
            if (cell + 1) % self.width == 0 {
                text.push('\n');
            }
        }
        text
    }
}

fn name(game: &Game, id: ObjectId) -> Option<&str> {
    game.objects.get(usize::from(id.0))?.as_ref().map(|object| object.name.as_str())
}
