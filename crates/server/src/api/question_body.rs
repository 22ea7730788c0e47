//! The bodies of requests that ask a question. Their `options` are those that the families of the server declare.

use std::fmt;

use puzzles::questions::QUESTIONS;
use puzzles::{Options, QuestionKind};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use tasks::{Families, Limits, Operation, Task};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::body::{IntoTask, Place, RequestBody, Texts};
use super::options::{KnownOptions, RequestOptions, name_of_one};

/// A position for which a hint is wanted.
#[derive(Debug, ToSchema)]
pub(crate) struct HintBody {
    /// The family's name; without it the format of the text is recognised.
    #[schema(required = false)]
    family: String,
    /// The level's text, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the level in a text that holds several, from 1.
    #[schema(minimum = 1)]
    number: Option<usize>,
    /// The moves that lead to the position.
    #[schema(required = false)]
    moves: Vec<String>,
    /// The role that is played, in levels with several roles.
    role: Option<String>,
    /// The options of the question, and limits.
    #[schema(required = false)]
    options: RequestOptions,
    /// Whether the answer comes with its picture, in the field `drawn`, where it states something and the limits
    /// suffice.
    #[schema(required = false)]
    picture: bool,
}

/// A question.
#[derive(Debug, ToSchema)]
pub(crate) struct AskBody {
    /// The family's name; without it the format of the text is recognised.
    #[schema(required = false)]
    family: String,
    /// The level's text, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the level in a text that holds several, from 1.
    #[schema(minimum = 1)]
    number: Option<usize>,
    /// The kind of question; by default `solve`.
    #[schema(value_type = Option<QuestionName>)]
    question: Option<QuestionKind>,
    /// The moves that lead to the position.
    #[schema(required = false)]
    moves: Vec<String>,
    /// The role that is played, in levels with several roles.
    role: Option<String>,
    /// The options of the question, and limits.
    #[schema(required = false)]
    options: RequestOptions,
    /// Whether the answer comes with its picture, in the field `drawn`, where it states something and the limits
    /// suffice.
    #[schema(required = false)]
    picture: bool,
}

/// Describes `QuestionKind` for the API's description, where no family declares a question of its own; the server's
/// description uses [`KnownOptions::question_schema`] instead.
pub(crate) struct QuestionName;

impl PartialSchema for QuestionName {
    fn schema() -> RefOr<Schema> {
        name_of_one(QUESTIONS).into()
    }
}

impl ToSchema for QuestionName {}

const ASK_FIELDS: &[&str] = &["family", "level", "number", "question", "moves", "role", "options", "picture"];
const HINT_FIELDS: &[&str] = &["family", "level", "number", "moves", "role", "options", "picture"];

impl RequestBody for AskBody {
    fn read<'de, D: Deserializer<'de>>(from: D, known: &KnownOptions) -> Result<AskBody, D::Error> {
        from.deserialize_struct("AskBody", ASK_FIELDS, QuestionFields { fields: ASK_FIELDS, known })
    }

    fn level(&self) -> &str {
        &self.level
    }

    fn number(&self) -> Option<usize> {
        self.number
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn place(&mut self) -> Option<Place<'_>> {
        Some(Place { family: Some(&mut self.family), level: &mut self.level, number: Some(&mut self.number) })
    }
}

impl RequestBody for HintBody {
    fn read<'de, D: Deserializer<'de>>(from: D, known: &KnownOptions) -> Result<HintBody, D::Error> {
        let fields = QuestionFields { fields: HINT_FIELDS, known };
        let AskBody { family, level, number, moves, role, options, picture, .. } =
            from.deserialize_struct("HintBody", HINT_FIELDS, fields)?;
        Ok(HintBody { family, level, number, moves, role, options, picture })
    }

    fn level(&self) -> &str {
        &self.level
    }

    fn number(&self) -> Option<usize> {
        self.number
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn place(&mut self) -> Option<Place<'_>> {
        Some(Place { family: Some(&mut self.family), level: &mut self.level, number: Some(&mut self.number) })
    }
}

/// Deserialises the fields of a question with the known options.
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
        let (mut family, mut level, mut number) = (None, None, None);
        let (mut question, mut moves, mut role, mut options, mut picture) = (None, None, None, None, None);
        while let Some(name) = map.next_key::<String>()? {
            let unknown = || A::Error::unknown_field(&name, self.fields);
            match *self.fields.iter().find(|field| **field == name).ok_or_else(unknown)? {
                "family" => once("family", &mut family, || map.next_value())?,
                "level" => once("level", &mut level, || map.next_value())?,
                "number" => once("number", &mut number, || map.next_value())?,
                "question" => once("question", &mut question, || self.known.question(map.next_value()?))?,
                "moves" => once("moves", &mut moves, || map.next_value().map(|Texts(moves)| moves))?,
                "role" => once("role", &mut role, || map.next_value())?,
                "picture" => once("picture", &mut picture, || map.next_value())?,
                _ => once("options", &mut options, || map.next_value_seed(self.known))?,
            }
        }
        Ok(AskBody {
            family: family.unwrap_or_default(),
            level: level.ok_or_else(|| A::Error::missing_field("level"))?,
            number: number.flatten(),
            question: question.flatten(),
            moves: moves.unwrap_or_default(),
            role: role.flatten(),
            options: options.unwrap_or_default(),
            picture: picture.unwrap_or_default(),
        })
    }
}

/// Reads a field; a repeated field is an error.
fn once<T, E: Error>(name: &'static str, field: &mut Option<T>, read: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
    if field.is_some() {
        return Err(E::duplicate_field(name));
    }
    *field = Some(read()?);
    Ok(())
}

impl IntoTask for HintBody {
    fn task(self, families: Families, most: Limits) -> Task {
        let HintBody { family, level, number, moves, role, options, picture } = self;
        let question = Some(QuestionKind::HINT);
        AskBody { family, level, number, question, moves, role, options, picture }.task(families, most)
    }
}

impl IntoTask for AskBody {
    fn task(self, families: Families, most: Limits) -> Task {
        let AskBody { family, level, question, moves, role, options, picture, .. } = self;
        let (limits, question) = (options.limits(most), question.unwrap_or(QuestionKind::SOLVE));
        let asked = arranged(options.asked(moves, role), families, &family, question);
        Task { family, level, operation: Operation::Ask { question, asked, picture }, limits }
    }
}

/// The options in the order in which the family declares them, so that equal questions have equal keys.
pub(super) fn arranged(options: Options, families: Families, family: &str, question: QuestionKind) -> Options {
    let family = families.iter().find(|known| known.info().name == family);
    match family.and_then(|family| family.info().question(question)) {
        Some(spec) => options.arranged(spec.options),
        None => options,
    }
}
