//! A level for the solver: squares numbered without gaps, and states packed into keys.
//!
//! *Cells* are the squares that the player could reach if no box were in the way, in reading order. *Live* cells are
//! those from which a lone box can be pushed to a goal; only they get a bit for a box in a key.

use super::super::rules::{Board, Direction, Square, State};

/// The number of a cell that is not there.
pub(super) const NONE: u16 = u16::MAX;
/// Cells of a layout, at most: labels of moves hold a cell in 12 bits.
const MAX_CELLS: usize = 1 << 12;
/// The directions of [`Direction::ALL`] by number, turned round.
const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

/// The static part of a level.
pub(super) struct Layout {
    /// The neighbours of each cell in the order of [`Direction::ALL`], or [`NONE`].
    next: Vec<[u16; 4]>,
    is_goal: Vec<bool>,
    /// The number among the live cells, or [`NONE`].
    live_of: Vec<u16>,
    cell_of_live: Vec<u16>,
    goals: Vec<u16>,
    square_of: Vec<u16>,
    cell_of: Vec<u16>,
    player_word: usize,
    player_shift: u32,
    player_mask: u32,
    words: usize,
}

impl Layout {
    /// The layout of a board: `None` where it is too large for the solver.
    pub(super) fn new(board: &Board) -> Option<Layout> {
        let squares = board.squares().len();
        let square_of: Vec<u16> = (0..squares).filter(|&square| board.is_inside(square)).map(|it| it as u16).collect();
        if square_of.len() > MAX_CELLS {
            return None;
        }
        let mut cell_of = vec![NONE; squares];
        (0..).zip(&square_of).for_each(|(cell, &square)| cell_of[usize::from(square)] = cell);
        let neighbour =
            |square: u16, direction| board.open_neighbour(square.into(), direction).map_or(NONE, |next| cell_of[next]);
        let next = square_of.iter().map(|&square| Direction::ALL.map(|to| neighbour(square, to))).collect();
        let is_goal: Vec<bool> = square_of.iter().map(|&square| board.square(square.into()) == Square::Goal).collect();
        let live = board.live_squares();
        let cells = 0..square_of.len() as u16;
        let cell_of_live: Vec<u16> =
            cells.clone().filter(|&cell| live[usize::from(square_of[usize::from(cell)])]).collect();
        let goals: Vec<u16> = cells.filter(|&cell| is_goal[usize::from(cell)]).collect();
        let mut live_of = vec![NONE; square_of.len()];
        (0..).zip(&cell_of_live).for_each(|(number, &cell)| live_of[usize::from(cell)] = number);
        let player_bits = usize::BITS - square_of.len().leading_zeros();
        let bits = cell_of_live.len() as u32;
        // The player's number is not divided between two words.
        let shift = if bits % 32 + player_bits > 32 { 0 } else { bits % 32 };
        let player_word = (bits + player_bits - 1) as usize / 32;
        Some(Layout {
            next,
            is_goal,
            live_of,
            cell_of_live,
            goals,
            square_of,
            cell_of,
            player_word,
            player_shift: shift,
            player_mask: (1 << player_bits) - 1,
            words: player_word + 1,
        })
    }

    /// Whether every box stands on a live cell or for good on a goal, and every other goal can be reached. If not, no
    /// solution is left, and the state has no key.
    pub(super) fn holds(&self, board: &Board, state: &State) -> bool {
        let is_home = |square: usize| !board.is_inside(square) && board.square(square) == Square::Goal;
        let boxes = state.boxes().iter().map(|&square| usize::from(square));
        let is_live = |square: usize| {
            let cell = self.cell_of[square];
            cell != NONE && self.live_of[usize::from(cell)] != NONE
        };
        let live = boxes.clone().filter(|&square| is_live(square)).count();
        boxes.clone().all(|square| is_live(square) || is_home(square)) && live == self.goals.len()
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.next.len()
    }

    /// The number of live cells.
    pub(super) fn live(&self) -> usize {
        self.cell_of_live.len()
    }

    /// The goals, in order; there are as many boxes.
    pub(super) fn goals(&self) -> &[u16] {
        &self.goals
    }

    #[inline]
    pub(super) fn next(&self, cell: u16, direction: usize) -> u16 {
        self.next[usize::from(cell)][direction]
    }

    /// The neighbour against a direction.
    #[inline]
    pub(super) fn before(&self, cell: u16, direction: usize) -> u16 {
        self.next[usize::from(cell)][OPPOSITE[direction]]
    }

    #[inline]
    pub(super) fn is_goal(&self, cell: u16) -> bool {
        self.is_goal[usize::from(cell)]
    }

    /// The number of a cell among the live ones, or [`NONE`].
    #[inline]
    pub(super) fn live_of(&self, cell: u16) -> u16 {
        self.live_of[usize::from(cell)]
    }

