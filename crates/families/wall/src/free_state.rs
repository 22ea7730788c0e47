//! The state of a game under the free rule among walls of one's own: which moves are legal, and what they change. Eel
//! builds and opens walls one by one and says when they are done; Rabbit walks among walls that are given.

use std::cell::OnceCell;
use std::sync::Arc;

use engines::{Context, Halt};

use super::board::Board;
use super::grid::Grid;
use super::live_state::Side;
use super::rules::{Place, Step, Walk, after, run};
use super::sides::not_eels;
use super::values::cells;
use super::ways::{Walls, Ways, below};
use frame::problem::{AskError, IllegalMove};

/// The move after which Rabbit walks.
const DONE: &str = "done";
/// What a move of Eel's looks like.
const EXPECTED: &str = "expected wall or open with a row and a column from 1, such as wall 1,3, or done";

/// Walls are built on boards of at most so many cells, each of which has a number beside it.
const MAX_CELLS: u64 = 1 << 20;

/// Why nothing is built on a board that is too large, and what was expected; `None` for others.
pub(super) fn too_large(board: &Board) -> Option<(String, String)> {
    let cells = cells(board);
    let expected = || format!("at most {MAX_CELLS} where walls are built one by one");
    (cells > MAX_CELLS).then(|| (format!("this board has {cells} cells"), expected()))
}

/// A game under way.
pub(super) struct Free {
    pub(super) grid: Arc<Grid>,
    pub(super) side: Side,
    pub(super) walls: Walls,
    pub(super) walk: Walk,
    /// Computed when it is first needed, and anew when a wall changes.
    ways: OnceCell<Ways>,
    pub(super) halted: Option<Halt>,
}

/// A move of Eel's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Build {
    Wall(Place),
    Open(Place),
    Done,
}

impl Build {
    /// As text.
    pub(super) fn text(self) -> String {
        match self {
            Build::Wall((row, column)) => format!("wall {},{}", row + 1, column + 1),
            Build::Open((row, column)) => format!("open {},{}", row + 1, column + 1),
            Build::Done => DONE.to_owned(),
        }
    }

    /// The move of this text.
    pub(super) fn read(text: &str) -> Option<Build> {
        let built = match text.split_once(' ') {
            Some(("wall", place)) => Build::Wall(place_of(place)?),
            Some(("open", place)) => Build::Open(place_of(place)?),
            _ => Build::Done,
        };
        Some(built).filter(|built| built.text() == text)
    }
}

/// The cell of a row and a column from 1.
fn place_of(text: &str) -> Option<Place> {
    let (row, column) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}

/// Why the walls of a text cannot stand.
pub(super) enum WallsError {
    /// One of them cannot, or all of them together: what is wrong, and what was expected.
    Wrong { message: String, expected: String },
    /// A limit was reached.
    Halted(Halt),
}

impl From<Halt> for WallsError {
    fn from(halt: Halt) -> WallsError {
        WallsError::Halted(halt)
    }
}

impl From<WallsError> for AskError {
    fn from(error: WallsError) -> AskError {
        match error {
            WallsError::Wrong { message, expected } => AskError::NotOffered(format!("{message}; expected {expected}")),
            WallsError::Halted(halt) => AskError::Halted(halt),
        }
    }
}

/// The walls of a text: cells as row and column from 1, separated by `;`. A wall beside a blocked cell may be among
/// them, as pictures draw it: it changes nothing. An error says which wall cannot stand.
pub(super) fn walls(board: &Board, text: &str, cx: &Context<'_>) -> Result<Walls, WallsError> {
    let wrong = |message: String, expected: String| WallsError::Wrong { message, expected };
    let mut walls = Walls::new();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let unread = || wrong(format!("'{part}' names no cell"), "a row and a column from 1, such as 1,3".into());
        let place = place_of(part).ok_or_else(unread)?;
        if let Some((why, expected)) = outside(board, place) {
            return Err(wrong(format!("the wall '{part}' cannot stand, since {why}"), expected));
        }
        walls.insert(place);
    }
    let has_way = |walls: &Walls| Ok::<_, Halt>(Ways::new(board, walls, cx)?.left((0, 0)).is_some());
    if !has_way(&walls)? && has_way(&Walls::new())? {
        return Err(wrong("these walls leave no way to the last row".into(), "walls that leave one".into()));
    }
    Ok(walls)
}

