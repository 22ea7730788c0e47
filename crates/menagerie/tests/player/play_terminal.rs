//! Games played to the end at a real pseudo-terminal; the screen is compared as text.

#![cfg(unix)]
use crate::cli::{folder, menagerie};
use crate::terminal::{TestTerminal, binary, flat};

/// A narrow screen: the panel is below the board, so that its text can be read across line ends.
const NARROW: (u16, u16) = (70, 40);
/// A wide one.
const WIDE: (u16, u16) = (100, 30);

fn terminal(arguments: &[&str], screen: (u16, u16), name: &str) -> TestTerminal {
    let mut full = vec!["play"];
    full.extend(arguments);
    TestTerminal::new(binary(), &full, screen, &folder(name))
}

/// Types a move and submits it.
fn type_move(terminal: &mut TestTerminal, text: &str) {
    terminal.keys(":");
    terminal.until("Move: _");
    terminal.keys(text);
    terminal.until(&format!("Move: {text}_"));
    terminal.keys("\r");
    terminal.until_gone("Move: ");
}

/// The first best move that the screen names.
fn best(terminal: &TestTerminal) -> String {
    let screen = flat(&terminal.screen());
    let rest = screen.split("Best now: ").nth(1).unwrap();
    let list = rest.split(". ").next().unwrap();
    // Where most moves are best the others are named, with a best one behind them.
    let list = list.split("; for instance ").last().unwrap();
    let first = list.split(", ").next().unwrap().split(" and ").next().unwrap();
    first.trim_end_matches('.').to_owned()
}

/// The kind of hint that the screen shows, from 1; 0 for none.
fn hint_shown(screen: &str) -> usize {
    // Where each move ends the game, the second hint says how many of them win.
    // Where nobody wins, the first says whether the end can be reached, and the second what it costs.
    let kinds: [&[&str]; 4] = [
        &["It can", "The end can"],
        &[
            "It takes more than",
            "It takes less than",
            "It costs more than",
            "starts win",
            "choices is best",
            "choices are best",
        ],
        &["Look at"],
        &["Best now"],
    ];
    let shows = |words: &&[&str]| words.iter().any(|words| flat(screen).contains(words));
    kinds.iter().rposition(shows).map_or(0, |kind| kind + 1)
}

/// Asks for hints until the best moves are named, or a walk that goes on has ended the game.
fn climb(terminal: &mut TestTerminal) {
    loop {
        let before = hint_shown(&terminal.screen());
        if before == 4 || ended(&terminal.screen()) {
            return;
        }
        terminal.keys("h");
        terminal.until_that("a further hint", |screen| hint_shown(screen) > before || ended(screen));
    }
}

/// Asks for a hint, step by step, and follows it, until the game is over. The moves made.
fn follow_hints(terminal: &mut TestTerminal) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    loop {
        climb(terminal);
        if ended(&terminal.screen()) {
            return made;
        }
        let text = best(terminal);
        type_move(terminal, &text);
        made.push(text);
        let count = if made.len() == 1 { "1 move".to_owned() } else { format!("{} moves", made.len()) };
        let begins =
            |screen: &str| [". Best", ", "].iter().any(|next| flat(screen).contains(&format!("{count}{next}")));
        terminal.until_that(&count, begins);
        // What is drawn in between may still show the hint that was followed.
        terminal.until_that("the end of the hint", |screen| hint_shown(screen) < 4 || ended(screen));
        assert!(made.len() < 200 && !terminal.screen().contains("Lost"), "{}", terminal.screen());
    }
}

/// Whether a game has ended well: solved, won, or at a value.
fn ended(screen: &str) -> bool {
    ["Solved ", "Won", "Paid "].iter().any(|end| flat(screen).contains(end))
}

fn leaves(terminal: &mut TestTerminal) {
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_restored();
}

/// The first level of every family for each role; of scripts four for one, and a game for two.
fn first_levels() -> Vec<(String, Option<String>)> {
    let list = menagerie(&["list", "--json"]).json();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let mut out = Vec::new();
    for family in list["families"].as_array().unwrap() {
        let (roles, extension) = (family["roles"].as_array().unwrap(), text(&family["extension"]));
        // Of a file of several levels, the first.
        let first = if ["xsb", "puzzlescript"].contains(&&*extension) { "#1" } else { "" };
        let levels = family["levels"].as_array().unwrap().iter();
        let names = levels.map(|level| format!("@{}.{extension}{first}", text(&level["name"])));
        if extension == "luau" {
            out.extend(names.take(4).map(|name| (name, None)));
            continue;
        }
        for name in names.take(1) {
            out.extend(roles.iter().map(|role| (name.clone(), (roles.len() > 1).then(|| text(role)))));
        }
    }
    out.push(("@nim.luau".into(), Some("first".into())));
    out
}

