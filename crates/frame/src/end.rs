//! Where moves have led, as JSON in a family's own form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// Where a sequence of moves ends, as a JSON object whose form the family defines.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct End(#[schemars(with = "Map<String, Value>")] Box<RawValue>);

impl End {
    /// Converts a value to JSON; `None` where it cannot be serialized.
    #[must_use]
    pub fn of(end: &impl Serialize) -> Option<End> {
        to_raw_value(end).ok().map(End)
    }

    /// Returns the JSON object.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

/// Two ends are equal where their JSON values are, however they are written.
impl PartialEq for End {
    fn eq(&self, other: &End) -> bool {
        self.value() == other.value()
    }
}
