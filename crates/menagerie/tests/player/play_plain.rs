//! The line-based player: golden transcripts for every family, and whole games of every shipped level.
//!
//! A transcript in `tests/transcripts` is what a run prints; its lines after `> ` are what was typed, and its first
//! line names the arguments. `UPDATE_GOLDEN=1 cargo test -p menagerie --test player play_plain` writes them anew.

use std::path::{Path, PathBuf};

use crate::cli;

use crate::cli::{CliOutput, fed, folder, menagerie};

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Runs `play --plain` with more arguments and these lines.
fn plain(arguments: &[&str], lines: &str) -> CliOutput {
    // Without it the best possible is searched for some seconds, which a busy machine may need.
    let mut full = vec!["play", "--plain", "--time", "600s"];
    full.extend(arguments);
    let said = fed(&full, lines.as_bytes());
    assert_eq!(said.status, 0, "{arguments:?}: {said:?}");
    said
}

#[test]
fn transcripts_are_reproduced() {
    let list = menagerie(&["list", "--json"]).json();
    let listed: Vec<&str> =
        list["families"].as_array().unwrap().iter().map(|family| family["extension"].as_str().unwrap()).collect();
    let mut known = Vec::new();
    for path in transcripts() {
        let golden = std::fs::read_to_string(&path).unwrap();
        let (first, rest) = golden.split_once('\n').unwrap();
        let arguments: Vec<&str> = first.trim_start_matches("$ menagerie play --plain ").split(' ').collect();
        let file = arguments[0].split('#').next().unwrap();
        let extension = file.rsplit_once('.').unwrap().1.to_owned();
        // A family may be left out of the binary.
        if listed.contains(&extension.as_str()) {
            let now = format!("{first}\n{}", plain(&arguments, &typed(rest)).out);
            keep_or_compare(&path, &now, &golden);
        }
        known.push(extension);
    }
    for extension in listed {
        assert!(known.iter().any(|known| known == extension), "tests/transcripts has no game of a .{extension} level");
    }
}

/// What was typed in a transcript.
fn typed(transcript: &str) -> String {
    let lines = transcript.lines().filter_map(|line| line.strip_prefix("> ")).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

fn keep_or_compare(path: &Path, now: &str, golden: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, now).unwrap();
    } else {
        assert_eq!(now, golden, "{}", path.display());
    }
}

/// What is said where the limit on nodes strikes.
const LIMITED: &str = "Not known within the limits";

#[test]
fn every_shipped_level_is_played_to_its_end_or_proven_hopeless() {
    let list = menagerie(&["list", "--json"]).json();
    for family in list["families"].as_array().unwrap() {
        for name in shipped(family) {
            let all = family["roles"].as_array().unwrap();
            // Of the scripts that come with it one is a game for two.
            let alone = all.len() == 1 || (name.ends_with(".luau") && name != "@nim.luau");
            for role in &all[..if alone { 1 } else { all.len() }] {
                let mut arguments = vec![name.as_str(), "--nodes", "100000"];
                if !alone {
                    let role = role.as_str().unwrap();
                    // Some levels of a family have not all its roles.
                    if menagerie(&["hint", &name, "--nodes", "1", "--as", role]).err.contains("nobody plays") {
                        continue;
                    }
                    arguments.extend(["--as", role]);
                }
                let said = plain(&arguments, &"solution\n".repeat(200));
                let ended = [
                    "\nSolved ",
                    "\nWon",
                    "\nLost",
                    "\nPaid ",
                    "\nEnded",
                    "cannot be solved from here",
                    "No best move is known here",
                    LIMITED,
                ];
                assert!(ended.iter().any(|end| said.out.contains(end)), "{name} as {role}: {}", said.out);
                optimal(&name, &said.out);
            }
        }
    }
}

/// The names of the levels that come with a family, those of a collection one by one.
fn shipped(family: &serde_json::Value) -> Vec<String> {
    let name = |level: &serde_json::Value| {
        format!("@{}.{}", level["name"].as_str().unwrap(), family["extension"].as_str().unwrap())
    };
    let levels = |name: String| match menagerie(&["check", &name, "--json"]).json()["results"].as_array() {
        Some(several) => several.iter().map(|one| one["file"].as_str().unwrap().to_owned()).collect(),
        None => vec![name],
    };
    family["levels"].as_array().unwrap().iter().map(name).flat_map(levels).collect()
}

