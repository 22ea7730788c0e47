//! The fields of answers, as the types of their bodies declare them.
//!
//! A type of a body or certificate derives [`JsonSchema`]; its doc comments say what the fields mean. A [`Declaration`]
//! carries the type's schema in a [`crate::Shape`], and this module reads the schema into [`Field`]s: for the page
//! `docs/answers.md`, for the columns of surveys, and for tests that compare answers with what is declared.
//!
//! The order of fields is that of the type for those that are always there; those that may be absent follow, by name.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// A field of an answer or certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The field's name in JSON.
    pub name: String,
    /// The kind of its value in words: `whole number`, `list of texts`, `object`, `text or null`. A count that may be
    /// above 2^53 is a `whole number or text`.
    pub kind: String,
    /// Whether the field may be absent.
    pub optional: bool,
    /// What the value counts, such as `moves`; of a list, what its numbers count. `None` for what counts nothing.
    pub unit: Option<String>,
    /// What the value means and when the field is absent: the doc comment, as Markdown on one line.
    pub meaning: String,
    /// Whether the field is a column of surveys.
    pub column: bool,
    /// The fields of the object, or of each object of the list. Empty for other values, and for an object whose fields
    /// are not declared.
    pub fields: Vec<Field>,
}

/// One form of an answer or certificate. A type has one form, unless it is an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The value of the field `kind` by which the form is known, if the type is an enum.
    pub kind: Option<String>,
    /// What the form says, as Markdown on one line.
    pub meaning: String,
    /// The fields of the form.
    pub fields: Vec<Field>,
}

/// The declaration of the fields of a type.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    name: fn() -> Cow<'static, str>,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Declaration {
    /// The declaration of a type.
    #[must_use]
    pub const fn of<T: JsonSchema>() -> Declaration {
        Declaration { name: T::schema_name, schema: SchemaGenerator::subschema_for::<T> }
    }

    /// Returns the name under which the type is described: unique among the types of all families.
    #[must_use]
    pub fn name(&self) -> String {
        (self.name)().into_owned()
    }

    /// Returns the schema of the type, or a reference to it among the definitions of the generator.
    pub fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.schema)(generator)
    }

    /// Returns what the type says, as Markdown on one line.
    #[must_use]
    pub fn meaning(&self) -> String {
        description(&self.whole())
    }

    /// Returns the forms of the type, in the order of its variants.
    #[must_use]
    pub fn forms(&self) -> Vec<Form> {
        let whole = self.whole();
        let variants = alternatives(&whole);
        let variants = if variants.is_empty() { vec![&whole] } else { variants };
        let form = |schema: &Value| {
            let kind = schema["properties"]["kind"]["const"].as_str().map(str::to_owned);
            Form { kind, meaning: description(schema), fields: fields(schema) }
        };
        variants.into_iter().map(form).collect()
    }

    /// Returns the differences between a value and the form that it fits best: keys that are not declared, and fields
    /// that are missing, by their paths. Empty for a value that has the declared fields at every depth.
    #[must_use]
    pub fn differences(&self, value: &Value) -> Vec<String> {
        let of_form = |form: Form| {
            let mut found = Vec::new();
            compare(&form.fields, value, "", &mut found);
            found
        };
        self.forms().into_iter().map(of_form).min_by_key(Vec::len).unwrap_or_default()
    }

    /// The schema as answers are written, with the schemas of all parts in their places.
    fn whole(&self) -> Value {
        let settings =
            SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
        let mut schema = self.schema(&mut settings.into_generator());
        without_nulls(&mut schema);
        Value::from(schema)
    }
}

/// Removes null from the properties that may be absent: a value that is not there is left out, and not written as null.
/// A property that may be both has the mark `x-null`. It is a transform for [`SchemaSettings::with_transform`].
pub fn without_nulls(schema: &mut Schema) {
    transform_subschemas(&mut without_nulls, schema);
    let Some(object) = schema.as_object_mut() else { return };
    let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = object.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    let may_be_absent = properties.filter(|(name, _)| !required.iter().any(|other| other == name.as_str()));
    may_be_absent
        .filter_map(|(_, property)| property.as_object_mut())
        .filter(|property| !property.contains_key("x-null"))
        .for_each(remove_null);
}

/// Removes null from the values that a schema allows.
fn remove_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(mut choices)) = schema.remove("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        match &mut choices[..] {
            [Value::Object(only)] => {
                for (key, value) in std::mem::take(only) {
                    schema.entry(key).or_insert(value);
                }
            }
            _ => {
                schema.insert("anyOf".into(), choices.into());
            }
        }
    }
}

