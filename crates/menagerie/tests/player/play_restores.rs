//! However the player ends, the terminal is left as it was found; long work never holds it up.

#![cfg(unix)]
use std::process::Command;

use crate::cli;

use crate::cli::{example, folder};
use crate::terminal::{TestTerminal, binary};

const SCREEN: (u16, u16) = (90, 24);

fn flipper(name: &str) -> TestTerminal {
    let terminal = TestTerminal::new(binary(), &["play", "@flipper"], SCREEN, &folder(name));
    terminal.until("Best possible: 3");
    terminal.assert_taken();
    terminal
}

fn vase(name: &str) -> TestTerminal {
    let terminal = TestTerminal::new(&example("fragile"), &["play", "@vase"], SCREEN, &folder(name));
    terminal.until("touched 0 times");
    terminal.assert_taken();
    terminal
}

#[test]
fn after_every_key_that_leaves() {
    for key in ["q", "\x1b", "\x03", "\x04"] {
        let mut terminal = flipper("leave");
        terminal.keys(key);
        assert_eq!(terminal.end(), 0, "{key:?}");
        terminal.assert_restored();
    }
}

#[test]
fn after_a_signal() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut terminal = flipper("signal");
        let sent = Command::new("kill").args([signal, &terminal.process().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(terminal.end(), 0, "{signal}");
        terminal.assert_restored();
    }
}

#[test]
fn after_a_panic_which_is_told_on_the_main_screen() {
    let mut terminal = vase("panic");
    terminal.keys(":break\r");
    assert_eq!(terminal.end(), 1);
    terminal.assert_restored();
    terminal.until("a bug in menagerie");
    terminal.until("the vase broke");
}

#[test]
fn work_without_end_shows_progress_and_holds_nothing_up() {
    let mut terminal = vase("endless");
    terminal.until("looking for cracks");
    terminal.until("at least 7");
    terminal.keys("h");
    terminal.until("Working");
    terminal.keys(" ");
    terminal.until("touched 1 times");
    terminal.keys("u");
    terminal.until("touched 0 times");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_restored();
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let said = cli::menagerie(&["play", "@flipper"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("--plain"), "{said:?}");
}
