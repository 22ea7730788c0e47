//! A player at a real pseudo-terminal: keys and clicks go in, the screen is read as text.

#![allow(dead_code, clippy::unwrap_used)] // each test file uses a part; a failed unwrap is a failed test

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Looks at the screen before a test gives up: each waits for [`POLL_INTERVAL`].
const MAX_POLLS: u32 = 3_000;
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What was written to the terminal: as a screen, and as it came.
struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

/// A program at a terminal.
pub(crate) struct TestTerminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<Mutex<Seen>>,
}

/// The program under test.
pub(crate) fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_menagerie"))
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn sides((columns, rows): (u16, u16)) -> (NonZero<u16>, NonZero<u16>) {
    (columns.try_into().unwrap(), rows.try_into().unwrap())
}

/// Columns of the panel at the right of a wide screen.
const PANEL: usize = 36;

/// The lines of a screen, then the lines of its panel, each joined into one.
pub(crate) fn flat(screen: &str) -> String {
    let width = screen.lines().map(|line| line.chars().count()).max().unwrap_or(0).saturating_sub(PANEL);
    let panel = screen.lines().map(|line| line.chars().skip(width).collect::<String>());
    let whole = screen.lines().map(str::to_owned).chain(panel);
    whole.flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect::<Vec<_>>().join(" ")
}

impl TestTerminal {
    /// Starts a program on a terminal of so many columns and rows, in a folder.
    pub(crate) fn new(program: &Path, arguments: &[&str], screen: (u16, u16), folder: &Path) -> TestTerminal {
        let pair = native_pty_system().openpty(size(screen)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env_remove("COLORTERM");
        let child = pair.slave.spawn_command(command).unwrap();
        let seen = Arc::new(Mutex::new(Seen {
            parser: vt100::Parser::new(sides(screen).1, sides(screen).0, 0),
            bytes: Vec::new(),
        }));
        let (mut reader, shared) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&seen));
        // The slave stays open in `pair` until here only: at the program's end the reader ends too.
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                let mut seen = shared.lock().unwrap();
                seen.parser.process(&buffer[..count]);
                seen.bytes.extend_from_slice(&buffer[..count]);
            }
        });
        TestTerminal { writer: pair.master.take_writer().unwrap(), master: pair.master, child, seen }
    }

    /// Types.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Clicks on a character, both counted from 0.
    pub(crate) fn click(&mut self, (column, row): (u16, u16)) {
        self.keys(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&mut self, screen: (u16, u16)) {
        self.seen.lock().unwrap().parser.screen_mut().set_size(sides(screen).1, sides(screen).0);
        self.master.resize(size(screen)).unwrap();
    }

    /// The screen as text, a line each.
    pub(crate) fn screen(&self) -> String {
        self.seen.lock().unwrap().parser.screen().contents()
    }

    /// Everything that was written so far.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap().bytes).into_owned()
    }

    /// Waits until the screen holds a text, in its lines or in the panel at its right, wrapped or not.
    pub(crate) fn until(&self, text: &str) {
        self.until_that(text, |screen| flat(screen).contains(text));
    }

    /// Waits until the screen does not hold a text any more.
    pub(crate) fn until_gone(&self, text: &str) {
        self.until_that(text, |screen| !flat(screen).contains(text));
    }

    /// Types, and again each second, until the screen is as described.
    pub(crate) fn keys_until(&mut self, keys: &str, what: &str, is_so: impl Fn(&str) -> bool) {
        for look in 0..MAX_POLLS {
            if is_so(&self.screen()) {
                return;
            }
            if look % 100 == 0 {
                self.keys(keys);
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        panic!("waited in vain for: {what}\n{}", self.screen());
    }

    /// Waits until the screen is as described, in two looks: what one look sees may be drawn by half.
    pub(crate) fn until_that(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let mut before = String::new();
        for _ in 0..MAX_POLLS {
            let screen = self.screen();
            if is_so(&screen) && screen == before {
                return;
            }
            before = screen;
            std::thread::sleep(POLL_INTERVAL);
        }
        panic!("waited in vain for: {what}\n{}", self.screen());
    }

    /// Where a text begins on the screen: column and row.
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        for (row, line) in (0..).zip(screen.lines()) {
            if let Some(at) = line.find(text) {
                return (u16::try_from(line[..at].chars().count()).unwrap(), row);
            }
        }
        panic!("'{text}' is not on the screen\n{screen}");
    }

    /// Waits for the end; the exit status.
    pub(crate) fn end(&mut self) -> u32 {
        for _ in 0..MAX_POLLS {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        self.child.kill().unwrap();
        panic!("the program does not end\n{}", self.screen());
    }

    /// The number of the process.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Asserts that the terminal is as a shell expects it: lines are edited and echoed, Ctrl-C is a signal, the mouse
    /// is not reported, the main screen and the cursor are shown.
    pub(crate) fn assert_restored(&self) {
        let flags = format!("{:?}", self.master.get_termios().unwrap());
        for flag in ["ICANON", "ECHO", "ISIG", "ICRNL", "OPOST"] {
            assert!(flags.contains(flag), "{flag} is not set: {flags}");
        }
        // The last bytes may still be on their way.
        for _ in 0..MAX_POLLS {
            if self.plain_modes() {
                return;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        panic!("the modes of the terminal are not restored: {:?}", self.written());
    }

    fn plain_modes(&self) -> bool {
        let seen = self.seen.lock().unwrap();
        let screen = seen.parser.screen();
        let mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        !(screen.alternate_screen() || screen.hide_cursor() || screen.bracketed_paste() || mouse)
    }

    /// Asserts that the program has the terminal for itself.
    pub(crate) fn assert_taken(&self) {
        let flags = format!("{:?}", self.master.get_termios().unwrap());
        assert!(!flags.contains("ICANON"), "{flags}");
        let seen = self.seen.lock().unwrap();
        assert!(seen.parser.screen().alternate_screen());
        assert_ne!(seen.parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}
