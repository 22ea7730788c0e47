//! The catalogue: puzzle families and their shipped levels, as JSON.

use puzzles::declared::declared;
use puzzles::{Family, QuestionKind, ShippedSet, collection};
use serde_json::{Value, json};

/// Returns the JSON object of `menagerie list --json`: the families, their questions, options and levels.
#[must_use]
pub fn families(families: &[&dyn Family]) -> Value {
    let options = declared(families);
    let families: Vec<Value> = families.iter().map(|family| info(*family)).collect();
    let questions: Vec<Value> =
        QuestionKind::ALL.iter().map(|kind| json!({"name": kind.name(), "about": kind.about()})).collect();
    json!({"schema": 1, "question": "list", "verdict": null, "families": families, "questions": questions,
        "options": options})
}

fn info(family: &dyn Family) -> Value {
    let info = family.info();
    let levels: Vec<Value> = info
        .levels
        .iter()
        .map(|level| json!({"name": level.name, "title": family.title(level.text), "about": level.about}))
        .collect();
    let set = |set: &ShippedSet| json!({"name": set.name, "about": set.about, "levels": set.levels});
    let sets: Vec<Value> = family.sets().iter().map(set).collect();
    let answers: Vec<QuestionKind> = info.questions.iter().map(|question| question.kind).collect();
    let options: Value = info
        .questions
        .iter()
        .map(|question| {
            let names: Vec<&str> = question.options.iter().map(|option| option.name).collect();
            (question.kind.name().to_owned(), json!(names))
        })
        .collect();
    json!({"family": info.name, "extension": info.extension,
        "extensions": info.extensions().collect::<Vec<_>>(), "file_names": info.file_names, "about": info.about, "rules": info.rules,
        "program": family.confined().is_some(), "source": info.source, "answers": answers, "options": options, "roles": info.roles, "levels": levels, "sets": sets})
}

/// Returns the shipped levels with their texts; those of a collection are listed separately.
pub(crate) fn shipped(families: &[&'static dyn Family]) -> Value {
    let of = |family: &&'static dyn Family| {
        let object = |level: collection::ShippedLevel| json!({"name": level.name, "title": level.title, "family": family.info().name, "about": level.about, "text": level.text});
        collection::shipped(*family).into_iter().map(object).collect::<Vec<_>>()
    };
    let levels: Vec<Value> = families.iter().flat_map(of).collect();
    json!({"levels": levels})
}
