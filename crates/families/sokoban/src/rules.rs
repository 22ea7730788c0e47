//! The board, its states, and the moves: one step of the player, or a push with the walk to it.

use frame::problem::IllegalMove;

/// The maximum number of rows, and of columns, of a board.
pub const MAX_SIDE: usize = 1000;
/// The maximum number of squares of a board, so that the number of a square fits into 16 bits.
pub const MAX_SQUARES: usize = u16::MAX as usize;

/// One of the four moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
}

impl Direction {
    /// All four directions, in the order in which moves are listed.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the canonical text of the move: `up`, `down`, `left` or `right`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }

    /// Returns the letter of the move in the notation of Sokoban tools: `u`, `d`, `l` or `r`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Direction::Up => 'u',
            Direction::Down => 'd',
            Direction::Left => 'l',
            Direction::Right => 'r',
        }
    }

    /// Returns the move with this letter, in lower or upper case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())
    }

    /// Parses a move: its name or its letter, in lower or upper case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Direction> {
        let is_name = |direction: &Direction| direction.name().eq_ignore_ascii_case(text);
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Direction::from_letter(letter),
            _ => Direction::ALL.into_iter().find(is_name),
        }
    }

    /// Returns the opposite direction.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}

/// The static content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Floor, also outside the walls.
    Floor,
    /// Floor on which a box must stand at the end.
    Goal,
    /// Neither the player nor a box can enter.
    Wall,
}

/// A state of the game: the squares of the player and of the boxes, as numbers row by row from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    player: u16,
    boxes: Box<[u16]>,
}

impl State {
    /// Creates a state; the boxes may be given in any order.
    #[must_use]
    pub fn new(player: u16, mut boxes: Vec<u16>) -> State {
        boxes.sort_unstable();
        State { player, boxes: boxes.into_boxed_slice() }
    }

    /// Returns the square of the player.
    #[must_use]
    pub fn player(&self) -> usize {
        usize::from(self.player)
    }

    /// Returns the squares of the boxes, in ascending order.
    #[must_use]
    pub fn boxes(&self) -> &[u16] {
        &self.boxes
    }

    /// Whether a box stands on this square.
    #[must_use]
    pub fn has_box(&self, square: usize) -> bool {
        u16::try_from(square).is_ok_and(|square| self.boxes.binary_search(&square).is_ok())
    }

    /// The state with the player on `player` and the box of `from`, if any, on `to`.
    pub(super) fn moved(&self, player: usize, from: usize, to: usize) -> State {
        let mut boxes = self.boxes.to_vec();
        if let Some(moved) = boxes.iter_mut().find(|square| usize::from(**square) == from) {
            *moved = to as u16;
        }
        State::new(player as u16, boxes)
    }
}

/// Why the player cannot make a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A wall is in the way.
    Wall,
    /// A box is in the way, and behind it is a wall.
    BoxAtWall,
    /// A box is in the way, and behind it is another box.
    BoxAtBox,
}

impl Blocked {
    /// Returns the reason in words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Blocked::Wall => "a wall is in the way",
            Blocked::BoxAtWall => "the box cannot be pushed against a wall",
            Blocked::BoxAtBox => "the box cannot be pushed against another box",
        }
    }
}

/// The static part of a level and the state in which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    squares: Vec<Square>,
    inside: Vec<bool>,
    start: State,
}

impl Board {
    /// Creates a board from its squares, row by row, with `width` squares per row.
    ///
    /// # Errors
    /// Returns the first square, in reading order, from which the player could walk off the board if no box were in
    /// the way.
    ///
    /// # Panics
    /// Panics if the number of squares is not a multiple of `width` or too large, or the player or a box is not on
    /// the board.
    pub fn new(width: usize, squares: Vec<Square>, start: State) -> Result<Board, usize> {
        let count = squares.len();
        assert!(width > 0 && count.is_multiple_of(width) && count <= MAX_SQUARES, "a rectangle of at most 2^16 - 1");
        assert!(
            start.player() < count && start.boxes.iter().all(|&square| usize::from(square) < count),
            "on the board"
        );
        let mut board = Board { width, squares, inside: vec![false; count], start };
        board.flood()?;
        Ok(board)
    }

