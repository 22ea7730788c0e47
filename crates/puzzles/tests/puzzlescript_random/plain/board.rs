//! A board as lists: the ids of the objects of every cell, ascending, column by column.

use puzzlescript::game::{Game, Level};

/// The objects of every cell. The cell of column x and row y is at x·height + y.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cells: Vec<Vec<u16>>,
}

impl Board {
    /// The board of a level as the text has it.
    pub(crate) fn of(level: &Level) -> Board {
        let content = |cell: &u32| level.contents[*cell as usize].iter().map(|id| id.0).collect();
        Board { width: level.width, height: level.height, cells: level.cells.iter().map(content).collect() }
    }

    /// The board without these objects.
    pub(crate) fn without(&self, objects: &[u16]) -> Board {
        let rest = |cell: &Vec<u16>| cell.iter().copied().filter(|id| !objects.contains(id)).collect();
        Board { cells: self.cells.iter().map(rest).collect(), ..*self }
    }

    /// The board as recorded sessions write it: lines of `width` cells in the order of the indices, and the names of
    /// a cell's objects where such a cell first appears.
    pub(crate) fn text(&self, game: &Game) -> String {
        let name = |id: &u16| game.objects[usize::from(*id)].as_ref().map(|object| object.name.clone());
        let mut known: Vec<&Vec<u16>> = Vec::new();
        let mut text = String::new();
        for (at, cell) in self.cells.iter().enumerate() {
            let number = known.iter().position(|other| *other == cell).unwrap_or_else(|| {
                let mut names: Vec<String> = cell.iter().filter_map(name).collect();
                names.sort_by_key(|name| name.encode_utf16().collect::<Vec<_>>());
                text += &format!("{}:", names.join(" "));
                known.push(cell);
                known.len() - 1
            });
            text += &format!("{number},");
            if (at + 1) % self.width == 0 {
                text.push('\n');
            }
        }
        text
    }

    /// The board for a person: a line a row, the names of each cell's objects but the background's.
    pub(crate) fn shown(&self, game: &Game) -> String {
        let name = |id: &u16| game.objects[usize::from(*id)].as_ref().map_or("?", |object| &object.name).to_owned();
        let is_shown = |id: &&u16| **id != game.background.0;
        let cell = |at: usize| self.cells[at].iter().filter(is_shown).map(name).collect::<Vec<_>>().join("+");
        let row = |y: usize| (0..self.width).map(|x| cell(x * self.height + y)).collect::<Vec<_>>().join(" | ");
        (0..self.height).map(|y| format!("    {}\n", row(y))).collect()
    }
}
