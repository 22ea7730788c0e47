//! Shortcuts past a designer's solution on the command line, and in `check --par`.

use serde_json::json;

use crate::cli::{file, folder, menagerie};

/// The second press of 1 takes the first back.
const FLIPPER: &str = "board = \"1x3\"\nmoves = [\"110\", \"011\", \"111\"]\nstart = \"111\"\n";
const ROOM: &str = "#######\n#     #\n# @$ .#\n#     #\n#######\n";

/// An actor that walks over a grid of three by three, drawn as a piece.
const WALK: &str = r#"local function at(state, row, column)
    if state.row == row and state.column == column then
        return "@"
    end
    return if row == 3 and column == 3 then "o" else "."
end

return {
    name = "A walk",
    par = 4,
    intended = "right; right; down; down",
    start = { row = 1, column = 1 },
    moves = function(state)
        local moves = {}
        for name, way in { down = { 1, 0 }, right = { 0, 1 }, up = { -1, 0 } } do
            local row, column = state.row + way[1], state.column + way[2]
            if row >= 1 and row <= 3 and column <= 3 then
                table.insert(moves, { name = name, to = { row = row, column = column } })
            end
        end
        table.sort(moves, function(a, b)
            return a.name < b.name
        end)
        return moves
    end,
    solved = function(state)
        return state.row == 3 and state.column == 3
    end,
    draw = function(state)
        local rows = {}
        for row = 1, 3 do
            rows[row] = at(state, row, 1) .. at(state, row, 2) .. at(state, row, 3)
        end
        return table.concat(rows, "\n")
    end,
    roles = { ["@"] = "actor on ground", ["."] = "ground", o = "goal" },
}
"#;

#[test]
fn a_script_is_asked_by_the_pieces_that_it_draws() {
    let walk = file(&folder("shortcut_script"), "walk.luau", WALK);
    for (cell, moves) in [("2,2", 4), ("1,1", 4), ("1,3", 4)] {
        let said = menagerie(&["shortcut", &walk, "--without", cell, "--json"]);
        assert_eq!((said.status, &said.json()["answer"]["moves"]), (0, &json!(moves)), "{cell}: {said:?}");
    }
    // All cells but the goal.
    let said = menagerie(&["shortcut", &walk, "--without", "3,3", "--json"]);
    assert_eq!((said.status, &said.json()["proof"]["states"]), (10, &json!(8)), "{said:?}");
    let said = menagerie(&["shortcut", &walk, "--intended", "down; up; right; right; down; down", "--json"]);
    let answer = &said.json()["answer"];
    assert_eq!((&answer["shortest"], &answer["leaves_after"]), (&json!(4), &json!(1)), "{said:?}");
    let said = menagerie(&["check", "--par", &walk]);
    assert!(said.out.contains("par 4 is the proven optimum 4; no solution has fewer than the 4 intended"), "{said:?}");
    // Nothing is drawn as a piece.
    let drawn = menagerie(&["shortcut", "@jugs.luau", "--without", "1,1"]);
    assert!(drawn.status == 2 && drawn.err.contains("no piece is drawn in this level"), "{drawn:?}");
}

#[test]
fn a_shortcut_is_told_drawn_written_and_verified() {
    let folder = folder("shortcut_told");
    let (level, out) = (file(&folder, "room.xsb", ROOM), folder.join("out.csv"));
    let said = menagerie(&["shortcut", &level, "--intended", "right; left; rr", "--csv", out.to_str().unwrap()]);
    assert_eq!(said.status, 0, "{said:?}");
    for line in [
        "sokoban: found, proven best",
        "the 4 intended moves are not the fewest: 2 moves suffice",
        "a shortest solution, which leaves after 1 intended move: RR",
        "2: right",
    ] {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "step,move\n1,right\n2,right\n");
    let said = menagerie(&["shortcut", &level, "--without", "3,4", "--json"]);
    assert_eq!((said.status, &said.json()["proof"]["kind"]), (10, &json!("exhausted")));
    let answer = file(&folder, "answer.json", &said.out);
    let checked = menagerie(&["verify", &level, &answer]);
    assert!(checked.status == 0 && checked.out.contains("no goal is among all"), "{checked:?}");
    let wrong = file(&folder, "wrong.json", said.out.replace("\"3,4\"", "\"2,2\""));
    assert_eq!(menagerie(&["verify", &level, &wrong]).status, 4);
    let said = menagerie(&["shortcut", &level, "--without", "3,4"]);
    assert!(said.out.contains("No solution does without 3,4: no goal is among all"), "{said:?}");
}

#[test]
fn limits_leave_a_shortcut_open() {
    let room = file(&folder("shortcut_limits"), "room.xsb", ROOM);
    // A shorter solution is found, and not where it leaves the intended moves.
    let said = menagerie(&["shortcut", &room, "--intended", "up; down; rr", "--nodes", "6", "--json"]);
    assert_eq!((said.status, &said.json()["answer"]["shortest"]), (0, &json!(2)), "{said:?}");
    assert!(said.json()["answer"].get("leaves_after").is_none(), "{said:?}");
    let said = menagerie(&["shortcut", &room, "--intended", "up; down; rr", "--nodes", "4", "--json"]);
    assert_eq!((said.status, &said.json()["verdict"]), (12, &json!("unfinished")), "{said:?}");
    let said = menagerie(&["shortcut", &room, "--without", "1,1", "--nodes", "3", "--json"]);
    assert_eq!((said.status, &said.json()["verdict"]), (12, &json!("unfinished")), "{said:?}");
}

