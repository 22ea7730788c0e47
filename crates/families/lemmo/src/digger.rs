//! The digger's side of the game: at most one block above the first floor is taken away, and then every start is walked.
//! Whoever leaves the most winning starts has won.
//!
//! The most is found by trying every choice, each start by its corners: on maps of at most [`MAX_TILES`] tiles, on which
//! that is quick. On larger maps there is no such game; `solve` answers the question there.

use std::cell::OnceCell;
use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;

use super::body::Hint;
use super::moves::{Choice, choice_of, choices};
use super::rules::Map;
use super::{Level, answers, check, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::Reply;
use frame::body::AnyBody;
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::phrases::plural;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove, ensure};
use frame::query::{Query, QuestionKind};
use frame::result::{GameResult, ResultKind};
use frame::status::Status;
use frame::unit::Unit;

/// The role of who takes a block away.
pub(super) const DIGGER: &str = "digger";
/// The most tiles of a map in which a block is taken away by a player.
const MAX_TILES: usize = 4096;

/// Whether a block can be taken away, every choice be tried, and more starts win than do now.
pub(super) fn digs_in(map: &Map) -> bool {
    map.rows() * map.columns() <= MAX_TILES && choices(map).len() > 1 && map.wins() < map.starts()
}

/// Before the choice, or after it.
pub(super) struct Digger {
    /// As it was before the choice.
    before: Arc<Level>,
    /// As it is.
    level: Arc<Level>,
    choice: Option<Choice>,
    /// The most winning starts after any choice, once that was needed.
    most: OnceCell<u64>,
}

impl Digger {
    pub(super) fn new(level: Arc<Level>) -> Digger {
        Digger { before: Arc::clone(&level), level, choice: None, most: OnceCell::new() }
    }

    fn most(&self) -> u64 {
        let map = &self.before.map;
        *self.most.get_or_init(|| choices(map).into_iter().map(|choice| choice.made(map).wins()).max().unwrap_or(0))
    }

    /// The choices with the most winning starts, by trying each.
    fn best(&self, cx: &Context<'_>) -> Result<Vec<String>, engines::Halt> {
        let (map, mut best, mut most) = (&self.before.map, Vec::new(), 0);
        for choice in choices(map) {
            cx.spend(map.starts())?;
            let left = choice.made(map).wins();
            if left > most {
                best.clear();
            }
            most = most.max(left);
            if left == most {
                best.push(choice.text());
            }
        }
        Ok(best)
    }

    /// `1 of 30 choices is best`.
    fn share(&self, best: usize) -> String {
        let all = choices(&self.before.map).len();
        plural(best, &format!("of {all} choices is best"), &format!("of {all} choices are best"))
    }
}

impl Position for Digger {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        let open = if self.choice.is_none() { choices(&self.before.map) } else { Vec::new() };
        Box::new(open.into_iter().map(Choice::text))
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        let choice = choice_of(text, &self.before.map)?;
        if self.choice.is_some() {
            return Err(IllegalMove::new(text, "the choice is made; expected no move, or undo"));
        }
        self.choice = Some(choice);
        self.level = Arc::new(Level { header: self.before.header.clone(), map: choice.made(&self.before.map) });
        Ok(())
    }

    fn status(&self) -> Status {
        let (value, starts) = (self.level.map.wins(), self.level.map.starts());
        let win = picture::share(value, starts);
        let words = match self.choice {
            None => format!("{win}; one block may be taken away"),
            Some(Choice::Keep) => format!("{win} with every block kept"),
            Some(Choice::Remove(row, column)) => {
                format!("{win} without the block at row {}, column {}", row + 1, column + 1)
            }
        };
        let solved = self.choice.is_some() && value == self.most();
        Status { over: self.choice.is_some(), solved, cost: None, words }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        let Status { over, solved, .. } = self.status();
        let kind = if solved { ResultKind::Won } else { ResultKind::Ended };
        over.then(|| GameResult::counted(kind, self.level.map.wins(), Unit::WINS))
    }

    fn picture(&self) -> Picture {
        picture::dug(&self.level, self.choice)
    }

    fn spoken(&self) -> Spoken {
        spoken::dug(&self.level)
    }

    fn level_text(&self) -> String {
        text::print(&self.level)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Digger {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::HINT => answers::digger_hint(&self.before.map, self.choice, cx),
            _ => answers::answer(&self.level.map, None, query, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        match query.kind {
            QuestionKind::HINT => check::digger_hint(&self.before.map, self.choice, reply, cx),
            _ => check::check(&self.level.map, None, query, reply, cx),
        }
    }

    /// Before the choice; after it the status says everything.
    fn evaluator(&self) -> Option<&dyn Evaluator> {
        self.choice.is_none().then_some(self as &dyn Evaluator)
    }

    fn explain(&self, query: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        match query.kind {
            QuestionKind::HINT => picture::best_choices(self.picture(), &self.before, reply),
            _ => picture::explain(&self.level, query, reply),
        }
    }
}

impl Evaluator for Digger {
    fn evaluate(&self, _: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        let reply = self.ask(&Query { kind: QuestionKind::HINT, options: Options::default() }, cx)?;
        let best = reply.body_as::<Hint>().map(|hint| hint.best.clone()).unwrap_or_default();
        let share = Some(self.share(best.len()));
        let ways = best.into_iter().map(|text| vec![text]).collect();
        Ok(Evaluation { ways, share, ..Evaluation::won_in(1, reply.method) })
    }

    /// Every choice is tried.
    fn rechecked(&self, _: &Options, cx: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        Some(match self.best(cx) {
            Ok(best) => Ok(Some(Evaluation { share: Some(self.share(best.len())), ..Evaluation::won_in(1, "") })),
            Err(halt) => Err(halt.into()),
        })
    }

    /// Before the choice it can always be won.
    fn check_lost(&self, _: &AnyBody, _: &Options, _: &Context<'_>) -> Option<Result<Checked, CheckError>> {
        Some(ensure(false, "the best choice is still there").map(|()| Checked::default()))
    }
}