#[test]
fn a_question_that_is_typed_as_a_move_is_told_where_to_ask_it() {
    let out = plain(&["@flipper"], "reach\nmap\nfrog\n").out;
    for name in ["reach", "map"] {
        let said = format!("'{name}' is a question and no move; the command `menagerie {name} FILE` asks it.");
        assert!(out.contains(&said), "{out}");
    }
    assert!(out.contains("'frog' cannot be played: expected a number from 1 to 9"), "{out}");
}

#[test]
fn a_question_that_is_a_move_of_the_game_is_refused_as_a_move() {
    let out = plain(&["@bunny-02"], "run\nreach\n").out;
    assert!(out.contains("there is no program yet") && !out.contains("'run' is a question"), "{out}");
    assert!(out.contains("'reach' is a question and no move"), "{out}");
}

#[test]
fn an_input_that_changes_nothing_is_no_move() {
    let idle = ["up", "down", "left", "right"].map(|input| {
        let out = plain(&["@push.puzzlescript#1"], &format!("{input}\nreplay\n")).out;
        let is_listed = out.lines().any(|line| line.starts_with("Moves: ") && line.contains(input));
        assert_eq!(out.contains("Nothing changes.\n"), !is_listed, "{out}");
        assert_eq!(out.contains("No move was made yet."), !is_listed, "{out}");
        !is_listed
    });
    assert!(idle.contains(&true) && idle.contains(&false));
}

#[test]
fn help_tells_a_won_walk_from_a_lost_one() {
    let after = |moves: &str| plain(&["@seed.lemmo"], &format!("{moves}\nhint\nhint\nhint\nhint\n")).out;
    let (won, lost) = (after("6 right"), after("6 left"));
    assert!(won.contains("Nothing is left to do.") && !won.contains("undo, or restart"), "{won}");
    assert!(lost.contains("cannot be solved from here") && !lost.contains("No best move is known"), "{lost}");
}

/// A game of best moves only comes to the best possible, where that is known.
fn optimal(name: &str, out: &str) {
    let Some(end) = out.lines().find(|line| line.starts_with("Solved") || line.starts_with("Paid")) else { return };
    let known = out.contains(", proven.\n");
    assert_eq!(end.ends_with(" possible."), known, "{name}: {end}");
    assert!(!end.contains("suffice") && !end.contains("was possible"), "{name}: {end}");
}

/// Nim in heaps of 3, 4 and 5 is lost for whoever answers the right first move.
#[test]
fn a_game_for_two_says_its_value_and_the_engines_moves() {
    let out = plain(&["@nim", "--as", "second"], "hint\n").out;
    assert!(out.contains("Best possible: a loss in 10 moves for the side to move, proven."), "{out}");
    assert!(
        out.contains(
            "0 moves: the engine plays take 2 from heap 1; heap 1: 1 object; heap 2: 4 objects; heap 3: 5 objects."
        ),
        "{out}"
    );
    assert!(out.contains("\nIt cannot be won from here.\n"), "{out}");
    assert!(!out.contains("solvable") && !out.contains("Go back"), "{out}");
    let out = plain(&["@nim"], "take 1 from heap 1\njudge\n").out;
    assert!(out.contains("\nMove 1 (take 1 from heap 1) turned a win into a loss.\n"), "{out}");
    let out = plain(&["@nim", "--as", "second"], "take 1 from heap 1\n").out;
    assert!(
        out.contains(
            "1 move: the engine plays take 1 from heap 3; heap 1: 0 objects; heap 2: 4 objects; heap 3: 4 objects."
        ),
        "{out}"
    );
}

