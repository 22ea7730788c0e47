//! Bad input: a place in every refusal, the right status, no panic, nothing half on standard output.

use std::collections::HashMap;
use std::fs::File;

use serde_json::json;
use testkit::random::Random;

use crate::cli::{CliOutput, fed, file, folder, menagerie};

/// Levels of every family to damage.
fn seeds() -> Vec<(&'static str, &'static str)> {
    puzzles::FAMILIES
        .iter()
        .flat_map(|family| family.info().levels.iter().map(|level| (family.info().extension, level.text)))
        .collect()
}

/// One to four edits: a byte changed, removed, doubled or put in; a slice moved; the end cut off.
fn mutate(text: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        let sign = *b"#.$@x09;\n\r\t \"=[]{},\xC3\xA9\xFF\0S-".get(random.below(26)).unwrap_or(&b'7');
        match random.below(7) {
            0 => bytes[at] = sign,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            3 => bytes.insert(at, sign),
            4 => bytes.truncate(at),
            5 => bytes.rotate_left(at),
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    bytes
}

#[test]
fn ten_thousand_mutated_levels_a_family_are_valid_or_refused_with_a_place() {
    for family in puzzles::FAMILIES {
        let extension = family.info().extension;
        let texts: Vec<&str> = seeds().into_iter().filter(|seed| seed.0 == extension).map(|seed| seed.1).collect();
        let (dir, mut random) = (folder(&format!("mutated-{extension}")), Random::new(20_261_121));
        for batch in 0..10 {
            let files: Vec<String> = (0..1000)
                .map(|index| {
                    let text = texts[random.below(texts.len())];
                    file(&dir, &format!("{batch}-{index}.{extension}"), mutate(text, &mut random))
                })
                .collect();
            let mut arguments = vec!["check"];
            arguments.extend(files.iter().map(String::as_str));
            let said = menagerie(&arguments);
            assert!(matches!(said.status, 0 | 3), "{}: {}", said.status, said.err);
            every_refusal_names_its_place(&said, &files);
        }
    }
}

/// A file of several levels has a verdict for each, under its name and number; a warning names its place as well.
fn every_refusal_names_its_place(said: &CliOutput, files: &[String]) {
    assert!(!said.err.contains("a bug in"), "{}", said.err);
    let refusals: HashMap<&str, &str> = said.err.lines().rev().filter_map(|line| line.split_once(':')).collect();
    let mut judged = Vec::new();
    let is_summary = |line: &&str| line.contains(" levels: ");
    for verdict in said.out.lines().filter(|line| !is_summary(line)) {
        let (level, words) = verdict.split_once(": ").unwrap();
        let file = level.split('#').next().unwrap();
        if judged.last() != Some(&file) {
            judged.push(file);
        }
        // Errors of a file may be about all of its levels, and warnings about one of them.
        let refusal = refusals.get(level).or_else(|| refusals.get(file));
        let is_warning = refusal.is_some_and(|refusal| refusal.contains(": warning: "));
        assert!(is_warning || (words == "valid") == refusal.is_none(), "{verdict}: {refusal:?}");
        if let Some(refusal) = refusal {
            let mut parts = refusal.splitn(3, ':');
            let mut number = || parts.next().and_then(|part| part.parse::<u64>().ok()).is_some_and(|part| part > 0);
            assert!(number() && number() && refusal.contains("; expected "), "{refusal}");
        }
    }
    assert_eq!(judged, files);
}

/// The process's peak of resident memory is bounded where the system can limit it: 600 MB of address space.
fn limited(arguments: &[&str]) -> CliOutput {
    let binary = env!("CARGO_BIN_EXE_menagerie");
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 600000; exec \"$@\"", "sh", binary])
        .args(arguments)
        .output()
        .unwrap();
    CliOutput {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
#[cfg(target_os = "linux")]
fn absurd_inputs_are_refused_in_bounded_memory() {
    let dir = folder("absurd");
    for family in puzzles::FAMILIES {
        let extension = family.info().extension;
        let sparse = dir.join(format!("sparse.{extension}"));
        File::create(&sparse).unwrap().set_len(10 << 30).unwrap();
        let line = dir.join(format!("line.{extension}"));
        File::create(&line).unwrap().set_len((1 << 31) - 1).unwrap();
        for path in [sparse, line] {
            let said = limited(&["check", path.to_str().unwrap()]);
            std::fs::remove_file(&path).unwrap();
            assert_eq!(said.status, 3, "{path:?}: {said:?}");
            assert!(said.err.len() < 4000, "{path:?}");
        }
    }
    let claimed =
        file(&dir, "claimed.toggle", "board = \"1000000000x1000000000\"\nmoves = \"plus\"\nstart = \"all 0\"\n");
    assert_eq!(limited(&["check", &claimed]).status, 3);
}

#[test]
fn a_refusal_shows_the_line_with_a_caret_under_the_character() {
    let said = fed(&["check", "-", "--family", "wall"], "; Bär\n04é\n391\n".as_bytes());
    assert_eq!(said.status, 3);
    let lines: Vec<&str> = said.err.lines().collect();
    assert!(lines[0].starts_with("-:2:3: "), "{}", said.err);
    let shown = lines.iter().position(|line| line.contains("04é")).unwrap();
    let column = lines[shown].chars().position(|sign| sign == 'é').unwrap();
    assert_eq!(lines[shown + 1].chars().nth(column), Some('^'), "{}", said.err);
}

#[test]
fn statuses_tell_usage_from_input_from_limits() {
    let dir = folder("statuses");
    let bad = file(&dir, "bad.wall", "0?\n");
    let impossible = file(&dir, "impossible.wall", "01\nxx\n");
    let letter = file(&dir, "no-extension", "A letter, which is no level.\n");
    let usage: [&[&str]; 10] = [
        &[],
        &["solve"],
        &["solve", "@nobody"],
        &["solve", &letter],
        &["improve", "@two-rows"],
        &["hint", "@flipper", "--as", "nobody"],
        &["hint", "@jugs.luau", "--as", "first"],
        &["play", "@jugs.luau", "--plain", "--as", "second"],
        &["hint", "@flipper", "--moves", "77"],
        &["solve", "@flipper", "--time", "soon"],
    ];
    for arguments in usage {
        let said = menagerie(arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}: {said:?}");
    }
    assert_eq!([menagerie(&["solve", "missing.wall"]).status, menagerie(&["solve", "missing"]).status], [1, 1]);
    assert_eq!(menagerie(&["solve", &bad]).status, 3);
    assert_eq!(menagerie(&["solve", &impossible]).status, 10);
    assert_eq!(menagerie(&["solve", "@flipper", "--nodes", "0"]).status, 12);
    assert_eq!(menagerie(&["solve", &impossible, "@flipper"]).status, 10);
    assert_eq!(menagerie(&["solve", &impossible, &bad, "@flipper"]).status, 3);
}

#[test]
fn several_files_give_a_table_and_a_bad_one_does_not_stop_the_others() {
    let dir = folder("several");
    let bad = file(&dir, "bad.lemmo", "");
    let said = menagerie(&["solve", &bad, "@seed.lemmo", "--json"]);
    let object = said.json();
    assert_eq!(said.status, 3);
    assert!(said.err.starts_with(&format!("{bad}:1:1: ")), "{}", said.err);
    assert_eq!(object["results"][1]["answer"]["wins"], 20);
    assert_eq!(object["totals"]["files"], 2);
}

#[test]
fn par_is_compared_with_the_proven_optimum() {
    let dir = folder("par");
    let right = file(&dir, "right.wall", "; par: 13\n042\n391\n");
    let wrong = file(&dir, "wrong.wall", "; par: 12\n042\n391\n");
    assert_eq!(menagerie(&["check", "--par", &right]).status, 0);
    let both = file(&dir, "both.lemmo", "; par: 19 24\n#####.###.##\n###.#####.##\n#.####.#####\n@#@$@$######\n");
    let said = menagerie(&["check", "--par", &both, "--json"]);
    // The second number is right, and the first is not.
    assert_eq!((said.status, &said.json()["answer"]["proven"]), (4, &serde_json::json!(24)), "{said:?}");
    assert_eq!(said.json()["answer"]["holds"], false);
    assert_eq!(menagerie(&["check", "--par", &right, "--json"]).json()["answer"]["holds"], true);
    let said = menagerie(&["check", "--par", &wrong, "--json"]);
    assert_eq!(said.status, 4);
    assert_eq!(said.json()["answer"]["proven"], 13);
    assert_eq!(said.json()["answer"]["verdict"], "found");
}

#[test]
fn shipped_levels_are_copied_out_once() {
    let dir = folder("init").join("levels");
    let dir = dir.to_str().unwrap();
    let first = menagerie(&["init", dir]);
    assert_eq!(first.status, 0);
    let files: Vec<&str> = first.out.lines().collect();
    let shipped = script::families().iter().map(|family| family.info().levels.len());
    assert_eq!(files.len(), shipped.sum::<usize>());
    let mut arguments = vec!["check", "--par"];
    arguments.extend(files);
    assert_eq!(menagerie(&arguments).status, 0, "every shipped level is valid and its par is right");
    let again = menagerie(&["init", dir]);
    assert_eq!((again.status, again.out.as_str()), (0, ""));
}

#[test]
fn an_option_that_the_question_does_not_know_is_wrong_usage() {
    let wrong: [&[&str]; 6] = [
        &["solve", "@flipper", "--path"],
        &["solve", "@flipper", "--rule", "live"],
        &["solve", "@seed.lemmo", "--count"],
        &["solve", "@seed.lemmo", "--moves", "1 left"],
        &["solve", "@two-rows", "--all"],
        &["solve", "@two-rows", "--rule", "live", "--path"],
    ];
    for arguments in wrong {
        let said = menagerie(arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}: {said:?}");
        assert!(said.err.contains("expected"), "{arguments:?}: {said:?}");
    }
}

#[test]
fn an_option_that_is_asked_as_a_question_is_told_where_it_belongs() {
    let count = menagerie(&["count", "@flipper"]);
    assert!(count.status == 2 && count.err.contains("'count' is an option of solve"), "{count:?}");
    let explain = menagerie(&["solve", "@flipper", "--explain"]);
    assert!(explain.status == 2 && explain.err.contains("'explain' is an option of reach"), "{explain:?}");
    let several = menagerie(&["reach", "@first-steps#2", "d"]);
    assert!(several.err.contains("; moves of this question are given with --moves"), "{several:?}");
    let map = menagerie(&["map", "@first-steps#2", "d"]);
    assert!(map.err.contains("d: No such file") && !map.err.contains("--moves"), "{map:?}");
}

#[test]
fn lists_in_parentheses_are_read_as_they_are_printed() {
    let run = menagerie(&["run", "@flipper", "(8 6 9 5)", "--quiet"]);
    assert!(run.status == 0 && run.out.contains("not over after 4 moves"), "{run:?}");
    let start = menagerie(&["solve", "@flipper", "--start", "'(0 0 1 0 0 1 1 0 0)", "--json"]);
    assert_eq!(start.json()["answer"]["moves"], 3, "{start:?}");
    let path = menagerie(&["run", "@seed.pebble", "0-3-5, 12", "--json"]);
    assert_eq!(path.json()["answer"]["moves"], 3, "{path:?}");
}

#[test]
fn at_the_goal_nothing_is_said_to_be_left() {
    for step in ["1", "2", "3"] {
        let hint = menagerie(&["hint", "@flipper", "--moves", "1;3;4", "--reveal", step, "--json"]).json();
        assert_eq!((&hint["verdict"], &hint["answer"]["reached"]), (&json!("found"), &json!(true)), "{hint}");
        assert!(hint["answer"]["between"].is_null(), "{hint}");
    }
}
