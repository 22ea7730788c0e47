//! Bounds hold on every board of small levels, and each condition is refused on a game that breaks it.

use ::puzzlescript::changes::Changes;
use ::puzzlescript::compiler::{CompileLimits, compile};
use ::puzzlescript::game::{Game, Stage};
use ::puzzlescript::games::GAMES;
use engines::Context;
use engines::packed::{PackedSpace, complete_graph};

use super::{BoundKind, Bounds, Packing};
use crate::puzzlescript::chance::Chance;
use crate::puzzlescript::level::Level;
use crate::puzzlescript::packed::PackedBoards;
use crate::puzzlescript::rules::BoardRules;
use crate::puzzlescript::tests::{levels, lines};
use crate::puzzlescript::variant::Variant;

/// A game of crates, with these rules, win conditions and rows of a level.
fn crates(rules: &str, win: &str, rows: &str) -> String {
    let object = |name: &str| format!("{name}\nblue\n\n");
    let objects: String = ["Background", "Target", "Wall", "Player", "Crate", "Gem"].map(object).concat();
    format!(
        "title Crates\n\nobjects\n{objects}\nlegend\n. = Background\n# = Wall\nP = Player\n* = Crate\nO = Target\nG = Gem\n\n\
         sounds\n\ncollisionlayers\nBackground\nTarget\nPlayer, Wall, Crate, Gem\n\nrules\n{rules}\n\nwinconditions\n\
         {win}\n\nlevels\n{rows}\n"
    )
}

const PUSH: &str = "[ > Player | Crate ] -> [ > Player | > Crate ]";
const ALL: &str = "all Target on Crate";
const ROWS: &str = "#######\n#.O...#\n#.*.*.#\n#P..O.#\n#######";

fn game(source: &str) -> Game {
    let compiled = compile(source, &CompileLimits::default());
    compiled.game.filter(|_| compiled.errors == 0).unwrap_or_else(|| panic!("{source}\n{:?}", compiled.problems))
}

/// The kinds of the bounds of a game's first level.
fn kinds(source: &str) -> Vec<BoundKind> {
    let game = game(source);
    let Some(Stage::Level(level)) = game.stages.first() else { panic!("no level") };
    let changes = Changes::of(&game, level);
    let packing = Packing::new(&game, &changes, &Default::default());
    Bounds::of(&game, level, &changes, &packing).bounds.iter().map(|bound| bound.kind).collect()
}

#[test]
fn pushed_crates_are_assigned_to_targets() {
    assert_eq!(kinds(&crates(PUSH, ALL, ROWS)), [BoundKind::PlacesApart(1)]);
    assert_eq!(kinds(&crates(PUSH, "all Crate on Target", ROWS)), [BoundKind::MoversApart(1)]);
    assert_eq!(kinds(&crates(PUSH, "some Crate on Target", ROWS)), [BoundKind::One]);
    assert_eq!(kinds(&crates(PUSH, "some Player on Target", ROWS)), [BoundKind::One]);
    let pulled = format!("{PUSH}\n[ < Player | Crate ] -> [ < Player | < Crate ]");
    assert_eq!(kinds(&crates(&pulled, ALL, ROWS)), [BoundKind::PlacesApart(2)]);
}

#[test]
fn conditions_that_are_broken_are_noticed() {
    let none: [BoundKind; 0] = [];
    // What ends or follows a turn.
    for breach in ["late [ Crate Target ] -> again", "late [ Player Target ] -> win", "[ > Player | Gem ] -> restart"] {
        let rows = ROWS.replacen(".*", "G*", 1);
        assert_eq!(kinds(&crates(&format!("{PUSH}\n{breach}"), ALL, &rows)), none, "{breach}");
    }
    // Crates that come, go, or jump.
    for breach in [
        "[ action Player | no Crate no Wall ] -> [ Player | Crate ]",
        "late [ Crate | Crate ] -> [ | ]",
        "[ action Player ] [ Crate ] -> [ Player ] [ Gem ]",
        "[ action Player ] [ Gem ] -> [ Player ] [ Crate ]",
        "[ action Player | Crate | no Wall no Crate ] -> [ Player | | Crate ]",
    ] {
        let rows = ROWS.replacen(".*", "G*", 1);
        assert_eq!(kinds(&crates(&format!("{PUSH}\n{breach}"), ALL, &rows)), none, "{breach}");
    }
    // Targets that come and go.
    assert_eq!(kinds(&crates(&format!("{PUSH}\nlate [ Player Target ] -> [ Player ]"), ALL, ROWS)), none);
    // More than one crate may move: each for itself is what remains.
    for breach in [
        "[ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "[ > Player ] [ Crate ] -> [ > Player ] [ > Crate ]",
        "[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]",
        "[ action Player | Crate ] -> [ action Player | right Crate ]\n[ up Player ] -> [ right Player ]",
    ] {
        assert_eq!(kinds(&crates(&format!("{PUSH}\n{breach}"), ALL, ROWS)), [BoundKind::Places], "{breach}");
    }
    assert_eq!(kinds(&crates(PUSH, ALL, &ROWS.replacen("P.", "PP", 1))), [BoundKind::Places], "two players");
}

/// How many boards of a level the bound was compared on; none where there is no bound or the level is large.
fn compare(level: Level, most: u64) -> usize {
    if matches!(level.chance, Chance::Matters(_)) {
        return 0;
    }
    let name = format!("{} {}", level.title(), level.stage);
    let variant = Variant::of(level);
    let Ok(rules) = variant.rules() else { return 0 };
    let rules: &BoardRules = rules;
    let Some(space) = PackedBoards::new(rules).filter(PackedSpace::has_lower_bound) else { return 0 };
    let (cx, mut worker) = (Context::with_nodes(most), space.worker().expect("a session"));
    let graph = complete_graph(&space, &space.key(&rules.start), &cx).ok().and_then(engines::Outcome::found);
    let Some(graph) = graph.filter(|_| !rules.start.won) else { return 0 };
    for (key, distance) in graph.iter() {
        let bound = space.lower_bound(&mut worker, key);
        assert!(bound <= distance.unwrap_or(u32::MAX), "{name}: {bound} where {distance:?} suffice");
    }
    graph.states() as usize
}

#[test]
fn bounds_are_at_most_the_distance_on_every_board_of_our_games() {
    let own = GAMES.iter().map(|game| game.text.to_owned());
    let texts = own.chain([crates(PUSH, ALL, ROWS), crates(PUSH, "all Crate on Target", ROWS)]);
    let boards: usize = texts.flat_map(|text| levels(&text)).map(|(_, level)| compare(level, 20_000)).sum();
    assert!(boards > 2_000, "{boards}");
}

#[test]
fn bounds_are_at_most_the_distance_on_every_board_of_the_demos() {
    let demos = lines("demos.jsonl.gz");
    let texts = demos.iter().filter_map(|demo| demo["source"].as_str());
    let boards: usize = texts.flat_map(levels).map(|(_, level)| compare(level, 5_000)).sum();
    println!("{boards} boards");
}
