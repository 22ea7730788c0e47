//! New boards: exactly as many tokens as wished, and of the kind that was wished.

use std::collections::BTreeSet;

use engines::Context;
use puzzles::bunny::Bunny;
use puzzles::{AskError, GenerateOptions};
use testkit::campaign::cases;

use super::{load, solved};

fn generated(board: &str, difficulty: u64, seed: u64) -> Result<String, AskError> {
    let options = GenerateOptions { board: Some(board.into()), difficulty: Some(difficulty), seed, template: None };
    puzzles::generate(&Bunny, &options, &Context::default())
}

#[test]
fn new_levels_are_as_wished() {
    for (kind, most) in [("", 6), ("maze", 5), ("blob", 5), ("lattice", 5), ("trail", 5)] {
        for difficulty in 1..=most {
            let board = format!("9x8 {kind}");
            let text = generated(&board, difficulty, 3).unwrap();
            assert_eq!(solved(&text).tokens, difficulty, "{text}");
            let level = load(&text);
            assert_eq!(level.claims().par, Some(difficulty.to_string()));
            let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
            assert!(rows.len() <= 9 && rows.iter().all(|row| row.len() <= 8), "{text}");
            let title = text.lines().next().unwrap();
            let squares = rows.iter().flat_map(|row| row.chars()).filter(|tile| *tile != ' ').count();
            assert!(title.ends_with(&format!("of {squares} squares, seed 3")), "{title}");
            // The same wish gives the same board; the hardest ones take long.
            assert!(difficulty > 4 || text == generated(&board, difficulty, 3).unwrap());
        }
    }
    for (board, difficulty) in
        [("0x5", 3), ("4", 3), ("4x33", 3), ("5x5", 0), ("5x5", 99), ("5x5 hole", 3), ("5x5 maze holes", 3)]
    {
        assert!(generated(board, difficulty, 1).is_err(), "{board}");
    }
    let why = generated("5x5 spiral", 3, 1).unwrap_err().to_string();
    assert!(why.contains("'spiral' is not a board") && why.contains("maze, blob, lattice, trail"), "{why}");
}

/// The squares of a generated board.
fn places(text: &str) -> BTreeSet<(i32, i32)> {
    let rows = (0..).zip(text.lines().filter(|line| !line.starts_with(';')));
    let row = |(row, line): (i32, &str)| {
        let tiles: Vec<(i32, char)> = (0..).zip(line.chars()).collect();
        tiles.into_iter().filter(|(_, tile)| *tile != ' ').map(move |(column, _)| (row, column))
    };
    rows.flat_map(row).collect()
}

#[test]
fn kinds_and_wishes_of_new_levels_hold() {
    let beside =
        |&(row, column): &(i32, i32)| [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
    for seed in cases(2).map(|case| case + 1) {
        let maze = places(&generated("9x9 maze asymmetric", 6, seed).unwrap());
        let links: usize = maze.iter().map(|place| beside(place).iter().filter(|it| maze.contains(it)).count()).sum();
        assert_eq!(links, 2 * (maze.len() - 1), "a maze is a tree");
        // Turned and mirrored by the four signs and an exchange, each moved back to the corner.
        let images = (0..8).map(|image| {
            let turned = maze.iter().map(|&(row, column)| {
                let (row, column) =
                    (if image & 1 == 0 { row } else { -row }, if image & 2 == 0 { column } else { -column });
                if image & 4 == 0 { (row, column) } else { (column, row) }
            });
            let turned: BTreeSet<(i32, i32)> = turned.collect();
            let (top, left) =
                (turned.iter().map(|it| it.0).min().unwrap(), turned.iter().map(|it| it.1).min().unwrap());
            turned.into_iter().map(|(row, column)| (row - top, column - left)).collect::<BTreeSet<_>>()
        });
        assert_eq!(images.filter(|image| *image == maze).count(), 1, "only the board itself");

        let holed = places(&generated("9x9 blob holes", 5, seed).unwrap());
        let mut outside = BTreeSet::from([(-1, -1)]);
        let mut open = vec![(-1, -1)];
        while let Some(place) = open.pop() {
            for next in beside(&place) {
                let is_near = (-1..=9).contains(&next.0) && (-1..=9).contains(&next.1);
                if is_near && !holed.contains(&next) && outside.insert(next) {
                    open.push(next);
                }
            }
        }
        assert!(outside.len() + holed.len() < 11 * 11, "a place of the void is closed in");

        // The corner of the board may lie on any row and column of the lattice.
        let lattice = places(&generated("9x9 lattice", 5, seed).unwrap());
        let on_lattice = |down: i32, right: i32| {
            lattice.iter().all(|&(row, column)| (row + down) % 2 == 0 || (column + right) % 2 == 0)
        };
        assert!((0..4).any(|corner| on_lattice(corner / 2, corner % 2)), "every second row and column");
    }
}
