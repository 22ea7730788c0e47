//! Programs with loops: their size, their run on a machine's table, and their counts made small.

use std::ops::ControlFlow;

use super::machine::{Table, marks};

/// One part of a program: an action or a loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// An action of the machine.
    Do(u8),
    /// A loop that runs its body the given number of times, or for ever if that is `None`.
    Loop(Option<u64>, Vec<Item>),
}

/// A program: its parts in order.
pub type Program = Vec<Item>;

/// Returns the size of a program in tokens: one for each action and one for each loop.
#[must_use]
pub fn size(program: &[Item]) -> usize {
    let one = |item: &Item| match item {
        Item::Do(_) => 1,
        Item::Loop(_, body) => 1 + size(body),
    };
    program.iter().map(one).sum()
}

/// Returns whether a program makes every mark. A loop is followed until its state repeats, so the cost does not depend
/// on the counts.
#[must_use]
pub fn completes(table: &Table, program: &[Item]) -> bool {
    let mut run = Run { table, made: vec![0; table.words()] };
    run.all(program, 0);
    marks::count(&run.made) as usize == table.marks()
}

/// A run: the marks made so far.
struct Run<'t> {
    table: &'t Table,
    made: Vec<u64>,
}

impl Run<'_> {
    /// The state after a program, `None` where it never ends.
    fn all(&mut self, program: &[Item], mut state: u16) -> Option<u16> {
        for item in program {
            state = match item {
                Item::Do(action) => {
                    let next = self.table.step(state, usize::from(*action));
                    self.table.mark(next).into_iter().for_each(|mark| marks::put(&mut self.made, mark));
                    next
                }
                Item::Loop(count, body) => self.times(*count, body, state)?,
            };
        }
        Some(state)
    }

    fn times(&mut self, count: Option<u64>, body: &[Item], start: u16) -> Option<u16> {
        let mut seen = vec![None; self.table.states()];
        let mut orbit = Vec::new();
        let mut state = start;
        loop {
            if count == Some(orbit.len() as u64) {
                return Some(state);
            }
            if let Some(first) = seen[usize::from(state)] {
                let cycle = (orbit.len() - first) as u64;
                // `count` is above the orbit's length here, so nothing is negative.
                let on = count.map(|count| (count - first as u64) % cycle)?;
                return usize::try_from(on).ok().map(|on| orbit[first + on]);
            }
            seen[usize::from(state)] = Some(orbit.len());
            orbit.push(state);
            state = self.all(body, state)?;
        }
    }
}

/// Reduces the loop counts of a program that makes every mark: each count, from the first loop to the last and outer
/// before inner, becomes the smallest with which the program still makes every mark. At most `most` counts are tried
/// for each loop.
#[must_use]
pub fn reduced(table: &Table, program: &[Item], most: u64) -> Program {
    let mut program = program.to_vec();
    for at in 0..loops(&program) {
        let Some(Some(now)) = count_at(&mut program, &mut at.clone()).copied() else { continue };
        let fits = |tried: &u64| {
            let mut changed = program.clone();
            if let Some(count) = count_at(&mut changed, &mut at.clone()) {
                *count = Some(*tried);
            }
            completes(table, &changed)
        };
        let least = (1..now.min(most)).find(fits).unwrap_or(now);
        if let Some(count) = count_at(&mut program, &mut at.clone()) {
            *count = Some(least);
        }
    }
    program
}

/// Replaces each loop that runs once by its body.
#[must_use]
pub fn inlined(program: &[Item]) -> Program {
    let one = |item: &Item| match item {
        Item::Loop(Some(1), body) => inlined(body),
        Item::Loop(count, body) => vec![Item::Loop(*count, inlined(body))],
        Item::Do(_) => vec![item.clone()],
    };
    program.iter().flat_map(one).collect()
}

/// Returns the actions that a program makes until every mark is made; `None` where it makes more than `most`, or ends
/// before.
#[must_use]
pub fn actions(table: &Table, program: &[Item], most: usize) -> Option<Vec<u8>> {
    let mut course = Course { table, most, state: 0, made: vec![0; table.words()], actions: Vec::new() };
    course.all(program).is_break().then_some(course.actions).filter(|actions| actions.len() <= most)
}

/// A run action by action; it breaks off where every mark is made, or more actions are made than are wanted.
struct Course<'t> {
    table: &'t Table,
    most: usize,
    state: u16,
    made: Vec<u64>,
    actions: Vec<u8>,
}

impl Course<'_> {
    fn all(&mut self, program: &[Item]) -> ControlFlow<()> {
        for item in program {
            match item {
                Item::Do(action) => self.act(*action)?,
                Item::Loop(Some(count), body) => (0..*count).try_for_each(|_| self.all(body))?,
                Item::Loop(None, body) => loop {
                    self.all(body)?;
                },
            }
        }
        ControlFlow::Continue(())
    }

    fn act(&mut self, action: u8) -> ControlFlow<()> {
        self.state = self.table.step(self.state, usize::from(action));
        self.table.mark(self.state).into_iter().for_each(|mark| marks::put(&mut self.made, mark));
        self.actions.push(action);
        let ends = marks::count(&self.made) as usize == self.table.marks() || self.actions.len() > self.most;
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Returns the number of loops of a program.
#[must_use]
pub fn loops(program: &[Item]) -> usize {
    let one = |item: &Item| match item {
        Item::Do(_) => 0,
        Item::Loop(_, body) => 1 + loops(body),
    };
    program.iter().map(one).sum()
}

/// The count of loop number `at`, in the order in which they are written.
fn count_at<'p>(program: &'p mut [Item], at: &mut usize) -> Option<&'p mut Option<u64>> {
    for item in program {
        let Item::Loop(count, body) = item else { continue };
        if *at == 0 {
            return Some(count);
        }
        *at -= 1;
        if let Some(found) = count_at(body, at) {
            return Some(found);
        }
    }
    None
}
