//! The random numbers of the language: RC4, a number from seven bytes.

/// A stream of random numbers.
#[derive(Clone)]
pub(crate) struct Chance {
    bytes: Vec<u8>,
    at: (u8, u8),
    /// How many numbers were drawn.
    pub(crate) drawn: u64,
}

impl Chance {
    /// The stream of a seed, whose UTF-16 units are one byte each, or two with the high one first.
    pub(crate) fn new(seed: &str) -> Chance {
        let mut key: Vec<u8> = Vec::new();
        for unit in seed.encode_utf16() {
            if unit > 255 {
                key.push((unit / 256) as u8);
            }
            key.push((unit % 256) as u8);
        }
        let mut bytes: Vec<u8> = (0..=255).collect();
        let mut other = 0u8;
        for at in 0..256 {
            let of_key = if key.is_empty() { 0 } else { key[at % key.len()] };
            other = other.wrapping_add(bytes[at]).wrapping_add(of_key);
            bytes.swap(at, other as usize);
        }
        Chance { bytes, at: (0, 0), drawn: 0 }
    }

    fn byte(&mut self) -> u8 {
        let (one, other) = &mut self.at;
        *one = one.wrapping_add(1);
        *other = other.wrapping_add(self.bytes[*one as usize]);
        self.bytes.swap(*one as usize, *other as usize);
        self.bytes[self.bytes[*one as usize].wrapping_add(self.bytes[*other as usize]) as usize]
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.drawn += 1;
        let sum = (0..7).fold(0.0, |sum: f64, _| sum * 256.0 + f64::from(self.byte()));
        let unit = sum / (2f64.powi(56) - 1.0);
        (unit * end as f64).floor() as usize
    }
}
