//! What is told of programs beside their tokens: the least count of a loop for ever, and judged lines.

use puzzles::QuestionKind;

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
    assert!(words.contains("after 3 moves: it can be won, 4 tokens left at best"), "{words}");
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
