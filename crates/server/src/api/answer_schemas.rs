//! The schemas of answers and certificates in the description of the API, as the types of the families declare them.

use puzzles::answer::AtLeast;
use puzzles::schema::{Declaration, without_nulls};
use puzzles::schemars::SchemaGenerator;
use puzzles::schemars::generate::SchemaSettings;
use puzzles::{Family, QuestionSpec};
use serde_json::{Value, json};

/// Adds a component for each type of answer and certificate of these families, and refers to them where an answer is
/// returned: in the properties `answer` and `proof` of the component `AnswerObject`.
pub(super) fn add(description: &mut Value, families: &[&dyn Family]) {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(without_nulls);
    let mut generator =
        settings.with(|settings| settings.definitions_path = "/components/schemas".into()).into_generator();
    let answers = specs(families).flat_map(QuestionSpec::answers).chain([Declaration::of::<AtLeast>()]);
    let proofs = specs(families).flat_map(QuestionSpec::proofs);
    let answers =
        any_of("What was found, by family and question; null where it is impossible.", answers, &mut generator);
    let proofs = any_of("The certificate, by family; null where there is none.", proofs, &mut generator);
    let schemas = &mut description["components"]["schemas"];
    schemas["AnswerObject"]["properties"]["answer"] = answers;
    schemas["AnswerObject"]["properties"]["proof"] = proofs;
    for (name, schema) in generator.take_definitions(true) {
        schemas[name] = schema;
    }
}

/// The declarations of the questions of families.
fn specs(families: &[&dyn Family]) -> impl Iterator<Item = &'static QuestionSpec> {
    families.iter().flat_map(|family| family.info().all_questions())
}

/// The schema of a value of one of these types, or null.
fn any_of(words: &str, types: impl Iterator<Item = Declaration>, generator: &mut SchemaGenerator) -> Value {
    let mut choices: Vec<Value> = Vec::new();
    for schema in types.map(|one| Value::from(one.schema(generator))) {
        if !choices.contains(&schema) {
            choices.push(schema);
        }
    }
    choices.push(json!({"type": "null"}));
    json!({"description": words, "anyOf": choices})
}
