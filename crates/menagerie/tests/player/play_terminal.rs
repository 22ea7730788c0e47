//! Games played to the end at a real pseudo-terminal; the screen is compared as text.

#![cfg(unix)]
use crate::cli::{folder, menagerie};
use crate::terminal::{Seat, binary, flat};

/// A narrow screen: the panel is below the board, so that its text can be read across line ends.
const NARROW: (u16, u16) = (70, 40);
/// A wide one.
const WIDE: (u16, u16) = (100, 30);

fn seat(arguments: &[&str], screen: (u16, u16), name: &str) -> Seat {
    let mut full = vec!["play"];
    full.extend(arguments);
    Seat::new(binary(), &full, screen, &folder(name))
}

/// Types a move and submits it.
fn type_move(seat: &mut Seat, text: &str) {
    seat.keys(":");
    seat.until("Move: _");
    seat.keys(text);
    seat.until(&format!("Move: {text}_"));
    seat.keys("\r");
    seat.until_gone("Move: ");
}

/// The first best move that the screen names.
fn best(seat: &Seat) -> String {
    let screen = flat(&seat.screen());
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
        &["It takes more than", "It costs more than", "starts win"],
        &["Look at"],
        &["Best now"],
    ];
    let shows = |words: &&[&str]| words.iter().any(|words| flat(screen).contains(words));
    kinds.iter().rposition(shows).map_or(0, |kind| kind + 1)
}

/// Asks for hints until the best moves are named, or a walk that goes on has ended the game.
fn climb(seat: &mut Seat) {
    loop {
        let before = hint_shown(&seat.screen());
        if before == 4 || ended(&seat.screen()) {
            return;
        }
        seat.keys("h");
        seat.until_that("a further hint", |screen| hint_shown(screen) > before || ended(screen));
    }
}

/// Asks for a hint, step by step, and follows it, until the game is over. The moves made.
fn follow_hints(seat: &mut Seat) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    loop {
        climb(seat);
        if ended(&seat.screen()) {
            return made;
        }
        let text = best(seat);
        type_move(seat, &text);
        made.push(text);
        let count = if made.len() == 1 { "1 move".to_owned() } else { format!("{} moves", made.len()) };
        let begins =
            |screen: &str| [". Best", ", "].iter().any(|next| flat(screen).contains(&format!("{count}{next}")));
        seat.until_that(&count, begins);
        // What is drawn in between may still show the hint that was followed.
        seat.until_that("the end of the hint", |screen| hint_shown(screen) < 4 || ended(screen));
        assert!(made.len() < 200 && !seat.screen().contains("Lost"), "{}", seat.screen());
    }
}

/// Whether a game has ended well: solved, won, or at a value.
fn ended(screen: &str) -> bool {
    ["Solved ", "Won", "Paid "].iter().any(|end| flat(screen).contains(end))
}

fn leaves(seat: &mut Seat) {
    seat.keys("q");
    assert_eq!(seat.end(), 0);
    seat.assert_restored();
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
        let mut seat = seat(&arguments, NARROW, "every-family");
        seat.until("Best possible: ");
        let made = follow_hints(&mut seat);
        // Back to the start and forward again.
        seat.keys(&"u".repeat(made.len()));
        seat.until("0 moves");
        seat.keys("u");
        seat.until("There is nothing to undo");
        // Where the small letter belongs to the game, the bar names the capital.
        let redo = if seat.screen().contains("R redo") { "R" } else { "r" };
        seat.keys(&redo.repeat(made.len()));
        seat.until_that("the end", ended);
        leaves(&mut seat);
    }
}

