//! Bounds hold on every board of small levels, and each condition is refused on a game that breaks it.

use ::puzzlescript::changes::Changes;
use ::puzzlescript::compiler::{CompileLimits, compile};
use ::puzzlescript::game::{Game, Stage};
use ::puzzlescript::games::GAMES;
use engines::Context;
use engines::packed::{PackedSpace, complete_graph};
use engines::search::DEAD_END;

use super::{Board, Bound, Bounds, DistanceKind, Packing, Restarted};
use crate::answers;
use crate::chance::Chance;
use crate::effort::{Effort, Limits};
use crate::level::Level;
use crate::packed::PackedBoards;
use crate::rules::BoardRules;
use crate::tests::{levels, lines};
use crate::variant::Variant;

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

/// The bounds of a game's first level, and that of its board.
struct Made {
    bounds: Bounds,
    start: u32,
}

fn bounds(source: &str) -> Made {
    let game = game(source);
    let Some(Stage::Level(level)) = game.stages.first() else { panic!("no level") };
    let changes = Changes::of(&game, level, &Default::default()).unwrap();
    let packing = Packing::new(&game, &changes, &Default::default());
    let board = Board::new(&game, level);
    let restart = Restarted { board, may_win: false };
    let bounds = Bounds::of(&game, level, &changes, &packing, Some(&restart), &Effort::new(&Limits::default()));
    Made { start: bounds.at_board(&packing, &restart.board), bounds }
}

/// The kinds of the bounds by distance of a game's first level.
fn kinds(source: &str) -> Vec<DistanceKind> {
    let distance = |bound: &Bound| match bound {
        Bound::Distance(distance) => Some(distance.kind),
        Bound::RepairTour(_) => None,
    };
    bounds(source).bounds.bounds.iter().filter_map(distance).collect()
}

/// Whether a game's first level has a bound by a repair tour.
fn has_errands(source: &str) -> bool {
    bounds(source).bounds.bounds.iter().any(|bound| matches!(bound, Bound::RepairTour(_)))
}

#[test]
fn pushed_crates_are_assigned_to_targets() {
    assert_eq!(kinds(&crates(PUSH, ALL, ROWS)), [DistanceKind::PlacesApart(1)]);
    assert_eq!(kinds(&crates(PUSH, "all Crate on Target", ROWS)), [DistanceKind::MoversApart(1)]);
    assert_eq!(kinds(&crates(PUSH, "some Crate on Target", ROWS)), [DistanceKind::One]);
    assert_eq!(kinds(&crates(PUSH, "some Player on Target", ROWS)), [DistanceKind::One]);
    let pulled = format!("{PUSH}\n[ < Player | Crate ] -> [ < Player | < Crate ]");
    assert_eq!(kinds(&crates(&pulled, ALL, ROWS)), [DistanceKind::PlacesApart(2)]);
    // A rule of several rows that leaves the player's movement as it is, in the first; in another one it may be new.
    let beside = with("[ > Player ] [ Gem ] -> [ > Player ] [ Target ]", "all Crate on Target");
    assert_eq!(kinds(&beside), [DistanceKind::MoversApart(1)]);
    let behind = with("[ Gem ] [ > Player ] -> [ Target ] [ > Player ]", "all Crate on Target");
    assert_eq!(kinds(&behind), [DistanceKind::Movers]);
}

/// The rules of pushing with more rules, on rows with a gem.
fn with(rules: &str, win: &str) -> String {
    crates(&format!("{PUSH}\n{rules}"), win, &ROWS.replacen(".*", "G*", 1))
}

