//! Values that answers state: a count of any size, a best value with its unit, the value of a game for two.

use std::borrow::Cow;

use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::phrases::plural;
use crate::unit::Unit;

/// A whole number of any size, from 0. In JSON it is a number up to 2^53 and a string of digits above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigCount(pub BigUint);

impl JsonSchema for BigCount {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "BigCount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]+$"})
    }
}

impl Serialize for BigCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for BigCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BigCount, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = match &value {
            Value::Number(number) => number.as_u64().map(BigUint::from),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        read.map(BigCount).ok_or_else(|| de::Error::custom("expected a whole number, or one in a string"))
    }
}

/// The best value that an answer states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The best value.
    pub value: u64,
    /// What the value counts.
    pub unit: Unit,
    /// Whether it is proven that no better value exists.
    pub proven: bool,
    /// Whether the value counts only the moves or cost still to come, as in a hint, and not those before the position.
    pub from_here: bool,
}

impl Optimum {
    /// The best value of a whole solution, as the answer to `solve` states it.
    #[must_use]
    pub fn of(value: u64, unit: Unit, proven: bool) -> Optimum {
        Optimum { value, unit, proven, from_here: false }
    }

    /// The proven best value of the rest of a game, from the current position to its end.
    #[must_use]
    pub fn left(value: u64, unit: Unit) -> Optimum {
        Optimum { value, unit, proven: true, from_here: true }
    }
}

/// The value of a game for two for the side to move, with best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameValue {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
}

impl GameValue {
    /// Returns the value for the other side.
    #[must_use]
    pub fn turned(self) -> GameValue {
        match self {
            GameValue::Win => GameValue::Loss,
            GameValue::Loss => GameValue::Win,
            GameValue::Draw => GameValue::Draw,
        }
    }

    /// Returns a number that is the larger the better the value is for the side to move.
    pub(crate) fn rank(self) -> u8 {
        match self {
            GameValue::Loss => 0,
            GameValue::Draw => 1,
            GameValue::Win => 2,
        }
    }

    /// The value's name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            GameValue::Win => "win",
            GameValue::Loss => "loss",
            GameValue::Draw => "draw",
        }
    }

    /// Returns the value in words, as `a win in 9 moves for the side to move`; `distance` is the number of moves, if
    /// known.
    #[must_use]
    pub fn words(self, distance: Option<u64>) -> String {
        let distance = distance.map(|moves| format!(" in {}", plural(moves, "move", "moves"))).unwrap_or_default();
        format!("a {}{distance} for the side to move", self.name())
    }
}
