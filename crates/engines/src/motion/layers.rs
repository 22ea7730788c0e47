//! Shortest solutions as layers: the arrangements after 0, 1, 2, … moves from which the goal seems still in reach
//! of a given total. Each arrangement is met once a layer, however many ways lead there, so counting is dynamic
//! programming (one addition a link) and listing walks only along links that lead to the goal.
//!
//! The bound prunes as in [`super::deepen`], which finds the total first. Memory grows with the widest layer for
//! counting, with all of them for listing.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::AddAssign;

use num_bigint::BigUint;

use super::heuristic::{BuildMultiplying, Heuristic};
use crate::{Context, EngineLimit, Halt, Reservation};

type Counts<K, N> = HashMap<K, N, BuildMultiplying>;
type Layer<K> = HashSet<K, BuildMultiplying>;

/// Nodes between two looks at the limits.
const STRIDE: u64 = 4096;

/// Counts nodes, and claims memory before a set grows.
struct Account<'a, 'c> {
    cx: &'a Context<'c>,
    nodes: u64,
    key_bytes: u64,
}

impl<'a, 'c> Account<'a, 'c> {
    fn new<H: Heuristic>(heuristic: &H, cx: &'a Context<'c>, value_bytes: usize) -> Account<'a, 'c> {
        Account { cx, nodes: 0, key_bytes: heuristic.key_bytes() + value_bytes as u64 + 1 }
    }

    fn node(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes >= STRIDE { self.tell() } else { Ok(()) }
    }

    fn tell(&mut self) -> Result<(), Halt> {
        self.cx.spend(std::mem::take(&mut self.nodes))
    }

    /// Claims the table that a set of this length and capacity will need next, if it is full.
    fn room(&self, length: usize, capacity: usize, claim: &mut Option<Reservation<'a>>) -> Result<(), Halt> {
        if length == capacity {
            // Tables grow to the next power of two and are filled to seven eighths.
            let slots = (capacity.max(3) as u64 * 2 + 2).next_power_of_two();
            *claim = Some(self.cx.reserve(slots * self.key_bytes)?);
        }
        Ok(())
    }
}

/// The number of solutions of exactly `moves` moves, where that is the least.
pub(super) fn count<H: Heuristic>(
    heuristic: &H,
    root: &H::State,
    moves: u32,
    cx: &Context<'_>,
) -> Result<BigUint, Halt> {
    let widest = (0..=u8::MAX)
        .map_while(|place| (usize::from(place) < heuristic.places()).then(|| heuristic.links(place).count()));
    let bits = widest.max().unwrap_or(1).max(1).ilog2() + 1;
    if bits * moves < 128 {
        Ok(BigUint::from(count_in::<H, u128>(heuristic, root, moves, cx)?))
    } else {
        count_in::<H, BigUint>(heuristic, root, moves, cx)
    }
}

fn count_in<H, N>(heuristic: &H, root: &H::State, moves: u32, cx: &Context<'_>) -> Result<N, Halt>
where
    H: Heuristic,
    N: Clone + From<u32> + for<'n> AddAssign<&'n N>,
{
    let mut account = Account::new(heuristic, cx, size_of::<N>());
    let mut layer: Counts<H::Key, N> = HashMap::from_iter([(heuristic.key(root), N::from(1))]);
    let mut _held = None;
    for left in (0..moves).rev() {
        cx.report("counting", u64::from(moves - left), Some(u64::from(moves)), Some(u64::from(moves)));
        let mut next: Counts<H::Key, N> = HashMap::default();
        let mut claim = None;
        for (key, ways) in &layer {
            let state = heuristic.reopen(key);
            for from in heuristic.links(heuristic.blank(&state)) {
                account.node()?;
                let Ok(after) = heuristic.step(&state, from, left) else { continue };
                account.room(next.len(), next.capacity(), &mut claim)?;
                match next.entry(heuristic.key(&after)) {
                    Entry::Occupied(mut known) => *known.get_mut() += ways,
                    Entry::Vacant(free) => {
                        free.insert(ways.clone());
                    }
                }
            }
        }
        (layer, _held) = (next, claim);
    }
    account.tell()?;
    let solved = layer.into_iter().find(|(key, _)| heuristic.solved(&heuristic.reopen(key)));
    Ok(solved.map_or(N::from(0), |(_, ways)| ways))
}

/// The arrangements on shortest solutions, layer by layer from the start to the goal.
pub(super) struct Layers<'c, K> {
    layers: Vec<Layer<K>>,
    _claims: Vec<Reservation<'c>>,
}

