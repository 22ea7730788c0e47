//! The search on disk against plain searches of random graphs: within its space, after interruptions, and with files
//! that are damaged or belong to something else.

use std::sync::Arc;

use crate::folders::{Files, Folders};
use crate::graphs::{Graph, follow, graphs, key, plainly};
use engines::packed::{self, DiskOutcome};
use engines::{Budget, Context, Halt, NoStore, Outcome, StorageFailure};
use testkit::campaign::cases;
use testkit::random::Random;

/// So little memory that a layer takes several runs.
const LITTLE: Budget = Budget { nodes: None, bytes: Some(100_000), disk: None, deadline: None };

fn search_outcome(graph: &Graph, folders: &Folders, disk: u64) -> DiskOutcome {
    packed::on_disk(graph, &key(0), (b"a graph", disk), &Context::new(LITTLE).store(folders).threads(2)).unwrap()
}

/// Panics unless this is what a plain search finds.
fn assert_right(graph: &Graph, outcome: DiskOutcome) {
    let (layers, ways) = plainly(graph);
    match outcome {
        Outcome::Found(found) => {
            assert_eq!(found.layers, layers);
            assert_eq!(found.found.labels.len(), layers.len());
            follow(graph, &found.found.labels);
        }
        Outcome::Impossible(evidence) => assert_eq!((evidence.states, ways), (layers.iter().sum(), None)),
        Outcome::Unfinished { halt, .. } => panic!("{halt}"),
    }
}

#[test]
fn a_search_on_disk_finds_the_same_layers() {
    let large = (0..4).map(|seed| Graph::random(seed, 60_000, 5, [0, 3000][seed as usize % 2]));
    for graph in graphs().chain(large) {
        let folders = Folders::new();
        assert_right(&graph, search_outcome(&graph, &folders, u64::MAX));
        assert!(folders.files().is_empty(), "nothing is left behind");
    }
}

#[test]
fn a_search_on_disk_that_was_killed_goes_on() {
    let graph = Graph::random(7, 60_000, 6, 0);
    let folders = Folders::new();
    let mut bounds = vec![0];
    let ended = loop {
        folders.ends_after(60);
        match search_outcome(&graph, &folders, u64::MAX) {
            Outcome::Unfinished { halt: Halt::Storage(StorageFailure::Full), at_least, .. } => bounds.push(at_least),
            ended => break ended,
        }
        assert!(bounds.len() < 100);
    };
    assert_right(&graph, ended);
    assert!(bounds.len() > 3 && *bounds.iter().max().unwrap() > 3, "{bounds:?}");
    assert!(bounds.is_sorted(), "what was proven is not lost: {bounds:?}");
}

#[test]
fn a_search_on_disk_keeps_within_the_space_allowed() {
    let graph = Graph::random(7, 60_000, 6, 0);
    let all = plainly(&graph).0.iter().sum::<u64>() * 8;
    for disk in [0, 50, all / 10, all / 2, all] {
        let folders = Folders::new();
        let outcome = search_outcome(&graph, &folders, disk);
        assert!(matches!(outcome, Outcome::Unfinished { halt: Halt::Disk, partial: None, .. }), "{outcome:?}");
        assert!(folders.most() <= disk, "{} of {disk} bytes", folders.most());
        // With more space it goes on.
        assert_right(&graph, search_outcome(&graph, &folders, u64::MAX));
    }
}

#[test]
fn a_store_without_folders_is_the_reason_told() {
    let graph = Graph::random(7, 600, 6, 0);
    let cx = Context::default().store(&NoStore);
    let outcome = packed::on_disk(&graph, &key(0), (b"a graph", u64::MAX), &cx).unwrap();
    let Outcome::Unfinished { halt: Halt::Storage(StorageFailure::Failed), partial: Some(said), .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(said, "no files are kept here");
}

/// What searches of two graphs leave behind that a limit on nodes ends after half of the states.
fn interrupted(graphs: &[Graph; 2]) -> [Files; 2] {
    graphs.each_ref().map(|graph| {
        let half = plainly(graph).0.iter().sum::<u64>() / 2;
        let folders = Folders::new();
        let cx = Context::new(Budget { nodes: Some(half), ..LITTLE }).store(&folders);
        let ended = packed::on_disk(graph, &key(0), (&name(graph), u64::MAX), &cx).unwrap();
        assert!(matches!(ended, Outcome::Unfinished { halt: Halt::Nodes, .. }));
        folders.files()
    })
}

fn name(graph: &Graph) -> Vec<u8> {
    graph.steps.len().to_le_bytes().to_vec()
}

/// Alters a file, removes it, or puts another in its place: of the same search or of the other.
fn alter(files: &mut Files, other: &Files, random: &mut Random) -> String {
    let path = random.pick(&files.keys().cloned().collect::<Vec<_>>()).clone();
    let mut bytes = files[&path].to_vec();
    let Some(trailer) = bytes.len().checked_sub(32) else { return format!("{path}: was cut before") };
    let what = match random.below(7) {
        0 => {
            let at = if random.one_in(2) { trailer + random.below(32) } else { random.below(bytes.len()) };
            bytes[at] ^= 1 << random.below(8);
            format!("byte {at}")
        }
        1 => {
            bytes.truncate(random.below(bytes.len()));
            format!("cut at {}", bytes.len())
        }
        2 => {
            // Whole keys less, with the old trailer.
            let keys = random.below(trailer / 8 + 1);
            bytes.drain(8 * keys..trailer);
            format!("{keys} keys")
        }
        3 => {
            bytes.extend(vec![0; 1 + random.below(100)]);
            "longer".to_owned()
        }
        4 => {
            files.remove(&path);
            return format!("{path}: removed");
        }
        5 => {
            let from = random.pick(&files.keys().cloned().collect::<Vec<_>>()).clone();
            bytes = files[&from].to_vec();
            format!("as {from}")
        }
        _ => {
            let file = path.rsplit('/').next().unwrap();
            let from = other.keys().find(|path| path.ends_with(&format!("/{file}"))).or(other.keys().next()).unwrap();
            bytes = other[from].to_vec();
            format!("as {from}")
        }
    };
    files.insert(path.clone(), Arc::new(bytes));
    format!("{path}: {what}")
}

#[test]
fn altered_cut_and_foreign_files_are_never_believed() {
    let mut long = (0..).map(|seed| Graph::random(seed, 500 + seed as u32, 4, 0)).filter(|it| plainly(it).0.len() > 20);
    let graphs = [(); 2].map(|()| long.next().unwrap());
    let left = interrupted(&graphs);
    assert!(left.iter().all(|files| files.len() > 6), "{:?}", left.each_ref().map(Files::len));
    for case in cases(500) {
        let mut random = Random::new(case);
        let which = random.below(2_usize);
        let mut files = left[which].clone();
        let done: Vec<String> =
            (0..1 + random.below(3)).map(|_| alter(&mut files, &left[1 - which], &mut random)).collect();
        let folders = Folders::with(files);
        let cx = Context::new(LITTLE).store(&folders);
        let ended = packed::on_disk(&graphs[which], &key(0), (&name(&graphs[which]), u64::MAX), &cx).unwrap();
        eprintln!("case {case}: {done:?}");
        assert_right(&graphs[which], ended);
        assert!(folders.files().is_empty(), "nothing is left behind");
    }
}
