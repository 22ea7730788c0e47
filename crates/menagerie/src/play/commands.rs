//! The commands of the player, a row each: key, word, button and help of every face follow from the row.
//!
//! A face asks a row's command of the game, unless it has more to do itself: a screen opens a line to be typed, the
//! player by lines prints what is asked for. What a command does is `Game`'s.

use std::path::PathBuf;

/// A command of the player, given by a key, a click or a typed word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Move(String),
    Undo,
    Redo,
    Restart,
    /// One step of help; again for the next.
    Hint,
    /// Judge the moves; again to put the judgement away, or to stop waiting for it.
    Judge,
    /// Compare the moves made, which win, with a shortest solution.
    Shortcut,
    /// Go to the position after so many moves, made or taken back; to the one before the mistake where none is named.
    Back(Option<u64>),
    /// Play the solution from here; again to stop.
    Solution,
    /// Show the game again from its start; again to stop.
    Replay,
    Save(PathBuf),
    /// Write the moves, which win, into the file of the level as its solution.
    State,
    /// Change sides, which begins a new game.
    Swap,
    /// Stop the clock of a level in real time, or start it.
    Clock,
    /// Leave the game.
    Leave,
}

/// What a game has to offer, which commands need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offers {
    pub(crate) hints: bool,
    pub(crate) judges: bool,
    /// Moves that win are compared with a shortest solution.
    pub(crate) compares: bool,
    /// The level is one of a file that can state a solution.
    pub(crate) has_file: bool,
    /// There are several sides to play.
    pub(crate) has_roles: bool,
    /// There is a next level.
    pub(crate) has_next: bool,
}

