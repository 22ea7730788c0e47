//! Breadth-first search for a solution of least cost among those with fewest moves.
//!
//! Costs are compared where moves are equally many, so a state belongs to the layer in which it is first reached, and
//! its cost is the least over all states of the layer before. Layers are expanded to their ends. Where the fewest moves
//! are known, states whose heuristic shows that they lead beyond them are left out.

use super::expansion::{Expansion, Heuristic, labels};
use super::key_set::KeySet;
use super::outcome::{Cut, Evidence, Found, Outcome};
use super::rows::Rows;
use super::space::PackedSpace;
use crate::Context;
use crate::search::DEAD_END;

/// A solution with fewest moves, and of least cost among those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastCost {
    /// The solution.
    pub found: Found,
    /// The sum of the costs of its moves.
    pub cost: u32,
}

/// Finds a solution from `start`, which is no goal: of those with fewest moves one of least cost. `None` where every
/// solution has more than `most` moves. The heuristic of the space must count moves here, not cost; it is used where
/// `most` is given.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn least_cost<S: PackedSpace>(
    space: &S,
    start: &[u32],
    most: Option<u32>,
    cx: &Context<'_>,
) -> Result<Outcome<Option<LeastCost>>, S::Error> {
    let mut made = 0;
    run(space, start, most, &mut made, cx).or_else(|cut| cut.settle(made + 1))
}

/// How a state is reached with fewest moves at least cost.
#[derive(Clone, Copy)]
struct Way {
    parent: u32,
    cost: u32,
}

/// The cost of states that are not expanded.
const LEFT_OUT: u32 = u32::MAX;

struct Search<'s, 'c, S: PackedSpace> {
    space: &'s S,
    expansion: Expansion<'s, 'c, S>,
    keys: KeySet<'c>,
    ways: Rows<'c, Way>,
    dead_ends: u64,
    /// Whether states were left out that may lead to a goal.
    has_cut: bool,
    /// The least cost of a solution, and the state before its goal.
    best: Option<Way>,
}

fn run<S: PackedSpace>(
    space: &S,
    start: &[u32],
    most: Option<u32>,
    made: &mut u32,
    cx: &Context<'_>,
) -> Result<Outcome<Option<LeastCost>>, Cut<S::Error>> {
    let expansion = Expansion::new(space, cx)?;
    let (keys, ways) = (KeySet::new(space.words(), cx), Rows::new(1, cx));
    let mut search = Search { space, expansion, keys, ways, dead_ends: 0, has_cut: false, best: None };
    search.keys.intern(start)?;
    search.ways.push(&[Way { parent: 0, cost: 0 }])?;
    let mut layer = 0..1;
    while most.is_none_or(|most| *made < most) {
        cx.report("least cost", u64::from(layer.start), None, Some(u64::from(*made) + 1));
        search.expand(layer.clone())?;
        *made += 1;
        if let Some(best) = search.best {
            return Ok(Outcome::Found(Some(search.solved(best)?)));
        }
        layer = layer.end..search.keys.len();
        if layer.is_empty() {
            if search.has_cut {
                break;
            }
            let (states, dead_ends) = (u64::from(search.keys.len()), search.dead_ends);
            return Ok(Outcome::Impossible(Evidence { states, dead_ends }));
        }
        if let Some(most) = most {
            search.leave_out(layer.clone(), most - *made)?;
        }
    }
    Ok(Outcome::Found(None))
}

impl<S: PackedSpace> Search<'_, '_, S> {
    /// Expands a layer; the states that are new belong to the next one.
    fn expand(&mut self, layer: std::ops::Range<u32>) -> Result<(), Cut<S::Error>> {
        let (mut ids, mut keys) = (Vec::new(), Vec::new());
        let mut at = layer.start;
        while at < layer.end {
            let next = layer.end.min(at + self.expansion.most() as u32);
            ids.clear();
            ids.extend((at..next).filter(|&id| self.ways.get(id as usize)[0].cost != LEFT_OUT));
            keys.clear();
            ids.iter().for_each(|&id| keys.extend_from_slice(self.keys.get(id)));
            let Search { space, expansion, keys: known, ways, best, .. } = self;
            expansion.expand(&keys, |step| {
                let parent = ids[step.from];
                let way = Way { parent, cost: ways.get(parent as usize)[0].cost + space.cost(step.label) };
                if step.is_goal {
                    *best = best.filter(|best| best.cost <= way.cost).or(Some(way));
                    return Ok(());
                }
                let (id, is_new) = known.intern(step.key)?;
                if is_new {
                    ways.push(&[way])?;
                } else if id >= layer.end && way.cost < ways.get(id as usize)[0].cost {
                    ways.get_mut(id as usize)[0] = way;
                }
                Ok(())
            })?;
            at = next;
        }
        Ok(())
    }

    /// Leaves out the states of a layer that need more than `left` moves.
    fn leave_out(&mut self, layer: std::ops::Range<u32>, left: u32) -> Result<(), Cut<S::Error>> {
        let (mut at, mut keys) = (layer.start, Vec::new());
        while at < layer.end {
            let next = layer.end.min(at + self.expansion.most() as u32);
            keys.clear();
            (at..next).for_each(|id| keys.extend_from_slice(self.keys.get(id)));
            for (id, bound) in (at..).zip(self.expansion.heuristics(&keys, Heuristic::LowerBound)?) {
                if bound.max(1) > left {
                    self.ways.get_mut(id as usize)[0].cost = LEFT_OUT;
                    self.dead_ends += u64::from(bound == DEAD_END);
                    self.has_cut |= bound != DEAD_END;
                }
            }
            at = next;
        }
        Ok(())
    }

    /// The solution by way of the state before its goal.
    fn solved(mut self, best: Way) -> Result<LeastCost, Cut<S::Error>> {
        let mut ids = vec![best.parent];
        let mut id = best.parent;
        while id != 0 {
            id = self.ways.get(id as usize)[0].parent;
            ids.push(id);
        }
        let states = ids.iter().rev().map(|&id| self.keys.get(id));
        let labels = labels(self.space, self.expansion.worker(), states)?;
        let states = u64::from(self.keys.len());
        Ok(LeastCost { found: Found { labels, states }, cost: best.cost })
    }
}
