//! `verify`: its outcomes with their words and exit statuses, and the forms in which it takes answers.

use serde_json::{Value, json};

use crate::cli::{CliOutput, fed, file, folder, menagerie};

/// A crate in a corner from the start.
const STUCK: &str = "#####\n#$ @#\n# . #\n#####\n";

/// A game with a message before each of its two levels.
const GAME: &str = "title Two\n\n=======\nOBJECTS\n=======\n\nBackground\ngreen\n\nTarget\nblue\n\nWall\nbrown\n\nPlayer\nblack\n\n\
    Crate\norange\n\n=======\nLEGEND\n=======\n\n. = Background\n# = Wall\nP = Player\n* = Crate\n@ = Target\n\n=======\nSOUNDS\n\
    =======\n\n================\nCOLLISIONLAYERS\n================\n\nBackground\nTarget\nPlayer, Wall, Crate\n\n======\nRULES\n\
    ======\n\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\n==============\nWINCONDITIONS\n==============\n\n\
    All Target on Crate\n\n=======\nLEVELS\n=======\n\nmessage One\n\n#####\n#P*@#\n#####\n\nmessage Two\n\n######\n#P*.@#\n######\n";

/// What `verify` says about an answer.
fn verified(level: &str, answer: &Value) -> CliOutput {
    fed(&["verify", level, "-"], answer.to_string().as_bytes())
}

/// The answer of a command that prints JSON.
fn asked(arguments: &[&str]) -> Value {
    menagerie(&[arguments, &["--json"]].concat()).json()
}

#[test]
fn the_outcomes_have_their_words_and_statuses() {
    let whole = asked(&["solve", "@flipper"]);
    let said = verified("@flipper", &whole);
    assert!(said.status == 0 && said.out.starts_with("holds\n  rechecked: the rank\n"), "{said:?}");

    // How many programs a search tried is not counted again.
    let part = asked(&["solve", "@bunny-01"]);
    let said = verified("@bunny-01", &part);
    assert!(said.status == 12 && said.out.starts_with("holds in part\n  rechecked: the program"), "{said:?}");
    assert!(said.out.contains("\n  not rechecked: how many compositions the search ran for each length\n"), "{said:?}");
    let json = fed(&["verify", "@bunny-01", "-", "--json"], part.to_string().as_bytes());
    let object = json.json();
    assert_eq!((json.status, &object["outcome"], &object["holds"]), (12, &json!("holds in part"), &Value::Null));
    assert_eq!(object["fields_not_rechecked"], json!(["answer.excluded.lengths.compositions"]));
    let partly = fed(&["verify", "@bunny-01", "-", "--partly"], part.to_string().as_bytes());
    assert_eq!((partly.status, partly.out), (0, said.out));

    let nothing = json!({"schema": 1, "family": "bunny", "question": "solve", "asked": {}, "verdict": "unfinished", "method": "",
        "answer": {"at_least": 12}, "proof": null, "spent": part["spent"]});
    let said = verified("@bunny-12", &nothing);
    let words = "not rechecked: that no program of fewer than 12 tokens completes the board\n";
    assert_eq!((said.status, &*said.out), (12, words));
    assert_eq!(fed(&["verify", "@bunny-12", "-", "--partly"], nothing.to_string().as_bytes()).status, 0);

    let mut wrong = whole;
    wrong["answer"]["moves"] = 2.into();
    let said = fed(&["verify", "@flipper", "-", "--partly"], wrong.to_string().as_bytes());
    assert!(said.status == 4 && said.out.starts_with("does not hold: "), "{said:?}");
    let object = fed(&["verify", "@flipper", "-", "--json"], wrong.to_string().as_bytes()).json();
    assert_eq!((&object["outcome"], &object["holds"]), (&json!("does not hold"), &json!(false)));
}

