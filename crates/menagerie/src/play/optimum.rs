//! The best that a game can come to, as a hint at its start proves it, and the words for a game's end.

use puzzles::answer::GameValue;
use puzzles::words::{capitalised, plural, worth};
use puzzles::{Answer, Body, GameResult, Status, Unit, Verdict};

/// What is known about the best possible game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Optimum {
    /// Nothing, or nothing yet.
    #[default]
    Unknown,
    /// The fewest moves.
    Moves(u64),
    /// What is paid where all play best.
    Cost(u64),
    /// The fewest tokens of a program.
    Tokens(u64),
    /// What a game for two is worth for the side to move, and in how many moves.
    Value(GameValue, Option<u64>),
    /// There is no solution.
    Impossible,
    /// A limit struck; no solution has fewer moves.
    AtLeast(u64),
}

impl Optimum {
    /// Read off the answer to a hint at the start, where so much is paid already.
    pub(crate) fn of(answer: &Answer, paid: u64) -> Optimum {
        match (answer.verdict, &answer.body) {
            (Some(Verdict::Impossible), _) => Optimum::Impossible,
            (_, Some(Body::AtLeast(bound))) => Optimum::AtLeast(bound.at_least),
            (_, Some(Body::HintUnproven(hint))) => Optimum::AtLeast(hint.at_least),
            (_, Some(Body::Hint(hint))) => match (hint.moves_left, hint.cost_left, hint.tokens) {
                (Some(moves), ..) => Optimum::Moves(moves),
                (_, Some(cost), _) => Optimum::Cost(paid + cost),
                (.., Some(tokens)) => Optimum::Tokens(tokens),
                _ => hint.value.map_or(Optimum::Unknown, |value| Optimum::Value(value, hint.distance)),
            },
            _ => Optimum::Unknown,
        }
    }

    /// In words, after `best possible: `.
    pub(crate) fn words(self) -> String {
        match self {
            Optimum::Unknown => "not known".into(),
            Optimum::Moves(moves) => format!("{}, proven", plural(moves, "move", "moves")),
            Optimum::Cost(cost) => format!("a cost of {cost}, proven"),
            Optimum::Tokens(tokens) => format!("{}, proven", plural(tokens, "token", "tokens")),
            Optimum::Value(value, distance) => format!("{}, proven", worth(value, distance)),
            Optimum::Impossible => "none: it cannot be solved, proven".into(),
            Optimum::AtLeast(bound) => format!("not known; at least {bound}"),
        }
    }
}

/// What was paid so far, in words; nothing in families without costs.
pub(crate) fn paid(status: &Status, optimum: Optimum) -> Option<String> {
    let cost = status.cost?;
    Some(if matches!(optimum, Optimum::Tokens(_)) { plural(cost, "token", "tokens") } else { format!("paid {cost}") })
}

/// How a game ended for who played it, beside the best possible where that is known; nothing while it is not over.
pub(crate) fn end(result: Option<GameResult>, role: &str, optimum: Optimum) -> Option<String> {
    let result = result?;
    let words = match (optimum, result.unit) {
        (Optimum::Moves(best), Some(Unit::Moves | Unit::Presses))
        | (Optimum::Cost(best), Some(Unit::Cost))
        | (Optimum::Tokens(best), Some(Unit::Tokens)) => result.beside(best, true, role),
        (Optimum::Value(value, _), _) => format!("{}; the start is {}", result.words(), worth(value, None)),
        _ => result.words(),
    };
    Some(capitalised(&words))
}
