//! From one distance to the next.
//!
//! Three planes hold the states whose distance leaves 0, 1 or 2 by three. A state that is not reached yet has no
//! neighbour nearer than the last finished distance d, so all of plane d mod 3 may serve as source: pulling reads
//! that plane and writes the next, and nothing is ever cleared. Few new states are pushed one by one from a list
//! instead.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::file::Summary;
use super::frame::Frame;
use super::list::{List, SAMPLE};
use super::planes::Plane;
use super::pull::Programs;
use super::puller::{Part, Puller, Seen};
use crate::{Context, Halt};

/// States on a list at least, before it is cut.
const MIN_LISTED: u64 = 4096;

/// How far a map is: every state up to a distance, in three planes.
pub(super) struct Levels<'a> {
    frame: &'a Frame,
    programs: &'a Programs,
    pub(super) planes: [Plane; 3],
    /// States at each distance so far.
    pub(super) distances: Vec<u64>,
    /// For each chunk its states at the last distance, or more.
    fresh: Vec<u32>,
    /// For each chunk its states not reached.
    missing: Vec<u32>,
    /// States of the last distance.
    pub(super) last: List,
}

/// The planes as one step sees them.
fn split(planes: &mut [Plane; 3], distance: usize) -> (Seen<'_>, &mut [u64]) {
    let [a, b, c] = planes;
    match distance % 3 {
        0 => (Seen { now: a, old: c }, b),
        1 => (Seen { now: b, old: a }, c),
        _ => (Seen { now: c, old: b }, a),
    }
}

impl<'a> Levels<'a> {
    /// Distance 0: the goal alone.
    pub(super) fn begin(frame: &'a Frame, programs: &'a Programs, mut planes: [Plane; 3]) -> Levels<'a> {
        let goal = frame.state(&frame.board().goal());
        let (word, bit) = frame.position(goal);
        planes[0][word] |= bit;
        let mut levels = Levels {
            frame,
            programs,
            planes,
            distances: vec![1],
            fresh: vec![0; frame.chunks],
            missing: vec![frame.chunk_states(); frame.chunks],
            last: List { codes: vec![frame.code(goal)], cut: false },
        };
        levels.fresh[goal.chunk] = 1;
        levels.missing[goal.chunk] -= 1;
        levels
    }

    /// Goes on from planes that hold all states of these distances; `sample` are some of the last one.
    pub(super) fn resume(&mut self, distances: Vec<u64>, sample: Vec<u64>) {
        let words = self.frame.chunk_words();
        let ones = |plane: &[u64], chunk: usize| {
            plane[chunk * words..(chunk + 1) * words].iter().map(|word| word.count_ones()).sum::<u32>()
        };
        let now = (distances.len() + 2) % 3;
        for chunk in 0..self.frame.chunks {
            let reached = [0, 1, 2].map(|residue| ones(&self.planes[residue], chunk));
            self.fresh[chunk] = reached[now];
            self.missing[chunk] = self.frame.chunk_states().saturating_sub(reached.iter().sum());
        }
        let cut = distances.last().is_some_and(|&count| count > sample.len() as u64);
        self.last = List { codes: sample, cut };
        self.distances = distances;
    }

    /// The last finished distance.
    pub(super) fn finished(&self) -> usize {
        self.distances.len() - 1
    }

    /// The words of the plane that a distance is in.
    pub(super) fn plane(&self, distance: usize) -> &[u64] {
        &self.planes[distance % 3][..self.frame.chunks * self.frame.chunk_words()]
    }

    /// What is counted so far, with the first states of the last distance.
    pub(super) fn summary(&self) -> Summary {
        let mut sample = self.last.codes.clone();
        sample.sort_unstable();
        sample.truncate(SAMPLE);
        Summary { distances: self.distances.clone(), sample }
    }

    /// The most states that a list holds: with more, pushing would take longer than pulling.
    pub(super) fn most_listed(blocks: u64) -> u64 {
        (blocks / 4 * 3).max(MIN_LISTED)
    }

    /// Finds the states of the next distance; says whether there are any.
    pub(super) fn step(&mut self, cx: &Context<'_>) -> Result<bool, Halt> {
        let most = Self::most_listed(self.frame.chunks as u64 * self.frame.orders as u64);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let few = !self.last.cut && self.last.codes.len().saturating_mul(cx.thread_count()) <= most;
        let count = if few { self.push(most, cx)? } else { self.pull(most, cx)? };
        if count > 0 {
            self.distances.push(count);
        }
        Ok(count > 0)
    }

    /// Every listed state marks its neighbours.
    fn push(&mut self, most: usize, cx: &Context<'_>) -> Result<u64, Halt> {
        let frame = self.frame;
        let (seen, next) = split(&mut self.planes, self.distances.len() - 1);
        self.last.codes.sort_unstable();
        self.fresh.fill(0);
        let mut found = List::default();
        let mut count = 0;
        for same in self.last.codes.chunk_by(|&a, &b| frame.uncode(a).chunk == frame.uncode(b).chunk) {
            let moves = frame.moves(frame.uncode(same[0]).chunk);
            let before = count;
            for (&code, step) in same.iter().flat_map(|code| moves.iter().map(move |step| (code, step))) {
                let state = frame.after(frame.uncode(code), step);
                let (word, bit) = frame.position(state);
                if (seen.now[word] | seen.old[word] | next[word]) & bit == 0 {
                    next[word] |= bit;
                    self.fresh[state.chunk] += 1;
                    self.missing[state.chunk] -= 1;
                    found.push(frame.code(state), most);
                    count += 1;
                }
            }
            cx.spend(count - before)?;
        }
        if count > 0 {
            self.last = found;
        }
        Ok(count)
    }

    /// Every chunk takes what reaches it.
    fn pull(&mut self, most: usize, cx: &Context<'_>) -> Result<u64, Halt> {
        let frame = self.frame;
        let (seen, next) = split(&mut self.planes, self.distances.len() - 1);
        let before = std::mem::replace(&mut self.fresh, vec![0; frame.chunks]);
        let counts = self.fresh.chunks_mut(frame.ranks).zip(self.missing.chunks_mut(frame.ranks));
        let parts = next.chunks_mut(frame.ranks * frame.chunk_words()).zip(counts).enumerate();
        let parts =
            parts.map(|(set, (next, (fresh, missing)))| Part { first: set * frame.ranks, next, fresh, missing });
        let queue = Mutex::new(parts);
        let total = AtomicU64::new(0);
        let found = Mutex::new(List::default());
        let most = most / cx.thread_count();
        let work = || -> Result<(), Halt> {
            let mut puller = Puller::new(frame, self.programs, seen, &before, most);
            while let Some(part) = queue.lock().ok().and_then(|mut parts| parts.next()) {
                let count = puller.pull(part);
                total.fetch_add(count, Ordering::Relaxed);
                cx.spend(count)?;
            }
            if let Ok(mut all) = found.lock() {
                all.join(puller.found);
            }
            Ok(())
        };
        run(cx.thread_count(), &work)?;
        let count = total.into_inner();
        if count > 0 {
            self.last = found.into_inner().unwrap_or_default();
        }
        Ok(count)
    }
}

/// Runs `work` in that many threads, this one among them.
fn run(threads: usize, work: &(impl Fn() -> Result<(), Halt> + Sync)) -> Result<(), Halt> {
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let ends = others.into_iter().map(|other| other.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        ends.fold(own, Result::and)
    })
}