/// What the help by lines says of a command, and whether that serves in a game.
type HelpLine = (fn(Offers) -> bool, &'static str);

/// A command as the faces offer it.
struct Row {
    /// The key, which is the word of one letter too.
    key: char,
    /// The word of a line; empty where only a screen has the command.
    word: &'static str,
    /// The button of the bar.
    button: Option<&'static str>,
    /// The help on a screen; empty where only lines have the command.
    on_screen: &'static str,
    /// The help by lines. `PLACE` stands for a line or place of the board.
    by_lines: &'static [HelpLine],
    /// What is asked of the game; `None` where each face does it itself.
    command: Option<Command>,
}

const BLANK: Row = Row { key: ' ', word: "", button: None, on_screen: "", by_lines: &[], command: None };

const fn always(_: Offers) -> bool {
    true
}

/// The commands, in the order in which help names them.
const ROWS: [Row; 21] = [
    Row {
        key: 'u',
        word: "undo",
        button: Some("undo"),
        on_screen: "u undo",
        by_lines: &[(always, "undo")],
        command: Some(Command::Undo),
    },
    Row {
        key: 'r',
        word: "redo",
        button: Some("redo"),
        on_screen: "r redo",
        by_lines: &[(always, "redo")],
        command: Some(Command::Redo),
    },
    Row {
        key: 'h',
        word: "hint",
        button: Some("hint"),
        on_screen: "h hint (again for more)",
        by_lines: &[(|offers| offers.hints, "hint (again for more)")],
        command: Some(Command::Hint),
    },
    Row {
        key: 'j',
        word: "judge",
        button: Some("judge"),
        on_screen: "j judges your moves",
        by_lines: &[(|offers| offers.judges, "judge (what your moves cost)")],
        command: Some(Command::Judge),
    },
    Row {
        key: 'f',
        word: "shortcut",
        on_screen: "f says whether fewer moves than yours win",
        by_lines: &[(|offers| offers.compares, "shortcut (whether fewer moves than yours win)")],
        command: Some(Command::Shortcut),
        ..BLANK
    },
    Row {
        key: 'b',
        word: "back",
        button: Some("back"),
        on_screen: "b goes back to before the mistake or to any number of moves (a click on a judged move does, too)",
        by_lines: &[
            (|offers| offers.judges, "back (to before the mistake)"),
            (always, "back and a number of moves (back 7)"),
        ],
        command: Some(Command::Back(None)),
    },
    Row {
        key: 't',
        word: "restart",
        button: Some("restart"),
        on_screen: "t restart",
        by_lines: &[(always, "restart")],
        command: Some(Command::Restart),
    },
    Row {
        key: 'o',
        word: "solution",
        button: Some("solution"),
        on_screen: "o plays the solution",
        by_lines: &[(|offers| offers.hints, "solution (one best move)")],
        command: Some(Command::Solution),
    },
    Row {
        key: 'l',
        word: "look",
        by_lines: &[
            (always, "look (the whole board)"),
            (always, "look and the name of a line or place (look PLACE)"),
            (always, "look move and a move (what it changes)"),
        ],
        ..BLANK
    },
    Row { key: 'm', word: "moves", by_lines: &[(always, "moves")], ..BLANK },
    Row {
        key: 'p',
        word: "replay",
        button: Some("replay"),
        on_screen: "p replays your game",
        by_lines: &[(always, "replay (the moves made)")],
        command: Some(Command::Replay),
    },
    Row { key: 'v', on_screen: "v shows what the move aimed at changes", ..BLANK },
    Row { key: '+', on_screen: "+ and - set the pace, space stops it", ..BLANK },
    Row { key: 'n', on_screen: "n writes the numbers of positions", ..BLANK },
    Row {
        key: 'a',
        word: "swap",
        on_screen: "a changes sides",
        by_lines: &[(|offers| offers.has_roles, "swap (play the other side)")],
        command: Some(Command::Swap),
        ..BLANK
    },
    Row {
        key: 'k',
        on_screen: "k stops or starts the clock of a level in real time",
        command: Some(Command::Clock),
        ..BLANK
    },
    Row {
        key: 'n',
        word: "next",
        by_lines: &[(|offers| offers.has_next, "next (the next level of the file)")],
        ..BLANK
    },
    Row { key: '?', word: "rules", button: Some("help"), by_lines: &[(always, "rules")], ..BLANK },
    Row {
        key: 's',
        word: "save",
        button: Some("save"),
        on_screen: "s saves",
        by_lines: &[(always, "save FILE")],
        ..BLANK
    },
    Row {
        key: 'w',
        word: "write",
        on_screen: "w writes moves that win into the file",
        by_lines: &[(|offers| offers.has_file, "write (moves that win into the file, as its solution)")],
        command: Some(Command::State),
        ..BLANK
    },
    Row {
        key: 'q',
        word: "quit",
        button: Some("quit"),
        on_screen: "Escape or q leaves",
        by_lines: &[(always, "quit")],
        command: Some(Command::Leave),
    },
];

/// The command that a key gives on a screen.
pub(crate) fn by_key(key: char) -> Option<Command> {
    ROWS.iter().find(|row| row.key == key && !row.on_screen.is_empty())?.command.clone()
}

/// The command that a word, or its letter, gives by lines.
pub(crate) fn by_word(word: &str) -> Option<Command> {
    let is_letter = |row: &Row| word.chars().eq([row.key]);
    ROWS.iter().find(|row| !row.word.is_empty() && (row.word == word || is_letter(row)))?.command.clone()
}

/// The buttons of the bar: key and name.
pub(crate) fn buttons() -> impl Iterator<Item = (char, &'static str)> {
    ROWS.iter().filter_map(|row| Some((row.key, row.button?)))
}

/// The keys, as the help on a screen shows them.
pub(crate) fn keys() -> String {
    let keys: Vec<&str> = ROWS.iter().map(|row| row.on_screen).filter(|text| !text.is_empty()).collect();
    format!(
        "Arrows and Enter choose and play; a click plays; digits, capitals or : type a move (Tab completes). {}, Ctrl-C \
         quits. Enter goes on from a solved level to the next. A letter that moves in a game gives its command as a capital.",
        keys.join(", ")
    )
}

/// The commands by lines, in words, with a line or place of the board: those that would only be refused are left out.
pub(crate) fn lines(offers: Offers, place: &str) -> String {
    let (mut words, mut letters) = (Vec::new(), Vec::new());
    for row in &ROWS {
        let said =
            row.by_lines.iter().filter(|(serves, _)| serves(offers)).map(|(_, text)| text.replace("PLACE", place));
        let before = words.len();
        words.extend(said);
        letters.extend((words.len() > before).then(|| row.key.to_string()));
    }
    format!("A line is a move, or one of: {}. One letter does: {}.", words.join(", "), letters.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of the page that the player by a terminal needs none for.
    const OF_THE_PAGE: &[char] = &['g'];

    #[test]
    fn a_letter_means_the_same_in_the_page() {
        let list = include_str!("../../../server/page/ui/keys.js");
        let rows = list.lines().filter_map(|line| line.trim().strip_prefix("[\"")?.split_once("\", \""));
        let mut compared = 0;
        for (keys, words) in rows {
            for key in keys.split(", ").filter(|key| key.len() == 1).flat_map(str::chars) {
                let named = |row: &Row| row.key == key && !row.word.is_empty() && words.contains(row.word);
                assert!(OF_THE_PAGE.contains(&key) || ROWS.iter().any(named), "{key}: {words}");
                compared += 1;
            }
        }
        assert!(compared >= 7, "{compared} keys");
    }
}
