//! Small worlds made in memory, in the editor's JSON form, one tile a metre.
#![allow(dead_code)] // each test file uses its part

use world::{Element, Point, World};

/// A world being described.
pub(crate) struct WorldBuilder {
    pub(crate) size: (f32, f32),
    pub(crate) layers: [String; 4],
    pub(crate) toml: String,
    pub(crate) scripts: Vec<(String, String)>,
}

pub(crate) fn builder(width: f32, height: f32) -> WorldBuilder {
    WorldBuilder { size: (width, height), layers: Default::default(), toml: String::new(), scripts: Vec::new() }
}

impl WorldBuilder {
    /// Takes over the map of another world.
    pub(crate) fn layers_of(mut self, other: &WorldBuilder) -> WorldBuilder {
        self.layers = other.layers.clone();
        self
    }

    fn add(mut self, layer: usize, object: String) -> WorldBuilder {
        let list = &mut self.layers[layer];
        if !list.is_empty() {
            list.push(',');
        }
        list.push_str(&object);
        self
    }

    fn rect(&self, x: f32, y: f32, wide: f32, high: f32, more: &str) -> String {
        let top = self.size.1 - y - high;
        format!("{{\"x\":{x},\"y\":{top},\"width\":{wide},\"height\":{high}{more}}}")
    }

    /// A box of ground, from its lower left corner.
    pub(crate) fn ground(self, x: f32, y: f32, wide: f32, high: f32) -> WorldBuilder {
        let object = self.rect(x, y, wide, high, "");
        self.add(0, object)
    }

    /// A polygon of ground, with its corners relative to a point.
    pub(crate) fn slope(self, x: f32, y: f32, corners: &[(f32, f32)]) -> WorldBuilder {
        self.drawn("polygon", x, y, corners)
    }

    /// A line of ground, with its corners relative to a point.
    pub(crate) fn line(self, x: f32, y: f32, corners: &[(f32, f32)]) -> WorldBuilder {
        self.drawn("polyline", x, y, corners)
    }

    fn drawn(self, shape: &str, x: f32, y: f32, corners: &[(f32, f32)]) -> WorldBuilder {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{{\"x\":{x},\"y\":{}}}", -y)).collect();
        let object = format!("{{\"x\":{x},\"y\":{},\"{shape}\":[{}]}}", self.size.1 - y, corners.join(","));
        self.add(0, object)
    }

    pub(crate) fn oneway(self, x: f32, y: f32, wide: f32, high: f32) -> WorldBuilder {
        let object = self.rect(x, y, wide, high, ",\"properties\":[{\"name\":\"oneway\",\"value\":true}]");
        self.add(1, object)
    }

    pub(crate) fn moving(self, x: f32, y: f32, wide: f32, high: f32, to: (f32, f32), speed: f32) -> WorldBuilder {
        let value = |name: &str, value: f32| format!("{{\"name\":\"{name}\",\"value\":{value}}}");
        let list = [value("to_x", to.0), value("to_y", to.1), value("speed", speed)].join(",");
        let object = self.rect(x, y, wide, high, &format!(",\"properties\":[{list}]"));
        self.add(1, object)
    }

    pub(crate) fn ladder(self, x: f32, y: f32, wide: f32, high: f32) -> WorldBuilder {
        let object = self.rect(x, y, wide, high, "");
        self.add(2, object)
    }

    /// An element, by its centre.
    pub(crate) fn put(self, kind: &str, x: f32, y: f32) -> WorldBuilder {
        let object = format!("{{\"type\":\"{kind}\",\"x\":{x},\"y\":{},\"point\":true}}", self.size.1 - y);
        self.add(3, object)
    }

    /// Adds to the definition.
    pub(crate) fn toml(mut self, text: &str) -> WorldBuilder {
        self.toml.push_str(text);
        self.toml.push('\n');
        self
    }

    pub(crate) fn script(mut self, name: &str, text: &str) -> WorldBuilder {
        self.scripts.push((name.into(), text.into()));
        self
    }

    pub(crate) fn map(&self) -> String {
        let names = ["ground", "platforms", "ladders", "objects"];
        let layers: Vec<String> = names
            .iter()
            .zip(&self.layers)
            .map(|(name, list)| format!("{{\"name\":\"{name}\",\"objects\":[{list}]}}"))
            .collect();
        format!(
            "{{\"width\":{},\"height\":{},\"tilewidth\":1,\"tileheight\":1,\"layers\":[{}]}}",
            self.size.0,
            self.size.1,
            layers.join(",")
        )
    }

    pub(crate) fn load(&self) -> Result<World, world::Problem> {
        let toml = format!("map = \"map.tmj\"\n{}", self.toml);
        let map = self.map();
        World::load("test.world.toml", &|name: &str| match name {
            "test.world.toml" => Ok(toml.clone().into_bytes()),
            "map.tmj" => Ok(map.clone().into_bytes()),
            other => {
                let found = self.scripts.iter().find(|script| script.0 == other);
                found.map(|script| script.1.clone().into_bytes()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
            }
        })
    }

    pub(crate) fn build(&self) -> World {
        self.load().unwrap()
    }
}

pub(crate) const PLAYER: &str = "[kinds.player]\nnature = \"player\"\nradius = 0.5\nspeed = 4.0";

pub(crate) fn shipped(name: &str) -> World {
    World::load(&format!("{name}.world.toml"), &world::shipped_file).unwrap()
}

pub(crate) fn run(world: &mut World, steps: u64) {
    for _ in 0..steps {
        world.step();
    }
}

/// The element with this id.
pub(crate) fn element(world: &World, id: usize) -> Element {
    world.elements().swap_remove(id - 1)
}

pub(crate) fn touch(world: &mut World, x: f32, y: f32) {
    world.input(world::Input::Touch(Point::new(x, y))).unwrap();
}

/// A monkey's, fox's, chicken's or patroller's shipped script.
pub(crate) fn luau(name: &str) -> String {
    String::from_utf8(world::shipped_file(name).unwrap()).unwrap()
}
