//! Scripts name the sprites of their pieces.

use std::sync::Arc;

use engines::Context;
use picture::Orientation;
use puzzles::{Family, Level, LoadError};
use script::Script;

fn load(text: &str) -> Result<Arc<dyn Level>, LoadError> {
    Script.load(Arc::new(text.as_bytes().to_vec()), &Context::default())
}

/// A grid and a table name sprites; a wrong name is answered with the known ones.
#[test]
fn pieces_have_sprites_by_name() {
    let script = |draw: &str| {
        format!(
            "return {{ name = 'sprites', start = 0, moves = function() return {{}} end, solved = function() return true end, {draw} }}"
        )
    };
    let piece = |draw: &str| load(&script(draw)).unwrap().picture().frames[0].pieces[0].sprite;
    let grid = "draw = function() return '$' end, roles = { ['$'] = 'piece0 as crate on goal' }";
    assert_eq!(piece(grid).map(|figure| (figure.sprite.id, figure.facing)), Some(("crate", None)));
    let table = |more: &str| {
        format!("draw = function() return {{ pieces = {{ {{ x = 0, y = 0, role = 'actor', {more} }} }} }} end")
    };
    let fox = piece(&table("sprite = 'fox', facing = 'left'"));
    assert_eq!(fox.map(|figure| (figure.sprite.id, figure.facing)), Some(("fox", Some(Orientation::Left))));
    assert_eq!(piece(&table("label = 'x'")), None);
    for (draw, said, known) in [
        (grid.replace("crate", "dragon"), "'dragon' is no sprite", "crate, marble"),
        (table("sprite = 'dragon'"), "'dragon' is no sprite", "crate, marble"),
        (table("sprite = 'fox', facing = 'north'"), "'north' is no direction", "right, down, left or up"),
    ] {
        let refused = load(&script(&draw)).err().unwrap();
        let words = format!("{refused:?}");
        assert!(words.contains(said) && words.contains(known), "{draw}: {words}");
    }
}
