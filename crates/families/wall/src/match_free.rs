//! Playing under the free rule among walls of one's own: one position, as either side.

use ::picture::{Picture, Spoken};
use engines::Context;

use super::body::{Hint, Proof};
use super::free_state::{Build, Free};
use super::game::{Built, blocked, end, evaluation, explain, result, status};
use super::live_state::Side;
use super::rules::{Place, Rule, Step};
use super::sides::not_rabbits;
use super::{answers, check, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::{Reply, Verdict};
use frame::end::End;
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::phrases::plural;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::query::{Query, QuestionKind};
use frame::result::GameResult;
use frame::status::Status;

impl Position for Free {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.builds().map(Build::text).chain(self.steps().map(|step| step.name().to_owned())))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        if self.side == Side::Eel {
            return self.build(text, cx);
        }
        let step = Step::named(text).ok_or_else(|| not_rabbits(text))?;
        let is_over = self.steps().next().is_none();
        let place = self.after(step).filter(|_| !is_over);
        let place = place.ok_or_else(|| IllegalMove::new(text, blocked(is_over)))?;
        self.walk.enter(&self.grid.board, place);
        Ok(())
    }

    fn status(&self) -> Status {
        let left = self.here().left(self.walk.place());
        let built = match self.walls.len() {
            0 => "no wall stands".to_owned(),
            count => plural(count, "wall stands", "walls stand"),
        };
        let Some(left) = left.filter(|_| self.walk.place().0 + 1 < self.grid.board.rows()) else {
            return status(&self.grid, &self.walk, true);
        };
        let walked = status(&self.grid, &self.walk, false);
        let words = match self.side {
            Side::Eel => format!("{built}; so Rabbit pays {}", self.walk.paid + left),
            Side::Rabbit => format!("{}; the cheapest way on costs {left}", walked.words),
        };
        Status { words, ..walked }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        result(&self.status())
    }

    fn end(&self) -> Option<End> {
        let walls: Vec<Place> = self.walls.iter().copied().collect();
        end(&self.walk, Built::Walls(&walls))
    }

    fn picture(&self) -> Picture {
        let walls: Vec<Place> = self.walls.iter().copied().collect();
        picture::live(&self.grid, &walls, Some(&self.walk), self.acts(), &self.status().words)
    }

    fn spoken(&self) -> Spoken {
        spoken::spoken(&self.grid.board, Some(self.walk.place()), |place| self.walls.contains(&place))
    }

    fn level_text(&self) -> String {
        text::print_as(&self.grid, Rule::Free, Some(&self.walls).filter(|walls| !walls.is_empty()))
    }

    fn failure(&self) -> Option<AskError> {
        self.halted.map(AskError::Halted)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Free {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::HINT => Ok(answers::free_hint(self, cx)?),
            _ => answers::solve(&self.grid, Rule::Free, &query.options, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        if query.kind == QuestionKind::HINT && reply.verdict == Some(Verdict::Impossible) && !self.is_building() {
            let Proof::Region { cells } = reply.proof_of()? else { return Err(CheckError::no_answer()) };
            return check::region(&self.grid.board, &self.walls, self.walk.place(), cells, cx);
        }
        let hint = |claim: &Hint| check::free::hint(self, claim, cx);
        check::check(&self.grid, Rule::Free, (query, reply), cx, hint)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        explain(self, &self.grid, reply)
    }
}

impl Evaluator for Free {
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        evaluation(self, options, cx)
    }
}
