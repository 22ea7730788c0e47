//! What is shown of a board: all of it, or the part around the player, in the same words as the picture's.

use ::picture::{ColourRole, Spoken};
use testkit::random::Random;

use super::super::picture::{draw, spoken};
use super::super::rules::Board;
use super::board;

/// A closed room of this size with boxes, goals and walls in it.
fn room(rows: usize, columns: usize, random: &mut Random) -> Board {
    let inside = |row: usize, column: usize| row > 0 && row + 1 < rows && column > 0 && column + 1 < columns;
    let mut squares: Vec<Vec<char>> =
        (0..rows).map(|row| (0..columns).map(|column| if inside(row, column) { ' ' } else { '#' }).collect()).collect();
    for sign in "@$.$.##".chars() {
        let free = |squares: &[Vec<char>], row: usize, column: usize| squares[row][column] == ' ';
        let (row, column) = loop {
            let (row, column) = (1 + random.below(rows - 2), 1 + random.below(columns - 2));
            if free(&squares, row, column) {
                break (row, column);
            }
        };
        squares[row][column] = sign;
    }
    board(&squares.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>())
}

#[test]
fn a_board_that_is_shown_whole_is_said_as_its_picture_is() {
    let mut random = Random::new(39);
    for case in 0..200 {
        let board = room(5 + random.below(6_usize), 5 + random.below(9_usize), &mut random);
        let picture = draw("", &board, board.start());
        assert!(picture.frames[0].caption.is_empty());
        assert_eq!(spoken(&board, board.start()), Spoken::of(&picture), "case {case}");
    }
}

#[test]
fn of_a_large_board_the_part_around_the_player_is_shown_with_a_note() {
    let board = room(300, 200, &mut Random::new(1));
    let (picture, spoken) = (draw("", &board, board.start()), spoken(&board, board.start()));
    let frame = &picture.frames[0];
    assert!(frame.cells.len() <= 128 * 128 && frame.pieces.iter().any(|piece| piece.role == ColourRole::Actor));
    assert!(
        frame.caption.starts_with("Shown: rows ") && frame.caption.contains(" of 300, columns "),
        "{}",
        frame.caption
    );
    assert_eq!(spoken.lines[0].words, frame.caption);
    let (row, column) = (board.start().player() / 200 + 1, board.start().player() % 200 + 1);
    let here = spoken.place(&format!("row {row}, column {column}")).map(|place| place.words.clone());
    assert!(here.is_some_and(|words| words.starts_with("player on ")), "rows and columns are those of the board");
}
