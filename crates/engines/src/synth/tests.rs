//! RandomMachine machines against every program with bounded counts, and threads against one.

use super::*;
use testkit::random::Random;

/// A machine of random maps; some states make a mark.
#[derive(Debug)]
pub(super) struct RandomMachine {
    next: Vec<Vec<usize>>,
    mark: Vec<Option<usize>>,
    marks: usize,
}

impl Machine for RandomMachine {
    fn states(&self) -> usize {
        self.mark.len()
    }
    fn start(&self) -> usize {
        0
    }
    fn actions(&self) -> usize {
        self.next.len()
    }
    fn step(&self, state: usize, action: usize) -> usize {
        self.next[action][state]
    }
    fn marks(&self) -> usize {
        self.marks
    }
    fn mark(&self, state: usize) -> Option<usize> {
        self.mark[state]
    }
}

impl RandomMachine {
    /// Actions that mostly lead on by one, so that orbits are long.
    pub(super) fn generate(numbers: &mut Random, states: usize, actions: usize, marks: usize) -> RandomMachine {
        let mut action = |_| {
            let step = 1 + numbers.below(3);
            let mut next: Vec<usize> = (0..states).map(|state| (state + step) % states).collect();
            for _ in 0..1 + states / 4 {
                let (from, to) = (numbers.below(states), numbers.below(states));
                next[from] = to;
            }
            next
        };
        let next = (0..actions).map(&mut action).collect();
        let mut mark = vec![None; states];
        for index in 0..marks {
            mark[numbers.below(states)] = Some(index);
        }
        let mut used: Vec<usize> = mark.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let mark = mark.into_iter().map(|mark| mark.and_then(|mark| used.binary_search(&mark).ok())).collect();
        RandomMachine { next, mark, marks: used.len() }
    }
}

/// Every program of so many tokens with counts from 2 to `most`; loops for ever are such with the largest count.
fn programs(tokens: usize, most: u64) -> Vec<Vec<Program>> {
    let mut by_size = vec![vec![Vec::new()]];
    for size in 1..=tokens {
        let mut list = Vec::new();
        for first in 1..=size {
            let heads: Vec<Item> = if first == 1 {
                vec![Item::Do(0), Item::Do(1)]
            } else {
                let bodies: &Vec<Program> = &by_size[first - 1];
                bodies.iter().flat_map(|body| (2..=most).map(|n| Item::Loop(Some(n), body.clone()))).collect()
            };
            let rests: Vec<Program> = by_size[size - first].clone();
            list.extend(heads.iter().flat_map(|head| {
                rests.iter().map(move |rest| std::iter::once(head.clone()).chain(rest.iter().cloned()).collect())
            }));
        }
        by_size.push(list);
    }
    by_size
}

/// Runs plainly; the last loop twenty times as often.
fn plain(machine: &RandomMachine, program: &[Item]) -> bool {
    fn run(machine: &RandomMachine, program: &[Item], state: &mut usize, made: &mut Vec<bool>) {
        for item in program {
            match item {
                Item::Do(action) => {
                    *state = machine.next[usize::from(*action)][*state];
                    machine.mark[*state].into_iter().for_each(|mark| made[mark] = true);
                }
                Item::Loop(count, body) => {
                    (0..count.unwrap_or(400)).for_each(|_| run(machine, body, state, made));
                }
            }
        }
    }
    let mut made = vec![false; machine.marks];
    machine.mark[0].into_iter().for_each(|mark| made[mark] = true);
    run(machine, program, &mut 0, &mut made);
    made.into_iter().all(|made| made)
}

fn largest(program: &[Item]) -> u64 {
    let one = |item: &Item| match item {
        Item::Do(_) => 0,
        Item::Loop(count, body) => count.unwrap_or(0).max(largest(body)),
    };
    program.iter().map(one).max().unwrap_or(0)
}

fn for_ever(program: &Program) -> Program {
    let mut program = program.clone();
    if let Some(Item::Loop(count, _)) = program.last_mut() {
        *count = None;
    }
    program
}

