//! A program at once, in time that is polynomial in the machine: no proof, and seldom short.
//!
//! A *walk* goes to the nearest mark that is not made, again and again, and is then written with loops (dynamic
//! programming over its substrings: two parts, or a period repeated). [`super::climb`] finds shorter ones.

use std::collections::VecDeque;

use super::machine::{Table, marks};
use super::program::{Item, Program};
use crate::{Context, Halt};

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
