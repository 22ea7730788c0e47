//! Neighbours keep their size and form, a run marks what a plain run marks, and threads change nothing.

use testkit::random;

use super::*;
use crate::synth::tests::RandomMachine;
use crate::synth::{Machine, Outcome, Wanted, shortest};

fn table(numbers: &mut random::Random, states: usize) -> Table {
    Table::new(&RandomMachine::generate(numbers, states, 3, states / 2)).unwrap()
}

/// A random program of so many tokens, after some changes.
fn changed(random: &mut Random, size: usize) -> Vec<Token> {
    let mut tokens = vec![Token::Loop { count: FOREVER, body: narrow(size - 1) }];
    sequence(random, 3, size - 1, 1, &mut tokens);
    for _ in 0..random.below(20) {
        change(random, 3, &mut tokens);
    }
    tokens
}

/// Whether parts fill a stretch, loops have bodies, and only the last part of the whole is a loop for ever.
fn is_whole(tokens: &[Token], is_top: bool) -> bool {
    let mut at = 0;
    while at < tokens.len() {
        let end = at + tokens[at].extent();
        if let Token::Loop { count, body } = tokens[at] {
            let may_last = count != FOREVER || is_top && end == tokens.len();
            if body == 0 || end > tokens.len() || !may_last || !is_whole(&tokens[at + 1..end], false) {
                return false;
            }
        }
        at = end;
    }
    at == tokens.len()
}

#[test]
fn neighbours_keep_their_size_and_form() {
    let mut random = Random(1);
    for size in (2..40).cycle().take(2_000) {
        let mut tokens = changed(&mut random, size);
        assert!(tokens.len() == size && is_whole(&tokens, true), "{tokens:?}");
        assert_eq!(row(&program(&tokens)).as_ref(), Some(&tokens));
        shorten(&mut random, 3, &mut tokens);
        assert!(tokens.len() == size - 1 && is_whole(&tokens, true), "{tokens:?}");
    }
}

/// The marks that a run leaves which follows every pass, a loop for ever as often as there are states.
fn plainly_missing(table: &Table, program: &Program) -> usize {
    fn run(table: &Table, items: &[Item], state: &mut u16, made: &mut [bool]) {
        for item in items {
            match item {
                Item::Do(action) => {
                    *state = table.step(*state, usize::from(*action));
                    table.mark(*state).into_iter().for_each(|mark| made[usize::from(mark)] = true);
                }
                Item::Loop(count, body) => {
                    (0..count.unwrap_or(table.states() as u64)).for_each(|_| run(table, body, state, made));
                }
            }
        }
    }
    let mut made = vec![false; table.marks()];
    run(table, program, &mut 0, &mut made);
    made.into_iter().filter(|made| !made).count()
}

#[test]
fn a_run_leaves_the_marks_that_a_plain_run_leaves() {
    let (mut numbers, mut random) = (random::Random::new(2), Random(3));
    let mut some = 0;
    for round in 0..60 {
        let table = table(&mut numbers, 8 + round);
        let mut walker = Walker::new(&table);
        for size in 2..9 {
            let tokens = changed(&mut random, size);
            let missing = walker.missing(&table, &tokens);
            if walker.steps <= MAX_RUN_LENGTH {
                assert_eq!(missing, plainly_missing(&table, &program(&tokens)), "{tokens:?} {table:?}");
                some += usize::from(missing < table.marks());
            }
        }
    }
    assert!(some > 200, "{some}");
}

#[test]
fn equal_nodes_give_equal_programs() {
    let mut numbers = random::Random::new(4);
    let mut found = 0;
    for _ in 0..10 {
        let table = table(&mut numbers, 60);
        let climbed = |threads: usize| {
            let cx = Context::default().threads(threads);
            let mut climb = Climb::new(&table, &cx).unwrap();
            climb.run(&table, None, 40_000, &cx).unwrap();
            (climb.best(), cx.spent().nodes)
        };
        assert_eq!(climbed(1), climbed(2));
        found += usize::from(climbed(1).0.is_some());
    }
    assert!(found > 3, "{found}");
}

/// A walker on the squares of a plan, who steps ahead or turns, and marks where it stands.
struct Plan(Vec<(usize, usize)>);

impl Plan {
    fn new(rows: &[&'static str]) -> Plan {
        let squares = |(row, line): (usize, &&'static str)| {
            line.bytes().enumerate().filter(|(_, byte)| *byte == b'#').map(move |(column, _)| (row, column))
        };
        Plan(rows.iter().enumerate().flat_map(squares).collect())
    }
}

impl Machine for Plan {
    fn states(&self) -> usize {
        4 * self.0.len()
    }
    fn start(&self) -> usize {
        0
    }
    fn actions(&self) -> usize {
        3
    }
    fn step(&self, state: usize, action: usize) -> usize {
        let (square, facing) = (state / 4, state % 4);
        if action > 0 {
            return 4 * square + (facing + 2 * action - 1) % 4;
        }
        let (row, column) = self.0[square];
        let ahead =
            [(row, column + 1), (row + 1, column), (row, column.wrapping_sub(1)), (row.wrapping_sub(1), column)];
        4 * self.0.iter().position(|&place| place == ahead[facing]).unwrap_or(square) + facing
    }
    fn marks(&self) -> usize {
        self.0.len()
    }
    fn mark(&self, state: usize) -> Option<usize> {
        Some(state / 4)
    }
}

/// A limit on nodes strikes the search itself, its local search, or between them.
#[test]
fn equal_limits_leave_equal_programs() {
    let plan = Plan::new(&[
        "####  ###  ##",
        " ## ### ##### ",
        "##### # # ####",
        "  # ###### ## ",
        "##### ##  ####",
        "# # #### ## ##",
        "###  ######## ",
        " ##### # ###  ",
    ]);
    let mut sizes = Vec::new();
    for nodes in [5_000, 15_000, 60_000, 200_000, 600_000] {
        let left = |threads: usize| {
            let cx = Context::with_nodes(nodes).threads(threads);
            match shortest(&plan, Wanted::ONE, &cx).unwrap() {
                Outcome::Unfinished { at_least, partial, .. } => (at_least, partial.best),
                outcome => panic!("{outcome:?}"),
            }
        };
        let (at_least, best) = left(1);
        assert_eq!((at_least, best.clone()), left(2), "{nodes} nodes");
        sizes.push(crate::synth::size(&best.unwrap()));
    }
    assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes.first() > sizes.last(), "{sizes:?}");
}

#[test]
fn what_is_found_is_often_shortest_and_never_shorter() {
    let mut numbers = random::Random::new(6);
    let (mut equal, mut all) = (0, 0);
    for _ in 0..40 {
        let machine = RandomMachine::generate(&mut numbers, 30, 3, 12);
        let cx = Context::with_nodes(400_000);
        let Outcome::Found(least) = shortest(&machine, Wanted::ONE, &cx).unwrap() else { continue };
        let (table, cx) = (Table::new(&machine).unwrap(), Context::default());
        let mut climb = Climb::new(&table, &cx).unwrap();
        climb.run(&table, None, 100_000, &cx).unwrap();
        let Some(found) = climb.best() else { continue };
        assert!(crate::synth::completes(&table, &found));
        let (found, least) = (crate::synth::size(&found), crate::synth::size(&least.programs[0]));
        assert!(found >= least);
        all += 1;
        equal += usize::from(found == least);
    }
    assert!(all > 20 && 2 * equal > all, "{equal} of {all}");
}
