//! Where outputs go: links, pipes, devices, standard output; modes and owners; and what is said where writing fails.
#![cfg(unix)]
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli;

use crate::cli::{fed, folder, menagerie};

/// Runs with these arguments and the last ones as text; it must succeed.
fn succeeds(arguments: &[&str], path: &Path) {
    let said = menagerie(&[arguments, &[path.to_str().unwrap()]].concat());
    assert_eq!(said.status, 0, "{said:?}");
}

/// Commands that write a file named last.
const WRITERS: &[&[&str]] = &[
    &["solve", "@flipper", "--quiet", "--svg"],
    &["solve", "@flipper", "--quiet", "--csv"],
    &["solve", "@flipper", "--quiet", "--out"],
    &["improve", "@seed.lemmo", "--quiet", "--out"],
    &["map", "@jugs.luau", "--quiet", "--csv"],
    &["show", "@flipper", "--svg"],
    &["world", "show", "@savanna", "--svg"],
    &["world", "run", "@savanna", "--steps", "3", "--record"],
    &["world", "run", "@savanna", "--steps", "3", "--save"],
];

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_link_stays_and_its_target_is_written_with_its_mode_and_owner() {
    for (number, writer) in WRITERS.iter().enumerate() {
        let dir = folder(&format!("out-link-{number}"));
        fs::create_dir(dir.join("far")).unwrap();
        let (target, link) = (dir.join("far/target"), dir.join("link"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
        // Only the superuser may give files away.
        let given = std::os::unix::fs::chown(&target, Some(12_345), Some(23_456)).is_ok();
        symlink("far/target", &link).unwrap();
        succeeds(writer, &link);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{writer:?}");
        let about = fs::metadata(&target).unwrap();
        assert_eq!(about.mode() & 0o7777, 0o640, "{writer:?}");
        assert!(!given || (about.uid(), about.gid()) == (12_345, 23_456), "{writer:?}");
        assert_ne!(fs::read(&target).unwrap(), b"old", "{writer:?}");
        assert_eq!((files(&dir), files(&dir.join("far"))), (vec!["far".into(), "link".into()], vec!["target".into()]));
    }
}

#[test]
fn a_link_to_what_is_not_there_yet_makes_it() {
    let dir = folder("out-dangling");
    symlink("made.svg", dir.join("second")).unwrap();
    symlink("second", dir.join("first")).unwrap();
    succeeds(&["solve", "@flipper", "--svg"], &dir.join("first"));
    assert_eq!(files(&dir), ["first", "made.svg", "second"]);
    assert!(fs::read_to_string(dir.join("made.svg")).unwrap().starts_with("<svg"));
    symlink("loop", dir.join("loop")).unwrap();
    let said = menagerie(&["solve", "@flipper", "--svg", dir.join("loop").to_str().unwrap()]);
    assert_eq!((said.status, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("loop"), "{said:?}");
}

#[test]
fn a_private_file_stays_private() {
    let dir = folder("out-private");
    let path = dir.join("private.csv");
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
    succeeds(&["map", "@jugs.luau", "--csv"], &path);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o600);
    assert!(fs::read_to_string(&path).unwrap().starts_with("distance,count\n"));
}

/// A pipe with a name, and what comes out of it.
fn pipe(path: &Path) -> std::thread::JoinHandle<Vec<u8>> {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let path = path.to_owned();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        File::open(path).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    })
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    for (number, writer) in WRITERS.iter().enumerate() {
        let dir = folder(&format!("out-pipe-{number}"));
        let path = dir.join("pipe");
        let reader = pipe(&path);
        succeeds(writer, &path);
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        assert!(kind.is_fifo(), "{writer:?}");
        // A program that did not write into it would leave the reader waiting: a writer that says nothing ends it.
        drop(OpenOptions::new().read(true).write(true).open(&path).unwrap());
        assert!(!reader.join().unwrap().is_empty(), "{writer:?}");
        assert_eq!(files(&dir), ["pipe"], "{writer:?}");
    }
}

/// A device of our own, like the null device, where this process may make one.
fn device(path: &Path, minor: &str) -> bool {
    let made = Command::new("mknod").arg(path).args(["c", "1", minor]).stderr(Stdio::null()).status();
    made.is_ok_and(|status| status.success()) && OpenOptions::new().write(true).open(path).is_ok()
}

#[test]
fn a_device_is_written_to_and_stays() {
    let dir = folder("out-device");
    let null = dir.join("null");
    if !device(&null, "3") {
        eprintln!("not tested: this process may make no devices");
        return;
    }
    for writer in WRITERS {
        succeeds(writer, &null);
        assert!(fs::symlink_metadata(&null).unwrap().file_type().is_char_device(), "{writer:?}");
    }
    let full = dir.join("full");
    assert!(device(&full, "7"));
    for writer in WRITERS {
        let said = menagerie(&[*writer, &[full.to_str().unwrap()]].concat());
        assert_eq!(said.status, 1, "{writer:?}: {said:?}");
        assert!(said.err.contains("full: No space left"), "{writer:?}: {said:?}");
        assert!(fs::symlink_metadata(&full).unwrap().file_type().is_char_device(), "{writer:?}");
    }
    assert_eq!(files(&dir), ["full", "null"]);
}

