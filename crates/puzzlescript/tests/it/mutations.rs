//! Games of our own with random changes compile or are refused; none panics.

use puzzlescript::compiler::{CompileLimits, compile};
use testkit::random::Random;

use crate::shared;

use crate::mutation::{change, check, check_places, own};

/// Compiles `count` texts that are made by changing `texts`, most of them from the shorter half, and checks the
/// results.
fn compile_changed(mut texts: Vec<String>, count: usize) {
    texts.sort_by_key(String::len);
    let short = texts.len().div_ceil(2);
    let limits = CompileLimits { steps: 1_000_000, rules: 10_000, items: 100_000, ..CompileLimits::default() };
    let mut random = Random::new(1);
    for _ in 0..count {
        let most = if random.one_in(20) { texts.len() } else { short };
        let mut lines: Vec<String> = texts[random.below(most)].split('\n').map(str::to_owned).collect();
        let other: Vec<&str> = random.pick(&texts).split('\n').collect();
        for _ in 0..1 + random.below(6) {
            change(&mut lines, &other, &mut random);
        }
        let text = lines.join("\n");
        let compiled = compile(&text, &limits);
        check(&compiled, &limits);
        check_places(&compiled, &text);
    }
}

#[test]
fn changed_games_do_not_panic() {
    compile_changed(own(), 6000);
}

#[test]
#[ignore = "a million texts: three minutes in a release build"]
fn a_million_changed_texts_do_not_panic() {
    let files = ["sessions.jsonl.gz", "errors.jsonl.gz", "demos.jsonl.gz", "corpus.jsonl.gz"];
    let shared = files.iter().filter_map(|file| shared::lines(file)).flatten();
    let sources = shared.filter_map(|case| Some(case["source"].as_str()?.to_owned()));
    compile_changed(own().into_iter().chain(sources).collect(), 1_000_000);
}

#[test]
fn a_stray_bracket_before_the_first_name_names_nothing() {
    let compiled = compile("OBJECTS\n)a b\nred\n00000\n", &CompileLimits::default());
    assert!(compiled.game.is_none());
}
