//! Bytes that say what they are: the last 32 of a file are the identity of its content, its length and a checksum.
//!
//! The identity is a hash of the format with its version, of everything that the content follows from, and of the part
//! that the file has in the work. A file of another search, of another part of the same one or of another version, one
//! that was cut off, torn or changed does not open, whatever its name is.
//!
//! ```text
//! content | identity, 16 bytes | length of the content, 8 bytes | checksum of all before it, 8 bytes (XXH3)
//! ```
//! Numbers are little-endian.

use std::io::{self, Write};
use std::ops::Deref;

use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128};

use crate::{Halt, Stored};

/// The bytes behind the content.
pub(crate) const TRAILER: usize = 32;
/// Bytes summed between two looks at the limits, or before they are written.
const PIECE: usize = 1 << 16;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity([u8; 16]);

impl Identity {
    /// The identity of what follows from `sources` in this format; the name of a format ends with its version.
    pub(crate) fn new(format: &str, sources: &[&[u8]]) -> Identity {
        Identity::hash(&[&[format.as_bytes()], sources].concat())
    }

    /// The identity of a numbered part.
    pub(crate) fn part(self, name: &str, number: u64) -> Identity {
        Identity::hash(&[&self.0, name.as_bytes(), &number.to_le_bytes()])
    }

    fn hash(fields: &[&[u8]]) -> Identity {
        let mut bytes = Vec::new();
        for field in fields {
            bytes.extend((field.len() as u64).to_le_bytes());
            bytes.extend(*field);
        }
        Identity(xxh3_128(&bytes).to_le_bytes())
    }

    /// The identity as 32 hexadecimal digits, for names.
    pub(crate) fn hex(self) -> String {
        format!("{:032x}", u128::from_le_bytes(self.0))
    }
}

/// A writer that sums what it writes, for a content of any length.
pub(crate) struct Seal<'o> {
    out: &'o mut dyn Write,
    sum: Xxh3,
    length: u64,
    held: Vec<u8>,
}

impl<'o> Seal<'o> {
    pub(crate) fn new(out: &'o mut dyn Write) -> Seal<'o> {
        Seal { out, sum: Xxh3::new(), length: 0, held: Vec::with_capacity(PIECE) }
    }

    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.length += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn pass_held(&mut self) -> io::Result<()> {
        let mut held = std::mem::take(&mut self.held);
        self.pass(&held)?;
        held.clear();
        self.held = held;
        Ok(())
    }

    /// Writes what follows the content.
    pub(crate) fn finish(mut self, identity: Identity) -> io::Result<()> {
        self.pass_held()?;
        let length = self.length;
        self.pass(&identity.0)?;
        self.pass(&length.to_le_bytes())?;
        self.out.write_all(&self.sum.digest().to_le_bytes())
    }
}

impl Write for Seal<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.len() + bytes.len() > PIECE {
            self.pass_held()?;
        }
        if bytes.len() > PIECE {
            self.pass(bytes)?;
        } else {
            self.held.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_held()?;
        self.out.flush()
    }
}

/// Writes the trailer of all bytes before the last [`TRAILER`] into those.
pub(crate) fn seal(bytes: &mut [u8], identity: Identity) {
    let length = bytes.len() - TRAILER;
    bytes[length..length + 16].copy_from_slice(&identity.0);
    bytes[length + 16..length + 24].copy_from_slice(&(length as u64).to_le_bytes());
    let sum = xxh3_64(&bytes[..length + 24]);
    bytes[length + 24..].copy_from_slice(&sum.to_le_bytes());
}

/// A content that was read back, with this identity and this checksum.
pub(crate) struct Sealed {
    bytes: Stored,
    length: usize,
}

