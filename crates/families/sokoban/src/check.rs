//! The independent checker of solutions in which pushes count: replay, and a search over single moves by the one number
//! first and the other second.
//!
//! Up to a hundred thousand states all are walked through again; beyond that the check says what it left out.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use engines::Context;

use super::body::{Fewest, MoveSolution, PushSolution};
use super::rules::{Board, Direction, State};
use frame::answer::{Reply, Verdict};
use frame::phrases::plural;
use frame::problem::{CheckError, Checked, ensure};
use frame::solution::Exhausted;

/// States that the checker walks through, at most.
const MAX_STATES: usize = 100_000;

/// What an answer states of its line.
struct Stated<'a> {
    solution: &'a [String],
    moves: u64,
    pushes: u64,
    at_least: Option<u64>,
    /// Whether the second number is said to be least, and the field that says so.
    second: (bool, &'static str),
}

impl<'a> Stated<'a> {
    fn of(reply: &'a Reply, fewest: Fewest) -> Result<Stated<'a>, CheckError> {
        Ok(if fewest.is_by_pushes() {
            let PushSolution { moves, pushes, solution, at_least, fewest_moves, .. } = reply.body_of()?;
            let second = (*fewest_moves, "answer.fewest_moves");
            Stated { solution, moves: *moves, pushes: *pushes, at_least: *at_least, second }
        } else {
            let MoveSolution { moves, pushes, solution, at_least, fewest_pushes, .. } = reply.body_of()?;
            let second = (*fewest_pushes, "answer.fewest_pushes");
            Stated { solution, moves: *moves, pushes: *pushes, at_least: *at_least, second }
        })
    }
}

/// The two numbers of a line in the order in which they are minimised, with what they count.
#[derive(Clone, Copy)]
struct Order(Fewest);

impl Order {
    fn of(self, moves: u64, pushes: u64) -> (u64, u64) {
        if self.0.is_by_pushes() { (pushes, moves) } else { (moves, pushes) }
    }

