//! Values of cells (or counts of presses) modulo a prime, packed: one bit each modulo 2, else one byte.
//!
//! A board of one value everywhere takes no memory until it is changed.

use std::fmt::Write;

/// Values modulo a prime, numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    modulus: u8,
    len: usize,
    packed: Packed,
}

#[derive(Clone, Debug)]
enum Packed {
    Uniform(u8),
    Bits(Vec<u64>),
    Digits(Vec<u8>),
}

impl Cells {
    /// Creates cells that all have the same value.
    pub(super) fn uniform(modulus: u8, len: usize, value: u8) -> Cells {
        Cells { modulus, len, packed: Packed::Uniform(value) }
    }

    /// Returns the bytes that the cells take, those of one value everywhere once they are changed.
    pub(super) fn bytes(&self) -> u64 {
        if self.modulus == 2 { (self.len as u64).div_ceil(8) } else { self.len as u64 }
    }

    /// From one ASCII digit a cell.
    ///
    /// # Errors
    /// The place of the first byte that is no digit below the modulus.
    pub(super) fn from_digits(modulus: u8, digits: &[u8]) -> Result<Cells, usize> {
        let bad = |byte: &u8| byte.wrapping_sub(b'0') >= modulus.min(10);
        let packed = if modulus == 2 {
            let mut wrong = 0;
            let words = digits.chunks(64).map(|chunk| pack(chunk, &mut wrong)).collect();
            if wrong != 0 {
                return Err(digits.iter().position(bad).unwrap_or(0));
            }
            Packed::Bits(words)
        } else {
            if let Some(at) = digits.iter().position(bad) {
                return Err(at);
            }
            Packed::Digits(digits.iter().map(|byte| byte - b'0').collect())
        };
        Ok(Cells { modulus, len: digits.len(), packed })
    }

    /// From values below the modulus.
    pub(super) fn from_values(modulus: u8, values: &[u8]) -> Cells {
        if modulus != 2 {
            return Cells { modulus, len: values.len(), packed: Packed::Digits(values.to_vec()) };
        }
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &value| word << 1 | u64::from(value & 1));
        Cells { modulus, len: values.len(), packed: Packed::Bits(values.chunks(64).map(word).collect()) }
    }

    /// Modulo 2, from words of 64 cells each, the lowest bit first; bits beyond `len` are cleared.
    pub(super) fn from_words(len: usize, mut words: Vec<u64>) -> Cells {
        words.resize(len.div_ceil(64), 0);
        if let Some(last) = words.last_mut().filter(|_| !len.is_multiple_of(64)) {
            *last &= (1 << (len % 64)) - 1;
        }
        Cells { modulus: 2, len, packed: Packed::Bits(words) }
    }

    pub(super) fn modulus(&self) -> u8 {
        self.modulus
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The value everywhere, where that is how it was given.
    pub(super) fn as_uniform(&self) -> Option<u8> {
        if let Packed::Uniform(value) = self.packed { Some(value) } else { None }
    }

    /// The value of all cells, where they have one value, however they are stored.
    pub(super) fn value_of_all(&self) -> Option<u8> {
        self.as_uniform().or_else(|| {
            let first = self.get(0);
            let same = if first == 0 { self.support() == 0 } else { (1..self.len()).all(|at| self.get(at) == first) };
            same.then_some(first)
        })
    }

    /// The value at `at`, below the length.
    pub(super) fn get(&self, at: usize) -> u8 {
        match &self.packed {
            Packed::Uniform(value) => *value,
            Packed::Bits(words) => (words[at / 64] >> (at % 64) & 1) as u8,
            Packed::Digits(values) => values[at],
        }
    }

    /// Adds `value`, below the modulus, to the cell `at`.
    pub(super) fn add(&mut self, at: usize, value: u8) {
        self.spread();
        match &mut self.packed {
            Packed::Bits(words) => words[at / 64] ^= u64::from(value & 1) << (at % 64),
            Packed::Digits(values) => values[at] = sum(values[at], value, self.modulus),
            Packed::Uniform(_) => {}
        }
    }

    /// Modulo 2: 64 cells from `64 * index` on, those beyond the end 0.
    pub(super) fn word(&self, index: usize) -> u64 {
        match &self.packed {
            Packed::Bits(words) => words.get(index).copied().unwrap_or(0),
            Packed::Uniform(0) => 0,
            _ => match self.len.saturating_sub(64 * index) {
                0 => 0,
                rest @ 1..64 => (1 << rest) - 1,
                _ => u64::MAX,
            },
        }
    }

    /// Modulo 2: 64 cells from `at` on, those beyond the end 0.
    pub(super) fn word_at(&self, at: usize) -> u64 {
        let (index, shift) = (at / 64, at % 64);
        let low = self.word(index) >> shift;
        if shift == 0 { low } else { low | self.word(index + 1) << (64 - shift) }
    }

    /// `self - other`, of equal length and modulus.
    pub(super) fn minus(&self, other: &Cells) -> Cells {
        let packed = match (self.as_uniform(), other.as_uniform()) {
            (Some(a), Some(b)) => Packed::Uniform(sum(a, (self.modulus - b) % self.modulus, self.modulus)),
            _ if self.modulus == 2 => {
                Packed::Bits((0..self.len.div_ceil(64)).map(|index| self.word(index) ^ other.word(index)).collect())
            }
            _ => {
                let minus = |at| sum(self.get(at), (self.modulus - other.get(at)) % self.modulus, self.modulus);
                Packed::Digits((0..self.len).map(minus).collect())
            }
        };
        Cells { packed, ..*self }
    }

    /// Whether both hold the same values.
    pub(super) fn equals(&self, other: &Cells) -> bool {
        if self.modulus == 2 {
            return (0..self.len.div_ceil(64)).all(|index| self.word(index) == other.word(index));
        }
        (0..self.len).all(|at| self.get(at) == other.get(at))
    }

    /// Places and values other than 0, ascending.
    pub(super) fn nonzero(&self) -> Box<dyn Iterator<Item = (usize, u8)> + '_> {
        if self.modulus == 2 {
            let words = (0..self.len.div_ceil(64)).map(|index| (index, self.word(index)));
            return Box::new(words.flat_map(|(index, word)| ones(word).map(move |bit| (64 * index + bit, 1))));
        }
        Box::new((0..self.len).map(|at| (at, self.get(at))).filter(|&(_, value)| value != 0))
    }

    /// How many cells are not 0.
    pub(super) fn support(&self) -> u64 {
        if self.modulus == 2 {
            return (0..self.len.div_ceil(64)).map(|index| u64::from(self.word(index).count_ones())).sum();
        }
        self.nonzero().count() as u64
    }

    /// The sum of the values as whole numbers: of presses, how many.
    pub(super) fn weight(&self) -> u64 {
        if self.modulus == 2 { self.support() } else { self.nonzero().map(|(_, value)| u64::from(value)).sum() }
    }

    /// Places from 1, ascending, each as often as its value says.
    pub(super) fn listed(&self) -> Vec<u64> {
        let mut listed = Vec::with_capacity(usize::try_from(self.weight()).unwrap_or(0));
        self.nonzero().for_each(|(at, value)| listed.extend(std::iter::repeat_n(at as u64 + 1, usize::from(value))));
        listed
    }

    /// The values of `range`: digits, above modulus 10 numbers with blanks between.
    pub(super) fn digits(&self, range: std::ops::Range<usize>) -> String {
        if self.modulus <= 10 {
            let digits = range.map(|at| b'0' + self.get(at)).collect();
            return String::from_utf8(digits).unwrap_or_default();
        }
        let mut out = String::new();
        for at in range {
            let blank = if out.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(out, "{blank}{}", self.get(at));
        }
        out
    }

    fn spread(&mut self) {
        let Packed::Uniform(value) = self.packed else { return };
        self.packed = if self.modulus == 2 {
            Packed::Bits((0..self.len.div_ceil(64)).map(|index| self.word(index)).collect())
        } else {
            Packed::Digits(vec![value; self.len])
        };
    }
}

