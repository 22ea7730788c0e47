//! Distances, best moves and boards of a wanted distance, read from a map.
//!
//! A state's neighbours are one nearer, as near or one farther, and their distances modulo three tell which. The
//! distance itself is the length of any walk downhill to the goal.

use std::io::{self, Write};

use super::Census;
use super::file::{self, Damaged, File, Summary};
use super::frame::{Frame, State};
use super::planes::Plane;
use crate::motion::Layout;
use crate::random::Random;

/// Random states tried as the start of a walk to the wanted distance.
const TRIES: u32 = 64;

/// The exact distance of every state of a board.
#[derive(Debug)]
pub struct Map {
    frame: Frame,
    summary: Summary,
    storage: Storage,
}

#[derive(Debug)]
enum Storage {
    Built([Plane; 3]),
    Saved(File),
}

impl Map {
    pub(super) fn built(frame: Frame, planes: [Plane; 3], summary: Summary) -> Map {
        Map { frame, summary, storage: Storage::Built(planes) }
    }

    pub(super) fn saved(frame: Frame, file: File, summary: Summary) -> Map {
        Map { frame, summary, storage: Storage::Saved(file) }
    }

    /// Returns the number of states at each distance from the goal.
    #[must_use]
    pub fn census(&self) -> Census {
        let layout = |&code| self.layout(self.frame.uncode(code));
        let hardest = self.summary.sample.iter().filter_map(layout).collect();
        Census { distances: self.summary.distances.clone(), hardest }
    }

    /// Returns the number of states at each distance from the goal, and drops the map.
    #[must_use]
    pub fn into_census(self) -> Census {
        self.census()
    }

    /// Writes the map in the format that [`Map::open`] reads, two bits for each state.
    ///
    /// # Errors
    /// The error of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.storage {
            Storage::Built(planes) => file::write(&self.frame, planes, &self.summary, out),
            Storage::Saved(file) => out.write_all(file.bytes()),
        }
    }

    /// Verifies the checksums of all bytes of a saved map. A map that was built in this process always passes.
    ///
    /// # Errors
    /// [`Damaged::Checksum`] where a checksum does not hold.
    pub fn check(&self) -> Result<(), Damaged> {
        match &self.storage {
            Storage::Built(_) => Ok(()),
            Storage::Saved(file) => file.check(&self.frame),
        }
    }

    /// Returns the number of moves from a layout to the goal, or [`None`] if the goal cannot be reached or the layout
    /// is not one of this board. It reads the map once for each neighbour of each state on a shortest solution.
    ///
    /// # Errors
    /// Where a saved map is damaged.
    pub fn distance(&self, layout: &Layout) -> Result<Option<u32>, Damaged> {
        self.state(layout).map_or(Ok(None), |state| self.descend(state))
    }

    /// Returns the number of moves to the goal and every move with which a shortest solution begins, as the place of
    /// the token that moves. [`None`] if the goal cannot be reached or the layout is not one of this board.
    ///
    /// # Errors
    /// Where a saved map is damaged.
    pub fn best_moves(&self, layout: &Layout) -> Result<Option<(u32, Vec<u8>)>, Damaged> {
        let Some(state) = self.state(layout) else { return Ok(None) };
        let Some(distance) = self.descend(state)? else { return Ok(None) };
        let best = self.neighbours(state, distance + 2)?.into_iter().map(|(place, _)| place).collect();
        Ok(Some((distance, if distance > 0 { best } else { Vec::new() })))
    }

    /// Returns a layout at exactly this distance from the goal, or [`None`] if there is none. Equal seeds give equal
    /// layouts. The choice is random but not uniform: it is the end of a walk from a random state.
    ///
    /// # Errors
    /// Where a saved map is damaged.
    pub fn at_distance(&self, distance: u32, seed: u64) -> Result<Option<Layout>, Damaged> {
        if distance as usize >= self.summary.distances.len() {
            return Ok(None);
        }
        let mut random = Random(seed);
        for _ in 0..TRIES {
            let state = self.random_state(&mut random);
            if let Some(from) = self.descend(state)?
                && let Some(found) = self.walk(state, from, distance, &mut random)?
            {
                return Ok(self.layout(found));
            }
        }
        // Every way down from a hardest state comes through every distance.
        let hardest = self.frame.uncode(self.summary.sample[random.below(self.summary.sample.len())]);
        let found = self.walk(hardest, self.summary.distances.len() as u32 - 1, distance, &mut random)?;
        Ok(found.and_then(|state| self.layout(state)))
    }

    /// Walks from a state `from` moves away to one `to` moves away, at random; [`None`] at a dead end uphill.
    fn walk(&self, mut state: State, mut from: u32, to: u32, random: &mut Random) -> Result<Option<State>, Damaged> {
        while from != to {
            let next = if from < to { from + 1 } else { from - 1 };
            let choices = self.neighbours(state, next)?;
            if choices.is_empty() {
                return Ok(None);
            }
            state = choices[random.below(choices.len())].1;
            from = next;
        }
        Ok(Some(state))
    }

    fn random_state(&self, random: &mut Random) -> State {
        let Frame { chunks, orders, bits, .. } = self.frame;
        State { chunk: random.below(chunks), order: random.below(orders), bit: random.below(bits) }
    }

    /// The state of a layout, if it is one of this board.
    fn state(&self, layout: &Layout) -> Option<State> {
        let layout = self.frame.board().layout(layout.colours().to_vec()).ok()?;
        Some(self.frame.state(&layout))
    }

    fn layout(&self, state: State) -> Option<Layout> {
        self.frame.board().layout(self.frame.colours(state)).ok()
    }

    /// The length of a shortest way to the goal.
    fn descend(&self, mut state: State) -> Result<Option<u32>, Damaged> {
        let Some(mut residue) = self.residue(state)? else { return Ok(None) };
        let goal = self.frame.state(&self.frame.board().goal());
        let mut distance = 0;
        while state != goal {
            residue = (residue + 2) % 3;
            // Every reached state but the goal has a nearer neighbour, and no way down is longer than the longest.
            let nearer = self.neighbour(state, residue)?.ok_or(Damaged::Checksum)?;
            (state, distance) = (nearer, distance + 1);
            if distance as usize >= self.summary.distances.len() {
                return Err(Damaged::Checksum);
            }
        }
        Ok(Some(distance))
    }

    /// The first neighbour of that distance modulo three.
    fn neighbour(&self, state: State, residue: u8) -> Result<Option<State>, Damaged> {
        for step in self.frame.moves(state.chunk) {
            let after = self.frame.after(state, &step);
            if self.residue(after)? == Some(residue) {
                return Ok(Some(after));
            }
        }
        Ok(None)
    }

    /// The neighbours whose distance leaves what `distance` leaves by three, with the places of the tokens that move.
    fn neighbours(&self, state: State, distance: u32) -> Result<Vec<(u8, State)>, Damaged> {
        let mut found = Vec::new();
        for step in self.frame.moves(state.chunk) {
            let after = self.frame.after(state, &step);
            if self.residue(after)? == Some((distance % 3) as u8) {
                found.push((step.place, after));
            }
        }
        Ok(found)
    }

    /// The distance modulo three.
    fn residue(&self, state: State) -> Result<Option<u8>, Damaged> {
        match &self.storage {
            Storage::Built(planes) => {
                let (word, bit) = self.frame.position(state);
                Ok((0u8..).zip(planes).find(|(_, plane)| plane[word] & bit > 0).map(|(residue, _)| residue))
            }
            Storage::Saved(file) => file.residue(&self.frame, state),
        }
    }
}
