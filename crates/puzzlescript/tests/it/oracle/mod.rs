//! Our tables in the form of the reference's.

pub(crate) mod names;
pub(crate) mod rules;
pub(crate) mod sections;

use puzzlescript::game::{LayerId, Movements, ObjectSet};
use serde_json::{Value, json};

/// The ids of a set.
pub(crate) fn ids(set: &ObjectSet) -> Value {
    set.iter().map(|id| Value::from(id.0)).collect()
}

/// The numbers of layers.
pub(crate) fn layers(layers: &[LayerId]) -> Value {
    layers.iter().map(|layer| Value::from(layer.0)).collect()
}

/// Pairs of layer and bits.
pub(crate) fn movements(movements: &Movements) -> Value {
    movements.iter().map(|(layer, bits)| json!([layer.0, bits])).collect()
}
