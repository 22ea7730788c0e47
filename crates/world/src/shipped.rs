//! The worlds that come with the program, as files in memory.

/// A shipped world.
#[derive(Clone, Copy, Debug)]
pub struct ShippedWorld {
    /// Its name.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
}

/// The shipped worlds. The file of one is its name with `.world.toml`.
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

/// A file of the shipped worlds, in the form that [`World::load`](crate::World::load) asks for.
///
/// # Errors
/// Where there is no such file.
pub fn shipped_file(name: &str) -> std::io::Result<Vec<u8>> {
    let found = FILES.iter().find(|file| file.0 == name);
    found.map(|file| file.1.as_bytes().to_vec()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
}
