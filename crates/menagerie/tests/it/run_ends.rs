//! What `run` and `reach` say about the end: where it is, how it went, the board as it is then.

use crate::cli::{file, folder, menagerie};

/// A run's words, and its result.
fn run(level: &str, moves: &str, more: &[&str]) -> (String, serde_json::Value) {
    let arguments = [&["run", level, moves], more].concat();
    let said = menagerie(&arguments);
    assert_eq!(said.status, 0, "{said:?}");
    let json = menagerie(&[arguments.as_slice(), &["--json"]].concat()).json();
    (said.out, json["answer"]["result"].clone())
}

#[test]
fn lemmos_run_draws_the_landing_tile_with_its_caption() {
    let (out, result) = run("@seed.lemmo", "6 left", &[]);
    assert!(out.contains("Lemmo is lost at row 4, column 1, looking left\n"), "{out}");
    assert!(out.contains("lost after 1 move\n") && !out.contains("solved"), "{out}");
    // The last row of the map, with Lemmo on the drain in its first column.
    assert!(out.lines().any(|line| line.trim_start().starts_with('<') && line.contains('$')), "{out}");
    assert_eq!(result, serde_json::json!({"kind": "lost"}));
    let (out, result) = run("@seed.lemmo", "1 left", &[]);
    assert!(out.contains("Lemmo wins at row 4") && out.contains("won after 1 move\n"), "{out}");
    assert_eq!(result["kind"], "won");
}

#[test]
fn a_run_without_moves_ends_where_it_begins() {
    let said = menagerie(&["run", "@five", "-q"]);
    assert!(said.status == 0 && said.out.contains("not over after 0 moves, paid 0"), "{said:?}");
    let said = menagerie(&["run", "@five", "1", "--programs", "x.csv"]);
    assert!(said.status == 2 && said.err.contains("expected no moves"), "{said:?}");
}

#[test]
fn every_step_of_an_explanation_is_told_whatever_fits_on_the_screen() {
    let said = menagerie(&["solve", "@five", "--explain"]);
    for rows in ["rows 1 and 2: ", "rows 2 and 3: ", "rows 3 and 4: ", "rows 4 and 5: "] {
        assert_eq!(said.out.matches(rows).count(), 1, "{rows}{said:?}");
    }
    // What stands below a picture is not said again.
    let small = menagerie(&["solve", "@two-rows", "--explain"]).out;
    assert_eq!(small.matches("rows 1 and 2: ").count(), 1, "{small}");
}

#[test]
fn a_programs_run_draws_its_last_frame() {
    let (out, result) = run("@hook", "LOOP{F R}", &[]);
    assert!(out.contains("3 tokens: ") && out.contains("squares are left"), "{out}");
    assert!(result.is_null(), "{result}");
    let hint = menagerie(&["solve", "@hook", "--json"]).json();
    let program = hint["answer"]["program"].as_str().unwrap().to_owned();
    let (out, result) = run("@hook", &program, &[]);
    assert!(out.contains("the bunny ends at row "), "{out}");
    assert!(out.contains("; every square is marked; the bunny"), "the caption of the last frame: {out}");
    assert_eq!(result, serde_json::json!({"kind": "won", "value": 5, "unit": "tokens"}));
    let level = file(&folder("run-ends-bunny"), "two.bunny", "S#\n");
    let (one, _) = run(&level, "F", &[]);
    assert!(one.contains("1 token: complete after 1 hop, 1 try\n"), "{one}");
}

#[test]
fn the_wall_games_run_draws_walls_and_the_way_so_far() {
    let (out, result) = run("@two-rows", "right", &["--as", "rabbit"]);
    assert!(out.contains('━') && out.contains('R'), "{out}");
    assert!(out.contains("Rabbit is at row 1, column 2 and has paid 4\n"), "{out}");
    assert!(out.contains("not over after 1 move, paid 4\n") && result.is_null(), "{out}");
    let (out, result) = run("@two-rows", "gap 3", &["--as", "eel"]);
    assert!(out.contains("paid 7 after 1 move\n") && !out.contains("solved"), "{out}");
    assert_eq!(result, serde_json::json!({"kind": "ended", "value": 7, "unit": "cost"}));
}

#[test]
fn a_solved_board_counts_presses() {
    let (out, result) = run("@flipper", "5;5;1;3;4", &[]);
    assert!(out.contains("solved with 5 presses\n"), "{out}");
    assert_eq!(result, serde_json::json!({"kind": "won", "value": 5, "unit": "presses"}));
    assert!(run("@flipper", "1", &[]).0.contains("not over after 1 move\n"));
}

