//! The `options` of a request: the limits of the work, and the options of the question, as the families of the server
//! declare them. `moves` and `role` are fields of a body beside `options`, not in it.

use std::collections::BTreeSet;
use std::fmt;

use puzzles::declared::{declared, questions};
use puzzles::options::{MOVES, ROLE};
use puzzles::questions::QuestionRow;
use puzzles::{Family, OptionSpec, OptionValue, Options, QuestionKind, ValueKind};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use tasks::Limits;
use tasks::amount::{duration, memory};
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, Object, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The limits that a request may name.
const LIMITS: [&str; 3] = ["time", "memory", "nodes"];

/// The questions and options that requests may have: those that some family of the server declares, except moves and
/// role, which are fields beside `options`.
#[derive(Debug)]
pub(crate) struct KnownOptions {
    questions: Vec<&'static QuestionRow>,
    options: Vec<&'static OptionSpec>,
}

impl KnownOptions {
    /// Collects the options of these families.
    pub(crate) fn of(families: &[&dyn Family]) -> KnownOptions {
        let beside = |option: &&OptionSpec| option.name == MOVES.name || option.name == ROLE.name;
        let options = declared(families).into_iter().filter(|option| !beside(option)).collect();
        KnownOptions { questions: questions(families), options }
    }

    /// The question that a request names.
    ///
    /// # Errors
    /// No family of the server has such a question; the message lists those that there are.
    pub(crate) fn question<E: de::Error>(&self, name: Option<String>) -> Result<Option<QuestionKind>, E> {
        let Some(name) = name else { return Ok(None) };
        let row = self.questions.iter().find(|row| row.name() == name);
        row.map(|row| Some(row.kind)).ok_or_else(|| {
            let names: Vec<&str> = self.questions.iter().map(|row| row.name()).collect();
            let (name, names) = (name.chars().take(80).collect::<String>(), names.join(", "));
            E::custom(format!("there is no question '{name}'; expected one of {names}"))
        })
    }

    /// The OpenAPI schema of the name of a question.
    pub(crate) fn question_schema(&self) -> Schema {
        name_of_one(&self.questions)
    }

    fn named(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().copied().find(|option| option.name == name)
    }

    /// The message for a name that is not an option.
    fn unknown(&self, name: &str) -> String {
        if name == MOVES.name || name == ROLE.name {
            return format!("'{name}' stands beside 'options', not in it");
        }
        let names: Vec<&str> = LIMITS.into_iter().chain(self.options.iter().map(|option| option.name)).collect();
        format!("there is no option '{}'; expected {}", name.chars().take(80).collect::<String>(), names.join(", "))
    }

    /// Whether null means that the option is not given; a switch is true or false.
    fn takes_null(&self, name: &str) -> bool {
        LIMITS.contains(&name) || self.named(name).is_some_and(|option| option.value != ValueKind::Switch)
    }

    /// The OpenAPI schema of `options`.
    pub(crate) fn schema(&self) -> Schema {
        let all = self.options.iter().fold(limits(), |object, option| object.property(option.name, schema_of(option)));
        Schema::Object(all.additional_properties(Some(AdditionalProperties::FreeForm(false))).build())
    }
}

/// The schema of the name of one of these questions.
pub(super) fn name_of_one(rows: &[&'static QuestionRow]) -> Schema {
    let about = rows.iter().map(|row| format!("\n- `{}`: {}. It takes {}.", row.name(), row.about, row.cost.words()));
    let about: String = about.collect();
    let about = format!(
        "The questions there are; a family's `answers` say which are its own, every family answers `run`.\n{about}"
    );
    let names = rows.iter().map(|row| row.name());
    Schema::Object(
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).enum_values(Some(names)).build(),
    )
}

