//! Files that belong to one process at a time: it holds their lock, which the system releases when the process ends in
//! whatever way.
//!
//! A locked file that has lost its name belongs to nobody: whoever removes a file holds its lock, so that a process
//! that opened it before and locks it afterwards finds out.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::Path;

/// What became of an attempt to lock a file.
#[derive(Debug)]
pub(crate) enum Taken {
    /// The file is locked as long as this is open.
    Ours(File),
    /// Another process holds the lock, or another part of this one.
    Anothers,
    /// The file was removed meanwhile.
    Gone,
}

/// Locks an open file that was found under this name.
///
/// # Errors
/// The file system has no locks, or the attempt failed.
pub(crate) fn lock(file: File, path: &Path) -> io::Result<Taken> {
    match file.try_lock() {
        Ok(()) if is_there(&file, path) => Ok(Taken::Ours(file)),
        Ok(()) => Ok(Taken::Gone),
        Err(TryLockError::WouldBlock) => Ok(Taken::Anothers),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file and locks it.
///
/// # Errors
/// The file cannot be opened, its file system has no locks, or the attempt failed.
pub(crate) fn take(path: &Path) -> io::Result<Taken> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Taken::Gone),
        opened => lock(opened?, path),
    }
}

/// Removes a file, if nobody holds its lock.
pub(crate) fn remove_abandoned(path: &Path) {
    if let Ok(Taken::Ours(_held)) = take(path) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(unix)]
fn is_there(file: &File, _: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|about| about.nlink() > 0)
}

#[cfg(not(unix))]
fn is_there(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Sixteen hexadecimal digits that no other name has: random, as the tables of the standard library are seeded.
pub(crate) fn fresh_name() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

/// Tries names until one is free.
///
/// # Errors
/// What `attempt` returns, except that the name exists or that the file was taken away before it was locked.
pub(crate) fn under_fresh_name<T>(mut attempt: impl FnMut(&str) -> io::Result<Option<T>>) -> io::Result<T> {
    /// More than ever happen unless something is wrong.
    const ATTEMPTS: usize = 100;
    for _ in 0..ATTEMPTS {
        match attempt(&fresh_name()) {
            Ok(Some(made)) => return Ok(made),
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "no name is free"))
}

/// The lock of a file that was just created; [`None`] where another process took it before. Without a lock the file
/// still is this process's own, since nobody else can lock it either.
pub(crate) fn lock_new(file: File, path: &Path) -> Option<File> {
    let own = file.try_clone().ok();
    match lock(file, path) {
        Ok(Taken::Ours(file)) => Some(file),
        Ok(Taken::Anothers | Taken::Gone) => None,
        Err(_) => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_once_and_not_after_its_removal() {
        let path = std::env::temp_dir().join(format!("menagerie-lock-{}", fresh_name()));
        assert!(matches!(take(&path), Ok(Taken::Gone)));
        let held = lock_new(File::create_new(&path).unwrap(), &path).unwrap();
        assert!(matches!(take(&path), Ok(Taken::Anothers)));
        remove_abandoned(&path);
        assert!(path.exists(), "somebody holds it");
        let waiting = File::open(&path).unwrap();
        drop(held);
        assert!(matches!(take(&path), Ok(Taken::Ours(_))));
        remove_abandoned(&path);
        assert!(!path.exists());
        #[cfg(unix)]
        assert!(matches!(lock(waiting, &path), Ok(Taken::Gone)), "it was opened before it was removed");
    }

    #[test]
    fn names_are_fresh() {
        let names: std::collections::HashSet<String> = (0..1000).map(|_| fresh_name()).collect();
        assert_eq!(names.len(), 1000);
        let mut left = 3;
        let made = under_fresh_name(|name| {
            left -= 1;
            match left {
                2 => Err(io::ErrorKind::AlreadyExists.into()),
                1 => Ok(None),
                _ => Ok(Some(name.to_owned())),
            }
        });
        assert_eq!(made.unwrap().len(), 16);
        let failed = under_fresh_name(|_| Err::<Option<()>, _>(io::ErrorKind::PermissionDenied.into()));
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