#[test]
fn shortest_programs_agree_with_brute_force_on_random_machines() {
    const MAX: u64 = 8;
    let every = programs(4, MAX);
    let mut numbers = Random::new(1);
    let (mut solved, mut larger) = (0, 0);
    for round in 0..300 {
        let machine = RandomMachine::generate(&mut numbers, 4 + round % 12, 2, 2 + round % 9);
        let outcome = shortest(&machine, Wanted::ONE, &Context::with_nodes(300_000)).unwrap();
        let brute = every.iter().position(|list| list.iter().any(|program| plain(&machine, &for_ever(program))));
        match outcome {
            Outcome::Found(Shortest { programs, .. }) => {
                let [program] = programs.as_slice() else { panic!("{programs:?}") };
                assert!(plain(&machine, program), "{program:?} on {machine:?}");
                let ours = size(program);
                assert!(brute.is_none_or(|brute| ours <= brute), "{program:?} on {machine:?}");
                if brute != Some(ours) && ours <= 4 {
                    assert!(largest(program) > MAX, "{program:?} on {machine:?}");
                    larger += 1;
                }
                solved += 1;
            }
            Outcome::Impossible(_) => assert_eq!(brute, None),
            Outcome::Unfinished { at_least, .. } => assert!(brute.is_none_or(|brute| brute as u64 >= at_least)),
        }
    }
    assert!(solved > 150 && larger < solved, "{solved} {larger}");
}

/// However few effects are stored, the sizes solved are the same: open loops take the place of stored ones.
#[test]
fn open_loops_and_stored_ones_agree() {
    let mut numbers = Random::new(7);
    for round in 0..60 {
        let machine = RandomMachine::generate(&mut numbers, 6 + round % 20, 2, 3 + round % 7);
        let table = Table::new(&machine).unwrap();
        if !table.missing().is_empty() || table.marks() == 0 {
            continue;
        }
        let cx = Context::default();
        let least = |stored: usize| {
            (1..=5).find(|&size| {
                let mut store = Store::new(&table, ROOM, &cx).unwrap();
                store.build(stored).unwrap();
                assert_eq!(store.sizes(), stored);
                let found =
                    Deepening { table: &table, cx: &cx, most: 1 }.size(size, &store, &mut || Ok(false)).unwrap();
                match found {
                    Size::Solved(programs) => {
                        assert!(
                            programs.iter().all(|program| super::size(program) == size && completes(&table, program))
                        );
                        true
                    }
                    _ => false,
                }
            })
        };
        let one = least(1);
        for stored in 2..=4 {
            assert_eq!(least(stored), one, "{stored} stored: {machine:?}");
        }
    }
}

#[test]
fn bounds_lie_around_the_shortest_program() {
    let mut numbers = Random::new(9);
    let mut tight = 0;
    for _ in 0..60 {
        let machine = RandomMachine::generate(&mut numbers, 12, 3, 8);
        let least = match shortest(&machine, Wanted::ONE, &Context::default()).unwrap() {
            Outcome::Found(Shortest { programs, .. }) => size(&programs[0]),
            _ => {
                assert_eq!(short_program(&machine, 1 << 10, &Context::default()).unwrap(), None);
                assert_eq!(shorter_than(&machine, 9, &Context::default()).unwrap(), None);
                continue;
            }
        };
        let short = short_program(&machine, 1 << 13, &Context::default()).unwrap().unwrap();
        assert!(size(&short) >= least && plain(&machine, &short));
        tight += usize::from(size(&short) == least);
        assert_eq!(shorter_than(&machine, least, &Context::default()).unwrap(), None);
        for size_beyond in [least + 1, least + 3] {
            let shorter = shorter_than(&machine, size_beyond, &Context::default()).unwrap().unwrap();
            assert!(size(&shorter) < size_beyond && plain(&machine, &shorter));
        }
    }
    assert!(tight > 20, "local search finds {tight} shortest programs");
    let machine = RandomMachine::generate(&mut numbers, 40, 3, 30);
    assert!(shorter_than(&machine, 20, &Context::with_nodes(10)).is_err());
}

#[test]
fn threads_do_not_change_the_answer() {
    let mut numbers = Random::new(3);
    for _ in 0..20 {
        let machine = RandomMachine::generate(&mut numbers, 24, 3, 18);
        for most in [1, 1000] {
            let one = shortest(&machine, Wanted { most, by_actions: false }, &Context::default()).unwrap();
            let many = shortest(&machine, Wanted { most, by_actions: false }, &Context::default().threads(4)).unwrap();
            assert_eq!(one, many);
        }
    }
}