#[test]
fn rows_places_and_moves_are_told_by_name() {
    let out =
        plain(&["@flipper"], "look row 3\nlook row 3, column 1\nlook move 5\nlook row 9\nlook move 12\nlook\n").out;
    for said in [
        "Goal: every light is off.",
        "row 3: column 1 1, column 2 0, column 3 0.",
        "row 3, column 1: 1.",
        "Move 5 flips: row 1, column 1; row 1, column 3; row 2, column 2; row 3, column 1; row 3, column 3.",
        "There is no 'row 9' here; there are row 1, row 2, row 3.",
        "'12' is no move here.",
        "0 moves: 3 lights are still on.\n  row 1: 0, 0, 1\n  row 2: 0, 0, 1\n  row 3: 1, 0, 0\nMoves: 1, 2",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let out = plain(&["@seed.pebble"], "look position 4\nlook move 3\n").out;
    assert!(out.contains("position 4: pebble ") && out.contains(" on plate "), "{out}");
    assert!(
        out.contains("What a move changes is told beforehand only where it is the same in every position"),
        "{out}"
    );
    let out = plain(&["@seed.lemmo"], "look row 1\nlook start 3 left\n").out;
    assert!(out.contains("  row 1: columns 1 to 5 block, column 6 space, columns 7 to 9 block"), "{out}");
    assert!(
        out.contains("row 1: column 1 block, column 2 block") && out.contains("start 3 left: Lemmo may start"),
        "{out}"
    );
    let out = plain(&["@two-rows", "--as", "rabbit"], "look row 1\n").out;
    assert!(out.contains("row 1: column 1 Rabbit on 0 with a wall below, column 2 4"), "{out}");
    let out = plain(&["@bunny-02"], "look row 1\n").out;
    assert!(out.contains("row 1: column 1 bunny facing east on marked, column 2 to be marked"), "{out}");
}

#[test]
fn only_the_lines_that_a_move_changes_are_told_after_it() {
    let out = plain(&["@lights-out-5x5"], "1\n").out;
    let after = out.split("> 1\n").nth(1).unwrap();
    assert!(after.contains("  row 1: ") && after.contains("  row 2: ") && !after.contains("  row 3: "), "{after}");
}

/// As on the screen, `h` asks for a hint and `q` leaves; so do the other letters.
#[test]
fn the_letters_of_the_screen_are_commands_too() {
    let out = plain(&["@flipper"], "h\nh\nh\nh\n1\nj\nb 0\nu\nr\nt\np\n?\nl row 1\no\nm\na\nq\n3\n").out;
    for said in [
        "It can be solved.",
        "Still solvable",
        "Every move was best; 2 moves are left.",
        "There is nothing to undo.",
        "Best now: ",
        "1 move: ",
        "No move was made yet.",
        "Rules: ",
        "Played 1.",
        "Nobody else plays here.",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(out.ends_with("> q\n"), "q leaves: {out}");
    let out = plain(&["@serpent.wall", "--as", "eel"], "a\n").out;
    assert!(out.contains("You play rabbit.\n0 moves: "), "{out}");
}

/// The text between one line typed and the next.
fn told<'a>(out: &'a str, typed: &str) -> Vec<&'a str> {
    let typed = format!("{typed}\n");
    out.split("\n> ").filter_map(|block| block.strip_prefix(typed.as_str())).collect()
}

#[test]
fn hints_climb_one_kind_at_a_time_and_begin_anew_in_a_new_position() {
    let out = plain(&["@flipper"], "hint\nhint\nhint\nhint\nhint\n5\nhint\n").out;
    let hints = told(&out, "hint");
    let expected = [
        "It can be solved.",
        "It takes less than 4.",
        "Look at row 1, column 1; row 1, column 2; row 1, column 3; row 2, column 1; row 2, column 2: a best move is among \
         those there.",
        "Still solvable: 3 moves left at best.\nBest now: 1, 3, 4.",
        "Still solvable: 3 moves left at best.\nBest now: 1, 3, 4.",
        "It can be solved.",
    ];
    assert_eq!(hints, expected, "{out}");
}

#[test]
fn a_lost_line_is_judged_and_gone_back_on() {
    let lines = "up\nleft\nhint\nhint\ndown\njudge\nback\nback 3\nback 0\nback 4\nback x\nright\nback\n";
    let out = plain(&["@first-steps.xsb#4"], lines).out;
    let hints = told(&out, "hint");
    assert_eq!(hints[0], "It cannot be solved from here.\nGo back to before move 2: back 1.", "{out}");
    assert!(hints[1].starts_with("It cannot be solved from here: "), "the reason: {out}");
    let judged = "Move 2 (left) lost.\nGo back to before move 2: back 1.\n  \
        after 0 moves: it can be solved, 24 moves left at best\n  \
        up: after 1 move: it can be solved, 25 moves left at best – 2 moves too many\n  \
        left: after 2 moves: lost – the mistake\n  \
        down: after 3 moves: lost";
    assert_eq!(told(&out, "judge"), [judged], "{out}");
    let back = told(&out, "back");
    assert!(back[0].starts_with("1 move: "), "{out}");
    assert!(
        told(&out, "back 3")[0].starts_with("3 moves: ") && told(&out, "back 0")[0].starts_with("0 moves: "),
        "{out}"
    );
    assert_eq!(told(&out, "back 4"), ["There is no position after 4 moves; the last is 3."]);
    assert_eq!(told(&out, "back x"), ["Expected a number of moves, not 'x'."]);
    assert_eq!(told(&out, "right"), ["'right' cannot be played: expected up, left."]);
    assert!(back[1].starts_with("1 move: "), "a move that cannot be played leaves the judgement: {out}");
}