    /// Marks the squares that the player could reach if no box were in the way.
    fn flood(&mut self) -> Result<(), usize> {
        let mut queue = vec![self.start.player()];
        self.inside[self.start.player()] = true;
        let mut open: Option<usize> = None;
        while let Some(square) = queue.pop() {
            for direction in Direction::ALL {
                match self.neighbour(square, direction) {
                    None => open = Some(open.map_or(square, |first| first.min(square))),
                    Some(next) if self.squares[next] != Square::Wall && !self.inside[next] => {
                        self.inside[next] = true;
                        queue.push(next);
                    }
                    Some(_) => {}
                }
            }
        }
        open.map_or(Ok(()), Err)
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// Returns the static content of a square.
    #[must_use]
    pub fn square(&self, square: usize) -> Square {
        self.squares[square]
    }

    /// Returns the static content of all squares, row by row.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Whether the player could reach a square if no box were in the way.
    #[must_use]
    pub fn is_inside(&self, square: usize) -> bool {
        self.inside[square]
    }

    /// Returns the state in which the level begins.
    #[must_use]
    pub fn start(&self) -> &State {
        &self.start
    }

    /// Returns the neighbour of a square in a direction, if it is on the board.
    #[must_use]
    pub fn neighbour(&self, square: usize, direction: Direction) -> Option<usize> {
        let column = square % self.width;
        match direction {
            Direction::Up => square.checked_sub(self.width),
            Direction::Down => Some(square + self.width).filter(|&next| next < self.squares.len()),
            Direction::Left => (column > 0).then(|| square - 1),
            Direction::Right => (column + 1 < self.width).then_some(square + 1),
        }
    }

    /// The neighbour of a square, if it is on the board and no wall.
    pub(super) fn open_neighbour(&self, square: usize, direction: Direction) -> Option<usize> {
        self.neighbour(square, direction).filter(|&next| self.squares[next] != Square::Wall)
    }

    /// Whether every box stands on a goal. A board that was read has as many boxes as goals.
    #[must_use]
    pub fn is_solved(&self, state: &State) -> bool {
        state.boxes.iter().all(|&square| self.squares[usize::from(square)] == Square::Goal)
    }

    /// Returns the number of boxes that stand on goals.
    #[must_use]
    pub fn boxes_on_goals(&self, state: &State) -> usize {
        state.boxes.iter().filter(|&&square| self.squares[usize::from(square)] == Square::Goal).count()
    }

    /// Returns the state after one move, and whether the move pushed a box.
    ///
    /// # Errors
    /// The reason why the player cannot move in this direction.
    pub fn step(&self, state: &State, direction: Direction) -> Result<(State, bool), Blocked> {
        let to = self.open_neighbour(state.player(), direction).ok_or(Blocked::Wall)?;
        if !state.has_box(to) {
            return Ok((State { player: to as u16, boxes: state.boxes.clone() }, false));
        }
        let behind = self.open_neighbour(to, direction).ok_or(Blocked::BoxAtWall)?;
        if state.has_box(behind) {
            return Err(Blocked::BoxAtBox);
        }
        Ok((state.moved(to, to, behind), true))
    }

    /// Returns the state after a move that is given as text.
    ///
    /// # Errors
    /// The text is not a move, or the player cannot move there.
    pub fn make(&self, state: &State, text: &str) -> Result<State, IllegalMove> {
        let direction =
            Direction::parse(text).ok_or_else(|| IllegalMove::new(text, "expected up, down, left or right"))?;
        let (next, _) = self.step(state, direction).map_err(|blocked| IllegalMove::new(text, blocked.reason()))?;
        Ok(next)
    }

    /// Returns the legal moves, each with the state after it and whether it pushes a box.
    pub fn successors<'b>(&'b self, state: &'b State) -> impl Iterator<Item = (Direction, State, bool)> + 'b {
        let step = |direction| self.step(state, direction).ok().map(|(next, pushed)| (direction, next, pushed));
        Direction::ALL.into_iter().filter_map(step)
    }
}
