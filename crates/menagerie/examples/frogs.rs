//! A family in a crate of one's own: Frogs and Toads (Édouard Lucas, 1883), with every face. A frog moves to the right,
//! a toad to the left, into the hole beside it or over one other animal; they must change sides. Known value: n frogs
//! and n toads need n(n + 2) moves. `cargo run -p menagerie --example frogs -- --help`; `docs/your-own-puzzle.md` says
//! more.

use std::convert::Infallible;
use std::process::ExitCode;
use std::sync::Arc;

use engines::Context;
use picture::{Cell, ColourRole, Frame, Picture, Point, Shape};
use puzzles::space::{self, SpaceLevel, StateSpace};
use puzzles::{Family, FamilyInfo, Level, LoadError, Shipped, Source, source};

fn main() -> ExitCode {
    menagerie::run(&[&Frogs])
}

/// The family.
pub(crate) struct Frogs;

const INFO: FamilyInfo = FamilyInfo {
    name: "frogs",
    extension: "frogs",
    about: "frogs and toads change sides",
    rules: "Frogs (F) move to the right, toads (T) to the left: into the hole beside them, or over one animal.",
    source: "Édouard Lucas, Récréations mathématiques, 1883",
    questions: space::QUESTIONS,
    levels: &[Shipped { name: "three", about: "three against three; fifteen moves", text: "FFF.TTT\n" }],
    ..FamilyInfo::BLANK
};

impl Family for Frogs {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let text = source::text(&*text, 42)?;
        let row = text.trim_end();
        if row.matches('.').count() != 1 || row.contains(|animal| !"FT.".contains(animal)) {
            return Err(LoadError::one(1, 1, "not a row of animals (F, T) with one hole ('.')", "such as FFF.TTT"));
        }
        Ok(SpaceLevel::new(Pond(row.chars().collect())))
    }
}

/// The row at the start.
pub(crate) struct Pond(pub(crate) Vec<char>);

impl StateSpace for Pond {
    type State = Vec<char>;
    type Move = usize;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }
    fn start(&self) -> Vec<char> {
        self.0.clone()
    }
    fn moves(&self, row: &Vec<char>, out: &mut Vec<(usize, Vec<char>)>) -> Result<(), Infallible> {
        out.extend(steps(row));
        Ok(())
    }
    fn is_goal(&self, row: &Vec<char>) -> Result<bool, Infallible> {
        Ok(is_crossed(row))
    }
    fn name(&self, place: &usize) -> String {
        place.to_string()
    }
    fn text(&self, row: &Vec<char>) -> String {
        row.iter().chain(&['\n']).collect()
    }
    fn picture(&self, row: &Vec<char>) -> Picture {
        let legend = [
            (ColourRole::Piece(2), "frog".into()),
            (ColourRole::Piece(5), "toad".into()),
            (ColourRole::Space, "hole".into()),
        ];
        let cell = |(column, &animal): (usize, &char)| {
            let (role, act) = (legend["FT.".find(animal).unwrap_or(2)].0, Some((column + 1).to_string()));
            Cell { at: Point::grid(0, column), shape: Shape::Disc, role, label: animal.to_string(), act }
        };
        let frame = Frame { cells: row.iter().enumerate().map(cell).collect(), ..Frame::default() };
        Picture { legend: legend.to_vec(), ..Picture::still("Frogs and toads", self.words(row), frame) }
    }
}

/// The moves: the place of the animal, from 1, at most two places from the hole, and a frog on its left side.
pub(crate) fn steps(row: &[char]) -> Vec<(usize, Vec<char>)> {
    let hole = row.iter().position(|&animal| animal == '.').unwrap_or(0);
    let near = hole.saturating_sub(2)..row.len().min(hole + 3);
    let after = |from: usize| {
        let mut next = row.to_vec();
        next.swap(from, hole);
        (from + 1, next)
    };
    near.filter(|&from| row[from] == if from < hole { 'F' } else { 'T' }).map(after).collect()
}

/// Whether the sides have changed.
pub(crate) fn is_crossed(row: &[char]) -> bool {
    row.iter().is_sorted_by_key(|&animal| "T.F".find(animal))
}
