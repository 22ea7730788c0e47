//! A family in a crate of one's own: Frogs and Toads (Édouard Lucas, 1883), with every face.
//!
//! `cargo run -p menagerie --example frogs -- --help`; `docs/your-own-puzzle.md` tells the story.
//!
//! A row of `F`, `T` and one `.`: a frog moves to the right, a toad to the left, into the hole beside it or over one
//! other animal. Frogs and toads must change sides. Known value: n frogs and n toads need n(n + 2) moves.

use std::convert::Infallible;
use std::process::ExitCode;
use std::sync::Arc;

use engines::Context;
use engines::search::{Evidence, Outcome, Space, breadth_first, optimal};
use picture::{Cell, Frame, Picture, Point, Role as Colour, Shape};
use puzzles::answer::{Hint, Solution};
use puzzles::rows::Rows;
use puzzles::{
    Answer, Body, CheckError, Checked, Detail, Family, FamilyInfo, IllegalMove, Level, LoadError, Position, Proof,
    QuestionKind, QuestionSpec,
};
use puzzles::{AskError, Question, Role, Shipped, Source, Status};

fn main() -> ExitCode {
    menagerie::run(&[&Frogs])
}

/// The family.
#[derive(Debug)]
pub(crate) struct Frogs;

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Moves]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves]),
];

const INFO: FamilyInfo = FamilyInfo {
    name: "frogs",
    extension: "frogs",
    about: "frogs and toads change sides",
    rules: "Frogs (F) move to the right, toads (T) to the left: into the hole beside them, or over one animal.",
    source: "Édouard Lucas, Récréations mathématiques, 1883",
    answers: QUESTIONS,
    roles: &["player"],
    levels: &[Shipped { name: "three", about: "three against three; fifteen moves", text: "FFF.TTT\n" }],
};

impl Family for Frogs {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        let mut rows = Rows::open(&*text, &[])?;
        let line = rows.line() + 1;
        let Some(row) = rows.next_row()? else { return Err(LoadError::one(line, 1, "no row", "such as FFF.TTT")) };
        if let Some(at) = row.bytes.iter().position(|sign| !b"FT.".contains(sign)) {
            return Err(LoadError::Invalid(vec![row.problem(at, row.sign(at), "F, T or '.'")]));
        }
        if row.bytes.iter().filter(|&&sign| sign == b'.').count() != 1 {
            return Err(LoadError::one(line, 1, "there is not one hole", "exactly one '.'"));
        }
        Ok(Arc::new(Pond(row.bytes.to_vec())))
    }
}

/// A position, and a level: the row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pond(Vec<u8>);

impl Pond {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    /// Every move: the place of the animal, from 1, and the position after it.
    fn moves(&self) -> Vec<(usize, Pond)> {
        let hole = self.0.iter().position(|&sign| sign == b'.').unwrap_or(0);
        let reaches = |from: usize| match self.0[from] {
            b'F' => from < hole && hole - from <= 2,
            b'T' => from > hole && from - hole <= 2,
            _ => false,
        };
        let after = |from: usize| {
            let mut row = self.0.clone();
            row.swap(from, hole);
            (from + 1, Pond(row))
        };
        (0..self.0.len()).filter(|&from| reaches(from)).map(after).collect()
    }

    /// Toads, hole, frogs.
    fn solved(&self) -> bool {
        self.0.iter().copied().is_sorted_by_key(|sign| b"T.F".iter().position(|&known| known == sign))
    }

    /// The position after these moves.
    fn after(&self, moves: &[String]) -> Result<Pond, AskError> {
        moves.iter().enumerate().try_fold(self.clone(), |pond, (index, text)| {
            pond.make(text).map_err(|illegal| AskError::Illegal { index, illegal })
        })
    }

    fn make(&self, text: &str) -> Result<Pond, IllegalMove> {
        let found = self.moves().into_iter().find(|(from, _)| from.to_string() == text);
        found.map(|step| step.1).ok_or_else(|| IllegalMove::new(text, "no animal there can move; expected its place"))
    }
}

/// What the engines need to know.
struct Rules;

impl Space for Rules {
    type State = Pond;
    type Move = usize;
    type Error = Infallible;

    fn successors(&self, state: &Pond, out: &mut Vec<(usize, Pond)>) -> Result<(), Infallible> {
        out.extend(state.moves());
        Ok(())
    }

    fn is_goal(&self, state: &Pond) -> Result<bool, Infallible> {
        Ok(state.solved())
    }
}

impl Level for Pond {
    fn text(&self) -> String {
        self.text() + "\n"
    }

