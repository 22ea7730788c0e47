//! What the names of a text mean.

use puzzlescript::compiler::{Compiled, Names, Symbol};
use serde_json::{Value, json};

use super::ids as set;

fn resolved(compiled: &Compiled) -> &Names {
    compiled.names.as_ref().expect("resolved names")
}

/// A dictionary of what the names mean that have such a meaning.
fn dictionary(compiled: &Compiled, value: impl Fn(&Names, Symbol) -> Option<Value>) -> Value {
    let names = resolved(compiled);
    let symbols = names.symbols(&compiled.parsed).into_iter();
    let entries = symbols.filter_map(|name| Some((compiled.parsed.name(name).to_owned(), value(names, name)?)));
    entries.collect::<serde_json::Map<String, Value>>().into()
}

pub(crate) fn ids(compiled: &Compiled) -> Value {
    resolved(compiled).ids.iter().map(|id| json!(compiled.parsed.name(*id))).collect()
}

pub(crate) fn objects(compiled: &Compiled) -> Value {
    let (parsed, names) = (&compiled.parsed, resolved(compiled));
    let object = |name: Symbol| {
        let (place, look) = (names.object(name).expect("an object"), &names.looks[&name]);
        json!({
            "name": parsed.name(name),
            "id": place.id.0,
            "layer": place.layer.0,
            "colors": look.colors,
            "sprite": look.sprite,
        })
    };
    parsed.objects_in_order().into_iter().map(|source| object(source.name)).collect()
}

pub(crate) fn layers(compiled: &Compiled) -> Value {
    resolved(compiled).layers.iter().map(set).collect()
}

pub(crate) fn masks(compiled: &Compiled) -> Value {
    dictionary(compiled, |names, name| names.mask(name).map(set))
}

pub(crate) fn aggregates(compiled: &Compiled) -> Value {
    dictionary(compiled, |names, name| names.aggregate_mask(name).map(set))
}

pub(crate) fn properties(compiled: &Compiled) -> Value {
    dictionary(compiled, |names, name| {
        Some(names.property(name)?.iter().map(|member| json!(compiled.parsed.name(*member))).collect())
    })
}

pub(crate) fn single_layer(compiled: &Compiled) -> Value {
    dictionary(compiled, |names, name| names.single_layer(name).map(|layer| json!(layer.0)))
}

pub(crate) fn synonyms(compiled: &Compiled) -> Value {
    dictionary(compiled, |names, name| names.synonym(name).map(|target| json!(compiled.parsed.name(target))))
}

pub(crate) fn player(compiled: &Compiled) -> Value {
    let player = &resolved(compiled).player;
    json!({"aggregate": player.all, "mask": set(&player.objects)})
}

pub(crate) fn background(compiled: &Compiled) -> Value {
    let names = resolved(compiled);
    json!({"id": names.background.0, "layer": names.background_layer.map(|layer| layer.0)})
}

pub(crate) fn glyphs(compiled: &Compiled) -> Value {
    dictionary(compiled, |names, name| names.glyphs.get(&name).map(set))
}
