//! A crowded scene: ten floors of 1,000 animals and 1,000 crates, with 300 bananas hanging among them.
//!
//! `bench/box2d` includes this file too, and builds the same bodies in Box2D.

use std::error::Error;

use world::World;

pub(crate) const FLOORS: usize = 10;
/// Animals of a floor, and crates.
pub(crate) const EACH: usize = 100;
pub(crate) const WIDTH: f32 = 420.0;
pub(crate) const HEIGHT: f32 = 6.0;

/// The position of the animal `place` of a floor; its crate is two metres to the right.
pub(crate) fn spot(floor: usize, place: usize, high: f32) -> (f32, f32) {
    (10.0 + 4.0 * place as f32, floor as f32 * HEIGHT + 1.0 + high)
}

/// Builds the scene; `script` is the script of every animal.
///
/// # Errors
/// Returns an error if the world cannot be loaded.
pub(crate) fn build(script: &str) -> Result<World, Box<dyn Error>> {
    let (map, toml) = files();
    let world = World::load("bench.world.toml", &|name: &str| match name {
        "bench.world.toml" => Ok(toml.clone().into_bytes()),
        "map.tmj" => Ok(map.clone().into_bytes()),
        "monkey.luau" => Ok(script.into()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    })?;
    Ok(world)
}

/// The map and the world's description.
fn files() -> (String, String) {
    let total = FLOORS as f32 * HEIGHT;
    let mut ground = Vec::new();
    let mut objects = Vec::new();
    let mut put = |kind: &str, (x, y): (f32, f32)| {
        objects.push(format!("{{\"type\":\"{kind}\",\"x\":{x},\"y\":{},\"point\":true}}", total - y));
    };
    for floor in 0..FLOORS {
        let top = total - floor as f32 * HEIGHT - 1.0;
        ground.push(format!("{{\"x\":0,\"y\":{top},\"width\":{WIDTH},\"height\":1}}"));
        for place in 0..EACH {
            put("monkey", spot(floor, place, 0.4));
            let (x, y) = spot(floor, place, 0.3);
            put("crate", (x + 2.0, y));
        }
        for place in 0..30 {
            put("banana", (7.0 + 13.7 * place as f32, floor as f32 * HEIGHT + 1.5));
        }
    }
    let list = |name: &str, objects: &[String]| format!("{{\"name\":\"{name}\",\"objects\":[{}]}}", objects.join(","));
    let layers = [list("ground", &ground), list("objects", &objects)].join(",");
    let map =
        format!("{{\"width\":{WIDTH},\"height\":{total},\"tilewidth\":1,\"tileheight\":1,\"layers\":[{layers}]}}");
    let toml = "map = \"map.tmj\"\n[kinds.monkey]\nscript = \"monkey.luau\"\n[kinds.banana]\nnature = \"item\"\n\
                [kinds.crate]\nnature = \"crate\"\nradius = 0.3\n";
    (map, toml.into())
}
