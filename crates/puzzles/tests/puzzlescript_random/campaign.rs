//! The campaign: many random games, in two threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::compare::{self, Mismatch, Tally};
use crate::draft::Draft;
use crate::generate;

/// The games that are tried where nobody asks for more.
const SAMPLE: u64 = 300;
/// The smaller games that are tried to explain a mismatch.
const MAX_TRIES: usize = 3000;

fn compared(draft: &Draft, case: u64, tally: &mut Tally) -> Option<Box<Mismatch>> {
    compare::game(&draft.text(), case, tally).err()
}

/// The smallest game found that shows the same mismatch.
fn smallest(mut draft: Draft, mut mismatch: Box<Mismatch>, case: u64) -> (Draft, Box<Mismatch>) {
    let mut tries = 0;
    'smaller: loop {
        for next in draft.smaller() {
            tries += 1;
            if tries > MAX_TRIES {
                break 'smaller;
            }
            let found = compared(&next, case, &mut Tally::default());
            if let Some(found) = found.filter(|found| found.what == mismatch.what) {
                (draft, mismatch) = (next, found);
                continue 'smaller;
            }
        }
        break;
    }
    (draft, mismatch)
}

/// Says of a case what differs, with a game as small as possible.
fn told(case: u64, draft: Draft, mismatch: Box<Mismatch>) -> String {
    let first = mismatch.to_string();
    let (draft, mismatch) = smallest(draft, mismatch, case);
    format!("---- case {case}: {first}\nin a small game:\n{}\n{mismatch}\n", draft.text())
}

#[test]
fn random_games_are_answered_as_by_a_plain_search() {
    let cases = testkit::campaign::cases(SAMPLE);
    let (next, tally, told_of) = (AtomicU64::new(cases.start), Mutex::new(Tally::default()), Mutex::new(Vec::new()));
    let work = || {
        let mut own = Tally::default();
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= cases.end {
                break;
            }
            let draft = generate::draft(case);
            if let Some(mismatch) = compared(&draft, case, &mut own) {
                let words = told(case, draft, mismatch);
                println!("{words}");
                told_of.lock().expect("a lock").push(case);
            }
        }
        tally.lock().expect("a lock").add(own);
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let tally = tally.into_inner().expect("a lock");
    println!("{tally}");
    let mut failed = told_of.into_inner().expect("a lock");
    failed.sort_unstable();
    assert!(failed.is_empty(), "{} of {} games: {failed:?}", failed.len(), cases.end - cases.start);
    tally.check_shares();
}
