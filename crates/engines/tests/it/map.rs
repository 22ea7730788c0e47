//! Complete maps against plain breadth-first search, saved maps, damage, interruption and refusal.
use std::collections::HashMap;
use std::sync::Arc;

use crate::folders::Folders;
use engines::map::{self, Census, Damaged, Map, Options, Outcome, Partial, Path};
use engines::motion::{BLANK, Board, Layout};
use engines::{Budget, Context, Halt, Stored};
use testkit::random::Random;

fn board(places: usize, edges: &[(usize, usize)], wanted: Vec<u8>) -> Board {
    let mut links = vec![Vec::new(); places];
    for &(a, b) in edges {
        links[a].push(b as u8);
        links[b].push(a as u8);
    }
    Board::new(links, wanted).unwrap()
}

/// A grid; colours row by row.
fn grid(rows: usize, columns: usize, wanted: Vec<u8>) -> Board {
    let across = (0..rows * columns).filter(|place| place % columns + 1 < columns).map(|place| (place, place + 1));
    let down = (0..(rows - 1) * columns).map(|place| (place, place + columns));
    board(rows * columns, &across.chain(down).collect::<Vec<_>>(), wanted)
}

/// Different tokens, the blank's home first.
fn different(places: usize) -> Vec<u8> {
    std::iter::once(BLANK).chain(1..places as u8).collect()
}

/// A random connected graph with tokens of at most `colours` colours.
fn random_board(places: usize, colours: usize, random: &mut Random) -> Board {
    let mut edges: Vec<(usize, usize)> = (1..places).map(|place| (place, random.below(place))).collect();
    for _ in 0..random.below(places) {
        let (a, b) = (random.below(places), random.below(places));
        if a != b {
            edges.push((a, b));
        }
    }
    let mut wanted: Vec<u8> = (0..places).map(|_| 3 * random.below(colours) as u8).collect();
    wanted[random.below(places)] = BLANK;
    board(places, &edges, wanted)
}

/// The layout after the token on `place` moved.
fn after(layout: &Layout, place: u8) -> Layout {
    let mut after = layout.clone();
    after.slide(place);
    after
}

