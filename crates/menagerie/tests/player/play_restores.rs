//! However the player ends, the terminal is left as it was found; long work never holds it up.

#![cfg(unix)]
use std::process::Command;

use crate::cli;

use crate::cli::{example, folder};
use crate::terminal::{Seat, binary};

const SCREEN: (u16, u16) = (90, 24);

fn flipper(name: &str) -> Seat {
    let seat = Seat::new(binary(), &["play", "@flipper"], SCREEN, &folder(name));
    seat.until("Best possible: 3");
    seat.assert_taken();
    seat
}

fn vase(name: &str) -> Seat {
    let seat = Seat::new(&example("fragile"), &["play", "@vase"], SCREEN, &folder(name));
    seat.until("touched 0 times");
    seat.assert_taken();
    seat
}

#[test]
fn after_every_key_that_leaves() {
    for key in ["q", "\x1b", "\x03", "\x04"] {
        let mut seat = flipper("leave");
        seat.keys(key);
        assert_eq!(seat.end(), 0, "{key:?}");
        seat.assert_restored();
    }
}

#[test]
fn after_a_signal() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut seat = flipper("signal");
        let sent = Command::new("kill").args([signal, &seat.process().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(seat.end(), 0, "{signal}");
        seat.assert_restored();
    }
}

#[test]
fn after_a_panic_which_is_told_on_the_main_screen() {
    let mut seat = vase("panic");
    seat.keys(":break\r");
    assert_eq!(seat.end(), 1);
    seat.assert_restored();
    seat.until("a bug in menagerie");
    seat.until("the vase broke");
}

#[test]
fn work_without_end_shows_progress_and_holds_nothing_up() {
    let mut seat = vase("endless");
    seat.until("looking for cracks");
    seat.until("at least 7");
    seat.keys("h");
    seat.until("Working");
    seat.keys(" ");
    seat.until("touched 1 times");
    seat.keys("u");
    seat.until("touched 0 times");
    seat.keys("q");
    assert_eq!(seat.end(), 0);
    seat.assert_restored();
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let said = cli::menagerie(&["play", "@flipper"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("--plain"), "{said:?}");
}