/// Returns the fields that several declarations have together, each name once. A field may be absent where a form lacks
/// it; its meanings are joined where they differ.
#[must_use]
pub fn all_fields(declarations: &[Declaration]) -> Vec<Field> {
    let forms = declarations.iter().flat_map(Declaration::forms);
    merged(forms.map(|form| form.fields).collect())
}

fn merged(forms: Vec<Vec<Field>>) -> Vec<Field> {
    let count = forms.len();
    let mut all: Vec<(usize, Field)> = Vec::new();
    for field in forms.into_iter().flatten() {
        match all.iter_mut().find(|(_, known)| known.name == field.name) {
            None => all.push((1, field)),
            Some((times, known)) => {
                *times += 1;
                known.join(field);
            }
        }
    }
    all.into_iter().map(|(times, field)| Field { optional: field.optional || times < count, ..field }).collect()
}

impl Field {
    /// Adds what another form says of the field of the same name.
    fn join(&mut self, other: Field) {
        let differs = |own: &str, other: &str| !own.split(" or ").any(|part| part == other);
        if differs(&self.kind, &other.kind) {
            self.kind = format!("{} or {}", self.kind, other.kind);
        }
        if !self.meaning.contains(&other.meaning) {
            self.meaning = format!("{} Or: {}", self.meaning, other.meaning);
        }
        self.optional |= other.optional;
        self.column |= other.column;
        self.unit = self.unit.take().or(other.unit);
        if self.fields.is_empty() {
            self.fields = other.fields;
        }
    }
}

/// The schemas of which a value satisfies one; none where the schema is no choice.
fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf"].iter().filter_map(|key| schema[*key].as_array()).flatten()
}

/// The schemas other than null of which a value satisfies one.
fn alternatives(schema: &Value) -> Vec<&Value> {
    choices(schema).filter(|choice| choice["type"] != "null").collect()
}

/// The fields of an object, or of each object of a list.
fn fields(schema: &Value) -> Vec<Field> {
    let alternatives = alternatives(schema);
    if !alternatives.is_empty() {
        return merged(alternatives.into_iter().map(fields).filter(|fields| !fields.is_empty()).collect());
    }
    let Some(properties) = schema["properties"].as_object() else {
        return schema.get("items").map(fields).unwrap_or_default();
    };
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let others = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let names = required.iter().copied().chain(others);
    let field = |name: &str| {
        let schema = properties.get(name)?;
        Some(Field {
            name: name.to_owned(),
            kind: joined(kinds(schema).into_iter().map(|kind| kind.one).collect()),
            optional: !required.contains(&name),
            unit: schema["x-unit"].as_str().map(str::to_owned),
            meaning: description(schema),
            column: schema["x-column"] == true,
            fields: fields(schema),
        })
    };
    names.filter_map(field).collect()
}

/// What is said of the tag of an enum, which has no doc comment.
const TAG: &str = "The name of the form.";

/// The doc comment on one line.
fn description(schema: &Value) -> String {
    let text = schema["description"].as_str();
    let text = text.unwrap_or(if schema.get("const").is_some() { TAG } else { "" });
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A kind of value in words, in the singular and in the plural.
struct Words {
    one: String,
    many: String,
}

impl Words {
    fn new(one: &str, many: &str) -> Words {
        Words { one: one.to_owned(), many: many.to_owned() }
    }

    /// The words for one fixed value.
    fn of_value(value: &Value) -> Words {
        let words = value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"));
        Words { one: words.clone(), many: words }
    }
}

/// The kinds of values that satisfy a schema; null is the last of them.
fn kinds(schema: &Value) -> Vec<Words> {
    if let Some(value) = schema.get("const") {
        return vec![Words::of_value(value)];
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Words::of_value).collect();
    }
    let choices: Vec<Words> = choices(schema).flat_map(kinds).collect();
    if !choices.is_empty() {
        return choices;
    }
    match &schema["type"] {
        Value::String(name) => vec![of_type(name, schema)],
        Value::Array(names) => names.iter().filter_map(Value::as_str).map(|name| of_type(name, schema)).collect(),
        _ => vec![Words::new("any value", "any values")],
    }
}

fn of_type(name: &str, schema: &Value) -> Words {
    match name {
        "integer" => Words::new("whole number", "whole numbers"),
        "number" => Words::new("number", "numbers"),
        "string" => Words::new("text", "texts"),
        "boolean" => Words::new("true or false", "true or false"),
        "array" => {
            let kinds: Vec<String> = kinds(&schema["items"]).into_iter().map(|kind| kind.many).collect();
            let is_choice = kinds.iter().any(|kind| *kind != kinds[0]);
            let items = joined(kinds);
            let items = if is_choice { format!("({items})") } else { items };
            let is_pair = schema["minItems"] == 2 && schema["maxItems"] == 2;
            let (one, many) = if is_pair { ("pair", "pairs") } else { ("list", "lists") };
            Words::new(&format!("{one} of {items}"), &format!("{many} of {items}"))
        }
        "object" => Words::new("object", "objects"),
        other => Words::new(other, other),
    }
}

