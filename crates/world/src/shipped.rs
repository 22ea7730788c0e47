//! The worlds that are embedded in the program, with their files.

/// A world that is embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedWorld {
    /// The name of the world.
    pub name: &'static str,
    /// A sentence about the world.
    pub about: &'static str,
}

/// The embedded worlds. The definition of a world is the file of its name with `.world.toml`.
pub const SHIPPED: &[ShippedWorld] = &[
    ShippedWorld { name: "savanna", about: "monkeys climb for bananas, meerkats patrol, a hill and a moving platform" },
    ShippedWorld { name: "farmyard", about: "foxes chase chickens, chickens flee, and you are the farmer" },
    ShippedWorld { name: "tower", about: "squirrels climb one long ladder to their floors and fall off the edges" },
];

const FILES: &[(&str, &str)] = &[
    ("savanna.world.toml", include_str!("../worlds/savanna.world.toml")),
    ("savanna.tmx", include_str!("../worlds/savanna.tmx")),
    ("farmyard.world.toml", include_str!("../worlds/farmyard.world.toml")),
    ("farmyard.tmx", include_str!("../worlds/farmyard.tmx")),
    ("tower.world.toml", include_str!("../worlds/tower.world.toml")),
    ("tower.tmx", include_str!("../worlds/tower.tmx")),
    ("monkey.luau", include_str!("../worlds/monkey.luau")),
    ("patrol.luau", include_str!("../worlds/patrol.luau")),
    ("fox.luau", include_str!("../worlds/fox.luau")),
    ("chicken.luau", include_str!("../worlds/chicken.luau")),
    ("squirrel.luau", include_str!("../worlds/squirrel.luau")),
];

/// Reads a file of the embedded worlds; a [`Files`](crate::Files) for [`World::load`](crate::World::load).
///
/// # Errors
/// Returns [`NotFound`](std::io::ErrorKind::NotFound) if there is no such file.
pub fn shipped_file(name: &str) -> std::io::Result<Vec<u8>> {
    let found = FILES.iter().find(|file| file.0 == name);
    found.map(|file| file.1.as_bytes().to_vec()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
}
