//! Work for servers that share a queue.

use std::io::Write;
use std::sync::Arc;

use puzzles::phrases::plural;
use server::start::StartError;
use server::work::CacheBytes;
use server::worker::{Config, run};

use super::serve::{child, log, slots};
use crate::arguments::Worker;
use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::input::Unusable;
use crate::status::Status;

/// Runs a worker process until it is asked to stop.
pub(super) fn worker(cli: &CliContext<'_>, asked: &Worker) -> anyhow::Result<Status> {
    let slots = slots(asked.slots);
    let config = Config {
        families: cli.families,
        store: Arc::clone(&cli.disk_store) as _,
        redis: asked.redis.clone(),
        slots,
        child: child(),
        cache: CacheBytes(asked.cache),
        log: log(asked.log),
    };
    let ready = || {
        let mut out = std::io::stdout().lock();
        // Errors are ignored: the worker works even if standard output is closed.
        let _ =
            writeln!(out, "menagerie: works on {} at once", plural(slots, "job", "jobs")).and_then(|()| out.flush());
    };
    match run(config, &cli.stop, ready) {
        Ok(()) => Ok(Status::Answered),
        Err(error @ StartError::Queue(_)) => {
            Ok(refuse(&Unusable { message: error.to_string(), status: Status::Usage }))
        }
        Err(error) => Err(error.into()),
    }
}
