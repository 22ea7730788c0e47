//! Processes that search one level at the same time, with one cache folder, some of them killed: every answer is right.
//!
//! The campaign `disk-together` runs two hundred rounds.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::folder;
use crate::stacks::{LEVELS, Stacks, left_in};
use serde_json::Value;
use testkit::campaign::cases;
use testkit::random::Random;

/// A process of a round.
struct Searcher {
    begins: Duration,
    /// When it is killed, if it is.
    killed: Option<Duration>,
    /// The limit on nodes that ends it, if one does.
    nodes: Option<u64>,
}

impl Searcher {
    fn random(random: &mut Random) -> Searcher {
        let begins = Duration::from_millis(random.below(100));
        let killed = random.one_in(3).then(|| begins + Duration::from_millis(random.below(1500)));
        let nodes = random.one_in(4).then(|| random.below(60_000));
        Searcher { begins, killed, nodes }
    }

    /// Runs it to its end; gives what it answered, if nobody killed it before.
    fn run(&self, level: &Stacks, folder: &Path, round: Instant) -> Option<Value> {
        let mut command = level.solve(folder, "cache");
        command.args(self.nodes.iter().flat_map(|nodes| ["--nodes".to_owned(), nodes.to_string()]));
        sleep_until(round + self.begins);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if let Some(killed) = self.killed {
            sleep_until(round + killed);
            child.kill().unwrap();
        }
        let (said, errors) = said(&mut child);
        assert!(self.killed.is_some() || !said.is_empty(), "{errors}");
        (!said.is_empty()).then(|| serde_json::from_str(&said).unwrap())
    }
}

fn sleep_until(moment: Instant) {
    thread::sleep(moment.saturating_duration_since(Instant::now()));
}

/// What a process has said when it ends, and its errors.
fn said(child: &mut Child) -> (String, String) {
    let (mut said, mut errors) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    child.wait().unwrap();
    (said, errors)
}

#[test]
fn searches_of_one_level_in_one_cache_answer_right() {
    let folder = &*folder("disk-together");
    for level in &LEVELS {
        level.write(folder);
        level.assert_right(&level.answer_in_memory(folder));
    }
    for case in cases(4) {
        eprintln!("round {case}");
        let mut random = Random::new(case);
        let level = random.pick(&LEVELS);
        let searchers: Vec<Searcher> = (0..2 + random.below(3)).map(|_| Searcher::random(&mut random)).collect();
        let round = Instant::now();
        thread::scope(|scope| {
            let run = |searcher| scope.spawn(move || Searcher::run(searcher, level, folder, round));
            let running: Vec<_> = searchers.iter().map(run).collect();
            for (searcher, running) in searchers.iter().zip(running) {
                let Some(answer) = running.join().unwrap() else { continue };
                match searcher.nodes {
                    Some(_) => level.assert_right_so_far(&answer, "the limit on nodes was reached"),
                    None => level.assert_right(&answer),
                }
            }
        });
    }
    for level in &LEVELS {
        level.assert_right(&level.answer(folder, "cache"));
    }
    assert_eq!(left_in(&folder.join("cache")), [] as [String; 0], "nothing is left behind");
}
