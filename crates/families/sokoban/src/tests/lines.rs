//! Lines as letters and their numbers, against what the letters alone say.

use engines::Context;

use super::search;
use super::solver::random_boards;
use crate::collection::open;
use crate::lurd::expand;
use crate::notation::written;
use crate::rules::{Board, Direction};
use crate::solver::{Line, Prunings, Solver};

/// The single moves of a shortest solution, where one is found soon.
fn solved(board: &Board) -> Option<Vec<Direction>> {
    let cx = Context::with_nodes(5_000);
    let solver = Solver::new(board, Prunings::ALL, &cx).ok()??;
    let Line::Found(pushes) = solver.fewest_moves(board.start(), &cx) else { return None };
    let (mut state, mut moves) = (board.start().clone(), Vec::new());
    for push in pushes {
        let (walk, next) = board.walk_and_push(&state, push)?;
        (state, moves) = (next, [moves, walk].concat());
    }
    Some(moves)
}

/// The number of runs in a list.
fn runs<T: PartialEq>(list: &[T]) -> u64 {
    list.chunk_by(|one, next| one == next).count() as u64
}

/// For each push the number of the box that it moves, and its direction, by boxes that keep their numbers.
fn pushed(board: &Board, line: &[Direction]) -> Vec<(usize, Direction)> {
    let mut boxes: Vec<usize> = board.start().boxes().iter().map(|&square| usize::from(square)).collect();
    let (mut player, mut out) = (board.start().player(), Vec::new());
    for &direction in line {
        player = board.neighbour(player, direction).expect("on the board");
        if let Some(moved) = boxes.iter().position(|&square| square == player) {
            boxes[moved] = board.neighbour(player, direction).expect("on the board");
            out.push((moved, direction));
        }
    }
    out
}

#[test]
fn a_thousand_random_solutions_are_read_back_and_measured_by_their_letters() {
    let boards = random_boards(8_000).filter(|board| !board.is_solved(board.start()));
    let lines = boards.filter_map(|board| solved(&board).map(|moves| (board, moves))).take(1_000);
    let mut read = 0;
    for (board, moves) in lines {
        let line = written(&board, board.start(), &moves).expect("legal moves");
        assert_eq!(expand(&line.text).as_ref(), Ok(&moves), "{}", line.text);
        let letters: Vec<char> = line.text.chars().collect();
        let is_push: Vec<bool> = letters.iter().map(char::is_ascii_uppercase).collect();
        let sessions = is_push.chunk_by(|one, next| one == next).filter(|run| run[0]).count() as u64;
        let pushed = pushed(&board, &moves);
        let changes = runs(&pushed.iter().map(|(moved, _)| moved).collect::<Vec<_>>());
        let expected = [
            ("box_changes", changes),
            ("box_lines", runs(&pushed)),
            ("moves", moves.len() as u64),
            ("player_lines", runs(&moves)),
            ("pushes", is_push.iter().filter(|&&push| push).count() as u64),
            ("pushing_sessions", sessions),
        ];
        assert!(line.counts.iter().map(|(name, &count)| (name.as_str(), count)).eq(expected), "{}", line.text);
        read += 1;
    }
    assert_eq!(read, 1_000, "levels were solved");
}

#[test]
fn solutions_of_another_program_are_read_and_written_again() {
    // Debian's cavepacker-data: `name.sol` beside `name.sok`, with counts and groups.
    let Ok(folder) = std::fs::read_dir("/usr/share/games/cavepacker/maps") else {
        eprintln!("skipped: cavepacker-data is not installed");
        return;
    };
    let (mut won, mut others) = (0, 0);
    for path in folder
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "sol"))
    {
        let text = std::fs::read_to_string(&path).expect("letters");
        let Ok(collection) = open(&std::fs::read(path.with_extension("sok")).expect("a level")) else {
            others += 1;
            continue;
        };
        let board = collection.entries[0].board().expect("a level");
        let moves = expand(&text).unwrap_or_else(|problem| panic!("{}: {problem:?}", path.display()));
        let line =
            written(&board, board.start(), &moves).unwrap_or_else(|illegal| panic!("{}: {illegal}", path.display()));
        assert_eq!(expand(&line.text).as_ref(), Ok(&moves));
        assert!(board.is_solved(&search::play(&board, &moves).0), "{}", path.display());
        won += 1;
    }
    assert!(won > 900 && others < 10, "{won} won, {others} not read");
}
