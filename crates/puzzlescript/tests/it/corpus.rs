//! Every published game of the corpus compiles, or is refused, as in the reference.

use puzzlescript::compiler::{CompileLimits, Compiled, compile};
use puzzlescript::game::Stage;
use serde_json::{Value, json};

use crate::shared;

/// What the reference's features say of a game, as far as the compiler decides it.
fn features(compiled: &Compiled) -> Value {
    let stages = compiled.game.as_ref().map_or(&[][..], |game| &game.stages);
    let sizes: Vec<Value> = stages
        .iter()
        .enumerate()
        .filter_map(|(index, stage)| match stage {
            Stage::Level(level) => Some(json!([index, level.width, level.height])),
            Stage::Message { .. } => None,
        })
        .collect();
    json!({
        "compiles": compiled.game.is_some() && compiled.errors == 0,
        "errors": compiled.errors,
        "playable": compiled.game.is_some(),
        "levels": sizes.len(),
        "sizes": sizes,
    })
}

#[test]
fn games_compile_as_in_the_reference() {
    let (Some(games), Some(path)) = (shared::lines("corpus.jsonl.gz"), shared::path("corpus-features.json")) else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let expected: Value = serde_json::from_str(&text).expect("JSON");
    let mut wrong = Vec::new();
    for game in &games {
        let name = game["name"].as_str().expect("a name");
        let compiled = compile(game["source"].as_str().expect("a source"), &CompileLimits::default());
        let (found, expected) = (features(&compiled), &expected[name]);
        for (key, value) in found.as_object().expect("an object") {
            if &expected[key] != value && !expected[key].is_null() {
                wrong.push(format!("{name}: {key} is {value}, expected {}; {:?}", expected[key], compiled.stopped));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences in {} games:\n{}", wrong.len(), games.len(), wrong.join("\n"));
}
