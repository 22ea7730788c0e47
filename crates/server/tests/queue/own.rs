//! What only one of the queues does.

use std::fs;

use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, OpenError};

use crate::bed::{Bed, job, push, solve, take};

#[tokio::test]
async fn two_servers_cannot_use_one_folder() {
    let bed = Bed::sqlite();
    let first = bed.calm().await;
    let second = SqliteQueue::open(bed.folder(), Bounds::default()).err().unwrap();
    assert!(matches!(second, OpenError::InUse(_)), "{second}");
    assert!(second.to_string().contains("another server"), "{second}");
    drop(first);
    bed.calm().await;
}

#[tokio::test]
async fn a_killed_servers_runs_are_taken_up_at_once() {
    let bed = Bed::sqlite();
    let queue = bed.calm().await;
    let pushed = push(&queue, "ann", solve("a")).await;
    take(&queue, "w").await;
    drop(queue);
    // Its lease would have lasted longer than this test.
    let queue = bed.calm().await;
    assert_eq!(take(&queue, "w").await.starts, 2);
    assert!(!job(&queue, &pushed.id).await.state.is_over());
}

#[tokio::test]
async fn a_run_that_killed_three_servers_is_over_when_the_next_one_starts() {
    let bed = Bed::sqlite();
    let pushed = push(&bed.calm().await, "ann", solve("poison")).await;
    for _ in 0..3 {
        take(&bed.calm().await, "w").await;
    }
    assert!(job(&bed.calm().await, &pushed.id).await.state.is_over());
}

#[test]
fn a_file_that_is_none_is_refused() {
    let bed = Bed::sqlite();
    fs::write(bed.folder().join("queue.sqlite"), "not a database, but long enough to be looked at ".repeat(10))
        .unwrap();
    let error = SqliteQueue::open(bed.folder(), Bounds::default()).err().unwrap();
    assert!(matches!(error, OpenError::Failed(_)), "{error}");
}

#[test]
fn a_later_format_is_refused() {
    let bed = Bed::sqlite();
    drop(SqliteQueue::open(bed.folder(), Bounds::default()).unwrap());
    let file = rusqlite::Connection::open(bed.folder().join("queue.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let error = SqliteQueue::open(bed.folder(), Bounds::default()).err().unwrap();
    assert!(matches!(error, OpenError::TooNew { found: 99, .. }), "{error}");
}
