//! What a game does not tell apart, and games without the rules about that, on games of our own and published ones.

use std::sync::Arc;

use ::puzzlescript::random::Generator;
use ::puzzlescript::session::{EngineKind, Ruleset};
use engines::Context;
use engines::packed::breadth_first;

use super::{Cosmetic, groups, simplified};
use crate::answers;
use crate::chance::Chance;
use crate::effort::{Effort, Limits};
use crate::level::Level;
use crate::playing::{Ending, Playing, Settings};
use crate::rules::{BoardRules, Move};
use crate::tests::{levels, lines};

fn effort() -> Effort {
    Effort::new(&Limits::default())
}

/// A game in which the player brushes sand, and sees in which direction.
const SAND: &str = "title Sand\n\nobjects\nBackground\nblack\n\nSand\nyellow\n\nAcross\nbrown\n\nAlong\nbrown\n\nStone\ngray\n\n\
Shadow\ngray\n\nPlayer\nwhite\n\nlegend\n. = Background\nS = Sand\n# = Stone\nP = Player\nBrushed = Across or Along\n\n\
sounds\n\ncollisionlayers\nBackground\nSand, Across, Along\nShadow\nPlayer, Stone\n\nrules\n\
horizontal [ > Player Sand ] -> [ > Player Across ]\nvertical [ > Player Sand ] -> [ > Player Along ]\n\
late [ Player Brushed ] -> cancel\nlate [ Shadow ] -> [ ]\nlate down [ Stone | ] -> [ Stone | Shadow ]\n\n\
winconditions\nno Sand\n\nlevels\n#####\n#PSS#\n#.SS#\n#.S.#\n#####\n\n#####\n#P.S#\n##S.#\n#S.S#\n#####\n";

fn settings() -> Settings {
    Settings { engine: EngineKind::Planes, ruleset: Ruleset::Play, seed: "cosmetic".to_owned() }
}

fn rules(level: Level) -> Option<BoardRules> {
    BoardRules::new(Arc::new(level), settings(), Limits::default()).ok()
}

/// Finds a shortest solution and the number of states that were met, or that there is none.
fn solve(rules: &BoardRules) -> (Option<usize>, u64) {
    let cx = Context::default();
    let outcome = answers::search(rules, &rules.start, &cx, |space, key| breadth_first(space, key, true, &cx));
    match outcome.expect("turns") {
        engines::Outcome::Found(layers) => (Some(layers.found.labels.len()), layers.layers.iter().sum()),
        engines::Outcome::Impossible(evidence) => (None, evidence.states),
        engines::Outcome::Unfinished { .. } => panic!("there is no limit"),
    }
}

#[test]
fn interchangeable_objects_and_decorations_are_found() {
    let (_, level) = levels(SAND).remove(0);
    let cosmetic = Cosmetic::of(&level.game, &level.chance, &effort());
    let name = |id: ::puzzlescript::game::ObjectId| {
        level.game.objects[usize::from(id.0)].as_ref().map_or("", |object| object.name.as_str())
    };
    assert_eq!(
        cosmetic.interchangeable.iter().map(|&(one, two)| (name(one), name(two))).collect::<Vec<_>>(),
        [("across", "along")]
    );
    assert!(cosmetic.ignored.iter().any(|id| name(id) == "shadow"));
    // The rules about shadows are left out, those that brush are not.
    let rules = |game| groups(game).flat_map(|group| &group.rules).count();
    let simplified = simplified(&level.game, &cosmetic, &effort());
    assert!(rules(&simplified) < rules(&level.game) && rules(&simplified) >= 3, "{}", rules(&simplified));
}

#[test]
fn games_that_compare_boards_tell_all_apart() {
    for (from, to) in [
        ("late [ Shadow ] -> [ ]", "late [ Shadow ] -> [ ] again"),
        ("late [ Shadow ] -> [ ]", "rigid [ > Player | Stone ] -> [ > Player | > Stone ]"),
    ] {
        let (_, level) = levels(&SAND.replace(from, to)).remove(0);
        assert_eq!(Cosmetic::of(&level.game, &level.chance, &effort()), Cosmetic::default(), "{to}");
    }
    for read in ["late [ Player | Along ] -> cancel", "late [ Along | Along ] -> [ Along | ]"] {
        let (_, level) = levels(&SAND.replace("late [ Shadow ]", &format!("{read}\nlate [ Shadow ]"))).remove(0);
        assert_eq!(Cosmetic::of(&level.game, &level.chance, &effort()).interchangeable, [], "{read}");
    }
    let (_, level) = levels(&SAND.replace("no Sand", "no Sand\nno Along on Player")).remove(0);
    assert_eq!(Cosmetic::of(&level.game, &level.chance, &effort()).interchangeable, []);
}

#[test]
fn boards_that_differ_in_interchangeable_objects_count_once() {
    for (stage, level) in levels(SAND) {
        let merged = rules(level).expect("a level");
        let (full, less) = (solve(&merged.telling_all()), solve(&merged));
        assert_eq!(full.0, less.0, "level {stage}");
        assert!(less.1 < full.1, "level {stage}: {} of {}", less.1, full.1);
    }
}

/// Plays the same inputs in a game and without the rules that change nothing that matters, and compares the keys.
fn compare(level: Level, inputs: usize) -> usize {
    if !matches!(level.chance, Chance::None) {
        return 0;
    }
    let name = format!("{} {}", level.title(), level.stage);
    let Some(rules) = rules(level) else { return 0 };
    // Boards that differ are boards in play, not moments within a turn.
    rules.admit(None).unwrap();
    let layout = rules.analysis().unwrap().layout();
    let cosmetic = Cosmetic::of(&rules.level.game, &rules.level.chance, &effort());
    if cosmetic == Cosmetic::default() {
        return 0;
    }
    let (mut full, mut less) = match (rules.session(), rules.simplified_session()) {
        (Ok(full), Ok(less)) => (full, less),
        _ => return 0,
    };
    let key = |playing: &Playing| {
        let mut key = vec![0; layout.packing.words()];
        playing.pack(&layout.packing, &mut key);
        key
    };
    let (start, mut choice) = (rules.board(&rules.start), Generator::new("cosmetic"));
    for number in 0..inputs {
        if number % 40 == 0 {
            full.resume(&start, &start);
            less.resume(&start, &start);
        }
        let moves: Vec<Move> = Move::of(&rules.level.game).collect();
        let step = moves[choice.below(moves.len())];
        let (one, two) = (full.press(step.input()), less.press(step.input()));
        let (Ok(one), Ok(two)) = (one, two) else { return number };
        assert_eq!(one.ending, two.ending, "{name}: input {number}");
        assert!(key(&full) == key(&less), "{name}: input {number}");
        if one.ending != Ending::Open {
            full.resume(&start, &start);
            less.resume(&start, &start);
        }
    }
    inputs
}

#[test]
fn games_without_rules_that_change_nothing_that_matters_play_alike() {
    let demos = lines("demos.jsonl.gz");
    let texts = demos.iter().filter_map(|demo| demo["source"].as_str()).chain([SAND]);
    let played: usize = texts.flat_map(levels).map(|(_, level)| compare(level, 120)).sum();
    println!("{played} inputs");
    assert!(played >= 240);
}

#[test]
#[ignore = "takes minutes"]
fn games_of_the_corpus_play_alike() {
    let corpus = lines("corpus.jsonl.gz");
    let texts = corpus.iter().filter_map(|game| game["source"].as_str());
    let played: usize = texts.flat_map(levels).map(|(_, level)| compare(level, 200)).sum();
    println!("{played} inputs");
}
