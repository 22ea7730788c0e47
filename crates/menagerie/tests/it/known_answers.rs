//! Every known answer through the command line with `--json`, accepted by `verify`, and refused by it when a
//! number inside `answer` is changed.

use puzzles::laws::raised;
use serde_json::{Value, json};

use crate::cli::{fed, file, folder, menagerie};

/// Asks, compares the answer, verifies it, damages it.
fn known(name: &str, arguments: &[&str], status: i32, expected: Value) {
    let mut full = arguments.to_vec();
    full.push("--json");
    let said = menagerie(&full);
    assert_eq!(said.status, status, "{name}: {said:?}");
    let answer = said.json();
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&answer["answer"][key], value, "{name}: {key} in {answer}");
    }
    let (level, dir) = (arguments[1], folder(name));
    let path = file(&dir, "answer.json", &said.out);
    let verified = menagerie(&["verify", level, &path, "--json", "--partly"]);
    assert_eq!(verified.status, 0, "{name}: {verified:?}");
    // What a search for programs excludes is not searched for again.
    let in_part = answer["family"] == "bunny" && answer["verdict"] == "found";
    let outcome = if in_part { json!(["holds in part", null]) } else { json!(["holds", true]) };
    assert_eq!(json!([verified.json()["outcome"], verified.json()["holds"]]), outcome, "{name}: {verified:?}");
    refused(name, level, &answer, "answer");
}

/// Each number of a part raised by one, one at a time, the first thirty. How many compositions a search ran is the one
/// number that a checker cannot count again, and it must say so.
fn refused(name: &str, level: &str, answer: &Value, part: &str) {
    for (place, changed) in raised(&answer[part]).take(30).enumerate() {
        let counted_alone = without_compositions(&changed) == without_compositions(&answer[part]);
        let mut damaged = answer.clone();
        damaged[part] = changed;
        let said = fed(&["verify", level, "-"], damaged.to_string().as_bytes());
        let status = if counted_alone { 12 } else { 4 };
        assert_eq!(said.status, status, "{name}: number {place} changed in {damaged}: {said:?}");
        assert!(!counted_alone || said.out.contains("not rechecked: how many compositions"), "{said:?}");
    }
}

fn without_compositions(part: &Value) -> Value {
    let mut part = part.clone();
    for row in part.pointer_mut("/excluded/lengths").and_then(Value::as_array_mut).into_iter().flatten() {
        row["compositions"].take();
    }
    part
}

#[test]
fn lemmo() {
    known(
        "lemmo-seed",
        &["solve", "@seed.lemmo"],
        0,
        json!({"starts": 24, "wins": 20,
            "best": {"wins": 24, "removals": [{"row": 3, "column": 4}], "removals_total": 1}}),
    );
    known("lemmo-count", &["count", "@seed.lemmo"], 0, json!({"starts": 24, "wins": 20}));
    known(
        "lemmo-improve",
        &["improve", "@seed.lemmo"],
        0,
        json!({"wins": 20, "best_addition": {"wins": 24, "additions_total": 3,
            "additions": [{"row": 1, "column": 6}, {"row": 2, "column": 4}, {"row": 3, "column": 2}]}}),
    );
    let dir = folder("lemmo-arrivals");
    let map = file(&dir, "map.lemmo", "#.##.####.\n.#########\n#########$\n");
    known("lemmo-arrivals-17", &["count", &map, "--at", "2,5,left"], 0, json!({"arrivals": 17}));
}

#[test]
fn wall() {
    let dir = folder("wall-known");
    let boards = [
        ("042/391", 13, None),
        ("0xxxx/1x111/1x1x1/11191/xxxx1", 16, None),
        ("0/5", 5, Some(json!([1]))),
        ("01/0x", 0, Some(json!([1]))),
        ("090/064/232", 22, None),
        ("0477/3617/9494/8690", 66, None),
        ("08576/58280/25369/86141/37x2x", 97, None),
    ];
    for (index, (board, cost, gaps)) in boards.into_iter().enumerate() {
        let level = file(&dir, &format!("{index}.wall"), board.replace('/', "\n"));
        let mut expected = json!({"cost": cost});
        gaps.into_iter().for_each(|gaps| expected["gaps"] = gaps);
        known(&format!("wall-{index}"), &["solve", &level, "--path"], 0, expected);
    }
    known("wall-gaps", &["solve", "@two-rows"], 0, json!({"cost": 13, "gaps": [2]}));
}

#[test]
fn the_live_wall_game() {
    let dir = folder("wall-live");
    let boards = [("12/34", 6, Some(json!([2]))), ("99999/99999/99999", 99, None), ("11111/90005", 10, None)];
    for (index, (board, cost, starts)) in boards.into_iter().enumerate() {
        let level = file(&dir, &format!("{index}.wall"), board.replace('/', "\n"));
        let mut expected = json!({"cost": cost, "rule": "live"});
        starts.into_iter().for_each(|starts| expected["starts"] = starts);
        known(&format!("wall-live-{index}"), &["solve", &level, "--rule", "live"], 0, expected);
    }
}

