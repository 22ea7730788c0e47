//! The folder of a world: files in it and below it can be read, and nothing else, whatever links say.
//!
//! The operating system resolves names within the folder while it opens a file (`cap-std`, by `openat2` where there is
//! one), so that no link leads out, also none that changes at that moment. Only regular files are read, and without
//! waiting: a pipe or a device beside a world does not hold up its reader.

use std::io::{self, Read};
use std::path::{Component, Path};
use std::time::SystemTime;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};
use world::Files;

/// An open folder of a world.
#[derive(Debug)]
pub struct WorldFolder(Dir);

impl WorldFolder {
    /// Opens a folder; the empty path is the present one.
    ///
    /// # Errors
    /// Returns an error if there is no such folder, or it cannot be opened.
    pub fn open(path: &Path) -> io::Result<WorldFolder> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Dir::open_ambient_dir(path, ambient_authority()).map(WorldFolder)
    }

    /// The modification time and the length of a file, if it can be read.
    pub(super) fn stamp(&self, name: &str) -> Option<(SystemTime, u64)> {
        let about = lies_inside(name).and_then(|()| self.0.metadata(name)).ok()?;
        Some((about.modified().ok()?.into_std(), about.len()))
    }

    fn file(&self, name: &str) -> io::Result<File> {
        lies_inside(name)?;
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
        let file = self.0.open_with(name, &options).map_err(led_out)?;
        if file.metadata()?.is_file() {
            return Ok(file);
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "this is a folder, a pipe or a device; expected a file"))
    }
}

impl Files for WorldFolder {
    fn read(&self, name: &str, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file(name)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Returns an error for a name that leads out of the folder by itself.
fn lies_inside(name: &str) -> io::Result<()> {
    if Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Ok(());
    }
    let message = "a world's files lie beside it; expected a name without '..' or a leading '/'";
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Says in words that a link leads out of the folder: an error of that kind is not one of the operating system.
fn led_out(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        let message = "a link leads out of the world's folder; expected a file in it or below it";
        return io::Error::new(io::ErrorKind::PermissionDenied, message);
    }
    error
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// A fresh folder with `inside`, and a file beside it that nothing inside may show.
    fn fresh(name: &str) -> (PathBuf, WorldFolder) {
        let above = std::env::temp_dir().join(format!("menagerie-folder-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&above);
        let inside = above.join("inside");
        fs::create_dir_all(inside.join("below")).unwrap();
        fs::write(above.join("secret"), "secret").unwrap();
        fs::write(inside.join("own"), "own").unwrap();
        fs::write(inside.join("below/deep"), "deep").unwrap();
        let folder = WorldFolder::open(&inside).unwrap();
        (above, folder)
    }

    #[test]
    fn files_inside_are_read_and_nothing_else() {
        let (above, folder) = fresh("names");
        let link = |target: &str, name: &str| symlink(target, above.join("inside").join(name)).unwrap();
        link("own", "to-own");
        link("below", "to-below");
        link("../inside/own", "around");
        link("../secret", "to-secret");
        link(above.join("secret").to_str().unwrap(), "to-absolute");
        link("..", "to-above");
        link("to-secret", "twice");
        link("loop", "loop");
        link("/dev/zero", "zero");
        let read = |name: &str| folder.read(name, 100).map(|bytes| String::from_utf8(bytes).unwrap());
        for (name, text) in
            [("own", "own"), ("./own", "own"), ("below/deep", "deep"), ("to-own", "own"), ("to-below/deep", "deep")]
        {
            assert_eq!(read(name).unwrap(), text, "{name}");
            assert!(folder.stamp(name).is_some(), "{name}");
        }
        let absolute = above.join("secret");
        let out = ["../secret", "/etc/passwd", "below/../../secret", "", absolute.to_str().unwrap()];
        for name in
            ["to-secret", "to-absolute", "to-above/secret", "twice", "around", "loop", "zero", "none", "below", "."]
                .iter()
                .chain(&out)
        {
            assert!(read(name).is_err(), "{name}");
        }
        assert!(read("to-secret").err().unwrap().to_string().contains("leads out of the world's folder"));
        assert!(folder.stamp("to-secret").is_none() && folder.stamp("../secret").is_none());
        assert_eq!(folder.read("own", 1).unwrap(), b"ow");
        fs::remove_dir_all(above).unwrap();
    }

    #[test]
    fn pipes_are_not_waited_for() {
        let (above, folder) = fresh("pipe");
        let made = Command::new("mkfifo").arg(above.join("inside/pipe")).status().unwrap();
        assert!(made.success());
        let error = folder.read("pipe", 100).err().unwrap();
        assert!(error.to_string().contains("expected a file"), "{error}");
        fs::remove_dir_all(above).unwrap();
    }

    /// A link, and a folder on the way, that lead inside and outside in turn.
    #[test]
    fn links_that_change_never_lead_out() {
        let (above, folder) = fresh("race");
        fs::create_dir(above.join("outside")).unwrap();
        fs::write(above.join("outside/deep"), "secret").unwrap();
        let (inside, over) = (above.join("inside"), AtomicBool::new(false));
        let turn = |name: &str, targets: [&str; 2]| {
            let fresh = inside.join(format!("{name}.new"));
            for target in targets {
                symlink(target, &fresh).unwrap();
                fs::rename(&fresh, inside.join(name)).unwrap();
            }
        };
        let (mut own, mut refused, mut leaked) = (0, 0, 0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    turn("file", ["own", "../secret"]);
                    turn("way", ["below", "../outside"]);
                }
            });
            while leaked == 0 && (own < 200 || refused < 200) {
                for name in ["file", "way/deep"] {
                    match folder.read(name, 100) {
                        Ok(bytes) if bytes == b"secret" => leaked += 1,
                        Ok(_) => own += 1,
                        Err(_) => refused += 1,
                    }
                }
            }
            over.store(true, Ordering::Relaxed);
        });
        assert_eq!(leaked, 0);
        fs::remove_dir_all(above).unwrap();
    }
}
