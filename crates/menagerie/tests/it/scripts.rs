//! Scripts on the command line: answers, certificates, and the status of each way to fail.

use crate::cli::{fed, file, folder, menagerie};

#[test]
fn a_script_is_answered_like_any_level() {
    let said = menagerie(&["solve", "@wolf-goat-cabbage", "--json"]);
    let answer = said.json();
    assert_eq!((said.status, &answer["family"], &answer["answer"]["moves"]), (0, &"script".into(), &7.into()));
    assert_eq!(answer["answer"]["solution"][0], "take the goat");
    let here = folder("scripts");
    let held = file(&here, "answer.json", &said.out);
    assert_eq!(menagerie(&["verify", "@wolf-goat-cabbage", &held]).status, 0);
    let lie = said.out.replace("\"moves\":7", "\"moves\":6");
    assert_eq!(menagerie(&["verify", "@wolf-goat-cabbage", &file(&here, "lie.json", lie)]).status, 4);
    let said = menagerie(&["solve", "@nim", "--json"]);
    assert_eq!(said.json()["answer"]["value"], "win");
    assert_eq!(menagerie(&["check", "--par", "@hanoi", "@jugs", "@sokoban", "@peg-solitaire"]).status, 0);
    let said = menagerie(&["solve", "@wolf-goat-cabbage", "--count", "--all", "--json"]).json();
    assert_eq!((&said["answer"]["solutions"], &said["answer"]["all_complete"]), (&2.into(), &true.into()));
}

/// The engine has moved first: the answer is about the position that the second player sees.
#[test]
fn solve_is_about_the_position_of_the_role_played() {
    let said = menagerie(&["solve", "@nim", "--as", "second", "--json"]);
    let answer = said.json();
    assert_eq!(
        (said.status, &answer["asked"]["role"], &answer["answer"]["value"]),
        (0, &"second".into(), &"loss".into())
    );
    let best = answer["answer"]["best"][0].as_str().unwrap();
    assert_eq!(menagerie(&["run", "@nim", best, "--as", "second"]).status, 0);
    let held = file(&folder("second"), "answer.json", &said.out);
    assert_eq!(menagerie(&["verify", "@nim", &held]).status, 0);
    assert_eq!(menagerie(&["solve", "@nim", "--as", "third"]).status, 2);
    assert_eq!(menagerie(&["solve", "@jugs", "--as", "second"]).status, 2);
}

/// Whoever says 10 has won, or in the second game nobody; one adds 1 or 2.
#[test]
fn a_game_for_two_says_its_value_in_a_hint_and_its_winner_at_the_end() {
    let race = "return { name = 'race', players = 2, start = 7,\n\
        moves = function(n) return { { name = '1', to = n + 1 }, { name = '2', to = n + 2 } } end,\n\
        outcome = function(n) return if n >= 10 then 'loss' else nil end }";
    let here = folder("race");
    let won = file(&here, "race.luau", race);
    let said = menagerie(&["hint", &won, "--json"]);
    let hint = &said.json()["answer"];
    assert_eq!((&hint["value"], &hint["distance"], &hint["best"]), (&"loss".into(), &2.into(), &["1", "2"].into()));
    let held = file(&here, "hint.json", &said.out);
    assert_eq!(menagerie(&["verify", &won, &held]).status, 0);
    for lie in [said.out.replace("\"loss\"", "\"win\""), said.out.replace("\"distance\":2", "\"distance\":3")] {
        assert_ne!(lie, said.out);
        assert_eq!(menagerie(&["verify", &won, &file(&here, "lie.json", lie)]).status, 4);
    }
    let said = menagerie(&["hint", &won]).out;
    assert!(said.contains("best now: 1, 2 (a loss in 2 moves for the side to move)"), "{said}");
    let drawn = file(&here, "draw.luau", race.replace("'loss'", "'draw'"));
    let hint = &menagerie(&["hint", &drawn, "--json"]).json()["answer"];
    assert_eq!((&hint["value"], hint.get("distance")), (&"draw".into(), None));

    let ended = |level: &str, moves: &str, role: &str| {
        let json = menagerie(&["run", level, moves, "--as", role, "--json"]).json();
        (json["answer"]["winner"].clone(), menagerie(&["run", level, moves, "--as", role]).out)
    };
    let (winner, said) = ended(&won, "1;2", "player");
    assert_eq!(winner, "second");
    assert!(said.contains("won by the second player after 2 moves"), "{said}");
    assert_eq!(ended(&won, "2", "first").0, "second");
    assert_eq!(ended(&drawn, "1;2", "player").0, "nobody");
    assert_eq!(menagerie(&["run", &won, "1", "--json"]).json()["answer"].get("winner"), None);
}

