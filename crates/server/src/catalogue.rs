//! The catalogue: puzzle families and their shipped levels, as JSON.

use puzzles::collection::ShippedFile;
use puzzles::daily::{DAILY, Daily, VERSION};
use puzzles::declared::{declared, questions};
use puzzles::{Family, OptionSpec, QuestionKind, ShippedSet, collection};
use serde_json::{Value, json};

/// Returns the JSON object of `menagerie list --json`: the families, their questions, options and levels.
#[must_use]
pub fn families(all: &[&dyn Family]) -> Value {
    let options = declared(all);
    let families: Vec<Value> = all.iter().map(|family| info(*family, &options)).collect();
    let questions = questions(all);
    json!({"schema": 1, "question": "list", "verdict": null, "families": families, "questions": questions,
        "options": options, "daily": daily(all)})
}

/// The kinds of puzzles of the day, of the families that there are.
fn daily(all: &[&dyn Family]) -> Value {
    let has = |name| all.iter().any(|family| family.info().name == name);
    let puzzles: Vec<&Daily> = DAILY.iter().filter(|daily| has(daily.family)).collect();
    json!({"version": VERSION, "puzzles": puzzles})
}

/// Describes a family; `table` holds the options of all families.
fn info(family: &dyn Family, table: &[&'static OptionSpec]) -> Value {
    let info = family.info();
    let levels: Vec<Value> = info
        .levels
        .iter()
        .map(|level| json!({"name": level.name, "title": family.title(level.text), "about": level.about}))
        .collect();
    let set = |set: &ShippedSet| json!({"name": set.name, "about": set.about, "levels": set.levels});
    let sets: Vec<Value> = family.sets().iter().map(set).collect();
    let answers: Vec<QuestionKind> = info.offered().map(|question| question.kind).collect();
    let options: Value = info
        .offered()
        .map(|question| {
            let names: Vec<&str> = question.options.iter().map(|option| option.name).collect();
            (question.kind.name().to_owned(), json!(names))
        })
        .collect();
    let own = own_options(family, table);
    json!({"family": info.name, "title": info.title(), "extension": info.extension,
        "extensions": info.extensions().collect::<Vec<_>>(), "file_names": info.file_names, "about": info.about, "rules": info.rules,
        "program": family.confined().is_some(), "source": info.source, "answers": answers, "options": options, "own_options": own, "roles": info.roles, "doubtful": info.doubtful, "new_levels": info.new_levels, "starter": info.starter(), "other_editor": info.other_editor, "tokens": info.tokens, "levels": levels, "sets": sets})
}

/// Returns the options that a family declares otherwise than the table of all families does, each once: a choice of its
/// own where others take other values, or other words.
fn own_options(family: &dyn Family, table: &[&'static OptionSpec]) -> Vec<&'static OptionSpec> {
    let mut own: Vec<&'static OptionSpec> = Vec::new();
    for option in family.info().all_questions().flat_map(|question| question.options) {
        let named = |other: &&&OptionSpec| other.name == option.name;
        if table.iter().find(named).is_some_and(|other| **other != **option)
            && !own.iter().any(|one| one.name == option.name)
        {
            own.push(option);
        }
    }
    own
}

/// Returns the shipped levels with their texts: those of a collection one by one in `levels`, and in `files` each text
/// that holds several of them, whole.
pub(crate) fn shipped(families: &[&'static dyn Family]) -> Value {
    let (mut levels, mut files) = (Vec::new(), Vec::new());
    for family in families {
        let (name, own) = (family.info().name, collection::shipped(*family));
        files.extend(collection::shipped_files(*family, &own).map(|ShippedFile { shipped, levels }| {
            json!({"name": shipped.name, "family": name, "about": shipped.about, "levels": levels, "text": shipped.text})
        }));
        levels.extend(own.into_iter().map(|level| {
            json!({"name": level.name, "title": level.title, "family": name, "about": level.about, "text": level.text})
        }));
    }
    json!({"levels": levels, "files": files})
}
