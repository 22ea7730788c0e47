//! Games of our own with random changes compile or are refused; none panics.

mod mutation;

use puzzlescript::compiler::{CompileLimits, compile};
use testkit::random::Random;

use mutation::{change, check, check_places, own};

#[test]
fn changed_games_do_not_panic() {
    let games = own();
    let limits = CompileLimits { steps: 1_000_000, rules: 10_000, items: 100_000, ..CompileLimits::default() };
    let mut random = Random::new(1);
    for _ in 0..6000 {
        let other: Vec<&str> = random.pick(&games).split('\n').collect();
        let mut lines: Vec<String> = random.pick(&games).split('\n').map(str::to_owned).collect();
        for _ in 0..1 + random.below(4) {
            change(&mut lines, &other, &mut random);
        }
        let text = lines.join("\n");
        let compiled = compile(&text, &limits);
        check(&compiled, &limits);
        check_places(&compiled, &text);
    }
}

#[test]
fn a_stray_bracket_before_the_first_name_names_nothing() {
    let compiled = compile("OBJECTS\n)a b\nred\n00000\n", &CompileLimits::default());
    assert!(compiled.game.is_none());
}
