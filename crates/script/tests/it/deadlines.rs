//! A deadline and a flag end a script wherever it runs: while it loads, in an answer, in a replay.
use std::sync::Arc;

use engines::clock::{self, Duration};
use engines::{Budget, CancellationToken, Context};
use puzzles::{AskError, Family, Level, LoadError, Question, QuestionKind, Record, Verdict};
use script::Script;

/// Counts to 3; `work` is done in every call of `moves`.
fn counting(work: &str) -> String {
    format!(
        "return {{ name = 'count', start = 0, solved = function(n) return n == 3 end,
            moves = function(n) {work} return {{ {{ name = 'add ' .. n, to = n + 1 }} }} end }}"
    )
}

/// Two hundred thousand steps: more than lie between two looks at the clock.
const STEPS: &str = "for _ = 1, 2e5 do end";

fn late<'a>() -> Context<'a> {
    Context::new(Budget { deadline: Some(clock::now()), ..Budget::default() })
}

fn load(text: &str, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
    Script.load(Arc::new(text.as_bytes().to_vec()), cx)
}

fn exceeded(loaded: Result<Arc<dyn Level>, LoadError>) -> String {
    match loaded.err() {
        Some(LoadError::Exceeded(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_deadline_ends_a_script_that_loads() {
    for family in [&Script as &dyn Family, Script.confined().unwrap()] {
        let text = Arc::new(b"while true do end".to_vec());
        let why = exceeded(family.load(text, &late()));
        assert!(why.ends_with("the time allowed is over"), "{why}");
    }
    let why = exceeded(load(&counting(STEPS), &late()));
    assert!(why.ends_with("the time allowed is over"), "{why}");
}

#[test]
fn a_flag_ends_a_script_that_loads() {
    let stop = CancellationToken::default();
    stop.cancel();
    let why = exceeded(load("while true do end", &Context::default().stop(stop.clone())));
    assert!(why.ends_with("ended from outside"), "{why}");
    stop.clear();
    assert!(load(&counting(""), &Context::default().stop(stop)).is_ok());
}

#[test]
fn answers_end_at_their_deadline_and_later_ones_do_not_suffer() {
    let level = load(&counting(STEPS), &Context::default()).unwrap();
    let ask = |kind, cx: &Context<'_>| puzzles::ask(&level, &Question::plain(kind), cx).unwrap();
    for kind in [QuestionKind::SOLVE, QuestionKind::COUNT, QuestionKind::HINT, QuestionKind::MAP] {
        let answer = ask(kind, &late());
        assert_eq!(answer.verdict, Some(Verdict::Unfinished), "{kind:?}");
        assert!(answer.method.contains("the time allowed is over"), "{kind:?}: {}", answer.method);
    }
    assert_eq!(ask(QuestionKind::SOLVE, &Context::default()).verdict, Some(Verdict::Found));
}

#[test]
fn a_replay_ends_at_its_deadline_and_a_game_has_none() {
    let soon = clock::now() + Duration::from_secs(30);
    let cx = Context::new(Budget { deadline: Some(soon), ..Budget::default() });
    let level = load(&counting(STEPS), &cx).unwrap();
    let role = puzzles::role(&*level, None).unwrap();
    let moves = ["add 0".to_owned(), "add 1".to_owned()];
    let replayed = Record::replay(Arc::clone(&level), role, &moves, &late());
    assert!(matches!(replayed.err(), Some(AskError::Halted(engines::Halt::Time))));
    let question = Question::after(QuestionKind::RUN, &moves);
    let ran = puzzles::ask(&level, &question, &late()).unwrap();
    assert_eq!(ran.verdict, Some(Verdict::Unfinished));

    let hurried = load(&counting(""), &Context::new(Budget { deadline: Some(soon), ..Budget::default() })).unwrap();
    let mut game = Record::new(hurried, role);
    assert!(game.play("add 0").is_ok() && game.position().failure().is_none());
}