#[test]
fn toggle() {
    known(
        "toggle-solve",
        &["solve", "@flipper", "--all", "--count"],
        0,
        json!({"moves": 3, "presses": [1, 3, 4], "optimal": true, "rank": 9, "nullity": 0, "solutions": 1, "fewest_solutions": 1,
            "all": [[1, 3, 4]], "all_complete": true}),
    );
    let single = json!([
        [5, 6, 8, 9],
        [2, 4, 6, 7, 9],
        [4, 5, 7, 8],
        [2, 3, 4, 8, 9],
        [1, 3, 5, 7, 9],
        [1, 2, 6, 7, 8],
        [2, 3, 5, 6],
        [1, 3, 4, 6, 8],
        [1, 2, 4, 5]
    ]);
    known(
        "toggle-reach",
        &["reach", "@flipper"],
        0,
        json!({"all_reachable": true, "rank": 9, "nullity": 0, "quiet": [], "single": single, "single_fewest": vec![true; 9]}),
    );
    let said = menagerie(&["run", "@flipper", "8;6;9;5", "--json"]).json();
    assert!(said["answer"]["level"].as_str().unwrap().contains("start = \"101001100\""), "{said}");
}

#[test]
fn pebble() {
    known(
        "pebble-solve",
        &["solve", "@seed.pebble", "--count", "--all"],
        0,
        json!({"moves": 16, "optimal": true, "solutions": 12, "all_complete": true}),
    );
    known("pebble-hint", &["hint", "@seed.pebble"], 0, json!({"best": ["3", "4", "10"], "moves_left": 16}));
    known("pebble-reach", &["reach", "@eight"], 0, json!({"reachable": true}));
    known("pebble-map", &["map", "@eight"], 0, json!({"states": 181_440, "largest": 31}));
    let mean = menagerie(&["map", "@eight", "--json"]).json()["answer"]["mean"].as_f64().unwrap();
    assert!((mean - 21.97).abs() < 0.005, "{mean}");
}

/// Run by `cargo test --release -p menagerie --test it known_answers -- --ignored`.
#[test]
#[ignore = "3.6 million states are too many for an unoptimised build"]
fn the_petersen_graph_needs_at_most_27_moves() {
    let said = menagerie(&["map", "@petersen", "--json"]).json();
    assert_eq!((&said["answer"]["states"], &said["answer"]["largest"]), (&json!(3_628_800), &json!(27)));
}

#[test]
fn impossible_has_its_status_and_its_certificate_is_checked() {
    let dir = folder("impossible");
    let wall = file(&dir, "a.wall", "01\nxx\n");
    let toggle = file(&dir, "a.toggle", "board = \"5x5\"\nmoves = \"plus\"\nstart = \"1000000000000000000000000\"\n");
    for level in [wall, toggle] {
        let said = menagerie(&["solve", &level, "--json"]);
        assert_eq!(said.status, 10, "{said:?}");
        let answer = said.json();
        assert_eq!((&answer["verdict"], &answer["answer"]), (&json!("impossible"), &Value::Null));
        assert_eq!(fed(&["verify", &level, "-"], said.out.as_bytes()).status, 0);
        refused("impossible", &level, &answer, "proof");
    }
}

#[test]
fn the_contest_of_twelve_boards_sums_to_64() {
    let names: Vec<String> = (1..=12).map(|number| format!("@bunny-{number:02}")).collect();
    let mut arguments = vec!["solve"];
    arguments.extend(names.iter().map(String::as_str));
    let said = menagerie(&arguments);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("64  tokens in all"), "{said:?}");
    arguments.push("--json");
    let said = menagerie(&arguments).json();
    assert_eq!(said["totals"]["score"], json!(64));
    assert_eq!(said["results"][11]["score"], json!(8));
}

#[test]
fn a_board_without_a_program_in_its_time_forfeits() {
    let dir = folder("forfeit");
    let (out_of_reach, fine) = (file(&dir, "a.bunny", "S# #\n"), file(&dir, "b.bunny", "S#\n"));
    let said = menagerie(&["solve", &out_of_reach, &fine, "--json"]);
    assert_eq!(said.status, 10, "{said:?}");
    let said = said.json();
    assert_eq!((&said["results"][0]["score"], &said["totals"]["score"]), (&json!(15), &json!(16)));
}

#[test]
fn a_program_is_run_and_found() {
    let said = menagerie(&["run", "@bunny-04", "LOOP{F LOOP(7){F L}}", "--json"]);
    let end = json!({"complete": true, "tokens": 5, "hops": 71, "tries": 131, "left": 0,
        "counted": "LOOP(17){F LOOP(7){F L}}",
        "result": {"kind": "won", "value": 5, "unit": "tokens"}, "end": {"row": 4, "column": 5, "facing": "north"}});
    assert_eq!((said.status, &said.json()["answer"]), (0, &end));
    assert_eq!(menagerie(&["run", "@bunny-04", "LOOP{F R}"]).status, 0);
    let refused = menagerie(&["run", "@bunny-04", "LOOP{F"]);
    assert!(refused.status == 2 && refused.err.contains("not closed"), "{refused:?}");
    known("bunny-04", &["solve", "@bunny-04"], 0, json!({"tokens": 5, "optimal": true}));
    known("bunny-hint", &["hint", "@bunny-02"], 0, json!({"tokens": 4}));
}
