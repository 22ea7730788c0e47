//! A terminal that goes away, with a signal that says so or without one: the player saves its game and ends, the prompt
//! ends, searches and surveys leave what they know. A real pseudo-terminal.
#![cfg(target_os = "linux")]
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::cli::{MENAGERIE, folder};
use nix::pty::{OpenptyResult, Winsize, openpty};
use testkit::bounded::slack;
use testkit::long_levels::TILES;

/// A program at a terminal that is not the one of its session, so that no signal says that it has gone.
struct ForeignTerminal {
    child: Child,
    master: File,
    screen: vt100::Parser,
}

impl ForeignTerminal {
    fn new(arguments: &[&str], folder: &Path) -> ForeignTerminal {
        ForeignTerminal::of(Command::new(MENAGERIE.path()).args(arguments), None, folder)
    }

    /// A program at the terminal of its own session, which sends SIGHUP when it goes away. What it writes goes into
    /// `output`.
    fn of_session(before: &[&str], arguments: &[&str], output: File, folder: &Path) -> ForeignTerminal {
        let mut command = Command::new("setsid");
        command.arg("--ctty").args(before).arg(MENAGERIE.path()).args(arguments);
        ForeignTerminal::of(&mut command, Some(output), folder)
    }

    fn of(command: &mut Command, output: Option<File>, folder: &Path) -> ForeignTerminal {
        // One at a time: a program that another test starts before `own` is dropped would hold the terminal open.
        static OPENING: Mutex<()> = Mutex::new(());
        let _opening = OPENING.lock();
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master: own, slave } = openpty(Some(&size), None).unwrap();
        // The copy is not handed on to the program, which would keep its own terminal open.
        let master = File::from(own.try_clone().unwrap());
        drop(own);
        let stream = || Stdio::from(slave.try_clone().unwrap());
        command.current_dir(folder).env("TERM", "xterm-256color");
        command.stdin(stream()).stdout(output.map_or_else(stream, Stdio::from)).stderr(stream());
        let child = command.spawn().unwrap();
        let (rows, columns) = (NonZero::new(size.ws_row).unwrap(), NonZero::new(size.ws_col).unwrap());
        ForeignTerminal { child, master, screen: vt100::Parser::new(rows, columns, 0) }
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
        let mut terminal = ForeignTerminal::new(&["play", "@flipper"], &folder);
        terminal.until("Flipper");
        terminal.keys("3");
        terminal.until("1 move.");
        let ForeignTerminal { child, master, .. } = terminal;
        if round == 0 {
            drop(master);
            ForeignTerminal::ends(child);
        } else {
            let sent = Command::new("kill").args(["-s", "HUP", &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
            ForeignTerminal::ends(child);
        }
        assert_eq!(moves(&folder.join(save)), "3");
    }
}

#[test]
fn a_game_by_lines_is_saved_where_its_terminal_goes_away() {
    let folder = folder("gone_terminal_by_lines");
    let mut terminal = ForeignTerminal::new(&["play", "--plain", "@flipper"], &folder);
    terminal.until("> ");
    terminal.keys("3\n");
    terminal.until("1 move:");
    let ForeignTerminal { child, master, .. } = terminal;
    drop(master);
    ForeignTerminal::ends(child);
    assert_eq!(moves(&folder.join("flipper.save")), "3");
}

#[test]
fn the_prompt_ends_where_its_terminal_goes_away() {
    let mut terminal = ForeignTerminal::new(&["repl"], &folder("gone_terminal_of_the_prompt"));
    terminal.until("> ");
    let ForeignTerminal { child, master, .. } = terminal;
    drop(master);
    ForeignTerminal::ends(child);
}

#[test]
fn a_search_whose_terminal_goes_away_leaves_what_it_found() {
    let folder = folder("gone_terminal_of_a_search");
    std::fs::write(folder.join("tiles.pebble"), TILES).unwrap();
    let answer = folder.join("answer.json");
    let output = File::create(&answer).unwrap();
    let mut terminal = ForeignTerminal::of_session(&[], &["solve", "--json", "tiles.pebble"], output, &folder);
    terminal.until(" nodes");
    let ForeignTerminal { child, master, .. } = terminal;
    drop(master);
    ForeignTerminal::ends(child);
    let answer: serde_json::Value = serde_json::from_slice(&std::fs::read(answer).unwrap()).unwrap();
    assert!(answer["verdict"] == "found", "{answer}");
    assert!(answer["answer"]["at_least"].as_u64().unwrap() > 0, "{answer}");
}

#[test]
fn a_survey_whose_terminal_goes_away_keeps_its_rows() {
    let folder = folder("gone_terminal_of_a_survey");
    std::fs::create_dir_all(folder.join("levels")).unwrap();
    std::fs::write(folder.join("levels/a.xsb"), "#####\n#@$.#\n#####\n").unwrap();
    std::fs::write(folder.join("levels/b.pebble"), TILES).unwrap();
    let output = File::create(folder.join("written")).unwrap();
    let survey = ["survey", "levels", "--threads", "1", "--time", "1000s", "--jsonl", "table.jsonl"];
    let mut terminal = ForeignTerminal::of_session(&[], &survey, output, &folder);
    terminal.until("1 of 2 levels");
    let ForeignTerminal { child, master, .. } = terminal;
    drop(master);
    ForeignTerminal::ends(child);
    let rows = std::fs::read_to_string(folder.join("table.jsonl.partial")).unwrap();
    assert_eq!(rows.lines().count(), 2, "{rows}");
}

/// `nohup` has SIGHUP ignored, too.
#[test]
fn a_search_that_is_told_to_outlive_its_terminal_goes_on() {
    let folder = folder("gone_terminal_outlived");
    std::fs::write(folder.join("tiles.pebble"), TILES).unwrap();
    let answer = folder.join("answer.json");
    let output = File::create(&answer).unwrap();
    let search = ["solve", "--json", "--nodes", "6000000", "tiles.pebble"];
    let mut terminal =
        ForeignTerminal::of_session(&["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"], &search, output, &folder);
    terminal.until(" nodes");
    let ForeignTerminal { mut child, master, .. } = terminal;
    drop(master);
    child.wait().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&std::fs::read(answer).unwrap()).unwrap();
    assert!(answer["spent"]["nodes"].as_u64().unwrap() >= 6_000_000, "{answer}");
}
