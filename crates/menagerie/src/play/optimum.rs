//! The best that a game can come to, as a hint at its start proves it, and the words for a game's end.

use puzzles::answer::Worth;
use puzzles::words::{plural, worth};
use puzzles::{Answer, Body, Status, Verdict};

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
    Value(Worth, Option<u64>),
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

/// How a game of so many moves ended; nothing while it is not over.
pub(crate) fn end(status: &Status, made: u64, optimum: Optimum) -> Option<String> {
    if !status.over {
        return None;
    }
    if !status.solved {
        return Some(format!("Over, not solved, after {}", plural(made, "move", "moves")));
    }
    let made_words = plural(made, "move", "moves");
    let how = match (status.cost, optimum) {
        (Some(tokens), Optimum::Tokens(_)) => {
            format!("Solved with {} in {made_words}", plural(tokens, "token", "tokens"))
        }
        (Some(cost), _) => format!("Solved: paid {cost} in {made_words}"),
        (None, _) => format!("Solved in {made_words}"),
    };
    let best = match optimum {
        Optimum::Moves(moves) => format!("the best possible is {moves}"),
        Optimum::Cost(cost) => format!("the best possible is {cost}"),
        Optimum::Tokens(tokens) => format!("the best possible is {tokens}"),
        Optimum::Value(value, _) => format!("the start is {}", worth(value, None)),
        // Where one move was needed at all, no game is shorter.
        _ if made == 1 => "the best possible is 1".into(),
        _ => "the best possible is not known".into(),
    };
    Some(format!("{how}; {best}"))
}
