//! A map as bytes: the distance of every state by three, two bits a state.
//!
//! ```text
//! "statemap", version, 0                            16 bytes
//! chunks that hold a reached state, in order        for each block the low bits, then the high bits
//! trailer                                           words of 64 bits: key of the board, 1, distances,
//!                                                   sample, which chunks are there, the checksum of each
//! bytes of the trailer, checksum                    of header and trailer (XXH3)
//! ```
//! All numbers are little-endian. A state's two bits are its distance modulo three, or 3 where it is not reached.
//! Opening reads the trailer alone; a chunk is checked when it is first read, so a file of gigabytes that is mapped
//! answers at once and a flipped byte is never believed.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::frame::{Frame, State};
use super::planes::Plane;
use crate::Stored;

const MAGIC: &[u8; 8] = b"statemap";

/// Raised with every change of the format or of the numbering of states.
const VERSION: u32 = 1;

/// The code of a state that is not reached.
const NOWHERE: u8 = 3;

/// Why bytes are not accepted as the saved map of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// The bytes do not begin and end as a saved map does.
    Foreign,
    /// The bytes have another version of the format; the version.
    Version(u32),
    /// The bytes are the map of another board.
    Board,
    /// A checksum of the bytes does not hold.
    Checksum,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::Foreign => f.write_str("not a saved map"),
            Damaged::Version(version) => write!(f, "a map of version {version}; expected {VERSION}"),
            Damaged::Board => f.write_str("the map of another board"),
            Damaged::Checksum => f.write_str("a damaged map: a checksum does not hold"),
        }
    }
}

impl std::error::Error for Damaged {}

/// What a map says besides the distances of its states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// States at each distance.
    pub(super) distances: Vec<u64>,
    /// Some states of the last distance, by their codes.
    pub(super) sample: Vec<u64>,
}

/// The name of a board's map among others: its links, colours, and the numbering of its states.
pub(super) fn key(frame: &Frame) -> u64 {
    let board = frame.board();
    let mut bytes = board.wanted().to_vec();
    for place in 0..board.places() {
        let links = board.links(place as u8);
        bytes.push(links.len() as u8);
        bytes.extend(links);
    }
    for number in [frame.ranks, frame.orders, frame.bits, frame.chunks] {
        bytes.extend((number as u64).to_le_bytes());
    }
    xxh3_64(&bytes)
}

/// Writes planes as a map.
pub(super) fn write(frame: &Frame, planes: &[Plane; 3], summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let head = head();
    out.write_all(&head)?;
    let mut present = vec![0u64; frame.chunks.div_ceil(64)];
    let mut sums = Vec::new();
    let mut bytes = Vec::new();
    for chunk in 0..frame.chunks {
        if pack(frame, planes, chunk, &mut bytes) {
            present[chunk / 64] |= 1 << (chunk % 64);
            sums.push(xxh3_64(&bytes));
            out.write_all(&bytes)?;
        }
    }
    let mut trailer = vec![key(frame), 1, summary.distances.len() as u64];
    trailer.extend(&summary.distances);
    trailer.push(summary.sample.len() as u64);
    trailer.extend(summary.sample.iter().chain(&present).chain(&sums));
    let mut end: Vec<u8> = trailer.iter().flat_map(|word| word.to_le_bytes()).collect();
    end.extend((end.len() as u64).to_le_bytes());
    let sum = xxh3_64(&[&head, end.as_slice()].concat());
    out.write_all(&end)?;
    out.write_all(&sum.to_le_bytes())
}

fn head() -> [u8; 16] {
    let mut head = [0; 16];
    head[..8].copy_from_slice(MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head
}

/// The bytes of a chunk; says whether any of its states is reached.
fn pack(frame: &Frame, planes: &[Plane; 3], chunk: usize, bytes: &mut Vec<u8>) -> bool {
    let words = frame.block(chunk, 0)..frame.block(chunk + 1, 0);
    let [zero, one, two] = planes.each_ref().map(|plane| &plane[words.clone()]);
    let any = |words: &[u64]| words.iter().fold(0, |a, b| a | b) > 0;
    if !(any(zero) || any(one) || any(two)) {
        return false;
    }
    bytes.resize(File::chunk_bytes(frame), 0);
    let blocks = bytes.chunks_exact_mut(16 * frame.width).enumerate();
    for (begin, block) in blocks.map(|(order, block)| (order * frame.width, block)) {
        let zero = &zero[begin..begin + frame.width];
        let (low, high) = block.split_at_mut(8 * frame.width);
        // Code 1 is 01, code 2 is 10; not reached is 11.
        complement(low, zero, &two[begin..]);
        complement(high, zero, &one[begin..]);
    }
    true
}

/// The bytes of what is in neither.
fn complement(bytes: &mut [u8], a: &[u64], b: &[u64]) {
    for ((bytes, a), b) in bytes.as_chunks_mut().0.iter_mut().zip(a).zip(b) {
        *bytes = (!(a | b)).to_le_bytes();
    }
}

/// A map in bytes.
pub(super) struct File {
    bytes: Stored,
    /// For each chunk where its bytes begin, and their checksum.
    chunks: Vec<Option<(usize, u64)>>,
    /// One bit for each chunk that was checked.
    checked: Vec<AtomicU64>,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// Reads the trailer's words one after the other.
pub(super) struct Words<'b>(std::slice::Iter<'b, [u8; 8]>);

impl Words<'_> {
    pub(super) fn of(bytes: &[u8]) -> Words<'_> {
        Words(bytes.as_chunks().0.iter())
    }

    pub(super) fn one(&mut self) -> Result<u64, Damaged> {
        self.0.next().map(|&word| u64::from_le_bytes(word)).ok_or(Damaged::Foreign)
    }

    fn list(&mut self, length: u64) -> Result<Vec<u64>, Damaged> {
        if length > self.0.len() as u64 {
            return Err(Damaged::Foreign);
        }
        (0..length).map(|_| self.one()).collect()
    }

    /// A list after its length.
    pub(super) fn counted(&mut self) -> Result<Vec<u64>, Damaged> {
        let length = self.one()?;
        self.list(length)
    }

    /// All that follows.
    pub(super) fn rest(self) -> Vec<u64> {
        self.0.map(|&word| u64::from_le_bytes(word)).collect()
    }
}

