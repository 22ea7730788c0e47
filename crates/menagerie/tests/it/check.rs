//! `check` in a build: every level of files, folders and patterns is solved and compared with what it states, the worst
//! is the status, and what is proven is written into the files.

use std::fs;

use serde_json::{Value, json};

use crate::cli::{MENAGERIE, file, folder, menagerie};

/// A collection whose levels come to everything that there is: proven, impossible as stated and not, a wrong par, a
/// given solution, one turned, one that is won.
const MIXED: &str = "\
; One
#####
#@$.#
#####

; Stated
####
#@$#
#. #
####
; Par: impossible

; Stuck
#####
#@$ #
#$..#
#####

; Wrong
######
#@$ .#
######
; Par: 3

; Given
######
#.$ @#
######
Solution: lL

; Turned
###
#.#
#$#
#@#
###

; Won
#####
#@* #
#####
";

/// The answers about the levels of a file, and the totals.
fn checked(arguments: &[&str]) -> (i32, Vec<Value>, Value) {
    let said = menagerie(arguments);
    let object = said.json();
    let answers = object["results"].as_array().unwrap().iter().map(|result| result["answer"].clone()).collect();
    (said.status, answers, object["totals"].clone())
}

#[test]
fn every_level_is_solved_and_compared_with_what_it_states() {
    let dir = folder("check");
    let path = file(&dir, "mixed.xsb", MIXED);
    let (status, answers, totals) = checked(&["check", "--par", &path, "--json"]);
    assert_eq!(status, 4);
    let of = |index: usize, field: &str| answers[index][field].clone();
    assert_eq!((of(0, "proven"), of(0, "holds"), of(0, "par")), (json!(1), json!(null), json!(null)));
    assert_eq!((of(1, "verdict"), of(1, "holds")), (json!("impossible"), json!(true)));
    assert_eq!((of(2, "verdict"), of(2, "holds")), (json!("impossible"), json!(null)));
    assert_eq!((of(3, "proven"), of(3, "holds")), (json!(2), json!(false)));
    assert_eq!(of(4, "given"), json!({"moves": 2, "shortest": 2, "is_best": true}));
    assert_eq!(of(4, "proven"), json!(2), "as short as the one that the file gives");
    let messages = |index: usize| answers[index]["problems"][0]["message"].clone();
    assert_eq!(messages(5), json!(format!("the level is that of {path}#1 again")));
    assert_eq!((messages(6), of(6, "proven")), (json!("the level is won at its start"), json!(0)));
    let counts = ["proven", "impossible", "unfinished", "differ", "no_par", "invalid"].map(|name| totals[name].clone());
    assert_eq!(counts, [json!(5), json!(2), json!(0), json!(1), json!(5), json!(0)]);
    let plain = menagerie(&["check", "--par", &path]).out;
    let lines: Vec<&str> = plain.lines().map(|line| line.split_once(": ").unwrap().1).collect();
    assert_eq!(lines[0], "valid; states no par, the proven best is 1 move");
    assert_eq!(lines[1], "valid; impossible, as it states");
    assert_eq!(lines[2], "valid; impossible");
    assert_eq!(lines[4], "valid; states no par, the proven best is 2 moves; the solution in the file wins in 2 moves");
    assert_eq!(lines[5], "valid, 1 warning; states no par, the proven best is 1 move");
    assert!(
        lines[7].starts_with("5 proven, 2 impossible (1 without stating it), 0 unfinished; 1 differ"),
        "{}",
        lines[7]
    );
}

#[test]
fn a_par_is_that_of_the_question_without_options() {
    let dir = folder("check-options");
    let path = file(&dir, "mixed.xsb", MIXED);
    let (_, answers, _) = checked(&["check", "--par", &path, "--fewest", "pushes", "--json"]);
    let of = |index: usize, field: &str| answers[index][field].clone();
    assert_eq!((of(1, "verdict"), of(1, "holds")), (json!("impossible"), json!(true)));
    assert_eq!((of(3, "unit"), of(3, "par").is_number(), of(3, "holds")), (json!("pushes"), true, json!(null)));
    let said = menagerie(&["check", "--par", &path, "--fewest", "pushes", "--write", "par", "--diff"]);
    assert!(said.status == 2 && said.err.contains("the question without options"), "{said:?}");
}

