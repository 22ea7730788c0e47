//! How a position stands, as far as it is known.

use std::sync::Arc;

use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::unit::Unit;
use crate::value::GameValue;

/// What is known of how a position stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Whether the goal can still be reached; `None` where that is not known. In a game for two, whether the side to
    /// move can force a win.
    pub can_win: Option<bool>,
    /// The value for the side to move, in a game for two where it is known.
    pub value: Option<GameValue>,
    /// The least number of moves, or the least cost, from here to the goal; in a game for two the number of moves of
    /// both sides until it is decided. `None` where it is not known or where there is none.
    pub left: Option<u64>,
    /// A proven lower bound of `left`; 0 where the position is lost.
    pub at_least: u64,
    /// What `left` counts where it is a cost; `None` where it is a number of moves.
    pub costs: Option<Unit>,
    /// What was paid so far, where that is not the cost in the status.
    pub paid: Option<u64>,
    /// Whether it is a position of a game for two, of which `value` tells.
    pub is_for_two: bool,
    /// The certificate that the position is lost.
    pub proof: Option<AnyBody>,
    /// Best continuations as far as they are known: each begins with another move.
    pub ways: Vec<Vec<String>>,
    /// The method by which this was found.
    pub method: Arc<str>,
    /// Why no more is known, if something is not.
    pub why: Option<String>,
    /// Where each move ends the game: how many of them win, in words that name none, such as `20 of 24 starts win`.
    pub share: Option<String>,
}

impl Evaluation {
    /// A position that can be won within `left` moves and not sooner.
    #[must_use]
    pub fn won_in(left: u64, method: impl Into<Arc<str>>) -> Evaluation {
        Evaluation {
            can_win: Some(true),
            left: Some(left),
            at_least: left,
            method: method.into(),
            ..Evaluation::default()
        }
    }

    /// A position that is lost, as the certificate proves.
    #[must_use]
    pub fn lost(method: impl Into<Arc<str>>, proof: Option<AnyBody>) -> Evaluation {
        Evaluation { can_win: Some(false), proof, method: method.into(), ..Evaluation::default() }
    }

    /// A position of which only a bound is known; `why` says what ended the work.
    #[must_use]
    pub fn unknown(at_least: u64, why: impl Into<String>) -> Evaluation {
        Evaluation { at_least, why: Some(why.into()), ..Evaluation::default() }
    }

    /// A position of a game for two with its value for the side to move.
    #[must_use]
    pub fn valued(value: GameValue, distance: Option<u64>, method: impl Into<Arc<str>>) -> Evaluation {
        Evaluation {
            can_win: Some(value == GameValue::Win),
            value: Some(value),
            left: distance,
            at_least: distance.unwrap_or(0),
            is_for_two: true,
            method: method.into(),
            ..Evaluation::default()
        }
    }

    /// Returns this evaluation as that of a position of a game for two.
    #[must_use]
    pub fn for_two(self) -> Evaluation {
        Evaluation { is_for_two: true, ..self }
    }

    /// Returns this evaluation with what is left counted as a cost in this unit.
    #[must_use]
    pub fn in_costs(self, unit: Unit) -> Evaluation {
        Evaluation { costs: Some(unit), ..self }
    }

    /// Whether everything is known that there is to know.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        match (self.is_for_two, self.can_win) {
            (true, _) => self.value.is_some(),
            (false, Some(true)) => self.left.is_some(),
            (false, Some(false)) => true,
            (false, None) => false,
        }
    }

    /// Returns what the reply to a hint says of its position.
    #[must_use]
    pub fn of_hint(reply: &Reply) -> Evaluation {
        let method = reply.method.clone();
        let Some(body) = &reply.body else { return Evaluation::lost(method, reply.proof.clone()) };
        if reply.verdict == Some(Verdict::Unfinished) {
            return Evaluation::unknown(body.at_least().unwrap_or(0), reply.reason());
        }
        let ways = body.advice().map(|advice| advice.best.into_iter().map(|text| vec![text]).collect());
        let ways = ways.unwrap_or_default();
        if let Some((value, distance)) = body.game_value() {
            return Evaluation { ways, ..Evaluation::valued(value, distance, method) };
        }
        match body.optimum().filter(|optimum| optimum.from_here && optimum.proven) {
            Some(optimum) => {
                let costs = Some(optimum.unit).filter(Unit::is_amount);
                Evaluation { ways, costs, ..Evaluation::won_in(optimum.value, method) }
            }
            None => Evaluation {
                can_win: Some(true),
                at_least: body.at_least().unwrap_or(0),
                ways: Vec::new(),
                why: Some(reply.reason().to_owned()),
                method: method.into(),
                ..Evaluation::default()
            },
        }
    }
}