/// The limits and options of a request.
#[derive(Debug, Default)]
pub(crate) struct RequestOptions {
    millis: Option<u64>,
    bytes: Option<u64>,
    nodes: Option<u64>,
    asked: Vec<(&'static OptionSpec, OptionValue)>,
}

impl RequestOptions {
    /// The limits of the request, within those of the server.
    pub(crate) fn limits(&self, most: Limits) -> Limits {
        let own = Limits {
            nodes: self.nodes,
            bytes: self.bytes.unwrap_or(most.bytes),
            millis: self.millis.unwrap_or(most.millis),
        };
        own.within(most)
    }

    /// The options of the question, with the moves and the role of the request.
    pub(crate) fn asked(self, moves: Vec<String>, role: Option<String>) -> Options {
        let beside =
            [(&MOVES, OptionValue::List(moves))].into_iter().chain(role.map(|role| (&ROLE, OptionValue::Text(role))));
        // The values are of their options' kinds: they were checked when they were read.
        beside.chain(self.asked).fold(Options::default(), |options, (option, value)| options.with(option, value))
    }

    fn set(&mut self, known: &KnownOptions, name: &str, value: OptionValue) -> Result<(), String> {
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
                let option = known.named(name).ok_or_else(|| known.unknown(name))?;
                option.check(&value)?;
                self.asked.push((option, value));
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for &KnownOptions {
    type Value = RequestOptions;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<RequestOptions, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &KnownOptions {
    type Value = RequestOptions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RequestOptions, A::Error> {
        let (mut options, mut seen) = (RequestOptions::default(), BTreeSet::new());
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value::<Option<OptionValue>>()?;
            let value = match value {
                None if self.takes_null(&name) => None,
                value => Some(value.unwrap_or(OptionValue::Other("null".into()))),
            };
            if let Some(value) = value {
                options.set(self, &name, value).map_err(de::Error::custom)?;
            }
            if let Some(name) = seen.replace(name) {
                return Err(de::Error::custom(format!("the option '{name}' comes twice")));
            }
        }
        Ok(options)
    }
}

impl ToSchema for RequestOptions {}

/// The schema of the limits alone; the server's description uses [`KnownOptions::schema`] instead.
impl PartialSchema for RequestOptions {
    fn schema() -> RefOr<Schema> {
        RefOr::T(Schema::Object(limits().build()))
    }
}

fn limits() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("Limits of the work, and options by the names in the list of families."))
        .property("time", limit("Stop after this long; more than the server allows is cut to that.", "5s", TIME))
        .property(
            "memory",
            limit(
                "Use at most this much memory for tables; more than the server allows is cut to that.",
                "512MiB",
                SIZE,
            ),
        )
        .property("nodes", number("Stop after this many units of work."))
}

/// The patterns of durations and of sizes.
const TIME: &str = r"^\d+(\.\d+)?(ms|s|m|min|h)?$";
const SIZE: &str = r"^\d+(\.\d+)?([kKMG](iB|B)?|B)?$";

fn limit(description: &str, example: &str, pattern: &str) -> Object {
    nullable(Type::String).description(Some(description)).examples([example]).pattern(Some(pattern)).build()
}

fn number(description: &str) -> Object {
    nullable(Type::Integer).description(Some(description)).minimum(Some(0)).build()
}

fn schema_of(option: &OptionSpec) -> Schema {
    Schema::Object(match option.value {
        ValueKind::Switch => ObjectBuilder::new().schema_type(Type::Boolean).description(Some(option.help)).build(),
        ValueKind::Number => number(option.help),
        ValueKind::Text => nullable(Type::String).description(Some(option.help)).build(),
        ValueKind::Choice(choices) => {
            let values = choices.iter().copied().map(Some).chain([None]);
            nullable(Type::String).description(Some(option.help)).enum_values(Some(values)).build()
        }
        ValueKind::Moves => return moves(option.help),
    })
}

fn moves(description: &str) -> Schema {
    let list = SchemaType::Array(vec![Type::Array, Type::Null]);
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    Schema::Array(ArrayBuilder::new().schema_type(list).items(text).description(Some(description)).build())
}

fn nullable(of: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Array(vec![of, Type::Null]))
}
