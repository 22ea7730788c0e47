//! The places of the bits of a word.

/// The places of the bits of a word, ascending.
#[inline(always)]
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    Bits(word)
}

/// An iterator of the places of bits. It looks for the end first: the place of a bit that is there takes one
/// instruction.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
