//! Runs of loop bodies whose inner counts are open: each count is known only as far as the run has asked.
//!
//! A count begins as "2 or more". When the run enters its loop at a state whose orbit under the body has tail μ and
//! cycle λ, the state after the loop depends on the count: on each value below μ, and on the residue modulo λ from μ
//! on. Where the count is not known so far, the run ends and is made once for each case. A count known only by
//! residue stands for arbitrarily large ones: all of them lead through the same states, and the larger makes at
//! least the marks that the smaller makes, so each such loop makes all marks of its orbit. The cases are finitely
//! many and cover every count.

use super::effects::{Effect, Id, lcm};
use super::machine::marks;

/// A part of a body that is run.
#[derive(Clone, Copy)]
pub(super) enum Part<'s> {
    /// A stored effect.
    Do(Effect<'s>, Id),
    /// A loop with this count over the next so many parts.
    Loop { count: usize, parts: usize },
}

/// What is known of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Exactly(u64),
    /// At least `least`, and `residue` modulo `modulus`; as large as one likes.
    Class {
        least: u64,
        modulus: u64,
        residue: u64,
    },
}

impl Count {
    /// Any count that is worth a loop.
    pub(super) const OPEN: Count = Count::Class { least: 2, modulus: 1, residue: 0 };

    /// A value; for a class one so large that each orbit of at most `orbit` states is passed through.
    pub(super) fn value(self, orbit: u64) -> u64 {
        match self {
            Count::Exactly(value) => value,
            Count::Class { least, modulus, residue } => {
                let from = least.max(orbit);
                from.saturating_add((residue + modulus - from % modulus) % modulus)
            }
        }
    }
}

/// The run needs to know more of a count: its orbit has this tail and cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) count: usize,
    tail: u64,
    cycle: u64,
}

impl Split {
    /// The cases into which a class falls, small counts first; `None` beyond 64 bits.
    pub(super) fn cases(self, known: Count) -> Option<Vec<Count>> {
        let Count::Class { least, modulus, residue } = known else { return Some(vec![known]) };
        let exact = (least..self.tail).filter(|value| value % modulus == residue).map(Count::Exactly);
        let both = lcm(modulus, self.cycle)?;
        let least = least.max(self.tail);
        let classes = (0..both / modulus).map(|at| residue + at * modulus);
        let classes = classes.map(|residue| Count::Class { least, modulus: both, residue });
        Some(exact.chain(classes).collect())
    }
}

/// The states of one loop's orbit, with the place of each.
struct Orbit {
    states: Vec<u16>,
    /// For each state the walk that met it last, and its place there.
    met: Vec<(u32, u32)>,
    walk: u32,
}

impl Orbit {
    fn new(states: usize) -> Orbit {
        Orbit { states: Vec::new(), met: vec![(0, 0); states], walk: 0 }
    }

    fn begin(&mut self) {
        self.states.clear();
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.met.fill((0, 0));
            self.walk = 1;
        }
    }

    /// Adds a state; its place where it was there already.
    #[inline]
    fn enter(&mut self, state: u16) -> Option<usize> {
        let met = &mut self.met[usize::from(state)];
        if met.0 == self.walk {
            return Some(met.1 as usize);
        }
        // An orbit has at most 2^16 states.
        *met = (self.walk, self.states.len() as u32);
        self.states.push(state);
        None
    }
}

/// Runs bodies; one for each thread.
pub(super) struct Runner {
    states: usize,
    orbits: Vec<Orbit>,
    /// The marks made in this run.
    pub(super) made: Vec<u64>,
}

impl Runner {
    pub(super) fn new(states: usize, words: usize) -> Runner {
        Runner { states, orbits: vec![Orbit::new(states)], made: vec![0; words] }
    }

    /// How many states the orbit of a body without open counts has: no marks, so it is quick.
    pub(super) fn length(&mut self, parts: &[Part<'_>], start: u16) -> usize {
        let orbit = &mut self.orbits[0];
        orbit.begin();
        let mut state = start;
        while orbit.enter(state).is_none() {
            for part in parts {
                if let Part::Do(effect, _) = part {
                    state = effect.map[usize::from(state)];
                }
            }
        }
        orbit.states.len()
    }

    /// Runs a body for ever, from `start` and the marks `made`; tells `each` every state after a pass with the
    /// marks made so far. Gives the tail of the orbit.
    ///
    /// # Errors
    /// A count of which more must be known.
    pub(super) fn forever(
        &mut self,
        parts: &[Part<'_>],
        counts: &[Count],
        start: u16,
        made: &[u64],
        mut each: impl FnMut(u16, &[u64]),
    ) -> Result<usize, Split> {
        self.made.copy_from_slice(made);
        self.orbits[0].begin();
        let mut state = start;
        loop {
            if let Some(tail) = self.orbits[0].enter(state) {
                return Ok(tail);
            }
            state = self.pass(parts, counts, state, 1)?;
            each(state, &self.made);
        }
    }

    /// One pass through some parts.
    fn pass(&mut self, parts: &[Part<'_>], counts: &[Count], mut state: u16, depth: usize) -> Result<u16, Split> {
        let mut at = 0;
        while let Some(part) = parts.get(at) {
            at += 1;
            match *part {
                Part::Do(effect, _) => {
                    let from = usize::from(state);
                    let words = self.made.len();
                    marks::add(&mut self.made, &effect.made[from * words..(from + 1) * words]);
                    state = effect.map[from];
                }
                Part::Loop { count, parts: length } => {
                    state = self.repeat(&parts[at..at + length], counts, count, state, depth)?;
                    at += length;
                }
            }
        }
        Ok(state)
    }

    /// A whole loop.
    fn repeat(
        &mut self,
        body: &[Part<'_>],
        counts: &[Count],
        count: usize,
        mut state: u16,
        depth: usize,
    ) -> Result<u16, Split> {
        if self.orbits.len() == depth {
            self.orbits.push(Orbit::new(self.states));
        }
        self.orbits[depth].begin();
        let exact = if let Count::Exactly(value) = counts[count] { Some(value) } else { None };
        loop {
            if exact == Some(self.orbits[depth].states.len() as u64) {
                return Ok(state);
            }
            if let Some(tail) = self.orbits[depth].enter(state) {
                return self.cycle(counts[count], count, tail, depth);
            }
            state = self.pass(body, counts, state, depth + 1)?;
        }
    }

    /// The state after a loop whose orbit is known.
    fn cycle(&self, known: Count, count: usize, tail: usize, depth: usize) -> Result<u16, Split> {
        let states = &self.orbits[depth].states;
        let (first, cycle) = (tail as u64, (states.len() - tail) as u64);
        let on = match known {
            // The value is at least the orbit's length.
            Count::Exactly(value) => (value - first) % cycle,
            Count::Class { least, modulus, residue } if least >= first && modulus.is_multiple_of(cycle) => {
                (residue % cycle + cycle - first % cycle) % cycle
            }
            Count::Class { .. } => return Err(Split { count, tail: first, cycle }),
        };
        Ok(states[tail + on as usize])
    }
}
