//! What a value counts, as a noun or as the name of an amount, and counts in words.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::phrases::plural;

/// What a value counts: a noun in the plural, such as `moves` or `presses`, or the name of an amount, such as `cost`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Unit(Cow<'static, str>);

impl Unit {
    /// The number of moves made.
    pub const MOVES: Unit = Unit::named("moves");
    /// The cost that was paid.
    pub const COST: Unit = Unit::named("cost");
    /// The number of cases that are won, of those that a game tries at its end: the more the better.
    pub const WINS: Unit = Unit::named("wins");

    /// Creates a unit from its name: a noun in the plural for what is counted, in the singular for an amount.
    #[must_use]
    pub const fn named(name: &'static str) -> Unit {
        Unit(Cow::Borrowed(name))
    }

    /// Returns the unit that the name of a column counts, such as `box lines` for `box_lines`.
    #[must_use]
    pub fn of_column(name: &str) -> Unit {
        Unit(Cow::Owned(name.replace('_', " ")))
    }

    /// Returns the unit's name, as in JSON.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Whether the unit is an amount, such as a cost, and not a noun that is counted.
    #[must_use]
    pub fn is_amount(&self) -> bool {
        !self.0.ends_with('s')
    }

    /// Whether more of it is better, as of wins; of all other units the player wants as few as can be.
    #[must_use]
    pub fn is_gain(&self) -> bool {
        *self == Unit::WINS
    }

    /// Returns a number of this unit in words, as `1 press` or `a cost of 18`.
    #[must_use]
    pub fn count(&self, value: u64) -> String {
        if self.is_amount() { format!("a {} of {value}", self.0) } else { plural(value, self.singular(), &self.0) }
    }

    /// Returns the noun in the singular.
    fn singular(&self) -> &str {
        let hisses = ["sses", "shes", "ches", "xes"].iter().any(|end| self.0.ends_with(end));
        &self.0[..self.0.len() - if hisses { 2 } else { 1 }]
    }
}
