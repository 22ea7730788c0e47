//! Work for servers that share a queue.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use puzzles::phrases::plural;
use server::start::StartError;
use server::work::CacheBytes;
use server::worker::{Config, DRAINED, Ended, run};

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
        listen: asked.listen,
        drains: asked.drain,
        log: log(asked.log),
    };
    let ready = |address: Option<SocketAddr>| {
        let watched = address.map_or(String::new(), |address| format!(", watched at http://{address}"));
        say(&format!("menagerie: works on {} at once{watched}", plural(slots, "job", "jobs")));
    };
    match run(config, &cli.stop, ready) {
        Ok(Ended::Asked) => Ok(Status::Answered),
        Ok(Ended::Undrained) => {
            say("menagerie: the queue is not empty, and takes new jobs again");
            Ok(Status::Unfinished)
        }
        Ok(Ended::Drained) => {
            let minutes = DRAINED.as_secs() / 60;
            say(&format!(
                "menagerie: the queue is empty, and takes no new jobs for {minutes} minutes: start the other version"
            ));
            Ok(Status::Answered)
        }
        Err(error @ StartError::Queue(_)) => {
            Ok(refuse(&Unusable { message: error.to_string(), status: Status::Usage }))
        }
        Err(error) => Err(error.into()),
    }
}

/// Prints a line at once. Errors are ignored: the worker works even if standard output is closed.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
