//! Random PuzzleScript games: every answer about them against a plain search by an oracle of its own.
//!
//! The oracle ([`plain`]) plays compiled games over lists of objects and searches whole boards; it shares no code of a
//! turn, of what follows one, or of keys with what it is compared to, and plays the recorded sessions of the language's
//! implementation ([`recorded`]). A case that fails is made smaller until nothing can be left out.

mod campaign;
mod compare;
mod draft;
mod found;
mod generate;
#[path = "../map_files/mod.rs"]
mod map_files;
mod plain;
mod recorded;
mod shelf;