/// `a`, `a or b`, `a, b or c`, each once.
fn joined(mut words: Vec<String>) -> String {
    let mut seen = Vec::new();
    words.retain(|word| {
        !seen.contains(word) && {
            seen.push(word.clone());
            true
        }
    });
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Adds what differs between the keys of a value and the declared fields, at every depth, and where a field is null
/// that is declared otherwise. An object whose fields are not declared may have any.
fn compare(fields: &[Field], value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| compare(fields, item, &format!("{at}[]"), found)),
        Value::Object(object) if !fields.is_empty() => {
            let path = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
            for (key, value) in object {
                match fields.iter().find(|field| field.name == *key) {
                    Some(field) if value.is_null() && !field.kind.ends_with("null") => {
                        found.push(format!("{} is null", path(key)));
                    }
                    Some(field) => compare(&field.fields, value, &path(key), found),
                    None => found.push(format!("{} is not declared", path(key))),
                }
            }
            let missing = fields.iter().filter(|field| !field.optional && !object.contains_key(&field.name));
            found.extend(missing.map(|field| format!("{} is missing", path(&field.name))));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// An answer.
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Sample {
        /// The number
        /// of moves.
        #[schemars(extend("x-unit" = "moves", "x-column" = true))]
        moves: u64,
        /// Cells.
        cells: Vec<Option<[u32; 2]>>,
        /// Why; absent where nothing is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<Vec<Reason>>,
        /// How large.
        size: crate::BigCount,
        /// The best; null where it is not known.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-null" = true))]
        best: Option<Option<String>>,
        /// Where.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    }

    /// A side.
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Side {
        /// One side.
        Left,
        /// The other side.
        Right,
    }

    /// A reason.
    #[derive(JsonSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Reason {
        /// By a number.
        Counted {
            /// The number.
            number: u8,
        },
        /// By words.
        Said {
            /// The words.
            words: String,
        },
    }

    #[test]
    fn a_type_is_read_as_fields() {
        let sample = Declaration::of::<Sample>();
        assert_eq!((sample.name().as_str(), sample.meaning().as_str()), ("Sample", "An answer."));
        let [form] = &sample.forms()[..] else { panic!("one form") };
        let kinds: Vec<_> = form.fields.iter().map(|field| (&*field.name, &*field.kind, field.optional)).collect();
        let expected = [
            ("moves", "whole number", false),
            ("cells", "list of (pairs of whole numbers or null)", false),
            ("size", "whole number or text", false),
            ("best", "text or null", true),
            ("side", "`left` or `right`", true),
            ("why", "list of objects", true),
        ];
        assert_eq!(kinds, expected);
        let moves = &form.fields[0];
        assert_eq!(
            (moves.unit.as_deref(), moves.column, &*moves.meaning),
            (Some("moves"), true, "The number of moves.")
        );
        let why = &form.fields[5];
        let inner: Vec<_> = why.fields.iter().map(|field| (&*field.name, field.optional)).collect();
        assert_eq!(inner, [("kind", false), ("number", true), ("words", true)]);
        assert_eq!(why.fields[0].kind, "`counted` or `said`");
        let reasons = Declaration::of::<Reason>().forms();
        assert_eq!(reasons[1].kind.as_deref(), Some("said"));
        assert_eq!(reasons[1].meaning, "By words.");
    }

    #[test]
    fn a_key_that_is_not_declared_and_one_that_is_missing_are_found() {
        let sample = Declaration::of::<Sample>();
        let why = json!([{"kind": "said", "words": ""}]);
        let mut value = json!({"moves": 3, "cells": [], "size": 2, "best": null, "side": "left", "why": why});
        assert_eq!(sample.differences(&value), [""; 0]);
        value["why"][0]["planted"] = json!(1);
        assert_eq!(sample.differences(&value), ["why[].planted is not declared"]);
        value["why"] = json!([{"words": ""}]);
        assert_eq!(sample.differences(&value), ["why[].kind is missing"]);
        value["why"] = json!(null);
        assert_eq!(sample.differences(&value), ["why is null"]);
        let reason = Declaration::of::<Reason>();
        assert_eq!(reason.differences(&json!({"kind": "counted"})), ["number is missing"]);
    }
}