#[test]
fn a_game_that_has_ended_says_its_first_mistake() {
    let out = plain(&["@flipper"], "5\n5\n1\n3\n4\n").out;
    let end =
        "Solved with 5 presses; 3 suffice.\nMove 1 (5) was 2 moves too many.\nGo back to before move 1: back 0.\n";
    assert!(out.contains(end), "{out}");
    let limited = plain(&["@flipper", "--nodes", "1"], "1\njudge\n").out;
    let known = "After 0 moves: not known. The search stopped: the limit on nodes was reached.";
    assert!(told(&limited, "judge")[0].starts_with(known), "{limited}");
}

#[test]
fn lemmo_walks_from_all_24_starts_as_computed() {
    let hint = menagerie(&["hint", "@seed.lemmo", "--json"]).json();
    let winning: Vec<&str> =
        hint["answer"]["best"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let mut wins = 0;
    for column in 1..=12 {
        for facing in ["left", "right"] {
            let start = format!("{column} {facing}");
            let out = plain(&["@seed.lemmo"], &format!("{start}\n")).out;
            let won = out.contains("Lemmo wins at row 4") && out.contains("\nWon.\n");
            assert_eq!(won, winning.contains(&start.as_str()), "{start}: {out}");
            assert_eq!(!won, out.contains("Lemmo is lost at row 4") && out.contains("\nLost.\n"), "{start}");
            assert_eq!(!won, facing == "left" && (6..=9).contains(&column), "{start}");
            wins += u32::from(won);
        }
    }
    assert_eq!(wins, 20);
}

#[test]
fn the_end_of_input_leaves_with_status_0() {
    for lines in ["", "1", "1\nundo\n", "\n\n"] {
        plain(&["@flipper"], lines);
    }
    let said = plain(&[], "nothing\n@flipper\n1\n3\n4\n");
    assert!(said.out.contains("Solved with 3 presses, the fewest possible."), "{said:?}");
    assert!(said.err.contains("nothing"), "{said:?}");
}

#[test]
fn a_game_is_saved_and_resumed() {
    let path = folder("plain-save").join("game.save");
    let path = path.to_str().unwrap();
    plain(&["@two-rows", "--as", "eel"], &format!("gap 1\nundo\ngap 2\nundo\nsave {path}\n"));
    let save = std::fs::read_to_string(path).unwrap();
    assert!(
        save.starts_with(
            "menagerie save 1\nfamily: wall\nname: @two-rows\nrole: eel\nmoves: \nundone: gap 2\nlevel:\n"
        ),
        "{save}"
    );
    // A save goes on also where it is named as a level is; a role begins its level anew.
    for arguments in [&["--resume", path][..], &[path]] {
        let said = plain(arguments, "redo\n");
        assert!(said.out.contains("Paid 13, the best possible."), "{said:?}");
    }
    let said = plain(&[path, "--as", "eel"], "redo\n");
    assert!(!said.out.contains("Paid 13"), "{said:?}");
    let said = plain(&["@flipper"], "save /nowhere/at/all\n");
    assert!(said.out.contains("Not saved: /nowhere/at/all"), "{said:?}");
}

#[test]
fn what_is_no_save_of_this_version_is_refused_clearly() {
    let folder = folder("plain-refused");
    for (text, why) in [
        ("menagerie save 0\nfamily: toggle\n", "line 1: this is a save of version '0'; expected version 1"),
        ("menagerie save 3\nsomething: new\n", "line 1: this is a save of version '3'; expected version 1"),
        ("menagerie save 1\nfamily: toggle\nrole: player\n", "line 3: expected 'name:'"),
        ("hello", "line 1: expected 'menagerie save'"),
        (
            "menagerie save 1\nfamily: chess\nname: \nrole: \nmoves: \nundone: \nlevel:\n",
            "line 2: the family 'chess' is not known here",
        ),
        (
            "menagerie save 1\nfamily: wall\nname: \nrole: rabbit\nmoves: up\nundone: \nlevel:\n042\n391\n",
            "move 1: 'up' cannot be played",
        ),
        (
            "menagerie save 1\nfamily: wall\nname: \nrole: rabbit\nmoves: \nundone: \nlevel:\n0!2\n391\n",
            "the level inside: 1:2",
        ),
    ] {
        let path = cli::file(&folder, "old.save", text);
        let said = menagerie(&["play", "--plain", "--resume", &path]);
        assert_eq!(said.status, 3, "{said:?}");
        assert!(said.err.contains(why), "{why}: {said:?}");
    }
}

#[test]
fn undo_goes_back_to_the_game_that_a_change_of_the_side_has_left() {
    let out = plain(&["@two-rows"], "right\nswap\nwall 1,1\nundo\nundo\nundo\nundo\nswap\nundo\n").out;
    let undone = told(&out, "undo");
    assert!(undone[0].contains("0 moves") && !undone[0].contains("You play"), "{out}");
    assert!(undone[1].starts_with("You play rabbit.\n1 move: "), "{out}");
    assert!(undone[2].contains("0 moves") && !undone[2].contains("You play"), "{out}");
    assert_eq!(undone[3..], ["There is nothing to undo."; 2], "nothing is lost with a game without moves: {out}");
}

#[test]
fn rabbit_walks_among_walls_of_any_eel_and_a_save_keeps_them() {
    // Without walls of one's own Eel's best leave one gap, at column 2: 0 + 4 + 9.
    let best = plain(&["@two-rows"], "right\ndown\n").out;
    assert!(best.contains("has paid 13: the last row is reached"), "{best}");
    // Here the first wall stands alone: down at column 3 for 0 + 4 + 2 + 1.
    let folder = folder("walls");
    let saved = folder.join("among.save").to_string_lossy().into_owned();
    let out = plain(&["@two-rows", "--walls", "1,1"], &format!("down\nright\nhint\nsave {saved}\nright\ndown\n")).out;
    assert!(out.contains("'down' cannot be played: a wall, a blocked cell or the edge"), "{out}");
    assert!(out.contains("has paid 7: the last row is reached"), "{out}");
    // The save is a level among these walls, and goes on so.
    let text = std::fs::read_to_string(&saved).unwrap();
    assert!(text.contains("; rule: free\n; walls: 1,1\n"), "{text}");
    let on = plain(&[&saved], "right\ndown\n").out;
    assert!(on.contains("has paid 7: the last row is reached"), "{on}");
    // Eel goes on with them; another rule can be named, too.
    let eel = plain(&["@two-rows", "--walls", "1,1", "--as", "eel"], "wall 1,3\ndone\n").out;
    assert!(eel.contains("has paid 13: the last row is reached"), "{eel}");
    let live = plain(&["@two-rows", "--rule", "live"], "start 3\n").out;
    assert!(live.contains("Rabbit chooses where to start"), "{live}");
    for (arguments, status, refusal) in [
        (&["@two-rows", "--walls", "2,1"][..], 2, "the wall '2,1' cannot stand"),
        (&["@two-rows", "--walls", "1,1;1,2;1,3"], 2, "leave no way to the last row"),
        (&["@live", "--walls", "1,1"], 2, "under the live rule walls are built while Rabbit walks"),
        (&["@two-rows", "--rule", "dead"], 2, "one of the texts live, free"),
        (&["@flipper", "--walls", "1,1"], 2, "knows no option 'walls' in toggle"),
        (&["--walls", "1,1"], 2, "these options are about a level"),
        (&["--resume", saved.as_str(), "--walls", "1,1"], 2, "cannot be used with"),
    ] {
        let said = menagerie(&[&["play", "--plain"][..], arguments].concat());
        assert_eq!(said.status, status, "{arguments:?}: {said:?}");
        assert!(said.err.contains(refusal), "{arguments:?}: {said:?}");
    }
}

#[test]
fn a_game_that_is_won_is_written_into_its_file() {
    let folder = folder("written");
    let path = folder.join("two.xsb");
    let text = "; One\n\n#####\n#@$.#\n#####\n\n; Two\n\n######\n#@$ .#\n######\n";
    std::fs::write(&path, text).unwrap();
    let level = format!("{}#2", path.display());
    let early = plain(&[&level], "right\nwrite\n").out;
    assert!(early.contains("Win first"), "{early}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let won = plain(&[&level], "right; right\nwrite\n").out;
    assert!(won.contains("two.xsb states your moves as the solution now."), "{won}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{text}\nSolution (2 moves, 2 pushes)\nRR\n"));
    // The file holds another level by now.
    let changed = format!("right\nright\nsave {}\n", path.display());
    let refused = plain(&[&level], &changed).out;
    assert!(refused.contains("is there and is no saved game"), "{refused}");
    let shipped = plain(&["@first-steps#1"], "write\n").out;
    assert!(shipped.contains("No file can state these moves"), "{shipped}");
}

#[test]
fn several_moves_stand_on_one_line() {
    for typed in ["down; up; right", "[\"down\", \"up\", \"right\"]", "down, up, right", "down up right"] {
        let out = plain(&["@doors"], &format!("{typed}\nreplay\n")).out;
        assert!(out.contains("Moves made: down; up; right."), "{typed}: {out}");
    }
    let out = plain(&["@doors"], "down; nowhere\nreplay\n").out;
    assert!(out.contains("'nowhere' cannot be played") && out.contains("No move was made yet."), "{out}");
}