    fn nouns(self) -> [(&'static str, &'static str); 2] {
        let (moves, pushes) = (("move", "moves"), ("push", "pushes"));
        if self.0.is_by_pushes() { [pushes, moves] } else { [moves, pushes] }
    }
}

/// Checks a reply to the question for a solution in which pushes count.
pub(super) fn check(
    board: &Board,
    start: &State,
    fewest: Fewest,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let (mut checked, order) = (Checked::default(), Order(fewest));
    let walked = walk(board, start, order, cx)?;
    match reply.verdict {
        Some(Verdict::Found) => {
            ensure(reply.proof.is_none(), "a solution needs no proof")?;
            let stated = Stated::of(reply, fewest)?;
            replay(board, start, &stated)?;
            let replayed = ["verdict", "answer.solution", "answer.moves", "answer.pushes"];
            checked.done("the solution replays", &replayed);
            let (first, second) = order.of(stated.moves, stated.pushes);
            match stated.at_least {
                None => least(&walked, order, first, true, "answer.optimal", &mut checked)?,
                Some(bound) => {
                    checked.compare(&["answer.optimal"]);
                    least(&walked, order, bound, false, "answer.at_least", &mut checked)?;
                }
            }
            match stated.second {
                (true, field) => ties(&walked, order, second, field, &mut checked)?,
                // Fewer may be possible: that is said of every solution.
                (false, field) => checked.compare(&[field]),
            }
        }
        Some(Verdict::Impossible) => exhausted(&walked, reply.proof_of::<Exhausted>()?, &mut checked)?,
        Some(Verdict::Unfinished) => least(&walked, order, reply.bound()?, false, "answer.at_least", &mut checked)?,
        None => return Err(CheckError::no_answer()),
    }
    Ok(checked)
}

fn replay(board: &Board, start: &State, stated: &Stated<'_>) -> Result<(), CheckError> {
    let (mut state, mut pushes) = (start.clone(), 0);
    for text in stated.solution {
        let direction = Direction::parse(text).filter(|direction| direction.name() == text);
        let direction = direction.ok_or_else(|| CheckError::wrong(format!("'{text}' is no move")))?;
        let (next, pushed) = board.step(&state, direction).map_err(|blocked| CheckError::wrong(blocked.reason()))?;
        pushes += u64::from(pushed);
        state = next;
    }
    ensure(board.is_solved(&state), "not every box is on a goal at the end")?;
    ensure(stated.moves == stated.solution.len() as u64, "moves is not the length of the solution")?;
    ensure(stated.pushes == pushes, plural(pushes, "move pushes a box", "moves push a box"))
}

/// What all states together say.
enum Walked {
    /// The least of the first number, and of the second with it; none where no state is solved. With the number of
    /// states, where pushes are minimised first up to walks of the player.
    Whole(Option<(u64, u64)>, usize),
    /// There are too many.
    TooMany,
}

/// Goes through all states by single moves, in the order of the first number and, where that is equal, of the second.
fn walk(board: &Board, start: &State, order: Order, cx: &Context<'_>) -> Result<Walked, CheckError> {
    let mut queue = BinaryHeap::from([Reverse((0_u64, 0_u64, start.clone()))]);
    let (mut met, mut classes, mut fewest) = (HashSet::new(), HashSet::new(), None);
    while let Some(Reverse((first, second, state))) = queue.pop() {
        if !met.insert(state.clone()) {
            continue;
        }
        cx.spend(1)?;
        if met.len() > MAX_STATES {
            return Ok(Walked::TooMany);
        }
        classes.insert(if order.0.is_by_pushes() { board.normalised(&state) } else { state.clone() });
        if board.is_solved(&state) {
            fewest = fewest.or(Some((first, second)));
        }
        for (_, next, pushed) in board.successors(&state) {
            if !met.contains(&next) {
                let more = order.of(1, u64::from(pushed));
                queue.push(Reverse((first + more.0, second + more.1, next)));
            }
        }
    }
    Ok(Walked::Whole(fewest, classes.len()))
}

/// That no solution has less of the first number than `bound`, and one has so many where it is `exact`: what `field`
/// says.
fn least(
    walked: &Walked,
    order: Order,
    bound: u64,
    exact: bool,
    field: &str,
    checked: &mut Checked,
) -> Result<(), CheckError> {
    let [(one, many), _] = order.nouns();
    let what = format!("that no solution has fewer {many} than {bound}");
    match walked {
        Walked::Whole(fewest, _) => {
            let right = fewest.map_or(!exact, |(fewest, _)| if exact { bound == fewest } else { bound <= fewest });
            let suffice = |(fewest, _)| plural(fewest, &format!("{one} suffices"), &format!("{many} suffice"));
            ensure(right, fewest.map_or_else(|| "no state is solved".into(), suffice))?;
            checked.done(format!("{what}, over all states"), &[field]);
        }
        Walked::TooMany if bound == 0 => checked.compare(&[field]),
        Walked::TooMany => checked.left_out(what, &[field]),
    }
    Ok(())
}

/// That the second number is least among solutions with the least of the first: what `field` says.
fn ties(walked: &Walked, order: Order, second: u64, field: &str, checked: &mut Checked) -> Result<(), CheckError> {
    let [(_, firsts), (one, many)] = order.nouns();
    let what = format!("that {second} is least among solutions with as few {firsts}");
    match walked {
        Walked::Whole(Some((_, fewest)), _) => {
            let suffice = plural(*fewest, &format!("{one} suffices"), &format!("{many} suffice"));
            ensure(second == *fewest, suffice)?;
            checked.done(what, &[field]);
        }
        Walked::Whole(None, _) => return Err(CheckError::wrong("no state is solved")),
        Walked::TooMany => checked.left_out(what, &[field]),
    }
    Ok(())
}

fn exhausted(walked: &Walked, proof: &Exhausted, checked: &mut Checked) -> Result<(), CheckError> {
    ensure(proof.reduced.is_none(), "a search for fewest pushes leaves no state out")?;
    match walked {
        Walked::Whole(fewest, own) => {
            ensure(fewest.is_none(), "a state is solved")?;
            ensure(proof.states == *own as u64, plural(*own, "state can be reached", "states can be reached"))?;
            let states = plural(*own, "state", "states");
            let what = format!("that none is solved among all {states}, by walking through them again");
            checked.done(what, &["verdict", "proof"]);
        }
        Walked::TooMany => {
            checked.left_out("that no state is solved: there are too many", &["verdict", "proof"]);
        }
    }
    Ok(())
}
