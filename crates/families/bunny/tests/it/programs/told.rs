//! What is told of programs beside their tokens: the least count of a loop for ever, and judged lines.

use puzzles::judge::Judgement;
use puzzles::judge::reveal::PartialHint;
use puzzles::options::REVEAL;
use puzzles::{Body, OptionValue, QuestionKind, Verdict, check};

use super::{TWELVE, after, asked, run, shipped, solved};

/// The least count by trying one after the other, with the answer to `run`.
#[test]
fn a_loop_for_ever_has_a_least_count() {
    assert_eq!(run(shipped("bunny-02"), "LOOP{F F R}").counted.unwrap(), "LOOP(2){F F R}");
    assert_eq!(run(shipped("bunny-01"), "F F").counted, None);
    assert_eq!(run(shipped("bunny-01"), "LOOP{L}").counted, None);
    for (number, tokens) in (1..).zip(TWELVE).filter(|(_, tokens)| *tokens < 8) {
        let text = shipped(&format!("bunny-{number:02}"));
        let solved = solved(text);
        assert_eq!(solved.tokens, tokens);
        let Some(counted) = solved.counted else {
            assert!(!solved.program.starts_with("LOOP{"), "{}", solved.program);
            continue;
        };
        assert_eq!(run(text, &solved.program).counted.as_ref(), Some(&counted));
        let with = |count: u64| format!("LOOP({count}){}", solved.program.strip_prefix("LOOP").unwrap());
        let least = (1..).find(|count| run(text, &with(*count)).complete).unwrap();
        assert_eq!(counted, with(least));
    }
}

#[test]
fn judged_lines_are_counted_in_tokens() {
    let answer = asked(shipped("bunny-03"), &after(QuestionKind::JUDGE, &["F", "L", "reset", "LOOP{F F R}", "run"]));
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(words.contains("1 token too many"), "{words}");
    assert!(words.contains("after 3 moves: it can be solved, 4 tokens left at best"), "{words}");
    assert!(!words.contains("a cost of"), "{words}");
}

/// `LOOP{F LOOP(7){F L}}` is a shortest program of this board, though another one is found first.
#[test]
fn any_shortest_program_is_judged_best_while_it_is_composed() {
    let line = ["LOOP{", "F", "LOOP(7){", "F", "L"];
    for made in 1..=line.len() {
        let answer = asked(shipped("bunny-04"), &after(QuestionKind::JUDGE, &line[..made]));
        let words = puzzles::words::lines(&answer).join("\n");
        assert!(words.contains("every move was best"), "{made}: {words}");
        assert!(words.contains(&format!("after {made} move")) && !words.contains("at least"), "{made}: {words}");
    }
}

/// What is not known is not called best.
#[test]
fn a_line_beyond_the_limits_is_not_called_best() {
    let level = super::load(shipped("bunny-12"));
    let question = after(QuestionKind::JUDGE, &["LOOP{", "R", "LOOP(3){", "F"]);
    let answer = super::ask(&level, &question, &engines::Context::with_nodes(2_000)).unwrap();
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(!words.contains("every move was best"), "{words}");
}

fn judged(name: &str, moves: &[&str]) -> (puzzles::Answer, Judgement) {
    let answer = asked(shipped(name), &after(QuestionKind::JUDGE, moves));
    let judgement = answer.body_as::<Judgement>().unwrap().clone();
    (answer, judgement)
}

/// What each move cost in tokens.
fn costs(moves: &[&str]) -> Vec<Option<u64>> {
    judged("bunny-03", moves).1.moves.iter().map(|step| step.cost).collect()
}

#[test]
fn a_program_in_the_place_of_another_costs_what_is_needed_more_in_all() {
    assert_eq!(costs(&["LOOP(2){F F R}", "LOOP{F F R}"]), [Some(4), Some(0)]);
    assert_eq!(costs(&["LOOP(3){F F R}", "LOOP(4){F F R}"]), [Some(1), Some(0)]);
    assert_eq!(costs(&["F", "LOOP{F F R}"]), [Some(1), Some(0)]);
    assert_eq!(costs(&["F F F", "LOOP{F F R}"]), [Some(3), Some(0)]);
    assert_eq!(costs(&["LOOP{F F R}", "F F F F"]), [Some(0), Some(4)]);
    assert_eq!(costs(&["F", "L", "reset"])[2], Some(0));
}

/// The counts are none of those in the programs that the search lists.
#[test]
fn a_beginning_with_another_count_is_gone_on_with() {
    let lines: &[(&str, &[&str])] = &[
        ("bunny-02", &["LOOP(2){", "F", "F", "R"]),
        ("bunny-05", &["LOOP(18){", "LOOP(10){", "F", "R", "}", "L"]),
        ("bunny-02", &["LOOP(17){"]),
        ("bunny-05", &["LOOP(17){"]),
        ("bunny-09", &["LOOP(17){"]),
        ("bunny-10", &["LOOP(17){"]),
    ];
    for (name, line) in lines {
        for made in 1..=line.len() {
            let best = super::hint(shipped(name), &line[..made]);
            assert!(best.at_least.is_none() && !best.best.contains(&"reset".to_owned()), "{name} {made}: {best:?}");
        }
        let (answer, judgement) = judged(name, line);
        assert_eq!(answer.verdict, Some(Verdict::Found), "{name}");
        assert!(judgement.moves.iter().all(|step| step.cost == Some(0)), "{name}: {judgement:?}");
    }
}

/// What the end of a line says of its beginnings follows where they are not recognised by themselves.
#[test]
fn the_beginnings_of_a_shortest_program_were_best_once_it_is_complete() {
    let line = ["LOOP(50){", "F", "LOOP(187){", "F", "L"];
    let (answer, judgement) = judged("bunny-04", &line);
    assert_eq!(answer.verdict, Some(Verdict::Found), "{judgement:?}");
    assert_eq!(judgement.first_longer, None);
    check(&super::load(shipped("bunny-04")), &answer, &engines::Context::default()).unwrap();
}

/// An open loop may be filled in ways that are not known: what is advised then is not said to be best.
#[test]
fn beginning_anew_is_not_called_best_where_that_is_not_known() {
    let answer = asked(shipped("bunny-12"), &after(QuestionKind::HINT, &["LOOP(2){", "LOOP(2){"]));
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(words.contains("not proven best") || !words.contains("reset"), "{words}");
    assert!(!words.contains("best now: reset"), "{words}");
}

#[test]
fn what_is_begun_is_told_beside_what_suffices_from_the_beginning() {
    let answer = asked(shipped("bunny-04"), &after(QuestionKind::HINT, &["L", "R", "R"]));
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(words.contains("(5 tokens left, 8 in all; from the beginning 5 suffice)"), "{words}");
    assert!(words.contains("from the beginning 5 suffice"), "{words}");
    check(&super::load(shipped("bunny-04")), &answer, &engines::Context::default()).unwrap();
    let standing = super::hint(shipped("bunny-03"), &["LOOP{"]).advice().unwrap().standing;
    assert_eq!(standing, "Still solvable: with 3 tokens left at best, 4 in all.");
}

/// A run marks squares, and the next token takes the marks back.
#[test]
fn a_hint_after_a_run_names_no_squares() {
    let mut question = after(QuestionKind::HINT, &["F", "F", "run"]);
    question.asked = question.asked.with(&REVEAL, OptionValue::Number(3));
    let answer = asked(shipped("bunny-03"), &question);
    assert_eq!(answer.body_as::<PartialHint>().unwrap().places, Some(Some(Vec::new())));
}
