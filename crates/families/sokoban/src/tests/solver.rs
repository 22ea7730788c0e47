//! The solver against plain searches: every pruning alone and all together, on every level that is small enough.

use std::collections::HashSet;

use engines::packed::{Evidence, PackedSpace, Steps, complete_graph};
use engines::search::DEAD_END;
use engines::{Context, Halt, Outcome};

use super::{boards, microban, search};
use crate::FIRST_STEPS;
use crate::collection::read;
use crate::pushes::Push;
use crate::rules::Board;
use crate::solver::plain::{Plain, Step};
use crate::solver::{Counted, Prunings, Solver};
use frame::random::Random;

/// The prunings one by one, and all.
fn prunings() -> Vec<Prunings> {
    let groups = |groups| Prunings { groups, ..Prunings::NONE };
    vec![
        Prunings::NONE,
        Prunings { matching: true, ..Prunings::NONE },
        Prunings { freezes: true, ..Prunings::NONE },
        groups(2),
        groups(3),
        groups(4),
        Prunings { corrals: true, ..Prunings::NONE },
        Prunings::ALL,
    ]
}

/// The numbers of pushes and moves of a line.
fn played(board: &Board, line: &[Push]) -> (u32, u32) {
    let (mut state, mut moves) = (board.start().clone(), 0);
    for push in line {
        let (walk, next) = board.walk_and_push(&state, *push).expect("a push that can be walked to");
        (state, moves) = (next, moves + walk.len() as u32);
    }
    assert!(board.is_solved(&state));
    (line.len() as u32, moves)
}

/// The fewest steps by the plain search; `Err` where it does not end within so many states.
fn plain(board: &Board, step: Step, states: u64) -> Result<Option<u32>, Halt> {
    match Plain::new(board, board.start(), step).search(None, &Context::with_nodes(states)) {
        Outcome::Found(found) => Ok(found.map(|layers| layers.found.labels.len() as u32)),
        Outcome::Impossible(_) => Ok(None),
        Outcome::Unfinished { halt, .. } => Err(halt),
    }
}

fn found<T, P>(outcome: Outcome<T, Evidence, P>) -> Option<T> {
    match outcome {
        Outcome::Found(found) => Some(found),
        Outcome::Impossible(_) => None,
        Outcome::Unfinished { halt, .. } => panic!("{halt}"),
    }
}

/// Compares the solver with plain searches of at most so many states; whether one of them ended.
fn compare(board: &Board, states: u64) -> bool {
    if board.is_solved(board.start()) {
        return false;
    }
    let cx = Context::default();
    let (pushes, moves) = (plain(board, Step::Push, states), plain(board, Step::Move, states));
    if pushes.is_err() && moves.is_err() {
        return false;
    }
    if let Ok(pushes) = pushes {
        let solver = Solver::new(board, Prunings::NONE, &cx).expect("no limits").expect("a small level");
        let line = found(solver.fewest_pulls(board.start(), &cx));
        assert_eq!(line.map(|line| played(board, &line).0), pushes, "backwards");
    }
    for prunings in prunings() {
        let solver = Solver::new(board, prunings, &cx).expect("no limits").expect("a small level");
        if let Ok(pushes) = pushes {
            let line = found(solver.fewest_pushes(board.start(), &cx));
            assert_eq!(line.map(|line| played(board, &line).0), pushes, "{prunings:?}");
        }
        if let Ok(moves) = moves {
            let line = found(solver.fewest_moves(board.start(), &cx));
            assert_eq!(line.map(|line| played(board, &line).1), moves, "{prunings:?}");
        }
    }
    true
}

/// Compares what breaks ties with the plain search for that.
fn compare_ties(board: &Board) -> bool {
    let cx = Context::default();
    let expected = search::fewest_pushes_then_moves(board);
    let solver = Solver::new(board, Prunings::ALL, &cx).expect("no limits").expect("a small level");
    let Some((pushes, moves)) = expected else { return false };
    let line = found(solver.fewest_moves_of_pushes(board.start(), pushes, &cx)).flatten().expect("a solution");
    assert_eq!(played(board, &line), (pushes, moves));
    let fewer = solver.fewest_moves_of_pushes(board.start(), pushes - 1, &cx);
    assert!(!matches!(fewer, Outcome::Found(Some(_))), "fewer pushes do not suffice");

    let (moves, pushes) = search::fewest_moves_then_pushes(board).expect("a solution");
    let known = found(solver.fewest_moves(board.start(), &cx)).expect("a solution");
    let line = solver.fewest_pushes_of_moves(board.start(), &known, moves as usize, &cx).and_then(found);
    assert_eq!(line.map(|line| played(board, &line)), Some((pushes, moves)));
    true
}