#[test]
fn crates_that_come_and_go_are_noticed() {
    // Crates that come: to every target one may be made.
    for rule in [
        "[ action Player | no Crate no Wall ] -> [ Player | Crate ]",
        "[ action Player ] [ Gem ] -> [ Player ] [ Crate ]\nlate [ Target no Crate ] -> [ Target Gem ]",
    ] {
        assert_eq!(kinds(&with(rule, ALL)), [DistanceKind::Places], "{rule}");
        assert_eq!(kinds(&with(rule, "some Crate on Target")), [DistanceKind::One], "{rule}");
        assert_eq!(bounds(&with(rule, ALL)).start, 1, "{rule}");
    }
    // Crates that go: none needs to come to a target.
    for rule in ["late [ Crate | Crate ] -> [ | ]", "[ action Player ] [ Crate ] -> [ Player ] [ Gem ]"] {
        assert_eq!(kinds(&with(rule, "all Crate on Target")), [DistanceKind::Movers], "{rule}");
        assert_eq!(bounds(&with(rule, "all Crate on Target")).start, 1, "{rule}");
        assert_eq!(kinds(&with(rule, ALL)), [DistanceKind::PlacesApart(1)], "{rule}");
    }
    // Targets that go need no crate; those that come are places.
    assert_eq!(kinds(&with("late [ Player Target ] -> [ Player ]", ALL)), [DistanceKind::PlacesApart(1)]);
    assert_eq!(bounds(&with("late [ Player Target ] -> [ Player ]", ALL)).start, 1);
    assert_eq!(bounds(&with("", "some Crate on Target")).start, 1);
    let anywhere = with("[ action Player | ] -> [ Player | Target ]", "all Crate on Target");
    assert_eq!(bounds(&anywhere).start, 1);
}

/// Rules for a corridor with a crate, a gem in its way and a target behind that, which put a crate in another cell than
/// the one they take it from; with the bounds for every crate and for some crate.
const PASSAGES: [(&str, u32, u32); 10] = [
    ("", 6, 6),
    // One cell further without a push, or back.
    ("late right [ Crate Gem | no Crate ] -> [ Gem | Crate ]", 5, 5),
    ("late left [ Crate Gem | no Crate ] -> [ Gem | Crate ]", 6, 6),
    // From the gem's cell to the target's.
    ("late [ Crate Gem ] [ Target ] -> [ Gem ] [ Target Crate ]", 3, 3),
    // Where what is put need not stay, or need not be there at the end, it ends at the gem.
    ("late [ Target ] [ Crate Gem ] -> [ Target Crate ] [ Gem ]", 3, 3),
    ("late [ Crate Gem ] [ Target ] [ Target ] -> [ Gem ] [ Target Crate ] [ Target no Crate ]", 3, 3),
    // From every cell to the next one.
    ("[ action Player | Crate | no Wall no Crate ] -> [ Player | | Crate ]", 1, 1),
    // From a cell to any behind it.
    ("late right [ Crate Gem | ... | no Wall no Player ] -> [ Gem | ... | Crate ]", 3, 3),
    // A crate is put that comes from none, and one goes for which none is put.
    ("late [ Player Gem ] [ Target ] -> [ Player Gem ] [ Target Crate ]", 6, 1),
    ("late [ Crate Gem ] -> [ Gem ]", 3, 6),
];

fn corridor(rule: &str, win: &str) -> String {
    crates(&format!("{PUSH}\n{rule}"), win, "##########\n#P*..G..O#\n#........#\n##########")
        .replace("Target\nPlayer, Wall, Crate, Gem", "Target, Gem\nPlayer, Wall, Crate")
}

#[test]
fn crates_that_are_put_elsewhere_go_on_there() {
    for (rule, every, some) in PASSAGES {
        assert_eq!(bounds(&corridor(rule, "all Crate on Target")).start, every, "{rule}");
        assert_eq!(bounds(&corridor(rule, "some Crate on Target")).start, some, "{rule}");
    }
}

#[test]
fn chains_that_move_crates_are_noticed() {
    let follows = "late [ Crate Target ] -> again";
    assert_eq!(kinds(&with(follows, ALL)), [DistanceKind::PlacesApart(1)]);
    assert_eq!(bounds(&corridor(follows, ALL)).start, 6);
    // It goes on by itself from the gem, or from everywhere.
    let slides = format!("{follows}\nright [ stationary Crate Gem ] -> [ > Crate Gem ]");
    assert_eq!(bounds(&corridor(&slides, ALL)).start, 5);
    let falls = format!("{follows}\nright [ stationary Crate ] -> [ > Crate ]");
    assert_eq!(bounds(&corridor(&falls, ALL)).start, 1);
    let walks =
        format!("{follows}\nright [ stationary Player Gem ] -> [ > Player Gem ]\nlate [ Player Gem ] -> [ Player ]");
    assert_eq!(bounds(&corridor(follows, "some Player on Target")).start, 7);
    assert_eq!(bounds(&corridor(&walks, "some Player on Target")).start, 6);
    assert!(!has_errands(&corridor(&walks, "no Gem")));
    assert!(has_errands(&corridor("late [ Player Gem ] -> [ Player ]", "no Gem")));
}