#[test]
fn an_answer_about_one_level_names_it() {
    let folder = folder("verify-named");
    let two = file(&folder, "two.xsb", "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n######\n#@$ .#\n######\n");
    let game = file(&folder, "game.puzzlescript", GAME);
    for verb in ["solve", "hint", "count", "judge"] {
        let moves = (verb == "judge").then_some("right").into_iter();
        let of = |level: &str| asked(&[verb, level].into_iter().chain(moves.clone()).collect::<Vec<_>>());
        let (second, in_game) = (format!("{two}#2"), format!("{game}#2"));
        let answer = of(&second);
        assert_eq!((&answer["file"], answer.get("index")), (&json!(second), None), "{verb}");
        assert_eq!(verified(&two, &answer).status, 0, "{verb}: the file alone is enough");
        let answer = of(&in_game);
        assert_eq!((&answer["file"], &answer["index"]), (&json!(in_game), &json!(3)), "{verb}");
        assert_eq!(verified(&game, &answer).status, 0, "{verb}");
    }

    // Of one level or of several, the entry is the same but for what was spent.
    let alone = asked(&["solve", &format!("{two}#2")]);
    let mut entry = asked(&["solve", &two])["results"][1].clone();
    entry["spent"] = alone["spent"].clone();
    assert_eq!(entry, alone);

    // The level under another name, and from standard input.
    let second = "######\n#@$ .#\n######\n";
    let copy = file(&folder, "copy.xsb", second);
    assert_eq!(verified(&copy, &alone).status, 0);
    let piped = fed(&["solve", "-", "--family", "sokoban", "--json"], second.as_bytes()).json();
    assert_eq!((&piped["file"], verified(&copy, &piped).status), (&json!("-"), 0));
    let wrong = verified(&format!("{two}#1"), &piped);
    assert!(wrong.status == 4 && wrong.out.starts_with("does not hold"), "{wrong:?}");
    let both = std::fs::read(&two).unwrap();
    let piped = fed(&["hint", "-#2", "--json"], &both).json();
    assert_eq!((&piped["file"], verified(&two, &piped).status), (&json!("-#2"), 0));
    let other = fed(&["verify", &format!("{two}#1"), "-"], alone.to_string().as_bytes());
    assert!(other.status == 4 && other.out.contains("it is about level 2, not 1"), "{other:?}");
}

#[test]
fn the_help_and_the_man_page_document_the_statuses() {
    for arguments in [&["verify", "--help"][..], &["man"]] {
        let said = menagerie(arguments);
        assert!(said.out.contains("12") && said.out.contains("not rechecked"), "{said:?}");
    }
    assert!(menagerie(&["--help"]).out.contains("holds in part"));
}

#[test]
fn impossible_needs_a_proof() {
    let told = asked(&["hint", "@bunny-01", "--reveal", "1"]);
    assert_eq!(verified("@bunny-01", &told).status, 0);
    let mut flipped = told;
    flipped["answer"]["can_win"] = false.into();
    assert_eq!(verified("@bunny-01", &flipped).status, 4);

    let level = file(&folder("verify-impossible"), "stuck.sok", STUCK);
    let answer = asked(&["solve", &level]);
    assert_eq!((&answer["verdict"], verified(&level, &answer).status), (&json!("impossible"), 0));
    let states = answer["proof"]["states"].as_u64().unwrap();
    for proof in
        [Value::Null, json!({"kind": "exhausted", "states": states + 1}), json!({"kind": "squares", "cells": [[1, 1]]})]
    {
        let mut wrong = answer.clone();
        wrong["proof"] = proof;
        let said = verified(&level, &wrong);
        assert!([3, 4].contains(&said.status), "{wrong}: {said:?}");
    }
}

#[test]
fn the_numbers_of_a_certificate_are_compared() {
    let level = file(&folder("verify-numbers"), "stuck.sok", STUCK);
    let answer = asked(&["judge", &level]);
    assert_eq!(verified(&level, &answer).status, 0, "{answer}");
    let proof = &answer["answer"]["positions"][0]["proof"];
    let (states, dead_ends) = (proof["states"].as_u64().unwrap(), proof["dead_ends"].as_u64().unwrap());
    for (states, dead_ends) in [(0, 999), (states + 1, dead_ends), (states, dead_ends - 1), (states + 1, dead_ends + 1)]
    {
        let mut wrong = answer.clone();
        let proof = &mut wrong["answer"]["positions"][0]["proof"];
        (proof["states"], proof["dead_ends"]) = (states.into(), dead_ends.into());
        assert_eq!(verified(&level, &wrong).status, 4, "{wrong}");
    }
    // What is left out for another reason is not counted again.
    let mut reduced = answer;
    reduced["answer"]["positions"][0]["proof"]["reduced"] = "some boards count once".into();
    let said = verified(&level, &reduced);
    assert!(
        said.status == 12 && said.out.contains("the numbers of states and of dead ends in the certificate"),
        "{said:?}"
    );
}

#[test]
fn unfinished_lacks_something() {
    let level = file(&folder("verify-unfinished"), "stuck.sok", STUCK);
    for mut answer in [asked(&["judge", &level]), asked(&["hint", &level, "--reveal", "2"]), asked(&["solve", &level])]
    {
        answer["verdict"] = "unfinished".into();
        assert_eq!(verified(&level, &answer).status, 4, "{answer}");
    }
}

/// The answers about both levels of a game, the path of the game, and a folder.
fn two_levels(name: &str) -> (Value, String, std::path::PathBuf) {
    let folder = folder(name);
    let game = file(&folder, "two.puzzlescript", GAME);
    (asked(&["solve", &game]), game, folder)
}