#[test]
fn a_minus_is_standard_output_and_the_answer_goes_to_standard_error() {
    let said = menagerie(&["solve", "@flipper", "--svg", "-"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.starts_with("<svg") && said.out.ends_with("</svg>\n"), "{said:?}");
    assert!(said.err.contains("toggle: found, proven best"), "{said:?}");
    let said = menagerie(&["map", "@jugs.luau", "--csv", "-", "--quiet"]);
    assert!(said.out.starts_with("distance,count\n0,2\n") && !said.out.contains("script:"), "{said:?}");
    assert!(said.err.contains("16 states"), "{said:?}");
    let said = menagerie(&["improve", "@seed.lemmo", "--out", "-", "--quiet"]);
    assert!(said.out.starts_with("0,0,0,-2,-1,4,"), "{said:?}");
    let said = menagerie(&["world", "show", "@savanna", "--svg", "-"]);
    assert!(said.out.starts_with("<svg") && said.err.contains("The savanna"), "{said:?}");
    assert!(!Path::new("-").exists());
}

#[test]
fn one_output_at_most_is_standard_output_and_none_with_json() {
    let wrong: [(&[&str], &str); 6] = [
        (&["solve", "@flipper", "--svg", "-", "--csv", "-"], "--csv"),
        (&["solve", "@flipper", "--svg", "-", "--json"], "--svg"),
        (&["map", "@jugs.luau", "--csv", "-", "--json"], "--csv"),
        (&["world", "run", "@savanna", "--steps", "1", "--record", "-", "--save", "-"], "--save"),
        (&["world", "show", "@savanna", "--svg", "-", "--json"], "--svg"),
        (&["solve", "@flipper", "--svg", "same.svg", "--csv", "./same.svg"], "same.svg"),
    ];
    for (arguments, named) in wrong {
        let said = menagerie(arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}: {said:?}");
        assert!(said.err.contains(named) && said.err.contains("expected"), "{arguments:?}: {said:?}");
    }
}

#[test]
fn what_cannot_be_an_output_is_refused_before_any_work() {
    let dir = folder("out-refused");
    for path in [dir.clone(), dir.join("missing/file.svg")] {
        let said = menagerie(&["solve", "@flipper", "--svg", path.to_str().unwrap()]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{said:?}");
        assert!(said.err.contains(path.to_str().unwrap()), "{said:?}");
    }
}

#[test]
fn a_game_is_saved_through_a_link() {
    let dir = folder("out-play");
    fs::write(dir.join("kept"), "").unwrap();
    symlink("kept", dir.join("link")).unwrap();
    let lines = format!("5\nsave {}\nquit\n", dir.join("link").display());
    let said = fed(&["play", "@flipper", "--plain"], lines.as_bytes());
    assert_eq!(said.status, 0, "{said:?}");
    assert!(fs::symlink_metadata(dir.join("link")).unwrap().is_symlink());
    let resumed = fed(&["play", "--plain", "--resume", dir.join("kept").to_str().unwrap()], b"quit\n");
    assert!(resumed.out.contains("1 move: "), "{said:?}: {resumed:?}");
}

/// Runs with standard output at a file of the system.
fn printing_to(arguments: &[&str], out: Stdio) -> (i32, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
        .args(arguments)
        .env("MENAGERIE_CACHE", cli::cache())
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    (child.status.code().unwrap_or(-1), String::from_utf8(child.stderr).unwrap())
}

/// Commands that only print.
const PRINTERS: &[&[&str]] = &[
    &["--help"],
    &["help", "solve"],
    &["solve", "--help"],
    &["--version"],
    &["list"],
    &["list", "--json"],
    &["completions", "bash"],
    &["man"],
    &["show", "@flipper"],
    &["check", "@flipper"],
    &["solve", "@flipper"],
    &["solve", "@flipper", "@lights-out-5x5"],
    &["solve", "@flipper", "--svg", "-"],
    &["map", "@jugs.luau", "--csv", "-"],
    &["improve", "@seed.lemmo", "--csv", "-"],
    &["new", "toggle", "--seed", "1"],
    &["play", "@flipper", "--plain"],
    &["repl", "--eval", "print(1)"],
    &["world", "show", "@savanna"],
    &["world", "run", "@savanna", "--steps", "1"],
];

#[test]
fn what_cannot_be_printed_is_a_failure_with_a_word() {
    let full = Path::new("/dev/full");
    if !fs::metadata(full).is_ok_and(|about| about.file_type().is_char_device()) {
        eprintln!("not tested: there is no /dev/full");
        return;
    }
    for arguments in PRINTERS {
        let (status, err) = printing_to(arguments, OpenOptions::new().write(true).open(full).unwrap().into());
        assert_eq!(status, 1, "{arguments:?}: {err}");
        assert!(err.contains("No space left"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    for arguments in PRINTERS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (status, err) = printing_to(arguments, writer.into());
        assert_eq!(status, 0, "{arguments:?}: {err}");
    }
}

#[test]
fn another_name_of_standard_output_is_standard_output() {
    let path = PathBuf::from("/dev/stdout");
    if !path.exists() {
        eprintln!("not tested: there is no /dev/stdout");
        return;
    }
    // Standard output is a pipe here.
    let said = menagerie(&["solve", "@flipper", "--svg", "/dev/stdout"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.starts_with("<svg") && said.out.ends_with("</svg>\n"), "{said:?}");
    let kept = folder("out-stdout").join("kept.svg");
    let (status, _) = printing_to(&["solve", "@flipper", "--svg", "/dev/stdout"], File::create(&kept).unwrap().into());
    assert_eq!(status, 0);
    let svg = fs::read_to_string(&kept).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
}
