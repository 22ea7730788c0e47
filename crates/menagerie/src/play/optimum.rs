//! The best that a game can come to, as a hint at its start proves it, and the words for a game's end.

use puzzles::phrases::{capitalised, plural};
use puzzles::value::{self, GameValue};
use puzzles::{Answer, GameResult, Status, Unit, Verdict};

/// What is known about the best possible game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Optimum {
    /// Nothing, or nothing yet.
    #[default]
    Unknown,
    /// The best value that is possible, which is proven: what was paid before counts in it.
    Best(value::Optimum),
    /// What a game for two is worth for the side to move, and in how many moves.
    Value(GameValue, Option<u64>),
    /// There is no solution.
    Impossible,
    /// A limit struck; no solution has fewer moves.
    AtLeast(u64),
}

impl Optimum {
    /// A game that one move solves.
    pub(crate) fn one_move() -> Optimum {
        Optimum::Best(value::Optimum::left(1, Unit::MOVES))
    }

    /// Read off the answer to a hint at the start, which stands so.
    pub(crate) fn of(answer: &Answer, start: &Status) -> Optimum {
        if answer.verdict == Some(Verdict::Impossible) {
            return Optimum::Impossible;
        }
        let Some(body) = &answer.body else { return Optimum::Unknown };
        if let Some(at_least) = body.at_least() {
            return Optimum::AtLeast(at_least);
        }
        match (body.optimum(), body.game_value()) {
            (Some(best), _) if best.proven => {
                let is_paid = best.from_here && start.cost.as_ref().is_some_and(|cost| cost.unit == best.unit);
                let before = if is_paid { start.paid() } else { 0 };
                Optimum::Best(value::Optimum {
                    value: before + best.value,
                    from_here: best.from_here && !is_paid,
                    ..best
                })
            }
            (_, Some((value, distance))) => Optimum::Value(value, distance),
            _ => Optimum::Unknown,
        }
    }

    /// In words, after `best possible: `.
    pub(crate) fn words(&self) -> String {
        match self {
            Optimum::Unknown => "not known".into(),
            // What is counted from the start on is the moves to make, whatever a move is called.
            Optimum::Best(best) if best.from_here && !best.unit.is_amount() => {
                format!("{}, proven", plural(best.value, "move", "moves"))
            }
            Optimum::Best(best) => format!("{}, proven", best.unit.count(best.value)),
            Optimum::Value(value, distance) => format!("{}, proven", value.words(*distance)),
            Optimum::Impossible => "none: it cannot be solved, proven".into(),
            Optimum::AtLeast(0) => "not known within the limits".into(),
            Optimum::AtLeast(bound) => format!("not known; at least {bound}"),
        }
    }
}

/// What was paid so far, in words; nothing in families without costs.
pub(crate) fn paid(status: &Status) -> Option<String> {
    let cost = status.cost.as_ref()?;
    Some(if cost.unit.is_amount() { format!("paid {}", cost.value) } else { cost.unit.count(cost.value) })
}

/// Whether the best value counts what a result counts. The moves to make from the start on are counted under whatever
/// name the family has for a move.
fn counts(best: &value::Optimum, unit: &Unit) -> bool {
    *unit == best.unit || best.from_here && !best.unit.is_amount() && !unit.is_amount()
}

/// How a game ended for who played it, beside the best possible where that is known; nothing while it is not over.
pub(crate) fn end(result: Option<GameResult>, optimum: &Optimum) -> Option<String> {
    let result = result?;
    let words = match optimum {
        Optimum::Best(best) if result.unit.as_ref().is_some_and(|unit| counts(best, unit)) => {
            result.beside(best.value, true)
        }
        Optimum::Value(value, _) => format!("{}; the start is {}", result.words(), value.words(None)),
        _ => result.words(),
    };
    Some(capitalised(&words))
}
