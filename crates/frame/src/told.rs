//! What the frame says of an answer besides its body: words, the best value with its unit, how the position stands.
//!
//! [`Told`] stands in the JSON of every answer, so that a client shows any answer, of any family, without knowing a
//! field of its body. It follows from the answer ([`Answer::told`](crate::Answer::told)); only an answer that was read
//! from a text may state something else.

use serde::{Deserialize, Serialize};

use crate::unit::Unit;
use crate::value::GameValue;

/// What is said of an answer besides its body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// How the answer is known, in words: see [`crate::words::verdict`].
    pub known: String,
    /// The answer in words, one line per item; the first line says the most.
    pub words: Vec<String>,
    /// The value of the solution, where the answer states one; absent for a hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum: Option<Amount>,
    /// How the position stands, in the answer to a hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The best value that the level's author claims, in the answer to `solve` without options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par: Option<Par>,
}

/// A value that is best as far as is known, with its unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// The value.
    pub value: u64,
    /// What the value counts.
    pub unit: Unit,
    /// Whether it is proven that no better value exists.
    pub proven: bool,
    /// A proven lower bound of the best value, where the value is not proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The value of the level as it stands, where `value` is that after the best change of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchanged: Option<u64>,
}

/// How a position stands, as a hint says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Whether the goal can still be reached, in a game for two whether the side to move can force a win; `None` where
    /// that is not known.
    pub can_win: Option<bool>,
    /// The value for the side to move, in a game for two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<GameValue>,
    /// The moves, or the cost, from here to the goal; in a game for two the moves of both sides until it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Amount>,
    /// What the whole game comes to with the best moves, where that is counted in place of what is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Amount>,
    /// The best moves as a person reads them, in their order, where that differs from their texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Vec<String>>,
    /// The best moves in words, such as `3, 4` or `any move but 6 left; for instance 1 left`; `None` where no move is
    /// best, in a hint that names none, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// How the position stands in sentences, such as `Still solvable: 3 moves left at best.`
    pub words: String,
}

/// A stated par beside the answer to the question for the best value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Par {
    /// The par as the level's text states it.
    pub stated: String,
    /// Whether it is the proven best value; `None` where that is not known.
    pub holds: Option<bool>,
    /// The comparison in a sentence, such as `Par 4 is wrong: the proven best is 3.`
    pub words: String,
}

impl Told {
    /// Returns the first field by its name in which this differs from `other`; words are not compared.
    pub(crate) fn difference(&self, other: &Told) -> Option<&'static str> {
        let numbers = |told: &Told| {
            told.standing.clone().map(|standing| Standing { words: String::new(), now: None, ..standing })
        };
        let claim = |told: &Told| told.par.clone().map(|par| (par.stated, par.holds));
        if self.known != other.known {
            Some("known")
        } else if self.optimum != other.optimum {
            Some("optimum")
        } else if numbers(self) != numbers(other) {
            Some("standing")
        } else if claim(self) != claim(other) {
            Some("par")
        } else {
            None
        }
    }
}
