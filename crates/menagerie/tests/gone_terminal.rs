//! A terminal that goes away, with a signal that says so or without one: the player saves its game and ends, the prompt
//! ends. A real pseudo-terminal.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod cli;

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use cli::{MENAGERIE, folder};
use nix::pty::{OpenptyResult, Winsize, openpty};
use testkit::bounded::slack;

/// A program at a terminal that is not the one of its session, so that no signal says that it has gone.
struct Seat {
    child: Child,
    master: File,
    screen: vt100::Parser,
}

impl Seat {
    fn new(arguments: &[&str], folder: &Path) -> Seat {
        // One at a time: a program that another test starts before `own` is dropped would hold the terminal open.
        static OPENING: Mutex<()> = Mutex::new(());
        let _opening = OPENING.lock();
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master: own, slave } = openpty(Some(&size), None).unwrap();
        // The copy is not handed on to the program, which would keep its own terminal open.
        let master = File::from(own.try_clone().unwrap());
        drop(own);
        let stream = || Stdio::from(slave.try_clone().unwrap());
        let mut command = Command::new(MENAGERIE.path());
        command.args(arguments).current_dir(folder).env("TERM", "xterm-256color");
        let child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().unwrap();
        let (rows, columns) = (NonZero::new(size.ws_row).unwrap(), NonZero::new(size.ws_col).unwrap());
        Seat { child, master, screen: vt100::Parser::new(rows, columns, 0) }
    }

    /// Reads until the screen holds a text.
    fn until(&mut self, text: &str) {
        let mut buffer = [0; 4096];
        while !self.screen.screen().contents().contains(text) {
            let count = self.master.read(&mut buffer).unwrap();
            self.screen.process(&buffer[..count]);
        }
    }

    fn keys(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end, which comes within a second.
    fn ends(mut child: Child) {
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > Duration::from_secs(1) * slack() {
                child.kill().unwrap();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The moves of a save.
fn moves(save: &Path) -> String {
    let text = std::fs::read_to_string(save).unwrap();
    text.lines().find_map(|line| line.strip_prefix("moves: ")).unwrap().to_owned()
}

#[test]
fn a_game_is_saved_where_its_terminal_goes_away() {
    let folder = folder("gone_terminal");
    for (round, save) in ["flipper.save", "flipper-2.save"].into_iter().enumerate() {
        let mut seat = Seat::new(&["play", "@flipper"], &folder);
        seat.until("Flipper");
        seat.keys("3");
        seat.until("1 move.");
        let Seat { child, master, .. } = seat;
        if round == 0 {
            drop(master);
            Seat::ends(child);
        } else {
            let sent = Command::new("kill").args(["-s", "HUP", &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
            Seat::ends(child);
        }
        assert_eq!(moves(&folder.join(save)), "3");
    }
}

#[test]
fn a_game_by_lines_is_saved_where_its_terminal_goes_away() {
    let folder = folder("gone_terminal_by_lines");
    let mut seat = Seat::new(&["play", "--plain", "@flipper"], &folder);
    seat.until("> ");
    seat.keys("3\n");
    seat.until("1 move:");
    let Seat { child, master, .. } = seat;
    drop(master);
    Seat::ends(child);
    assert_eq!(moves(&folder.join("flipper.save")), "3");
}

#[test]
fn the_prompt_ends_where_its_terminal_goes_away() {
    let mut seat = Seat::new(&["repl"], &folder("gone_terminal_of_the_prompt"));
    seat.until("> ");
    let Seat { child, master, .. } = seat;
    drop(master);
    Seat::ends(child);
}
