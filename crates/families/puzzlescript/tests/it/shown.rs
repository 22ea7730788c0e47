//! What is shown of a PuzzleScript board: all of it, the part that the game itself shows, or the part around the
//! player.
use std::sync::Arc;

use engines::Context;
use picture::Picture;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::status::PLAYER;
use puzzles::{Family, Record, Role};

/// A walker on an empty board, in its lower right corner; `prelude` stands before the sections.
fn drawn(prelude: &str, columns: usize, rows: usize) -> Picture {
    let row = ".".repeat(columns);
    let board = format!("{}{}P\n", format!("{row}\n").repeat(rows - 1), ".".repeat(columns - 1));
    let text = format!(
        "title walker\n{prelude}\n\nOBJECTS\n\nBackground .\nblack\n\nPlayer P\nblue\n\nLEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\n\
         Background\nPlayer\n\nRULES\n\nWINCONDITIONS\n\nNo Player\n\nLEVELS\n\n{board}\n"
    );
    let level = PuzzleScript.load(Arc::new(text.into_bytes()), &Context::default()).unwrap();
    Record::new(level, Role(PLAYER)).position().picture()
}

fn sizes(picture: &Picture) -> (usize, f32, f32) {
    let cells = &picture.frames[0].cells;
    let most = |of: fn(&picture::Cell) -> f32| cells.iter().map(of).fold(0.0, f32::max);
    assert!(cells.iter().any(|cell| cell.role == picture::ColourRole::Actor), "the player is shown");
    (cells.len(), most(|cell| cell.at.x), most(|cell| cell.at.y))
}

#[test]
fn boards_of_128_by_128_cells_are_shown_whole_and_larger_ones_around_the_player() {
    let whole = drawn("", 128, 128);
    assert_eq!((sizes(&whole), whole.frames[0].caption.as_str()), ((128 * 128, 127.0, 127.0), ""));
    let part = drawn("", 150, 130);
    assert_eq!(sizes(&part), (128 * 128, 127.0, 127.0));
    assert_eq!(part.frames[0].caption, "Shown: rows 3 to 130 of 130, columns 23 to 150 of 150.");
    let wide = drawn("", 300, 2);
    assert_eq!(
        (sizes(&wide).0, wide.frames[0].caption.as_str()),
        (256, "Shown: rows 1 to 2 of 2, columns 173 to 300 of 300.")
    );
}

#[test]
fn what_the_game_shows_of_a_large_board_needs_no_note() {
    let page = drawn("flickscreen 20x10", 150, 135);
    assert_eq!((sizes(&page), page.frames[0].caption.as_str()), ((10 * 5, 9.0, 4.0), ""));
    let window = drawn("zoomscreen 20x10", 150, 135);
    assert_eq!((sizes(&window), window.frames[0].caption.as_str()), ((200, 19.0, 9.0), ""));
}

#[test]
fn a_board_whose_first_cell_has_lost_its_background_is_not_written_as_another() {
    let text = "title walker\n\nOBJECTS\n\nBackground .\nblack\n\nPlayer P\nblue\n\nLEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\n\
                Background\nPlayer\n\nRULES\n\n[ up Player Background ] -> [ up Player ]\n\nWINCONDITIONS\n\nNo Player\n\nLEVELS\n\n.P\n\n";
    let level = PuzzleScript.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap();
    let mut game = Record::new(level, Role(PLAYER));
    let written = |game: &Record| game.position().level_text().to_lowercase();
    game.play("left").unwrap();
    assert!(written(&game).contains("\np.\n"), "{}", written(&game));
    game.play("up").unwrap();
    assert!(written(&game).contains("\n.p\n"), "the level itself, since no text says this board: {}", written(&game));
}
