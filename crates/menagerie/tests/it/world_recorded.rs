//! A recorded run of a world goes on as it went: a change of the rules by which worlds go on shows here, and takes
//! another version. `tests/fixtures/README.md` says how the files were made.

#![cfg(target_os = "linux")]
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{file, folder, menagerie};
use serde_json::Value;

/// The exit status for a file that cannot be read as what it should be.
const INVALID: i32 = 3;

fn fixture(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/world").join(part)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The hash at the end of a run of the farmyard.
fn world(arguments: &[&str]) -> Value {
    let definition = fixture("farmyard.world.toml");
    let said = menagerie(&[&["world", "run", text(&definition), "--json", "--quiet"], arguments].concat());
    assert_eq!(said.status, 0, "{said:?}");
    said.json()["answer"]["hash"].clone()
}

#[test]
fn a_log_replays_to_its_hash_and_a_snapshot_goes_on() {
    let own = folder("written-world");
    let (log, save) = (fixture("farmyard.log"), fixture("farmyard.save"));
    let expected: Value = serde_json::from_str(&fs::read_to_string(fixture("farmyard.json")).unwrap()).unwrap();
    let again = own.join("again.log");
    let steps = expected["steps"].to_string();
    let hash = world(&["--steps", &steps, "--replay", text(&log), "--record", text(&again)]);
    assert_eq!(hash, expected["hash"]);
    assert_eq!(fs::read_to_string(&again).unwrap(), fs::read_to_string(&log).unwrap());
    assert_ne!(world(&["--steps", &steps]), hash, "the log changes the run");
    assert_eq!(world(&["--steps", "100", "--resume", text(&save)]), expected["hash_after_100_more"]);
    // Another place or moment of a touch leads elsewhere, and is noticed.
    let kept = fs::read_to_string(&log).unwrap();
    for (whole, other) in
        [("\"x\":34.0", "\"x\":20.0"), ("\"step\":90", "\"step\":91"), ("\"step\":120", "\"step\":121")]
    {
        let changed = kept.replacen(whole, other, 1);
        assert_ne!(changed, kept, "{whole}");
        let definition = fixture("farmyard.world.toml");
        let run = ["world", "run", text(&definition), "--steps", &steps, "--replay", &file(&own, "other.log", changed)];
        let refused = menagerie(&run);
        assert!(refused.status == INVALID && refused.err.contains("a line above was edited"), "{whole}: {refused:?}");
    }
    let foreign = file(&own, "foreign.log", kept.replacen("\"world\":\"", "\"world\":\"f", 1));
    assert_eq!(menagerie(&["world", "run", "@farmyard", "--replay", &foreign]).status, INVALID);
}

#[test]
fn logs_and_snapshots_by_other_rules_are_refused_by_their_version() {
    let own = folder("recorded-by-others");
    let log = fs::read_to_string(fixture("farmyard.log")).unwrap().replacen("{\"log\":3", "{\"log\":2", 1);
    let mut save = fs::read(fixture("farmyard.save")).unwrap();
    let digit = b"menagerie-world ".len();
    assert_eq!(save[digit], b'3');
    save[digit] = b'2';
    for (option, path, why) in [
        ("--replay", file(&own, "other.log", log), "the log is of version 2, whose inputs lead elsewhere; expected"),
        ("--resume", file(&own, "other.save", save), "the snapshot is of version 2, from which worlds go on"),
    ] {
        let refused = menagerie(&["world", "run", text(&fixture("farmyard.world.toml")), option, &path]);
        assert!(refused.status == INVALID && refused.err.contains(why), "{refused:?}");
    }
}
