//! Unfinished files beside the names that they will take. A file is written under a name of its own and then renamed,
//! so that readers see the old bytes or the new ones, and two writers never mix. It is locked while it is written; what
//! killed writers left is removed by the next one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::lock;

/// The longest name, in bytes, that still has room for the ending of an unfinished file.
const MAX_NAME_LENGTH: usize = 200;
/// How the ending of an unfinished file begins.
const ENDING: &str = ".part-";
/// The files of this process that were begun and have no name yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// An unfinished file beside the name that it will take.
#[derive(Debug)]
pub(crate) struct Part {
    target: PathBuf,
    /// The file with its name, from its creation until it is renamed or removed.
    made: Mutex<Option<(PathBuf, File)>>,
}

impl Part {
    /// A file that will take the name `target`. Nothing is created yet.
    pub(crate) fn beside(target: &Path) -> Part {
        Part { target: target.to_owned(), made: Mutex::new(None) }
    }

    /// The name that the file will take.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// How the names of unfinished files for this target begin.
    fn begin(&self) -> OsString {
        let own = self.target.file_name().filter(|name| name.len() <= MAX_NAME_LENGTH);
        let mut name = own.map_or_else(|| "menagerie".into(), ToOwned::to_owned);
        name.push(ENDING);
        name
    }

    /// Makes the file, readable for no more people than the one that it replaces, and removes what killed writers of
    /// the same target left.
    ///
    /// # Errors
    /// Where the folder takes no new file.
    pub(crate) fn create(&self) -> io::Result<File> {
        let begin = self.begin();
        remove_abandoned(folder_of(&self.target), &begin.to_string_lossy());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if let Ok(about) = fs::metadata(&self.target) {
            use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
            options.mode(about.permissions().mode() & 0o600);
        }
        let (path, file) = lock::under_fresh_name(|fresh| {
            let mut name = begin.clone();
            name.push(fresh);
            let path = self.target.with_file_name(name);
            let file = options.open(&path)?;
            Ok(lock::lock_new(file, &path).map(|file| (path, file)))
        })?;
        unfinished().push(path.clone());
        let writer = file.try_clone()?;
        *self.made() = Some((path, file));
        Ok(writer)
    }

    /// Gives the file its name, with the mode and the owner of the file that is there.
    ///
    /// # Errors
    /// Where that file cannot be replaced.
    pub(crate) fn replace(&self) -> io::Result<()> {
        let mut made = self.made();
        let Some((path, _)) = &*made else { return Err(io::ErrorKind::NotFound.into()) };
        self.resemble(path)?;
        fs::rename(path, &self.target)?;
        unfinished().retain(|other| other != path);
        *made = None;
        Ok(())
    }

    /// Gives the file its name, or writes its contents into the file that is there where that cannot be replaced: in
    /// another's folder, or where this process may not keep its owner.
    ///
    /// # Errors
    /// Where neither is possible; nothing is left beside the name then.
    pub(crate) fn keep(&self) -> io::Result<()> {
        let Err(error) = self.replace() else { return Ok(()) };
        let copied = if self.target.is_file() { self.pour() } else { Err(error) };
        self.discard();
        copied
    }

    /// Removes the file, if it was made.
    pub(crate) fn discard(&self) {
        if let Some((path, _held)) = self.made().take() {
            let _ = fs::remove_file(&path);
            unfinished().retain(|other| *other != path);
        }
    }

    /// Takes the owner and the mode of the file that is there.
    #[cfg(unix)]
    fn resemble(&self, path: &Path) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, chown};
        let Ok(old) = fs::metadata(&self.target) else { return Ok(()) };
        let new = fs::metadata(path)?;
        if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
            chown(path, Some(old.uid()), Some(old.gid()))?;
        }
        fs::set_permissions(path, old.permissions())
    }

    #[cfg(not(unix))]
    fn resemble(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn pour(&self) -> io::Result<()> {
        let mut made = self.made();
        let Some((_, from)) = &mut *made else { return Err(io::ErrorKind::NotFound.into()) };
        from.rewind()?;
        let mut into = in_place(&self.target)?;
        io::copy(from, &mut into)?;
        into.flush()
    }

    fn made(&self) -> std::sync::MutexGuard<'_, Option<(PathBuf, File)>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replaces the content of a file atomically.
///
/// # Errors
/// The medium's; the file stays as it was then.
pub(crate) fn replace(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = Part::beside(target);
    let kept = part.create().and_then(|mut file| file.write_all(bytes)).and_then(|()| part.keep());
    if kept.is_err() {
        part.discard();
    }
    kept
}

/// Removes what was written of files that are not whole, because the process ends.
pub(crate) fn discard_unfinished() {
    unfinished().iter().for_each(|path| drop(fs::remove_file(path)));
}

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a file that cannot be replaced, empties it, and locks it against other processes that write to it in this way
/// or read a map from it.
///
/// # Errors
/// Where the file may not be written, or another process reads or writes it.
pub(crate) fn in_place(target: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).open(target)?;
    if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        let message = "another process reads or writes this file, which can only be written in place";
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
    }
    file.set_len(0)?;
    Ok(file)
}

/// Whether a name is that of an unfinished file.
pub(crate) fn is_unfinished(name: &str) -> bool {
    let digits = name.rsplit_once(ENDING).map(|(_, digits)| digits);
    digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Removes the unfinished files of a folder whose names begin so and whose writers are gone.
pub(crate) fn remove_abandoned(folder: &Path, begin: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(begin) && is_unfinished(&name) {
            lock::remove_abandoned(&entry.path());
        }
    }
}

/// The folder that a file lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_never_share_a_file_and_what_the_killed_left_goes() {
        let folder = std::env::temp_dir().join(format!("menagerie-part-{}", lock::fresh_name()));
        fs::create_dir_all(&folder).unwrap();
        let target = folder.join("table");
        let (one, two) = (Part::beside(&target), Part::beside(&target));
        let abandoned = folder.join(format!("table{ENDING}{}", lock::fresh_name()));
        let others = ["other.part-0123456789abcdef", "table.part-of-mine", "table.part-0123456789abcdef.csv"];
        others.iter().for_each(|name| fs::write(folder.join(name), "x").unwrap());
        fs::write(&abandoned, "x").unwrap();
        let mut files = [one.create().unwrap(), two.create().unwrap()];
        assert!(!abandoned.exists());
        files[0].write_all(b"one").unwrap();
        files[1].write_all(b"two and more").unwrap();
        two.replace().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "two and more");
        one.keep().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "one");
        assert!(one.replace().is_err(), "it has its name already");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1 + others.len());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_another_reads_is_not_written_in_place() {
        let target = std::env::temp_dir().join(format!("menagerie-part-{}", lock::fresh_name()));
        fs::write(&target, "a map").unwrap();
        let reader = File::open(&target).unwrap();
        reader.lock_shared().unwrap();
        assert_eq!(in_place(&target).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        assert_eq!(fs::read_to_string(&target).unwrap(), "a map");
        drop(reader);
        in_place(&target).unwrap().write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        fs::remove_file(target).unwrap();
    }
}