#[test]
fn every_family_is_played_to_the_end_with_a_hint_at_every_step() {
    for (level, role) in first_levels() {
        let mut arguments = vec![level.as_str()];
        arguments.extend(role.iter().flat_map(|role| ["--as", role.as_str()]));
        let mut terminal = terminal(&arguments, NARROW, "every-family");
        terminal.until("Best possible: ");
        let made = follow_hints(&mut terminal);
        // Back to the start and forward again.
        terminal.keys(&"u".repeat(made.len()));
        terminal.until("0 moves");
        terminal.keys("u");
        terminal.until("There is nothing to undo");
        // Where the small letter belongs to the game, the bar names the capital.
        let redo = if terminal.screen().contains("R redo") { "R" } else { "r" };
        terminal.keys(&redo.repeat(made.len()));
        terminal.until_that("the end", ended);
        leaves(&mut terminal);
    }
}

#[test]
fn a_lost_position_says_so_and_the_judgement_leads_back() {
    let mut terminal = terminal(&["@first-steps.xsb#4"], WIDE, "judged");
    terminal.until("Best possible: 24");
    terminal.keys("\x1b[A\x1b[D\x1b[B");
    terminal.until("3 moves. Best");
    terminal.keys("h");
    terminal.until_that("it is lost", |screen| flat(screen).contains("It cannot be solved from here."));
    terminal.until_that("the way back", |screen| flat(screen).contains("Go back to before move 2: back 1."));
    terminal.keys("j");
    terminal.until("Move 2 (left) lost.");
    terminal.until("2 left lost");
    terminal.click(terminal.find("1 up"));
    terminal.until("1 move. Best");
    terminal.until("▸ 1 up");
    terminal.keys("rr");
    terminal.until("3 moves. Best");
    terminal.keys("b");
    terminal.until("Back to move: 1_");
    terminal.keys("\r");
    terminal.until("1 move. Best");
    climb(&mut terminal);
    leaves(&mut terminal);
}

#[test]
fn flipper_by_number_keys_clicks_and_arrows() {
    let mut terminal = terminal(&["@flipper"], WIDE, "flipper");
    terminal.until("Best possible: 3 moves, proven.");
    terminal.assert_taken();
    terminal.keys("1");
    terminal.until("1 move. Best");
    terminal.click(terminal.find("3₁"));
    terminal.until("2 moves. Best");
    // From the cell aimed at, the first, down to the fourth.
    terminal.keys("\x1b[B\r");
    terminal.until("3 moves. Best");
    terminal.until("Solved with 3 presses, the fewest possible.");
    assert!(terminal.screen().contains("4₀") && !terminal.screen().contains('₁'), "{}", terminal.screen());
    leaves(&mut terminal);
}

#[test]
fn an_illegal_move_changes_nothing_and_undo_leads_to_the_start() {
    let mut terminal = terminal(&["@lights-out-5x5"], NARROW, "illegal");
    terminal.until("Best possible: 11 moves, proven.");
    let start = terminal.screen();
    type_move(&mut terminal, "26");
    terminal.until("'26' cannot be played");
    terminal.until("0 moves");
    for (made, press) in [(1, "7"), (2, "13"), (3, "25")] {
        type_move(&mut terminal, press);
        terminal.until(&format!("{made} move"));
    }
    terminal.keys("uuu");
    terminal.until("0 moves");
    terminal.keys("u");
    terminal.until("There is nothing to undo");
    let line = |screen: &str| screen.lines().find(|line| line.contains("13₁")).map(str::to_owned);
    assert_eq!(line(&terminal.screen()), line(&start));
    terminal.keys("rrr");
    terminal.until("3 moves");
    terminal.keys("t");
    terminal.until("0 moves");
    leaves(&mut terminal);
}

#[test]
fn the_board_follows_the_size_of_the_window() {
    let mut terminal = terminal(&["@flipper"], WIDE, "resize");
    terminal.until("Best possible: 3");
    let large = terminal.find("9₀");
    terminal.resize((50, 16));
    terminal.until_that("a smaller board", |screen| screen.lines().count() <= 16 && screen.contains("9₀"));
    terminal.until_that("the bar on two lines", |screen| screen.contains("q quit"));
    assert_ne!(terminal.find("9₀"), large);
    terminal.click(terminal.find("1₀"));
    terminal.until("1 move. Best");
    terminal.resize((20, 5));
    terminal.until("too small");
    terminal.resize(WIDE);
    terminal.until("1 move. Best");
    // The legend shows the first cell that shows 1, too.
    terminal.click(terminal.find("2₁"));
    terminal.until("2 moves. Best");
    leaves(&mut terminal);
}

