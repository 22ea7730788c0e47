//! Files that hold several levels: a verb over all of them, over one of them, and the refusals.

use std::fs;

use serde_json::json;

use crate::cli::{fed, file, folder, menagerie};

const ONE: &str = "title = \"one\"\nboard = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";
const TWO: &str = "board = \"1x2\"\nmoves = [\"10\", \"01\"]\nstart = \"11\"\n";

/// A file of two levels; with a third that is not valid.
fn files(name: &str) -> (String, String) {
    let folder = folder(name);
    let good = file(&folder, "good.toggle", format!("{ONE}---\n{TWO}"));
    let bad = file(&folder, "bad.toggle", format!("{ONE}---\nboard = 7\n"));
    (good, bad)
}

#[test]
fn a_verb_runs_over_all_levels_of_a_file() {
    let (good, bad) = files("several_levels");
    let said = menagerie(&["solve", &good, "--json"]);
    assert_eq!(said.status, 0, "{said:?}");
    let results = said.json()["results"].clone();
    let moves: Vec<(String, u64)> = results
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["file"].as_str().unwrap().to_owned(), one["answer"]["moves"].as_u64().unwrap()))
        .collect();
    assert_eq!(moves, [(format!("{good}#1"), 1), (format!("{good}#2"), 2)]);
    // A level that is not valid is an error entry; the others are answered.
    let said = menagerie(&["solve", &bad, "--json"]);
    assert_eq!(said.status, 3, "{said:?}");
    assert_eq!(said.json()["results"][0]["answer"]["moves"], 1);
    assert!(said.json()["results"][1]["error"].as_str().unwrap().contains("6:"), "{said:?}");
    let said = menagerie(&["check", &good]);
    assert_eq!(said.out, format!("{good}#1: valid\n{good}#2: valid\n2 levels: 2 valid, 0 invalid\n"));
}

#[test]
fn a_number_or_a_title_chooses_one_level() {
    let (good, _) = files("one_of_several");
    for (choice, moves) in [("1", 1), ("2", 2), ("one", 1)] {
        let said = menagerie(&["solve", &format!("{good}#{choice}"), "--json"]);
        assert_eq!((said.status, said.json()["answer"]["moves"].as_u64()), (0, Some(moves)), "{said:?}");
    }
    let piped = fed(&["solve", "--family", "toggle", "--json", "--", "-#2"], format!("{ONE}---\n{TWO}").as_bytes());
    assert_eq!(piped.json()["answer"]["moves"], 2);
    assert_eq!(menagerie(&["solve", "@flipper#1", "--json"]).json()["answer"]["moves"], 3);
    let ranged = menagerie(&["solve", &format!("{good}#1-2"), "--json"]);
    let named = |index: usize| ranged.json()["results"][index]["file"].as_str().unwrap().to_owned();
    assert_eq!((ranged.status, named(0), named(1)), (0, format!("{good}#1"), format!("{good}#2")), "{ranged:?}");
    let said = menagerie(&["hint", &format!("{good}#1-2")]);
    assert!(said.status == 2 && said.err.contains("expected") && said.err.contains("good.toggle#N"), "{said:?}");
    let said = menagerie(&["solve", &format!("{good}#2-3")]);
    assert!(said.status == 2 && said.err.contains("there are no levels 2-3"), "{said:?}");
    let said = menagerie(&["solve", &format!("{good}#3")]);
    assert_eq!(said.status, 2, "{said:?}");
    assert!(said.err.contains("expected a number from 1 to 2"), "{said:?}");
}

#[test]
fn a_verb_about_one_level_is_refused_with_the_list() {
    let (good, _) = files("refused_with_the_list");
    for verb in ["hint", "show"] {
        let said = menagerie(&[verb, &good]);
        assert_eq!(said.status, 2, "{said:?}");
        assert!(said.err.contains("holds 2 levels") && said.err.contains("1 (one), 2"), "{said:?}");
    }
    let said = menagerie(&["repl", "--eval", "load('@contest')"]);
    assert!(said.status != 0 && said.err.contains("@contest holds 12 levels; expected @contest#N"), "{said:?}");
    let played = fed(&["play", "--plain", &good], b"quit\n");
    assert!(played.status == 0 && played.out.contains("one"), "{played:?}");
}

