//! Large zeroed memory for boards and choices. The system gives it out on first touch, in huge pages where it has
//! them: with the usual small ones, first touches cost as much time as the scan itself.

use std::ops::{Deref, DerefMut, Range};

use memmap2::MmapMut;

/// Below this an ordinary vector does.
const LARGE: usize = 4 << 20;

/// A huge page: memory begins at the start of one, since the system gives small pages at ragged edges.
const HUGE: usize = 2 << 20;

/// Bytes that are zero at first.
pub(super) enum Pages {
    /// Few of them.
    Small(Vec<u8>),
    /// Part of anonymous memory; nothing is behind it.
    Large(MmapMut, Range<usize>),
}

impl Pages {
    /// Allocates `length` bytes, all zero; pages of the operating system where that is large.
    pub(super) fn zeroed(length: usize) -> Pages {
        if length < LARGE {
            return Pages::Small(vec![0; length]);
        }
        match MmapMut::map_anon(length + HUGE) {
            Ok(map) => {
                let start = map.as_ptr().align_offset(HUGE).min(HUGE);
                Pages::Large(huge(map), start..start + length)
            }
            Err(_) => Pages::Small(vec![0; length]),
        }
    }
}

/// Asks for huge pages; a system without them goes on with small ones.
fn huge(map: MmapMut) -> MmapMut {
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    map
}

impl Deref for Pages {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Pages::Small(bytes) => bytes,
            Pages::Large(map, part) => &map[part.clone()],
        }
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Pages::Small(bytes) => bytes,
            Pages::Large(map, part) => &mut map[part.clone()],
        }
    }
}
