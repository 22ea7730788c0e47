//! Bit planes in huge pages.
//!
//! Blocks are read all over a plane of a gigabyte: with pages of 4 KiB nearly every read would miss the table of
//! addresses too. The pages are touched here, so that their clearing counts as set-up. WebAssembly maps no memory:
//! there a plane is an ordinary vector.
#![cfg_attr(not(target_family = "wasm"), allow(unsafe_code))]

use std::io;
use std::ops::{Deref, DerefMut};

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// Words that may be read beyond the last block.
pub(super) const MARGIN: usize = 8;

/// The smallest page, in bytes.
#[cfg(not(target_family = "wasm"))]
const PAGE: usize = 4096;

/// Zeroed words, and [`MARGIN`] more.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub(super) struct Plane(MmapMut);

/// Zeroed words, and [`MARGIN`] more.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
pub(super) struct Plane(Vec<u64>);

#[cfg(target_family = "wasm")]
impl Plane {
    /// A plane of `words`, all zero.
    ///
    /// # Errors
    /// Where the module has no such memory.
    pub(super) fn zeroed(words: usize, _threads: usize) -> io::Result<Plane> {
        let words = words.checked_add(MARGIN).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut plane = Vec::new();
        plane.try_reserve_exact(words).map_err(|_| io::ErrorKind::OutOfMemory)?;
        plane.resize(words, 0);
        Ok(Plane(plane))
    }
}

#[cfg(target_family = "wasm")]
impl Deref for Plane {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

#[cfg(target_family = "wasm")]
impl DerefMut for Plane {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(not(target_family = "wasm"))]
impl Plane {
    /// A plane of `words`, all zero, its pages touched by as many threads.
    ///
    /// # Errors
    /// Where the system has no such memory.
    pub(super) fn zeroed(words: usize, threads: usize) -> io::Result<Plane> {
        let bytes =
            words.checked_add(MARGIN).and_then(|words| words.checked_mul(8)).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut map = MmapMut::map_anon(bytes)?;
        // Small pages do as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let touch = |part: &mut [u8]| part.iter_mut().step_by(PAGE).for_each(|byte| *byte = 0);
        std::thread::scope(|scope| {
            let mut parts = map.chunks_mut(bytes.div_ceil(threads.max(1)).next_multiple_of(PAGE));
            let first = parts.next();
            parts.for_each(|part| drop(scope.spawn(move || touch(part))));
            if let Some(first) = first {
                touch(first);
            }
        });
        Ok(Plane(map))
    }
}

#[cfg(not(target_family = "wasm"))]
impl Deref for Plane {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        // SAFETY: every word is valid; a map begins at a page's boundary, so nothing is cut off in front.
        unsafe { self.0.align_to().1 }
    }
}

#[cfg(not(target_family = "wasm"))]
impl DerefMut for Plane {
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: as above; the borrow is unique.
        unsafe { self.0.align_to_mut().1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_zero_and_keeps_what_is_written() {
        for (words, threads) in [(0, 1), (1, 2), (511, 1), (512, 3), (100_000, 2), (100_000, 5)] {
            let mut plane = Plane::zeroed(words, threads).unwrap();
            assert_eq!(plane.len(), words + MARGIN);
            assert!(plane.iter().all(|&word| word == 0));
            plane[words] = 7;
            assert_eq!(plane[words], 7);
        }
    }

    #[test]
    fn nonsense_sizes_are_refused() {
        assert!(Plane::zeroed(usize::MAX / 2, 1).is_err());
    }
}
