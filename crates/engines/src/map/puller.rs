//! What one thread does to pull a distance into the chunks of a set.

use std::ops::Range;

use super::frame::{Frame, Move, State};
use super::job::{Job, Target, Whole};
use super::list::List;
use super::pull::Programs;

/// Missing states of a block, on the average, up to which they are looked for one by one.
const FEW_MISSING: usize = 3;

/// The two planes that a step only reads.
#[derive(Clone, Copy)]
pub(super) struct Seen<'p> {
    /// That of the last distance.
    pub(super) now: &'p [u64],
    /// That which the step does not write.
    pub(super) old: &'p [u64],
}

/// The chunks of one set in the plane that is written, with their counts.
pub(super) struct Part<'p> {
    pub(super) first: usize,
    pub(super) next: &'p mut [u64],
    /// States found, for each chunk.
    pub(super) fresh: &'p mut [u32],
    /// States not reached yet, for each chunk.
    pub(super) missing: &'p mut [u32],
}

/// A chunk to pull into, with its sources.
struct Planned {
    chunk: usize,
    whole: Range<usize>,
    permuted: Range<usize>,
}

/// One thread's view and buffers.
pub(super) struct Puller<'a> {
    frame: &'a Frame,
    programs: &'a Programs,
    seen: Seen<'a>,
    /// For each chunk its states at the last distance, or more.
    before: &'a [u32],
    most: usize,
    pub(super) found: List,
    planned: Vec<Planned>,
    whole: Vec<Whole<'a>>,
    permuted: Vec<(usize, usize)>,
}

impl<'a> Puller<'a> {
    pub(super) fn new(
        frame: &'a Frame,
        programs: &'a Programs,
        seen: Seen<'a>,
        before: &'a [u32],
        most: usize,
    ) -> Puller<'a> {
        let (found, planned, whole, permuted) = Default::default();
        Puller { frame, programs, seen, before, most, found, planned, whole, permuted }
    }

    /// Finds the states of a part; returns their number.
    pub(super) fn pull(&mut self, mut part: Part<'_>) -> u64 {
        let missing: usize = part.missing.iter().map(|&count| count as usize).sum();
        let few = missing <= FEW_MISSING * self.frame.orders * part.missing.len();
        self.planned.clear();
        self.whole.clear();
        self.permuted.clear();
        let mut count = 0;
        for chunk in part.first..part.first + part.missing.len() {
            let mut moves = self.frame.moves(chunk);
            moves.retain(|step| self.before[step.chunk] > 0 && part.missing[chunk - part.first] > 0);
            match (moves.is_empty(), few) {
                (true, _) => {}
                (false, true) => count += self.look(chunk, &moves, &mut part),
                (false, false) => self.plan(chunk, &moves),
            }
        }
        count + self.pull_planned(&mut part)
    }

    /// Plans the batches of a chunk.
    fn plan(&mut self, chunk: usize, moves: &[Move]) {
        let frame = self.frame;
        let (whole, permuted) = (self.whole.len(), self.permuted.len());
        for step in moves {
            let chunk = frame.block(step.chunk, 0);
            match frame.permutes(step) {
                Some(permutation) => self.permuted.push((permutation, chunk)),
                None => self.whole.push(Whole { chunk, orders: frame.orders_after(step) }),
            }
        }
        let (whole, permuted) = (whole..self.whole.len(), permuted..self.permuted.len());
        self.planned.push(Planned { chunk, whole, permuted });
    }

    /// Pulls what is planned.
    fn pull_planned(&mut self, part: &mut Part<'_>) -> u64 {
        let (frame, seen, words) = (self.frame, self.seen, self.frame.chunk_words());
        let mut total = 0;
        for (i, planned) in self.planned.iter().enumerate() {
            let (begin, own) = (frame.block(planned.chunk, 0), planned.chunk - part.first);
            let job = Job {
                source: seen.now,
                whole: &self.whole[planned.whole.clone()],
                permuted: &self.permuted[planned.permuted.clone()],
                ahead: self.planned.get(i + 1).map_or(&[], |next| &self.whole[next.whole.clone()]),
                orders: frame.orders,
                width: frame.width,
            };
            let target = Target {
                now: &seen.now[begin..begin + words],
                old: &seen.old[begin..begin + words],
                next: &mut part.next[own * words..(own + 1) * words],
            };
            let (found, most) = (&mut self.found, self.most);
            let mut list = |word: usize, fresh: &[u64]| list(found, 64 * (begin + word) as u64, fresh, most);
            let count = self.programs.pull(&job, target, &mut list);
            part.fresh[own] += count as u32;
            part.missing[own] -= count as u32;
            total += count;
        }
        total
    }

    /// Looks for each missing state of a chunk whether a move leads there.
    fn look(&mut self, chunk: usize, moves: &[Move], part: &mut Part<'_>) -> u64 {
        let (frame, seen) = (self.frame, self.seen);
        let before = part.missing[chunk - part.first];
        for (order, word) in (0..frame.orders).flat_map(|order| (0..frame.width).map(move |word| (order, word))) {
            let at = frame.block(chunk, order) + word;
            let own = at - frame.block(part.first, 0);
            let mut missing = !(seen.now[at] | seen.old[at] | part.next[own]) & frame.valid(word);
            while missing > 0 {
                let state = State { chunk, order, bit: 64 * word + missing.trailing_zeros() as usize };
                missing &= missing - 1;
                let reached = |step| {
                    let (word, bit) = frame.position(frame.after(state, step));
                    seen.now[word] & bit > 0
                };
                if moves.iter().any(reached) {
                    part.next[own] |= 1 << (state.bit % 64);
                    part.fresh[chunk - part.first] += 1;
                    part.missing[chunk - part.first] -= 1;
                    self.found.push(frame.code(state), self.most);
                }
            }
        }
        u64::from(before - part.missing[chunk - part.first])
    }
}

/// Lists the states of `fresh`, whose first bit has the code `first`.
fn list(found: &mut List, first: u64, fresh: &[u64], most: usize) {
    if found.cut {
        return;
    }
    for (base, &word) in (first..).step_by(64).zip(fresh) {
        let mut rest = word;
        while rest > 0 {
            found.push(base + u64::from(rest.trailing_zeros()), most);
            rest &= rest - 1;
        }
    }
}
