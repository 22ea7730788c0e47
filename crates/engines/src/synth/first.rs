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
const WIDTH: usize = 64;
/// The longest substring that is written as one loop.
const WINDOW: usize = 96;

/// Actions that make every mark, each mark by a shortest way from the one before.
pub(super) fn walk(table: &Table, cx: &Context<'_>) -> Result<Vec<u8>, Halt> {
    let mut made = vec![0; table.words()];
    let (mut state, mut left, mut actions) = (0, table.marks(), Vec::new());
    while left > 0 {
        cx.spend(1)?;
        let way = nearest(table, state, &made);
        for &action in &way {
            state = table.step(state, usize::from(action));
            if let Some(mark) = table.mark(state) {
                marks::put(&mut made, mark);
            }
        }
        actions.extend(way);
        left = table.marks() - marks::count(&made) as usize;
    }
    Ok(actions)
}

/// The way to the nearest state whose mark is not made; every mark of a table can be reached from its start, and is
/// taken to be reachable from every state that the start reaches: else the way is empty and the walk gives up.
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
    let _claim = cx.reserve((actions.len() * WINDOW * 8) as u64)?;
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

enum Last {
    Action(u8),
    Loop(Id, Option<u64>),
}

/// The shortest program that the beam meets, of fewer than `limit` tokens.
pub(super) fn beam(
    table: &Table,
    store: &Store<'_, '_>,
    limit: usize,
    cx: &Context<'_>,
) -> Result<Option<Program>, Halt> {
    let _claim = cx.reserve((8 * WIDTH * (8 * table.words() + 64) * limit.min(64)) as u64)?;
    let mut beam = Beam { table, store, runner: Runner::new(table.states(), table.words()), found: None, limit };
    let start = Point { missing: table.marks() as u32, state: 0, made: vec![0; table.words()].into(), way: None };
    let mut layers: VecDeque<Vec<Point>> = VecDeque::from([vec![start]]);
    let mut tokens = 0;
    while let Some(mut layer) = layers.pop_front() {
        if tokens + 1 >= beam.limit {
            break;
        }
        layers.resize_with(store.sizes() + 2, Vec::new);
        trim(&mut layer);
        for point in &layer {
            cx.spend(beam.expand(point, tokens, &mut layers))?;
        }
        tokens += 1;
    }
    Ok(beam.found.map(|way| unwound(&way, store)))
}

struct Beam<'b> {
    table: &'b Table,
    store: &'b Store<'b, 'b>,
    runner: Runner,
    found: Option<Rc<Path>>,
    /// Only programs of fewer tokens are of use.
    limit: usize,
}

impl Beam<'_> {
    /// Adds what follows a point of `tokens` tokens to the layers after it; says how many runs that took.
    fn expand(&mut self, point: &Point, tokens: usize, layers: &mut VecDeque<Vec<Point>>) -> u64 {
        for action in 0..self.table.actions() {
            let state = self.table.step(point.state, action);
            let mut made = point.made.clone();
            self.table.mark(state).into_iter().for_each(|mark| marks::put(&mut made, mark));
            let last = Last::Action(u8::try_from(action).unwrap_or(u8::MAX));
            self.put(point, tokens + 1, (state, made), last, &mut layers[0]);
        }
        let mut runs = 0;
        for size in 1..=self.store.sizes() {
            for index in 0..self.store.level(size).len() {
                let level = u8::try_from(size - 1).unwrap_or(u8::MAX);
                let id = Id { level, index: u32::try_from(index).unwrap_or(u32::MAX) };
                self.repeat(point, tokens + 1 + size, id, &mut layers[size]);
                runs += 1;
            }
        }
        runs
    }

    fn repeat(&mut self, point: &Point, tokens: usize, id: Id, layer: &mut Vec<Point>) {
        let parts = [Part::Do(self.store.effect(id), id)];
        let mut passes: Vec<(u16, Box<[u64]>)> = Vec::new();
        let note = |state: u16, made: &[u64]| passes.push((state, made.into()));
        let run = self.runner.forever(&parts, &[], point.state, &point.made, note);
        let Ok(tail) = run else { return };
        let whole: Box<[u64]> = self.runner.made.as_slice().into();
        if marks::count(&whole) as usize == self.table.marks() {
            self.put(point, tokens, (point.state, whole), Last::Loop(id, None), layer);
            return;
        }
        let cycle = passes.len() - tail;
        for (count, (state, made)) in (1..).zip(passes) {
            let (count, made) = if count >= tail { (count + cycle, whole.clone()) } else { (count, made) };
            if count > 1 {
                self.put(point, tokens, (state, made), Last::Loop(id, Some(count as u64)), layer);
            }
        }
    }

    fn put(
        &mut self,
        before: &Point,
        tokens: usize,
        (state, made): (u16, Box<[u64]>),
        last: Last,
        layer: &mut Vec<Point>,
    ) {
        let missing = self.table.marks() as u32 - marks::count(&made);
        let way = Rc::new(Path { last, before: before.way.clone() });
        if missing == 0 && tokens < self.limit {
            self.limit = tokens;
            self.found = Some(way);
            return;
        }
        if layer.len() >= 8 * WIDTH {
            trim(layer);
        }
        layer.push(Point { missing, state, made, way: Some(way) });
    }
}

/// Keeps the best points, no two alike.
fn trim(layer: &mut Vec<Point>) {
    layer.sort_by(|a, b| (a.missing, a.state, &a.made).cmp(&(b.missing, b.state, &b.made)));
    layer.dedup_by(|a, b| a.state == b.state && a.made == b.made);
    layer.truncate(WIDTH);
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
