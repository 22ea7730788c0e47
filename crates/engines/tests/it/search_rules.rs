//! Rules that fail, that stop for a limit, whose states lie on the heap; and a count too large for a word.
use std::convert::Infallible;

use engines::search::{Fault, Outcome, Space, a_star, breadth_first, census, ida_star, optimal};
use engines::{Context, Halt};

/// Words over two letters: states on the heap, rules that fail at one word, limits that strike inside.
struct Words {
    longest: usize,
    fails: &'static str,
    halts: bool,
}

impl Space for Words {
    type State = String;
    type Move = char;
    type Error = String;

    fn successors(&self, state: &String, out: &mut Vec<(char, String)>) -> Result<(), String> {
        if state == self.fails {
            return Err(format!("no rule for {state}"));
        }
        if state.len() < self.longest {
            out.extend(['a', 'b'].map(|letter| (letter, format!("{state}{letter}"))));
        }
        Ok(())
    }

    fn is_goal(&self, state: &String) -> Result<bool, String> {
        Ok(state == "bbb")
    }

    fn heap_bytes(&self, state: &String) -> usize {
        state.capacity()
    }

    fn halt(&self, _: &String) -> Option<Halt> {
        self.halts.then_some(Halt::Time)
    }
}

#[test]
fn faults_of_the_rules_pass_through_and_limits_in_them_halt() {
    let (start, cx) = (String::new(), Context::default());
    for (fails, halts) in [("b", false), ("b", true)] {
        let space = Words { longest: 5, fails, halts };
        let all = [breadth_first(&space, &start, &cx), a_star(&space, &start, &cx), ida_star(&space, &start, &cx)];
        for outcome in all {
            match outcome {
                Err(fault) => assert!(!halts && fault == Fault::Rules("no rule for b".to_owned())),
                Ok(outcome) => {
                    assert!(matches!(outcome, Outcome::Unfinished { halt: Halt::Time, at_least: 2, .. }) && halts)
                }
            }
        }
    }
}

#[test]
fn heap_bytes_count() {
    let space = Words { longest: 12, fails: "-", halts: false };
    let cx = Context::default();
    census(&space, &String::new(), 1, &cx).unwrap().found().unwrap();
    let heap: u64 = (0..=12).map(|length| length << length).sum();
    assert!(cx.spent().bytes > heap, "{} <= {heap}", cx.spent().bytes);
}

#[test]
fn a_grid_has_as_many_shortest_paths_as_the_binomial_says() {
    struct Grid;
    impl Space for Grid {
        type State = (u16, u16);
        type Move = u8;
        type Error = Infallible;

        fn successors(&self, &(x, y): &(u16, u16), out: &mut Vec<(u8, (u16, u16))>) -> Result<(), Infallible> {
            out.extend([(0, (x + 1, y)), (1, (x, y + 1))].into_iter().filter(|(_, (x, y))| *x <= 100 && *y <= 100));
            Ok(())
        }

        fn is_goal(&self, state: &(u16, u16)) -> Result<bool, Infallible> {
            Ok(*state == (100, 100))
        }
    }
    let all = optimal(&Grid, &(0, 0), &Context::default()).unwrap().found().unwrap();
    let binomial = "90548514656103281165404177077484163874504589675413336841320";
    assert_eq!(all.count().to_string(), binomial);
    assert_eq!((all.states().len(), all.solutions(3).solutions.len()), (101 * 101, 3));
}