/// Three participants on the twelve boards, one with a program that cannot be read, one with a program too many.
#[test]
fn a_contest_is_scored_whatever_is_refused() {
    let folder = folder("contest");
    let programs = file(
        &folder,
        "programs.csv",
        "participant,1,2,3,4\n\
         Ada, F F, LOOP{F F R}, LOOP{F F R}, LOOP{F LOOP(7){F L}}\n\
         # the list of a published program, and one that is no program\n\
         Bo,LOOP{F},\"[loop(17, [loop(3, ['F']), 'R'])]\",,FX\n\
         Cy,F,F,F,F,F,F,F,F,F,F,F,F,F F\n",
    );
    let board = |number: usize| menagerie(&["show", &format!("@contest#{number}"), "--json"]).json();
    assert_eq!(board(3)["answer"]["title"], menagerie(&["show", "@bunny-03", "--json"]).json()["answer"]["title"]);
    let said = menagerie(&["run", "@contest", "--programs", &programs]);
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("programs.csv:4: Bo: @contest#4: move 1: 'FX' cannot be played"), "{said:?}");
    assert!(said.err.contains("programs.csv:5: Cy: 13 programs for 12 boards"), "{said:?}");
    let second = menagerie(&["run", "@contest", "@bunny-02", "--programs", &programs]);
    assert!(second.status == 2 && second.err.contains("one file; expected no moves"), "{second:?}");
    let totals = |name: &str| {
        let line = said.out.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let forfeits = 5 * (3 + 5 + 8 + 15 + 21 + 21 + 144 + 133 + 112 + 84 + 40 + 66);
    assert_eq!(totals("Ada")[1..5], ["2", "4", "4", "5"]);
    assert_eq!(totals("Ada")[13], (2 + 4 + 4 + 5 + forfeits - 5 * (3 + 5 + 8 + 15)).to_string());
    assert_eq!(totals("Bo")[1..5], ["2", "4", "(40)", "(75)"]);
    assert_eq!(totals("Cy")[13], forfeits.to_string());
    assert_eq!(totals("forfeit")[13], forfeits.to_string());
    let order: Vec<_> = said.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(order, ["tokens", "Ada", "Bo", "Cy", "squares", "forfeit"]);

    let object = menagerie(&["run", "@contest", "--programs", &programs, "--json"]).json();
    assert_eq!(object["standings"][0]["scores"][3]["tokens"], 5);
    assert_eq!(object["boards"][0], serde_json::json!({"board": "@contest#1", "size": 3, "forfeit": 15}));
    let table = folder.join("table.csv");
    menagerie(&["run", "@contest", "--programs", &programs, "--csv", table.to_str().unwrap(), "-q"]);
    let rows = std::fs::read_to_string(table).unwrap();
    assert_eq!(rows.lines().count(), 1 + 3 * 12);
    assert!(rows.contains("\nAda,@contest#4,15,true,5,5,3120,\n"), "{rows}");
    assert!(rows.contains("\nAda,@contest#5,21,false,,105,3120,no program\n"), "{rows}");
}

#[test]
fn a_scoreboard_tells_of_participants_that_cannot_be_told_apart() {
    let folder = folder("participants");
    let programs = file(&folder, "programs.csv", "Ada,F F\n,F F\nAda,F\n");
    let said = menagerie(&["run", "@bunny-01", "--programs", &programs]);
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("programs.csv:2: no name; expected a name before the programs"), "{said:?}");
    assert!(said.err.contains("programs.csv:3: Ada: line 1 has this name too"), "{said:?}");
}

#[test]
fn a_scoreboard_is_not_verified() {
    let folder = folder("board_verified");
    let programs = file(&folder, "programs.csv", "Ada,F F\n");
    let board = menagerie(&["run", "@contest", "--programs", &programs, "--json"]);
    let board = file(&folder, "board.json", &board.out);
    let said = menagerie(&["verify", "@contest", &board]);
    assert!(said.status == 3 && said.err.contains("a scoreboard is not verified"), "{said:?}");
}

#[test]
fn a_scoreboard_is_refused_where_there_is_none() {
    let folder = folder("no_contest");
    let programs = file(&folder, "programs.csv", "Ada,1\n");
    let said = menagerie(&["run", "@eight", "--programs", &programs]);
    assert_eq!(said.status, 2, "{said:?}");
    assert!(said.err.contains("there is no contest of pebble"), "{said:?}");
    let said = menagerie(&["run", "@two-rows", "--programs", &programs]);
    assert!(said.err.contains("run FILE#N 'MOVE; MOVE' --as eel (and --rule … --walls …)"), "{said:?}");
    // An option that changes nothing is refused, as by the question itself.
    let said = menagerie(&["run", "@contest", "--programs", &programs, "--walls", "1,1"]);
    assert!(said.status == 2 && said.err.contains("'run' knows no option 'walls' in bunny"), "{said:?}");
    // A line that cannot be read silences no other.
    let open = file(&folder, "open.csv", "Ada,\"F\nBo;F F\nCy,F F\n");
    let said = menagerie(&["run", "@bunny-01", "--programs", &open]);
    assert!(said.status == 3 && said.err.contains("open.csv:1:5: a quote is not closed"), "{said:?}");
    assert!(said.err.contains("open.csv:2: Bo;F F: no program"), "{said:?}");
    assert!(said.out.lines().any(|line| line.split_whitespace().eq(["Cy", "2", "2"])), "{said:?}");
    let said = menagerie(&["run", "@contest", "F", "--programs", &open]);
    assert_eq!(said.status, 2, "{said:?}");
}