impl<'c, K: Clone + Eq + Hash> Layers<'c, K> {
    /// The layers of the solutions of `moves` moves, where that is the least.
    pub(super) fn towards<H: Heuristic<Key = K>>(
        heuristic: &H,
        root: &H::State,
        moves: u32,
        cx: &'c Context<'_>,
    ) -> Result<Layers<'c, K>, Halt> {
        let mut account = Account::new(heuristic, cx, 0);
        let mut layers = vec![Layer::from_iter([heuristic.key(root)])];
        let mut claims = Vec::new();
        for left in (0..moves).rev() {
            let mut next = Layer::default();
            let mut claim = None;
            for key in layers.last().into_iter().flatten() {
                let state = heuristic.reopen(key);
                for from in heuristic.links(heuristic.blank(&state)) {
                    account.node()?;
                    if let Ok(after) = heuristic.step(&state, from, left) {
                        account.room(next.len(), next.capacity(), &mut claim)?;
                        next.insert(heuristic.key(&after));
                    }
                }
            }
            claims.extend(claim);
            layers.push(next);
        }
        account.tell()?;
        let mut layers = Layers { layers, _claims: claims };
        layers.trim(heuristic, &mut account)?;
        Ok(layers)
    }

    /// Keeps what leads to the goal.
    fn trim<H: Heuristic<Key = K>>(&mut self, heuristic: &H, account: &mut Account<'_, '_>) -> Result<(), Halt> {
        if let Some(last) = self.layers.last_mut() {
            last.retain(|key| heuristic.solved(&heuristic.reopen(key)));
        }
        for number in (0..self.layers.len().saturating_sub(1)).rev() {
            let (before, after) = self.layers.split_at_mut(number + 1);
            let mut halted = Ok(());
            before[number].retain(|key| {
                let state = heuristic.reopen(key);
                halted = halted.and(account.node());
                halted.is_ok() && alive(heuristic, &state, &after[0]).next().is_some()
            });
            halted?;
        }
        account.tell()
    }

    /// At most `most` solutions in lexicographic order.
    pub(super) fn lines<H: Heuristic<Key = K>>(
        &self,
        heuristic: &H,
        root: &H::State,
        most: usize,
        cx: &Context<'_>,
    ) -> Result<Vec<Vec<u8>>, Halt> {
        let mut lines = Vec::new();
        let mut line: Vec<u8> = Vec::new();
        let mut nodes = 0;
        let mut open = vec![self.onward(heuristic, root, 1)];
        while let Some(choices) = open.last_mut() {
            if lines.len() >= most {
                break;
            }
            if let Some((from, state)) = choices.pop() {
                line.truncate(open.len() - 1);
                line.push(from);
                nodes += 1;
                if nodes % STRIDE == 0 {
                    cx.spend(STRIDE)?;
                }
                if line.len() + 1 == self.layers.len() {
                    lines.push(line.clone());
                } else {
                    open.push(self.onward(heuristic, &state, line.len() + 1));
                }
            } else {
                open.pop();
            }
        }
        cx.spend(nodes % STRIDE)?;
        Ok(lines)
    }

    /// The steps from a state into a layer, the last place first.
    fn onward<H: Heuristic<Key = K>>(&self, heuristic: &H, state: &H::State, layer: usize) -> Vec<(u8, H::State)> {
        let mut steps: Vec<_> =
            self.layers.get(layer).into_iter().flat_map(|next| alive(heuristic, state, next)).collect();
        steps.reverse();
        steps
    }

    /// The first solution and every first move.
    fn found<H: Heuristic<Key = K>>(&self, heuristic: &H, root: &H::State, cx: &Context<'_>) -> Result<Found, Halt> {
        let line = self.lines(heuristic, root, 1, cx)?.pop().unwrap_or_default();
        let firsts = self.onward(heuristic, root, 1).iter().rev().map(|&(from, _)| from).collect();
        Ok(Found { line, firsts })
    }
}

/// The steps from a state that lead into a layer, ascending.
fn alive<'s, H: Heuristic>(
    heuristic: &'s H,
    state: &'s H::State,
    next: &'s Layer<H::Key>,
) -> impl Iterator<Item = (u8, H::State)> + 's {
    let steps = heuristic.links(heuristic.blank(state)).map(move |from| (from, heuristic.step(state, from, u32::MAX)));
    steps
        .filter_map(|(from, after)| Some((from, after.ok()?)))
        .filter(|(_, after)| next.contains(&heuristic.key(after)))
}

/// A shortest solution, and the first moves found: one, or all of them ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) line: Vec<u8>,
    pub(super) firsts: Vec<u8>,
}

/// What a search of the whole space found.
pub(super) enum Probe {
    /// A shortest solution and every first move.
    Found(Found),
    /// The goal cannot be reached: every arrangement that can be was seen.
    Exhausted,
    /// There are more arrangements than could be kept, for this limit.
    TooLarge(Halt),
}

/// Searches breadth-first, keeping at most `most` arrangements.
pub(super) fn probe<H: Heuristic>(
    heuristic: &H,
    root: &H::State,
    most: usize,
    cx: &Context<'_>,
) -> Result<Probe, Halt> {
    // Each key is in a layer too.
    let mut account = Account::new(heuristic, cx, heuristic.key_bytes() as usize);
    let mut claim = None;
    let mut layers = vec![Layer::from_iter([heuristic.key(root)])];
    let mut seen = layers[0].clone();
    loop {
        let mut next = Layer::default();
        let mut solved = false;
        for key in layers.last().into_iter().flatten() {
            let state = heuristic.reopen(key);
            for from in heuristic.links(heuristic.blank(&state)) {
                account.node()?;
                let Ok(after) = heuristic.step(&state, from, u32::MAX) else { continue };
                if let Err(halt) = account.room(seen.len(), seen.capacity(), &mut claim) {
                    return Ok(Probe::TooLarge(halt));
                }
                if seen.insert(heuristic.key(&after)) {
                    next.insert(heuristic.key(&after));
                    solved |= heuristic.solved(&after);
                }
            }
        }
        if next.is_empty() {
            account.tell()?;
            return Ok(Probe::Exhausted);
        }
        layers.push(next);
        if solved {
            let mut layers = Layers { layers, _claims: claim.into_iter().collect() };
            layers.trim(heuristic, &mut account)?;
            return Ok(Probe::Found(layers.found(heuristic, root, cx)?));
        }
        if seen.len() > most {
            account.tell()?;
            return Ok(Probe::TooLarge(Halt::Engine(EngineLimit::States)));
        }
    }
}