#[test]
fn the_status_is_the_worst_of_all_levels() {
    let dir = folder("check-status");
    let fine = file(&dir, "fine.wall", "; par: 13\n042\n391\n");
    let stated = file(&dir, "stated.wall", "; par: impossible\n0x1\nxx1\n");
    let unstated = file(&dir, "unstated.wall", "0x1\nxx1\n");
    let invalid = file(&dir, "invalid.wall", "0y1\n");
    let hard = file(&dir, "hard.xsb", "########\n#@     #\n# $  $ #\n#   .. #\n# $  . #\n########\n");
    assert_eq!(menagerie(&["check", "--par", &fine, &stated]).status, 0);
    let status = |files: &[&str]| menagerie(&[&["check", "--par", "--nodes", "30"], files].concat()).status;
    assert_eq!(status(&[&fine, &hard]), 12);
    assert_eq!(status(&[&hard, &unstated]), 4);
    assert_eq!(status(&[&unstated, &invalid]), 3);
    // Without --par nothing is solved.
    assert_eq!(menagerie(&["check", &unstated, &hard]).status, 0);
    // What proves no best value still proves a par wrong that is too small.
    let low = file(&dir, "low.xsb", "########\n#@     #\n# $  $ #\n#   .. #\n# $  . #\n########\n; Par: 1\n");
    let said = menagerie(&["check", "--par", "--nodes", "30", &low]);
    assert_eq!(said.status, 4, "{said:?}");
    assert!(said.out.contains("par 1, but the best is at least"), "{}", said.out);
}

#[test]
fn files_are_named_by_folders_and_patterns() {
    let dir = folder("check-paths");
    fs::create_dir(dir.join("more")).unwrap();
    file(&dir, "a.wall", "; par: 13\n042\n391\n");
    file(&dir.join("more"), "b.wall", "; par: 13\n042\n391\n");
    file(&dir, "notes.md", "no levels");
    let names = |path: &str| -> Vec<String> {
        let said = menagerie(&["check", path]).out;
        said.lines().filter_map(|line| Some(line.split_once(": valid")?.0.rsplit('/').next()?.to_owned())).collect()
    };
    let root = dir.display();
    assert_eq!(names(&root.to_string()), ["a.wall", "b.wall"]);
    assert_eq!(names(&format!("{root}/*.wall")), ["a.wall"]);
    assert_eq!(names(&format!("{root}/**/*.wall")), ["a.wall", "b.wall"]);
    let none = menagerie(&["check", &format!("{root}/*.xsb")]);
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains("no file fits"), "{}", none.err);
}