#[test]
fn a_lost_position_says_so_and_the_judgement_leads_back() {
    let mut seat = seat(&["@first-steps.xsb#4"], WIDE, "judged");
    seat.until("Best possible: 24");
    seat.keys("\x1b[A\x1b[D\x1b[B");
    seat.until("3 moves. Best");
    seat.keys("h");
    seat.until_that("it is lost", |screen| flat(screen).contains("It cannot be won from here."));
    seat.until_that("the way back", |screen| flat(screen).contains("Go back to before move 2: back 1."));
    seat.keys("j");
    seat.until("Move 2 (left) lost.");
    seat.until("2 left lost");
    seat.click(seat.find("1 up"));
    seat.until("1 move. Best");
    seat.until("▸ 1 up");
    seat.keys("rr");
    seat.until("3 moves. Best");
    seat.keys("b");
    seat.until("Back to move: 1_");
    seat.keys("\r");
    seat.until("1 move. Best");
    climb(&mut seat);
    leaves(&mut seat);
}

#[test]
fn flipper_by_number_keys_clicks_and_arrows() {
    let mut seat = seat(&["@flipper"], WIDE, "flipper");
    seat.until("Best possible: 3 moves, proven.");
    seat.assert_taken();
    seat.keys("1");
    seat.until("1 move. Best");
    seat.click(seat.find("3₁"));
    seat.until("2 moves. Best");
    // From the cell aimed at, the first, down to the fourth.
    seat.keys("\x1b[B\r");
    seat.until("3 moves. Best");
    seat.until("Solved with 3 presses, the fewest possible.");
    assert!(seat.screen().contains("4₀") && !seat.screen().contains('₁'), "{}", seat.screen());
    leaves(&mut seat);
}

#[test]
fn an_illegal_move_changes_nothing_and_undo_leads_to_the_start() {
    let mut seat = seat(&["@lights-out-5x5"], NARROW, "illegal");
    seat.until("Best possible: 11 moves, proven.");
    let start = seat.screen();
    type_move(&mut seat, "26");
    seat.until("'26' cannot be played");
    seat.until("0 moves");
    for (made, press) in [(1, "7"), (2, "13"), (3, "25")] {
        type_move(&mut seat, press);
        seat.until(&format!("{made} move"));
    }
    seat.keys("uuu");
    seat.until("0 moves");
    seat.keys("u");
    seat.until("There is nothing to undo");
    let line = |screen: &str| screen.lines().find(|line| line.contains("13₁")).map(str::to_owned);
    assert_eq!(line(&seat.screen()), line(&start));
    seat.keys("rrr");
    seat.until("3 moves");
    seat.keys("t");
    seat.until("0 moves");
    leaves(&mut seat);
}

#[test]
fn the_board_follows_the_size_of_the_window() {
    let mut seat = seat(&["@flipper"], WIDE, "resize");
    seat.until("Best possible: 3");
    let large = seat.find("9₀");
    seat.resize((50, 16));
    seat.until_that("a smaller board", |screen| screen.lines().count() <= 16 && screen.contains("9₀"));
    seat.until_that("the bar on two lines", |screen| screen.contains("q quit"));
    assert_ne!(seat.find("9₀"), large);
    seat.click(seat.find("1₀"));
    seat.until("1 move. Best");
    seat.resize((20, 5));
    seat.until("too small");
    seat.resize(WIDE);
    seat.until("1 move. Best");
    // The legend shows the first cell that shows 1, too.
    seat.click(seat.find("2₁"));
    seat.until("2 moves. Best");
    leaves(&mut seat);
}

#[test]
fn lemmo_is_turned_started_and_walks() {
    let mut seat = seat(&["@seed.lemmo"], WIDE, "lemmo");
    seat.until("Best possible: 1 move, proven.");
    // Right turns and goes: column 1 looking right, then 2; Left turns on the spot.
    seat.keys("\x1b[C\x1b[C\x1b[D\r");
    seat.until("looking left");
    seat.until("Won.");
    seat.until("from column 2 looking left, Lemmo");
    seat.keys("t");
    seat.until("0 moves");
    type_move(&mut seat, "6 left");
    seat.until("is lost");
    seat.until("Lost.");
    seat.keys("u");
    seat.until("0 moves");
    seat.click(seat.find(">"));
    seat.until("from column 1 looking right, Lemmo");
    seat.until("wins");
    leaves(&mut seat);
}

