//! What is proven of levels, kept in the cache folder: a line for each answer that more time would not change, under a
//! hash of the level's text, which has its rules, without its claims, and of the question.
//!
//! The file is that of one build of the program, since another may answer otherwise: its name has the version, the size
//! and the time of the program's file. Processes append whole lines to it at the same time; a line that is torn is left
//! out.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use puzzles::{Answer, Level, Question};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::store::cache_folder;

/// The largest file that is read, in bytes; a larger one is begun anew.
const MAX_BYTES: u64 = 512 << 20;

/// The answers that are kept.
pub(super) struct Proven {
    known: HashMap<String, Box<RawValue>>,
    /// Where further answers go; nowhere where the folder cannot be written.
    file: Option<Mutex<File>>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    answer: Box<RawValue>,
}

impl Proven {
    /// Opens the file of this build, or keeps nothing, where `is_kept` is false or there is no such file to write.
    pub(super) fn open(is_kept: bool) -> Proven {
        let none = Proven { known: HashMap::new(), file: None };
        let Some(path) = path().filter(|_| is_kept) else { return none };
        if fs::metadata(&path).is_ok_and(|about| about.len() > MAX_BYTES) {
            let _ = fs::remove_file(&path);
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let known = lines.map(|line| (line.key, line.answer)).collect();
        let folder = path.parent().map(fs::create_dir_all);
        let file = folder.and_then(|_| OpenOptions::new().append(true).create(true).open(&path).ok());
        Proven { known, file: file.map(Mutex::new) }
    }

    /// The key of a question about a level; `None` where nothing is kept.
    pub(super) fn key(&self, level: &dyn Level, question: &Question) -> Option<String> {
        self.file.as_ref()?;
        let asked = serde_json::to_string(&(question.kind, &question.asked)).ok()?;
        Some(hash(&[level.info().name, &level.text_of_rules(), &asked]))
    }

    /// The answer about a level that is kept under a key, with the par that the level states now.
    pub(super) fn answer(&self, level: &dyn Level, key: &str) -> Option<Answer> {
        let answer = Answer::read(level.info(), self.known.get(key)?.get()).ok()?;
        Some(puzzles::with_par(answer, level))
    }

    /// Keeps an answer under a key, as well as that goes.
    pub(super) fn keep(&self, key: &str, answer: &Answer) {
        let Some(file) = &self.file else { return };
        let line = serde_json::value::to_raw_value(answer)
            .and_then(|answer| serde_json::to_string(&Line { key: key.to_owned(), answer }));
        if let Ok(line) = line {
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(format!("{line}\n").as_bytes());
        }
    }
}

/// The file of this build of the program.
fn path() -> Option<PathBuf> {
    let about = fs::metadata(std::env::current_exe().ok()?).ok()?;
    let built = about.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?.as_nanos();
    let build = hash(&[env!("CARGO_PKG_VERSION"), &about.len().to_string(), &built.to_string()]);
    Some(cache_folder()?.join(format!("check-{}.jsonl", &build[..16])))
}

/// The SHA-256 of texts, each behind its length, so that texts that are cut otherwise have another one.
pub(super) fn hash(texts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