#[test]
fn limits_leave_a_true_bound() {
    let machine = RandomMachine::generate(&mut Random::new(5), 40, 3, 30);
    let Outcome::Found(Shortest { programs, .. }) = shortest(&machine, Wanted::ONE, &Context::default()).unwrap()
    else {
        panic!("not solved")
    };
    let least = size(&programs[0]);
    for nodes in [0, 10, 100, 1000, 10_000] {
        match shortest(&machine, Wanted::ONE, &Context::with_nodes(nodes)).unwrap() {
            Outcome::Unfinished { at_least, partial: Partial { best, .. }, .. } => {
                assert!(at_least <= least as u64 && best.is_none_or(|best| size(&best) >= least));
            }
            Outcome::Found(Shortest { programs, .. }) => assert_eq!(size(&programs[0]), least),
            Outcome::Impossible(_) => panic!("all marks can be made"),
        }
    }
    for bytes in [0, 1 << 12, 1 << 16, 1 << 20] {
        let cx = Context::new(crate::Budget { bytes: Some(bytes), nodes: Some(2_000_000), ..Default::default() });
        let outcome = shortest(&machine, Wanted::ONE, &cx).unwrap();
        assert!(cx.spent().bytes <= bytes, "{outcome:?}");
    }
}

/// A ring of coprime cycles: a count must be followed modulo their product.
#[test]
fn counts_far_beyond_the_states_are_found() {
    // Action 0 turns three rings, of 5, 7 and 9 states, at once; action 1 changes ring; the goal is at one place of
    // each, and only reached with a count that fits all three.
    let rings = [5, 7, 9];
    let at = |ring: usize, place: usize| rings[..ring].iter().sum::<usize>() + place;
    let states: usize = rings.iter().sum::<usize>();
    let mut next = vec![vec![0; states]; 2];
    let mut mark = vec![None; states];
    for (ring, &length) in rings.iter().enumerate() {
        for place in 0..length {
            next[0][at(ring, place)] = at(ring, (place + 1) % length);
            // From the goal on to the next ring; elsewhere back to the start.
            next[1][at(ring, place)] = if place == length - 1 { at((ring + 1) % 3, 0) } else { 0 };
        }
        mark[at(ring, 0)] = Some(ring);
    }
    let machine = RandomMachine { next, mark, marks: 3 };
    let Outcome::Found(Shortest { programs, .. }) = shortest(&machine, Wanted::ONE, &Context::default()).unwrap()
    else {
        panic!("not solved")
    };
    // LOOP { LOOP(n) { 0 } 1 } with n = -1 modulo 5, 7 and 9.
    assert_eq!(size(&programs[0]), 4);
    assert!(plain(&machine, &programs[0]));
}

/// Of programs with the same actions up to the last mark one is listed, one with the fewest loops; the same actions are
/// found by running each program plainly.
#[test]
fn programs_with_the_same_actions_are_listed_once() {
    let mut numbers = Random::new(3);
    let mut merged = 0;
    for round in 0..60 {
        let machine = RandomMachine::generate(&mut numbers, 4 + round % 8, 2, 2 + round % 5);
        let list =
            |by_actions| match shortest(&machine, Wanted { most: 1000, by_actions }, &Context::default()).unwrap() {
                Outcome::Found(Shortest { programs, complete: true, .. }) => programs,
                _ => Vec::new(),
            };
        let (every, once) = (list(false), list(true));
        let listed: Vec<Vec<usize>> = once.iter().map(|program| course(&machine, program)).collect();
        let mut different = listed.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), listed.len(), "{once:?}");
        for program in &every {
            let same = listed.iter().position(|listed| *listed == course(&machine, program)).unwrap();
            assert!(program::loops(&once[same]) <= program::loops(program), "{program:?}");
        }
        merged += every.len() - once.len();
    }
    assert!(merged > 10, "{merged}");
}

/// The actions up to the last mark, by unrolling a program; loops for ever are unrolled as often as there are states.
fn course(machine: &RandomMachine, program: &[Item]) -> Vec<usize> {
    fn unrolled(program: &[Item]) -> Vec<usize> {
        let one = |item: &Item| match item {
            Item::Do(action) => vec![usize::from(*action)],
            Item::Loop(count, body) => unrolled(body).repeat(count.unwrap_or(24) as usize),
        };
        program.iter().flat_map(one).collect()
    }
    let mut actions = unrolled(program);
    let (mut state, mut left) = (0, vec![true; machine.marks]);
    machine.mark[0].into_iter().for_each(|mark| left[mark] = false);
    let last = actions.iter().position(|&action| {
        state = machine.next[action][state];
        machine.mark[state].into_iter().for_each(|mark| left[mark] = false);
        left.iter().all(|left| !left)
    });
    actions.truncate(last.map_or(0, |last| last + 1));
    actions
}