impl File {
    /// Bytes of a chunk.
    fn chunk_bytes(frame: &Frame) -> usize {
        16 * frame.chunk_words()
    }

    /// Reads and checks header and trailer.
    pub(super) fn open(frame: &Frame, bytes: Stored) -> Result<(File, Summary), Damaged> {
        let trailer = trailer(&bytes)?;
        let mut words = Words::of(trailer);
        if words.one()? != key(frame) {
            return Err(Damaged::Board);
        }
        if words.one()? != 1 {
            return Err(Damaged::Foreign);
        }
        let distances = words.counted()?;
        let sample = words.counted()?;
        let present = words.list(frame.chunks.div_ceil(64) as u64)?;
        let size = Self::chunk_bytes(frame);
        let mut begin = 16;
        let mut chunks = Vec::with_capacity(frame.chunks);
        for chunk in 0..frame.chunks {
            if present[chunk / 64] >> (chunk % 64) & 1 == 1 {
                chunks.push(Some((begin, words.one()?)));
                begin += size;
            } else {
                chunks.push(None);
            }
        }
        let sound = !distances.is_empty() && !sample.is_empty() && sample.iter().all(|&code| frame.is_state(code));
        if begin + trailer.len() + 16 != bytes.len() || !sound {
            return Err(Damaged::Foreign);
        }
        let checked = (0..frame.chunks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok((File { bytes, chunks, checked }, Summary { distances, sample }))
    }

    /// The bytes of a chunk, checked once.
    fn chunk(&self, frame: &Frame, chunk: usize) -> Result<Option<&[u8]>, Damaged> {
        let Some((begin, sum)) = self.chunks[chunk] else { return Ok(None) };
        let bytes = &self.bytes[begin..begin + Self::chunk_bytes(frame)];
        let (checked, bit) = (&self.checked[chunk / 64], 1u64 << (chunk % 64));
        if checked.load(Ordering::Relaxed) & bit == 0 {
            if xxh3_64(bytes) != sum {
                return Err(Damaged::Checksum);
            }
            checked.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(Some(bytes))
    }

    /// The distance of a state modulo three; [`None`] where it is not reached.
    pub(super) fn residue(&self, frame: &Frame, state: State) -> Result<Option<u8>, Damaged> {
        let Some(bytes) = self.chunk(frame, state.chunk)? else { return Ok(None) };
        let low = 16 * frame.width * state.order + state.bit / 8;
        let bit = |byte: usize| bytes[byte] >> (state.bit % 8) & 1;
        let code = bit(low) | bit(low + 8 * frame.width) << 1;
        Ok((code != NOWHERE).then_some(code))
    }

    /// All bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Checks every chunk.
    pub(super) fn check(&self, frame: &Frame) -> Result<(), Damaged> {
        (0..frame.chunks).try_for_each(|chunk| self.chunk(frame, chunk).map(|_| ()))
    }
}

/// The trailer of a map, its checksum checked.
fn trailer(bytes: &[u8]) -> Result<&[u8], Damaged> {
    let head = bytes.first_chunk::<16>().ok_or(Damaged::Foreign)?;
    if !head.starts_with(MAGIC) {
        return Err(Damaged::Foreign);
    }
    let mut version = [0; 4];
    version.copy_from_slice(&head[8..12]);
    if version != VERSION.to_le_bytes() {
        return Err(Damaged::Version(u32::from_le_bytes(version)));
    }
    let (rest, sum) = bytes[16..].split_last_chunk::<8>().ok_or(Damaged::Foreign)?;
    let (before, length) = rest.split_last_chunk::<8>().ok_or(Damaged::Foreign)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| Damaged::Foreign)?;
    let begin = before.len().checked_sub(length).ok_or(Damaged::Foreign)?;
    if xxh3_64(&[head, &rest[begin..]].concat()) != u64::from_le_bytes(*sum) {
        return Err(Damaged::Checksum);
    }
    Ok(&before[begin..])
}