#[test]
fn the_wall_game_from_both_sides() {
    let mut rabbit = seat(&["@two-rows", "--as", "rabbit"], WIDE, "rabbit");
    rabbit.until("Best possible: a cost of 13, proven.");
    rabbit.keys("\x1b[B");
    rabbit.until_that("nothing below", |screen| screen.contains("0 moves"));
    rabbit.keys("\x1b[C");
    rabbit.until("1 move, paid 4");
    rabbit.keys("\x1b[B");
    rabbit.until("Paid 13, the best possible.");
    rabbit.keys("a");
    rabbit.until("as eel");
    rabbit.until("0 moves");
    leaves(&mut rabbit);
    let mut eel = seat(&["@two-rows", "--as", "eel"], WIDE, "eel");
    eel.until("Best possible: a cost of 13, proven.");
    // The cell above the third column: the gap is chosen by a click.
    eel.click(eel.find("2"));
    eel.until("Paid 7; Eel could have had 13.");
    leaves(&mut eel);
}

#[test]
fn a_level_is_chosen_from_the_list() {
    let mut seat = seat(&[], WIDE, "chooser");
    seat.until("Which level?");
    seat.keys("one-l");
    seat.until("1 level.");
    seat.keys("\r");
    seat.until("none: it cannot be solved, proven");
    seat.keys("h");
    seat.until("It cannot be won from here");
    seat.keys("h");
    seat.until("It cannot be solved from here");
    seat.keys("q");
    seat.until("Which level?");
    seat.keys("\x7f\x7f\x7f\x7f\x7fflipper");
    seat.until("1 level.");
    seat.click(seat.find("toggle"));
    seat.until("Best possible: 3 moves");
    seat.keys("q");
    seat.until("Which level?");
    seat.keys("\x1b");
    assert_eq!(seat.end(), 0);
    seat.assert_restored();
}

#[test]
fn the_solution_plays_by_itself_and_a_game_is_saved_resumed_and_replayed() {
    let folder = folder("saved");
    let mut seat = Seat::new(binary(), &["play", "@lights-out-5x5"], NARROW, &folder);
    seat.until("Best possible: 11 moves");
    seat.keys("+++o");
    seat.until("Solved with 11 presses, the fewest possible");
    seat.keys("uuus");
    seat.until("Save as: lights-out-5x5.save_");
    seat.keys("\r");
    seat.until("Saved to lights-out-5x5.save.");
    leaves(&mut seat);
    let save = std::fs::read_to_string(folder.join("lights-out-5x5.save")).unwrap();
    assert!(save.starts_with("menagerie save 1\nfamily: toggle\nname: @lights-out-5x5\n"), "{save}");
    let mut seat = Seat::new(binary(), &["play", "--resume", "lights-out-5x5.save"], NARROW, &folder);
    seat.until("8 moves");
    seat.keys("rrr");
    seat.until("Solved with 11 presses");
    seat.keys("+++p");
    seat.until("This is the whole game");
    seat.until("Solved with 11 presses");
    leaves(&mut seat);
}

#[test]
fn help_shows_rules_and_keys() {
    let mut seat = seat(&["@flipper"], WIDE, "help");
    seat.until("Best possible: 3");
    seat.keys("?");
    seat.until("it flips each cell of");
    seat.keys("?");
    seat.until("9₀");
    leaves(&mut seat);
}

#[test]
fn one_of_the_levels_of_a_file_is_chosen_from_a_list() {
    let mut seat = seat(&["@first-steps"], WIDE, "chosen");
    seat.until("@first-steps#1: One Push");
    seat.keys("door");
    seat.until("▸ @first-steps#4: The Door");
    seat.keys("\r");
    seat.until("Best possible: 24 moves, proven.");
    seat.keys("q");
    seat.until("Which level?");
    seat.keys("\x1b");
}
