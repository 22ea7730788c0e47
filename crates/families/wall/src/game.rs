//! Playing where walls are built beforehand: one position, as Rabbit among Eel's best walls, or as Eel, one gap a row.

use ::picture::{Picture, Spoken};
use engines::Context;

use super::body::{Hint, MAX_CELLS, WalkEnd};
use super::grid::Grid;
use super::rules::{OVER, Place, Rule, Step, Walk};
use super::sides::{Eel, Rabbit, gap_text, not_eels, not_rabbits};
use super::{answers, check, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::Reply;
use frame::end::End;
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::query::{Query, QuestionKind};
use frame::result::{GameResult, ResultKind};
use frame::run::from_one;
use frame::status::{Cost, Status};
use frame::unit::Unit;

impl Position for Rabbit {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.steps().map(|step| step.name().to_owned()))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let step = Step::named(text).ok_or_else(|| not_rabbits(text))?;
        self.halted = self.grid.best(cx).err();
        if let Some(halt) = self.halted {
            return Err(IllegalMove::new(text, halt.to_string()));
        }
        let is_over = self.steps().next().is_none();
        let place = self.after(step).ok_or_else(|| IllegalMove::new(text, blocked(is_over)))?;
        self.walk.enter(&self.grid.board, place);
        Ok(())
    }

    fn status(&self) -> Status {
        status(&self.grid, &self.walk, self.steps().next().is_none())
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        result(&self.status())
    }

    fn end(&self) -> Option<End> {
        end(&self.walk, Built::Gaps(self.gaps()))
    }

    fn picture(&self) -> Picture {
        let acts = self.steps().filter_map(|step| Some((self.after(step)?, step.name().to_owned()))).collect();
        picture::play(&self.grid, self.gaps(), &self.walk, acts, &self.status().words)
    }

    fn spoken(&self) -> Spoken {
        let walled = |(row, column)| self.gap(row).is_some_and(|gap| gap != column);
        spoken::spoken(&self.grid.board, Some(self.walk.place()), walled)
    }

    fn level_text(&self) -> String {
        text::print(&self.grid)
    }

    fn failure(&self) -> Option<AskError> {
        self.halted.map(AskError::Halted)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Rabbit {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::HINT => Ok(answers::rabbit_hint(self, cx)?),
            _ => answers::solve(&self.grid, self.rule, &query.options, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let hint = |claim: &_| check::rabbit_hint(self, claim, cx);
        check::check(&self.grid, self.rule, (query, reply), cx, hint)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        explain(self, &self.grid, reply)
    }
}

impl Evaluator for Rabbit {
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        evaluation(self, options, cx)
    }
}

impl Position for Eel {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.choices().map(gap_text))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let number = text.strip_prefix("gap ").and_then(|number| number.parse::<usize>().ok());
        let column = number.and_then(|number| number.checked_sub(1));
        let column = column.ok_or_else(|| not_eels(text, "expected gap and a column from 1, such as gap 3"))?;
        self.halted = self.below(cx).err();
        if let Some(halt) = self.halted {
            return Err(IllegalMove::new(text, halt.to_string()));
        }
        if gap_text(column) != text || !self.choices().any(|choice| choice == column) {
            return Err(IllegalMove::new(text, self.refusal(column)));
        }
        self.walk.through(&self.grid.board, column);
        self.gaps.push(u32::try_from(column).unwrap_or(u32::MAX));
        self.below.take();
        Ok(())
    }

    fn status(&self) -> Status {
        status(&self.grid, &self.walk, self.choices().next().is_none())
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        result(&self.status())
    }

    fn end(&self) -> Option<End> {
        end(&self.walk, Built::Gaps(&self.gaps))
    }

    fn picture(&self) -> Picture {
        let row = self.walk.place().0;
        let acts = self.choices().map(|column| ((row, column), gap_text(column))).collect();
        picture::play(&self.grid, &self.gaps, &self.walk, acts, &self.status().words)
    }

    fn spoken(&self) -> Spoken {
        let walled = |(row, column): Place| self.gaps.get(row).is_some_and(|&gap| gap as usize != column);
        spoken::spoken(&self.grid.board, Some(self.walk.place()), walled)
    }

    fn level_text(&self) -> String {
        text::print(&self.grid)
    }

    fn failure(&self) -> Option<AskError> {
        self.halted.map(AskError::Halted)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Eel {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::HINT => Ok(answers::eel_hint(self, cx)?),
            _ => answers::solve(&self.grid, Rule::Walls, &query.options, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let hint = |claim: &_| check::eel_hint(self, claim, cx);
        check::check(&self.grid, Rule::Walls, (query, reply), cx, hint)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        explain(self, &self.grid, reply)
    }
}

impl Evaluator for Eel {
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        evaluation(self, options, cx)
    }
}

