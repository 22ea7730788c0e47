//! Lemmo as the game of one block: what is best, beside plain recounting of every removal, and what is refused.

use engines::Context;
use puzzles::lemmo::Lemmo;
use puzzles::lemmo::body::Hint;
use puzzles::options::{MOVES, ROLE};
use puzzles::result::ResultKind;
use puzzles::solution::Exhausted;
use puzzles::{Answer, Family, OptionValue, Options, QuestionKind, Record, Role, Verdict, check, words};
use testkit::random::Random;

use crate::starts::{SEED, answer, body, gains_by_recounting, load, random_rows, recount, text_of};

const DIGGER: Role = Role("digger");

/// The options of a hint for the digger after these moves.
fn after(moves: &[&str]) -> Options {
    let moves = OptionValue::List(moves.iter().map(ToString::to_string).collect());
    Options::default().with(&ROLE, OptionValue::Text("digger".into())).with(&MOVES, moves)
}

fn hint(text: &str, moves: &[&str]) -> Answer {
    answer(text, QuestionKind::HINT, after(moves))
}

#[test]
fn one_block_of_the_seed_lets_every_start_win() {
    let told = hint(SEED, &[]);
    let found: Hint = body(&told);
    assert_eq!((&found.best[..], found.wins), (&["remove 3,4".to_owned()][..], Some(24)));
    assert_eq!(words::lines(&told), ["best now: remove 3,4 (24 starts win)"]);
    let ended = |choice: &str| {
        let mut game = Record::new(load(SEED), DIGGER);
        game.play(choice).unwrap();
        let result = game.result().unwrap();
        (result.kind, result.value, result.beside(24, true))
    };
    assert_eq!(ended("remove 3,4"), (ResultKind::Won, Some(24), "solved with 24 wins, the most possible".into()));
    assert_eq!(ended("keep"), (ResultKind::Ended, Some(20), "ended with 20 wins; 24 are possible".into()));
}

#[test]
fn the_best_blocks_are_those_of_a_recount_on_random_maps() {
    let mut random = Random::new(49);
    for _ in 0..150 {
        let map = random_rows(2 + random.below(4), 1 + random.below(7), &mut random);
        let text = text_of(&map);
        if load(&text).roles().len() == 1 {
            let is_open = map[..map.len() - 1].iter().all(|row| !row.contains(&b'#'));
            assert!(is_open || recount(&map) as usize == 2 * map[0].len(), "{text}");
            continue;
        }
        let gains = gains_by_recounting(&map);
        let places = (0..map.len() - 1).flat_map(|row| (0..map[0].len()).map(move |column| (row, column)));
        let removals = places.filter(|&(row, column)| map[row][column] == b'#');
        let removals: Vec<_> = removals.map(|(row, column)| (gains[row][column].unwrap(), row, column)).collect();
        let most = removals.iter().map(|removal| removal.0).max().unwrap_or(0).max(0);
        let keep = (most == 0).then(|| "keep".to_owned());
        let best = removals.iter().filter(|removal| removal.0 == most);
        let best = keep.into_iter().chain(best.map(|(_, row, column)| format!("remove {},{}", row + 1, column + 1)));
        let expected = Hint {
            best: best.collect(),
            moves_left: Some(1),
            wins: Some((recount(&map) + most) as u64),
            ..Hint::default()
        };
        assert_eq!(body::<Hint>(&hint(&text, &[])), expected, "{text}");
        for choice in Record::new(load(&text), DIGGER).position().moves().take(6) {
            let told = hint(&text, &[&choice]);
            let is_best = expected.best.contains(&choice);
            assert_eq!(
                told.verdict,
                Some(if is_best { Verdict::Found } else { Verdict::Impossible }),
                "{text}{choice}"
            );
            assert!(is_best || told.proof_as::<Exhausted>() == Some(&Exhausted::over(1)));
        }
    }
}

#[test]
fn a_hint_that_names_another_block_or_number_is_refused() {
    let right = serde_json::to_value(hint(SEED, &[])).unwrap();
    for (field, lie) in [("best", serde_json::json!(["remove 3,5"])), ("wins", 23.into()), ("moves_left", 0.into())] {
        let mut lied = right.clone();
        lied["answer"][field] = lie;
        let lied = Answer::from_value(Lemmo.info(), lied).unwrap().without_told();
        assert!(check(&load(SEED), &lied, &Context::default()).is_err(), "{field}");
    }
    let mut lost = serde_json::to_value(hint(SEED, &["keep"])).unwrap();
    lost["asked"]["moves"] = serde_json::json!(["remove 3,4"]);
    let lost = Answer::from_value(Lemmo.info(), lost).unwrap().without_told();
    assert!(check(&load(SEED), &lost, &Context::default()).is_err());
}

#[test]
fn only_blocks_above_the_first_floor_are_taken_away_and_only_one() {
    let refused = |moves: &[&str]| {
        let mut game = Record::new(load(SEED), DIGGER);
        moves.iter().find_map(|text| game.play(text).err()).unwrap().to_string()
    };
    for text in ["remove 4,7", "remove 1,6", "remove 9,9", "remove 03,4", "remove 3", "6 right", "remove 0,1"] {
        assert!(refused(&[text]).contains(text), "{}", refused(&[text]));
    }
    assert!(refused(&["keep", "remove 3,4"]).contains("cannot be played"));
    assert_eq!(load("$@#\n").roles(), ["lemmo"], "there is one floor alone");
    assert_eq!(load("#.\n$$\n").roles(), ["lemmo"], "every start wins");
    let wide = format!("{}.\n{}$\n", "#".repeat(4999), "#".repeat(4999));
    assert_eq!(load(&wide).roles(), ["lemmo"], "too many choices to try each");
}

#[test]
fn a_game_without_a_role_is_that_of_a_start_as_before() {
    let first = load(SEED).roles()[0];
    let mut game = Record::new(load(SEED), Role(first));
    game.play("6 right").unwrap();
    assert_eq!((first, game.result().unwrap().kind), ("lemmo", ResultKind::Won));
    assert_eq!(load(SEED).sides()[0].role, "digger", "whom a person is offered first");
}
