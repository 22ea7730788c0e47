//! Where a level's text comes from: anything with a length that can be read at an offset.

use std::io;

/// A text of known length. A level may keep it and read it again.
pub trait Source: Send + Sync {
    /// Bytes in all.
    fn len(&self) -> u64;

    /// Whether there is nothing to read.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads at most `into.len()` bytes at `offset` and says how many; 0 only at the end.
    ///
    /// # Errors
    /// Whatever the medium reports.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize>;
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or(&[]);
        let count = <[u8]>::len(rest).min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

impl Source for Vec<u8> {
    fn len(&self) -> u64 {
        Source::len(&self.as_slice())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, into)
    }
}

/// The whole text in memory.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`] above `most` bytes, and whatever the medium reports.
pub fn whole(source: &dyn Source, most: u64) -> io::Result<Vec<u8>> {
    let length = source.len();
    if length > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {most} bytes")));
    }
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut bytes = vec![0; length];
    let mut done = 0;
    while done < length {
        match source.read_at(done as u64, &mut bytes[done..])? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => done += count,
        }
    }
    Ok(bytes)
}
