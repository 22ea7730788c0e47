//! The board, the bunny on it, and the step-by-step run of a program.

use std::collections::HashMap;

use super::program::{Action, LoopBody, Matched, Token};
use frame::rows::Header;

/// A row and a column, from 0.
pub(super) type Place = (usize, usize);

/// The most squares of a board.
pub(super) const MAX_SQUARES: usize = 1024;

/// Directions in the order of a turn to the right; the bunny begins with the first.
pub(super) const FACINGS: [(&str, Place, Place); 4] =
    [("east", (0, 1), (0, 0)), ("south", (1, 0), (0, 0)), ("west", (0, 0), (0, 1)), ("north", (0, 0), (1, 0))];

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) place: Place,
    /// Marked from the beginning.
    pub(super) marked: bool,
}

/// A board with its header.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) header: Header,
    /// In reading order.
    pub(super) squares: Vec<Square>,
    pub(super) start: usize,
    /// For each square the square before the bunny, by facing; itself where there is the void.
    next: Vec<[usize; 4]>,
}

impl Board {
    /// A board of squares in reading order.
    pub(super) fn new(header: Header, squares: Vec<Square>, start: usize) -> Board {
        let at: HashMap<Place, usize> = (0..).zip(&squares).map(|(index, square)| (square.place, index)).collect();
        let next = |(index, square): (usize, &Square)| {
            FACINGS.map(|(_, (down, right), (up, left))| {
                let (row, column) = square.place;
                let place = (row + down).checked_sub(up).zip((column + right).checked_sub(left));
                place.and_then(|place| at.get(&place).copied()).unwrap_or(index)
            })
        };
        let next = squares.iter().enumerate().map(|(index, square)| next((index, square))).collect();
        Board { header, squares, start, next }
    }

    /// The bunny at the start.
    pub(super) fn bunny(&self) -> Bunny {
        Bunny { square: self.start, facing: 0 }
    }

    /// The squares that are to be marked.
    pub(super) fn unmarked(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.squares).filter(|(_, square)| !square.marked).map(|(index, _)| index)
    }

    /// The bunny after an action.
    pub(super) fn act(&self, bunny: Bunny, action: Action) -> Bunny {
        match action {
            Action::Hop => Bunny { square: self.next[bunny.square][bunny.facing], ..bunny },
            Action::Left => Bunny { facing: (bunny.facing + 3) % 4, ..bunny },
            Action::Right => Bunny { facing: (bunny.facing + 1) % 4, ..bunny },
        }
    }

    /// A square in words.
    pub(super) fn words(&self, square: usize) -> String {
        let (row, column) = self.squares[square].place;
        format!("row {}, column {}", row + 1, column + 1)
    }
}

/// Where the bunny is, and the facing as its number in [`FACINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bunny {
    pub(super) square: usize,
    pub(super) facing: usize,
}

/// The marks of a run.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    marked: Vec<bool>,
    /// Squares that are not marked yet.
    pub(super) left: usize,
}

impl Marks {
    /// The marks of the board at the start.
    pub(super) fn new(board: &Board) -> Marks {
        let marked: Vec<bool> = board.squares.iter().map(|square| square.marked).collect();
        Marks { left: marked.iter().filter(|marked| !**marked).count(), marked }
    }

    /// Marks a square.
    pub(super) fn put(&mut self, square: usize) {
        self.left -= usize::from(!std::mem::replace(&mut self.marked[square], true));
    }

    /// Whether a square is marked.
    pub(super) fn has(&self, square: usize) -> bool {
        self.marked[square]
    }
}

/// A program under way, one action at a time; it stops when the board is complete.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) bunny: Bunny,
    pub(super) marks: Marks,
    /// The token that comes next.
    pub(super) at: usize,
    /// The loops around it, with the passes left after this one.
    loops: Vec<(usize, Option<u64>)>,
}

impl Walk {
    /// Before the first token.
    pub(super) fn new(board: &Board) -> Walk {
        Walk { bunny: board.bunny(), marks: Marks::new(board), at: 0, loops: Vec::new() }
    }

    /// Makes the next action; `None` when the program has ended, when it goes on for ever without acting, or when the
    /// board is complete. Loops that never act are passed over whole, so the cost of a step is bounded by the depth.
    pub(super) fn step(&mut self, board: &Board, program: &Matched) -> Option<Action> {
        while self.marks.left > 0 {
            let token = *program.tokens().get(self.at)?;
            self.at += 1;
            match token {
                Token::Open(count) => self.open(program, count),
                Token::Close => self.close(),
                Token::Act(action) => {
                    self.bunny = board.act(self.bunny, action);
                    self.marks.put(self.bunny.square);
                    return Some(action);
                }
            }
        }
        None
    }

    /// Where the bunny and the program are: what follows depends on nothing else, save the marks.
    pub(super) fn position(&self) -> (Bunny, usize, Vec<(usize, Option<u64>)>) {
        (self.bunny, self.at, self.loops.clone())
    }

    /// Enters the loop whose token was just passed, or passes over it.
    fn open(&mut self, program: &Matched, count: Option<u64>) {
        let open = self.at - 1;
        match program.body(open) {
            LoopBody::Acts => self.loops.push((self.at, count.map(|count| count.saturating_sub(1)))),
            LoopBody::Idles => self.at = program.close(open) + 1,
            LoopBody::Hangs => self.at = program.tokens().len(),
        }
    }

    fn close(&mut self) {
        match self.loops.last_mut() {
            Some((first, None)) => self.at = *first,
            Some((first, Some(left))) if *left > 0 => {
                *left -= 1;
                self.at = *first;
            }
            _ => {
                self.loops.pop();
            }
        }
    }
}
