//! The board drawn, and a program's run as frames. Large boards are cropped around the bunny, and say so.
//!
//! Every film ends with the end of the run. A run that is too long to be followed is cut before, and one that never
//! ends is followed until it only repeats itself.

use std::collections::{HashSet, VecDeque};

use ::picture::{Cell, ColourRole, Frame, Orientation, Overlay, Picture, Piece, Point, Shape};

use super::body::{Solve, Squares, TOKENS};
use super::program::{Action, Matched, parse};
use super::rules::{Board, FACINGS, Place, Walk};
use super::sprites::BUNNY;
use super::tally::{Tally, tally};
use frame::answer::Reply;
use frame::phrases::plural;
use frame::program::Frames;

/// The most rows and columns drawn.
const MAX: (usize, usize) = (40, 60);
/// The most frames of a run, and the most actions that it is followed.
const FRAMES: usize = 120;
const ACTIONS: usize = 20_000;
/// The most frames of a run of which every hop is shown, and the most squares in all of them.
const HOP_FRAMES: usize = 1_000;
const HOP_SQUARES: usize = 300_000;
/// Squares of the way behind the bunny that are drawn.
const TAIL: usize = 12;
/// The bunny by facing: its letter, and where its sprite looks.
const LETTERS: [(&str, Orientation); 4] =
    [("→", Orientation::Right), ("↓", Orientation::Down), ("←", Orientation::Left), ("↑", Orientation::Up)];

/// The part of the board that is drawn: at most [`MAX`] rows and columns from a place on.
pub(super) struct Window {
    top: usize,
    left: usize,
    pub(super) cropped: bool,
}

impl Window {
    pub(super) fn around(board: &Board, (row, column): Place) -> Window {
        let rows = board.squares.iter().map(|square| square.place.0);
        let columns = board.squares.iter().map(|square| square.place.1);
        let (top, height) = span(rows, row, MAX.0);
        let (left, width) = span(columns, column, MAX.1);
        Window { top, left, cropped: height > MAX.0 || width > MAX.1 }
    }