#[test]
fn what_is_proven_is_written_and_nothing_else_changes() {
    let dir = folder("check-write");
    let files = [
        (
            "a.xsb",
            "; One\r\n#####\r\n#@$.#\r\n#####\r\n\r\n; M\u{fc}nch\r\n######\r\n#@$ .#\r\n######\r\n; Par: 9\r\n",
            "33",
        ),
        ("b.wall", "; title: Two\n; a remark\n042\n391\n", "; title: Two\n; par: 13\n; a remark\n042\n391\n"),
        ("c.lemmo", "; par: 19 24\n#####.###.##\n###.#####.##\n#.####.#####\n@#@$@$######\n", "20 24"),
        ("d.toggle", "board = \"1x2\" # two\nmoves = [\"10\", \"01\"]\nstart = \"11\"\n", "par = 2\nintended = "),
    ];
    let paths: Vec<String> = files.iter().map(|(name, text, _)| file(&dir, name, text)).collect();
    // An old encoding stays what it is.
    let old: Vec<u8> = files[0].1.chars().map(|sign| u8::try_from(u32::from(sign)).unwrap()).collect();
    fs::write(&paths[0], &old).unwrap();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let check = |more: &[&str]| menagerie(&[&["check", "--par"], more, &paths[..]].concat());
    assert_eq!(check(&[]).status, 4);
    let shown = check(&["--write", "par", "--write", "solutions", "--diff"]);
    assert!(
        shown.out.contains("+; Par: 1^M\n") && shown.out.contains("-; par: 19 24\n+; par: 20 24\n"),
        "{}",
        shown.out
    );
    assert_eq!(fs::read(paths[0]).unwrap(), old, "a diff writes nothing");
    check(&["--write", "par,solutions"]);
    let changed = fs::read(paths[0]).unwrap();
    let expected = "; One\r\n#####\r\n#@$.#\r\n#####\r\n; Par: 1\r\n\r\nSolution (1 move, 1 push)\r\nR\r\n\r\n; M\u{fc}nch\r\n######\r\n#@$ .#\r\n######\r\n\
                    ; Par: 2\r\n\r\nSolution (2 moves, 2 pushes)\r\nRR\r\n";
    assert_eq!(changed.iter().map(|&byte| char::from(byte)).collect::<String>(), expected);
    assert_eq!(fs::read_to_string(paths[1]).unwrap(), files[1].2);
    assert!(fs::read_to_string(paths[2]).unwrap().starts_with("; par: 20 24\n#####"));
    assert!(fs::read_to_string(paths[3]).unwrap().starts_with(files[3].2));
    let again = check(&["--write", "par,solutions"]);
    assert_eq!((again.status, again.err.contains("written")), (0, false), "{again:?}");
    let script = menagerie(&["check", "--par", "--write", "par", "@nim"]);
    assert_eq!(script.status, 2, "{script:?}");
}

#[test]
fn what_is_proven_is_asked_once() {
    let dir = folder("check-kept");
    let path = file(&dir, "kept.xsb", "#######\n#@ $ .#\n#  $ .#\n#######\n");
    let cache = dir.join("cache");
    let check = |more: &[&str]| {
        let arguments = [&["check", "--par", &path, "--json"], more].concat();
        let output = MENAGERIE.command(&arguments).env("MENAGERIE_CACHE", &cache).output().unwrap();
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap()["answer"].clone())
    };
    // With no units of work nothing is found; what was found is found again without work.
    assert_eq!(check(&["--nodes", "0"]).1["verdict"], "unfinished");
    let (status, found) = check(&[]);
    assert_eq!((status, &found["verdict"]), (Some(0), &json!("found")));
    assert_eq!(check(&["--nodes", "0"]).1, found);
    assert_eq!(check(&["--nodes", "0", "--no-cache"]).1["verdict"], "unfinished");
    // Another level is another question.
    fs::write(&path, "#######\n#@  $.#\n#  $ .#\n#######\n").unwrap();
    assert_eq!(check(&["--nodes", "0"]).1["verdict"], "unfinished");
}

#[test]
fn claims_are_replaced_where_they_stand_and_only_there() {
    let dir = folder("check-claims");
    let text = "; One\n\n######\n#@$ .#\n######\nSolution/YASC 3/2\nRRr\nComment: Par: 9\n\n; Two\n\n#####\n#@$.#\n#####\n\n\
                ; Won\n\n#####\n#@* #\n#####\n\n; None\n\n#####\n#@$ #\n#$..#\n#####\n";
    let path = file(&dir, "claims.xsb", text);
    let first = menagerie(&["check", "--par", "--write", "par,solutions", &path]);
    assert_eq!(first.status, 4, "{first:?}");
    assert!(first.err.contains("they win after 2 moves of 3"), "{}", first.err);
    assert!(first.err.contains("claims.xsb#4: impossible, and no par is written"), "{}", first.err);
    assert!(
        first.out.contains("2 stated no par before") || first.out.contains("3 stated no par before"),
        "{}",
        first.out
    );
    let written = fs::read_to_string(&path).unwrap();
    let expected = text
        .replace("Solution/YASC 3/2\nRRr", "Solution (2 moves, 2 pushes)\nRR")
        .replace("Par: 9", "Par: 2")
        .replace("#@$.#\n#####\n", "#@$.#\n#####\n; Par: 1\n\nSolution (1 move, 1 push)\nR\n")
        .replace("#@* #\n#####\n", "#@* #\n#####\n; Par: 0\n");
    assert_eq!(written, expected);
    menagerie(&["check", "--par", "--write", "par,solutions", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), expected, "a second run writes nothing");
    let both = menagerie(&["check", "--par", "--write", "par", "--diff", "--json", &path]);
    assert_eq!((both.status, both.out.as_str()), (2, ""), "{both:?}");
}

