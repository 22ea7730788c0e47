//! The cookbook: every command of `docs/cookbook.md` prints what stands below it.
//!
//! The commands run one after the other in one folder that is empty at first. A text block after a line that begins
//! with "This is `NAME`" is written there as the file NAME. Requests to `localhost:4663` go to a server that the test
//! starts. `UPDATE_GOLDEN=1 cargo test -p menagerie --test it cookbook` writes the outputs anew: read what changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use testkit::server::Process;

use crate::cli;

/// The server that the cookbook speaks to.
const SERVER: &str = "localhost:4663";
/// The programs beside the shell's own that commands may need, without which they are not tested.
const OTHERS: [&str; 2] = ["curl", "jq"];

/// Where the commands run.
struct Kitchen {
    folder: PathBuf,
    server: Process,
    missing: Vec<&'static str>,
}

impl Kitchen {
    fn new() -> Kitchen {
        let folder = cli::folder("cookbook");
        let data = cli::folder("cookbook-server");
        let mut serve = cli::MENAGERIE.command(["serve", "--listen", "127.0.0.1:0", "--data"]);
        let server = Process::start(serve.arg(data).stderr(Stdio::null()));
        let is_missing =
            |name: &&str| !Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
        Kitchen { folder, server, missing: OTHERS.into_iter().filter(is_missing).collect() }
    }

    /// Whether the programs that a command needs are installed.
    fn can_run(&self, command: &str) -> bool {
        !command.split([' ', '|']).any(|word| self.missing.contains(&word))
    }

    /// What a command prints on standard output and standard error.
    fn output(&self, command: &str) -> String {
        let own = Path::new(cli::MENAGERIE.path()).parent().unwrap();
        let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
        let script = format!("exec 2>&1\n{}", command.replace(SERVER, self.server.address()));
        let mut shell = cli::MENAGERIE.command_of(Path::new("sh"), ["-c", &script]);
        shell.env("MENAGERIE_CACHE", self.folder.join("cache"));
        let said = shell.current_dir(&self.folder).env("PATH", path).stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8(said.stdout).unwrap();
        if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
    }
}

/// A page with the commands' outputs, and the commands whose output differs from what the page says.
#[derive(Default)]
struct Page {
    text: String,
    commands: usize,
    differing: Vec<String>,
}

impl Page {
    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Runs the commands of a block and adds them with what they print.
    fn perform(&mut self, kitchen: &Kitchen, block: &[&str]) {
        let is_command = |line: &&str| line.starts_with("$ ");
        for part in block.chunk_by(|_, next| !is_command(next)) {
            let [shown, stated @ ..] = part else { continue };
            let command = shown.strip_prefix("$ ").unwrap_or_else(|| panic!("expected a command: {shown}"));
            let stated: String = stated.iter().map(|line| format!("{line}\n")).collect();
            self.push(shown);
            self.commands += 1;
            let printed = if kitchen.can_run(command) { kitchen.output(command) } else { stated.clone() };
            if masked(&printed) == masked(&stated) {
                self.text.push_str(&stated);
                continue;
            }
            self.differing.push(format!("$ {command}\n{printed}instead of\n{stated}"));
            self.text.push_str(&printed);
        }
    }
}

/// Replaces seconds by zeros, with the blanks that align them.
fn masked(text: &str) -> String {
    text.lines().map(|line| masked_line(line) + "\n").collect()
}

fn masked_line(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let is_unit = |word: &&str| word.trim_end_matches([',', ';']) == "s";
    let is_time = |place: usize| {
        words[place].contains('.') && words[place].parse::<f64>().is_ok() && words.get(place + 1).is_some_and(is_unit)
    };
    if !(0..words.len()).any(is_time) {
        return line.to_owned();
    }
    let masked: Vec<&str> = (0..words.len()).map(|place| if is_time(place) { "0.000" } else { words[place] }).collect();
    masked.join(" ")
}

/// The name in a line such as "This is `mine.xsb`:".
fn named_file(line: &str) -> Option<&str> {
    line.strip_prefix("This is `")?.split('`').next()
}

/// Runs the whole cookbook.
fn performed(text: &str, kitchen: &Kitchen) -> Page {
    let (mut page, mut file) = (Page::default(), None);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        page.push(line);
        file = named_file(line).or(file);
        let Some(kind) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if kind == "console" {
            page.perform(kitchen, &block);
        } else {
            let name = file.take().unwrap_or_else(|| panic!("a block of {kind} without the name of its file"));
            fs::write(kitchen.folder.join(name), block.join("\n") + "\n").unwrap();
            block.iter().for_each(|line| page.push(line));
        }
        page.push("```");
    }
    page
}

#[test]
fn every_command_of_the_cookbook_prints_what_stands_there() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cookbook.md");
    let text = fs::read_to_string(&path).unwrap();
    let kitchen = Kitchen::new();
    let page = performed(&text, &kitchen);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &page.text).unwrap();
        return;
    }
    assert!(page.commands >= 30, "only {} commands", page.commands);
    assert!(page.differing.is_empty(), "{}", page.differing.join("\n"));
    if !kitchen.missing.is_empty() {
        eprintln!("not all was tested: {} not installed", kitchen.missing.join(" and "));
    }
}
