//! What every queue must do: one list of cases, run on each of them.

#![allow(clippy::unwrap_used)]

mod cases;
mod fixture;
mod own;
mod worker_pools;

/// Each case as a test on each queue.
macro_rules! on_every_queue {
    ($module:ident: $($case:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                crate::$module::$case(crate::fixture::QueueFixture::sqlite()).await;
            })*
        }

        #[cfg(unix)]
        mod on_redis {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                crate::$module::$case(crate::fixture::QueueFixture::redis()).await;
            })*
        }
    };
}
pub(crate) use on_every_queue;
