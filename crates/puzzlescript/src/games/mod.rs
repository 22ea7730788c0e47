//! Games of this crate, from one rule to fifty, to learn from and to test with.

/// A game with its recorded solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The name, in lower case.
    pub name: &'static str,
    /// What it is about, in one line.
    pub about: &'static str,
    /// The text.
    pub text: &'static str,
    /// A line for each level: inputs in the letters `ULDRX`.
    pub solutions: &'static str,
}

macro_rules! games {
    ($($name:literal, $about:literal;)*) => {
        /// The games, simple ones first.
        pub const GAMES: &[Shipped] = &[$(Shipped {
            name: $name,
            about: $about,
            text: include_str!(concat!($name, ".puzzlescript")),
            solutions: include_str!(concat!($name, ".solution")),
        }),*];
    };
}

games! {
    "push", "boxes are pushed onto marks: one rule";
    "twins", "the twin goes the other way: a rule with two rows";
    "doors", "plates open doors: late rules";
    "magnet", "the action key pulls iron from afar: rules that reach across a row";
    "bars", "neighbours move together or not at all: rigid";
    "ice", "who steps on ice slides on: again";
    "ledge", "a fall is no end: checkpoints, messages and other commands";
    "wires", "power flows through wires and lamps: a loop";
    "garden", "flowers grow where chance will have it: random";
    "prisms", "beams of three colours in fifty rules";
}
