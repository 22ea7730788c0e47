//! The examples of families in one's own crate obey the laws and have their known values, on every face; so does the
//! script of the guide.

#![allow(clippy::unwrap_used, dead_code)] // a failed unwrap is a failed test; the mains of the examples are not called

use crate::cli;
#[path = "../../examples/leaps.rs"]
mod leaps;
use crate::outside;

use std::sync::Arc;

use crate::cli::{CliOutput, example, file, folder};
use engines::Context;
use leaps::Leaps;
use leaps::frogs::Frogs;
use puzzles::solution::Solution;
use puzzles::{Family, Question, QuestionKind, laws};
use serde_json::{Value, json};

const ROWS: &[&str] = &["F.T\n", "FF.TT\n", ".FT\n", "TF.\n", "FT.\n", "F.TF\n", "FFF.\n"];

#[test]
fn frogs_and_toads_obey_the_laws() {
    laws::check(&Frogs, ROWS);
    for animals in 1..5_u64 {
        let side = |sign: &str| sign.repeat(animals as usize);
        let text = format!("{}.{}\n", side("F"), side("T"));
        let level = Frogs.load(Arc::new(text.into_bytes()), &Context::default()).unwrap();
        let answer = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
        assert_eq!(answer.body_as::<Solution>().unwrap().moves, animals * (animals + 2));
    }
}

#[test]
fn frogs_that_leap_rarely_obey_the_laws() {
    laws::check(&Leaps, ROWS);
}

/// Runs an example as a user would run a program of one's own.
fn program(name: &str, arguments: &[&str]) -> CliOutput {
    cli::run(&example(name), arguments, b"")
}

#[test]
fn the_packages_suffice_for_a_crate_outside_the_workspace() {
    outside::check_packages();
}

#[test]
fn a_family_of_states_and_moves_has_every_face() {
    let (row, cases) =
        ("@three", [("solve", "moves"), ("count", "solutions"), ("hint", "moves_left"), ("map", "states")]);
    for (verb, key) in cases {
        let said = program("frogs", &[verb, row, "--json"]);
        assert!((said.status, &said.json()["answer"][key]) != (0, &Value::Null), "{said:?}");
        let path = file(&folder(&format!("frogs-{verb}")), "answer.json", &said.out);
        assert_eq!(program("frogs", &["verify", row, &path]).status, 0);
    }
    assert_eq!(program("frogs", &["solve", row, "--json"]).json()["answer"]["moves"], 15);
    let stuck = file(&folder("frogs-stuck"), "stuck.frogs", "FFT.FTT\n");
    assert_eq!(program("frogs", &["reach", &stuck]).status, 10);
    let played = cli::run(&example("frogs"), &["play", "--plain", row], b"3\nhint\nhint\nhint\nhint\nquit\n");
    assert!(
        played.out.contains("Best possible: 15 moves, proven.") && played.out.contains("Best now: 5."),
        "{played:?}"
    );
}

#[test]
fn an_option_of_ones_own_is_listed_and_obeyed() {
    let help = program("leaps", &["solve", "--help"]).out;
    assert!(help.starts_with("Find a best answer to the level's main question"), "{help}");
    assert!(help.contains("--least <WHAT>") && help.contains("[possible values: moves, leaps]"), "{help}");
    assert!(!program("leaps", &["hint", "--help"]).out.contains("--least"));
    let list = program("leaps", &["list", "--json"]).json();
    let row = list["options"].as_array().unwrap().iter().find(|row| row["name"] == "least").unwrap();
    assert_eq!((&row["flag"], &row["choices"]), (&json!("least"), &json!(["moves", "leaps"])));
    let solve = |options: &[&str]| {
        let said = program("leaps", &[&["solve", "@alone", "--json"], options].concat());
        assert_eq!(said.status, 0, "{said:?}");
        said.json()
    };
    assert_eq!(solve(&[])["answer"]["moves"], 2);
    assert_eq!(solve(&["--least", "moves"])["answer"]["moves"], 2);
    let fewest = solve(&["--least", "leaps"]);
    assert_eq!(fewest["answer"], json!({"leaps": 0, "solution": ["4", "3", "2", "1"]}));
    assert_eq!(fewest["asked"], json!({"least": "leaps"}));
    assert_eq!(fewest["optimum"], json!({"value": 0, "unit": "leaps", "proven": true}));
    // What was played before is not counted.
    assert_eq!(solve(&["--least", "leaps", "--moves", "3"])["answer"], json!({"leaps": 0, "solution": ["2", "1"]}));
}