#[test]
fn pars_that_are_written_ask_nothing_again() {
    let dir = folder("check-kept-game");
    let game = menagerie(&["run", "@doors", "--json"]).json()["answer"]["level"].as_str().unwrap().to_owned();
    let path = file(&dir, "doors.puzzlescript", &game);
    let cache = dir.join("cache");
    let check = |more: &[&str]| {
        let arguments = [&["check", "--par", &path], more].concat();
        let output = MENAGERIE.command(&arguments).env("MENAGERIE_CACHE", &cache).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(check(&["--write", "par,solutions"]).contains("states no par, the proven best is 9"));
    // With no units of work only what is kept is known, beside the par that is stated now.
    assert!(check(&["--nodes", "0"]).contains("par 9 is the proven optimum 9"));
    let text = fs::read_to_string(&path).unwrap().replace("(par: 9)", "(par: ten)");
    fs::write(&path, text).unwrap();
    assert!(check(&["--nodes", "0"]).contains("par ten, but the proven optimum is 9"));
}

#[test]
fn a_solution_that_is_not_proven_best_is_written_where_it_claims_nothing() {
    let dir = folder("check-found");
    let hard = "##########\n#@       #\n# $ $ $  #\n#        #\n# $ $ $  #\n#    ....#\n#      ..#\n##########\n";
    let path = file(&dir, "hard.xsb", hard);
    let check = |what: &[&str]| {
        let said = menagerie(&[&["check", "--par", "--nodes", "2000", "--no-cache", &path], what].concat());
        assert!(said.status == 12 && said.out.contains("the best found is"), "{said:?}");
        (fs::read_to_string(&path).unwrap(), said.out)
    };
    assert_eq!(check(&["--write", "solutions"]).0, hard, "nothing is proven");
    let (written, _) = check(&["--write", "found"]);
    assert!(written.strip_prefix(hard).unwrap().starts_with("\nSolution ("), "{written}");
    assert!(check(&[]).1.contains("; the solution in the file wins in"));
    assert_eq!(check(&["--write", "found"]).0, written, "a solution that wins stays");

    // What is proven is written once, whatever is asked for.
    let easy = file(&dir, "easy.xsb", "#####\n#@$.#\n#####\n");
    menagerie(&["check", "--par", "--write", "solutions,found", &easy]);
    assert_eq!(fs::read_to_string(&easy).unwrap().matches("Solution (").count(), 1);
}

#[test]
fn warnings_fail_a_build_that_wants_none() {
    let dir = folder("check-warnings");
    let twice = file(&dir, "twice.xsb", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n");
    let fine = menagerie(&["check", &twice]);
    assert_eq!(fine.status, 0);
    assert!(fine.out.ends_with("2 levels: 2 valid, 0 invalid, 1 with warnings\n"), "{}", fine.out);
    let denied = menagerie(&["check", &twice, "--deny-warnings", "--json"]);
    assert_eq!((denied.status, &denied.json()["totals"]["warned"]), (4, &json!(1)));
    let said = menagerie(&["check", &twice, "--deny-warnings"]);
    assert!(said.out.ends_with("1 with warnings, which are denied\n"), "{}", said.out);
    assert_eq!(menagerie(&["check", "--deny-warnings", "@first-steps"]).status, 0);
}
