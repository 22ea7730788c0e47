//! One set of boards through every engine: breadth-first, bidirectional, A*, IDA*, token motion with and without
//! pattern databases, and the complete map must give the same lengths, counts and best first moves.
use std::convert::Infallible;

use engines::Context;
use engines::map::{self, Map, Options, Path};
use engines::motion::{BLANK, Board, Layout, Solver};
use engines::search::{Reversible, Space, a_star, bidirectional, breadth_first, ida_star, optimal};
use testkit::random::Random;

/// A board as a state space. The bound counts tokens that are not where their colour is wanted.
struct Sliding<'b>(&'b Board);

impl Space for Sliding<'_> {
    type State = Layout;
    type Move = u8;
    type Error = Infallible;

    fn successors(&self, state: &Layout, out: &mut Vec<(u8, Layout)>) -> Result<(), Infallible> {
        for &place in self.0.links(state.blank()) {
            let mut next = state.clone();
            next.slide(place);
            out.push((place, next));
        }
        Ok(())
    }

    fn is_goal(&self, state: &Layout) -> Result<bool, Infallible> {
        Ok(state.colours() == self.0.wanted())
    }

    fn lower_bound(&self, state: &Layout) -> Result<u32, Infallible> {
        let wrong = state.colours().iter().zip(self.0.wanted()).filter(|(there, wanted)| there != wanted);
        Ok(wrong.filter(|(there, _)| **there != BLANK).count() as u32)
    }
}

impl Reversible for Sliding<'_> {
    fn goals(&self) -> Result<Vec<Layout>, Infallible> {
        Ok(vec![self.0.goal()])
    }

    fn predecessors(&self, state: &Layout, out: &mut Vec<(u8, Layout)>) -> Result<(), Infallible> {
        // A move back puts the token where it came from: that place is the one that is empty now.
        let mut before = Vec::new();
        self.successors(state, &mut before)?;
        out.extend(before.into_iter().map(|(_, layout)| (state.blank(), layout)));
        Ok(())
    }
}

fn board(places: usize, edges: impl Iterator<Item = (usize, usize)>, wanted: &[u8]) -> Board {
    let mut links = vec![Vec::new(); places];
    for (a, b) in edges {
        links[a].push(b as u8);
        links[b].push(a as u8);
    }
    Board::new(links, wanted.to_vec()).unwrap()
}

/// A grid of three columns.
fn grid(rows: usize, wanted: &[u8]) -> Board {
    let across = (0..3 * rows).filter(|place| place % 3 < 2).map(|place| (place, place + 1));
    board(3 * rows, across.chain((0..3 * (rows - 1)).map(|place| (place, place + 3))), wanted)
}

/// Every two places are linked but those three apart.
fn dense(wanted: &[u8]) -> Board {
    let places = wanted.len();
    board(places, (0..places).flat_map(|a| (0..a).map(move |b| (a, b))).filter(|(a, b)| a - b != 3), wanted)
}

fn walked(board: &Board, steps: usize, random: &mut Random) -> Layout {
    let mut layout = board.goal();
    for _ in 0..steps {
        let links = board.links(layout.blank());
        layout.slide(links[random.below(links.len())]);
    }
    layout
}

fn replays(board: &Board, layout: &Layout, moves: &[u8]) {
    let mut here = layout.clone();
    for &place in moves {
        assert!(board.links(here.blank()).contains(&place), "{moves:?}");
        here.slide(place);
    }
    assert_eq!(here, board.goal());
}

fn agree(board: &Board, layout: &Layout, solvers: [&Solver; 2], map: &Map) {
    let (space, cx) = (Sliding(board), Context::default());
    let known = optimal(&space, layout, &cx).unwrap().found().unwrap();
    let length = known.length();
    let paths = [
        breadth_first(&space, layout, &cx).unwrap().found().unwrap(),
        bidirectional(&space, layout, &cx).unwrap().found().unwrap(),
        a_star(&space, layout, &cx).unwrap().found().unwrap(),
        ida_star(&space, layout, &cx).unwrap().found().unwrap(),
    ];
    for path in paths {
        assert_eq!(path.length(), length);
        replays(board, layout, &path.moves);
    }
    for solver in solvers {
        let line = solver.shortest(layout, &cx).found().unwrap().moves;
        assert_eq!(line.len() as u32, length, "{}", solver.method());
        replays(board, layout, &line);
        assert_eq!(solver.best_moves(layout, &cx).found().unwrap().best, known.first_moves());
        assert_eq!(solver.count(layout, &cx).found().unwrap(), (length, known.count().clone()));
    }
    assert_eq!(map.best_moves(layout), Ok(Some((length, known.first_moves()))));
}

#[test]
fn every_engine_gives_the_same_answers() {
    let boards = [
        grid(3, &[1, 2, 3, 4, 5, 6, 7, 8, BLANK]),
        grid(3, &[BLANK, 1, 1, 2, 2, 3, 3, 4, 4]),
        grid(2, &[1, 2, BLANK, 3, 4, 5]),
        dense(&[1, 1, 2, 2, 3, 3, 4, BLANK]),
        dense(&[1, 2, 3, BLANK, 4, 5, 6]),
    ];
    let mut random = Random::new(7);
    for board in boards {
        let cx = Context::default();
        let (plain, mut tables) = (Solver::new(&board), Solver::new(&board));
        tables.prepare(&cx).unwrap();
        let map = map::build(&board, Options { path: Path::fastest(), checkpoints: false }, &cx).found().unwrap();
        for steps in [0, 1, 5, 10, 20, 40, 80, 200] {
            agree(&board, &walked(&board, steps, &mut random), [&plain, &tables], &map);
        }
    }
}
