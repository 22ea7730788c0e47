//! The measure of runs under limits (`testkit::bounded`): it sees what breaks a promise.
#![cfg(target_os = "linux")]
use std::time::Duration;

use crate::cli::{MENAGERIE, file, folder};
use testkit::bounded::{Limits, Moment, Trial, base};

/// A script that fills memory or time.
fn endless(name: &str, body: &str) -> String {
    file(&folder(name), "endless.luau", body)
}

#[test]
fn time_memory_and_children_are_measured() {
    let (level, base) = (endless("bounded-time", "while true do end"), base(&MENAGERIE));
    assert!(base > 1 << 20, "{base} bytes");
    let limits = Limits::new(300, 64);
    let run = Trial::new(&MENAGERIE, ["show", &level]).limits(&limits).run();
    assert_eq!(run.flaw(&limits, base), None);
    assert!(run.took >= limits.time && run.said.err.contains("the time allowed is over"), "{run:?}");
    let slow = limits.breach(limits.latest() + Duration::from_millis(1), base, base).unwrap();
    assert!(slow.starts_with("it took "), "{slow}");
    assert_eq!(limits.breach(limits.latest(), base + (128 << 20), base), None);
    assert!(limits.breach(limits.latest(), base + (128 << 20) + 1, base).unwrap().starts_with("it held "));
    let fill = endless("bounded-memory", "local t = {} for i = 1, 1e9 do t[i] = buffer.create(1e6) end");
    let filled = Trial::new(&MENAGERIE, ["show", &fill]).limits(&limits).run();
    assert!(filled.peak > base + (8 << 20), "{filled:?}");
}

#[test]
fn a_run_is_ended_while_it_computes_and_while_it_waits() {
    let level = endless("bounded-end", "while true do end");
    let moment = || Moment::Computed(Duration::from_millis(100));
    let run = Trial::new(&MENAGERIE, ["show", &level]).terminate(moment()).run();
    assert_eq!(run.flaw_of_ending(), None);
    assert_eq!(run.said.status, 12, "{run:?}");
    let early = Trial::new(&MENAGERIE, ["list"]).terminate(Moment::When(&|_| false)).run();
    assert!(early.flaw_of_ending().unwrap().starts_with("it ended before the signal"));
}
