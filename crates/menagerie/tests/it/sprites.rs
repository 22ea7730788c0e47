//! The sprites of all families: declared once, plain shapes, and on every piece of every shipped level.

use std::collections::BTreeSet;
use std::sync::Arc;

use engines::Context;
use picture::{Picture, Sprite};
use puzzles::Family;
use puzzles::collection::shipped;
use roxmltree::{Document, Node};

/// The elements that a sprite may have.
const SHAPES: &[&str] = &["svg", "symbol", "g", "path", "rect", "circle", "ellipse"];
/// The attributes that they may have.
const ATTRIBUTES: &[&str] = &[
    "class",
    "cx",
    "cy",
    "d",
    "fill",
    "fill-opacity",
    "height",
    "id",
    "overflow",
    "r",
    "rx",
    "ry",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "viewBox",
    "width",
    "x",
    "y",
];

/// The pieces that are letters by intent: the family, and the letter.
const LETTERS: &[(&str, &str)] = &[("pebble", "-")];

fn sprites() -> Vec<&'static Sprite> {
    puzzles::sprites(script::families())
}

#[test]
fn every_sprite_is_declared_once_by_a_plain_name() {
    let mut seen = BTreeSet::new();
    for Sprite { id, .. } in sprites() {
        assert!(seen.insert(*id), "{id} is declared twice");
        assert!(!id.is_empty() && id.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-'));
    }
}

#[test]
fn sprites_are_well_formed_shapes_that_run_and_load_nothing() {
    let sheet = picture::sprite::sheet(sprites());
    let document = Document::parse(&sheet).unwrap();
    for node in document.descendants().filter(Node::is_element) {
        assert!(SHAPES.contains(&node.tag_name().name()), "<{}>", node.tag_name().name());
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(ATTRIBUTES.contains(&name) && !value.contains(':') && !value.contains("url"), "{name}=\"{value}\"");
        }
    }
    let symbols: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let names: Vec<String> = sprites().into_iter().map(Sprite::name).collect();
    assert_eq!(symbols, names);
}

/// The picture of each shipped level at its start, and after its first moves.
fn pictures(family: &dyn Family) -> Vec<(String, Picture)> {
    let cx = Context::default();
    let mut pictures = Vec::new();
    for one in shipped(family) {
        let level = family.load(Arc::new(one.text.into_owned().into_bytes()), &cx).unwrap();
        let role = puzzles::role(&*level, None).unwrap();
        let mut position = Arc::clone(&level).start(role, &cx);
        pictures.push((one.name.clone(), level.picture()));
        let moves: Vec<String> = position.moves().take(1).collect();
        for text in &moves {
            position.play(text, &cx).unwrap();
        }
        pictures.push((one.name, position.picture()));
    }
    pictures
}

#[test]
fn every_piece_of_every_shipped_level_has_a_sprite_or_is_a_letter_by_intent() {
    let known = sprites();
    let mut pieces = 0;
    for family in script::families() {
        let name = family.info().name;
        for (level, picture) in pictures(*family) {
            for piece in picture.frames.iter().flat_map(|frame| &frame.pieces) {
                pieces += 1;
                match piece.sprite {
                    Some(figure) => assert!(known.contains(&figure.sprite), "{name} {level}"),
                    None => assert!(LETTERS.contains(&(name, piece.letter.as_str())), "{name} {level}: {piece:?}"),
                }
            }
        }
    }
    assert!(pieces > 100, "{pieces}");
}

#[test]
fn json_names_the_sprite_where_it_looks_and_whether_it_bears_the_letter() {
    let family = |name: &str| *script::families().iter().find(|family| family.info().name == name).unwrap();
    let first = |name: &str| {
        let (_, picture) = pictures(family(name)).swap_remove(0);
        let piece = picture.frames[0].pieces.iter().find(|piece| piece.sprite.is_some()).unwrap();
        serde_json::to_value(piece).unwrap()
    };
    let bunny = first("bunny");
    assert_eq!((&bunny["sprite"], &bunny["facing"], bunny.get("lettered")), (&"bunny".into(), &"right".into(), None));
    let pebble = first("pebble");
    assert_eq!((pebble.get("facing"), &pebble["lettered"]), (None, &true.into()), "{pebble}");
}
