//! The sections of a text, and the parts of a game without rules.

use puzzlescript::compiler::{CollectionSource, Compiled, Parsed, StageSource, Symbol, WordLine};
use puzzlescript::game::{ChangeSound, Game, Quantifier, Screen, Stage, WinCondition};
use serde_json::{Value, json};

use super::ids;

fn game(compiled: &Compiled) -> &Game {
    compiled.game.as_ref().expect("a game")
}

pub(crate) fn parsed(compiled: &Compiled) -> Value {
    let parsed = &compiled.parsed;
    let objects = parsed.objects_in_order().into_iter().map(|object| {
        json!({"name": parsed.name(object.name), "line": object.line, "colors": object.colors, "sprite": object.sprite})
    });
    let synonyms = parsed.synonyms.iter();
    let metadata = parsed.metadata.iter().flat_map(|(key, value)| [json!(key), json!(value)]);
    let names = |names: &Vec<Symbol>| names.iter().map(|name| json!(parsed.name(*name))).collect::<Value>();
    json!({
        "metadata": metadata.collect::<Value>(),
        "objects": objects.collect::<Value>(),
        "synonyms": synonyms.map(|entry| json!([entry.line, parsed.name(entry.name), parsed.name(entry.target)])).collect::<Value>(),
        "aggregates": collections(parsed, &parsed.aggregates),
        "properties": collections(parsed, &parsed.properties),
        "sounds": word_lines(parsed, &parsed.sounds),
        "layers": parsed.layers.iter().map(names).collect::<Value>(),
        "rules": parsed.rules.iter().map(|rule| json!([rule.line, rule.text])).collect::<Value>(),
        "win": word_lines(parsed, &parsed.win),
        "levels": parsed.levels.iter().map(stage).collect::<Value>(),
    })
}

fn collections(parsed: &Parsed, entries: &[CollectionSource]) -> Value {
    let entry = |entry: &CollectionSource| {
        let names = std::iter::once(&entry.name).chain(&entry.members).map(|name| json!(parsed.name(*name)));
        std::iter::once(json!(entry.line)).chain(names).collect::<Value>()
    };
    entries.iter().map(entry).collect()
}

fn word_lines(parsed: &Parsed, lines: &[WordLine]) -> Value {
    let line = |line: &WordLine| {
        let words = line.words.iter().map(|word| json!(parsed.name(*word)));
        std::iter::once(json!(line.line)).chain(words).collect::<Value>()
    };
    lines.iter().map(line).collect()
}

fn stage(stage: &StageSource) -> Value {
    match stage {
        StageSource::Message { line, text } => json!({"line": line, "message": text}),
        StageSource::Level { line, rows } => json!({"line": line, "rows": rows}),
    }
}

pub(crate) fn levels(compiled: &Compiled) -> Value {
    let stage = |stage: &Stage| match stage {
        Stage::Message { text, .. } => json!({"message": text}),
        Stage::Level(level) => json!({
            "line": level.line,
            "width": level.width,
            "height": level.height,
            "contents": level.contents.iter().map(ids).collect::<Value>(),
            "cells": level.cells,
        }),
    };
    game(compiled).stages.iter().map(stage).collect()
}

pub(crate) fn win(compiled: &Compiled) -> Value {
    let condition = |condition: &WinCondition| {
        let quantifier = match condition.quantifier {
            Quantifier::All => "all",
            Quantifier::Some => "some",
            Quantifier::No => "no",
        };
        let mut value = json!({
            "quantifier": quantifier,
            "line": condition.line,
            "what": ids(&condition.what.objects),
            "what_aggregate": condition.what.all,
        });
        if let Some(on) = &condition.on {
            value["on"] = ids(&on.objects);
            value["on_aggregate"] = on.all.into();
        }
        value
    };
    game(compiled).win.iter().map(condition).collect()
}

pub(crate) fn metadata(compiled: &Compiled) -> Value {
    let mut metadata = serde_json::Map::new();
    let is_size = |key: &str| matches!(key, "flickscreen" | "zoomscreen");
    for (key, value) in compiled.parsed.metadata.iter().filter(|(key, _)| !is_size(key)) {
        metadata.insert((*key).to_owned(), json!(value));
    }
    if let Some(homepage) = &game(compiled).prelude.homepage {
        metadata.insert("homepage".to_owned(), json!(homepage));
    }
    let Screen { flick, zoom } = game(compiled).prelude.screen;
    for (key, size) in [("flickscreen", flick), ("zoomscreen", zoom)] {
        metadata.extend(size.map(|(width, height)| (key.to_owned(), json!([width, height]))));
    }
    metadata.into()
}

pub(crate) fn colors(compiled: &Compiled) -> Value {
    let prelude = &game(compiled).prelude;
    json!({"background": prelude.background_color, "text": prelude.text_color})
}

pub(crate) fn sounds(compiled: &Compiled) -> Value {
    let (game, sounds) = (game(compiled), &game(compiled).sounds);
    let layer = |object: usize| game.objects[object].as_ref().expect("an object").layer.0;
    // The reference keeps one list a layer.
    let mut moved = sounds.moved.clone();
    moved.sort_by_key(|sound| layer(sound.object.0.into()));
    let moved = moved.iter().map(|sound| {
        let object = sound.object.0;
        json!({"layer": layer(object.into()), "object": object, "directions": sound.directions, "seed": sound.seed})
    });
    let blocked = sounds.blocked.iter().map(|sound| {
        let directions = json!([[layer(sound.object.0.into()), sound.directions]]);
        json!({"object": sound.object.0, "directions": directions, "seed": sound.seed})
    });
    let change = |sound: &ChangeSound| json!({"any": ids(&sound.objects), "seed": sound.seed});
    let events = sounds.events.iter().map(|(event, seed)| (event.clone(), json!(seed)));
    json!({
        "events": events.collect::<serde_json::Map<String, Value>>(),
        "move": moved.collect::<Value>(),
        "cantmove": blocked.collect::<Value>(),
        "create": sounds.created.iter().map(change).collect::<Value>(),
        "destroy": sounds.destroyed.iter().map(change).collect::<Value>(),
    })
}