/// What is wrong with the place of a wall that is not between two cells of the board, and what was expected; `None` for
/// others.
fn outside(board: &Board, (row, column): Place) -> Option<(String, String)> {
    let (rows, columns) = (board.rows(), board.columns());
    if row + 1 >= rows {
        let message = if row + 1 == rows {
            "no row is below the last one".to_owned()
        } else {
            format!("there is no row {}", row + 1)
        };
        let expected = match rows {
            1 => "no wall, since there is one row alone".to_owned(),
            2 => "row 1, which alone is above another".to_owned(),
            _ => format!("a row from 1 to {}, which is above another", rows - 1),
        };
        return Some((message, expected));
    }
    let expected =
        if columns == 1 { "column 1, the only one".to_owned() } else { format!("a column from 1 to {columns}") };
    (column >= columns).then(|| (format!("there is no column {}", column + 1), expected))
}

/// Whether a wall can stand below a cell: neither it nor the one below is blocked or missing.
fn is_edge(board: &Board, (row, column): Place) -> bool {
    let inside = row < board.rows() && column < board.columns();
    inside && board.cost(row, column).is_some() && after(board, (row, column), Step::Down).is_some()
}

impl Free {
    /// Before anything is built or walked, with these walls.
    pub(super) fn new(grid: Arc<Grid>, side: Side, walls: Walls) -> Free {
        let walk = Walk::begin(&grid.board, (0, 0));
        Free { grid, side, walls, walk, ways: OnceCell::new(), halted: None }
    }

