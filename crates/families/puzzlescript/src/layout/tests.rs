//! Keys that take helper objects to be absent, and keys with the board of a restart.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use ::puzzlescript::session::{EngineKind, Ruleset};
use engines::packed::breadth_first;
use engines::{Context, Outcome};

use crate::answers;
use crate::effort::Limits;
use crate::playing::Settings;
use crate::rules::{BoardRules, Move, State};
use crate::tests::levels;

/// A game with these rules on a board of these rows.
fn game(rules: &str, rows: &str) -> BoardRules {
    let objects = ["Background", "Goal", "Wall", "Player", "Crate", "Help1", "Help2", "Help3"];
    let objects: String = objects.map(|name| format!("{name}\nblue\n\n")).concat();
    let text = format!(
        "title Help\n\nobjects\n{objects}\nlegend\n. = Background\nP = Player\n# = Wall\n* = Crate\nO = Goal\n\nsounds\n\n\
         collisionlayers\nBackground\nGoal\nHelp1\nHelp2\nHelp3\nPlayer, Wall, Crate\n\nrules\n{rules}\n\n\
         winconditions\nall Goal on Crate\n\nlevels\n{rows}\n"
    );
    let (_, level) = levels(&text).remove(0);
    let settings = Settings { engine: EngineKind::Planes, ruleset: Ruleset::Play, seed: String::new() };
    BoardRules::new(Arc::new(level), settings, Limits::default()).expect("a level")
}

/// 12 x 12 cells, so that helper objects take many bits.
fn large() -> String {
    format!("P...........\n.*..........\n{}..........O.", "............\n".repeat(9))
}

const PUSH: &str = "[ > Player | Crate ] -> [ > Player | > Crate ]";
/// Rules that put helpers everywhere, and take them away by another rule.
const HELP: &str = "[ > Player | ] -> [ > Player | Help1 ]\n[ Help1 | no Help2 ] -> [ Help1 | Help2 ]\n\
[ Help2 Player ] -> [ Help2 Help3 Player ]\nlate [ Help1 ] -> [ ]\nlate [ Help2 ] -> [ ]\nlate [ Help3 ] -> [ ]\n\
[ Help3 ] [ > Player | Wall ] -> cancel";

/// Fewest inputs by a search through states, without keys.
fn plain(rules: &BoardRules) -> Option<usize> {
    let moves = |state: &State| {
        let mut playing = rules.session().expect("a session");
        let next =
            Move::of(&rules.level.game).filter_map(|step| rules.after(&mut playing, state, step).expect("a turn"));
        let next: Vec<State> = next.collect();
        rules.put_back(playing);
        next
    };
    let mut known = HashMap::from([(rules.start.clone(), 0)]);
    let mut queue = VecDeque::from([rules.start.clone()]);
    while let Some(state) = queue.pop_front() {
        let length = known[&state] + 1;
        for next in moves(&state) {
            if next.won {
                return Some(length);
            }
            if !known.contains_key(&next) {
                known.insert(next.clone(), length);
                queue.push_back(next);
            }
        }
    }
    None
}

fn by_keys(rules: &BoardRules) -> Option<usize> {
    let cx = Context::default();
    let outcome = answers::search(rules, &rules.start, &cx, |space, key| breadth_first(space, key, false, &cx));
    match outcome.expect("turns") {
        Outcome::Found(layers) => Some(layers.found.labels.len()),
        _ => None,
    }
}

#[test]
fn helpers_that_are_gone_after_each_turn_take_no_bits() {
    let rules = game(&format!("{PUSH}\n{HELP}"), &large());
    let words = |rules: &BoardRules| rules.analysis().unwrap().layout().packing.words();
    let short = words(&rules);
    assert!(plain(&rules).is_some());
    assert_eq!(by_keys(&rules), plain(&rules));
    assert_eq!(words(&rules), short, "no board held a helper");
    rules.admit(None).unwrap();
    assert!(3 * short <= 2 * words(&rules), "{short} of {}", words(&rules));
}

#[test]
fn a_search_that_meets_a_helper_begins_anew() {
    // A crate beside a helper that stays.
    let stays = format!("{PUSH}\n{HELP}\nlate right [ Crate | Goal ] -> [ Crate | Goal Help3 ]");
    let rules = game(&stays, &large());
    let before = rules.analysis().unwrap().layout().omitted.absent.len();
    assert!(plain(&rules).is_some());
    assert_eq!(by_keys(&rules), plain(&rules));
    let after = rules.analysis().unwrap().layout().omitted.absent.len();
    assert!(after < before, "{after} of {before}");
}

#[test]
fn keys_hold_the_board_that_a_restart_leads_to() {
    let rules = "[ > Player | Crate ] -> [ > Player | > Crate ]\n[ action Player ] -> checkpoint\n\
                 late [ Player | Wall ] -> restart";
    let walls = game(rules, "P...#\n.*.O.");
    assert!(walls.has_targets);
    let (small, known) = (by_keys(&walls), plain(&walls));
    assert!(known.is_some());
    assert_eq!(small, known);
}
