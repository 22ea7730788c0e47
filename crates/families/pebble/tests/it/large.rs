//! Boards of pebbles whose shortest solutions are out of reach.

use std::sync::Arc;

use engines::Context;
use puzzles::pebble::Pebble;
use puzzles::pebble::body::Solution;
use puzzles::solution::HintUnproven;
use puzzles::{Family, Options, Question, QuestionKind, Verdict};
use testkit::long_levels::TILES;

#[test]
fn a_limit_leaves_a_solution_that_is_marked_so() {
    let level = Pebble.load(Arc::new(TILES.as_bytes().to_vec()), &Context::default()).unwrap();
    let asked = |kind, asked| {
        let answer = puzzles::ask(&level, &Question { kind, asked }, &Context::with_nodes(1_000_000)).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Found), "{}", answer.method);
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        answer
    };
    let line = asked(QuestionKind::SOLVE, Options::default());
    let line = line.body_as::<Solution>().unwrap();
    assert!(!line.optimal && line.at_least.is_some_and(|bound| 60 < bound && bound < line.moves), "{line:?}");
    assert_eq!(line.tiles.as_ref().map(Vec::len), Some(line.solution.len()));
    let hint = asked(QuestionKind::HINT, Options::default());
    let hint = hint.body_as::<HintUnproven>().unwrap();
    assert_eq!((hint.best.first(), hint.optimal), (line.solution.first(), false));
    assert!(hint.at_least < hint.at_most, "{hint:?}");
    let tile = &line.tiles.as_ref().unwrap()[0];
    assert!(hint.display_names()[0].starts_with(&format!("slide {tile} ")), "{hint:?}");

    let wrong = [
        HintUnproven { at_least: hint.at_most + 1, ..hint.clone() },
        HintUnproven { said: Some(vec!["slide 25 up".into()]), ..hint.clone() },
        HintUnproven { said: Some(Vec::new()), ..hint.clone() },
    ];
    for wrong in wrong {
        let mut damaged = asked(QuestionKind::HINT, Options::default());
        damaged.body = Some(puzzles::AnyBody::new(wrong));
        assert!(puzzles::check(&level, &damaged, &Context::default()).is_err());
    }
}
