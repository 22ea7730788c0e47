//! The membership of a process in a shared queue: it reports that it lives, and hears when the queue passes to another
//! version of the program.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::queue::{JobQueue, Process, QueueError, VERSION};

/// The interval between signs of life.
const BEAT: Duration = Duration::from_secs(4);
/// The time that a queue is given to accept a process at its start; one that is away may come back later.
const ACCEPTS: Duration = Duration::from_secs(2);

/// The membership of a process, which ends on drop.
pub(crate) struct Membership {
    queue: Arc<dyn JobQueue>,
    name: String,
    refusal: watch::Receiver<Option<String>>,
    beating: AbortHandle,
}

impl Membership {
    /// Begins the membership of a process. A queue that cannot be reached is joined as soon as it can.
    ///
    /// # Errors
    /// The queue belongs to another version, which still uses it.
    pub(crate) async fn begin(queue: &Arc<dyn JobQueue>, process: Process) -> Result<Membership, QueueError> {
        if let Ok(Err(held @ QueueError::Held { .. })) = timeout(ACCEPTS, queue.join(&process)).await {
            return Err(held);
        }
        let (told, refusal) = watch::channel(None);
        let (own, name) = (Arc::clone(queue), process.name.clone());
        let beating = tokio::spawn(async move {
            loop {
                sleep(BEAT).await;
                let refused = match own.join(&process).await {
                    Err(QueueError::Held { version, .. }) => Some(format!(
                        "the queue has passed to menagerie {version}: this process, of {VERSION}, takes no more jobs"
                    )),
                    _ => None,
                };
                if let (Some(why), None) = (&refused, &*told.borrow()) {
                    tracing::warn!(worker = process.name, "{why}");
                }
                told.send_replace(refused);
            }
        });
        Ok(Membership { queue: Arc::clone(queue), name, refusal, beating: beating.abort_handle() })
    }

    /// Why the queue does not accept this process any more, if it does not.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.refusal.borrow().clone()
    }

    /// Ends the membership, and says so.
    pub(crate) async fn end(self) {
        self.beating.abort();
        let _ = timeout(ACCEPTS, self.queue.part(&self.name)).await;
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.beating.abort();
    }
}
