//! Worlds that ask for too much, or make no sense, made for the tests of limits.

pub(crate) mod files;
mod maps;
pub(crate) mod place;
mod scripts;
mod serving;

use place::Place;

/// A hostile world: what it is, and how its folder is made.
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) make: fn(&Place),
}

pub(crate) const fn world(name: &'static str, make: fn(&Place)) -> World {
    World { name, make }
}

/// All worlds, in such an order that the first of any number are of every kind.
pub(crate) fn worlds() -> Vec<&'static World> {
    let all: Vec<&World> = maps::WORLDS.iter().chain(scripts::WORLDS).chain(files::WORLDS).collect();
    // A step that shares no divisor with the count leads to each world once.
    let step = (30..)
        .find(|step: &usize| {
            (2..=*step).all(|divisor| !step.is_multiple_of(divisor) || !all.len().is_multiple_of(divisor))
        })
        .unwrap();
    (0..all.len()).map(|at| all[at * step % all.len()]).collect()
}

/// What a line of `/etc/passwd`, to which some worlds lead, looks like.
pub(crate) const SECRET: &str = "root:";