#[test]
fn lemmo_is_turned_started_and_walks() {
    let mut terminal = terminal(&["@seed.lemmo"], WIDE, "lemmo");
    terminal.until("Best possible: 1 move, proven.");
    // Right turns and goes: column 1 looking right, then 2; Left turns on the spot.
    terminal.keys("\x1b[C\x1b[C\x1b[D\r");
    terminal.until("looking left");
    terminal.until("Won.");
    terminal.until("from column 2 looking left, Lemmo");
    terminal.keys("t");
    terminal.until("0 moves");
    type_move(&mut terminal, "6 left");
    terminal.until("is lost");
    terminal.until("Lost.");
    terminal.keys("u");
    terminal.until("0 moves");
    terminal.click(terminal.find(">"));
    terminal.until("from column 1 looking right, Lemmo");
    terminal.until("wins");
    leaves(&mut terminal);
}

#[test]
fn the_wall_game_from_both_sides() {
    let mut rabbit = terminal(&["@two-rows", "--as", "rabbit"], WIDE, "rabbit");
    rabbit.until("Best possible: a cost of 13, proven.");
    rabbit.keys("\x1b[B");
    rabbit.until_that("nothing below", |screen| screen.contains("0 moves"));
    rabbit.keys("\x1b[C");
    rabbit.until("1 move, paid 4");
    rabbit.keys("\x1b[B");
    rabbit.until("Paid 13, the best possible.");
    for role in ["as builder", "as eel"] {
        rabbit.keys("a");
        rabbit.until(role);
    }
    rabbit.until("0 moves");
    leaves(&mut rabbit);
    let mut eel = terminal(&["@two-rows", "--as", "eel"], WIDE, "eel");
    eel.until("Best possible: a cost of 13, proven.");
    // The cell above the third column: the gap is chosen by a click.
    eel.click(eel.find("2"));
    eel.until("Paid 7; 13 was possible.");
    leaves(&mut eel);
}

#[test]
fn a_level_is_chosen_from_the_list() {
    let mut terminal = terminal(&[], WIDE, "chooser");
    terminal.until("Which level?");
    terminal.keys("one-l");
    terminal.until("1 level.");
    terminal.keys("\r");
    terminal.until("none: it cannot be solved, proven");
    terminal.keys("h");
    terminal.until("It cannot be solved from here");
    terminal.keys("h");
    terminal.until("It cannot be solved from here");
    terminal.keys("q");
    terminal.until("Which level?");
    terminal.keys("\x7f\x7f\x7f\x7f\x7fflipper");
    terminal.until("1 level.");
    terminal.click(terminal.find("toggle"));
    terminal.until("Best possible: 3 moves");
    terminal.keys("q");
    terminal.until("Which level?");
    terminal.keys("\x1b");
    assert_eq!(terminal.end(), 0);
    terminal.assert_restored();
}

#[test]
fn the_solution_plays_by_itself_and_a_game_is_saved_resumed_and_replayed() {
    let folder = folder("saved");
    let mut terminal = TestTerminal::new(binary(), &["play", "@lights-out-5x5"], NARROW, &folder);
    terminal.until("Best possible: 11 moves");
    terminal.keys("+++o");
    terminal.until("Solved with 11 presses, the fewest possible");
    terminal.keys("uuus");
    terminal.until("Save as: lights-out-5x5.save_");
    terminal.keys("\r");
    terminal.until("Saved to lights-out-5x5.save.");
    leaves(&mut terminal);
    let save = std::fs::read_to_string(folder.join("lights-out-5x5.save")).unwrap();
    assert!(save.starts_with("menagerie save 1\nfamily: toggle\nname: @lights-out-5x5\n"), "{save}");
    let mut terminal = TestTerminal::new(binary(), &["play", "--resume", "lights-out-5x5.save"], NARROW, &folder);
    terminal.until("8 moves");
    terminal.keys("rrr");
    terminal.until("Solved with 11 presses");
    terminal.keys("+++p");
    terminal.until("This is the whole game");
    terminal.until("Solved with 11 presses");
    leaves(&mut terminal);
}

#[test]
fn help_shows_rules_and_keys() {
    let mut terminal = terminal(&["@flipper"], WIDE, "help");
    terminal.until("Best possible: 3");
    terminal.keys("?");
    terminal.until("it flips each light of");
    terminal.keys("?");
    terminal.until("9₀");
    leaves(&mut terminal);
}

#[test]
fn one_of_the_levels_of_a_file_is_chosen_from_a_list() {
    let mut terminal = terminal(&["@first-steps"], WIDE, "chosen");
    terminal.until("@first-steps#1: One Push");
    terminal.keys("door");
    terminal.until("▸ @first-steps#4: The Door");
    terminal.keys("\r");
    terminal.until("Best possible: 24 moves, proven.");
    terminal.keys("q");
    terminal.until("Which level?");
    terminal.keys("\x1b");
}
