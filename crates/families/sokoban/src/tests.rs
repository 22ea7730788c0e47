//! Known values by plain searches, the three formats, and what is refused where.

mod by_pushes;
mod formats;
mod lines;
mod mutations;
mod search;
mod shown;
mod solver;
mod variations;
mod ways;

use super::FIRST_STEPS;
use super::collection::{Collection, read};
use super::lurd::{MAX_MOVES, expand, lurd};
use super::rules::{Board, Direction, MAX_SIDE};
use frame::problem::{LoadError, Problem};

/// Microban, which is not part of this repository.
fn microban() -> Option<Collection> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/microban.xsb");
    let text = std::fs::read_to_string(path);
    if text.is_err() {
        eprintln!("skipped: {path} is missing");
    }
    Some(read(&text.ok()?).expect("a collection"))
}

fn boards(collection: &Collection) -> Vec<Board> {
    collection.entries.iter().map(|entry| entry.board().expect("a level")).collect()
}

fn board(text: &str) -> Board {
    boards(&read(text).expect("a collection")).remove(0)
}

fn problems(text: &str) -> Vec<Problem> {
    match read(text).and_then(|collection| collection.entries[0].board()) {
        Err(LoadError::Invalid(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

fn places(text: &str) -> Vec<(u64, u64)> {
    problems(text).iter().map(|problem| (problem.line, problem.column)).collect()
}

/// Solves a level by every method, and with and without pruning; says fewest moves and fewest pushes.
fn solve(board: &Board) -> Option<(usize, usize)> {
    let moves = search::fewest_moves(board, false).map(|moves| moves.len());
    assert_eq!(moves, search::fewest_moves(board, true).map(|moves| moves.len()));
    assert_eq!(search::fewest_pushes_by_moves(board, false), search::fewest_pushes_by_moves(board, true));
    solve_pruned(board)
}

/// Solves a level without states that have a box on a dead square, except for one of the two searches for pushes.
fn solve_pruned(board: &Board) -> Option<(usize, usize)> {
    let moves = search::fewest_moves(board, true);
    let pushes = search::fewest_pushes(board);
    assert_eq!(pushes.as_ref().map(|(count, _)| *count), search::fewest_pushes_by_moves(board, true));
    let (moves, (count, by_pushes)) = (moves?, pushes?);
    let (state, pushed) = search::play(board, &by_pushes);
    assert!(board.is_solved(&state) && pushed == count);
    assert!(board.is_solved(&search::play(board, &moves).0) && moves.len() <= by_pushes.len());
    Some((moves.len(), count))
}

#[test]
fn shipped_levels_are_solved_as_their_comments_say() {
    let collection = read(FIRST_STEPS).expect("a collection");
    assert_eq!(collection.entries.len(), 8);
    for (entry, board) in collection.entries.iter().zip(boards(&collection)) {
        let (moves, pushes) = solve(&board).expect("a level that can be solved");
        let says = format!(
            "{} and {}.",
            frame::phrases::plural(moves, "move", "moves"),
            frame::phrases::plural(pushes, "push", "pushes")
        );
        assert!(entry.notes.comments.contains(&says), "{:?}: {says}", entry.notes.title);
        let solution = &entry.solutions[0];
        let single = expand(&solution.moves).expect("a solution");
        let (state, _) = search::play(&board, &single);
        assert!(single.len() == moves && board.is_solved(&state), "{:?}", entry.notes.title);
        assert_eq!(lurd(&board, board.start(), &single).expect("legal"), solution.moves);
    }
}

#[test]
fn microban_is_read_and_its_first_levels_have_their_known_values() {
    let Some(collection) = microban() else { return };
    let boards = boards(&collection);
    assert_eq!(boards.len(), 155);
    assert!((1..).zip(&collection.entries).all(|(number, entry)| entry.notes.title == Some(number.to_string())));
    assert_eq!(collection.notes.comments.len(), 6);
    assert_eq!(collection.entries[146].notes.comments, ["'reduction of (Mas Sasquatch 7)'"]);
    let values: Vec<_> = boards[..10].iter().filter_map(solve_pruned).collect();
    assert_eq!(
        values,
        [(33, 8), (16, 3), (41, 13), (23, 7), (25, 6), (107, 29), (26, 6), (97, 32), (30, 10), (89, 21)]
    );
    assert_eq!(solve(&boards[0]), Some((33, 8)));
}

#[test]
fn a_level_without_a_solution_is_exhausted_by_every_search() {
    assert_eq!(solve(&board("######\n#@   #\n# $ .#\n#$.  #\n######\n")), None);
}

#[test]
fn moves_are_refused_with_the_reason() {
    let board = board("######\n#@$$ #\n#.. ##\n######\n");
    let reason = |text: &str| board.make(board.start(), text).expect_err("illegal").reason;
    assert!(reason("up").contains("wall is in the way"));
    assert!(reason("r").contains("another box"));
    assert!(reason("north").contains("expected up"));
    let down = board.make(board.start(), "D").expect("legal");
    let beside = board.make(&down, "right").expect("legal");
    assert!(board.make(&beside, "u").expect_err("illegal").reason.contains("against a wall"));
    assert_eq!(board.boxes_on_goals(board.start()), 0);
}

#[test]
fn solutions_expand_to_single_moves() {
    let letters =
        |text: &str| expand(text).map(|moves| moves.iter().map(|direction| direction.letter()).collect::<String>());
    assert_eq!(letters("3r2U2(lu)d").as_deref(), Ok("rrruululud"));
    assert_eq!(letters("2(l2(r)\n)").as_deref(), Ok("lrrlrr"));
    assert_eq!(letters("up down, Left\tright l").as_deref(), Ok("udlrl"));
    assert_eq!(letters("").as_deref(), Ok(""));
    for (text, line, column) in [
        ("rx", 1, 2),
        ("r\nl3", 2, 3),
        ("0r", 1, 2),
        ("(l", 1, 3),
        ("l)", 1, 2),
        ("3 r", 1, 2),
        ("[l]", 1, 1),
        ("é", 1, 1),
    ] {
        let problem = letters(text).expect_err(text);
        assert_eq!((problem.line, problem.column), (line, column), "{text}");
    }
}

#[test]
fn expansion_is_bounded() {
    assert_eq!(expand("1048576r").map(|moves| moves.len()), Ok(MAX_MOVES));
    for text in ["1048577r", "99999999999999999999r", "1024(1025r)", "9999(9999(9999(9999(l))))"] {
        assert_eq!(expand(text).expect_err(text).message, "too many moves");
    }
    assert_eq!(expand("99999(99999(99999()))").map(|moves| moves.len()), Ok(0));
    assert!(expand(&"(".repeat(100_000)).is_err());
}

#[test]
fn every_problem_of_a_level_is_told_with_its_place() {
    assert_eq!(places("#####\n#@$.?\n#####\n"), [(2, 5)]);
    assert_eq!(places("######\n#@@$ #\n#x y.#\n######\n"), [(2, 3), (3, 2), (3, 4)]);
    assert_eq!(places("######\n#$$ .#\n######\n"), [(1, 1), (1, 1)]);
    assert_eq!(places("#####\n#@  #\n#####\n"), [(1, 1)]);
    assert_eq!(places("#####\n#@$.\n#####\n"), [(2, 5)]);
    assert_eq!(places("## ##\n#@$.#\n#####\n"), [(1, 3)]);
    assert_eq!(places("\n\n#####|#@$.|#####"), [(3, 11)]);
    assert_eq!(places("0#|#@$.#"), [(1, 2)]);
    assert_eq!(places("1001#\n#@$.#\n"), [(1, 5)]);
    assert!(problems(&"500#|".repeat(MAX_SIDE))[0].message.contains("too large"));
    assert!(problems(&"#\n".repeat(MAX_SIDE + 1))[0].message.contains("too many rows"));
}

#[test]
fn a_state_is_printed_as_a_level_that_begins_there() {
    let collection = read("; walls\n#####\n#@$.#\n#####").expect("a collection");
    let level = collection.entries[0].level().expect("a level");
    let (next, pushed) = level.board.step(level.board.start(), Direction::Right).expect("legal");
    assert!(pushed && level.board.is_solved(&next));
    assert_eq!(level.text(&next), "#####\n# @*#\n#####\nTitle: walls\n");
    let again = super::collection::only(&level.text(&next).into_bytes()).expect("a level");
    assert_eq!((again.board.start(), &again.notes), (&next, &level.notes));
    assert!(super::collection::only(&FIRST_STEPS.as_bytes()).is_err());
}

#[test]
fn dead_squares_are_those_from_which_no_goal_can_be_reached() {
    let board = board("######\n#@   #\n# $ .#\n#    #\n######\n");
    let live: String = board.live_squares().iter().map(|&live| if live { 'x' } else { ' ' }).collect();
    assert_eq!(live, ["      ", "      ", "  xxx ", "      ", "      "].concat());
}
