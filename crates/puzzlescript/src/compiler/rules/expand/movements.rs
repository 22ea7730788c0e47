//! Words that mean several movements, such as `moving`, become one movement each.
//!
//! A rule is replaced by rules in which one cell has the first of its ambiguous words replaced, for each such cell; so
//! a result is reached once for every order of its cells. The order in which results come last is that of the game.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::{Draft, Expander, Span};
use crate::compiler::problem::{Code, Problem};
use crate::compiler::rules::item::{Item, Movement};

/// A rule, and what was chosen in it.
struct Branch {
    draft: Draft,
    pairs: SmallVec<[PairChoice; 2]>,
    words: SmallVec<[WordChoice; 2]>,
}

/// What was chosen for a word with a name.
#[derive(Clone, Copy)]
struct PairChoice {
    item: Item,
    /// The movement that was chosen first, and the cell where.
    first: Movement,
    cell: usize,
    /// One more than the number of times that another cell was chosen in.
    cells: usize,
}

/// What was chosen for a word, whatever its name.
#[derive(Clone, Copy)]
struct WordChoice {
    word: Movement,
    first: Movement,
    times: usize,
}

impl Expander<'_, '_> {
    /// Appends the rules that `draft` means.
    pub(super) fn expand_movements(&mut self, draft: Draft, expanded: &mut Vec<Draft>) {
        if !draft.items.iter().any(is_ambiguous) {
            expanded.push(draft);
            return;
        }
        let line = self.lines[draft.line].line;
        let mut queue = VecDeque::from([Branch { draft, pairs: SmallVec::new(), words: SmallVec::new() }]);
        let mut remaining = None;
        while let Some(branch) = queue.pop_front() {
            let items = branch.draft.items.len();
            let children = branch.number_of_children();
            if children > 0 {
                if !self.hold(children, items, branch.draft.line) {
                    return;
                }
                branch.children(&mut queue);
                self.release(items);
            } else {
                let draft = branch.finish();
                remaining = remaining.or_else(|| ambiguous_on_the_right(&draft));
                expanded.push(draft);
            }
        }
        if let Some(word) = remaining {
            self.report.add(Problem::at(Code::AmbiguousMovement, line).value("movement", word.as_str()));
            self.is_invalid = true;
        }
    }
}

fn is_ambiguous(item: &Item) -> bool {
    !item.movement.choices().is_empty()
}

/// The first ambiguous word on the right side of a rule.
fn ambiguous_on_the_right(draft: &Draft) -> Option<Movement> {
    let mut right = draft.shape.cells().flat_map(|(_, right)| draft.cell(right));
    right.find(|item| is_ambiguous(item)).map(|item| item.movement)
}

/// Replaces one item by another wherever it stands in a cell.
fn replace(cell: &mut [Item], item: Item, movement: Movement) {
    for same in cell.iter_mut().filter(|same| **same == item) {
        same.movement = movement;
    }
}

impl Branch {
    /// The cells with something to choose, each with the first item of which something is to be chosen.
    fn ambiguous(&self) -> impl Iterator<Item = (usize, Span, Span, Item)> + '_ {
        let cells = self.draft.shape.cells().enumerate();
        cells.filter_map(|(at, (left, right))| {
            let item = self.draft.cell(left).iter().copied().find(is_ambiguous)?;
            Some((at, left, right, item))
        })
    }

    fn number_of_children(&self) -> usize {
        self.ambiguous().map(|(.., item)| item.movement.choices().len()).sum()
    }

    /// Appends the rules of the next choice in each cell.
    fn children(&self, queue: &mut VecDeque<Branch>) {
        for (at, left, right, item) in self.ambiguous() {
            queue.extend(item.movement.choices().iter().map(|&choice| self.child(at, left, right, item, choice)));
        }
    }

    /// The rule with one item replaced in one cell, on both sides.
    fn child(&self, at: usize, left: Span, right: Span, item: Item, choice: Movement) -> Branch {
        let (mut draft, mut pairs, mut words) = (self.draft.clone(), self.pairs.clone(), self.words.clone());
        replace(draft.cell_mut(left), item, choice);
        replace(draft.cell_mut(right), item, choice);
        match pairs.iter_mut().find(|pair| pair.item == item) {
            Some(pair) => pair.cells += usize::from(pair.cell != at),
            None => pairs.push(PairChoice { item, first: choice, cell: at, cells: 1 }),
        }
        match words.iter_mut().find(|word| word.word == item.movement) {
            Some(word) => word.times += 1,
            None => words.push(WordChoice { word: item.movement, first: choice, times: 1 }),
        }
        Branch { draft, pairs, words }
    }

    /// The rule with what was chosen in one cell alone carried over to the whole right side.
    fn finish(self) -> Draft {
        let mut draft = self.draft;
        for pair in self.pairs.iter().filter(|pair| pair.cells == 1) {
            let is_same = |item: &Item| item.movement == pair.item.movement && item.name == pair.item.name;
            carry_over(&mut draft, is_same, pair.first);
        }
        for word in self.words.iter().filter(|word| word.times == 1) {
            carry_over(&mut draft, |item| item.movement == word.word, word.first);
        }
        draft
    }
}

fn carry_over(draft: &mut Draft, is_same: impl Fn(&Item) -> bool, movement: Movement) {
    let shape = std::rc::Rc::clone(&draft.shape);
    for (_, right) in shape.cells() {
        for item in draft.cell_mut(right).iter_mut().filter(|item| is_same(item)) {
            item.movement = movement;
        }
    }
}