fn sum(a: u8, b: u8, modulus: u8) -> u8 {
    ((u16::from(a) + u16::from(b)) % u16::from(modulus)) as u8
}

/// The places of the ones of a word, ascending.
fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |&word: &u64| Some(word & (word - 1)).filter(|&word| word != 0);
    std::iter::successors(Some(word).filter(|&word| word != 0), rest).map(|word| word.trailing_zeros() as usize)
}

/// Up to 64 digits 0 or 1 as bits; `wrong` becomes other than 0 where a byte is something else.
fn pack(digits: &[u8], wrong: &mut u64) -> u64 {
    let (eights, rest) = digits.as_chunks::<8>();
    let mut word = 0;
    for (index, eight) in eights.iter().enumerate() {
        let bytes = u64::from_le_bytes(*eight) ^ 0x3030_3030_3030_3030;
        *wrong |= bytes & !0x0101_0101_0101_0101;
        // The product moves bit 8 i to bit 56 + i.
        word |= ((bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
    }
    for (index, byte) in rest.iter().enumerate() {
        *wrong |= u64::from((byte ^ b'0') & !1);
        word |= u64::from(byte & 1) << (8 * eights.len() + index);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_go_in_and_out_at_every_length() {
        for len in [1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 511, 512, 513] {
            for modulus in [2, 3, 7] {
                let digits: String = (0..len).map(|at| char::from(b'0' + (at * at % 11 % modulus) as u8)).collect();
                let cells = Cells::from_digits(modulus as u8, digits.as_bytes()).unwrap();
                assert_eq!(cells.digits(0..len), digits);
                let values: Vec<u8> = digits.bytes().map(|byte| byte - b'0').collect();
                assert!(Cells::from_values(modulus as u8, &values).equals(&cells));
                assert_eq!(cells.support() as usize, values.iter().filter(|&&value| value != 0).count());
            }
        }
    }

    #[test]
    fn the_first_bad_digit_is_named() {
        let mut digits = vec![b'1'; 130];
        for at in [129, 128, 77, 8, 3] {
            digits[at] = b'2';
            assert_eq!(Cells::from_digits(2, &digits).unwrap_err(), at);
        }
        assert_eq!(Cells::from_digits(10, b"0909:").unwrap_err(), 4);
    }

    #[test]
    fn a_uniform_board_is_a_board() {
        for len in [1, 64, 65] {
            let mut ones = Cells::uniform(2, len, 1);
            let same = Cells::from_digits(2, &vec![b'1'; len]).unwrap();
            assert!(ones.equals(&same) && ones.minus(&same).support() == 0);
            ones.add(0, 1);
            assert_eq!(ones.support() as usize, len - 1);
            assert_eq!(Cells::uniform(5, len, 0).minus(&Cells::uniform(5, len, 1)).get(0), 4);
        }
    }
}
