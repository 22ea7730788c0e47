//! Large zeroed memory for boards and choices. The system gives it out on first touch, in huge pages where it has
//! them: with the usual small ones, first touches cost as much time as the scan itself. WebAssembly maps no memory:
//! there all of it is an ordinary vector.

use std::ops::{Deref, DerefMut};

/// Bytes that are zero at first.
pub(super) enum Pages {
    /// An ordinary vector.
    Small(Vec<u8>),
    /// Part of anonymous memory; nothing is behind it.
    #[cfg(not(target_family = "wasm"))]
    Large(mapped::Mapped),
}

impl Pages {
    /// Allocates `length` bytes, all zero; pages of the operating system where that is large.
    pub(super) fn zeroed(length: usize) -> Pages {
        #[cfg(not(target_family = "wasm"))]
        if let Some(large) = mapped::Mapped::zeroed(length) {
            return Pages::Large(large);
        }
        Pages::Small(vec![0; length])
    }
}

impl Deref for Pages {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Pages::Small(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Pages::Large(mapped) => mapped.bytes(),
        }
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Pages::Small(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Pages::Large(mapped) => mapped.bytes_mut(),
        }
    }
}

/// Memory that the operating system maps.
#[cfg(not(target_family = "wasm"))]
mod mapped {
    use std::ops::Range;

    use memmap2::MmapMut;

    /// Below this an ordinary vector does.
    const LARGE: usize = 4 << 20;

    /// A huge page: memory begins at the start of one, since the system gives small pages at ragged edges.
    const HUGE: usize = 2 << 20;

    /// Part of anonymous memory.
    pub(crate) struct Mapped(MmapMut, Range<usize>);

    impl Mapped {
        /// Maps `length` bytes, all zero; `None` where they are few or the system refuses.
        pub(super) fn zeroed(length: usize) -> Option<Mapped> {
            if length < LARGE {
                return None;
            }
            let map = MmapMut::map_anon(length + HUGE).ok()?;
            let start = map.as_ptr().align_offset(HUGE).min(HUGE);
            Some(Mapped(huge(map), start..start + length))
        }

        pub(super) fn bytes(&self) -> &[u8] {
            &self.0[self.1.clone()]
        }

        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.0[self.1.clone()]
        }
    }

    /// Asks for huge pages; a system without them goes on with small ones.
    fn huge(map: MmapMut) -> MmapMut {
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map
    }
}
