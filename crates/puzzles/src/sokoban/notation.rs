//! Lines of moves as Sokoban tools write and measure them: letters, capital where a box is pushed, with the numbers by which
//! their users compare solutions.

use std::collections::BTreeMap;

use super::rules::{Board, Direction, State};
use super::text;
use crate::line::{Line, Measure, Notation};

/// What is counted of every line, by alphabet as answers have it.
pub(super) const MEASURES: &[Measure] = &[
    Measure { name: "box_changes", about: "pushes whose box is not that of the push before; the first push is none" },
    Measure { name: "box_lines", about: "runs of pushes of one box in one direction, moves between them aside" },
    Measure { name: "moves", about: "steps of the player, those that push a box among them" },
    Measure { name: "player_lines", about: "runs of moves in one direction" },
    Measure { name: "pushes", about: "moves that push a box" },
    Measure { name: "pushing_sessions", about: "runs of pushes without a move between them" },
];

impl Notation for text::Level {
    fn write(&self, before: &[String], line: &[String]) -> Option<Line> {
        let mut state = self.board.start().clone();
        for text in before {
            state = self.board.make(&state, text).ok()?;
        }
        let line = line.iter().map(|text| Direction::parse(text)).collect::<Option<Vec<_>>>()?;
        written(&self.board, state, &line)
    }
}

/// The letters of a line from a state, and its numbers; `None` where a move is not legal.
pub(super) fn written(board: &Board, mut state: State, line: &[Direction]) -> Option<Line> {
    let (mut text, mut counted) = (String::with_capacity(line.len()), Counted::default());
    for &direction in line {
        let (next, is_push) = board.step(&state, direction).ok()?;
        text.push(if is_push { direction.letter().to_ascii_uppercase() } else { direction.letter() });
        let pushed = is_push.then(|| (next.player(), board.neighbour(next.player(), direction)));
        counted.add(direction, pushed);
        state = next;
    }
    Some(Line { text, counts: counted.counts() })
}

/// The numbers of a line so far.
#[derive(Default)]
struct Counted {
    moves: u64,
    pushes: u64,
    box_lines: u64,
    box_changes: u64,
    pushing_sessions: u64,
    player_lines: u64,
    /// The direction of the last move.
    last: Option<Direction>,
    /// Whether the last move was a push.
    is_pushing: bool,
    /// The square on which the last push left its box, and its direction.
    pushed: Option<(Option<usize>, Direction)>,
}

impl Counted {
    /// Counts a move; `push` has the squares from which and to which it pushes a box.
    fn add(&mut self, direction: Direction, push: Option<(usize, Option<usize>)>) {
        self.moves += 1;
        self.player_lines += u64::from(self.last != Some(direction));
        self.last = Some(direction);
        if let Some((from, to)) = push {
            self.pushes += 1;
            self.pushing_sessions += u64::from(!self.is_pushing);
            self.box_changes += u64::from(self.pushed.is_some_and(|(square, _)| square != Some(from)));
            self.box_lines += u64::from(self.pushed != Some((Some(from), direction)));
            self.pushed = Some((to, direction));
        }
        self.is_pushing = push.is_some();
    }

    fn counts(&self) -> BTreeMap<String, u64> {
        let Counted { moves, pushes, box_lines, box_changes, pushing_sessions, player_lines, .. } = *self;
        let counts = [box_changes, box_lines, moves, player_lines, pushes, pushing_sessions];
        MEASURES.iter().map(|measure| measure.name.to_owned()).zip(counts).collect()
    }
}