    /// The cell of a number among the live ones.
    #[inline]
    pub(super) fn cell_of_live(&self, live: u16) -> u16 {
        self.cell_of_live[usize::from(live)]
    }

    /// The square of a cell.
    pub(super) fn square(&self, cell: u16) -> u16 {
        self.square_of[usize::from(cell)]
    }

    /// The number of words of a key.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The key of a state.
    pub(super) fn key(&self, state: &State) -> Vec<u32> {
        let mut key = vec![0; self.words];
        let cells = state.boxes().iter().map(|&square| self.cell_of[usize::from(square)]);
        for cell in cells.filter(|&cell| cell != NONE) {
            self.flip_box(&mut key, cell);
        }
        self.set_player(&mut key, self.cell_of[state.player()]);
        key
    }

    /// Puts a box on a live cell, or takes it away.
    #[inline]
    pub(super) fn flip_box(&self, key: &mut [u32], cell: u16) {
        let live = self.live_of(cell);
        key[usize::from(live / 32)] ^= 1 << (live % 32);
    }

    /// Sets the player's cell.
    #[inline]
    pub(super) fn set_player(&self, key: &mut [u32], cell: u16) {
        let word = &mut key[self.player_word];
        *word = *word & !(self.player_mask << self.player_shift) | u32::from(cell) << self.player_shift;
    }

    /// The player's cell.
    #[inline]
    pub(super) fn player(&self, key: &[u32]) -> u16 {
        (key[self.player_word] >> self.player_shift & self.player_mask) as u16
    }

    /// Calls `each` with the cell of every box, in ascending order.
    #[inline]
    pub(super) fn boxes(&self, key: &[u32], mut each: impl FnMut(u16)) {
        for (word, &bits) in key.iter().enumerate() {
            let mut bits = bits;
            if word == self.player_word {
                bits &= !(self.player_mask << self.player_shift);
            }
            while bits != 0 {
                let live = word * 32 + bits.trailing_zeros() as usize;
                each(self.cell_of_live[live]);
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::random::Random;

    /// A walled board of up to 18 by 18 squares, so that keys have one word or several, with a state to begin in.
    fn random_board(random: &mut Random) -> Board {
        let (width, height) = (3 + random.below(16), 3 + random.below(16));
        let walled =
            |at: usize| at.is_multiple_of(width) || at % width == width - 1 || at < width || at >= width * (height - 1);
        let mut squares: Vec<Square> = vec![Square::Floor; width * height];
        for (at, square) in squares.iter_mut().enumerate() {
            match random.below(16) {
                _ if walled(at) => *square = Square::Wall,
                0..2 => *square = Square::Wall,
                2..4 => *square = Square::Goal,
                _ => {}
            }
        }
        squares[width + 1] = Square::Floor;
        let boxes = (0..squares.len()).filter(|&at| squares[at] == Square::Goal).map(|at| at as u16).collect();
        Board::new(width, squares, State::new(width as u16 + 1, boxes)).expect("a walled board")
    }

    /// As many boxes as there are goals, on any squares, some of which no key can say; the player inside.
    fn random_state(board: &Board, random: &mut Random) -> State {
        let squares = 0..board.squares().len();
        let mut inside: Vec<u16> = squares.filter(|&at| board.is_inside(at)).map(|at| at as u16).collect();
        let outside = board.start().boxes().iter().copied().filter(|&at| !board.is_inside(at.into()));
        let count = board.start().boxes().len() - outside.clone().count();
        for at in (1..inside.len()).rev() {
            inside.swap(at, random.below(at + 1));
        }
        let boxes = inside.iter().copied().take(count).chain(outside).collect();
        State::new(inside[random.below(inside.len())], boxes)
    }

    #[test]
    fn a_key_says_the_whole_state_or_there_is_none() {
        let mut random = Random(28);
        let (mut keys, mut refused, mut long) = (0, 0, 0);
        for _ in 0..1500 {
            let board = random_board(&mut random);
            let layout = Layout::new(&board).expect("a small board");
            let random_states = (0..4).map(|_| random_state(&board, &mut random));
            for state in std::iter::once(board.start().clone()).chain(random_states) {
                if !layout.holds(&board, &state) {
                    refused += 1;
                    continue;
                }
                let key = layout.key(&state);
                let mut boxes: Vec<u16> =
                    state.boxes().iter().copied().filter(|&square| !board.is_inside(square.into())).collect();
                layout.boxes(&key, |cell| boxes.push(layout.square(cell)));
                assert_eq!(State::new(layout.square(layout.player(&key)), boxes), state, "{board:?}");
                (keys, long) = (keys + 1, long + usize::from(key.len() > 1));
            }
        }
        assert!(keys > 1500 && refused > 500 && long > 500, "{keys} keys, {long} of several words, {refused} refused");
    }
}