#[test]
fn rules_that_win_or_go_back_are_counted_in() {
    // To win by the gem takes the player 2 steps, the crates 2 pushes.
    assert_eq!(bounds(&with("", ALL)).start, 2);
    assert_eq!(bounds(&with("late [ Player | Gem ] -> win", ALL)).start, 1);
    assert_eq!(bounds(&with("late [ Gem ] [ Player ] -> win", ALL)).start, 1);
    // A restart is one input from everywhere.
    let back = bounds(&with("[ > Player | Gem ] -> restart", ALL));
    assert_eq!((back.start, back.bounds.start), (2, Some(2)));
}

#[test]
fn a_restart_that_may_win_leaves_one_input() {
    let start = |settings: &str, rule: &str, rows: &str| {
        let text = crates(&format!("{PUSH}\n{rule}"), ALL, rows).replacen("title", &format!("{settings}title"), 1);
        let (_, level) = levels(&text).remove(0);
        let variant = Variant::of(level);
        variant.rules(&Limits::default()).expect("a level").analysis().unwrap().layout().bounds.start
    };
    let (back, tick) = ("[ > Player | Wall ] -> restart", "run_rules_on_level_start\n");
    assert_eq!(start("", back, ROWS), Some(2));
    assert_eq!(start("", back, &ROWS.replace('O', ".")), Some(0), "the start meets the conditions");
    // The first tick meets them, or goes back itself.
    let makes = format!("{back}\nlate [ Target Player ] -> [ Player ]");
    let rows = "#######\n#..*..#\n#O...P#\n#######".replace("P#", ".#").replace('O', "P");
    assert_eq!(start(tick, &format!("{makes}\n[ stationary Player ] -> [ Player Target ]"), &rows), Some(0));
    assert_eq!(start(tick, "[ stationary Player ] -> restart", ROWS), Some(0));
    assert_eq!(start(tick, back, ROWS), Some(2));
}

#[test]
fn more_than_one_crate_may_move() {
    for rule in [
        "[ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "[ > Player ] [ Crate ] -> [ > Player ] [ > Crate ]",
        "[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]",
        "[ action Player | Crate ] -> [ action Player | right Crate ]\n[ up Player ] -> [ right Player ]",
    ] {
        assert_eq!(kinds(&crates(&format!("{PUSH}\n{rule}"), ALL, ROWS)), [DistanceKind::Places], "{rule}");
    }
    assert_eq!(kinds(&crates(PUSH, ALL, &ROWS.replacen("P.", "PP", 1))), [DistanceKind::Places], "two players");
}

#[test]
fn cells_to_change_are_errands_of_the_player() {
    let rows = "#######\n#G.G..#\n#..P.G#\n#######";
    let beside = "[ > Player | Gem ] -> [ > Player | ]";
    assert!(has_errands(&crates(beside, "no Gem", rows)));
    // One to come beside each gem, and the steps between them.
    assert_eq!(bounds(&crates(beside, "no Gem", rows)).start, 3);
    assert_eq!(bounds(&crates("[ action Player | Gem ] -> [ Player | ]", "no Gem", rows)).start, 2);
    assert!(!has_errands(&crates(&format!("{beside}\n[ action Player ] [ Gem ] -> [ Player ] [ ]"), "no Gem", rows)));
    assert!(!has_errands(&crates(
        &format!("{beside}\n[ > Player ] [ Gem ] -> [ > Player ] [ > Gem ]"),
        "no Gem",
        rows
    )));
    assert!(!has_errands(&crates(beside, "no Gem", &rows.replacen("P.", "PP", 1))));
    assert!(bounds(&crates(PUSH, "no Gem", rows)).start > 1000, "nothing takes a gem");
    // To come to two cells with targets: 2 steps to the nearer one, 5 from there.
    let rows = "#######\n#O....#\n#..P.O#\n#######";
    let takes = "late [ Player Target ] -> [ Player ]";
    assert_eq!(bounds(&crates(takes, "no Target", rows)).start, 7);
    // To a gem, 2 inputs with the push, and from beside it to the target.
    let beside = "[ > Player | Gem ] -> [ > Player | ]";
    let gem = rows.replacen(".O", ".G", 1);
    assert_eq!(bounds(&crates(beside, "no Gem\nsome Player on Target", &gem)).start, 2 + 3);
    // Two kinds on one tour.
    let both = rows.replacen(".O", "GO", 1);
    let win = format!("{takes}\n[ > Player | Gem ] -> [ > Player | ]");
    assert_eq!(bounds(&crates(&win, "no Target\nno Gem", &both)).start, 1 + 2);
}

