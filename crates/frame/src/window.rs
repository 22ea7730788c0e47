//! The part of a large grid that is drawn: as many rows and columns around a cell as a picture may have.

use picture::Point;

/// The row and the column of a cell of a grid, counted from 0.
pub type Cell = (usize, usize);

/// A rectangle of a grid of cells: the whole grid, or the part around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first row of the grid that is in the window, from 0.
    pub top: usize,
    /// The first column of the grid that is in the window, from 0.
    pub left: usize,
    /// The number of rows of the window.
    pub rows: usize,
    /// The number of columns of the window.
    pub columns: usize,
    /// The rows and columns of the grid.
    grid: (usize, usize),
}

impl Window {
    /// Creates the window of at most `most` rows and columns around the cell `centre` of a grid with `grid` rows and
    /// columns.
    pub fn around(grid: (usize, usize), centre: Cell, most: (usize, usize)) -> Window {
        let (rows, columns) = (grid.0.min(most.0), grid.1.min(most.1));
        let top = centre.0.saturating_sub(rows / 2).min(grid.0 - rows);
        let left = centre.1.saturating_sub(columns / 2).min(grid.1 - columns);
        Window { top, left, rows, columns, grid }
    }

    /// Creates the window of at most `most` rows and columns whose first cell is `corner`.
    pub fn from(grid: (usize, usize), corner: Cell, most: (usize, usize)) -> Window {
        let (rows, columns) = (most.0.min(grid.0 - corner.0), most.1.min(grid.1 - corner.1));
        Window { top: corner.0, left: corner.1, rows, columns, grid }
    }

    /// Whether the grid has cells outside of the window.
    pub fn is_cropped(self) -> bool {
        (self.rows, self.columns) != self.grid
    }

    /// Returns the centre of a cell in the picture; `None` for a cell outside of the window.
    pub fn point(self, (row, column): Cell) -> Option<Point> {
        let (row, column) = (row.checked_sub(self.top)?, column.checked_sub(self.left)?);
        (row < self.rows && column < self.columns).then(|| Point::grid(row, column))
    }

    /// Iterates over the cells of the window in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.columns();
        (self.top..self.top + self.rows).flat_map(move |row| columns.clone().map(move |column| (row, column)))
    }

    /// Returns the columns of the window.
    pub fn columns(self) -> std::ops::Range<usize> {
        self.left..self.left + self.columns
    }

    /// Says which part of the grid is shown: `rows 1 to 32 of 50, columns 3 to 66 of 70`, counted from 1.
    pub fn words(self) -> String {
        let Window { top, left, rows, columns, grid } = self;
        let rows = format!("rows {} to {} of {}", top + 1, top + rows, grid.0);
        format!("{rows}, columns {} to {} of {}", left + 1, left + columns, grid.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_grid_is_shown_whole_and_a_large_one_around_a_cell() {
        let whole = Window::around((3, 2), (2, 1), (3, 2));
        assert!(!whole.is_cropped() && whole.cells().eq([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]));
        let part = Window::around((10, 10), (5, 9), (4, 2));
        assert_eq!(part.words(), "rows 4 to 7 of 10, columns 9 to 10 of 10");
        assert!(part.is_cropped() && part.cells().count() == 8 && part.columns() == (8..10));
        assert_eq!((part.point((3, 8)), part.point((6, 9))), (Some(Point::grid(0, 0)), Some(Point::grid(3, 1))));
        assert_eq!((part.point((2, 8)), part.point((7, 8)), part.point((3, 7))), (None, None, None));
    }
}
