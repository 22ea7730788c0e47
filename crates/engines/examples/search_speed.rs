//! Engines beside the `pathfinding` crate, in transitions per second:
//! `cargo run --release -p menagerie-engines --example search_speed`. Each figure is the best of several runs; both
//! sides search the same space from the same start.

use std::convert::Infallible;
use std::hash::Hash;

use engines::Context;
use engines::clock;
use engines::search::{Reversible, Space, a_star, bidirectional, breadth_first, census, ida_star, optimal};
use pathfinding::prelude::{astar, bfs, bfs_reach};

const RUNS: usize = 7;

/// Three jugs that are filled, emptied and poured into each other; moves that change nothing count, too.
struct Jugs {
    sizes: [u16; 3],
    wanted: u16,
}

impl Space for Jugs {
    type State = [u16; 3];
    type Move = (u8, u8);
    type Error = Infallible;

    fn successors(&self, state: &[u16; 3], out: &mut Vec<((u8, u8), [u16; 3])>) -> Result<(), Infallible> {
        for from in 0..3 {
            let (mut full, mut empty) = (*state, *state);
            full[from] = self.sizes[from];
            empty[from] = 0;
            out.extend([((3, from as u8), full), ((from as u8, 3), empty)]);
            for to in (0..3).filter(|&to| to != from) {
                let poured = state[from].min(self.sizes[to] - state[to]);
                let mut next = *state;
                next[from] -= poured;
                next[to] += poured;
                out.push(((from as u8, to as u8), next));
            }
        }
        Ok(())
    }

    fn is_goal(&self, state: &[u16; 3]) -> Result<bool, Infallible> {
        Ok(state.contains(&self.wanted))
    }
}

/// Sliding tiles on a 3 × 3 board.
struct Sliding;

type Tiles = [u8; 9];

const SORTED: Tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// One of the two boards that are farthest from sorted.
const HARDEST: Tiles = [8, 7, 6, 0, 4, 1, 2, 5, 3];

impl Space for Sliding {
    type State = Tiles;
    type Move = u8;
    type Error = Infallible;

    fn successors(&self, state: &Tiles, out: &mut Vec<(u8, Tiles)>) -> Result<(), Infallible> {
        let hole = state.iter().position(|&tile| tile == 0).unwrap_or_default();
        let beside = [
            (hole >= 3, hole.wrapping_sub(3)),
            (hole % 3 > 0, hole.wrapping_sub(1)),
            (hole % 3 < 2, hole + 1),
            (hole < 6, hole + 3),
        ];
        for (_, place) in beside.into_iter().filter(|beside| beside.0) {
            let mut next = *state;
            next.swap(hole, place);
            out.push((state[place], next));
        }
        Ok(())
    }

    fn is_goal(&self, state: &Tiles) -> Result<bool, Infallible> {
        Ok(*state == SORTED)
    }

    fn lower_bound(&self, state: &Tiles) -> Result<u32, Infallible> {
        let walk = |(place, &tile): (usize, &u8)| {
            let home = tile as usize;
            if home == 0 { 0 } else { (place / 3).abs_diff(home / 3) + (place % 3).abs_diff(home % 3) }
        };
        Ok(state.iter().enumerate().map(walk).sum::<usize>() as u32)
    }
}

impl Reversible for Sliding {
    fn goals(&self) -> Result<Vec<Tiles>, Infallible> {
        Ok(vec![SORTED])
    }

    fn predecessors(&self, state: &Tiles, out: &mut Vec<(u8, Tiles)>) -> Result<(), Infallible> {
        self.successors(state, out)
    }
}

fn steps<S: Space>(space: &S, state: &S::State) -> impl Iterator<Item = S::State> + use<S> {
    let mut out = Vec::new();
    let _ = space.successors(state, &mut out);
    out.into_iter().map(|(_, state)| state)
}

/// The best time of several runs in seconds, and what the last one gave.
fn best<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let begun = clock::now();
        let result = run();
        (begun.elapsed().as_secs_f64(), result)
    };
    let (mut least, mut last) = timed();
    for _ in 1..RUNS {
        let (seconds, result) = timed();
        (least, last) = (least.min(seconds), result);
    }
    (least, last)
}

fn whole<S: Space>(name: &str, space: &S, start: &S::State)
where
    S::State: Hash,
{
    let (mut transitions, mut states) = (0, 0);
    for state in bfs_reach(start.clone(), |state| steps(space, state)) {
        states += 1;
        transitions += steps(space, &state).count();
    }
    let (ours, bytes) = best(|| {
        let cx = Context::default();
        let _ = census(space, start, 1, &cx);
        cx.spent().bytes
    });
    let (theirs, _) = best(|| bfs(start, |state| steps(space, state), |_| false));
    let millions = |seconds: f64| transitions as f64 / seconds / 1e6;
    println!("{name}: {states} states, {transitions} transitions");
    println!(
        "  census        {:6.1} M transitions/s, {:.1} bytes a state",
        millions(ours),
        bytes as f64 / f64::from(states)
    );
    println!("  pathfinding   {:6.1} M transitions/s; ratio {:.1}", millions(theirs), theirs / ours);
}

fn main() {
    let jugs = Jugs { sizes: [101, 103, 107], wanted: u16::MAX };
    whole("jugs 101 103 107", &jugs, &[0; 3]);
    whole("8-puzzle", &Sliding, &SORTED);
    let (theirs, _) = best(|| bfs(&HARDEST, |state| steps(&Sliding, state), |state| *state == SORTED));
    let (theirs_a, _) = best(|| {
        let bound = |state: &Tiles| Sliding.lower_bound(state).unwrap_or_default();
        astar(&HARDEST, |state| steps(&Sliding, state).map(|state| (state, 1)), bound, |state| *state == SORTED)
    });
    println!("the hardest 8-puzzle, 31 moves: pathfinding bfs {:.1} ms, astar {:.1} ms", theirs * 1e3, theirs_a * 1e3);
    report("breadth_first", theirs, |cx| drop(breadth_first(&Sliding, &HARDEST, cx)));
    report("bidirectional", theirs, |cx| drop(bidirectional(&Sliding, &HARDEST, cx)));
    report("a_star", theirs_a, |cx| drop(a_star(&Sliding, &HARDEST, cx)));
    report("ida_star", theirs_a, |cx| drop(ida_star(&Sliding, &HARDEST, cx)));
    report("optimal", theirs_a, |cx| drop(optimal(&Sliding, &HARDEST, cx)));
}

/// One engine's time, work and memory, and how many times faster than `theirs` it is.
fn report(name: &str, theirs: f64, run: impl Fn(&Context<'_>)) {
    let (seconds, spent) = best(|| {
        let cx = Context::default();
        run(&cx);
        cx.spent()
    });
    let (nodes, mega) = (spent.nodes, spent.bytes as f64 / 1e6);
    let pace = nodes as f64 / seconds / 1e6;
    println!(
        "  {name:13} {:7.2} ms, {nodes:8} nodes, {pace:5.1} M nodes/s, {mega:5.1} MB; ratio {:.1}",
        seconds * 1e3,
        theirs / seconds
    );
}
