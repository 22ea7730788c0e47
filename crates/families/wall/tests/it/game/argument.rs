//! The argument for Eel's walls: what it says, every set of walls for it, and what the checker refuses.

use super::*;

/// The answer with the argument.
fn explained(text: &str) -> Answer {
    asked(text, &switched(&EXPLAIN))
}

/// Rabbit can walk along the whole of row 1; columns 2 and 4 are blocked below, column 1 leads into a dead end.
const DEAD_END: &str = "0123\n1x4x\nx25x\n";

#[test]
fn the_argument_names_reached_blocked_and_dead_cells_and_every_choice() {
    let answer = explained(DEAD_END);
    let json = serde_json::to_value(&answer).unwrap();
    let explanation = &json["answer"]["explanation"];
    assert_eq!(
        explanation["pairs"],
        serde_json::json!([
            {"row": 1, "enters": 1, "paid": 0, "reached": [1, 2, 3, 4], "blocked": [2, 4], "dead": [1],
             "choices": [{"column": 3, "cost": 12}], "gap": 3},
            {"row": 2, "enters": 3, "paid": 7, "reached": [3], "blocked": [], "dead": [],
             "choices": [{"column": 3, "cost": 12}], "gap": 3},
        ])
    );
    assert_eq!(
        explanation["values"]["down"],
        serde_json::json!([[12, 12, 11, 14], [null, null, 9, null], [null, 2, 5, null]])
    );
    assert_eq!(explanation["values"]["left"][0], serde_json::json!([null, null, 11, 14]));
    assert_eq!(explanation["values"]["right"][0], serde_json::json!([12, 12, 11, null]));
    let answer = explained("042\n391\n");
    let words = puzzles::words::lines(&answer).join("\n");
    for part in [
        "rows 1 and 2",
        "columns 1 to 3",
        "with the gap at column 2 Rabbit pays 13",
        "only 3 with column 1, 7 with column 3",
    ] {
        assert!(words.contains(part), "{part}\n{words}");
    }
}

#[test]
fn the_argument_holds_on_random_boards_and_no_part_of_it_may_be_changed() {
    let mut random = Random::new(8);
    for turn in 0..120 {
        explained(&random.board(1 + turn % 6, 1 + turn / 6 % 7, 4));
    }
}

#[test]
fn no_part_of_the_argument_may_be_changed() {
    let json = serde_json::to_value(explained(DEAD_END)).unwrap();
    let mut tried = 0;
    for changed in laws::raised(&json["answer"]) {
        let mut damaged = json.clone();
        damaged["answer"] = changed;
        let damaged = Answer::from_value(Wall.info(), damaged).unwrap();
        assert!(!holds(&load(DEAD_END), &damaged), "{damaged:?}");
        tried += 1;
    }
    assert!(tried > 40);
}

/// The argument over all walls, which the free rule adds.
fn bounds(text: &str) -> Option<Vec<RowBound>> {
    let asked_free = with(QuestionKind::SOLVE, &RULE, "free").asked.switched(&EXPLAIN);
    let question = Question { kind: QuestionKind::SOLVE, asked: asked_free };
    asked(text, &question).body_as::<Solve>()?.explanation.clone()?.bounds
}

#[test]
fn the_argument_over_all_walls_agrees_with_every_set_of_walls() {
    let mut random = Random::new(21);
    let shapes = [(2, 3), (3, 3), (2, 5), (4, 2), (3, 4), (4, 3), (5, 2), (2, 1), (6, 1)];
    let mut several = 0;
    for turn in 0..270 {
        let (height, width) = shapes[turn % shapes.len()];
        let text = random.board(height as u64, width as u64, [0, 3, 6][turn / shapes.len() % 3]);
        let Some(bounds) = bounds(&text) else { continue };
        assert_eq!(bounds.len(), height - 1);
        let cells = rows(&text);
        for (bound, row) in bounds.iter().zip((0..height - 1).rev()) {
            assert_eq!(bound.row as usize, row + 1, "the lowest pair of rows comes first");
            let below = &cells[row..];
            let edges = (below.len() - 1) * width;
            for column in 0..if row == 0 { 1 } else { width } {
                // Whatever Eel builds from this row down, in every way, and what Rabbit then pays from here.
                let paid = |walled| cheapest_from(below, column, walled);
                let most = (0..1u32 << edges).filter_map(paid).max();
                let claimed = bound.cells.iter().find(|cell| cell.column as usize == column + 1);
                assert_eq!(claimed.map(|cell| cell.cost), most, "row {row} column {column}\n{text}");
                let Some(claimed) = claimed else { continue };
                // With the gap alone open below this row, the best walls further down cost Rabbit as much.
                let others = (0..width).filter(|at| at + 1 != claimed.gap as usize).fold(0, |set, at| set | 1u32 << at);
                let alone = (0..1u32 << (edges - width)).filter_map(|deeper| paid(others | deeper << width)).max();
                assert_eq!(alone, most, "row {row} column {column} gap {}\n{text}", claimed.gap);
                several += usize::from(claimed.ways > 1);
            }
        }
    }
    assert!(several > 300, "{several} cells with a choice");
}