/// Distances by breadth-first search.
fn plain(board: &Board) -> HashMap<Layout, u32> {
    let mut found = HashMap::from([(board.goal(), 0)]);
    let mut last = vec![board.goal()];
    for distance in 1.. {
        let mut next = Vec::new();
        for layout in &last {
            for &place in board.links(layout.blank()) {
                let after = after(layout, place);
                if !found.contains_key(&after) {
                    found.insert(after.clone(), distance);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return found;
        }
        last = next;
    }
    found
}

fn counts(found: &HashMap<Layout, u32>) -> Vec<u64> {
    let mut counts = vec![0; 1 + *found.values().max().unwrap() as usize];
    found.values().for_each(|&distance| counts[distance as usize] += 1);
    counts
}

/// The map's counts, its hardest boards and every hint are those of the search.
fn agrees(map: &Map, board: &Board, found: &HashMap<Layout, u32>) {
    let census = map.census();
    assert_eq!(census.distances, counts(found));
    assert_eq!(census.states(), found.len() as u64);
    let last = *census.distances.last().unwrap() as usize;
    assert_eq!(census.hardest.len(), last.min(100));
    assert!(census.hardest.iter().all(|layout| found[layout] == census.largest()));
    for (layout, &distance) in found {
        let nearer = |&&place: &&u8| found[&after(layout, place)] + 1 == distance;
        let best: Vec<u8> = board.links(layout.blank()).iter().filter(nearer).copied().collect();
        assert_eq!(map.best_moves(layout), Ok(Some((distance, best))));
    }
}

fn build(board: &Board, path: Path, threads: usize) -> Map {
    let cx = Context::default().threads(threads);
    map::build(board, Options { path, checkpoints: false }, &cx).found().unwrap()
}

fn saved(map: &Map) -> Vec<u8> {
    let mut bytes = Vec::new();
    map.write(&mut bytes).unwrap();
    bytes
}

fn stored(bytes: &[u8]) -> Stored {
    Box::new(bytes.to_vec())
}

#[test]
fn random_graphs_agree_with_breadth_first_search() {
    let mut random = Random::new(1);
    for case in 0..150 {
        let (places, colours) = (2 + random.below(6), 1 + random.below(6));
        let board = random_board(places, colours, &mut random);
        let found = plain(&board);
        let paths = Path::available();
        let map = build(&board, paths[case % paths.len()], 1 + case % 2);
        agrees(&map, &board, &found);
        let map = Map::open(&board, stored(&saved(&map))).unwrap();
        map.check().unwrap();
        agrees(&map, &board, &found);
        let Plan { states, file_bytes } = plan(&board);
        assert!(states >= found.len() as u64 && file_bytes >= saved(&map).len() as u64);
    }
}

struct Plan {
    states: u64,
    file_bytes: u64,
}

fn plan(board: &Board) -> Plan {
    let map::Plan { states, file_bytes, .. } = map::plan(board);
    Plan { states, file_bytes }
}

#[test]
fn larger_boards_agree_on_every_path() {
    let boards = [
        grid(2, 4, different(8)),
        grid(2, 5, vec![1, 1, 2, 2, BLANK, 3, 3, 4, 4, 5]),
        grid(3, 3, vec![1, 2, 3, 1, 2, 3, 1, 2, BLANK]),
        grid(3, 4, vec![1, 1, 1, 1, BLANK, 2, 2, 2, 3, 3, 4, 4]),
    ];
    for board in boards {
        let found = counts(&plain(&board));
        for path in Path::available() {
            assert_eq!(build(&board, path, 1).census().distances, found, "{path:?}");
            assert_eq!(build(&board, path, 2).census().distances, found, "{path:?}");
        }
    }
}

#[test]
fn threads_and_paths_find_the_same_hardest_boards() {
    let board = grid(2, 5, vec![1, 1, 2, 2, BLANK, 3, 3, 4, 4, 5]);
    let first = build(&board, Path::Portable, 1);
    for (path, threads) in Path::available().into_iter().flat_map(|path| [(path, 1), (path, 2)]) {
        let map = build(&board, path, threads);
        assert_eq!(map.census(), first.census());
        assert_eq!(saved(&map), saved(&first));
    }
}

#[test]
fn the_eight_puzzle() {
    let board = grid(3, 3, different(9));
    let found = plain(&board);
    let map = build(&board, Path::fastest(), 1);
    let census = map.census();
    assert_eq!((census.states(), census.largest()), (181_440, 31));
    assert!((census.mean() - 21.97).abs() < 0.005);
    assert_eq!(map::plan(&board).states, 362_880);
    assert_eq!(census.distances, counts(&found));
    let map = Map::open(&board, stored(&saved(&map))).unwrap();
    for (layout, &distance) in found.iter().step_by(37) {
        assert_eq!(map.distance(layout), Ok(Some(distance)));
    }
    let mut odd = board.goal().colours().to_vec();
    odd.swap(7, 8);
    let odd = board.layout(odd).unwrap();
    assert_eq!((map.distance(&odd), map.best_moves(&odd)), (Ok(None), Ok(None)));
    assert_eq!(map.distance(&grid(2, 2, different(4)).goal()), Ok(None));
}

#[test]
fn the_petersen_graph() {
    let outer = (0..5).map(|i| (i, (i + 1) % 5));
    let spokes = (0..5).map(|i| (i, i + 5));
    let inner = (0..5).map(|i| (i + 5, (i + 2) % 5 + 5));
    let edges: Vec<(usize, usize)> = outer.chain(spokes).chain(inner).collect();
    let census = map::census(&board(10, &edges, different(10)), &Context::default().threads(2)).found().unwrap();
    assert_eq!((census.states(), census.largest()), (3_628_800, 27));
}

#[test]
fn a_board_alone_and_a_long_path() {
    let alone = Board::new(vec![vec![]], vec![BLANK]).unwrap();
    assert_eq!(map::census(&alone, &Context::default()).found().unwrap().distances, [1]);
    let edges: Vec<(usize, usize)> = (1..200).map(|place| (place - 1, place)).collect();
    let path = board(200, &edges, [vec![BLANK], vec![1; 199]].concat());
    assert_eq!(
        map::census(&path, &Context::default()).found().unwrap(),
        Census { distances: vec![1; 200], hardest: vec![path.layout([vec![1; 199], vec![BLANK]].concat()).unwrap()] }
    );
}

#[test]
fn boards_of_a_wanted_distance() {
    let board = grid(3, 3, vec![1, 2, 3, 1, 2, 3, 1, 2, BLANK]);
    let found = plain(&board);
    let map = build(&board, Path::fastest(), 1);
    let largest = map.census().largest();
    for distance in 0..=largest {
        for seed in 0..20 {
            let layout = map.at_distance(distance, seed).unwrap().unwrap();
            assert_eq!(found[&layout], distance);
            assert_eq!(map.at_distance(distance, seed), Ok(Some(layout)));
        }
    }
    assert_eq!(map.at_distance(largest + 1, 1), Ok(None));
    assert_ne!(map.at_distance(10, 1), map.at_distance(10, 2));
}

#[test]
fn damage_is_noticed() {
    let board = grid(2, 3, different(6));
    let found = plain(&board);
    let map = build(&board, Path::fastest(), 1);
    let bytes = saved(&map);
    for byte in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 1 << (byte % 8);
        let opened = Map::open(&board, stored(&damaged));
        assert!(opened.and_then(|map| map.check()).is_err(), "byte {byte}");
    }
    // What is not checked as a whole is checked before it is read.
    let mut damaged = bytes.clone();
    damaged[16..bytes.len() / 2].iter_mut().step_by(8).for_each(|byte| *byte ^= 4);
    let opened = Map::open(&board, stored(&damaged)).unwrap();
    let answers: Vec<_> = found.keys().map(|layout| (layout, opened.distance(layout))).collect();
    assert!(
        answers.iter().all(|(layout, answer)| *answer == Ok(Some(found[*layout])) || *answer == Err(Damaged::Checksum))
    );
    assert!(answers.iter().any(|(_, answer)| answer.is_err()));
    for length in [0, 8, 15, 16, 31, 40, bytes.len() - 1] {
        assert!(Map::open(&board, stored(&bytes[..length])).is_err());
    }
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(Map::open(&board, stored(&newer)).unwrap_err(), Damaged::Version(9));
    let other = grid(2, 3, vec![1, 2, 3, 4, 5, BLANK]);
    assert_eq!(Map::open(&other, stored(&bytes)).unwrap_err(), Damaged::Board);
}

#[test]
fn an_interrupted_build_goes_on_where_it_was() {
    let board = grid(2, 5, vec![1, 1, 2, 2, BLANK, 3, 3, 4, 4, 5]);
    let whole = build(&board, Path::fastest(), 1);
    let states = whole.census().states();
    let options = Options { checkpoints: true, path: Path::fastest() };
    for nodes in [1, 10, states / 50, states / 2, states - 2] {
        let folders = Folders::new();
        let limited = Context::with_nodes(nodes).store(&folders);
        let Outcome::Unfinished { halt: Halt::Nodes, at_least, partial: Some(Partial::UpTo(finished)) } =
            map::build(&board, options, &limited)
        else {
            panic!("the limit did not end the build")
        };
        assert_eq!(at_least, u64::from(finished));
        let finished = finished as usize;
        let done: u64 = whole.census().distances[..=finished].iter().sum();
        assert!(done <= nodes + 1 && done + whole.census().distances[finished + 1] > nodes);
        // What is left is all that is done again, but for the distance under way.
        let rest = Context::with_nodes(states - done).store(&folders);
        let map = map::build(&board, options, &rest).found().unwrap();
        assert_eq!(saved(&map), saved(&whole));
    }
}

#[test]
fn a_damaged_checkpoint_is_not_believed() {
    let board = grid(2, 4, vec![1, 1, 2, 2, BLANK, 3, 3, 4]);
    let whole = saved(&build(&board, Path::fastest(), 1));
    let options = Options { checkpoints: true, path: Path::fastest() };
    let folders = Folders::new();
    assert!(map::build(&board, options, &Context::with_nodes(400).store(&folders)).found().is_none());
    let kept = folders.files();
    let mut keys: Vec<&String> = kept.keys().collect();
    keys.sort();
    for (which, byte) in
        keys.iter().enumerate().flat_map(|(i, key)| (0..kept[*key].len()).step_by(97).map(move |b| (i, b)))
    {
        let mut damaged = kept.clone();
        Arc::make_mut(damaged.get_mut(keys[which]).unwrap())[byte] ^= 1;
        let map = map::build(&board, options, &Context::default().store(&Folders::with(damaged))).found().unwrap();
        assert_eq!(saved(&map), whole);
    }
    assert!(keys.iter().all(|key| Map::open(&board, stored(&kept[*key])).is_err()));
}

#[test]
fn a_build_killed_at_any_write_goes_on() {
    let board = grid(2, 5, vec![1, 1, 2, 2, BLANK, 3, 3, 4, 4, 5]);
    let whole = saved(&build(&board, Path::fastest(), 1));
    let options = Options { checkpoints: true, path: Path::fastest() };
    let mut left = Vec::new();
    let mut pieces = 0;
    loop {
        let folders = Folders::new();
        folders.ends_after(pieces);
        map::build(&board, options, &Context::default().store(&folders)).found().unwrap();
        let ended = !folders.is_over();
        folders.ends_after(usize::MAX);
        let cx = Context::default().store(&folders);
        assert_eq!(saved(&map::build(&board, options, &cx).found().unwrap()), whole, "{pieces} pieces");
        left.push(cx.spent().nodes);
        if ended {
            break;
        }
        pieces = pieces * 5 / 4 + 1;
    }
    // The longer it lived, the less is left: one thread writes in one order.
    assert!(left.is_sorted_by(|a, b| a >= b) && left.last() == Some(&0));
}

#[test]
fn a_damaged_last_distance_costs_that_distance() {
    let board = grid(2, 5, vec![1, 1, 2, 2, BLANK, 3, 3, 4, 4, 5]);
    let whole = build(&board, Path::fastest(), 1);
    let options = Options { checkpoints: true, path: Path::fastest() };
    let distances = whole.census().distances;
    for finished in [2, 8, distances.len() / 2, distances.len() / 2 + 1, distances.len() - 2] {
        let done: u64 = distances[..=finished].iter().sum();
        let folders = Folders::new();
        assert!(map::build(&board, options, &Context::with_nodes(done - 1).store(&folders)).found().is_none());
        let last = format!("/at-{finished}");
        let flip = |(path, bytes): (&String, &mut Arc<Vec<u8>>)| {
            path.ends_with(&last).then(|| Arc::make_mut(bytes)[0] ^= 16).is_some()
        };
        assert_eq!(folders.files.lock().unwrap().iter_mut().map(flip).filter(|&hit| hit).count(), 1);
        let cx = Context::default().store(&folders);
        assert_eq!(saved(&map::build(&board, options, &cx).found().unwrap()), saved(&whole));
        let left: u64 = distances[finished..].iter().sum();
        assert_eq!(cx.spent().nodes, left);
        let kept = folders.files();
        assert!(kept.len() < distances.len() / 2 + 6, "records that nothing names are gone: {:?}", kept.keys());
    }
}

#[test]
fn seven_pairs_on_fifteen_places_fit_in_four_gigabytes() {
    let plan = map::plan(&grid(3, 5, (0..15).map(|place| if place == 0 { BLANK } else { place % 7 }).collect()));
    assert_eq!(plan.states, 10_216_206_000);
    assert!(plan.bytes < 4_000_000_000 && plan.file_bytes < 2_600_000_000);
}

#[test]
fn too_little_memory_is_refused_at_once() {
    let board = grid(3, 4, different(12));
    let needed = map::plan(&board).bytes;
    let cx = Context::new(Budget { bytes: Some(needed - 1), ..Budget::default() });
    let partial = Partial::Refused(Some(needed));
    let refused = Outcome::Unfinished { halt: Halt::Bytes, at_least: 0, partial: Some(partial) };
    assert_eq!(map::census(&board, &cx), refused);
    assert_eq!(cx.spent().nodes, 0);
    assert_eq!(partial.to_string(), format!("the map needs {} of memory", map::size(needed)));
    assert_eq!([3_942_554_588, 1 << 20, 1023].map(map::size), ["3.7 GiB", "1.0 MiB", "1023 bytes"]);
    // Three bits a state, and little besides.
    assert!(needed > 479_001_600 / 8 * 3 && needed < 479_001_600 / 2);
    for places in [16, 60, 255] {
        let huge = grid(1, places, different(places));
        let refused = map::census(&huge, &Context::new(Budget { bytes: Some(1 << 32), ..Budget::default() }));
        assert_eq!(refused.or_halt(), Err(Halt::Bytes));
    }
}
