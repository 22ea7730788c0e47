//! The search without prunings against what is known of published levels.

use std::collections::HashMap;
use std::sync::Arc;

use ::puzzlescript::game::Game;
use ::puzzlescript::interrupt::Interrupt;
use ::puzzlescript::session::{EngineKind, Ruleset};
use engines::Context;
use engines::packed::breadth_first;
use serde_json::Value;

use crate::answers;
use crate::effort::Limits;
use crate::level::Level;
use crate::playing::{Ending, Playing, Settings};
use crate::rules::{BoardRules, Move};
use crate::tests::{levels, lines};
use frame::space::Named;

fn by_tests(engine: EngineKind) -> Settings {
    Settings { engine, ruleset: Ruleset::Tests, seed: "known".to_owned() }
}

/// Whether these moves win a level on the plain engine, at the last of them.
fn wins(level: &Level, labels: &[Move]) -> bool {
    let (mut playing, effect) = Playing::start(
        Arc::clone(&level.game),
        &by_tests(EngineKind::Masks),
        false,
        (usize::MAX, Interrupt::default()),
    )
    .expect("a level");
    let mut ending = effect.ending;
    for step in labels {
        if ending != Ending::Open {
            return false;
        }
        ending = playing.press(step.input()).expect("a turn").ending;
    }
    ending == Ending::Won
}

/// What differs from a case of `shortest.jsonl`, where it is a solution or a proof that there is none.
fn differs(level: Level, case: &Value) -> Option<String> {
    let rules = BoardRules::new(Arc::new(level), by_tests(EngineKind::Planes), Limits::default()).expect("a level");
    if rules.start.won {
        return (case["shortest"] != 0).then(|| "won at the start".to_owned());
    }
    differs_on(&rules.telling_all(), case, true).or_else(|| differs_on(&rules, case, false))
}

/// What differs from a case of `shortest.jsonl` under these rules; `tells_all` says that their keys tell all boards
/// apart.
fn differs_on(rules: &BoardRules, case: &Value, tells_all: bool) -> Option<String> {
    let cx = Context::default();
    let outcome = answers::search(rules, &rules.start, &cx, |space, key| breadth_first(space, key, true, &cx));
    let outcome = outcome.expect("turns");
    let named: Vec<Move> = Move::of(&rules.level.game).collect();
    let layers = |counts: &[u64]| case["layers"] == Value::from(counts.to_vec());
    match (case["shortest"].as_u64(), outcome) {
        (Some(length), engines::Outcome::Found(found)) => {
            let moves: Vec<Move> = found.found.labels.iter().map(|&label| named[label as usize]).collect();
            let states: u64 = found.layers.iter().sum();
            let is_known = moves.len() as u64 == length
                && (!tells_all || layers(&found.layers) && case["states"] == states)
                && case["states"].as_u64() >= Some(states)
                && found.ways.as_ref().map(ToString::to_string).as_deref() == case["ways"].as_str();
            let loses = || (!wins(&rules.level, &moves)).then(|| "no win".to_owned());
            (!is_known).then(|| format!("{found:?}")).or_else(loses)
        }
        (None, engines::Outcome::Impossible(evidence)) => {
            let is_known = if tells_all { case["states"] == evidence.states } else { true };
            (!is_known).then(|| format!("{evidence:?}"))
        }
        _ => Some("another verdict".to_owned()),
    }
}

#[test]
fn layers_states_and_ways_are_those_that_are_known() {
    let most: u64 = std::env::var("MAX_STATES").ok().and_then(|most| most.parse().ok()).unwrap_or(5_000);
    let mut sources = HashMap::new();
    for (set, key) in [("demos", "name"), ("solutions", "game")] {
        for game in lines(&format!("{set}.jsonl.gz")) {
            sources.insert(format!("{set} {}", game[key]), game["source"].as_str().expect("a source").to_owned());
        }
    }
    let is_small = |case: &Value| case["states"].as_u64().is_some_and(|states| states <= most);
    let cases = lines("shortest.jsonl").into_iter().filter(|case| case["unfinished"].is_null() && is_small(case));
    let (mut compared, mut wrong) = (0, Vec::new());
    for case in cases {
        let set = case["set"].as_str().expect("a set");
        let levels = levels(&sources[&format!("{set} {}", case["game"])]);
        let level = levels.into_iter().find(|(stage, _)| case["level"] == *stage).expect("the level").1;
        if let Some(difference) = differs(level, &case) {
            wrong.push(format!("{} {}: {difference}", case["game"], case["level"]));
        }
        compared += 1;
    }
    println!("{compared} levels");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A game whose rule puts two objects of a layer, which its analysis is made to overlook.
#[test]
fn a_board_that_keys_cannot_say_ends_the_search_in_words() {
    let text = "title two\n\nOBJECTS\n\nBackground .\nblack\n\nPlayer P\nblue\n\nCrate C\nred\n\nGem G\ngreen\n\nLEGEND\n\nSOUNDS\n\n\
                COLLISIONLAYERS\n\nBackground\nCrate, Gem\nPlayer\n\nRULES\n\n[ action Player | Crate ] -> [ Player | Crate Gem ]\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\n\
                WINCONDITIONS\n\nNo Crate\n\nLEVELS\n\n....\n.PC.\n....\n\n";
    let (_, mut level) = levels(text).remove(0);
    assert!(level.game.is_crowded, "a rule puts two");
    level.game = Arc::new(Game { is_crowded: false, ..(*level.game).clone() });
    let rules = BoardRules::new(Arc::new(level), by_tests(EngineKind::Planes), Limits::default()).expect("a level");
    let cx = Context::default();
    let said = answers::search(&rules, &rules.start, &cx, |space, key| match breadth_first(space, key, true, &cx)? {
        engines::Outcome::Unfinished { halt, .. } => Ok(space.why(halt)),
        other => Ok(format!("{other:?}")),
    });
    let words = "row 2, column 3 holds two objects of one layer, which the search of this level does not tell apart";
    assert_eq!(said.map_err(|failure| failure.to_string()).as_deref(), Ok(words));
}