impl Sealed {
    /// Opens bytes, if they are what `identity` says and whole. `look` is called now and then and may end it.
    ///
    /// # Errors
    /// What `look` returns.
    pub(crate) fn open(
        bytes: Stored,
        identity: Identity,
        look: &mut dyn FnMut() -> Result<(), Halt>,
    ) -> Result<Option<Sealed>, Halt> {
        let Some(length) = length(&bytes, identity) else { return Ok(None) };
        let (summed, expected) = bytes.split_at(bytes.len() - 8);
        let mut sum = Xxh3::new();
        for piece in summed.chunks(16 * PIECE) {
            look()?;
            sum.update(piece);
        }
        let is_whole = sum.digest().to_le_bytes() == expected;
        Ok(is_whole.then_some(Sealed { bytes, length }))
    }
}

impl Deref for Sealed {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The content of bytes, if they are what `identity` says and whole.
pub(crate) fn content(bytes: &[u8], identity: Identity) -> Option<&[u8]> {
    let length = length(bytes, identity)?;
    let (summed, expected) = bytes.split_at(bytes.len() - 8);
    (xxh3_64(summed).to_le_bytes() == expected).then(|| &bytes[..length])
}

/// The length of the content, if that and the identity are as the trailer says; the checksum is not looked at.
fn length(bytes: &[u8], identity: Identity) -> Option<usize> {
    let length = bytes.len().checked_sub(TRAILER)?;
    let trailer = &bytes[length..];
    (trailer[..16] == identity.0 && trailer[16..24] == (length as u64).to_le_bytes()).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(content: &[u8], identity: Identity) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut seal = Seal::new(&mut bytes);
        content.chunks(1000).for_each(|piece| seal.write_all(piece).unwrap());
        seal.finish(identity).unwrap();
        bytes
    }

    fn opened(bytes: &[u8], identity: Identity) -> Option<Vec<u8>> {
        let opened = Sealed::open(Box::new(bytes.to_vec()), identity, &mut || Ok(())).unwrap();
        let opened = opened.map(|sealed| sealed.to_vec());
        assert_eq!(opened.as_deref(), content(bytes, identity));
        opened
    }

    #[test]
    fn what_was_sealed_opens_under_its_identity_alone() {
        let identity = Identity::new("format 1", &[b"level"]);
        let others = [
            Identity::new("format 2", &[b"level"]),
            Identity::new("format 1", &[b"lev", b"el"]),
            Identity::new("format 1l", &[b"evel"]),
            identity.part("layer", 0),
        ];
        for length in [0, 1, 1000, PIECE - 1, PIECE, PIECE + 1, 20 * PIECE + 7] {
            let text: Vec<u8> = (0..length).map(|at| (at * 7 % 251) as u8).collect();
            let bytes = sealed(&text, identity);
            let mut in_place = [text.as_slice(), &[0; TRAILER]].concat();
            seal(&mut in_place, identity);
            assert_eq!(bytes, in_place);
            assert_eq!(opened(&bytes, identity), Some(text));
            assert!(others.iter().all(|&other| opened(&bytes, other).is_none()));
        }
        assert_ne!(identity.part("layer", 1), identity.part("layer", 2));
        assert_ne!(identity.part("layer", 1), identity.part("run", 1));
    }

    #[test]
    fn no_byte_may_differ_or_be_missing() {
        let identity = Identity::new("format 1", &[b"level"]);
        let bytes = sealed(b"what is kept", identity);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut altered = bytes.clone();
                altered[at] ^= 1 << bit;
                assert_eq!(opened(&altered, identity), None, "byte {at}");
            }
            assert_eq!(opened(&bytes[..at], identity), None);
            assert_eq!(opened(&bytes[at + 1..], identity), None);
        }
        assert_eq!(opened(&[bytes.as_slice(), b"x"].concat(), identity), None);
        assert_eq!(opened(&[b"x", bytes.as_slice()].concat(), identity), None);
    }

    #[test]
    fn a_limit_ends_the_reading() {
        let identity = Identity::new("format 1", &[b"level"]);
        let bytes = sealed(&[0; 10], identity);
        assert!(Sealed::open(Box::new(bytes), identity, &mut || Err(Halt::Time)).is_err_and(|halt| halt == Halt::Time));
    }
}
