//! Answers without the second search that confirms them.

use std::sync::Arc;

use engines::{Budget, Context};
use puzzles::collection::shipped;
use puzzles::options::UNCONFIRMED;
use puzzles::{Answer, FAMILIES, Level, Options, Question, QuestionKind, Verdict, ask, check};

fn solved(level: &Arc<dyn Level>, asked: Options) -> Answer {
    let cx = Context::new(Budget { nodes: Some(300_000), ..Budget::default() });
    ask(level, &Question { kind: QuestionKind::SOLVE, asked }, &cx).unwrap()
}

#[test]
fn an_answer_that_is_not_confirmed_is_the_same_and_holds() {
    let (mut compared, mut sooner) = (0, 0);
    for family in FAMILIES.iter().filter(|family| family.confined().is_none()) {
        for shipped in shipped(*family) {
            let level = family.load(Arc::new(shipped.text.into_owned().into_bytes()), &Context::default()).unwrap();
            let offers = |question: &puzzles::QuestionSpec| question.kind == QuestionKind::SOLVE;
            let offered = level.questions().iter().find(|question| offers(question));
            if offered.is_none_or(|question| question.options.iter().all(|option| option.name != UNCONFIRMED.name)) {
                continue;
            }
            let plain = solved(&level, Options::default());
            let soon = solved(&level, Options::default().switched(&UNCONFIRMED));
            if plain.verdict == Some(Verdict::Unfinished) {
                continue;
            }
            let name = &shipped.name;
            assert_eq!((soon.verdict, soon.told().optimum), (plain.verdict, plain.told().optimum), "{name}");
            assert_eq!(soon.confirmed, None, "{name}");
            check(&level, &soon, &Context::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            compared += 1;
            sooner += usize::from(plain.confirmed.is_some() && soon.spent.nodes < plain.spent.nodes);
        }
    }
    assert!(compared > 15 && sooner > 3, "{compared} compared, {sooner} sooner");
}