#[test]
fn what_was_printed_about_several_levels_is_taken_as_it_is() {
    let (printed, game, folder) = two_levels("verify-several");
    let indices: Vec<Option<u64>> =
        printed["results"].as_array().unwrap().iter().map(|entry| entry["index"].as_u64()).collect();
    assert_eq!(indices, [Some(1), Some(3)]);
    let (one, other) = (&printed["results"][0], &printed["results"][1]);
    let both = format!("{game}#1: holds\n{game}#2: holds\n");
    for text in [
        printed.to_string(),
        json!([one, other]).to_string(),
        format!("{one}\n{other}\n"),
        format!("[{one}] {{\"results\": [{other}]}}"),
    ] {
        let path = file(&folder, "answers.json", text);
        let said = menagerie(&["verify", &game, &path]);
        assert_eq!((said.status, said.out), (0, both.clone()));
    }
    // One level of the file: the answers about others are passed over.
    let path = file(&folder, "answers.json", printed.to_string());
    let said = menagerie(&["verify", &format!("{game}#2"), &path]);
    assert_eq!((said.status, said.out), (0, format!("{game}#2: holds\n")));
    // An index alone names the level, in a list or alone.
    let mut by_index = other.clone();
    by_index.as_object_mut().unwrap().remove("file");
    assert_eq!(verified(&game, &by_index).out.lines().next(), Some("holds"));
    assert_eq!(verified(&game, &json!([by_index])).out, format!("{game}#2: holds\n"));
}

#[test]
fn a_wrong_level_index_or_total_is_told() {
    let (printed, game, _) = two_levels("verify-wrong-index");
    let told = |change: &dyn Fn(&mut Value), words: &str| {
        let mut wrong = printed.clone();
        change(&mut wrong);
        let said = verified(&game, &wrong);
        assert!(said.status == 4 && said.out.contains(words), "{words}: {said:?}");
    };
    told(&|all| all["results"][1]["index"] = 7.into(), "its index is 7, and level 2 has the index 3");
    told(&|all| all["results"][1]["index"] = 1.into(), "its index is 1, and level 2 has the index 3");
    told(
        &|all| all["results"][1]["file"] = format!("{game}#9").into(),
        "there is no level 9; expected a number from 1 to 2",
    );
    told(&|all| all["results"][1]["file"] = format!("{game}#1").into(), "its index is 3, and level 1 has the index 1");
    told(&|all| all["totals"]["found"] = 1.into(), "totals: does not hold: 'found' is 1, and the entries make 2");
    told(&|all| all["totals"]["files"] = 3.into(), "totals: does not hold: 'files' is 3");
    told(&|all| all["results"][0]["score"] = 3.into(), "a score, where there is no contest");
    // Where nothing names the level, the levels are listed.
    let mut nameless = printed["results"][0].clone();
    nameless.as_object_mut().unwrap().retain(|name, _| name != "file" && name != "index");
    let said = verified(&game, &nameless);
    assert!(said.status == 2 && said.err.contains("holds 2 levels, and an answer names none"), "{said:?}");
}

#[test]
fn a_score_of_a_contest_is_compared() {
    let folder = folder("verify-score");
    let boards: Vec<String> = ["S##\n", "S#\n"]
        .iter()
        .zip(["one.bunny", "two.bunny"])
        .map(|(text, name)| file(&folder, name, text))
        .collect();
    let printed = asked(&["solve", &boards[0], &boards[1]]);
    let score = printed["results"][0]["score"].as_u64().unwrap();
    let partly = |answers: &Value| fed(&["verify", &boards[0], "-", "--partly"], answers.to_string().as_bytes());
    assert_eq!(partly(&printed).status, 0, "{printed}");
    let mut wrong = printed.clone();
    (wrong["results"][0]["score"], wrong["totals"]["score"]) = ((score + 1).into(), Value::Null);
    let said = partly(&wrong);
    assert!(said.status == 4 && said.out.contains("the score is "), "{said:?}");
}

#[test]
fn a_text_that_can_be_read_in_two_ways_is_no_answer() {
    let answer = asked(&["solve", "@flipper"]).to_string();
    let twice = answer.replacen("\"moves\":3", "\"moves\":3,\"moves\":3", 1);
    assert_ne!(answer, twice);
    let said = fed(&["verify", "@flipper", "-"], twice.as_bytes());
    assert!(said.status == 3 && said.err.contains("the field `moves` is given twice"), "{said:?}");
    for text in ["", "[1, 2]", "[", "{} 7"] {
        assert_eq!(fed(&["verify", "@flipper", "-"], text.as_bytes()).status, 3, "{text}");
    }
}