#[test]
fn only_rules_that_repair_a_cell_must_be_beside_the_player() {
    let rows = "#######\n#G.G*.#\n#..P.G#\n#######";
    let game = |more: &str, win: &str| crates(&format!("[ > Player | Gem ] -> [ > Player | ]\n{more}"), win, rows);
    let is_refused = |more: &str, win: &str| !has_errands(&game(more, win));
    // A gem that is put again by a rule that takes away a crate.
    assert!(!is_refused("late [ Crate | Gem ] -> [ | Gem ]", "no Gem"));
    // A gem in the place of a target, where both are asked for or one.
    let swapped = |win: &str| {
        game("late [ Target | Crate ] -> [ Gem | Crate ]", win)
            .replace("G = Gem\n", "G = Gem\nGood = Gem or Target\n")
            .replace("Target\nPlayer, Wall, Crate, Gem", "Target, Gem\nPlayer, Wall, Crate")
            .replace("[ > Player | Gem ] -> [ > Player | ]", "late [ Player Good ] -> [ Player ]")
            .replacen("#G.G", "#G.O", 1)
    };
    assert!(has_errands(&swapped("no Good")));
    assert!(!has_errands(&swapped("no Target")));
    // Of two rows the first may have put the gem where the second one demands a crate.
    assert!(is_refused("[ Crate ] [ Crate ] -> [ Gem ] [ Wall ]", "no Gem"));
    assert!(is_refused("[ Player ] [ Gem ] -> [ Player ] [ Crate ]", "no Gem"));
    assert!(!is_refused("[ Player ] [ Gem ] -> [ Player ] [ Gem Target ]", "no Gem"));
    assert!(is_refused("[ Player ] [ Gem ] -> [ Player ] [ Gem Target ]", "all Gem on Target"));
    // What no rule repairs is a dead end once it is violated.
    assert!(bounds(&game("", "no Gem\nno Target")).start < 10);
    assert!(bounds(&game("", "no Gem\nno Player on Background")).start < 10);
    let broken = game("", "no Gem\nno Target").replacen("#..P", "#.OP", 1);
    assert_eq!(bounds(&broken).start, DEAD_END);
}

/// How many boards of a level the bound was compared on; none where there is no bound or the level is large.
fn compare(level: Level, most: u64) -> usize {
    if matches!(level.chance, Chance::Matters(_)) {
        return 0;
    }
    let name = format!("{} {}", level.title(), level.stage);
    let variant = Variant::of(level);
    let Ok(rules) = variant.rules(&Limits::default()) else { return 0 };
    let rules: &BoardRules = &rules;
    if rules.start.won || !PackedBoards::new(rules).unwrap().has_lower_bound() {
        return 0;
    }
    let cx = Context::with_nodes(most);
    let compared = answers::search(rules, &rules.start, &cx, |space, key| {
        let Some(graph) = complete_graph(space, key, &cx)?.found() else { return Ok(0) };
        let mut worker = space.worker()?;
        for (key, distance) in graph.iter() {
            let bound = space.lower_bound(&mut worker, key);
            assert!(bound <= distance.unwrap_or(u32::MAX), "{name}: {bound} where {distance:?} suffice");
        }
        Ok(graph.states() as usize)
    });
    compared.unwrap_or(0)
}

#[test]
fn bounds_are_at_most_the_distance_on_every_board_of_our_games() {
    let own = GAMES.iter().map(|game| game.text.to_owned());
    let passages = PASSAGES.iter().flat_map(|(rule, ..)| ["all", "some"].map(|all| (rule, all)));
    let passages = passages.map(|(rule, all)| corridor(rule, &format!("{all} Crate on Target")));
    let texts = own.chain([crates(PUSH, ALL, ROWS), crates(PUSH, "all Crate on Target", ROWS)]).chain(passages);
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

#[test]
#[ignore = "takes minutes"]
fn bounds_are_at_most_the_distance_on_every_board_of_the_corpus() {
    let corpus = lines("corpus.jsonl.gz");
    let texts = corpus.iter().filter_map(|game| game["source"].as_str());
    let boards: usize = texts.flat_map(levels).map(|(_, level)| compare(level, 20_000)).sum();
    println!("{boards} boards");
}
