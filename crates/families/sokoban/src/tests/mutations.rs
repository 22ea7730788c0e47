//! Damaged files: none makes the reader panic, and each refusal names a place in the text.

use super::formats::round_trip;
use super::search;
use crate::FIRST_STEPS;
use crate::collection::{Format, open, read};
use crate::lurd::expand;
use frame::problem::LoadError;
use frame::random::Random;
use frame::source::replace_lone_returns;

const PIECES: &[&str] = &[
    "#",
    "@",
    "$",
    ".",
    "\n",
    "\n\n",
    "|",
    "9",
    "(",
    ")",
    ";",
    "::",
    "<",
    ">",
    "&",
    "\"",
    "<L>",
    "</L>",
    "</Level>",
    "<Level>",
    "Title: ",
    "Comment:\n",
    "Comment-End:\n",
    "Solution\n",
    "rrUU\n",
    "\r",
    "\t",
    "\u{e9}",
    "\u{fffe}",
    "999999999999",
    "&#10;",
];

fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        let end = (at + random.below(12)).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] = random.draw() as u8,
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len().max(1)).min(bytes.len());
                drop(bytes.splice(to..to, copy));
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())].bytes();
                drop(bytes.splice(at..at, piece));
            }
        }
    }
    bytes
}

/// Asserts that every problem names a place in the text or directly after a line's end.
fn assert_places(text: &str, problems: &LoadError) {
    let LoadError::Invalid(problems) = problems else { panic!("{problems}") };
    assert!(!problems.is_empty());
    let lines: Vec<usize> = text.split('\n').map(|line| line.chars().count()).collect();
    for problem in problems {
        let line = usize::try_from(problem.line).expect("small");
        let column = usize::try_from(problem.column).expect("small");
        assert!(line >= 1 && line <= lines.len() && column >= 1 && column <= lines[line - 1] + 1, "{problem}\n{text}");
    }
}

#[test]
fn ten_thousand_damaged_collections_are_read_or_refused_at_a_place() {
    let collection = read(FIRST_STEPS).expect("a collection");
    let texts = [Format::Xsb, Format::Sok, Format::Slc].map(|format| collection.write(format).into_bytes());
    let mut random = Random(1982);
    let (mut refused, mut levels, mut wrong) = (0, 0, 0);
    for round in 0..10_000 {
        let bytes = mutated(&texts[round % 3], &mut random);
        let mut lines = bytes.clone();
        replace_lone_returns(&mut lines);
        // What is not UTF-8 is read with a character for each byte.
        let text =
            String::from_utf8(lines.clone()).unwrap_or_else(|_| lines.iter().map(|&byte| char::from(byte)).collect());
        match open(&bytes) {
            Err(problems) => {
                refused += 1;
                assert_places(&text, &problems);
            }
            Ok(collection) => {
                for entry in &collection.entries {
                    match entry.level() {
                        Ok(_) => levels += 1,
                        Err(problems) => {
                            wrong += 1;
                            assert_places(&text, &problems);
                        }
                    }
                    for solution in &entry.solutions {
                        drop(expand(&solution.moves).map_err(|problem| {
                            assert_places(&solution.moves, &LoadError::Invalid(vec![problem]));
                        }));
                    }
                }
                if collection.entries.iter().any(|entry| entry.level().is_ok()) {
                    round_trip(&collection);
                }
            }
        }
    }
    assert!(refused > 100 && levels > 10_000 && wrong > 100, "{refused} refused, {levels} levels, {wrong} wrong");
}

#[test]
fn pushes_and_single_moves_agree_on_small_random_levels() {
    let mut random = Random(7);
    let mut solved = 0;
    for _ in 0..300 {
        let mut cells: Vec<u8> = b"@$$..".to_vec();
        cells.resize_with(16, || if random.below(5) == 0 { b'#' } else { b' ' });
        for at in (1..cells.len()).rev() {
            cells.swap(at, random.below(at + 1));
        }
        let rows: String = cells.chunks(4).map(|row| format!("#{}#\n", String::from_utf8_lossy(row))).collect();
        let board = super::board(&format!("######\n{rows}######\n"));
        solved += usize::from(super::solve(&board).is_some());
        assert!(
            search::fewest_moves(&board, true).is_none_or(|moves| board.is_solved(&search::play(&board, &moves).0))
        );
    }
    assert!(solved > 10, "{solved} were solved");
}
