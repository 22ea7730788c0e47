//! The bodies of requests that ask a question. Their `options` are read by what the server's families declare.

use std::fmt;

use puzzles::{Options, QuestionKind};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use tasks::{Families, Limits, Operation, Task};
use utoipa::ToSchema;

use super::body::{IntoTask, RequestBody};
use super::options::{KnownOptions, RequestOptions};

/// A position in which one wants to know what is best.
#[derive(Debug, ToSchema)]
pub(crate) struct HintBody {
    /// The family's name.
    family: String,
    /// The level's text.
    level: String,
    /// Moves made so far.
    #[schema(required = false)]
    moves: Vec<String>,
    /// For whom, where several can play.
    role: Option<String>,
    /// Options that change the question, and limits.
    #[schema(required = false)]
    options: RequestOptions,
}

/// A question.
#[derive(Debug, ToSchema)]
pub(crate) struct AskBody {
    /// The family's name.
    family: String,
    /// The level's text.
    level: String,
    /// Which question; `solve` where it is not said.
    #[schema(value_type = Option<QuestionName>)]
    question: Option<QuestionKind>,
    /// Moves made before.
    #[schema(required = false)]
    moves: Vec<String>,
    /// For whom, where several can play.
    role: Option<String>,
    /// Options that change the question, and limits.
    #[schema(required = false)]
    options: RequestOptions,
}

/// The questions there are; a family's `answers` say which are its own, every family answers `run`.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)] // describes `QuestionKind` for the API's description
pub(crate) enum QuestionName {
    Solve,
    Count,
    Improve,
    Reach,
    Map,
    Hint,
    Run,
}

const ASK_FIELDS: &[&str] = &["family", "level", "question", "moves", "role", "options"];
const HINT_FIELDS: &[&str] = &["family", "level", "moves", "role", "options"];

impl RequestBody for AskBody {
    fn read<'de, D: Deserializer<'de>>(from: D, known: &KnownOptions) -> Result<AskBody, D::Error> {
        from.deserialize_struct("AskBody", ASK_FIELDS, QuestionFields { fields: ASK_FIELDS, known })
    }

    fn level(&self) -> &str {
        &self.level
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }
}

impl RequestBody for HintBody {
    fn read<'de, D: Deserializer<'de>>(from: D, known: &KnownOptions) -> Result<HintBody, D::Error> {
        let fields = QuestionFields { fields: HINT_FIELDS, known };
        let AskBody { family, level, moves, role, options, .. } =
            from.deserialize_struct("HintBody", HINT_FIELDS, fields)?;
        Ok(HintBody { family, level, moves, role, options })
    }

    fn level(&self) -> &str {
        &self.level
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }
}

/// Reads the fields of a question, which know the options that there are.
struct QuestionFields<'a> {
    fields: &'static [&'static str],
    known: &'a KnownOptions,
}

impl<'de> Visitor<'de> for QuestionFields<'_> {
    type Value = AskBody;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AskBody, A::Error> {
        let (mut family, mut level, mut question, mut moves, mut role, mut options) =
            (None, None, None, None, None, None);
        while let Some(name) = map.next_key::<String>()? {
            let unknown = || A::Error::unknown_field(&name, self.fields);
            match *self.fields.iter().find(|field| **field == name).ok_or_else(unknown)? {
                "family" => once("family", &mut family, || map.next_value())?,
                "level" => once("level", &mut level, || map.next_value())?,
                "question" => once("question", &mut question, || map.next_value())?,
                "moves" => once("moves", &mut moves, || map.next_value())?,
                "role" => once("role", &mut role, || map.next_value())?,
                _ => once("options", &mut options, || map.next_value_seed(self.known))?,
            }
        }
        Ok(AskBody {
            family: family.ok_or_else(|| A::Error::missing_field("family"))?,
            level: level.ok_or_else(|| A::Error::missing_field("level"))?,
            question: question.flatten(),
            moves: moves.unwrap_or_default(),
            role: role.flatten(),
            options: options.unwrap_or_default(),
        })
    }
}

/// Reads a field that was not there before.
fn once<T, E: Error>(name: &'static str, field: &mut Option<T>, read: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
    if field.is_some() {
        return Err(E::duplicate_field(name));
    }
    *field = Some(read()?);
    Ok(())
}

impl IntoTask for HintBody {
    fn task(self, families: Families, most: Limits) -> Task {
        let HintBody { family, level, moves, role, options } = self;
        AskBody { family, level, question: Some(QuestionKind::Hint), moves, role, options }.task(families, most)
    }
}

impl IntoTask for AskBody {
    fn task(self, families: Families, most: Limits) -> Task {
        let AskBody { family, level, question, moves, role, options } = self;
        let (limits, question) = (options.limits(most), question.unwrap_or(QuestionKind::Solve));
        let asked = arranged(options.asked(moves, role), families, &family, question);
        Task { family, level, operation: Operation::Ask { question, asked }, limits }
    }
}

/// The options in the order in which the family declares them, so that equal questions have equal keys.
fn arranged(options: Options, families: Families, family: &str, question: QuestionKind) -> Options {
    let family = families.iter().find(|known| known.info().name == family);
    match family.and_then(|family| family.info().question(question)) {
        Some(spec) => options.arranged(spec.options),
        None => options,
    }
}
