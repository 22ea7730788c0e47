//! What the answers about toggles say of the elimination and of quiet patterns.

use std::sync::Arc;

use engines::Context;
use puzzles::toggle::Toggle;
use puzzles::toggle::body::EXPLAIN;
use puzzles::{Family, Options, Question, QuestionKind};

#[test]
fn an_elimination_that_ends_at_other_presses_than_the_fewest_says_why() {
    let text = Toggle.info().levels.iter().find(|level| level.name == "lights-out-5x5").unwrap().text;
    let level = Toggle.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap();
    let question = Question { kind: QuestionKind::REACH, asked: Options::default().switched(&EXPLAIN) };
    let answer = puzzles::ask(&level, &question, &Context::default()).unwrap();
    let words = puzzles::words::lines(&answer);
    let why = "the rows at the end may have other presses than the fewest listed for a cell alone: they differ by quiet \
        patterns, which change nothing, and the elimination does not look for the fewest";
    assert_eq!(words.last().unwrap(), why);
    assert!(words.iter().all(|line| !line.contains("--")), "words for every face name no option of one: {words:?}");
    let film = puzzles::explain(&level, &answer, &Context::default());
    assert!(film.frames.last().unwrap().caption.ends_with("the elimination does not look for the fewest."));
    let solved = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
    let quiet = "rank 23, nullity 2: 2 independent quiet patterns, presses that together change nothing, turn a solution \
        into the others";
    assert!(puzzles::words::lines(&solved).iter().any(|line| line == quiet));
}