#[test]
fn refusals_say_what_was_expected() {
    let room = file(&folder("shortcut_refused"), "room.xsb", ROOM);
    for (arguments, expected) in [
        (
            vec!["shortcut", &room],
            "expected its moves in 'intended', or a cell or an object to do without in 'without'",
        ),
        (vec!["shortcut", &room, "--intended", "right"], "the intended moves do not win: after 1 move"),
        (vec!["shortcut", &room, "--intended", "rr; up"], "move 3: 'up' cannot be played"),
        (vec!["shortcut", &room, "--without", "9,1"], "a row from 1 to 5 and a column from 1 to 7"),
        (vec!["shortcut", "@flipper", "--without", "1,1"], "since a press changes cells, and no piece enters any"),
        (vec!["shortcut", "@seed.lemmo", "--intended", "1"], "lemmo does not answer 'shortcut', since"),
        (vec!["shortcut", "@nim", "--intended", "1"], "since two sides play"),
        (vec!["shortcut", "@bunny-04", "--intended", "F"], "'solve' proves how many suffice"),
        (vec!["shortcut", "@hanoi.luau", "--without", "9,9"], "no cell of this level"),
    ] {
        let said = menagerie(&arguments);
        assert!(said.status == 2 && said.err.contains(expected), "{said:?}");
    }
}

#[test]
fn a_stated_solution_is_compared_beside_the_par() {
    let folder = folder("shortcut_par");
    let flipper = |name: &str, head: &str| file(&folder, &format!("{name}.toggle"), format!("{head}{FLIPPER}"));
    let room = |name: &str, moves: &str| file(&folder, &format!("{name}.xsb"), format!("{ROOM}Intended: {moves}\n"));
    for (level, status, expected) in [
        (
            flipper("best", "par = 1\nintended = \"3\"\n"),
            0,
            "par 1 is the proven optimum 1; no solution has fewer than the 1 intended move",
        ),
        (
            flipper("longer", "intended = \"1; 1; 3\"\n"),
            4,
            "valid; states no par, the proven best is 1 press; the 3 intended moves are not the fewest: 1 move suffices",
        ),
        (
            flipper("both", "par = 1\nintended = \"1; 1; 3\"\n"),
            4,
            "par 1 is the proven optimum 1; the 3 intended moves are not",
        ),
        (flipper("wrong", "intended = \"1\"\n"), 4, "; the intended moves do not hold"),
        (room("best", "rr"), 0, "; no solution has fewer than the 2 intended moves"),
        (room("longer", "rlrr"), 4, "the 4 intended moves are not the fewest: 2 moves suffice"),
    ] {
        let said = menagerie(&["check", "--par", &level]);
        assert!(said.status == status && said.out.contains(expected), "{said:?}");
        // Without --par nothing is compared.
        assert_eq!(menagerie(&["check", &level]).status, 0);
    }
    let said = menagerie(&["check", "--par", &format!("{}/longer.xsb", folder.display()), "--json"]);
    assert_eq!(said.json()["answer"]["intended"], json!({"moves": 4, "shortest": 2, "is_best": false}));
    let said = menagerie(&["check", "--par", &format!("{}/wrong.toggle", folder.display()), "--json"]);
    let claim = &said.json()["answer"]["intended"];
    assert!(claim["moves"].is_null() && claim["error"].as_str().unwrap().contains("do not win"), "{claim}");
    let script =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../script/src/levels/jugs.luau")).unwrap();
    let jugs = file(&folder, "jugs.luau", script.replacen("return {", "return {\n    intended = \"no such move\",", 1));
    let said = menagerie(&["check", "--par", &jugs]);
    assert!(said.status == 4 && said.err.contains("move 1: 'no such move' cannot be played"), "{said:?}");
    let push = menagerie(&["init", folder.join("shipped").to_str().unwrap()]);
    assert_eq!(push.status, 0, "{push:?}");
    let game = std::fs::read_to_string(folder.join("shipped/push.puzzlescript")).unwrap();
    let (head, levels) = game.split_once("(par: 3)").unwrap();
    let solved = menagerie(&["solve", "@push#1", "--json"]).json()["answer"]["solution"].clone();
    let solution: Vec<&str> = solved.as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    let stated = format!("{head}(par: 3)\n(intended: {})\n{levels}", solution.join("; "));
    let stated = file(&folder, "push.puzzlescript", stated);
    let said = menagerie(&["check", "--par", &format!("{stated}#1")]);
    let expected = "par 3 is the proven optimum 3; no solution has fewer than the 3 intended moves";
    assert!(said.status == 0 && said.out.contains(expected), "{said:?}");
    // A level of several keeps what it states.
    let shown = menagerie(&["survey", &stated, "--question", "shortcut", "--without", "1,1", "--csv", "-"]);
    assert!(shown.status == 0 && shown.out.contains(",puzzlescript,shortcut,found,"), "{shown:?}");
}