    pub(super) fn point(&self, (row, column): Place) -> Option<Point> {
        let (row, column) = (row.checked_sub(self.top)?, column.checked_sub(self.left)?);
        (row < MAX.0 && column < MAX.1).then(|| Point::grid(row, column))
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
    position(
        board,
        &Walk::new(board),
        &format!("the bunny faces east; {} to be marked", plural(left, "square is", "squares are")),
    )
}

/// One position.
pub(super) fn position(board: &Board, walk: &Walk, words: &str) -> Picture {
    finish(board, words, vec![frame(board, walk, &VecDeque::new(), words.to_owned())])
}

/// The run of a program.
pub(super) fn trace(board: &Board, program: &Matched, words: &str, steps: Frames) -> Picture {
    let end = tally(board, program);
    let followed = Followed::new(board, program);
    let stride = followed.steps.div_ceil(FRAMES).max(1);
    let most = (HOP_SQUARES / board.squares.len()).clamp(FRAMES, HOP_FRAMES);
    let mut walk = Walk::new(board);
    let mut tail = VecDeque::from([walk.bunny.square]);
    let mut frames = vec![frame(board, &walk, &tail, format!("{words}: the start"))];
    let mut missing = followed.is_cut;
    let (mut steps_left_out, mut hops_left_out) = (0_u64, 0_u64);
    for step in 1..=followed.steps {
        let Some(action) = walk.step(board, program) else { break };
        let hopped = tail.back() != Some(&walk.bunny.square);
        if hopped {
            tail.push_back(walk.bunny.square);
            if tail.len() > TAIL {
                tail.pop_front();
            }
        }
        let shown = match steps {
            Frames::Moves => step % stride == 0,
            Frames::Hops => hopped && frames.len() < most,
        };
        missing |= hopped && !shown;
        if !shown && step < followed.steps {
            steps_left_out += 1;
            hops_left_out += u64::from(hopped);
        }
        if shown && step < followed.steps {
            let caption = format!("{words}: step {step}, {}", action_words(board, &walk, action));
            frames.push(frame(board, &walk, &tail, caption));
        }
    }
    if followed.is_cut {
        (walk.bunny, walk.marks) = (end.last, end.marks.clone());
        tail.clear();
    }
    if !program.tokens().is_empty() {
        frames.push(frame(board, &walk, &tail, format!("{words}: {}", ending(board, &walk, &end, &followed))));
    }
    let left_out = match steps {
        Frames::Moves => left_out(steps_left_out, "step", "steps"),
        Frames::Hops => left_out(hops_left_out, "hop", "hops"),
    };
    if let (Some(left_out), [first, .., last]) = (left_out, frames.as_mut_slice()) {
        for frame in [first, last] {
            frame.caption += &left_out;
        }
    }
    let picture = finish(board, words, frames);
    Picture { abridged: missing && steps == Frames::Moves, ..picture }
}

/// Says how many steps or hops of a run the film leaves out, for the end of a caption.
fn left_out(count: u64, one: &str, many: &str) -> Option<String> {
    let are = if count == 1 { "is" } else { "are" };
    (count > 0).then(|| format!("; {} of the run {are} left out of these pictures", plural(count, one, many)))
}

/// How a run ends, for the caption of its last frame.
fn ending(board: &Board, walk: &Walk, end: &Tally, followed: &Followed) -> String {
    let (tries, hops) = (plural(end.tries.clone(), "try", "tries"), plural(end.hops.clone(), "hop", "hops"));
    let after = match (followed.is_cut, end.complete || end.end.is_some()) {
        (true, true) => format!("the end, after {tries} and {hops}; not all of them are shown"),
        (true, false) => format!("it goes on for ever; {} are shown", plural(followed.steps as u64, "step", "steps")),
        (false, true) => format!("the end after {}", plural(followed.steps as u64, "step", "steps")),
        (false, false) => {
            let steps = plural(followed.steps as u64, "step", "steps");
            format!("after {steps} it only repeats itself for ever")
        }
    };
    let left = match walk.marks.left {
        0 => "every square is marked".to_owned(),
        left => plural(left as u64, "square is left", "squares are left"),
    };
    let (at, facing) = (board.words(walk.bunny.square), FACINGS[walk.bunny.facing].0);
    format!("{after}; {left}; the bunny is at {at}, facing {facing}")
}

/// A run as far as it is followed: to its end, until it only repeats itself, or for [`ACTIONS`] actions.
struct Followed {
    steps: usize,
    is_cut: bool,
}

impl Followed {
    fn new(board: &Board, program: &Matched) -> Followed {
        let mut walk = Walk::new(board);
        let mut seen = HashSet::new();
        for steps in 0..ACTIONS {
            // Where bunny and program are as they were before, everything that can be marked is.
            if !seen.insert(walk.position()) || walk.step(board, program).is_none() {
                return Followed { steps, is_cut: false };
            }
        }
        let ended = walk.step(board, program).is_none();
        Followed { steps: ACTIONS, is_cut: !ended }
    }
}

fn action_words(board: &Board, walk: &Walk, action: Action) -> String {
    let (at, facing) = (board.words(walk.bunny.square), FACINGS[walk.bunny.facing].0);
    format!("{}: {at}, facing {facing}; {} left", action.letter(), walk.marks.left)
}

/// A reply on the board at its start: a program runs, squares out of reach are ringed.
pub(super) fn reply(board: &Board, reply: &Reply, steps: Frames) -> Picture {
    if let Some(solved) = reply.body_as::<Solve>() {
        return match parse(&solved.program) {
            Ok(program) => {
                let words = format!("{} ({})", solved.program, TOKENS.count(solved.tokens));
                trace(board, &program, &words, steps)
            }
            Err(fault) => position(board, &Walk::new(board), &fault.to_string()),
        };
    }
    let bound = |at_least| format!("at least {} needed", plural(at_least, "token is", "tokens are"));
    if let Some(stopped) = reply.stopped_words(bound) {
        return position(board, &Walk::new(board), &stopped);
    }
    match reply.proof_as::<Squares>() {
        Some(squares) => out_of_reach(board, squares),
        None => level(board),
    }
}

/// The board with a ring around each of these squares.
fn out_of_reach(board: &Board, squares: &Squares) -> Picture {
    let words = format!("{} cannot be reached", plural(squares.cells.len(), "square", "squares"));
    let mut picture = position(board, &Walk::new(board), &words);
    let window = Window::around(board, board.squares[board.start].place);
    for [row, column] in &squares.cells {
        let place = ((*row as usize).wrapping_sub(1), (*column as usize).wrapping_sub(1));
        let ring = window.point(place).map(|at| Overlay::Ring { at, label: "×".into() });
        picture.frames[0].overlays.extend(ring);
    }
    picture
}

fn frame(board: &Board, walk: &Walk, tail: &VecDeque<usize>, caption: String) -> Frame {
    let window = Window::around(board, board.squares[walk.bunny.square].place);
    let cells = (0..).zip(&board.squares).filter_map(|(index, square)| {
        let (role, label) = if walk.marks.has(index) { (ColourRole::Goal, "o") } else { (ColourRole::Ground, "") };
        let at = window.point(square.place)?;
        Some(Cell { at, shape: Shape::Square, role, label: label.into(), act: None })
    });
    let mut frame = Frame { caption, cells: cells.collect(), ..Frame::default() };
    let points: Vec<Point> = tail.iter().filter_map(|&square| window.point(board.squares[square].place)).collect();
    if points.len() > 1 {
        frame.overlays.push(Overlay::Path { points });
    }
    let at = window.point(board.squares[walk.bunny.square].place);
    let (letter, facing) = LETTERS[walk.bunny.facing];
    let sprite = Some(BUNNY.facing(facing));
    frame.pieces.extend(at.map(|at| Piece {
        at,
        role: ColourRole::Actor,
        letter: letter.to_owned(),
        act: None,
        sprite,
    }));
    frame
}

fn finish(board: &Board, words: &str, frames: Vec<Frame>) -> Picture {
    let title = board.header.get("title").unwrap_or("The bunny").to_owned();
    let cropped = Window::around(board, board.squares[board.start].place).cropped;
    let note = if cropped { "; only a part is drawn" } else { "" };
    let description = format!("A board of {}{note}; {words}", plural(board.squares.len(), "square", "squares"));
    let legend = [
        (ColourRole::Actor, "the bunny, pointing where it faces"),
        (ColourRole::Goal, "marked"),
        (ColourRole::Ground, "to be marked"),
        (ColourRole::Path, "the last squares of its way"),
    ];
    let legend = legend.map(|(role, words)| (role, words.to_owned())).to_vec();
    Picture { title, description, legend, frames, ..Picture::default() }
}
