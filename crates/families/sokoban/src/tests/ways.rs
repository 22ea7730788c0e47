//! Ways that are named by places, beside a search of whole states.

use std::collections::BTreeSet;

use super::super::collection::read;
use super::super::rules::{Board, State};
use super::super::way::{moves, name};

const ROOM: &str = "#########\n#@  #   #\n#   $   #\n# # # . #\n#  $  . #\n#########\n";

fn board() -> Board {
    read(ROOM).expect("a collection").entries[0].board().expect("a level")
}

/// Distances by whole states, as far as the other boxes stand still.
fn distances(board: &Board, carried: Option<usize>) -> Vec<(State, usize)> {
    let start = board.start().clone();
    let fixed = |state: &State| -> BTreeSet<u16> {
        let gone = start.boxes().iter().copied().filter(|&one| Some(usize::from(one)) != carried);
        gone.filter(|one| state.has_box(usize::from(*one))).collect()
    };
    let all = fixed(&start);
    let (mut known, mut at) = (vec![(start.clone(), 0)], 0);
    while at < known.len() {
        let (here, far) = known[at].clone();
        at += 1;
        for (_, next, _) in board.successors(&here) {
            if fixed(&next) == all && !known.iter().any(|(state, _)| *state == next) {
                known.push((next, far + 1));
            }
        }
    }
    known
}

fn played(board: &Board, text: &str) -> Result<(State, usize), String> {
    let way = moves(board, board.start(), text)?.unwrap();
    let end = way.iter().fold(board.start().clone(), |state, &step| board.step(&state, step).unwrap().0);
    Ok((end, way.len()))
}

#[test]
fn walks_and_pushes_are_the_shortest_of_whole_states() {
    let board = board();
    for from in [None, Some(22), Some(39)] {
        let known = distances(&board, from);
        for to in 0..board.squares().len() {
            let text = match from {
                Some(from) => format!("{} to {}", name(&board, from), name(&board, to)),
                None => format!("to {}", name(&board, to)),
            };
            let fits = |state: &State| match from {
                Some(_) => state.has_box(to) && !board.start().has_box(to) || from == Some(to),
                None => state.player() == to && state.boxes() == board.start().boxes(),
            };
            let least = known.iter().filter(|(state, _)| fits(state)).map(|(_, far)| *far).min();
            assert_eq!(played(&board, &text).ok().map(|(_, length)| length), least, "{text}");
        }
    }
}

#[test]
fn what_names_no_place_is_no_way() {
    let board = board();
    assert_eq!(moves(&board, board.start(), "rrUL"), Ok(None));
    assert!(moves(&board, board.start(), "to row 99, column 1").unwrap_err().contains("there is no"));
    assert!(moves(&board, board.start(), "to here").unwrap_err().contains("expected a place"));
    assert!(moves(&board, board.start(), "row 2, column 2 to row 2, column 3").unwrap_err().contains("no box"));
}
