//! Toggles: boards of cells that moves flip.

pub mod structured;
