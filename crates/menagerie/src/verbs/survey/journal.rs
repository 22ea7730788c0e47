//! The finished rows of a survey that is not finished: `FILE.partial` beside the table's FILE.
//!
//! The first line is a header: what is asked under which limits by which version of the program. Each further line is
//! a row, on the disk before the next is asked. A process that is killed may leave the last line without its end; that
//! line is dropped. Rows under another header are of another survey, which starts anew. The file is locked while a
//! survey writes to it.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::row::Row;
use crate::lock::{self, Taken};
use crate::report;

/// What rows of equal levels are found by: the hash of the text, the number of the level and the family.
type Key = (String, u64, String);

fn key(row: &Row) -> Option<Key> {
    Some((row.sha256.clone()?, row.level?, row.family.clone()?))
}

/// The file of finished rows.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    known: HashMap<Key, Row>,
}

impl Journal {
    /// Opens the journal beside the table `target`, and reads the rows that stand under this header.
    ///
    /// # Errors
    /// The file cannot be written, is no journal, or another survey writes to it.
    pub(super) fn open(target: &Path, header: &str) -> anyhow::Result<Journal> {
        let mut name = target.as_os_str().to_owned();
        name.push(".partial");
        let path = PathBuf::from(name);
        let shown = path.display().to_string();
        let Some(mut file) = locked(&path).with_context(|| shown.clone())? else {
            bail!("{shown}: another survey writes to this file");
        };
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(|| shown.clone())?;
        let found = Contents::of(&text, header);
        if !text.is_empty() && !found.is_journal {
            bail!("{shown}: this is not the file of an unfinished survey; expected to find none, or to be rid of it");
        }
        if found.other > 0 {
            report::say(&format!(
                "menagerie: {shown}: {} of another question, other options or limits, or another version of menagerie: \
                 the survey starts anew",
                puzzles::phrases::plural(found.other, "row is", "rows are")
            ));
        }
        let mut journal = Journal { path, file, known: found.known };
        journal.file.set_len(found.length as u64).and_then(|()| journal.file.seek(SeekFrom::End(0))).context(shown)?;
        if found.length == 0 {
            journal.write(header)?;
        }
        Ok(journal)
    }

    /// The number of rows that were found.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The finished row of a level with this text, number and family.
    pub(super) fn row(&self, row: &Row) -> Option<&Row> {
        self.known.get(&key(row)?)
    }

    /// Adds a row, which is on the disk when this returns. A row of a level without a text is left out: it takes no
    /// work to make again.
    pub(super) fn add(&mut self, row: &Row) -> anyhow::Result<()> {
        if key(row).is_none() {
            return Ok(());
        }
        self.write(&serde_json::to_string(row)?)
    }

    fn write(&mut self, line: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| self.path.display().to_string())
    }

    /// Removes the file, once the table stands.
    pub(super) fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// Opens the file, or makes it, and locks it; [`None`] where another process holds the lock.
fn locked(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match lock::lock(file, path)? {
            Taken::Ours(file) => return Ok(Some(file)),
            Taken::Anothers => return Ok(None),
            // A survey that has ended removed it in between.
            Taken::Gone => {}
        }
    }
}

/// What the bytes of a journal hold.
struct Contents {
    /// Whether the file begins as a journal does, or is a torn header.
    is_journal: bool,
    known: HashMap<Key, Row>,
    /// The length of the whole lines that stay.
    length: usize,
    /// The rows under another header.
    other: usize,
}

impl Contents {
    fn of(text: &[u8], header: &str) -> Contents {
        let mut found = Contents { is_journal: true, known: HashMap::new(), length: 0, other: 0 };
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let Some(first) = lines.next() else {
            // A torn header, of whichever survey.
            let begun = text.len().min(BEGIN.len());
            found.is_journal = text[..begun] == BEGIN.as_bytes()[..begun];
            return found;
        };
        if first.strip_suffix(b"\n") != Some(header.as_bytes()) {
            found.is_journal = first.starts_with(BEGIN.as_bytes());
            found.other = lines.count();
            return found;
        }
        found.length = first.len();
        for line in lines {
            let Ok(row) = serde_json::from_slice::<Row>(line) else { break };
            found.length += line.len();
            found.known.extend(key(&row).map(|key| (key, row)));
        }
        found
    }
}

/// How every header begins.
pub(super) const BEGIN: &str = "{\"survey\":";