/// Why Rabbit cannot make a step.
pub(super) fn blocked(is_over: bool) -> &'static str {
    if is_over { OVER } else { "a wall, a blocked cell or the edge" }
}

/// How a walk stands; it is over where nothing is left to choose.
pub(super) fn status(grid: &Grid, walk: &Walk, over: bool) -> Status {
    let (row, column) = walk.place();
    let solved = row + 1 == grid.board.rows();
    let end = match (solved, over) {
        (true, _) => ": the last row is reached",
        (false, true) => ": there is no way on",
        _ => "",
    };
    let words = format!("Rabbit is at row {}, column {} and has paid {}{end}", row + 1, column + 1, walk.paid);
    Status { over: over || solved, solved, cost: Some(Cost { value: walk.paid, unit: Unit::COST }), words }
}

/// The result of a walk: the game has no winner but a value, what was paid where the last row is reached.
pub(super) fn result(status: &Status) -> Option<GameResult> {
    let reached = status.solved.then(|| GameResult::counted(ResultKind::Ended, status.paid(), Unit::COST));
    reached.or(status.over.then(|| GameResult::plain(ResultKind::Ended)))
}

/// How a walk stands: what is left to pay with best play of both sides.
pub(super) fn evaluation(
    position: &impl Analysis,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    match position.ask(&Query { kind: QuestionKind::HINT, options: options.clone() }, cx) {
        Ok(reply) => Ok(Evaluation::of_hint(&reply).in_costs(Unit::COST)),
        Err(AskError::Halted(halt)) => Ok(Evaluation::unknown(0, halt.to_string()).in_costs(Unit::COST)),
        Err(error) => Err(error),
    }
}

/// The walls that stand, as they were built.
pub(super) enum Built<'w> {
    /// All edges of a row but one.
    Gaps(&'w [u32]),
    /// One by one, as the cells above them.
    Walls(&'w [Place]),
}

/// Where a walk has led, with the walls.
pub(super) fn end(walk: &Walk, built: Built<'_>) -> Option<End> {
    let (row, column) = walk.place();
    let cell = |&(row, column): &Place| [from_one(row), from_one(column)];
    let path = (walk.trail.len() <= MAX_CELLS).then(|| walk.trail.iter().map(cell).collect());
    let (gaps, walls) = match built {
        Built::Gaps(gaps) => (Some(gaps.iter().map(|gap| gap + 1).collect()), None),
        Built::Walls(walls) => (None, Some(walls.iter().map(cell).collect())),
    };
    End::of(&WalkEnd { row: from_one(row), column: from_one(column), path, gaps, walls })
}

/// A reply drawn: a hint is about a position, on which the best moves are ringed; all others are about the whole board.
pub(super) fn explain(position: &impl Position, grid: &Grid, reply: &Reply) -> Picture {
    match reply.body_as::<Hint>() {
        Some(hint) => picture::hinted(position.picture(), &hint.best),
        None => picture::reply(grid, reply),
    }
}