/// Compares the bound and the prunings with the distances of all states; the number of states.
fn compare_everywhere(board: &Board, states: u64) -> u64 {
    let cx = Context::with_nodes(states);
    let whole = Context::default();
    let bare = Solver::new(board, Prunings::NONE, &whole).expect("no limits").expect("a small level");
    let space = bare.space(Counted::Pushes);
    let Some(start) = bare.key(board.start(), Counted::Pushes) else { return 0 };
    let Ok(Outcome::Found(graph)) = complete_graph(&space, &start, &cx) else { return 0 };
    for prunings in prunings() {
        let solver = Solver::new(board, prunings, &whole).expect("no limits").expect("a small level");
        let space = solver.space(Counted::Pushes);
        let Ok(mut worker) = space.worker();
        let mut steps = Steps::new(space.words());
        for (state, left) in graph.iter() {
            let Some(left) = left else { continue };
            let bound = space.lower_bound(&mut worker, state);
            assert!(bound != DEAD_END && bound <= left, "{bound} pushes, and {left} suffice, by {prunings:?}");
            steps.clear();
            let Ok(()) = space.expand(&mut worker, state, &mut steps);
            let leads_on = steps.iter().any(|(step, key)| match left {
                1 => step.is_goal,
                _ => !step.is_goal && graph.distance(key) == Some(Some(left - 1)),
            });
            assert!(leads_on, "no push that is left begins a shortest solution, by {prunings:?}");
        }
    }
    graph.states()
}

pub(super) fn random_boards(count: usize) -> impl Iterator<Item = Board> {
    let mut random = Random(11);
    (0..count).map(move |round| {
        let mut cells = [&b"@$$.."[..], b"@$$$...", b"@$$$*..."][round % 3].to_vec();
        cells.resize_with(30, || if random.below(9) == 0 { b'#' } else { b' ' });
        for at in (1..cells.len()).rev() {
            cells.swap(at, random.below(at + 1));
        }
        let rows: String = cells.chunks(6).map(|row| format!("#{}#\n", String::from_utf8_lossy(row))).collect();
        super::board(&format!("########\n{rows}########\n"))
    })
}

#[test]
fn every_pruning_agrees_with_the_plain_search_on_random_levels() {
    let (mut compared, mut ties, mut states) = (0, 0, 0);
    for board in random_boards(100) {
        compared += usize::from(compare(&board, 100_000));
        ties += usize::from(compare_ties(&board));
        states += compare_everywhere(&board, 20_000);
    }
    assert!(compared > 80 && ties > 20 && states > 10_000, "{compared} compared, {ties} ties, {states} states");
}

#[test]
fn every_pruning_agrees_with_the_plain_search_on_shipped_levels() {
    for board in boards(&read(FIRST_STEPS).expect("a collection")) {
        assert!(compare(&board, 1_000_000) && compare_ties(&board));
        compare_everywhere(&board, 100_000);
    }
}

#[test]
fn every_pruning_agrees_with_the_plain_search_on_small_levels_of_microban() {
    let Some(collection) = microban() else { return };
    let (mut compared, mut states) = (HashSet::new(), 0);
    for (number, board) in (1..).zip(boards(&collection)) {
        if compare(&board, 50_000) {
            compared.insert(number);
        }
        states += compare_everywhere(&board, 10_000);
    }
    assert!(compared.len() > 80 && states > 50_000, "{} levels, {states} states", compared.len());
}

/// A box pushed too far down the column of goals closes it: only the distances beside frozen boxes tell.
#[test]
fn goals_behind_a_frozen_box_are_seen_to_be_out_of_reach() {
    let bound = |rows: &str| {
        let board = read(rows).expect("a collection").entries[0].board().expect("a level");
        let cx = Context::default();
        let solver = Solver::new(&board, Prunings::ALL, &cx).expect("no limits").expect("a small level");
        let (space, key) = (solver.space(Counted::Pushes), solver.key(board.start(), Counted::Pushes).expect("live"));
        let Ok(mut worker) = space.worker();
        space.lower_bound(&mut worker, &key)
    };
    let open = "#######\n#.##  #\n#.##$ #\n#. $$@#\n#.$   #\n#######\n";
    assert!(bound(open) < DEAD_END);
    assert_eq!(bound(&open.replace("#.$   #", "#*    #")), DEAD_END);
}

/// A level of ten boxes in three rooms whose goals fill a corridor from its end.
#[test]
fn a_level_whose_goals_fill_a_corridor_has_a_line() {
    let Some(collection) = microban() else { return };
    let board = &boards(&collection)[152];
    let cx = Context::with_nodes(2_000_000);
    let solver = Solver::new(board, Prunings::ALL, &cx).expect("no limits").expect("a small level");
    let found = solver.fewest_pushes(board.start(), &cx);
    let line = match found {
        Outcome::Unfinished { partial: Some(line), .. } | Outcome::Found(line) => line,
        other => panic!("{other:?}"),
    };
    assert!(played(board, &line).0 >= 100, "{} pushes", line.len());
}