#[test]
fn the_argument_over_all_walls_is_told_and_no_part_of_it_may_be_changed() {
    let level = load(&format!("; rule: free\n{DEAD_END}"));
    let answer = ask(&level, &switched(&EXPLAIN), &Context::default()).unwrap();
    let json = serde_json::to_value(&answer).unwrap();
    assert_eq!(
        json["answer"]["explanation"]["bounds"],
        serde_json::json!([
            {"row": 2, "cells": [{"column": 3, "ways": 1, "gap": 3, "cost": 9}]},
            {"row": 1, "cells": [{"column": 1, "ways": 1, "gap": 3, "cost": 12}]},
        ])
    );
    for changed in laws::raised(&json["answer"]) {
        let mut damaged = json.clone();
        damaged["answer"] = changed;
        let damaged = Answer::from_value(Wall.info(), damaged).unwrap();
        assert!(!holds(&level, &damaged), "{damaged:?}");
    }
    let fewer = changed::<Solve>(&answer, &|solved| {
        let bounds = solved.explanation.as_mut().unwrap().bounds.as_mut().unwrap();
        bounds.pop();
    });
    assert!(!holds(&level, &fewer));
    // Answers of older versions have no such part, which is said and refuses nothing.
    let older = changed::<Solve>(&answer, &|solved| solved.explanation.as_mut().unwrap().bounds = None);
    let checked = puzzles::check(&level, &older, &Context::default()).unwrap();
    assert!(checked.not_rechecked.iter().any(|what| what.contains("why no walls at all cost more")), "{checked:?}");
    let answer = ask(&load("; rule: free\n042\n391\n"), &switched(&EXPLAIN), &Context::default()).unwrap();
    let words = puzzles::words::lines(&answer).join("\n");
    for part in [
        "of several open edges Rabbit takes the cheapest",
        "row 1: whatever is open below, Rabbit pays at most 13 from column 1 (the dearest of 3 ways down is column 2)",
        "so no walls make Rabbit pay more than 13, and the gaps above make it pay 13",
    ] {
        assert!(words.contains(part), "{part}\n{words}");
    }
    assert_eq!(explained("042\n391\n").body_as::<Solve>().unwrap().explanation.as_ref().unwrap().bounds, None);
}

#[test]
fn the_argument_is_drawn_a_frame_for_each_pair_of_rows() {
    let answer = explained(DEAD_END);
    let picture = puzzles::explain(&load(DEAD_END), &answer, &Context::default());
    assert_eq!(picture.frames.len(), 2);
    let marked = |role| picture.frames[0].cells.iter().filter(|cell| cell.role == role).count();
    assert_eq!((marked(picture::ColourRole::Highlight), marked(picture::ColourRole::Danger)), (4, 1));
    assert!(picture.frames[0].caption.contains("rows 1 and 2"));
    let plain = changed::<Solve>(&answer, &|solved| solved.explanation = None);
    assert_eq!(puzzles::explain(&load(DEAD_END), &plain, &Context::default()).frames.len(), 1);
}

#[test]
fn a_board_above_ten_thousand_cells_is_not_explained_and_says_so() {
    let board = |rows: usize| format!("{}\n", "7".repeat(100)).repeat(rows);
    let pairs = |answer: &Answer| answer.body_as::<Solve>().unwrap().explanation.as_ref().unwrap().pairs.clone();
    assert_eq!(pairs(&explained(&board(100))).unwrap().len(), 99);
    let answer = explained(&board(101));
    assert!(puzzles::words::lines(&answer).iter().any(|line| line.contains("more than 10000 cells")));
    assert_eq!(pairs(&answer), None);
}