#[test]
fn the_prompt_loads_the_level_that_is_chosen() {
    let (good, _) = files("chosen_at_the_prompt");
    for (choice, moves) in [("1", "1"), ("2", "2"), ("one", "1")] {
        let said = fed(&["repl"], format!("print(load({:?}):solve().moves)\n", format!("{good}#{choice}")).as_bytes());
        assert_eq!((said.status, said.out.trim()), (0, moves), "{said:?}");
    }
    let said = fed(&["repl"], format!("load({:?})\n", format!("{good}#3")).as_bytes());
    assert!(said.status != 0 && said.err.contains("expected a number from 1 to 2"), "{said:?}");
}

#[test]
fn answers_about_the_levels_of_a_file_are_verified_together_and_alone() {
    let (good, _) = files("verified");
    let mut answers = menagerie(&["solve", &good, "--json"]).json();
    let keep = |name: &str, value: &serde_json::Value| {
        file(std::path::Path::new(&good).parent().unwrap(), name, value.to_string())
    };
    let held = menagerie(&["verify", &good, &keep("all.json", &answers)]);
    assert_eq!((held.status, held.out), (0, format!("{good}#1: holds\n{good}#2: holds\n")));
    let second = keep("second.json", &answers["results"][1]);
    assert_eq!(menagerie(&["verify", &good, &second]).status, 0, "the level is the one that the answer names");
    assert_eq!(menagerie(&["verify", &format!("{good}#1"), &second]).status, 4);
    answers["results"][1]["answer"]["moves"] = 1.into();
    let wrong = menagerie(&["verify", &good, &keep("wrong.json", &answers), "--json"]);
    let object = wrong.json();
    let holds = |at: usize| object["results"][at]["holds"].clone();
    assert_eq!((wrong.status, holds(0), holds(1)), (4, true.into(), false.into()));
    let mut plain = menagerie(&["solve", &format!("{good}#2"), "--json"]).json();
    plain.as_object_mut().unwrap().remove("file");
    let refused = menagerie(&["verify", &good, &keep("plain.json", &plain)]);
    assert!(refused.status == 2 && refused.err.contains("holds 2 levels"), "{refused:?}");
}

#[test]
fn a_level_of_standard_input_is_chosen() {
    let text = format!("{ONE}---\n{TWO}");
    for (choice, moves) in [("-#1", 1), ("-#2", 2), ("-#one", 1)] {
        let said = fed(&["solve", choice, "--family", "toggle", "--json"], text.as_bytes());
        assert_eq!((said.status, said.json()["answer"]["moves"].as_u64()), (0, Some(moves)), "{said:?}");
    }
    let refused = fed(&["solve", "-#3", "--family", "toggle"], text.as_bytes());
    assert!(refused.status == 2 && refused.err.contains("from 1 to 2"), "{refused:?}");
}

/// Two levels of Sokoban, each with a title.
const PAIR: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";

#[test]
fn levels_are_arranged_on_standard_output_or_in_the_file() {
    let dir = folder("arranged");
    let path = file(&dir, "pair.xsb", PAIR);
    let turned = "; Two\n######\n#@ $.#\n######\n\n; One\n#####\n#@$.#\n#####\n";
    let said = menagerie(&["arrange", &path, "2,1"]);
    assert_eq!((said.status, said.out.as_str()), (0, turned), "{}", said.err);
    let named = menagerie(&["arrange", &path, "Two,One"]);
    assert_eq!(named.out, turned);
    let repeated = menagerie(&["arrange", &path, "1-2,1", "--json"]).json();
    assert_eq!((&repeated["question"], &repeated["answer"]["levels"]), (&json!("arrange"), &json!(3)));
    for (order, words) in [("3", "expected a number from 1 to 2"), ("Three", "expected a number, a range")] {
        let said = menagerie(&["arrange", &path, order]);
        assert!(said.status == 2 && said.err.contains(words), "{}", said.err);
    }
    let shipped = menagerie(&["arrange", "@first-steps", "1", "--write"]);
    assert!(shipped.status == 2 && shipped.err.contains("expected the path of one"), "{}", shipped.err);
    let written = menagerie(&["arrange", &path, "2,1", "--write"]);
    assert_eq!((written.status, written.out.as_str()), (0, ""), "{}", written.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), turned);
}
