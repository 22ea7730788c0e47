//! A good program early: no proof, only an upper bound, on machines too large for one.
//!
//! Two ways, and the shorter program counts. A *walk* goes to the nearest mark that is not made, again and again,
//! and is then written with loops (dynamic programming over its substrings: two parts, or a period repeated). A
//! *beam* keeps, for each number of tokens, the points with the fewest marks missing, and puts behind each an action
//! or a loop over a small stored effect, with every count.

use std::collections::VecDeque;
use std::rc::Rc;

use super::effects::{Id, Store};
use super::machine::{Table, marks};
use super::program::{Item, Program};
use super::run::{Part, Runner};
use crate::{Context, Halt};

/// Points kept for each number of tokens.
const WIDTH: usize = 48;
/// The most tokens of the beam.
const LONGEST: usize = 96;
/// The longest substring that is written as one loop.
const WINDOW: usize = 96;

/// Actions that make every mark that is not made yet, each mark by a shortest way from the one before.
pub(super) fn walk(table: &Table, mut state: u16, made: &[u64]) -> Vec<u8> {
    let (mut made, mut actions) = (made.to_vec(), Vec::new());
    loop {
        let way = nearest(table, state, &made);
        if way.is_empty() {
            return actions;
        }
        for &action in &way {
            state = table.step(state, usize::from(action));
            table.mark(state).into_iter().for_each(|mark| marks::put(&mut made, mark));
        }
        actions.extend(way);
    }
}