/// Every face that shows a script shows its goal and its rules.
#[test]
fn every_shipped_script_says_its_goal_and_its_rules() {
    let list = menagerie(&["list", "--json"]).json();
    let family = list["families"].as_array().unwrap().iter().find(|one| one["family"] == "script").unwrap().clone();
    for level in family["levels"].as_array().unwrap() {
        let name = format!("@{}.luau", level["name"].as_str().unwrap());
        let shown = menagerie(&["show", &name]).out;
        assert!(shown.contains("\nGoal: ") && shown.contains("\nRules: "), "{name}: {shown}");
        let answer = menagerie(&["show", &name, "--json"]).json()["answer"].clone();
        assert!(answer["goal"].as_str().is_some_and(|goal| goal.len() > 10), "{name}: {answer}");
        assert!(answer["rules"].as_str().is_some_and(|rules| rules.len() > 40), "{name}: {answer}");
        let played = fed(&["play", "--plain", &name], b"rules\nq\n").out;
        assert_eq!(played.matches("Goal: ").count(), 2, "at the start and when asked: {played}");
    }
    let jugs = menagerie(&["show", "@jugs"]).out;
    assert!(
        jugs.contains("one of the jugs holds exactly 4 litres") && jugs.contains("jugs of 3 and 5 litres"),
        "{jugs}"
    );
    assert!(menagerie(&["show", "@nim"]).out.contains("whoever takes it wins"));
    let eval = "load(\"@nim\"):rules()";
    assert!(menagerie(&["repl", "--eval", eval]).out.contains("Goal: take the last object"));
    let eval = "load(\"@jugs\"):play(\"fill the 3-litre jug\"):look()";
    assert!(
        menagerie(&["repl", "--eval", eval]).out.contains("3-litre jug: 3 of 3 litres\n5-litre jug: 0 of 5 litres")
    );
}

#[test]
fn a_new_script_comes_from_a_template() {
    let said = menagerie(&["new", "script", "--template", "sokoban", "--quiet"]);
    assert_eq!(said.status, 0, "{said:?}");
    let path = file(&folder("template"), "mine.luau", &said.out);
    assert_eq!(menagerie(&["check", "--par", &path]).status, 0);
    assert_eq!(menagerie(&["new", "script", "--template", "chess"]).status, 2);
}

#[test]
fn each_way_to_fail_has_its_status() {
    let here = folder("failing");
    let puzzle = |name: &str, moves: &str| {
        let text = format!(
            "return {{\n name = 'x', start = 0,\n moves = function(s) {moves} end,\n solved = function(s) return s == 3 end,\n}}\n"
        );
        file(&here, name, text)
    };
    let solve = |file: &str| menagerie(&["solve", file, "--json"]);

    let said = solve(&file(&here, "syntax.luau", "return {\n  name = ,\n}"));
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("syntax.luau:2:"), "{said:?}");
    let said = solve(&file(&here, "load.luau", "local x = nil\nreturn x.y"));
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("load.luau:2:1: attempt to index nil"), "{said:?}");

    let said = menagerie(&["check", &puzzle("start.luau", "return s.x")]);
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("start.luau:3:2: attempt to index number"), "{said:?}");

    let later = "if s == 0 then return { { name = 'a', to = 1 } } end return s.x";
    let said = solve(&puzzle("play.luau", later));
    assert_eq!(said.status, 1, "{said:?}");
    assert!(said.err.contains("script:3: attempt to index number"), "{said:?}");
    assert_eq!(menagerie(&["run", &puzzle("play.luau", later), "a"]).status, 1);

    assert_eq!(solve(&file(&here, "fuel.luau", "while true do end")).status, 12);
    assert_eq!(solve(&puzzle("fuel-in-play.luau", "while true do end")).status, 12);
    assert_eq!(solve(&puzzle("memory.luau", "return { { name = ('x'):rep(1e9), to = 1 } }")).status, 12);
    let said = solve(&puzzle("none.luau", "return {}"));
    assert_eq!((said.status, &said.json()["proof"]["kind"]), (10, &"exhausted".into()));
    let endless = puzzle("endless.luau", "return { { name = 'on', to = s - 1 } }");
    assert_eq!(menagerie(&["solve", &endless, "--nodes", "1000"]).status, 12);
    assert_eq!(menagerie(&["solve", &endless, "--time", "200ms"]).status, 12);
    assert_eq!(menagerie(&["run", "@nim", "take 9 from heap 1"]).status, 2);
}
