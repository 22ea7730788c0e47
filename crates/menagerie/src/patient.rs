//! Reading of files that may keep their reader waiting, such as pipes and devices, within the limits of a question.
//!
//! Opening and reading a pipe cannot be ended from outside, so a thread of its own does it; whoever waits for its bytes
//! looks at the context meanwhile. A thread that is still waiting ends with the process.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use engines::Context;

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;
/// Pieces that wait for their reader.
const WAITING: usize = 4;
/// The interval between two looks at the context.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A file that is read within the limits of a context. Where one is reached, reading fails with the limit as the error.
pub(crate) struct Patient<'c> {
    cx: &'c Context<'c>,
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// The bytes of the present piece that are not taken yet.
    rest: io::Cursor<Vec<u8>>,
}

impl<'c> Patient<'c> {
    /// Begins to open and read a file.
    ///
    /// # Errors
    /// Returns an error if the system has no thread left; that of the file itself comes when it is read.
    pub(crate) fn open(path: &Path, cx: &'c Context<'c>) -> io::Result<Patient<'c>> {
        let (sender, pieces) = sync_channel(WAITING);
        let path = path.to_owned();
        std::thread::Builder::new().name("a file".into()).spawn(move || {
            if let Err(error) = File::open(path).and_then(|file| send(file, &sender)) {
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Patient { cx, pieces, rest: io::Cursor::default() })
    }
}

/// Sends a file piece by piece, until nobody takes them any more.
fn send(mut file: File, sender: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece)?;
        piece.truncate(read);
        if read == 0 || sender.send(Ok(piece)).is_err() {
            return Ok(());
        }
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.rest.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            self.cx.spend(0).map_err(io::Error::other)?;
            match self.pieces.recv_timeout(POLL_INTERVAL) {
                Ok(piece) => self.rest = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::process::Command;
    use std::time::Instant;

    use engines::Budget;

    use super::*;

    #[test]
    fn a_file_is_read_whole_and_a_pipe_no_longer_than_the_time() {
        let folder = std::env::temp_dir().join(format!("menagerie-patient-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (whole, pipe) = (folder.join("whole"), folder.join("pipe"));
        let bytes: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        std::fs::write(&whole, &bytes).unwrap();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let read = |path: &Path, cx: &Context<'_>| {
            let mut read = Vec::new();
            Patient::open(path, cx).unwrap().read_to_end(&mut read).map(|_| read)
        };
        assert!(read(&whole, &Context::default()).unwrap() == bytes);
        assert_eq!(read(&folder.join("none"), &Context::default()).err().unwrap().kind(), io::ErrorKind::NotFound);
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let error = read(&pipe, &Context::new(Budget { deadline, ..Budget::default() })).err().unwrap();
        assert_eq!(error.to_string(), "the time allowed is over");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
