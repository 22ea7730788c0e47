//! What every queue must do: one list of cases, run on each of them.

mod cases;
mod fixture;
mod own;
#[cfg(unix)]
mod versions;
mod worker_pools;

/// Each case as a test on each queue.
macro_rules! on_every_queue {
    ($module:ident: $($case:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                crate::queue::$module::$case(crate::queue::fixture::QueueFixture::sqlite()).await;
            })*
        }

        #[cfg(unix)]
        mod on_redis {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                crate::queue::$module::$case(crate::queue::fixture::QueueFixture::redis()).await;
            })*
        }
    };
}
pub(crate) use on_every_queue;