    fn picture(&self) -> Picture {
        let cell = |(column, &sign): (usize, &u8)| {
            let role = match sign {
                b'F' => Colour::Piece(2),
                b'T' => Colour::Piece(5),
                _ => Colour::Space,
            };
            let (at, act) = (Point::grid(0, column), Some((column + 1).to_string()));
            Cell { at, shape: Shape::Disc, role, label: char::from(sign).to_string(), act }
        };
        let frame = Frame { cells: self.0.iter().enumerate().map(cell).collect(), ..Frame::default() };
        let legend = [(Colour::Piece(2), "frog"), (Colour::Piece(5), "toad"), (Colour::Space, "hole")];
        let legend = legend.map(|(role, meaning)| (role, meaning.to_owned())).to_vec();
        Picture { legend, ..Picture::still("Frogs and toads", self.text(), frame) }
    }

    fn play(self: Arc<Self>, _: Role) -> Box<dyn Position> {
        Box::new(Game(Pond::clone(&self)))
    }

    fn questions(&self) -> &[QuestionSpec] {
        QUESTIONS
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        let start = self.after(&question.asked.moves)?;
        let texts = |moves: &[usize]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        let body = if question.kind == QuestionKind::Hint {
            let every =
                optimal(&Rules, &start, cx).unwrap_or(Outcome::Halted { halt: engines::Halt::Stopped, at_least: 0 });
            every.map(|every| {
                let (best, moves_left) = (texts(&every.first_moves()), Some(u64::from(every.length())));
                Body::Hint(Hint { best, moves_left, ..Hint::default() })
            })
        } else {
            let path = breadth_first(&Rules, &start, cx);
            let path = path.unwrap_or(Outcome::Halted { halt: engines::Halt::Stopped, at_least: 0 });
            path.map(|path| {
                let (solution, moves) = (texts(&path.moves), u64::from(path.length()));
                Body::Solution(Solution { moves, solution, optimal: true, ..Solution::default() })
            })
        };
        Ok(match body {
            Outcome::Found(body) => Answer::found(INFO.name, question, "breadth-first search", body),
            Outcome::Exhausted(Evidence::FromStart { states, .. } | Evidence::FromGoals { states }) => {
                Answer::impossible(INFO.name, question, "breadth-first search", Proof::Exhausted { states })
            }
            Outcome::Exhausted(Evidence::Paths { .. }) => Answer::unfinished(INFO.name, question, "paths", 0),
            Outcome::Halted { halt, at_least } => {
                Answer::unfinished(INFO.name, question, halt.to_string(), u64::from(at_least))
            }
        })
    }

    fn explain(&self, _: &Question, _: &Answer) -> Picture {
        self.picture()
    }

    /// Replays, by the rules alone; a row as small as this can be walked through again.
    fn check(&self, question: &Question, answer: &Answer, _: &Context<'_>) -> Result<Checked, CheckError> {
        puzzles::parts::check(question, answer)?;
        let start = self.after(&question.asked.moves)?;
        let layers = layers(&start);
        let least = layers.iter().position(|layer| layer.iter().any(Pond::solved)).map(|moves| moves as u64);
        let holds = match (&answer.body, &answer.proof) {
            (Some(Body::Solution(claim)), None) => {
                let end = start.after(&claim.solution).map_err(|refusal| CheckError::wrong(refusal.to_string()))?;
                end.solved() && claim.moves == claim.solution.len() as u64 && Some(claim.moves) == least
            }
            (Some(Body::Hint(claim)), None) => claim.moves_left == least && claim.best.is_empty() == (least == Some(0)),
            (Some(Body::AtLeast(bound)), None) => least.is_none_or(|least| bound.at_least <= least),
            (None, Some(Proof::Exhausted { states })) => {
                least.is_none() && *states == layers.iter().map(|layer| layer.len() as u64).sum::<u64>()
            }
            _ => false,
        };
        let rechecked = vec!["everything, by walking through the states layer by layer".into()];
        if holds {
            Ok(Checked { rechecked, not_rechecked: Vec::new() })
        } else {
            Err(CheckError::wrong("it is otherwise"))
        }
    }
}

/// All positions that can be reached, by the moves that they need.
fn layers(start: &Pond) -> Vec<Vec<Pond>> {
    let (mut met, mut layers) = (std::collections::HashSet::from([start.clone()]), vec![vec![start.clone()]]);
    while let Some(last) = layers.last().filter(|last| !last.is_empty()) {
        let next =
            last.iter().flat_map(Pond::moves).map(|step| step.1).filter(|pond| met.insert(pond.clone())).collect();
        layers.push(next);
    }
    layers
}

/// A game under way.
struct Game(Pond);

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.0.moves().into_iter().map(|(from, _)| from.to_string()))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        self.0 = self.0.make(text)?;
        Ok(())
    }

    fn status(&self) -> Status {
        Status { over: self.0.moves().is_empty(), solved: self.0.solved(), cost: None, words: self.0.text() }
    }

    fn picture(&self) -> Picture {
        Level::picture(&self.0)
    }

    fn level(&self) -> String {
        Level::text(&self.0)
    }
}
