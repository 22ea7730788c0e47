//! Every answer about a game, beside what the oracle says.

mod answers;
mod lines;
mod states;
mod tally;

use std::fmt;
use std::sync::Arc;

use engines::Context;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::{Family, Level};
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::game::{Game, Stage};
use testkit::random::Random;

use crate::plain;
use crate::plain::board::Board;
use crate::plain::search::{Graph, Shortest, State};
use crate::plain::session::Ruleset;
use crate::plain::turn::Stop;

pub(crate) use tally::Tally;

/// The most states that the oracle searches of most levels.
const MAX_STATES: usize = 300;
/// The most states that the oracle searches of some levels.
const MANY_STATES: usize = 2000;

/// An answer that differs from the oracle's.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// Which answer.
    pub(crate) what: String,
    /// The level, from 1.
    pub(crate) level: usize,
    /// The line of moves that it is about.
    pub(crate) line: Vec<String>,
    pub(crate) ours: String,
    pub(crate) oracle: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.join("; ");
        write!(f, "{} of level {} [{line}]\n  ours: {}\n  oracle: {}", self.what, self.level, self.ours, self.oracle)
    }
}

/// A comparison of what we say with what the oracle says.
pub(crate) type Compared = Result<(), Box<Mismatch>>;

/// One level in both forms.
pub(crate) struct Subject<'g> {
    /// Its number, from 1.
    number: usize,
    level: Arc<dyn Level>,
    /// The compiled game with this level as its only stage.
    game: &'g Game,
    /// Objects that chance decides about and nothing reads.
    ignored: Vec<u16>,
    /// Whether random numbers are drawn: boards then count without all objects that nothing reads.
    has_chance: bool,
}

impl Subject<'_> {
    /// Fails if two values differ.
    fn same<T: PartialEq + fmt::Debug>(&self, what: &str, line: &[String], ours: &T, oracle: &T) -> Compared {
        if ours == oracle {
            return Ok(());
        }
        Err(self.mismatch(what, line, format!("{ours:?}"), format!("{oracle:?}")))
    }

    fn mismatch(&self, what: &str, line: &[String], ours: String, oracle: String) -> Box<Mismatch> {
        Box::new(Mismatch { what: what.to_owned(), level: self.number, line: line.to_vec(), ours, oracle })
    }

    /// The text of the level alone is a game that begins with the same board.
    fn alone(&self) -> Compared {
        self.same("the text of the level", &[], &first_board(&self.level.text()), &first(self.game))
    }

    fn oracle(&self, ruleset: Ruleset) -> Result<plain::search::Level<'_>, Stop> {
        plain::search::Level::start(self.game, ruleset, self.ignored.clone())
    }
}

/// The board of the first level of a game.
fn first(game: &Game) -> Option<Board> {
    game.stages.iter().find_map(|stage| match stage {
        Stage::Level(level) => Some(Board::of(level)),
        Stage::Message { .. } => None,
    })
}

/// The board of the first level of a text.
fn first_board(text: &str) -> Option<Board> {
    first(&compile(text, &CompileLimits::default()).game?)
}

/// What the oracle knows of a level.
struct Known {
    graph: Graph,
    /// The shortest solutions from the first state; `None` where no win was reached.
    shortest: Option<Shortest>,
    /// The number of moves from each state to a win, if all states are known.
    left: Option<Vec<Option<usize>>>,
}

impl Known {
    fn of(graph: Graph) -> Known {
        let left = graph.is_complete.then(|| graph.distances());
        Known { shortest: graph.shortest(), left, graph }
    }

    /// How far a state is from a win: `Some(None)` where it is lost, `None` where it is not known.
    fn left(&self, state: &State) -> Option<Option<usize>> {
        let number = self.graph.numbers.get(state)?;
        self.left.as_ref().map(|left| left[*number])
    }
}

/// Compares the answers about all levels of a game; `case` chooses lines and options.
pub(crate) fn game(text: &str, case: u64, tally: &mut Tally) -> Compared {
    let Some(compiled) = compile(text, &CompileLimits::default()).game else { return Ok(()) };
    let source = Arc::new(text.as_bytes().to_vec());
    let Ok(collection) = PuzzleScript.open(source, &Context::default()) else { return Ok(()) };
    tally.game(&compiled, text);
    for (at, entry) in collection.entries().iter().enumerate() {
        let mut game = compiled.clone();
        game.stages = Arc::new(vec![compiled.stages[entry.index.expect("an index") as usize].clone()]);
        let Stage::Level(level) = &game.stages[0] else { continue };
        if level.cells.is_empty() {
            continue;
        }
        let level = collection.level(at, &Context::default()).expect("a level");
        let (ignored, has_chance) = (tally::drawn(&game), tally::has_chance(&game));
        let subject = Subject { number: at + 1, level, game: &game, ignored, has_chance };
        let mut random = Random::new(case.wrapping_mul(31).wrapping_add(at as u64));
        subject.alone()?;
        lines::sessions(&subject, &mut random, tally)?;
        if subject.level.diagnosis().silence.is_some() {
            tally.silent += 1;
            continue;
        }
        answers::level(&subject, &mut random, tally)?;
    }
    Ok(())
}