/// The way to the nearest state whose mark is not made; empty where none can be reached from here.
fn nearest(table: &Table, from: u16, made: &[u64]) -> Vec<u8> {
    let mut before: Vec<Option<(u16, u8)>> = vec![None; table.states()];
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        let fresh = |mark: u16| made[usize::from(mark) / 64] >> (mark % 64) & 1 == 0;
        if table.mark(state).is_some_and(fresh) {
            return back(&before, from, state);
        }
        for action in 0..table.actions() {
            let next = table.step(state, action);
            if next != from && before[usize::from(next)].is_none() {
                before[usize::from(next)] = Some((state, u8::try_from(action).unwrap_or(u8::MAX)));
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

fn back(before: &[Option<(u16, u8)>], from: u16, mut state: u16) -> Vec<u8> {
    let mut way = Vec::new();
    while state != from {
        let Some((previous, action)) = before[usize::from(state)] else { break };
        way.push(action);
        state = previous;
    }
    way.reverse();
    way
}

/// How a substring is written.
#[derive(Clone, Copy)]
enum Way {
    One,
    Split(u16),
    Period(u16),
}

/// The shortest program, among those whose loops span at most [`WINDOW`] actions, that runs just as these do.
pub(super) fn looped(actions: &[u8], cx: &Context<'_>) -> Result<Program, Halt> {
    let _claim = cx.reserve(actions.len() as u64 * WINDOW as u64 * 8)?;
    let mut ways = vec![(0u16, Way::One); actions.len() * WINDOW];
    for start in (0..actions.len()).rev() {
        cx.spend(1)?;
        for length in 1..=WINDOW.min(actions.len() - start) {
            ways[start * WINDOW + length - 1] = best(actions, &ways, start, length);
        }
    }
    // The least tokens for each prefix, and where its last substring begins.
    let mut least = vec![(0usize, 0usize)];
    for end in 1..=actions.len() {
        let cost = |start: usize| least[start].0 + usize::from(ways[start * WINDOW + end - start - 1].0);
        let start = (end.saturating_sub(WINDOW)..end).min_by_key(|&start| cost(start)).unwrap_or(0);
        least.push((cost(start), start));
    }
    let (mut parts, mut end) = (Vec::new(), actions.len());
    while end > 0 {
        let start = least[end].1;
        parts.push(written(actions, &ways, start, end - start));
        end = start;
    }
    Ok(parts.into_iter().rev().flatten().collect())
}

fn best(actions: &[u8], ways: &[(u16, Way)], start: usize, length: usize) -> (u16, Way) {
    let cost = |start: usize, length: usize| ways[start * WINDOW + length - 1].0;
    let narrow = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    if length == 1 {
        return (1, Way::One);
    }
    let text = &actions[start..start + length];
    let repeats = |&period: &usize| length.is_multiple_of(period) && text[period..] == text[..length - period];
    if let Some(period) = (1..=length / 2).find(repeats) {
        let looped = 1 + cost(start, period);
        if length > 2 {
            return (looped, Way::Period(narrow(period)));
        }
    }
    let split = |first: &usize| cost(start, *first) + cost(start + first, length - first);
    let first = (1..length).min_by_key(split).unwrap_or(1);
    (split(&first), Way::Split(narrow(first)))
}

fn written(actions: &[u8], ways: &[(u16, Way)], start: usize, length: usize) -> Program {
    match ways[start * WINDOW + length - 1].1 {
        Way::One => vec![Item::Do(actions[start])],
        Way::Split(first) => {
            let first = usize::from(first);
            [written(actions, ways, start, first), written(actions, ways, start + first, length - first)].concat()
        }
        Way::Period(period) => {
            let body = written(actions, ways, start, usize::from(period));
            vec![Item::Loop(Some((length / usize::from(period)) as u64), body)]
        }
    }
}

/// A point of the beam with the way to it.
#[derive(Clone)]
struct Point {
    missing: u32,
    state: u16,
    made: Box<[u64]>,
    way: Option<Rc<Path>>,
}

/// The last part of a way, and what came before.
struct Path {
    last: Last,
    before: Option<Rc<Path>>,
}

#[derive(Clone, Copy)]
enum Last {
    Action(u8),
    Loop(Id, Option<u64>),
}

/// The points of one number of tokens.
#[derive(Default)]
struct Layer {
    points: Vec<Point>,
    /// Points that miss more would not be kept.
    cut: Option<u32>,
}

impl Layer {
    fn takes(&self, missing: u32) -> bool {
        self.cut.is_none_or(|cut| missing <= cut)
    }

    /// Keeps the best points, no two alike.
    fn trim(&mut self) {
        self.points.sort_by(|a, b| (a.missing, a.state, &a.made).cmp(&(b.missing, b.state, &b.made)));
        self.points.dedup_by(|a, b| a.state == b.state && a.made == b.made);
        self.points.truncate(WIDTH);
        self.cut = self.points.get(WIDTH - 1).map(|last| last.missing);
    }
}

/// The shortest program that the beam meets, of fewer than `limit` tokens; where a limit strikes or the beam gets
/// long, its closest point is completed by a walk.
pub(super) fn beam(
    table: &Table,
    store: &Store<'_, '_>,
    limit: usize,
    cx: &Context<'_>,
) -> Result<Option<Program>, Halt> {
    let _claim = cx.reserve(8 * WIDTH as u64 * (8 * table.words() as u64 + 64) * LONGEST as u64)?;
    let runner = Runner::new(table.states(), table.words());
    let start = Point { missing: table.marks() as u32, state: 0, made: vec![0; table.words()].into(), way: None };
    let mut beam = Beam { table, store, runner, found: None, limit, closest: start.clone() };
    let mut layers = VecDeque::from([Layer { points: vec![start], cut: None }]);
    let mut halted = Ok(());
    for tokens in 0..LONGEST {
        let Some(mut layer) = layers.pop_front().filter(|_| tokens + 1 < beam.limit && halted.is_ok()) else { break };
        layers.resize_with(store.sizes() + 2, Layer::default);
        layer.trim();
        for point in &layer.points {
            halted = halted.and(cx.spend(beam.expand(point, tokens, &mut layers)));
            if halted.is_err() {
                break;
            }
        }
    }
    if let Some(way) = &beam.found {
        return Ok(Some(unwound(way, store)));
    }
    let begun = beam.closest.way.as_deref().map(|way| unwound(way, store)).unwrap_or_default();
    let rest = walk(table, beam.closest.state, &beam.closest.made);
    Ok(Some([begun, looped(&rest, cx)?].concat()))
}

struct Beam<'b> {
    table: &'b Table,
    store: &'b Store<'b, 'b>,
    runner: Runner,
    found: Option<Rc<Path>>,
    /// Only programs of fewer tokens are of use.
    limit: usize,
    /// The point with the fewest marks missing.
    closest: Point,
}

impl Beam<'_> {
    /// Adds what follows a point of `tokens` tokens to the layers after it; says how many runs that took.
    fn expand(&mut self, point: &Point, tokens: usize, layers: &mut VecDeque<Layer>) -> u64 {
        for action in 0..self.table.actions() {
            let state = self.table.step(point.state, action);
            let mut made = point.made.clone();
            self.table.mark(state).into_iter().for_each(|mark| marks::put(&mut made, mark));
            let last = Last::Action(u8::try_from(action).unwrap_or(u8::MAX));
            self.put(point, tokens + 1, (state, &made), last, &mut layers[0]);
        }
        let mut runs = 0;
        for (size, layer) in (1..=self.store.sizes()).zip(layers.iter_mut().skip(1)) {
            for index in 0..self.store.level(size).len() {
                let level = u8::try_from(size - 1).unwrap_or(u8::MAX);
                let id = Id { level, index: u32::try_from(index).unwrap_or(u32::MAX) };
                self.repeat(point, tokens + 1 + size, id, layer);
                runs += 1;
            }
        }
        runs
    }

    fn missing(&self, made: &[u64]) -> u32 {
        self.table.marks() as u32 - marks::count(made)
    }

    fn repeat(&mut self, point: &Point, tokens: usize, id: Id, layer: &mut Layer) {
        let parts = [Part::Do(self.store.effect(id), id)];
        // Most loops mark too little: only the others are run again with their passes kept.
        let whole = match self.runner.forever(&parts, &[], point.state, &point.made, |_, _| {}) {
            Ok(_) if layer.takes(self.missing(&self.runner.made)) => self.runner.made.clone(),
            _ => return,
        };
        if self.missing(&whole) == 0 {
            return self.put(point, tokens, (point.state, &whole), Last::Loop(id, None), layer);
        }
        let mut passes: Vec<(u16, Vec<u64>)> = Vec::new();
        let note = |state: u16, made: &[u64]| passes.push((state, made.into()));
        let Ok(tail) = self.runner.forever(&parts, &[], point.state, &point.made, note) else { return };
        let cycle = passes.len() - tail;
        for (count, (state, made)) in (1..).zip(&passes) {
            let (count, made) = if count >= tail { (count + cycle, &whole) } else { (count, made) };
            if count > 1 {
                self.put(point, tokens, (*state, made), Last::Loop(id, Some(count as u64)), layer);
            }
        }
    }

    fn put(&mut self, before: &Point, tokens: usize, (state, made): (u16, &[u64]), last: Last, layer: &mut Layer) {
        let missing = self.missing(made);
        if !layer.takes(missing) {
            return;
        }
        let way = Rc::new(Path { last, before: before.way.clone() });
        if missing == 0 {
            if tokens < self.limit {
                self.limit = tokens;
                self.found = Some(way);
            }
            return;
        }
        let point = Point { missing, state, made: made.into(), way: Some(way) };
        if missing < self.closest.missing {
            self.closest = point.clone();
        }
        layer.points.push(point);
        if layer.points.len() >= 8 * WIDTH {
            layer.trim();
        }
    }
}

fn unwound(way: &Path, store: &Store<'_, '_>) -> Program {
    let mut program = way.before.as_ref().map(|before| unwound(before, store)).unwrap_or_default();
    match way.last {
        Last::Action(action) => program.push(Item::Do(action)),
        Last::Loop(id, count) => {
            let mut body = Vec::new();
            store.program(id, &mut body);
            program.push(Item::Loop(count, body));
        }
    }
    program
}
