//! What every queue must do: one list of cases, run on each of them.

#![allow(clippy::unwrap_used)]

mod bed;
mod cases;
mod crews;
mod own;
#[path = "../redis_server/mod.rs"]
mod redis_server;

/// Each case as a test on each queue.
macro_rules! on_every_queue {
    ($module:ident: $($case:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                crate::$module::$case(crate::bed::Bed::sqlite()).await;
            })*
        }

        #[cfg(unix)]
        mod on_redis {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                crate::$module::$case(crate::bed::Bed::redis()).await;
            })*
        }
    };
}
pub(crate) use on_every_queue;
