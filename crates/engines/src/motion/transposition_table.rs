//! Arrangements that a pass of iterative deepening searched in vain (Reinefeld and Marsland, Enhanced
//! iterative-deepening search, 1994), so that another way to one of them is cut at once.
//!
//! One slot of a word an arrangement; a newer one takes the place of an older one. An arrangement's code is
//! multiplied by an odd number, which loses nothing: the highest bits name the slot, the others lie in it above the
//! moves that were left, so what is found is exactly what was put there. A search that keeps everything
//! ([`super::layers`]) is better where counts are asked; this one needs a fixed, small memory.

use crate::{Context, Halt, Reservation};

/// The multiplier: 2^64 divided by the golden ratio, which spreads neighbouring codes.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
/// Bits of a slot that hold the moves left; at least as many bits must name the slot.
const LEFT_BITS: u32 = 8;
const LEFT_MASK: u64 = (1 << LEFT_BITS) - 1;
/// Bits of the number of a slot, least and most: 2 KiB, and as much as half a common L2 cache.
const BITS: std::ops::RangeInclusive<u32> = 8..=16;

/// The arrangements, by code, from which no solution within some number of moves leads on.
pub(super) struct TranspositionTable<'c> {
    slots: Box<[u64]>,
    shift: u32,
    _claim: Reservation<'c>,
}

impl<'c> TranspositionTable<'c> {
    /// An empty table for a search of about this many nodes.
    ///
    /// # Errors
    /// Where the memory allowed does not suffice.
    pub(super) fn new(nodes: u64, cx: &'c Context<'_>) -> Result<TranspositionTable<'c>, Halt> {
        let bits = nodes.max(1).ilog2().clamp(*BITS.start(), *BITS.end());
        let claim = cx.reserve(8 << bits)?;
        Ok(TranspositionTable { slots: vec![0; 1 << bits].into(), shift: u64::BITS - bits, _claim: claim })
    }

    /// Whether the arrangement was searched in vain with at least this many moves left (at least one).
    #[inline]
    pub(super) fn covers(&self, code: u64, left: u32) -> bool {
        let mixed = code.wrapping_mul(SPREAD);
        let slot = self.slots[(mixed >> self.shift) as usize];
        (slot ^ mixed << LEFT_BITS) & !LEFT_MASK == 0 && slot & LEFT_MASK >= u64::from(left)
    }

    /// Notes that the arrangement was searched in vain with this many moves left.
    #[inline]
    pub(super) fn note(&mut self, code: u64, left: u32) {
        let mixed = code.wrapping_mul(SPREAD);
        self.slots[(mixed >> self.shift) as usize] = mixed << LEFT_BITS | u64::from(left).min(LEFT_MASK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn what_was_noted_covers_as_many_moves_or_fewer() {
        let cx = Context::default();
        let mut failed = TranspositionTable::new(1 << 12, &cx).unwrap();
        assert!(!failed.covers(0, 1));
        failed.note(77, 9);
        assert!(failed.covers(77, 9) && failed.covers(77, 1) && !failed.covers(77, 10));
        failed.note(77, 300);
        assert!(failed.covers(77, 255) && !failed.covers(77, 300));
    }

    /// Against a list of what was noted: the table may forget, and must not invent.
    #[test]
    fn no_code_is_taken_for_another() {
        let cx = Context::default();
        let mut failed = TranspositionTable::new(0, &cx).unwrap();
        let (mut noted, mut kept) = (std::collections::HashMap::new(), 0);
        for round in 0..20_000u64 {
            let code = (round % 611).wrapping_mul(0x0101_0001_0001_0011) << (round % 3);
            let left = (round % 13) as u32 + 1;
            let known = noted.get(&code).copied().unwrap_or(0);
            assert!(!failed.covers(code, left) || left <= known);
            kept += u32::from(failed.covers(code, left));
            failed.note(code, left);
            noted.insert(code, left.max(known));
            assert!(failed.covers(code, left));
        }
        assert!(kept > 0);
    }

    #[test]
    fn the_size_follows_the_search_and_the_memory_allowed() {
        let cx = Context::default();
        let slots = |nodes| TranspositionTable::new(nodes, &cx).unwrap().slots.len();
        assert_eq!([0, 1 << 12, u64::MAX].map(slots), [1 << 8, 1 << 12, 1 << 16]);
        let little = Context::new(Budget { bytes: Some(10_000), ..Budget::default() });
        assert!(TranspositionTable::new(1 << 12, &little).is_err());
    }
}
