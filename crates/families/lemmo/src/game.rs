//! A game: one start is chosen, and Lemmo walks to its end.

use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;

use super::body::Hint;
use super::moves::{move_text, start_of};
use super::rules::{FACINGS, Lemmo};
use super::{Level, answers, check, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::Reply;
use frame::body::AnyBody;
use frame::end::End;
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::phrases::plural;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove, ensure};
use frame::query::{Query, QuestionKind};
use frame::result::{GameResult, ResultKind};
use frame::run::{Standing, from_one};
use frame::solution::Exhausted;
use frame::status::Status;

/// Before the start, or after the walk.
pub(super) struct Game {
    level: Arc<Level>,
    started: Option<Lemmo>,
}

impl Game {
    pub(super) fn new(level: Arc<Level>) -> Game {
        Game { level, started: None }
    }

    /// `20 of 24 starts win`.
    fn share(&self, wins: u64) -> String {
        let starts = plural(self.level.map.starts(), "start", "starts");
        plural(wins, &format!("of {starts} wins"), &format!("of {starts} win"))
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        let columns = if self.started.is_none() { self.level.map.columns() } else { 0 };
        Box::new((0..columns).flat_map(|column| FACINGS.map(|facing| move_text(column, facing))))
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        let start = start_of(text, &self.level.map)?;
        if self.started.is_some() {
            return Err(IllegalMove::new(text, "Lemmo has walked already; expected no move, or undo"));
        }
        self.started = Some(start);
        Ok(())
    }

    fn status(&self) -> Status {
        let Some(start) = self.started else {
            let words = format!("Lemmo waits above {}", plural(self.level.map.columns(), "column", "columns"));
            return Status { over: false, solved: false, cost: None, words };
        };
        let solved = start.wins(&self.level.map);
        Status { over: true, solved, cost: None, words: picture::walk_in_words(&self.level.map, start) }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        let wins = self.started?.wins(&self.level.map);
        Some(GameResult::plain(if wins { ResultKind::Won } else { ResultKind::Lost }))
    }

    fn end(&self) -> Option<End> {
        let end = self.started?.end(&self.level.map);
        let facing = end.facing.name().to_owned();
        End::of(&Standing { row: from_one(end.row), column: from_one(end.column), facing })
    }

    fn picture(&self) -> Picture {
        match self.started {
            None => picture::draw(&self.level),
            Some(start) => picture::walk(&self.level, start),
        }
    }

    fn spoken(&self) -> Spoken {
        match self.started {
            None => spoken::waiting(&self.level),
            Some(start) => spoken::walked(&self.level, start),
        }
    }

    fn level_text(&self) -> String {
        text::print(&self.level)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Game {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        answers::answer(&self.level.map, self.started, query, cx)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.level.map, self.started, query, reply, cx)
    }

    /// Before the start; after it the status says everything.
    fn evaluator(&self) -> Option<&dyn Evaluator> {
        self.started.is_none().then_some(self as &dyn Evaluator)
    }

    /// Once the start is chosen, the walk shows why nothing is left to do.
    fn explain(&self, query: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        match self.started {
            None => picture::explain(&self.level, query, reply),
            Some(start) => picture::walk(&self.level, start),
        }
    }
}

impl Evaluator for Game {
    /// One move is left, which wins or does not.
    fn evaluate(&self, _: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        let hint = self.ask(&Query { kind: QuestionKind::HINT, options: Options::default() }, cx);
        hint.map(|reply| {
            let Some(hint) = reply.body_as::<Hint>() else {
                return Evaluation { share: Some(self.share(0)), ..Evaluation::lost(reply.method, reply.proof) };
            };
            let ways = hint.best.iter().map(|text| vec![text.clone()]).collect();
            Evaluation { ways, share: hint.share(), ..Evaluation::won_in(1, reply.method) }
        })
    }

    /// Every start is walked.
    fn rechecked(&self, _: &Options, cx: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        let map = &self.level.map;
        let mut wins = 0_u64;
        for text in self.moves() {
            match (cx.spend(map.rows() as u64), start_of(&text, map)) {
                (Err(halt), _) => return Some(Err(halt.into())),
                (_, Ok(start)) => wins += u64::from(start.wins(map)),
                _ => {}
            }
        }
        let standing = if wins > 0 { Evaluation::won_in(1, "") } else { Evaluation::lost("", None) };
        Some(Ok(Some(Evaluation { share: Some(self.share(wins)), ..standing })))
    }

    fn check_lost(&self, proof: &AnyBody, options: &Options, cx: &Context<'_>) -> Option<Result<Checked, CheckError>> {
        let standing = match self.rechecked(options, cx)? {
            Ok(standing) => standing,
            Err(error) => return Some(Err(error)),
        };
        let own = answers::all_starts(&self.level.map);
        let same = proof.downcast_ref::<Exhausted>() == Some(&own);
        let is_lost = standing.is_none_or(|standing| standing.can_win == Some(false));
        let right = ensure(is_lost, "a start wins");
        let right = right.and(ensure(same, format!("there are {}, with the one before the start", own.states)));
        Some(right.map(|()| Checked::of("that no start wins, walking from each", &["verdict", "proof"])))
    }
}
