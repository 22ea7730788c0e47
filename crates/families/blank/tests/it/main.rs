//! Blank: known values, and the laws.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use blank::Blank;
use frame::solution::Solution;
use frame::{Options, QuestionKind, checked};

#[test]
fn a_row_takes_a_move_for_each_counter() {
    for counters in 1..8 {
        let level = checked::load(&Blank, &format!("{}\n", "#".repeat(counters)));
        let answer = checked::answer(&level, QuestionKind::SOLVE, Options::default());
        assert_eq!(answer.body_as::<Solution>().unwrap().moves, counters as u64);
    }
}

#[test]
fn the_laws_hold() {
    puzzles::laws::check(&Blank, &["-\n", "#####"]);
}