    /// What is left to pay among the walls.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn ways(&self, cx: &Context<'_>) -> Result<&Ways, Halt> {
        if let Some(known) = self.ways.get() {
            return Ok(known);
        }
        let ways = Ways::new(&self.grid.board, &self.walls, cx)?;
        Ok(self.ways.get_or_init(|| ways))
    }

    /// [`Free::ways`], computed without a limit where it is not known yet.
    pub(super) fn here(&self) -> &Ways {
        let measure = || Ways::new(&self.grid.board, &self.walls, &Context::default());
        // Without a limit it cannot halt.
        self.ways.get_or_init(|| measure().unwrap_or_default())
    }

    /// Whether Eel still builds.
    pub(super) fn is_building(&self) -> bool {
        self.side == Side::Eel && self.walk.trail.len() == 1 && self.grid.board.rows() > 1
    }

    /// Eel's legal moves: every wall that leaves a way down, every wall that stands, and to be done.
    pub(super) fn builds(&self) -> Box<dyn Iterator<Item = Build> + '_> {
        let ways = self.here();
        if !self.is_building() || ways.left((0, 0)).is_none() {
            return Box::new(std::iter::empty());
        }
        let board = &self.grid.board;
        let needed = self.needed(ways);
        let places = (0..board.rows() - 1).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
        let build = move |place: Place| {
            if self.walls.contains(&place) {
                return Some(Build::Open(place));
            }
            let may_stand = is_edge(board, place) && needed[place.0] != Some(place.1);
            may_stand.then_some(Build::Wall(place))
        };
        Box::new(places.filter_map(build).chain(std::iter::once(Build::Done)))
    }

    /// For each row but the last, the column of the only edge below by which a way leads down; `None` where there are
    /// several.
    fn needed(&self, ways: &Ways) -> Vec<Option<usize>> {
        let board = &self.grid.board;
        let mut entered = vec![0];
        let row = |row: usize| {
            let mut reached: Vec<usize> = Vec::new();
            for &column in &entered {
                if reached.last().is_none_or(|&last| last < column) {
                    let (first, last) = run(board, (row, column));
                    reached.extend(first..=last);
                }
            }
            entered = reached.into_iter().filter(|&at| below(board, &self.walls, (row, at)).is_some()).collect();
            let mut useful = entered.iter().filter(|&&at| ways.left((row + 1, at)).is_some());
            useful.next().copied().filter(|_| useful.next().is_none())
        };
        (0..board.rows() - 1).map(row).collect()
    }

    /// Makes a legal move of Eel's.
    fn make(&mut self, built: Build, cx: &Context<'_>) -> Result<(), Halt> {
        match built {
            Build::Wall(place) => drop(self.walls.insert(place)),
            Build::Open(place) => drop(self.walls.remove(&place)),
            Build::Done => {
                let mut walk = self.walk.clone();
                self.ways(cx)?.follow(&self.grid.board, &self.walls, &mut walk);
                self.walk = walk;
                return Ok(());
            }
        }
        self.ways.take();
        Ok(())
    }

    /// Where a step of Rabbit's leads.
    pub(super) fn after(&self, step: Step) -> Option<Place> {
        let place = self.walk.place();
        let is_open = step != Step::Down || !self.walls.contains(&place);
        after(&self.grid.board, place, step).filter(|_| is_open && place.0 + 1 < self.grid.board.rows())
    }

    /// Rabbit's legal steps: none where no way leads on, so that the game is over.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let walks = self.side == Side::Rabbit && self.here().left(self.walk.place()).is_some();
        Step::ALL.into_iter().filter(move |&step| walks && self.after(step).is_some())
    }

    pub(super) fn build(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let built = Build::read(text).ok_or_else(|| not_eels(text, EXPECTED))?;
        let halted = self.ways(cx).err();
        self.halted = halted;
        if let Some(halt) = halted {
            return Err(IllegalMove::new(text, halt.to_string()));
        }
        if !self.is_legal(built) {
            return Err(IllegalMove::new(text, self.refusal(built)));
        }
        self.halted = self.make(built, cx).err();
        self.halted.map_or(Ok(()), |halt| Err(IllegalMove::new(text, halt.to_string())))
    }

    fn is_legal(&self, built: Build) -> bool {
        let ways = self.here();
        let may_build = self.is_building() && ways.left((0, 0)).is_some();
        may_build
            && match built {
                Build::Wall(place) => {
                    let stands = is_edge(&self.grid.board, place) && !self.walls.contains(&place);
                    stands && self.needed(ways)[place.0] != Some(place.1)
                }
                Build::Open(place) => self.walls.contains(&place),
                Build::Done => true,
            }
    }

    fn refusal(&self, built: Build) -> String {
        let outside = match built {
            Build::Wall(place) | Build::Open(place) if self.is_building() => outside(&self.grid.board, place),
            _ => None,
        };
        if let Some((message, expected)) = outside {
            return format!("{message}; expected {expected}");
        }
        let plain = match built {
            _ if !self.is_building() => "the walls are built, and Rabbit has walked",
            Build::Open(_) => "no wall stands there",
            Build::Wall(place) if self.walls.contains(&place) => "a wall stands there",
            Build::Wall(place) if !is_edge(&self.grid.board, place) => {
                "a cell above or below is blocked, so that a wall would change nothing"
            }
            _ => "Rabbit could not reach the last row that way",
        };
        plain.to_owned()
    }

    /// The cells that a click must hit to make a move.
    pub(super) fn acts(&self) -> Vec<(Place, String)> {
        let cell = |built: Build| match built {
            Build::Wall(place) | Build::Open(place) => Some((place, built.text())),
            Build::Done => None,
        };
        let steps = self.steps().filter_map(|step| Some((self.after(step)?, step.name().to_owned())));
        self.builds().filter_map(cell).chain(steps).collect()
    }
}