#[test]
fn a_game_for_two_is_lost_for_who_played_it() {
    let won = menagerie(&["run", "@nim", "take 3 from heap 1;take 4 from heap 2;take 5 from heap 3", "--json"]).json();
    assert_eq!((&won["answer"]["winner"], &won["answer"]["result"]["kind"]), (&"first".into(), &"won".into()));
    let both = "take 3 from heap 1;take 4 from heap 2;take 1 from heap 3;take 4 from heap 3";
    let lost = menagerie(&["run", "@nim", both, "--json"]).json();
    assert_eq!((&lost["answer"]["winner"], &lost["answer"]["result"]["kind"]), (&"second".into(), &"lost".into()));
    assert_eq!(lost["answer"]["end"]["state"], "{ 0, 0, 0 }");
    let going_on = menagerie(&["run", "@nim", "take 1 from heap 1", "--as", "second"]).out;
    assert!(going_on.contains("not over after 1 move\n") && !going_on.contains('{'), "{going_on}");
}

#[test]
fn a_result_that_is_false_or_left_out_is_refused() {
    let here = folder("false-runs");
    let said = menagerie(&["run", "@seed.lemmo", "6 left", "--json"]);
    let verify = |text: String| menagerie(&["verify", "@seed.lemmo", &file(&here, "answer.json", text)]).status;
    assert_eq!(verify(said.out.clone()), 0);
    assert_eq!(verify(said.out.replace("\"kind\":\"lost\"", "\"kind\":\"won\"")), 4);
    for missing in ["result", "end"] {
        let mut answer = said.json();
        answer["answer"].as_object_mut().unwrap().remove(missing).unwrap();
        assert_eq!(verify(answer.to_string()), 4, "{missing}");
    }
}

#[test]
fn reach_leads_every_start_to_its_end() {
    let said = menagerie(&["reach", "@seed.lemmo", "--json"]);
    let answer = &said.json()["answer"];
    let starts = answer["starts"].as_array().unwrap();
    assert_eq!((starts.len(), &answer["wins"], &answer["starts_total"]), (24, &20.into(), &24.into()));
    for start in starts {
        let text = format!("{} {}", start["column"], start["facing"].as_str().unwrap());
        let run = menagerie(&["run", "@seed.lemmo", &text, "--json"]).json();
        let end = &run["answer"]["end"];
        assert_eq!((&end["row"], &end["column"]), (&start["row"], &start["column_end"]), "{text}");
        assert_eq!(run["answer"]["solved"], start["wins"], "{text}");
    }
    let here = folder("reach");
    assert_eq!(menagerie(&["verify", "@seed.lemmo", &file(&here, "answer.json", &said.out)]).status, 0);
    for (from, to) in [("\"column_end\":1,", "\"column_end\":2,"), ("\"wins\":20", "\"wins\":21")] {
        let lie = said.out.replacen(from, to, 1);
        assert_ne!(lie, said.out);
        assert_eq!(menagerie(&["verify", "@seed.lemmo", &file(&here, "lie.json", lie)]).status, 4, "{to}");
    }
    let words = menagerie(&["reach", "@seed.lemmo"]).out;
    assert!(words.contains("20 of 24 starts reach a treasure"), "{words}");
    assert!(words.contains("4 starts end at row 4, column 1\n"), "{words}");
    assert!(words.contains("[@]") && words.contains("[$]"), "the tiles where walks end are ringed: {words}");
    assert!(words.contains("from column 6 looking left, it is lost at row 4, column 1"), "{words}");
}

/// Above 20,000 starts the list goes to a file alone.
#[test]
fn reach_on_a_wide_map_writes_its_list_to_a_file() {
    let here = folder("wide");
    let columns = 10_001;
    let map = format!("{}.\n{}$\n", "#".repeat(columns - 1), "#".repeat(columns - 1));
    let level = file(&here, "wide.lemmo", map);
    let said = menagerie(&["reach", &level, "--json"]).json();
    assert_eq!((said["answer"].get("starts"), &said["answer"]["wins"]), (None, &(2 * columns).into()));
    let list = here.join("ends.txt");
    assert_eq!(menagerie(&["reach", &level, "--out", list.to_str().unwrap()]).status, 0);
    let text = std::fs::read_to_string(list).unwrap();
    assert_eq!(text.lines().count(), 2 * columns);
    assert_eq!(text.lines().next(), Some("1,left,2,10001,true"));
    assert_eq!(menagerie(&["reach", &level, "--nodes", "10"]).status, 12);
}
