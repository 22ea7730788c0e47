//! The board drawn, and a program's run as frames. Large boards are cropped around the bunny, and say so.

use std::collections::VecDeque;

use ::picture::{Cell, Frame, Overlay, Picture, Piece, Point, Role, Shape};

use super::program::Matched;
use super::rules::{Action, Board, FACINGS, Place, Walk};
use crate::answer::{Answer, Body, Proof};

/// The most rows and columns drawn.
const MOST: (usize, usize) = (40, 60);
/// The most frames of a run, and the most actions that it is followed.
const FRAMES: usize = 120;
const ACTIONS: usize = 20_000;
/// Squares of the way behind the bunny that are drawn.
const TAIL: usize = 12;
/// The bunny by facing.
const LETTERS: [&str; 4] = ["→", "↓", "←", "↑"];

/// The part of the board that is drawn: from a place on, so many rows and columns.
struct Window {
    top: usize,
    left: usize,
    cropped: bool,
}

impl Window {
    fn around(board: &Board, (row, column): Place) -> Window {
        let rows = board.squares.iter().map(|square| square.place.0);
        let columns = board.squares.iter().map(|square| square.place.1);
        let (top, height) = span(rows, row, MOST.0);
        let (left, width) = span(columns, column, MOST.1);
        Window { top, left, cropped: height > MOST.0 || width > MOST.1 }
    }

    fn point(&self, (row, column): Place) -> Option<Point> {
        let (row, column) = (row.checked_sub(self.top)?, column.checked_sub(self.left)?);
        (row < MOST.0 && column < MOST.1).then(|| Point::grid(row, column))
    }
}

/// Where a window of at most `most` begins, and how far the squares reach.
fn span(at: impl Iterator<Item = usize> + Clone, centre: usize, most: usize) -> (usize, usize) {
    let (first, last) = (at.clone().min().unwrap_or(0), at.max().unwrap_or(0));
    let reach = last - first + 1;
    let begin = if reach <= most { first } else { centre.saturating_sub(most / 2).clamp(first, last + 1 - most) };
    (begin, reach)
}

/// The level at its start.
pub(super) fn level(board: &Board) -> Picture {
    let left = board.unmarked().count();
    position(board, &Walk::new(board), &format!("the bunny faces east; {left} squares are to be marked"))
}

/// One position.
pub(super) fn position(board: &Board, walk: &Walk, words: &str) -> Picture {
    finish(board, words, vec![frame(board, walk, &VecDeque::new(), words.to_owned())])
}

/// The run of a program.
pub(super) fn trace(board: &Board, program: &Matched, words: &str) -> Picture {
    let steps = length(board, program);
    let stride = steps.div_ceil(FRAMES).max(1);
    let mut walk = Walk::new(board);
    let mut tail = VecDeque::from([walk.bunny.square]);
    let mut frames = vec![frame(board, &walk, &tail, format!("{words}: the start"))];
    for step in 1..=steps {
        let Some(action) = walk.step(board, program) else { break };
        if tail.back() != Some(&walk.bunny.square) {
            tail.push_back(walk.bunny.square);
            if tail.len() > TAIL {
                tail.pop_front();
            }
        }
        if step % stride == 0 || step == steps {
            let caption = format!("{words}: step {step}, {}", said(board, &walk, action));
            frames.push(frame(board, &walk, &tail, caption));
        }
    }
    finish(board, words, frames)
}

/// Actions of a run, as far as it is followed.
fn length(board: &Board, program: &Matched) -> usize {
    let mut walk = Walk::new(board);
    (0..ACTIONS).find(|_| walk.step(board, program).is_none()).unwrap_or(ACTIONS)
}

fn said(board: &Board, walk: &Walk, action: Action) -> String {
    let (at, facing) = (board.words(walk.bunny.square), FACINGS[walk.bunny.facing].0);
    format!("{}: {at}, facing {facing}; {} left", action.letter(), walk.marks.left)
}

/// An answer on the board.
pub(super) fn answer(board: &Board, answer: &Answer) -> Picture {
    match (&answer.body, &answer.proof) {
        (Some(Body::BunnySolve(solved)), _) => match super::program::parse(&solved.program) {
            Ok(program) => trace(board, &program, &format!("{} ({} tokens)", solved.program, solved.tokens)),
            Err(fault) => position(board, &Walk::new(board), &fault.to_string()),
        },
        (None, Some(Proof::Squares { cells })) => {
            let words = format!("{} squares cannot be reached", cells.len());
            let mut picture = position(board, &Walk::new(board), &words);
            let window = Window::around(board, board.squares[board.start].place);
            for [row, column] in cells {
                let place = ((*row as usize).wrapping_sub(1), (*column as usize).wrapping_sub(1));
                let ring = window.point(place).map(|at| Overlay::Ring { at, label: "×".into() });
                picture.frames[0].overlays.extend(ring);
            }
            picture
        }
        (Some(Body::AtLeast(bound)), _) => {
            let words = format!("not finished: at least {} tokens are needed", bound.at_least);
            position(board, &Walk::new(board), &words)
        }
        _ => level(board),
    }
}

fn frame(board: &Board, walk: &Walk, tail: &VecDeque<usize>, caption: String) -> Frame {
    let window = Window::around(board, board.squares[walk.bunny.square].place);
    let cells = (0..).zip(&board.squares).filter_map(|(index, square)| {
        let (role, label) = if walk.marks.has(index) { (Role::Goal, "o") } else { (Role::Ground, "") };
        let at = window.point(square.place)?;
        Some(Cell { at, shape: Shape::Square, role, label: label.into(), act: None })
    });
    let mut frame = Frame { caption, cells: cells.collect(), ..Frame::default() };
    let points: Vec<Point> = tail.iter().filter_map(|&square| window.point(board.squares[square].place)).collect();
    if points.len() > 1 {
        frame.overlays.push(Overlay::Path { points });
    }
    let at = window.point(board.squares[walk.bunny.square].place);
    let letter = LETTERS[walk.bunny.facing].to_owned();
    frame.pieces.extend(at.map(|at| Piece { at, role: Role::Actor, letter, act: None }));
    frame
}

fn finish(board: &Board, words: &str, frames: Vec<Frame>) -> Picture {
    let title = board.header.get("title").unwrap_or("The bunny").to_owned();
    let cropped = Window::around(board, board.squares[board.start].place).cropped;
    let note = if cropped { "; only a part is drawn" } else { "" };
    let description = format!("A board of {} squares{note}; {words}", board.squares.len());
    let legend =
        [(Role::Actor, "the bunny, pointing where it faces"), (Role::Goal, "marked"), (Role::Ground, "to be marked")];
    let legend = legend.map(|(role, words)| (role, words.to_owned())).to_vec();
    Picture { title, description, legend, frames }
}
