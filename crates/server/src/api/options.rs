//! The `options` of a request: the limits of the work, and the options that change the question, as the table of
//! `puzzles` lists them. `moves` and `role` stand beside `options` in a body, not in it.

use std::collections::BTreeSet;
use std::fmt;

use puzzles::{Detail, OPTIONS, OptionSpec, OptionValue, Options, ValueKind};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use utoipa::openapi::schema::{AdditionalProperties, Object, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::amount::{duration, memory};
use crate::task::Limits;

/// The limits that a request may name.
const LIMITS: [&str; 3] = ["time", "memory", "nodes"];

/// Options, by their names in JSON.
#[derive(Debug, Default)]
pub(crate) struct RequestOptions {
    millis: Option<u64>,
    bytes: Option<u64>,
    nodes: Option<u64>,
    asked: Options,
}

/// The options that `options` takes: all but those that stand beside it.
fn inside() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|option| !matches!(option.detail, Detail::Moves | Detail::Role))
}

impl RequestOptions {
    /// The limits asked for, within what the server allows.
    pub(crate) fn limits(&self, most: Limits) -> Limits {
        let own = Limits {
            nodes: self.nodes,
            bytes: self.bytes.unwrap_or(most.bytes),
            millis: self.millis.unwrap_or(most.millis),
        };
        own.within(most)
    }

    /// The options that change the question, with what stands beside them.
    pub(crate) fn asked(self, moves: Vec<String>, role: Option<String>) -> Options {
        Options { moves, role, ..self.asked }
    }

    fn set(&mut self, name: &str, value: OptionValue) -> Result<(), String> {
        match (name, value) {
            ("nodes", OptionValue::Number(nodes)) => self.nodes = Some(nodes),
            ("time", OptionValue::Text(text)) => {
                self.millis = Some(u64::try_from(duration(&text)?.as_millis()).unwrap_or(u64::MAX));
            }
            ("memory", OptionValue::Text(text)) => self.bytes = Some(memory(&text)?),
            ("nodes", value) => return Err(format!("'nodes' takes a whole number, 0 or more, not {value}")),
            ("time", value) => return Err(format!("'time' takes a text such as \"60s\", not {value}")),
            ("memory", value) => return Err(format!("'memory' takes a text such as \"1GiB\", not {value}")),
            (name, value) => {
                let option = inside().find(|option| option.name == name).ok_or_else(|| unknown(name))?;
                self.asked.set(option, value)?;
            }
        }
        Ok(())
    }
}

/// A name that is no option here.
fn unknown(name: &str) -> String {
    if matches!(name, "moves" | "role") {
        return format!("'{name}' stands beside 'options', not in it");
    }
    let names: Vec<&str> = LIMITS.into_iter().chain(inside().map(|option| option.name)).collect();
    format!("there is no option '{}'; expected {}", name.chars().take(80).collect::<String>(), names.join(", "))
}

/// Whether null means that the option is not given; a switch says true or false.
fn takes_null(name: &str) -> bool {
    LIMITS.contains(&name) || inside().any(|option| option.name == name && option.value != ValueKind::Switch)
}

impl<'de> Deserialize<'de> for RequestOptions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<RequestOptions, D::Error> {
        from.deserialize_map(OptionsObject)
    }
}

/// Reads the object.
struct OptionsObject;

impl<'de> Visitor<'de> for OptionsObject {
    type Value = RequestOptions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RequestOptions, A::Error> {
        let (mut options, mut seen) = (RequestOptions::default(), BTreeSet::new());
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value::<Option<OptionValue>>()?;
            let value = match value {
                None if takes_null(&name) => None,
                value => Some(value.unwrap_or(OptionValue::Other("null".into()))),
            };
            if let Some(value) = value {
                options.set(&name, value).map_err(de::Error::custom)?;
            }
            if let Some(name) = seen.replace(name) {
                return Err(de::Error::custom(format!("the option '{name}' comes twice")));
            }
        }
        Ok(options)
    }
}

impl ToSchema for RequestOptions {}

impl PartialSchema for RequestOptions {
    fn schema() -> RefOr<Schema> {
        let limits = ObjectBuilder::new()
            .description(Some("RequestOptions, by the names of the list of families."))
            .property("time", limit("Stop after this long; more than the server allows is cut to that.", "5s", TIME))
            .property(
                "memory",
                limit(
                    "Use at most this much memory for tables; more than the server allows is cut to that.",
                    "512MiB",
                    SIZE,
                ),
            )
            .property("nodes", number("Stop after this many units of work."));
        let all = inside().fold(limits, |object, option| object.property(option.name, schema_of(option)));
        RefOr::T(Schema::Object(all.additional_properties(Some(AdditionalProperties::FreeForm(false))).build()))
    }
}

/// The texts that say how long, and how much memory.
const TIME: &str = r"^\d+(\.\d+)?(ms|s|m|min|h)?$";
const SIZE: &str = r"^\d+(\.\d+)?([kKMG](iB|B)?|B)?$";
/// The texts of a tile and a facing.
const PLACE: &str = r"^\d+,\d+,(left|right)$";

fn limit(description: &str, example: &str, pattern: &str) -> Object {
    nullable(Type::String).description(Some(description)).examples([example]).pattern(Some(pattern)).build()
}

fn number(description: &str) -> Object {
    nullable(Type::Integer).description(Some(description)).minimum(Some(0)).build()
}

fn schema_of(option: &OptionSpec) -> Object {
    match option.value {
        ValueKind::Switch => ObjectBuilder::new().schema_type(Type::Boolean).description(Some(option.help)).build(),
        ValueKind::Number => number(option.help),
        ValueKind::Place => limit(option.help, "2,5,left", PLACE),
        ValueKind::Text | ValueKind::Moves => nullable(Type::String).description(Some(option.help)).build(),
    }
}

fn nullable(of: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Array(vec![of, Type::Null]))
}