#[test]
fn an_option_of_ones_own_is_refused_where_it_changes_nothing() {
    for arguments in [&["hint", "@alone", "--least", "leaps"], &["solve", "@alone", "--least", "steps"]] {
        let said = program("leaps", arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{said:?}");
    }
    // No family of the standard program has the option at all.
    assert_eq!(cli::menagerie(&["solve", "@flipper", "--least", "leaps"]).status, 2);
    assert!(!cli::menagerie(&["solve", "--help"]).out.contains("--least"));
}

#[test]
fn a_question_of_ones_own_is_on_every_face_by_its_row() {
    let about = "Count the rows in which no animal can move any more";
    let help = program("leaps", &["--help"]).out;
    assert!(help.lines().any(|line| line.trim_start().starts_with("ends ") && line.ends_with(about)), "{help}");
    let own = program("leaps", &["ends", "--help"]).out;
    assert!(own.starts_with(about) && own.contains("--moves"), "{own}");
    let said = program("leaps", &["ends", "@few", "--json"]);
    assert_eq!((said.status, &said.json()["answer"]), (0, &json!({"ends": 3})), "{said:?}");
    let verify =
        |answer: &Value| cli::run(&example("leaps"), &["verify", "@few", "-"], answer.to_string().as_bytes()).status;
    let mut answer = said.json();
    assert_eq!(verify(&answer), 0);
    answer["answer"]["ends"] = json!(5);
    assert_eq!(verify(&answer), 4);
    // A column of a survey has the number that was asked for.
    let survey = program("leaps", &["survey", "@few", "--question", "ends", "--csv", "-", "--quiet"]);
    assert!(survey.status == 0 && survey.out.contains(",leaps,ends,found,3,"), "{survey:?}");
    let list = program("leaps", &["list", "--json"]).json();
    assert!(list["questions"].as_array().unwrap().contains(&json!({"name": "ends", "about": about})), "{list}");
    // The page makes a button of each.
    assert!(list["families"][0]["answers"].as_array().unwrap().contains(&json!("ends")), "{list}");
    assert_eq!(list["families"][0]["options"]["ends"], json!(["moves"]));
    // The prompt.
    let asked = program("leaps", &["repl", "@few", "--eval", "level:ends().ends", "--eval", "help('ends')"]);
    assert!(asked.status == 0 && asked.out.starts_with("3\n") && asked.out.contains(about), "{asked:?}");
    // HTTP, and its description.
    let server = testkit::server::Server::start(example("leaps").to_str().unwrap(), &[]);
    let (status, said) =
        server.post("/api/v1/ask", &json!({"family": "leaps", "level": "FFF.T\n", "question": "ends"}));
    assert_eq!((status, &said["answer"]), (200, &json!({"ends": 3})), "{said}");
    let described = server.get("/api/v1/openapi.json").1["components"]["schemas"]["QuestionName"].clone();
    assert!(described["enum"].as_array().unwrap().contains(&json!("ends")), "{described}");
    assert!(described["description"].as_str().unwrap().contains(about), "{described}");
    // The standard program has none.
    assert_eq!(cli::menagerie(&["ends", "@flipper"]).status, 2);
}

#[test]
fn an_answer_of_ones_own_is_verified() {
    let said = program("leaps", &["solve", "@few", "--least", "leaps", "--json"]);
    let verify = |answer: &Value| cli::run(&example("leaps"), &["verify", "@few", "-"], answer.to_string().as_bytes());
    let answer = said.json();
    assert_eq!(verify(&answer).status, 0, "{answer}");
    let damaged = laws::raised(&answer["answer"]).chain([json!({"leaps": 0, "solution": []})]);
    for body in damaged {
        let mut damaged = answer.clone();
        damaged["answer"] = body;
        assert_eq!(verify(&damaged).status, 4, "{damaged}");
    }
    let mut other = answer.clone();
    other["answer"] = program("leaps", &["solve", "@few", "--json"]).json()["answer"].clone();
    assert_eq!(verify(&other).status, 4, "a solution with the fewest moves is none with the fewest leaps: {other}");
    let mut unknown = answer;
    unknown["answer"]["height"] = json!(1);
    assert_eq!(verify(&unknown).status, 3, "{unknown}");
    let stuck = file(&folder("leaps-stuck"), "stuck.leaps", "FFT.FTT\n");
    let said = program("leaps", &["solve", &stuck, "--least", "leaps", "--json"]);
    assert_eq!(said.status, 10, "{said:?}");
    let mut impossible = said.json();
    assert_eq!(impossible["proof"], json!({"stuck": 2}));
    let verify =
        |answer: &Value| cli::run(&example("leaps"), &["verify", &stuck, "-"], answer.to_string().as_bytes()).status;
    assert_eq!(verify(&impossible), 0);
    impossible["proof"]["stuck"] = json!(3);
    assert_eq!(verify(&impossible), 4);
}

/// The script in the guide, as it is printed there.
#[test]
fn the_guides_script_solves_and_hints() {
    let guide = include_str!("../../../../docs/your-own-puzzle.md");
    let script = guide.split("```lua\n").nth(1).unwrap().split("```").next().unwrap();
    let path = cli::file(&cli::folder("guide"), "frogs.luau", script);
    let said = cli::menagerie(&["solve", &path, "--json"]);
    assert_eq!(said.json()["answer"]["moves"], 15, "{said:?}");
    let said = cli::menagerie(&["hint", &path, "--moves", "3", "--json"]);
    assert_eq!(
        (&said.json()["answer"]["best"], &said.json()["answer"]["moves_left"]),
        (&["5"].as_slice().into(), &14.into())
    );
    assert_eq!(cli::menagerie(&["check", "--par", &path]).status, 0);
    let (start, claim) = guide.split_once("# with start = ").unwrap().1.split_once(": impossible; ").unwrap();
    let claim = claim.lines().next().unwrap();
    let stuck = script.replace("\"FFF.TTT\"", start);
    assert_ne!(stuck, script);
    let said = cli::menagerie(&["reach", &cli::file(&cli::folder("stuck"), "frogs.luau", &stuck)]);
    assert_eq!(said.status, 10, "{start}: {said:?}");
    assert!(said.out.contains(claim), "{start}: {said:?}");
}

#[test]
fn the_published_packages_alone_make_a_family_that_is_played() {
    let played = cli::run(&example("leaps"), &["play", "--plain", "@alone"], b"hint\nhint\nquit\n");
    assert_eq!(played.status, 0, "{played:?}");
    assert!(played.out.contains("Best possible: 2 moves, proven."), "{played:?}");
}
